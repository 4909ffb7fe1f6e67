"""The risks and bounds of the experiment `minimax-bounds` in NumPy and SciPy, at full size.

Means of bits: Le Cam's bound with and without privacy, maximised over pairs of parameters, beside the exact worst
risks of estimators, as sums over the binomial law, under pure, zero-concentrated, Gaussian and approximate privacy;
the price of privacy; three of the risks drawn again. The end of a uniform law from a private quantile: records are
drawn, the error given them is exact. One process, one thread; prints a line of JSON for each cell.

Arguments: draws of each sampled risk (4000000), draws of each quantile (150000), seed (1).
"""

import functools
import json
import sys

import numpy
from scipy.optimize import brentq, minimize_scalar
from scipy.signal import lfilter
from scipy.special import erfcx, ndtr
from scipy.stats import binom

SIZES = (100, 316, 1000, 3162, 10_000, 31_623, 100_000)
KAPPAS = (0.03, 0.1, 0.3, 1, 3, 10, 30)
SANDWICH_KAPPAS = (0.03, 0.1, 0.3, 1, 1.082, 1.638, 2, 3, 10, 30)
PRICE_KAPPAS = (0.5, 1, 2, 3, 5, 10, 20)
SHARES = (0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
THETAS = (0.5, 0.75, 1)
DELTA = 1e-6
REACH = 10  # standard deviations of a binomial law that are summed: all but 1e-22 of it
# Three sampled risks, and three thetas in each of twelve cells, share a family-wise error of a hundredth.
ERROR_RATE = 0.01 / (3 + 3 * 12)


def binomial(size, probability):
    """The counts that matter, and their masses."""
    mean, reach = size * probability, REACH * (size * probability * (1 - probability)) ** 0.5 + 30
    counts = numpy.arange(max(0, int(mean - reach)), min(size, int(mean + reach) + 1) + 1)
    return counts, binom.pmf(counts, size, probability)


def largest(bound, widest):
    """Over separations: the best of a grid, then the peak near it."""
    grid = widest * numpy.logspace(-7, 0, 200)
    values = [bound(separation) for separation in grid]
    best = int(numpy.argmax(values))
    bracket = grid[max(0, best - 1)], grid[min(len(grid) - 1, best + 1)]
    peak = minimize_scalar(lambda d: -bound(d), bounds=bracket, method="bounded", options={"xatol": 1e-9 * bracket[1]})
    return max((values[best], grid[best]), (-peak.fun, peak.x))


@functools.lru_cache(None)
def classic_bound(size):
    def bound(separation):
        first, second = (1 - separation) / 2, (1 + separation) / 2
        reach = REACH * (size / 4) ** 0.5 + 30
        counts = numpy.arange(max(0, int(size * first - reach)), min(size, int(size * second + reach) + 1) + 1)
        overlap = numpy.minimum(binom.pmf(counts, size, first), binom.pmf(counts, size, second)).sum()
        return separation / 2 * overlap

    return largest(bound, min(1.0, 20 / size**0.5))


def divergence_bound(size):
    def bound(separation):
        divergence = separation * (numpy.log1p(separation) - numpy.log1p(-separation))
        return separation / 4 * numpy.exp(-size * divergence)

    return largest(bound, 1 - 1e-12)[0]


def overlap_of(kind, epsilon, changes):
    """What a guarantee leaves of 1 minus total variation after this many changes."""
    if kind == "pure":
        return 2 / (1 + numpy.exp(numpy.minimum(700, changes * epsilon)))
    if kind == "zero-concentrated":
        rho = epsilon**2 / 2
        return numpy.maximum(numpy.maximum(0, 1 - changes * (rho / 2) ** 0.5), numpy.exp(-rho * changes**2.0) / 2)
    if kind == "gaussian":
        return 2 * ndtr(-changes * epsilon / 2)
    grown = numpy.expm1(numpy.minimum(700, changes * epsilon))
    return numpy.maximum(0, 2 * (1 - DELTA * grown / numpy.expm1(epsilon)) / (2 + grown))


@functools.lru_cache(None)
def private_bound(size, kind, epsilon):
    """In the metric form: half the separation times the mean overlap over coupled samples."""

    def bound(separation):
        changes, masses = binomial(size, separation)
        return separation / 2 * (masses @ overlap_of(kind, epsilon, changes))

    return largest(bound, 1.0)


def laplace_risk(size, theta, scale):
    ones, masses = binomial(size, theta)
    away = numpy.abs(ones / size - theta)
    return masses @ (away + scale * numpy.exp(-away / scale))


def gaussian_risk(size, theta, deviation):
    ones, masses = binomial(size, theta)
    away = numpy.abs(ones / size - theta)
    ratio = away / deviation
    density = numpy.exp(-(ratio**2) / 2) / (2 * numpy.pi) ** 0.5
    return masses @ (2 * deviation * density + away * (1 - 2 * ndtr(-ratio)))


def mean_risk(size, theta):
    ones, masses = binomial(size, theta)
    return masses @ numpy.abs(ones / size - theta)


def clipped_risk(size, theta, scale):
    def integral(x):
        return numpy.maximum(0, x) + scale / 2 * numpy.exp(-numpy.abs(x) / scale)

    ones, masses = binomial(size, theta)
    share = ones / size
    return masses @ (integral(theta - share) + integral(share - theta) - integral(-share) - integral(share - 1))


def geometric_risk(size, theta, epsilon):
    ones, masses = binomial(size, theta)
    away = numpy.abs(ones / size - theta) * size
    following = numpy.floor(away) + 1
    decay = numpy.exp(-epsilon)
    beyond = numpy.exp(-epsilon * following) / (1 + decay) * (following - away + decay / (1 - decay))
    return masses @ (away + 2 * beyond) / size


def inverse_sensitivity_risk(size, theta, epsilon):
    decay = numpy.exp(-epsilon / 2)
    away = numpy.abs(numpy.arange(size + 1) / size - theta)

    def both_sides(values):
        below = lfilter([1], [1, -decay], values)
        above = lfilter([1], [1, -decay], values[::-1])[::-1]
        return below + above - values

    ones, masses = binomial(size, theta)
    return masses @ (both_sides(away) / both_sides(numpy.ones(size + 1)))[ones]


def response_risk(size, theta, epsilon):
    lie, stretch = 1 / (1 + numpy.exp(epsilon)), numpy.tanh(epsilon / 2)
    answers, masses = binomial(size, lie + theta * stretch)
    return masses @ numpy.abs((answers / size - lie) / stretch - theta)


ESTIMATORS = {
    "laplace": lambda size, theta, epsilon: laplace_risk(size, theta, 1 / (size * epsilon)),
    "clipped-laplace": lambda size, theta, epsilon: clipped_risk(size, theta, 1 / (size * epsilon)),
    "geometric": geometric_risk,
    "inverse-sensitivity": inverse_sensitivity_risk,
    "local-response": response_risk,
}


def worst(separations, risk):
    return max(risk(theta) for theta in (*SHARES, *((1 - separation) / 2 for separation in separations)))


def gaussian_deviation(epsilon):
    """The least noise of (epsilon, delta) for sensitivity 1: Balle and Wang (2018)."""

    def excess(deviation):
        ratio = 1 / deviation
        return ndtr(ratio / 2 - epsilon / ratio) - numpy.exp(epsilon) * ndtr(-ratio / 2 - epsilon / ratio) - DELTA

    return brentq(excess, 1e-3, 1e7, xtol=1e-13, rtol=1e-14)


def epsilon_of(kappa, size):
    return min(10, kappa / size**0.5)


def show(part, cell, estimate, **more):
    print(json.dumps({"part": part, "cell": cell, "estimate": float(estimate), **more}), flush=True)


def exact_parts():
    for size in SIZES:
        value, separation = classic_bound(size)
        assert divergence_bound(size) <= value
        show("classic", {"size": size}, worst([separation], lambda theta: mean_risk(size, theta)), theory=float(value))
    for name, risk in ESTIMATORS.items():
        for size in SIZES:
            for kappa in KAPPAS:
                pure_cell("private", {"estimator": name, "size": size, "kappa": kappa}, risk)
    for size in SIZES:
        for kappa in SANDWICH_KAPPAS:
            clipped = size * epsilon_of(kappa, size) < 1 - 1e-12
            pure_cell("sandwich", {"size": size, "kappa": kappa}, ESTIMATORS["clipped-laplace" if clipped else "laplace"])
    for size in SIZES[2:]:
        for kappa in PRICE_KAPPAS:
            price = laplace_risk(size, 0.5, 1 / (size * epsilon_of(kappa, size))) / mean_risk(size, 0.5)
            limit = 1 + erfcx(kappa / 2 / 2**0.5) / (kappa / 2) / (2 / numpy.pi) ** 0.5
            show("price", {"size": size, "kappa": kappa}, price, theory=float(limit))
    relaxed = {"concentrated": "zero-concentrated", "gaussian": "gaussian", "approximate": "approximate"}
    for part, kind in relaxed.items():
        for size in SIZES:
            for kappa in KAPPAS:
                epsilon = epsilon_of(kappa, size)
                deviation = gaussian_deviation(epsilon) if kind == "approximate" else 1 / epsilon
                (classic, one), (hidden, other) = classic_bound(size), private_bound(size, kind, epsilon)
                risk = worst([one, other], lambda theta: gaussian_risk(size, theta, deviation / size))
                show(part, {"size": size, "kappa": kappa}, risk, theory=float(max(classic, hidden)))


def pure_cell(part, cell, risk):
    size, epsilon = cell["size"], epsilon_of(cell["kappa"], cell["size"])
    (classic, one), (hidden, other) = classic_bound(size), private_bound(size, "pure", epsilon)
    printed = min(1, 1 / (size * epsilon))  # the separation at which the bound of the lecture notes is largest
    found = worst([one, other, printed], lambda theta: risk(size, theta, epsilon))
    bound = max(classic, hidden)
    show(part, cell, found / bound if part == "sandwich" else found, theory=4.5 if part == "sandwich" else float(bound))


def sampled_part(count, generator):
    size, theta = 1000, 0.3
    epsilon = epsilon_of(1, size)
    lie, stretch = 1 / (1 + numpy.exp(epsilon)), numpy.tanh(epsilon / 2)
    for name in ("clipped-laplace", "inverse-sensitivity", "local-response"):
        if name == "clipped-laplace":
            noisy = generator.binomial(size, theta, count) / size + generator.laplace(0, 1 / (size * epsilon), count)
            estimates = numpy.clip(noisy, 0, 1)
        elif name == "inverse-sensitivity":
            ones = generator.binomial(size, theta, count)
            noisy = numpy.full(count, -1)
            open_ = numpy.arange(count)
            while len(open_) > 0:  # two-sided geometric noise until the sum is a possible count
                lost = 1 - numpy.exp(-epsilon / 2)
                noise = generator.geometric(lost, len(open_)) - generator.geometric(lost, len(open_))
                noisy[open_] = ones[open_] + noise
                open_ = open_[(noisy[open_] < 0) | (noisy[open_] > size)]
            estimates = noisy / size
        else:
            estimates = (generator.binomial(size, lie + theta * stretch, count) / size - lie) / stretch
        errors = numpy.abs(estimates - theta)
        cell = {"estimator": name, "size": size, "kappa": 1, "theta": theta}
        exact = ESTIMATORS[name](size, theta, epsilon)
        show("sampled", cell, errors.mean(), theory=float(exact), error=float(errors.std() / count**0.5))


def quantile_errors(size, epsilon, count, generator):
    """The mean error given drawn records, for each theta: an integral over the stretches between those that carry weight."""
    quantile = 1 - min(0.5, 4 * numpy.log(size + 1) / (size * epsilon))
    first = max(0, int(numpy.ceil(quantile * size - 60 / epsilon)))
    ranks = numpy.arange(first, size + 1)
    weights = numpy.exp(-epsilon / 2 * numpy.abs(ranks - quantile * size))
    out = numpy.empty((len(THETAS), count))
    rows = max(1, 262_144 // len(ranks))
    for done in range(0, count, rows):
        some = min(rows, count - done)
        start = generator.gamma(first, size=some) if first > 0 else numpy.zeros(some)
        places = numpy.cumsum(generator.exponential(size=(some, len(ranks))), axis=1) + start[:, None]
        records = numpy.column_stack((start, places[:, :-1])) / places[:, -1:]
        for k, theta in enumerate(THETAS):
            ends = numpy.column_stack((theta * records, numpy.ones(some)))
            integrals = error_integral(ends / quantile, theta)
            mass = numpy.diff(ends, axis=1) @ weights
            out[k, done : done + some] = quantile * (numpy.diff(integrals, axis=1) @ weights) / mass
    return out


def error_integral(y, theta):
    """From 1/2, of the error of an estimate y that is moved into [1/2, 1]."""
    inside = numpy.clip(y, 0.5, 1)
    left = numpy.minimum(inside, theta)
    below = (left - 0.5) * (2 * theta - 0.5 - left) / 2
    above = numpy.maximum(0, inside - theta) ** 2 / 2
    return below + above + (y - inside) * numpy.where(y < 0.5, theta - 0.5, 1 - theta)


def uniform_part(count, generator):
    for size in (100, 1000, 10_000, 100_000):
        for epsilon in (0.1, 1, 3):
            gap = min(0.5, 1 / ((size + 1) * (1 - numpy.exp(-epsilon))))
            bound = 6.5 * gap / 4 * (1 - (1 - numpy.exp(-epsilon)) * gap) ** size * numpy.log(size)
            errors = quantile_errors(size, epsilon, count, generator)
            # Twice as many draws for as long as one of the intervals holds the bound, at five looks.
            while errors.shape[1] < 16 * count and not numpy.all(decided(errors, bound)):
                errors = numpy.column_stack((errors, quantile_errors(size, epsilon, errors.shape[1], generator)))
            for theta, own in zip(THETAS, errors):
                cell = {"size": size, "epsilon": epsilon, "theta": theta}
                error = own.std() / len(own) ** 0.5
                show("uniform-estimator", cell, own.mean(), theory=float(bound), error=float(error))


def decided(errors, bound):
    """By the empirical Bernstein bound of Maurer and Pontil (2009), for errors between 0 and 1/2."""
    count = errors.shape[1]
    level = numpy.log(4 / (ERROR_RATE / 5))
    widths = (2 * errors.var(axis=1, ddof=1) * level / count) ** 0.5 + 7 * 0.5 * level / (3 * (count - 1))
    return numpy.abs(errors.mean(axis=1) - bound) > widths


def main(sampled=4_000_000, quantiles=150_000, seed=1):
    generator = numpy.random.default_rng(seed)
    exact_parts()
    sampled_part(sampled, generator)
    uniform_part(quantiles, generator)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
