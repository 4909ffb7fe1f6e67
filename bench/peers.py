"""The peers: NumPy and SciPy versions of the benchmark cases, run one at a time on request.

Reads a case's name per line, runs it as often as the first argument says, and answers with the nanoseconds of the
best run. The names are those of bench/cases.ts. A case `name/peer` is written the way a user of NumPy would write it
(`default`: numpy.random.default_rng and plain calls), or with its fastest bit generator and buffers reused
(`fastest`).
"""

import sys
import time

import numpy
import scipy
import scipy.fft
import scipy.stats
from clipped_gradients import ClippedGradients
from joint_quantiles import JointQuantiles

DRAWS = 1_000_000
default = numpy.random.default_rng(1)
fastest = numpy.random.Generator(numpy.random.SFC64(1))
out = numpy.empty(DRAWS)

POINTS = 1 << 20
signal = default.random(POINTS)
complex_signal = signal + 1j * default.random(POINTS)
unsorted = default.random(DRAWS)
support = numpy.arange(-100, 101)
masses = numpy.exp(-(support**2) / 200.0)
cumulative = numpy.cumsum(masses / masses.sum())
loss = numpy.exp(-((numpy.arange(POINTS) - POINTS / 2) ** 2) / 2e4)
loss /= loss.sum()
RECORDS = 10_000
records = default.random(RECORDS)
many_records = default.random(DRAWS)
wide_gradients = ClippedGradients(10_000, 100)
long_gradients = ClippedGradients(32_000, 20)


def two_sided(generator, epsilon):
    p = 1 - numpy.exp(-epsilon)
    return generator.geometric(p, DRAWS) - generator.geometric(p, DRAWS)


def discrete_gaussian(generator):
    return support[numpy.searchsorted(cumulative, generator.random(DRAWS))]


def laplace_by_ziggurat():
    fastest.standard_exponential(out=out)
    sign = numpy.where(fastest.integers(0, 2, DRAWS, dtype=numpy.int8) == 0, 1.0, -1.0)
    numpy.multiply(out, sign, out=out)


def trial(generator):
    return generator.binomial(1000, 0.5, DRAWS) / 1000 + generator.laplace(0, 0.01, DRAWS)


def repeated_squaring():
    spectrum = scipy.fft.rfft(loss)
    power, times = numpy.ones_like(spectrum), 1000
    while times:
        if times & 1:
            power *= spectrum
        times >>= 1
        if times:
            spectrum *= spectrum
    return scipy.fft.irfft(power)


def joint_quantiles(values, points):
    probabilities = numpy.arange(1, points + 1) / (points + 1)
    return JointQuantiles(values, probabilities, epsilon=1.0).draw(fastest)


CASES = {
    "uniform/default": lambda: default.random(DRAWS),
    "uniform/fastest": lambda: fastest.random(out=out),
    "normal/default": lambda: default.standard_normal(DRAWS),
    "normal/fastest": lambda: fastest.standard_normal(out=out),
    "exponential/default": lambda: default.standard_exponential(DRAWS),
    "exponential/fastest": lambda: fastest.standard_exponential(out=out),
    "laplace/default": lambda: default.laplace(size=DRAWS),
    "laplace/fastest": lambda: fastest.laplace(size=DRAWS),
    "laplace/expert": laplace_by_ziggurat,
    "gumbel/default": lambda: default.gumbel(size=DRAWS),
    "gumbel/fastest": lambda: fastest.gumbel(size=DRAWS),
    "two-sided-geometric/default": lambda: two_sided(default, 1.0),
    "two-sided-geometric/fastest": lambda: two_sided(fastest, 1.0),
    "two-sided-geometric-wide/default": lambda: two_sided(default, 0.1),
    "two-sided-geometric-wide/fastest": lambda: two_sided(fastest, 0.1),
    "discrete-gaussian/default": lambda: discrete_gaussian(default),
    "discrete-gaussian/fastest": lambda: discrete_gaussian(fastest),
    "bernoulli-mean-trial/default": lambda: trial(default),
    "bernoulli-mean-trial/fastest": lambda: trial(fastest),
    "real-fft/default": lambda: scipy.fft.rfft(signal),
    "complex-fft/default": lambda: scipy.fft.fft(complex_signal),
    "self-composition/default": lambda: scipy.fft.irfft(scipy.fft.rfft(loss) ** 1000),
    "self-composition/expert": repeated_squaring,
    "sort/default": lambda: numpy.sort(unsorted),
    "clipped-gradients/default": wide_gradients.materialised,
    "clipped-gradients/expert": wide_gradients.by_hand,
    "clipped-gradients-long/default": long_gradients.materialised,
    "clipped-gradients-long/expert": long_gradients.by_hand,
    "joint-quantiles/default": lambda: joint_quantiles(records, 29),
    "joint-quantiles-99/default": lambda: joint_quantiles(records, 99),
    "joint-quantiles-large/default": lambda: joint_quantiles(many_records, 9),
}


def timed(case):
    start = time.perf_counter_ns()
    case()
    return time.perf_counter_ns() - start


def main():
    print(f"NumPy {numpy.__version__}, SciPy {scipy.__version__}", flush=True)
    repeats = int(sys.argv[1])
    for line in sys.stdin:
        print(min(timed(CASES[line.strip()]) for _ in range(repeats)), flush=True)


main()
