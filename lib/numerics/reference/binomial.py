"""Reference values of the binomial distribution, written to binomial.json beside this file.

Run as `python3 binomial.py`. Up to 400 trials the tails are sums of exact rational masses; above that they are the incomplete
beta function of beta.py, which is compared with such sums there. mpmath at 80 digits. Arguments are exact float64; values
are decimal strings of 25 digits. Seeded: the file is reproducible.
"""

import math
import random
from fractions import Fraction

from beta import log_tails
from gamma import LEAST, decimal, mp, mpf, spread, write

draw = random.Random(20261115)


def log_coefficient(n, k):
    return mp.loggamma(mpf(n) + 1) - mp.loggamma(mpf(k) + 1) - mp.loggamma(mpf(n) - k + 1)


def log_mass(n, k, p):
    with mp.workdps(420):
        p = mpf(p)
        return log_coefficient(n, k) + k * mp.log(p) + (n - k) * mp.log1p(-p)


def exact_log(value):
    # Near 1 through the difference, which the division keeps.
    rest = 1 - value
    with mp.workdps(60):
        if value > Fraction(1, 2):
            return mp.log1p(-mpf(rest.numerator) / rest.denominator)
        return mp.log(mpf(value.numerator) / value.denominator)


def log_both(n, k, p):
    """(log P(K <= k), log P(K >= k))"""
    if n <= 400:
        chance = Fraction(p)
        masses = [math.comb(n, j) * chance**j * (1 - chance) ** (n - j) for j in range(n + 1)]
        return exact_log(sum(masses[: k + 1])), exact_log(sum(masses[k:]))
    at_most = log_tails(k + 1, n - k, p)[1] if k < n else mpf(0)
    at_least = log_tails(k, n - k + 1, p)[0] if k > 0 else mpf(0)
    return at_most, at_least


def whole(low, high, count):
    return [int(v) for v in spread(draw, low, high, count)]


def near_mean(n, p, z):
    return min(n, max(0, round(n * p + z * math.sqrt(n * p * (1 - p)))))


def points():
    out = []
    for n in whole(0, 2.6, 70):
        out += [(n, draw.randint(0, n), draw.random()), (n, draw.randint(0, n), spread(draw, -20, 0, 1)[0])]
    for n in whole(2.6, 9, 90) + [10**9, 10**9, 10**9, 10**6, 10**6, 10**12]:
        p = draw.choice([draw.random(), spread(draw, -8, 0, 1)[0], 1 - spread(draw, -6, 0, 1)[0], 0.5, 1 / n, 10 / n])
        out += [(n, near_mean(n, p, draw.uniform(-38, 38)), p), (n, near_mean(n, p, draw.uniform(-3, 3)), p)]
    for n in (1, 2, 20, 1000, 10**6):
        out += [(n, k, p) for k in (0, 1, n) for p in (5e-324, 1e-310, 1e-17, 0.5, 1 - 2.0**-53)]
    out += [(1000, 900, 0.01), (10**6, 9 * 10**5, 0.001), (10**6, 100, 0.5), (10**9, 10, 0.5)]
    return sorted(set(out))


def main():
    coefficients = (
        [(n, draw.randint(0, n)) for n in whole(0, 15, 120)]
        + [(n, min(n, k)) for n, k in zip(whole(1, 15, 100), whole(0, 4, 100))]
    )
    coefficients += [(n, k) for n in (1, 2, 3, 10, 1000, 10**9, 10**15) for k in (0, 1, n // 2, n - 1, n)]
    tables = {
        "logBinomialCoefficient": [], "binomialLogMass": [], "binomialLowerTail": [], "binomialUpperTail": [],
        "binomialLogLowerTail": [], "binomialLogUpperTail": [],
    }
    for n, k in sorted(set(coefficients)):
        tables["logBinomialCoefficient"].append([str(n), str(k), decimal(log_coefficient(n, k)) if 0 < k < n else "0.0"])
    for n, k, p in points():
        tables["binomialLogMass"].append([str(n), str(k), repr(p), decimal(log_mass(n, k, p))])
        for side, value in zip(("Lower", "Upper"), log_both(n, k, p)):
            if value > LEAST:
                tables[f"binomial{side}Tail"].append([str(n), str(k), repr(p), decimal(mp.exp(value))])
            if value == 0 or abs(value) > mpf(5e-324):
                tables[f"binomialLog{side}Tail"].append([str(n), str(k), repr(p), decimal(value) if value != 0 else "0.0"])
    write(__file__, tables)


if __name__ == "__main__":
    main()
