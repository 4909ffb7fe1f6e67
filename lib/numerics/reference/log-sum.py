"""Reference values of sums and differences of logarithms, written to log-sum.json beside this file.

Run as `python3 log-sum.py`. mpmath at 400 digits, so that no cancellation reaches the 25 that are written. Arguments are exact
float64; -Infinity is the logarithm of zero mass. Seeded: the file is reproducible.
"""

import random

from gamma import decimal, mp, mpf, neighbours, spread, write

mp.dps = 400
draw = random.Random(20261115)


def signed(values):
    return [v if draw.random() < 0.5 else -v for v in values]


def show(value):
    return "-Infinity" if value == -mp.inf else decimal(value)



def log_sum(*values):
    """log of the sum of exp, shifted by the largest so that 400 digits are enough for every spread of float64."""
    top = max(values)
    if top == float("-inf"):
        return -mp.inf
    return mpf(top) + mp.log(sum(mp.exp(mpf(v) - mpf(top)) for v in values if v > float("-inf")))


def log_one_minus(x):
    if x == 0:
        return -mp.inf
    x = mpf(x)
    return mp.log(-mp.expm1(x)) if x > -1 else mp.log1p(-mp.exp(x))


def log_difference(a, b):
    if b == float("-inf"):
        return mpf(a)
    return -mp.inf if a == b else mpf(a) + log_one_minus(mpf(b) - mpf(a))


def text(value):
    return "-Infinity" if value == float("-inf") else repr(value)


def rows(function, points):
    return [[text(v) for v in point] + [show(function(*point))] for point in points]


def pairs(count):
    """Pairs of logarithms at most 800 apart, of all sizes."""
    out = []
    for base in signed(spread(draw, -3, 6, count)):
        out.append((base, base + signed(spread(draw, -12, 2.9, 1))[0]))
    return out


def main():
    far = [
        (0.0, -745.0), (-745.0, 0.0), (1e300, -1e300), (-1e300, -1e300), (700.0, 700.0), (-5e-324, 0.0),
        (float("-inf"), 3.5), (2.5, float("-inf")), (float("-inf"), float("-inf")),
    ]
    sums = [tuple(signed(spread(draw, -2, 2.8, draw.randint(1, 12)))) for _ in range(190)]
    sums += [
        (1000.0,) * 7, (-1e5,) * 40, (0.0, -40.0), (-40.0, 0.0, -41.0), (float("-inf"), 1.0, float("-inf")),
        (float("-inf"),), (-745.2,) * 3, (5e-324,), (709.0, 710.0, 711.0), (1e308, 1e308), (-1e308, 0.0, -1e308),
    ]
    one_minus = (
        [-v for v in spread(draw, -323, 2.85, 220)] + [-v for v in neighbours(0.6931471805599453)]
        + [-5e-324, -1e-310, -745.0, float("-inf"), -1.0, 0.0]
    )
    differences = [(max(p), min(p)) for p in pairs(210) + far if max(p) > min(p) or max(p) == 700.0]
    write(
        __file__,
        {
            "logSumExp": rows(log_sum, sums),
            "logAddExp": rows(log_sum, pairs(210) + far),
            "logSubExp": rows(log_difference, differences),
            "logOneMinusExp": rows(log_one_minus, [(x,) for x in one_minus]),
        },
    )


if __name__ == "__main__":
    main()
