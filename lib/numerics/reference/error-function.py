"""Reference values of the error functions, written to error-function.json beside this file.

Run as `python3 error-function.py`. mpmath at 60 digits and more; arguments, values and seed as in elementary.py.
"""

import math

from elementary import DENORMALS, both_signs, draw, magnitudes, neighbours, precise, table, write
from mpmath import mp, mpf, pi, sqrt


def scaled(x):
    """exp(x^2) erfc(x), by its asymptotic series where that is good to 70 digits."""
    if x > 100:
        return sqrt(1 / pi) / x * series(x)
    return mp.exp(x * x) * mp.erfc(x)


def log_complement(x):
    if x > 100:
        return mp.log(scaled(x)) - x * x
    return mp.log(mp.erfc(x))


def series(x):
    term = total = mpf(1)
    for n in range(1, 40):
        term *= -(2 * n - 1) / (2 * x * x)
        total += term
    return total


JOINTS = [v for joint in (0.5, 2.0, 5.0, 6.0) for v in neighbours(joint)]
SMALL = both_signs(magnitudes(-320, -3, 60) + DENORMALS) + both_signs(magnitudes(-3, 0.8, 120) + JOINTS)


def spread(low, high, count):
    return [draw.uniform(low, high) for _ in range(count)]


if __name__ == "__main__":
    write(
        __file__,
        {
            "erf": table(precise(mp.erf), SMALL + spread(-7, 7, 60) + [-1e300, 1e300]),
            "erfc": table(mp.erfc, SMALL + spread(-7, 27.3, 100) + spread(26.5, 27.25, 40) + [27.226017111108362, -1e300]),
            "erfcx": table(precise(scaled), SMALL + spread(-26.6, 30, 100) + magnitudes(0, 308, 60) + neighbours(-26.641747557046326, 6)),
            "logErfc": table(
                precise(log_complement),
                SMALL + spread(-8, 30, 60) + magnitudes(0, 154, 80) + [1e150, -1e300, math.sqrt(1.7e308)],
            ),
        },
    )
