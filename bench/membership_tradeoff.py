"""The attacks of the experiment `membership-tradeoff` in NumPy: ten mechanisms at five epsilons, a million draws for each hypothesis.

For each mechanism and epsilon: outputs of non-members and of members; the errors of every cut of a statistic that
orders outputs by their likelihood ratio; whether the exact errors lie within the Dvoretzky-Kiefer-Wolfowitz band of
the observed ones at every cut; whether a cut enters the region that the claim forbids; the balanced accuracy of the
best cut; the epsilon that one half of the draws certifies for the event that the other half chose. One process, one
thread; prints a line of JSON for each mechanism and epsilon.

Arguments: draws for each hypothesis (1000000), seed (1).
"""

import json
import sys

import numpy
from scipy.optimize import brentq
from scipy.special import betaincinv, ndtr

EPSILONS = (0.1, 0.5, 1.0, 2.0, 4.0)
DELTA = 1e-5
LEAK = 0.01
RELEASES = 10
PEOPLE = 100
# The intervals of the whole experiment share a family-wise error of a hundredth; a cell of the attack uses four.
ERROR_RATE = 0.01 / (4 * 10 * len(EPSILONS))


class Continuous:
    """Noise of a scale around two centres: the outputs themselves are the statistic."""

    def __init__(self, delta, centres, scale, noise, cumulative):
        self.delta, self.centres, self.scale = delta, centres, scale
        self.noise, self.cumulative = noise, cumulative
        self.best_cut = sum(centres) / 2

    def draw(self, member, count, generator):
        return self.centres[member] + self.noise(generator, count, self.scale)

    def below(self, member, cuts):
        return self.cumulative((cuts - self.centres[member]) / self.scale)


class Integer:
    """Noise on the integers, added to 0 or to 1: the outputs themselves are the statistic."""

    best_cut = 0

    def __init__(self, delta, masses, draw):
        self.delta, self.draw = delta, draw
        self.reach = len(masses) // 2
        self.cumulative = numpy.cumsum(masses)

    def below(self, member, cuts):
        places = numpy.clip(cuts - member + self.reach, -1, len(self.cumulative) - 1)
        return numpy.where(places < 0, 0.0, self.cumulative[places])


class Finite:
    """A few outputs, given by their probabilities: the statistic is the place of an output in the order of likelihood ratios."""

    def __init__(self, delta, laws):
        self.delta = delta
        with numpy.errstate(divide="ignore"):
            ratios = numpy.log(laws[1]) - numpy.log(laws[0])
        levels, self.place = numpy.unique(numpy.round(ratios, 12), return_inverse=True)
        self.edges = [numpy.cumsum(law)[:-1] for law in laws]
        self.cumulative = [numpy.cumsum(numpy.bincount(self.place, law)) for law in laws]
        self.best_cut = numpy.count_nonzero(levels <= 0) - 1

    def draw(self, member, count, generator):
        return self.place[numpy.searchsorted(self.edges[member], generator.random(count), side="right")]

    def below(self, member, cuts):
        return self.cumulative[member][cuts]


def laplace_noise(generator, count, scale):
    return generator.laplace(0.0, scale, count)


def laplace_cumulative(x):
    tail = 0.5 * numpy.exp(-numpy.abs(x))
    return numpy.where(x < 0, tail, 1 - tail)


def normal_noise(generator, count, scale):
    return generator.normal(0.0, scale, count)


def summed_normal_noise(generator, count, scale):
    return generator.normal(0.0, scale / RELEASES**0.5, (count, RELEASES)).sum(axis=1)


def gaussian_deviation(epsilon):
    """The analytic Gaussian mechanism of Balle and Wang (2018), sensitivity 1."""

    def excess(sigma):
        first, second = 1 / (2 * sigma) - epsilon * sigma, -1 / (2 * sigma) - epsilon * sigma
        return ndtr(first) - numpy.exp(epsilon) * ndtr(second) - DELTA

    return brentq(excess, 1e-2, 1e3, xtol=1e-13)


def discrete_gaussian_variance(epsilon):
    """By the zero-concentrated rho whose best order gives (epsilon, delta): Canonne, Kamath, Steinke (2020)."""

    def epsilon_of(rho):
        budget = -numpy.log(DELTA)
        order = 1 + brentq(lambda t: t * t * rho + numpy.log1p(t) - budget, 0, (budget / rho) ** 0.5)
        return order * rho + numpy.log1p(-1 / order) + (budget - numpy.log(order)) / (order - 1)

    return 1 / (2 * brentq(lambda rho: epsilon_of(rho) - epsilon, 1e-8, 20, xtol=1e-15))


def randomized_response(epsilon):
    lie = 1 / (1 + numpy.exp(epsilon))
    return Finite(0, numpy.array([[1 - lie, lie], [lie, 1 - lie]]))


def leaky_response(epsilon):
    lie = (1 - LEAK) / (1 + numpy.exp(epsilon))
    truth = 1 - LEAK - lie
    return Finite(LEAK, numpy.array([[truth, lie, LEAK, 0], [lie, truth, 0, LEAK]]))


def exponential_mechanism(epsilon):
    weights = numpy.exp(epsilon / 2 * numpy.array([[1, 1, 1, 1, 0], [0, 0, 0, 0, 1]]))
    return Finite(0, weights / weights.sum(axis=1, keepdims=True))


def geometric(epsilon):
    decay = numpy.exp(-epsilon)
    reach = int(40 / epsilon)
    masses = (1 - decay) / (1 + decay) * decay ** numpy.abs(numpy.arange(-reach, reach + 1))

    def draw(member, count, generator):
        return member + generator.geometric(1 - decay, count) - generator.geometric(1 - decay, count)

    return Integer(0, masses, draw)


def discrete_gaussian(epsilon):
    variance = discrete_gaussian_variance(epsilon)
    reach = int(9 * variance**0.5) + 1
    support = numpy.arange(-reach, reach + 1)
    masses = numpy.exp(-(support**2) / (2 * variance))
    masses /= masses.sum()
    cumulative = numpy.cumsum(masses)

    def draw(member, count, generator):
        return member - reach + numpy.searchsorted(cumulative[:-1], generator.random(count), side="right")

    return Integer(DELTA, masses, draw)


def laplace_mean(epsilon):
    ones = PEOPLE // 2 - 1  # alternating zeros and ones; the person's record is the last
    centres = (ones / PEOPLE, (ones + 1) / PEOPLE)
    return Continuous(0, centres, 1 / (PEOPLE * epsilon), laplace_noise, laplace_cumulative)


MECHANISMS = {
    "randomized-response": randomized_response,
    "leaky-response": leaky_response,
    "laplace": lambda epsilon: Continuous(0, (0, 1), 1 / epsilon, laplace_noise, laplace_cumulative),
    "laplace-mean": laplace_mean,
    "geometric": geometric,
    "majority": randomized_response,  # one vote ahead, either way: by inverse sensitivity the same laws
    "exponential-mechanism": exponential_mechanism,
    "gaussian": lambda epsilon: Continuous(DELTA, (0, 1), gaussian_deviation(epsilon), normal_noise, ndtr),
    "discrete-gaussian": discrete_gaussian,
    "gaussian-ten-times": lambda epsilon: Continuous(
        DELTA, (0, RELEASES), RELEASES * gaussian_deviation(epsilon), summed_normal_noise, ndtr
    ),
}


def errors(nulls, members):
    """Every cut with its two errors: guessing member of a non-member, above the cut, and non-member of a member, at or below it."""
    nulls, members = numpy.sort(nulls), numpy.sort(members)
    pooled = numpy.sort(numpy.concatenate((nulls, members)))
    cuts = pooled[numpy.append(pooled[1:] != pooled[:-1], True)]  # numpy.unique is slower for integers
    alpha = 1 - numpy.searchsorted(nulls, cuts, side="right") / len(nulls)
    beta = numpy.searchsorted(members, cuts, side="right") / len(members)
    return cuts, alpha, beta


def band_width(count, error_rate):
    return (-numpy.log(error_rate) / (2 * count)) ** 0.5


def certified_ratio(over, under, trials, delta):
    """Clopper-Pearson limits, each at a quarter of the error rate: there are two directions, of two limits each."""
    error_rate = ERROR_RATE / 4
    lower = betaincinv(over, trials - over + 1, error_rate) if over > 0 else 0.0
    upper = betaincinv(under + 1, trials - under, 1 - error_rate) if under < trials else 1.0
    return numpy.log((lower - delta) / upper) if lower > delta else 0.0


def certified_epsilon(nulls, members, delta):
    """One half of the draws chooses the event in each direction, the other half counts it."""
    cuts, alpha, beta = errors(nulls[::2], members[::2])
    count = len(nulls) // 2
    above = cuts[best_event(1 - beta, alpha, count, delta)]
    below = cuts[best_event(1 - alpha, beta, count, delta)]
    nulls, members = nulls[1::2], members[1::2]
    counts_above = numpy.count_nonzero(members > above), numpy.count_nonzero(nulls > above)
    counts_below = numpy.count_nonzero(nulls <= below), numpy.count_nonzero(members <= below)
    return max(certified_ratio(*counts_above, count, delta), certified_ratio(*counts_below, count, delta))


def best_event(over, under, count, delta):
    """The one whose ratio is largest four standard deviations off, either way."""
    over, under = over * count, under * count
    return numpy.argmax((over - 4 * numpy.sqrt(over) - delta * count) / (under + 4 * numpy.sqrt(under) + 8))


def attack(name, epsilon, count, generator):
    game = MECHANISMS[name](epsilon)
    nulls, members = game.draw(0, count, generator), game.draw(1, count, generator)
    cuts, alpha, beta = errors(nulls, members)
    apart = max(
        numpy.max(numpy.abs(alpha - (1 - game.below(0, cuts)))), numpy.max(numpy.abs(beta - game.below(1, cuts)))
    )
    width = band_width(count, ERROR_RATE / 2)
    slope = numpy.exp(epsilon)
    upper_alpha, upper_beta = numpy.minimum(1, alpha + width), numpy.minimum(1, beta + width)
    lowest = min(numpy.min(upper_beta + slope * upper_alpha), numpy.min(upper_alpha + slope * upper_beta))
    accuracy = (numpy.mean(nulls <= game.best_cut) + numpy.mean(members > game.best_cut)) / 2
    return {
        "mechanism": name,
        "epsilon": epsilon,
        "accuracy": float(accuracy),
        "band": bool(apart <= band_width(count, ERROR_RATE / 4)),
        "refuted": bool(lowest < 1 - game.delta),
        "certified": float(certified_epsilon(nulls, members, game.delta)),
    }


def main(count=1_000_000, seed=1):
    generator = numpy.random.default_rng(seed)
    for name in MECHANISMS:
        for epsilon in EPSILONS:
            print(json.dumps(attack(name, epsilon, count, generator)), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
