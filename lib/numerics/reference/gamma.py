"""Reference values of logGamma and of the regularised incomplete gamma functions, written to gamma.json beside this file.

Run as `python3 gamma.py`. mpmath at 80 digits. Arguments are exact float64; values are decimal strings of 25 digits.
Seeded: the file is reproducible. A tail is computed where nothing cancels: the power series of P below x = a + 1,
Legendre's continued fraction of Q above, and for shapes above 2000 Gauss-Legendre quadrature of the tail at 80 digits; the
three are compared with each other and with mpmath's own gammainc at the start.
"""

import json
import math
import random
import sys
from pathlib import Path

from mpmath import mp, mpf

mp.dps = 80
LARGE = 2000


def spread(draw, low, high, count):
    """`count` float64 spread log-uniformly over [10^low, 10^high]."""
    return [float(mpf(10) ** mpf(draw.uniform(low, high))) for _ in range(count)]


def neighbours(value):
    return [math.nextafter(value, -math.inf), value, math.nextafter(value, math.inf)]


def decimal(value):
    return mp.nstr(value, 25, min_fixed=0, max_fixed=0)


def write(script, tables):
    for name, rows in tables.items():
        if len(rows) < 200:
            sys.exit(f"{name}: only {len(rows)} points")
    lines = [f'"{name}": [\n' + ",\n".join(json.dumps(row) for row in rows) + "\n]" for name, rows in tables.items()]
    Path(script).with_suffix(".json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
    print({name: len(rows) for name, rows in tables.items()})


def tail_quadrature(exponent, slope, curvature):
    """Integral of exp(-exponent(v)) over v > 0, for a convex exponent with the given derivatives at 0."""
    depth = mpf(150)
    end = 2 * depth / (slope + mp.sqrt(slope * slope + 2 * depth * curvature))
    while exponent(end) < depth:
        end *= mpf("1.2")
    return mp.quad(lambda v: mp.exp(-exponent(v)), [end * k / 8 for k in range(9)], method="gauss-legendre")


def log_complement(direct):
    """log(1 - e^direct)"""
    return mp.log1p(-mp.exp(direct)) if direct < -1 else mp.log(-mp.expm1(direct))


def log_density(a, x):
    return a * mp.log(x) - x - mp.loggamma(a)


def lower_series(a, x):
    term = total = 1 / a
    k = 1
    while term > total * mpf(10) ** (2 - mp.dps):
        term *= x / (a + k)
        total += term
        k += 1
    return total


def upper_fraction(a, x):
    base = x + 1 - a
    value = up = base
    down = mpf(0)
    k = 1
    while True:
        numerator, denominator = k * (a - k), base + 2 * k
        down = 1 / (denominator + numerator * down)
        up = denominator + numerator / up
        value *= up * down
        if abs(up * down - 1) < mpf(10) ** (4 - mp.dps):
            return 1 / value
        k += 1


def quadrature(a, x):
    side = -1 if x < a else 1
    return tail_quadrature(lambda v: x * (mp.expm1(side * v) - side * v) + side * (x - a) * v, abs(x - a), x)


def log_tails(a, x):
    """(log P, log Q), each to 25 digits relative to itself and to the tail."""
    a, x = mpf(a), mpf(x)
    if a > LARGE:
        direct, lower = log_density(a, x) + mp.log(quadrature(a, x)), x < a
    elif x < a + 1:
        # P can be 1 - 1e-320, so the difference gets the digits it needs.
        with mp.workdps(mp.dps + (int(-mp.log10(a)) + 10 if a < 1 else 0)):
            direct = log_density(a, x) + mp.log(lower_series(a, x))
            return direct, log_complement(direct)
    else:
        direct, lower = log_density(a, x) + mp.log(upper_fraction(a, x)), False
    other = log_complement(direct)
    return (direct, other) if lower else (other, direct)


def solve(a, log_target, lower, start):
    """x with log of the tail equal to log_target, by Newton's method on the log-tail in log x, which is concave there."""
    a, v = mpf(a), mp.log(start)
    for _ in range(200):
        tails = log_tails(a, mp.exp(v))
        here = tails[0] if lower else tails[1]
        hazard = mp.exp(log_density(a, mp.exp(v)) - here)
        step = (log_target - here) / hazard
        if not lower:
            step = -step
        v += max(min(step, mpf(1) / 2), -mpf(10) ** 3 if lower else -mpf(1))
        if abs(step) < mpf(10) ** -40:
            return mp.exp(v)
    sys.exit(f"no root at {a}, {log_target}")


def check():
    for a, x in [(0.001, 0.5), (0.5, 1.2), (3.5, 2.25), (50, 60.5), (300.0, 260.0)]:
        ours = mp.exp(log_tails(a, x)[1])
        theirs = mp.gammainc(mpf(a), mpf(x), mp.inf, regularized=True)
        assert abs(ours / theirs - 1) < mpf(10) ** -40, (a, x)
    for a, x in [(2500.0, 2400.0), (5000.0, 5300.0), (1e6, 1.002e6), (1e6, 0.99e6)]:
        a, x = mpf(a), mpf(x)
        slow = lower_series(a, x) if x < a else upper_fraction(a, x)
        assert abs(quadrature(a, x) / slow - 1) < mpf(10) ** -40, (a, x)


LEAST, GREATEST = mp.log(mpf(5e-324)), mp.log(mpf(2) ** 1024)


def forward_points(draw):
    points = []
    for a in spread(draw, -6, 7, 110) + spread(draw, -1, 3, 60) + [1e8, 1e9, 1e12, 1e15]:
        if a > 1:
            points.append((a, float(a * mp.exp(draw.uniform(-38, 38) / math.sqrt(a)))))
            points.append((a, float(a * mp.exp(draw.uniform(-3, 3) / math.sqrt(a)))))
        else:
            points.append((a, spread(draw, -300, 0, 1)[0]))
            points.append((a, spread(draw, -3, 2.8, 1)[0]))
    for a in neighbours(1.0) + neighbours(30.0) + [0.5, 2.0, 3.0, 10.0, 29.5, 100.0]:
        points += [(a, x) for x in (a, a + 1, math.nextafter(a + 1, 0), a / 2, 3 * a + 1)]
    for a in (1e-300, 1e-100, 1e-20, 1e-10, 1e-3, 0.3, 0.999):
        points += [(a, x) for x in (5e-324, 1e-310, 2.2250738585072014e-308, 1e-30, 0.5, 1.0, 1.5, 20.0, 600.0)]
    return sorted(set(points))


def inverse_points(draw):
    points = []
    levels = [1e-300, 1e-100, 1e-20, 1e-10, 1e-5, 0.01, 0.025, 0.3, 0.5, 0.7, 0.975, 0.999, 1 - 1e-10]
    for a in [1e-3, 0.02, 0.5, 1.0, 2.5, 30.0, 200.0, 1e4, 1e6, 1e9]:
        points += [(a, p) for p in levels]
    for a in spread(draw, -3, 4, 110):
        points.append((a, spread(draw, -300, 0, 1)[0] if draw.random() < 0.4 else draw.random()))
    return sorted(set(points))


def inverse_rows(points, lower):
    rows = []
    for a, p in points:
        a_exact, p_exact = mpf(a), mpf(p)
        small = p_exact <= mpf(1) / 2
        target = mp.log(p_exact if small else 1 - p_exact)
        below = p_exact if lower else 1 - p_exact
        left = mp.exp((mp.log(below) + mp.loggamma(1 + a_exact)) / a_exact)
        if left < mpf(10) ** -330:
            continue
        if left < mpf(10) ** -60:
            value = left
        else:
            start = max(left, mpf(10) ** -60) if (small == lower) else max(a_exact, left if left < 1 else 0)
            if left < mpf(10) ** -3 and not (small == lower):
                start = left
            value = solve(a, target, small == lower, start)
        rows.append([repr(a), repr(p), decimal(value)])
    return rows


def main():
    check()
    draw = random.Random(20261115)
    arguments = spread(draw, -323, 305.3, 120) + spread(draw, -1, 1.2, 60)
    arguments += [1 + s * d for d in spread(draw, -16, -0.5, 30) for s in (1, -1)]
    arguments += [2 + s * d for d in spread(draw, -15.5, -0.4, 30) for s in (1, -1)]
    arguments += [v for c in (0.5, 1.0, 1.5, 2.0, 2.5, 10.0, 3.0, 100.0) for v in neighbours(c)] + [5e-324, 1e-310, 2.5e305, 1e300, 1e-300]
    with mp.workdps(400):
        log_gamma = [[repr(x), decimal(mp.loggamma(mpf(x)))] for x in sorted(set(arguments))]
    tables = {"logGamma": log_gamma, "lowerGamma": [], "upperGamma": [], "logLowerGamma": [], "logUpperGamma": []}
    for a, x in forward_points(draw):
        for which, value in zip(("Lower", "Upper"), log_tails(a, x)):
            if value > LEAST:
                tables[which.lower() + "Gamma"].append([repr(a), repr(x), decimal(mp.exp(value))])
            if value != 0 and abs(value) > mpf(5e-324):
                tables[f"log{which}Gamma"].append([repr(a), repr(x), decimal(value)])
    points = inverse_points(draw)
    tables["lowerGammaInverse"] = inverse_rows(points, True)
    tables["upperGammaInverse"] = inverse_rows(points, False)
    write(__file__, tables)


if __name__ == "__main__":
    main()
