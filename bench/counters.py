"""The peers of running sums: counters in NumPy, and the factorisations of jax-privacy, one at a time on request.

Reads a case's name and a number of runs per line, and answers with the nanoseconds of the best run and the value of
the last: the error that jax-privacy computes, or 0. The names are those of bench/counters.ts. The counters of NumPy
draw all noise at once and use no loop over time (`batch`), or take a record at a time with noise drawn before
(`push`).
"""

import sys
import time

import numpy

TIMES = 1_000_000
LENGTH = 1 << 21
generator = numpy.random.default_rng(1)
bits = (numpy.arange(TIMES) % 3 == 0).astype(float)
LEVELS = TIMES.bit_length()


def square_root_coefficients(n):
    k = numpy.arange(1, n)
    return numpy.concatenate([[1.0], numpy.cumprod((2 * k - 1) / (2 * k))])


def tree_noise():
    fresh = generator.laplace(scale=LEVELS, size=TIMES + 1)
    noise = numpy.zeros(TIMES + 1)
    for level in range(LEVELS - 1, -1, -1):
        size = 1 << level
        own = noise[size :: 2 * size]
        own[:] = noise[:: 2 * size][: len(own)] + fresh[size :: 2 * size]
    return noise[1:]


def square_root_noise():
    coefficients = square_root_coefficients(TIMES)
    sigma = numpy.sqrt(numpy.dot(coefficients, coefficients))
    fresh = generator.normal(scale=sigma, size=TIMES)
    spectrum = numpy.fft.rfft(fresh, LENGTH) * numpy.fft.rfft(coefficients, LENGTH)
    return numpy.fft.irfft(spectrum, LENGTH)[:TIMES]


def batch(noise):
    return lambda: numpy.cumsum(bits) + noise()


def tree_push():
    fresh = generator.laplace(scale=LEVELS, size=TIMES).tolist()
    latest = [0.0] * LEVELS
    total = 0.0
    for t, (bit, draw) in enumerate(zip(bits.tolist(), fresh), 1):
        before = t & (t - 1)
        noise = draw + (latest[(before & -before).bit_length() - 1] if before else 0.0)
        latest[(t & -t).bit_length() - 1] = noise
        total += bit
        total + noise


def square_root_push():
    noise = square_root_noise().tolist()
    total = 0.0
    for bit, draw in zip(bits.tolist(), noise):
        total += bit
        total + draw


def jax_module():
    import jax

    jax.config.update("jax_enable_x64", True)
    from jax_privacy.matrix_factorization import buffered_toeplitz, toeplitz

    return toeplitz, buffered_toeplitz


def errors(n, coefficients):
    toeplitz, _ = jax_module()
    error = toeplitz.per_query_error(strategy_coef=coefficients, n=n)
    sensitivity = toeplitz.sensitivity_squared(coefficients, n)
    return float(sensitivity * error.mean()) ** 0.5, float(sensitivity * error.max()) ** 0.5


def square_root_mean(n):
    return lambda: errors(n, jax_module()[0].optimal_max_error_strategy_coefs(n))[0]


def square_root_largest(n):
    return lambda: errors(n, jax_module()[0].optimal_max_error_strategy_coefs(n))[1]


def banded(n, bands):
    return lambda: errors(n, jax_module()[0].optimize_banded_toeplitz(n=n, bands=bands))[0]


def buffered():
    _, buffered_toeplitz = jax_module()
    factor = buffered_toeplitz.optimize(n=1024, min_sep=1024, max_participations=1)
    return float(buffered_toeplitz.max_loss(factor, 1024)) ** 0.5


CASES = {
    "tree/batch": batch(tree_noise),
    "tree/push": tree_push,
    "square-root/batch": batch(square_root_noise),
    "square-root/push": square_root_push,
    "square-root-mean-100": square_root_mean(100),
    "square-root-mean-1024": square_root_mean(1024),
    "square-root-largest-1024": square_root_largest(1024),
    "square-root-largest-4096": square_root_largest(4096),
    "banded-16": banded(1024, 16),
    "banded-64": banded(1024, 64),
    "buffered": buffered,
}


def main():
    from importlib.metadata import version

    print(f"NumPy {numpy.__version__}, jax-privacy {version('jax-privacy')}", flush=True)
    for line in sys.stdin:
        name, runs = line.split()
        best = None
        value = None
        for _ in range(int(runs)):
            start = time.perf_counter_ns()
            value = CASES[name]()
            spent = time.perf_counter_ns() - start
            best = spent if best is None else min(best, spent)
        print(best, value if isinstance(value, float) else 0, flush=True)


main()
