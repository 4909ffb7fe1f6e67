"""Minimax polynomials of lib/numerics, by the Remez exchange at 60 digits.

Run as `python3 coefficients.py`: it prints the coefficients, constant term first, rounded to float64, and the
largest weighted error of the rounded polynomial. Needs mpmath.
"""

from mpmath import atanh, cos, coth, erf, erfc, exp, lu_solve, matrix, mp, mpf, pi, sin, sqrt

mp.dps = 60


def remez(function, weight, low, high, terms, rounds=12):
    """Coefficients of the polynomial with `terms` terms that minimises max |weight * (function - polynomial)|."""
    low, high = mpf(low), mpf(high)
    count = terms + 1
    nodes = [low + (high - low) * (1 - cos(pi * (2 * i + 1) / (2 * count))) / 2 for i in range(count)]
    grid = [low + (high - low) * (1 - cos(pi * i / 2000)) / 2 for i in range(1, 2001)]
    values = [(t, function(t), weight(t)) for t in grid]
    for _ in range(rounds):
        system = matrix(count, count)
        right = matrix(count, 1)
        for i, t in enumerate(nodes):
            for j in range(terms):
                system[i, j] = t**j
            system[i, terms] = (-1) ** i / weight(t)
            right[i] = function(t)
        solution = lu_solve(system, right)
        coefficients = [solution[j] for j in range(terms)]
        errors = [(t, w * (f - horner(coefficients, t))) for t, f, w in values]
        # One extremum of the error from each run of equal sign.
        nodes_found, best = [], None
        for t, e in errors:
            if best is not None and (e > 0) != (best[1] > 0):
                nodes_found.append(best)
                best = None
            if best is None or abs(e) > abs(best[1]):
                best = (t, e)
        nodes_found.append(best)
        if len(nodes_found) < count:
            break
        while len(nodes_found) > count:
            nodes_found.pop(0 if abs(nodes_found[0][1]) < abs(nodes_found[-1][1]) else -1)
        nodes = [t for t, _ in nodes_found]
    rounded = [mpf(float(c)) for c in coefficients]
    return rounded, max(abs(w * (f - horner(rounded, t))) for t, f, w in values)


def horner(coefficients, t):
    total = mpf(0)
    for c in reversed(coefficients):
        total = total * t + c
    return total


def show(name, coefficients, error):
    print(f"{name}: error {mp.nstr(error, 3)} = 2^{mp.nstr(mp.log(error, 2), 4)}")
    for c in coefficients:
        print(f"  {float(c)!r}")


def exponential():
    """r coth(r/2) = 2 + t P(t), t = r^2, |r| <= ln(2)/2; weighted by t: the error of the left side."""
    high = (mp.log(2) / 2 * mpf("1.0001")) ** 2
    return remez(lambda t: (sqrt(t) * coth(sqrt(t) / 2) - 2) / t, lambda t: t, mpf(10) ** -12, high, 5)


def logarithm():
    """2 atanh(s) / s = 2 + t L(t), t = s^2, |s| <= 3 - 2 sqrt(2); weighted by t."""
    high = ((3 - 2 * sqrt(mpf(2))) * mpf("1.0001")) ** 2
    return remez(lambda t: (2 * atanh(sqrt(t)) / sqrt(t) - 2) / t, lambda t: t, mpf(10) ** -12, high, 7)


def logarithm_in_two_parts():
    """2 atanh(s) / s = 2 + 2 t / 3 + t^2 L(t), t = s^2, |s| <= 3 - 2 sqrt(2); weighted by t^2."""
    high = ((3 - 2 * sqrt(mpf(2))) * mpf("1.0001")) ** 2
    return remez(lambda t: (2 * atanh(sqrt(t)) / sqrt(t) - 2 - 2 * t / 3) / t**2, lambda t: t**2, mpf(10) ** -8, high, 9)


def sine():
    """sin(r) / r = 1 + t S(t), t = r^2, |r| <= pi/4; weighted by t."""
    high = (pi / 4 * mpf("1.0001")) ** 2
    return remez(lambda t: (sin(sqrt(t)) / sqrt(t) - 1) / t, lambda t: t, mpf(10) ** -12, high, 6)


def cosine():
    """cos(r) = 1 - t/2 + t^2 C(t), t = r^2, |r| <= pi/4; weighted by t^2."""
    high = (pi / 4 * mpf("1.0001")) ** 2
    return remez(lambda t: (cos(sqrt(t)) - 1 + t / 2) / t**2, lambda t: t**2, mpf(10) ** -8, high, 6)


def error_function():
    """erf(x) / x = 1 + E(t), t = x^2, |x| <= 1/2; relative error of the left side but for the factor 1.04 to 1.13."""
    return remez(lambda t: erf(sqrt(t)) / sqrt(t) - 1, lambda t: 1, mpf(10) ** -12, mpf("0.2501"), 10)


def scaled_complement(low, high, terms, middle):
    """erfcx(x) (x + 3) = G(1 / (x + 3) - middle) for x in [low, high]; relative error."""

    def function(v):
        x = 1 / (v + middle) - 3
        return scaled(x) * (x + 3)

    return remez(function, lambda v: 1, 1 / (mpf(high) + 3) - middle, 1 / (mpf(low) + 3) - middle, terms)


def scaled_complement_tail():
    """erfcx(x) x = H(1 / x^2) for x >= 5; relative error."""
    return remez(lambda t: scaled(1 / sqrt(t)) / sqrt(t), lambda t: 1, mpf(10) ** -20, mpf(1) / 25, 13)


def scaled(x):
    """exp(x^2) erfc(x), by its asymptotic series where that is good to 60 digits."""
    if x > 40:
        term = total = mpf(1)
        for n in range(1, 200):
            term *= -(2 * n - 1) / (2 * x * x)
            total += term
            if abs(term) < mpf(10) ** -70:
                break
        return total / (x * sqrt(pi))
    return exp(x * x) * erfc(x)


if __name__ == "__main__":
    show("exponential", *exponential())
    show("logarithm", *logarithm())
    show("logarithm in two parts", *logarithm_in_two_parts())
    show("sine", *sine())
    show("cosine", *cosine())
    show("error function", *error_function())
    show("scaled complement on [1/2, 2]", *scaled_complement(0.5, 2, 13, mpf("0.242")))
    show("scaled complement on [2, 5]", *scaled_complement(2, 5, 13, mpf("0.1625")))
    show("scaled complement beyond 5", *scaled_complement_tail())
