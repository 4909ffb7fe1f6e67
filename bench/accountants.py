"""The accountants from PyPI beside ours: the Poisson-sampled Gaussian mechanism, epsilon at a delta as an interval.

Each line of the input is `peer sigma rate times delta setting`; the answer is the interval's two ends and the
nanoseconds of the call, on one line, and nan for the ends where memory does not suffice. The setting of dp-accounting
is its value_discretization_interval, and its interval has the optimistic and the pessimistic estimate as ends; that
of prv-accountant is its eps_error. With arguments instead of input, one such line is answered: one process, one
account.
"""

import sys
import time
from importlib.metadata import version


def dp_accounting(sigma, rate, times, delta, interval):
    from dp_accounting.pld import privacy_loss_distribution as losses

    ends = []
    for pessimistic in (False, True):
        loss = losses.from_gaussian_mechanism(
            sigma,
            sampling_prob=rate,
            value_discretization_interval=interval,
            pessimistic_estimate=pessimistic,
            # The better of its two methods exists for the pessimistic side only.
            use_connect_dots=pessimistic,
        )
        ends.append(loss.self_compose(times).get_epsilon_for_delta(delta))
    return ends


def prv_accountant(sigma, rate, times, delta, error):
    from prv_accountant import PoissonSubsampledGaussianMechanism, PRVAccountant

    mechanism = PoissonSubsampledGaussianMechanism(sampling_probability=rate, noise_multiplier=sigma)
    accountant = PRVAccountant(
        prvs=[mechanism], max_self_compositions=[times], eps_error=error, delta_error=delta / 1000
    )
    lower, _, upper = accountant.compute_epsilon(delta=delta, num_self_compositions=[times])
    return lower, upper


PEERS = {"dp-accounting": dp_accounting, "prv-accountant": prv_accountant}


def answer(peer, sigma, rate, times, delta, setting):
    start = time.perf_counter_ns()
    try:
        lower, upper = PEERS[peer](float(sigma), float(rate), int(times), float(delta), float(setting))
    except MemoryError:
        lower, upper = "nan", "nan"
    print(float(lower), float(upper), time.perf_counter_ns() - start, flush=True)


def main():
    if len(sys.argv) > 1:
        answer(*sys.argv[1:])
        return
    print(", ".join(f"{name} {version(name)}" for name in PEERS), flush=True)
    for line in sys.stdin:
        answer(*line.split())


main()
