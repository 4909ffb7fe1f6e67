"""What the accountants of other libraries state as upper bounds of epsilon, and what mpmath finds, for ../stated-epsilons.json.

Each account is of `steps` releases of Gaussian noise, `noise` times the sensitivity, on Poisson samples at `rate` (1 is no
sampling), under adding or removing one record. A peer is called as its documentation has it, with its own settings unless its
name says another; a bound that is infinite or not a number is kept as "infinite", and where a peer refuses, fails or takes more
than PATIENCE seconds of the processor it is null. mpmath answers in 60 digits where the account is one release or has no
samples, by closed forms. The settings are those of the table that is given: a choice, and no sample of all settings, of others
the table says nothing. docs/libraries.md says how they were chosen.

Versions: dp-accounting 0.6.0, jax-privacy 2.0.0, opacus 1.6.0, prv-accountant 0.2.0, autodp 0.2.3.1, opendp 0.16.0,
mpmath 1.4.1, numpy 2.4.6, scipy 1.17.1, Python 3.11.7. The accountants of opacus are loaded without the rest of it, which
needs PyTorch.
Usage: python stated_epsilons.py < ../stated-epsilons.json > again.json, in an environment with these versions; about an hour.
"""

import json
import math
import signal
import sys
import types
import warnings
from importlib.metadata import distribution, version
from itertools import groupby

warnings.simplefilter("ignore")

PATIENCE = 10
"""Of the accountants that compose again for each delta: jax-privacy, opacus-prv and prv-accountant."""
USUAL = [1e-5]
"""A setting that bench/questions.md publishes, for two accountants."""
MISSED = (1e-5, 0.6, 1_000_000, 1e-10)
MISSED_BY = ["dp-accounting-pld", "jax-privacy-pld"]
OPTIMISTIC = {"value_discretization_interval": 1e-3, "pessimistic_estimate": False, "use_connect_dots": False}
PEERS = ["dp-accounting", "jax-privacy", "opacus", "prv-accountant", "autodp", "opendp"]


class TooLong(Exception):
    pass


def stop(*_):
    raise TooLong


def load_opacus():
    """The package without its own __init__, which imports PyTorch."""
    root = str(distribution("opacus").locate_file("opacus"))
    package, optimizers = types.ModuleType("opacus"), types.ModuleType("opacus.optimizers")
    package.__path__, optimizers.DPOptimizer = [root], object
    sys.modules.update({"opacus": package, "opacus.optimizers": optimizers})
    import opacus.accountants as accountants

    return accountants


def google_event(rate, noise, steps):
    import dp_accounting

    release = dp_accounting.GaussianDpEvent(noise)
    step = release if rate == 1 else dp_accounting.PoissonSampledDpEvent(rate, release)
    return dp_accounting.SelfComposedDpEvent(step, steps)


def google_losses(rate, noise, steps, interval):
    from dp_accounting.pld import PLDAccountant

    accountant = PLDAccountant(value_discretization_interval=interval)
    return accountant.compose(google_event(rate, noise, steps)).get_epsilon


def google_optimistic(rate, noise, steps):
    """A lower bound, which is none of an upper one: for a control."""
    from dp_accounting.pld import privacy_loss_distribution as losses

    one = losses.from_gaussian_mechanism(noise, sampling_prob=rate, **OPTIMISTIC)
    return one.self_compose(steps).get_epsilon_for_delta


def google_renyi(rate, noise, steps):
    from dp_accounting.rdp import RdpAccountant

    return RdpAccountant().compose(google_event(rate, noise, steps)).get_epsilon


def jax(rate, noise, steps):
    from jax_privacy import accounting

    size = round(1 / rate)
    accountant = accounting.DpsgdTrainingAccountant(dp_accountant_config=accounting.PldAccountantConfig())

    def epsilon(delta):
        parameters = accounting.DpParams(noise_multipliers=noise, num_samples=size, delta=delta, batch_size=1)
        return accountant.compute_epsilon(steps, parameters)

    return epsilon


def opacus(kind, rate, noise, steps):
    accountant = getattr(OPACUS, kind)()
    accountant.history = [(noise, rate, steps)]
    return accountant.get_epsilon


def prv(rate, noise, steps):
    from prv_accountant import PoissonSubsampledGaussianMechanism, PRVAccountant

    mechanism = PoissonSubsampledGaussianMechanism(sampling_probability=rate, noise_multiplier=noise)

    def epsilon(delta):
        accountant = PRVAccountant(
            prvs=[mechanism], max_self_compositions=[steps], eps_error=0.1, delta_error=delta / 1000
        )
        return accountant.compute_epsilon(delta=delta, num_self_compositions=[steps])[2]

    return epsilon


def autodp(rate, noise, steps):
    from autodp import mechanism_zoo, transformer_zoo

    release = mechanism_zoo.GaussianMechanism(sigma=noise)
    if rate != 1:
        release.neighboring = "add_remove"
        sampled = transformer_zoo.AmplificationBySampling(PoissonSampling=True)
        release = sampled(release, rate, improved_bound_flag=True)
    return transformer_zoo.Composition()([release], [steps]).get_approxDP


def opendp(rate, noise, steps):
    import opendp.prelude as dp

    if rate != 1 or steps > 1000:
        raise ValueError("no Poisson samples; a list of releases")
    dp.enable_features("contrib")
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    whole = dp.c.make_composition([dp.m.make_gaussian(*space, scale=noise)] * steps)
    return dp.c.make_zCDP_to_approxDP(whole).map(1.0).epsilon


ACCOUNTANTS = {
    "dp-accounting-pld": lambda *account: google_losses(*account, 1e-4),
    "dp-accounting-renyi": google_renyi,
    "jax-privacy-pld": jax,
    "opacus-renyi": lambda *account: opacus("RDPAccountant", *account),
    "opacus-prv": lambda *account: opacus("PRVAccountant", *account),
    "opacus-gdp": lambda *account: opacus("GaussianAccountant", *account),
    "prv-accountant": prv,
    "autodp-renyi": autodp,
    "opendp-zcdp": opendp,
    "dp-accounting-optimistic": google_optimistic,
}
COMPOSED_AGAIN = ["jax-privacy-pld", "opacus-prv", "prv-accountant"]


def kept(value):
    value = float(value)
    return value if math.isfinite(value) else None


def timed(call, *values):
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        return call(*values)
    except (Exception, SystemExit):
        return None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def exact(rate, noise, steps, delta):
    """Epsilon by closed forms: one sampled release, or releases without samples, which are one of less noise."""
    import mpmath

    if rate != 1 and steps != 1:
        return None
    mpmath.mp.dps = 60
    s, q = mpmath.mpf(noise) / mpmath.sqrt(steps), mpmath.mpf(rate)
    # Of a normal variable, also far out, where 1 - cdf has no digits.
    tail = lambda x: mpmath.erfc(x / mpmath.sqrt(2)) / 2

    def removed(epsilon):
        """P is (1 - q) N(0) + q N(1), Q is N(0): beyond the point where P / Q is e^epsilon."""
        odds = (mpmath.exp(epsilon) - (1 - q)) / q
        x = s * s * mpmath.log(odds) + mpmath.mpf(1) / 2
        return q * tail((x - 1) / s) - (mpmath.exp(epsilon) - (1 - q)) * tail(x / s)

    def added(epsilon):
        """P is N(0), Q the mixture: before the point where P / Q is e^epsilon, if there is one."""
        odds = (mpmath.exp(-epsilon) - (1 - q)) / q
        if odds <= 0:
            return mpmath.mpf(0)
        x = s * s * mpmath.log(odds) + mpmath.mpf(1) / 2
        below = lambda centre: tail((centre - x) / s)
        return below(0) - mpmath.exp(epsilon) * ((1 - q) * below(0) + q * below(1))

    def root(curve):
        if curve(mpmath.mpf(0)) <= delta:
            return mpmath.mpf(0)
        low, high = mpmath.mpf(0), mpmath.mpf(1)
        while curve(high) > delta:
            low, high = high, 2 * high
        for _ in range(120):
            middle = (low + high) / 2
            low, high = (middle, high) if curve(middle) > delta else (low, middle)
        return high

    return float(max(root(removed), root(added)))


def is_asked(name, account, delta):
    if (*account, delta) == MISSED:
        return name in MISSED_BY
    return name not in COMPOSED_AGAIN or delta in USUAL


def points(settings):
    """Of one number of releases all deltas together, which many accountants answer from one composition."""
    for account, of_account in groupby(settings, key=lambda setting: tuple(setting[:3])):
        deltas = [delta for *_, delta in of_account]
        stated = {delta: {} for delta in deltas}
        for name, accountant in ACCOUNTANTS.items():
            asked = [delta for delta in deltas if is_asked(name, account, delta)]
            epsilon = timed(accountant, *account) if asked else None
            for delta in asked:
                value = None if epsilon is None else timed(epsilon, delta)
                if value is not None:
                    stated[delta][name] = kept(value)
        for delta in deltas:
            yield [*account, delta, exact(*account, delta), [entry(name, stated[delta]) for name in ACCOUNTANTS]]


def entry(name, stated):
    """A number, "infinite" where the bound is none, null where there is no answer."""
    if name not in stated:
        return None
    return "infinite" if stated[name] is None else stated[name]


def write(found, out):
    """One account a line, what is stated in the order of `accountants`."""
    versions = {name: version(name) for name in [*PEERS, "mpmath"]}
    heads = {"versions": versions, "accountants": list(ACCOUNTANTS)}
    out.write("{" + "".join(f'"{name}": {json.dumps(head)},\n' for name, head in heads.items()) + '"accounts": [\n')
    out.write(",\n".join(map(json.dumps, found)) + "\n]}\n")


if __name__ == "__main__":
    OPACUS = load_opacus()
    signal.signal(signal.SIGPROF, stop)
    write(points([line[:4] for line in json.load(sys.stdin)["accounts"]]), sys.stdout)
