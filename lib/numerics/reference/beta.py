"""Reference values of the regularised incomplete beta functions and their inverses, written to beta.json beside this file.

Run as `python3 beta.py`. mpmath at 80 digits. Arguments are exact float64; values are decimal strings of 25 digits.
Seeded: the file is reproducible. A tail is computed where nothing cancels: the continued fraction of DLMF 8.17.22 on the
side of the mean where it converges, and for both shapes above 2000 Gauss-Legendre quadrature of the tail at 80 digits.
They are compared with each other, with mpmath's own betainc, and with sums of exact binomial masses at the start.
"""

import math
import random
import sys
from fractions import Fraction

from gamma import LEAST, decimal, log_complement, mp, mpf, neighbours, spread, tail_quadrature, write

LARGE = 2000


def log_density(a, b, x, y):
    return a * mp.log(x) + b * mp.log(y) + mp.loggamma(a + b) - mp.loggamma(a) - mp.loggamma(b)


def fraction(a, b, x):
    """I_x(a, b) over density, for x up to (a + 1) / (a + b + 2)."""
    value, up, down = mpf(1), mpf(1), mpf(0)
    k = 1
    while True:
        m = k // 2
        if k % 2:
            numerator = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            numerator = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        down = 1 / (1 + numerator * down)
        up = 1 + numerator / up
        value *= up * down
        if abs(up * down - 1) < mpf(10) ** -(mp.dps - 4) and k > 2:
            return 1 / (a * value)
        k += 1


def quadrature(a, b, x):
    n = a + b
    side = -1 if x * n < a else 1
    return tail_quadrature(lambda v: n * mp.log1p(x * mp.expm1(side * v)) - side * a * v, abs(n * x - a), n * x * (1 - x))


def log_tails(a, b, x):
    """(log I_x(a, b), log of its complement), each to 25 digits relative to itself and to the tail."""
    a, b, x = mpf(a), mpf(b), mpf(x)
    # 1 - x and the complement of a tail get the digits they need.
    with mp.workdps(mp.dps + int(-mp.log10(min(x, 1 - x, a, b, mpf(1)))) + 10):
        y = 1 - x
        if a > LARGE and b > LARGE:
            direct, lower = mp.log(quadrature(a, b, x)), x * (a + b) < a
        elif x * (a + b + 2) <= a + 1:
            direct, lower = mp.log(fraction(a, b, x)), True
        else:
            direct, lower = mp.log(fraction(b, a, y)), False
        direct += log_density(a, b, x, y)
        other = log_complement(direct)
        return (direct, other) if lower else (other, direct)


def solve(a, b, p):
    """The point with lower tail p, at most 1/2, by Newton's method on the log-tail in the log-odds, which is concave there."""
    a, b = mpf(a), mpf(b)
    left = mp.exp((mp.log(p) + mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b) + mp.log(a)) / a)
    if left * max(1, b) < mpf(10) ** -60:
        return left
    right = mp.exp((mp.log1p(-p) + mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b) + mp.log(b)) / b)
    if b < 1 and right * max(1, a) < mpf(10) ** -60:
        return 1 - right
    x = left if left * (a + b) < a else a / (a + b)
    v = mp.log(x / (1 - x))
    for _ in range(300):
        x = 1 / (1 + mp.exp(-v))
        here = log_tails(a, b, x)[0]
        step = (mp.log(p) - here) / mp.exp(log_density(a, b, x, 1 - x) - here)
        v += max(min(step, mpf(1000)), mpf(-1000))
        if abs(step) < mpf(10) ** -40:
            return 1 / (1 + mp.exp(-v))
    sys.exit(f"no root at {a}, {b}, {p}")


def check():
    for a, b, x in [(0.001, 0.5, 0.2), (0.5, 0.5, 0.9), (3.5, 2.25, 0.75), (50.0, 60.5, 0.375), (2.0, 300.0, 0.015625)]:
        ours = mp.exp(log_tails(a, b, x)[0])
        theirs = mp.betainc(mpf(a), mpf(b), 0, mpf(x), regularized=True)
        assert abs(ours / theirs - 1) < mpf(10) ** -40, (a, b, x)
    for n, k, x in [(40, 13, 0.375), (300, 290, 0.875)]:
        p = Fraction(x)
        exact = sum(math.comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(k, n + 1))
        ours = mp.exp(log_tails(k, n - k + 1, x)[0])
        assert abs(ours * exact.denominator / exact.numerator - 1) < mpf(10) ** -40, (n, k)
    for a, b, x in [(2500.0, 3000.0, 0.4375), (2500.0, 1e6, 0.0027), (1e5, 1e5, 0.5), (1e6, 3e6, 0.2505)]:
        a, b, x = mpf(a), mpf(b), mpf(x)
        slow = fraction(a, b, x) if x * (a + b) < a else fraction(b, a, 1 - x)
        assert abs(quadrature(a, b, x) / slow - 1) < mpf(10) ** -40, (a, b, x)


def near_mean(a, b, z):
    """The point whose log-odds are z standard deviations from those of the mean."""
    odds = mpf(a) / b * mp.exp(z * mp.sqrt(1 / mpf(a) + 1 / mpf(b)))
    return float(odds / (1 + odds))


def forward_points(draw):
    points = []
    shapes = list(zip(spread(draw, -3, 6, 100), spread(draw, -3, 6, 100)))
    shapes += list(zip(spread(draw, -1, 3, 50), spread(draw, -1, 3, 50))) + list(zip(spread(draw, 3, 7, 30), spread(draw, 3, 9, 30)))
    shapes += [
        (1e9, 1e9), (1.0, 1e9), (12.0, 1e9), (1e9, 3.0), (5e8, 5e8), (1e12, 1e12), (40.0, 1e15), (1e15, 1e15),
        (1e-6, 2.0), (1e-100, 0.5), (1e-300, 1e3), (1e-20, 1e-10),
    ]
    for a, b in shapes:
        if a > 1 and b > 1:
            points += [(a, b, near_mean(a, b, draw.uniform(-38, 38))), (a, b, near_mean(a, b, draw.uniform(-3, 3)))]
        else:
            points += [(a, b, spread(draw, -300, 0, 1)[0]), (a, b, draw.random()), (a, b, 1 - spread(draw, -16, 0, 1)[0])]
    for a in neighbours(1.0) + neighbours(30.0) + [0.5, 2.0]:
        points += [
            (a, b, x)
            for b in (0.5, 1.0, 30.0, 100.0)
            for x in (a / (a + b), (a + 1) / (a + b + 2), 0.5, 5e-324, 1e-310, 1 - 2.0**-53)
        ]
    return sorted(set((a, b, x) for a, b, x in points if 0 < x < 1))


def inverse_points(draw):
    levels = [1e-300, 1e-100, 1e-20, 1e-10, 1e-5, 0.01, 0.025, 0.3, 0.5, 0.7, 0.975, 1 - 1e-10]
    shapes = [
        (1.0, 1.0), (0.5, 0.5), (0.02, 3.0), (3.0, 0.02), (0.1, 0.1), (11.0, 990.0), (51.0, 50.0), (1.0, 1e9),
        (11.0, 1e9), (1000.0, 1e9), (5e8, 5e8), (1e6, 1e3), (30.0, 30.0),
    ]
    points = [(a, b, p) for a, b in shapes for p in levels]
    for a, b in zip(spread(draw, -2, 4, 120), spread(draw, -2, 4, 120)):
        points.append((a, b, spread(draw, -300, 0, 1)[0] if draw.random() < 0.4 else draw.random()))
    return sorted(set(points))


def inverse_row(a, b, p, lower):
    # The smaller tail is the one solved for; the other end is the mirror image.
    with mp.workdps(mp.dps + 40):
        p_exact = mpf(p)
        if p_exact <= mpf(1) / 2:
            value = solve(a, b, p_exact) if lower else 1 - solve(b, a, p_exact)
        else:
            value = 1 - solve(b, a, 1 - p_exact) if lower else solve(a, b, 1 - p_exact)
        if value < mpf(10) ** -330:
            return None
        return [repr(a), repr(b), repr(p), decimal(value)]


def main():
    check()
    draw = random.Random(20261115)
    tables = {"lowerBeta": [], "upperBeta": [], "logLowerBeta": [], "logUpperBeta": []}
    for a, b, x in forward_points(draw):
        for which, value in zip(("Lower", "Upper"), log_tails(a, b, x)):
            if value > LEAST:
                tables[which.lower() + "Beta"].append([repr(a), repr(b), repr(x), decimal(mp.exp(value))])
            if abs(value) > mpf(5e-324):
                tables[f"log{which}Beta"].append([repr(a), repr(b), repr(x), decimal(value)])
    points = inverse_points(draw)
    for name, lower in (("lowerBetaInverse", True), ("upperBetaInverse", False)):
        tables[name] = [row for row in (inverse_row(a, b, p, lower) for a, b, p in points) if row is not None]
    write(__file__, tables)


if __name__ == "__main__":
    main()
