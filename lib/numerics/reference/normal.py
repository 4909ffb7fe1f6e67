"""Reference values of the normal distribution, written to normal.json beside this file.

Run as `python3 normal.py`. mpmath at 60 digits and more; arguments, values and seed as in elementary.py.
"""

from elementary import DENORMALS, both_signs, draw, magnitudes, neighbours, table, write
from mpmath import mp, mpf, pi, sqrt


def tail_series(u):
    """P(Z > u) / density(u) * u, by the asymptotic series; 70 digits from u = 100 on."""
    term = total = mpf(1)
    for n in range(1, 40):
        term *= -(2 * n - 1) / (u * u)
        total += term
    return total


def log_cdf(x):
    if x < -100:
        return -x * x / 2 - mp.log(-x * sqrt(2 * pi)) + mp.log(tail_series(-x))
    if x > 0:
        with mp.workdps(800):
            return mp.log1p(-mp.erfc(x / sqrt(mpf(2))) / 2)
    return mp.log(mp.erfc(-x / sqrt(mpf(2))) / 2)


def cdf(x):
    return mp.erfc(-x / sqrt(mpf(2))) / 2


def density(x):
    return mp.exp(-x * x / 2) / sqrt(2 * pi)


def log_density(x):
    return -x * x / 2 - mp.log(2 * pi) / 2


def log_quantile(log_p):
    """Newton's iteration on log P(Z <= x) or, above the median, on log P(Z > x), at 80 digits."""
    if log_p > -mp.log(2):
        upper = -mp.expm1(log_p)
        return -log_quantile(mp.log(upper))
    twice = -2 * log_p
    u = sqrt(max(mpf(0), twice - mp.log(2 * pi * max(twice, 1)))) if twice > 8 else mpf("0.5")
    for _ in range(200):
        slope = mp.exp(log_density(u) - log_cdf(-u)) if u < 100 else u / tail_series(u)
        step = (log_cdf(-u) - log_p) / slope
        u += step
        if abs(step) <= abs(u) * mpf(10) ** -50:
            return -u
    raise ArithmeticError(f"no convergence at {log_p}")


def quantile(p):
    if p == mpf(1) / 2:
        return mpf(0)
    return log_quantile(mp.log(p)) if p < mpf(1) / 2 else -log_quantile(mp.log(1 - p))


def with_digits(digits, function):
    def call(x):
        with mp.workdps(digits):
            return function(x)

    return call


def spread(low, high, count):
    return [draw.uniform(low, high) for _ in range(count)]


JOINTS = [v for joint in (0.67, 0.7071067811865476, 2.8284271247461903, 7.0710678118654755) for v in neighbours(joint)]
SMALL = both_signs(magnitudes(-320, -3, 40) + DENORMALS) + both_signs(magnitudes(-3, 0.8, 80) + JOINTS)
NEAR_HALF = [0.5 + d for d in both_signs(magnitudes(-16, -0.4, 80))]
MEDIAN = float(-mp.log(2))

if __name__ == "__main__":
    write(
        __file__,
        {
            "normalCdf": table(cdf, SMALL + spread(-38.5, 8.5, 120) + spread(-38.6, -37.4, 40) + [1e300]),
            "logNormalCdf": table(log_cdf, SMALL + spread(-40, 38.4, 100) + spread(37.3, 38.48, 30) + [-m for m in magnitudes(0, 154, 80)]),
            "normalDensity": table(density, SMALL + both_signs(spread(0, 38.6, 100) + spread(37.5, 38.56, 40))),
            "logNormalDensity": table(log_density, SMALL + both_signs(magnitudes(0, 154, 80))),
            "normalQuantile": table(
                with_digits(80, quantile),
                magnitudes(-323, -0.4, 120) + [1 - m for m in magnitudes(-15.9, -0.4, 60)] + NEAR_HALF + DENORMALS
                + [1 - 2.0**-53, 0.075, 0.925] + neighbours(1.3887943864964021e-11),
            ),
            "logNormalQuantile": table(
                with_digits(400, log_quantile),
                [-m for m in magnitudes(-320, 10, 140)] + [-m for m in magnitudes(10, 300, 30)] + [-m for m in magnitudes(-2, 1, 60)]
                + [MEDIAN + d for d in both_signs(magnitudes(-16, -1, 60))] + neighbours(MEDIAN) + neighbours(-729.0) + neighbours(-25.0)
                + neighbours(-2.59) + neighbours(-0.078) + [-5e-324, -1e-310],
            ),
        },
    )
