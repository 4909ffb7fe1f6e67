"""Constants of lib/numerics/log-gamma.ts, stirling-remainder.ts and tail-quadrature.ts.

Run as `python3 gamma-coefficients.py`: it prints them rounded to float64, with the error of the approximation where there is one.
Needs mpmath.
"""

from mpmath import acos, cos, diff, euler, findroot, legendre, log, loggamma, mp, mpf, pi, zeta

mp.dps = 60


def remainder(x):
    """Of Stirling's formula."""
    return loggamma(x) - (x - mpf(1) / 2) * log(x) + x - log(2 * pi) / 2


def stirling_near_one(terms=20, samples=40):
    """x d(x) in powers of u = (1/x - 0.55) / 0.45, from its Chebyshev expansion on [-1, 1]."""

    def function(u):
        inverse = mpf("0.55") + mpf("0.45") * u
        return remainder(1 / inverse) / inverse

    nodes = [cos(pi * (k + mpf(1) / 2) / samples) for k in range(samples)]
    values = [function(u) for u in nodes]
    chebyshev = [2 / mpf(samples) * sum(f * cos(j * acos(u)) for u, f in zip(nodes, values)) for j in range(terms)]
    chebyshev[0] /= 2
    previous, current = [mpf(1)], [mpf(0), mpf(1)]
    powers = [chebyshev[0]] + [mpf(0)] * (terms - 1)
    for j in range(1, terms):
        for i, c in enumerate(current):
            powers[i] += chebyshev[j] * c
        following = [mpf(0)] + [2 * c for c in current]
        for i, c in enumerate(previous):
            following[i] -= c
        previous, current = current, following
    rounded = [mpf(float(c)) for c in powers]
    grid = [mpf(k) / 500 - 1 for k in range(1001)]
    error = max(abs(function(u) - sum(c * u**i for i, c in enumerate(rounded))) for u in grid)
    return rounded, error


def log_gamma_at_two(last=28):
    return [1 - euler] + [(-1) ** k * (zeta(k) - 1) / k for k in range(2, last + 1)]


def legendre_rule(count=32):
    nodes = [findroot(lambda t: legendre(count, t), cos(pi * (4 * k - 1) / (4 * count + 2))) for k in range(count // 2, 0, -1)]
    return [(z, 2 / ((1 - z * z) * diff(lambda t: legendre(count, t), z) ** 2)) for z in nodes]


if __name__ == "__main__":
    coefficients, error = stirling_near_one()
    print("stirling-remainder, error", mp.nstr(error, 3), [float(c) for c in coefficients])
    print("log-gamma", [float(c) for c in log_gamma_at_two()])
    print("tail-quadrature", [(float(z), float(w)) for z, w in legendre_rule()])
