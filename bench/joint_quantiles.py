"""JointExp in NumPy: many quantiles by one exponential mechanism, as Gillenwater, Joseph, Kulesza (ICML 2021) propose it.

Forward, level by level, the weight of every interval as the last one of j points: the Toeplitz products by real
Fourier transforms, of which the kernels' are taken in one batch, and repeats by nested multiplication in place.
Backward, one run of repeats at a time. Weights are scaled to a largest of 1 at every level. Time m n log n + m^2 n.
"""

import math

import numpy
import scipy.fft


class JointQuantiles:
    """Levels of one data set, from which points can be drawn; `log_total` is the logarithm of the sum of all weights."""

    def __init__(self, records, probabilities, epsilon, lower=0.0, upper=1.0):
        edges = numpy.concatenate(([lower], numpy.sort(numpy.clip(records, lower, upper)), [upper]))
        size, points = len(edges) - 1, len(probabilities)
        decay = epsilon / 4
        targets = numpy.diff(numpy.concatenate(([0.0], probabilities, [1.0]))) * (size - 1)
        lengths = numpy.diff(edges) / (upper - lower)
        kernels = numpy.exp(-decay * numpy.abs(numpy.arange(size) - targets[:, None]))
        fast = scipy.fft.next_fast_len(2 * size - 1, real=True)
        # A move to the same interval is a repeat, counted apart: the kernel of the products has no weight at distance 0.
        stay = kernels[:, 0].copy()
        moves = kernels[1:points].copy()
        moves[:, 0] = 0
        spectra = scipy.fft.rfft(moves, fast)

        entered = numpy.empty((points, size))
        left = numpy.empty((points + 1, size))
        entered[0] = kernels[0]
        log_scales = numpy.zeros(points + 1)
        product = numpy.empty(size)
        for j in range(1, points + 1):
            weights = left[j]
            weights[:] = entered[0]
            for first in range(1, j):
                factor = stay[first] * math.exp(log_scales[first - 1] - log_scales[first]) / (j - first + 1)
                if factor < 1e-300:
                    weights[:] = entered[first]
                    continue
                numpy.multiply(lengths, factor, out=product)
                weights *= product
                weights += entered[first]
            weights *= lengths
            largest = weights.max()
            weights /= largest
            log_scales[j] = log_scales[j - 1] + math.log(largest)
            if j < points:
                spread = scipy.fft.irfft(scipy.fft.rfft(weights, fast) * spectra[j - 1], fast)
                numpy.maximum(spread[:size], 0, out=entered[j])
        self.edges, self.lengths, self.kernels, self.stay = edges, lengths, kernels, stay
        self.entered, self.left, self.log_scales = entered, left, log_scales
        self.ends = left[points] * kernels[points, ::-1]
        self.log_total = math.log(self.ends.sum()) + log_scales[points]

    def draw(self, generator):
        """Ordered points."""
        j = len(self.left) - 1
        indices = numpy.empty(j, dtype=numpy.int64)
        index = choose(self.ends, generator)
        while j > 0:
            runs = self.entered[j - 1 :: -1, index].copy()
            repeats = numpy.arange(2, j + 1)
            steps = j - repeats + 1
            scales = numpy.exp(self.log_scales[steps - 1] - self.log_scales[steps])
            runs[1:] *= numpy.cumprod(self.lengths[index] * self.stay[steps] * scales / repeats)
            run = choose(runs, generator) + 1
            indices[j - run : j] = index
            j -= run
            if j > 0:
                index = choose(self.left[j, :index] * self.kernels[j, index:0:-1], generator)
        low, high = self.edges[indices], self.edges[indices + 1]
        return numpy.sort(low + generator.random(len(indices)) * (high - low))


def choose(weights, generator):
    """The number of the weight that a uniform draw falls on."""
    cumulative = numpy.cumsum(weights)
    return min(int(numpy.searchsorted(cumulative, generator.random() * cumulative[-1], side="right")), len(weights) - 1)
