"""Clipped gradients of logistic regression in NumPy: the sum over records of each record's gradient, shortened to a norm of `clip` at most.

`materialised` writes every gradient down, takes its norm, shortens and adds up, as the definition reads. `by_hand`
knows that a gradient is a slope times the features: norms are taken once, slopes are limited in place, and two
products by BLAS do the rest.
"""

import numpy


class ClippedGradients:
    def __init__(self, rows, columns, clip=0.4, seed=1):
        generator = numpy.random.default_rng(seed)
        features = generator.standard_normal((rows, columns)) / columns**0.5
        self.features = features
        self.labels = numpy.where(generator.random(rows) < 0.5, -1.0, 1.0)
        self.weights = generator.standard_normal(columns)
        self.clip = clip
        # What a training loop keeps from one step to the next.
        self.limits = clip / numpy.linalg.norm(features, axis=1)
        self.lowest = -self.limits
        self.negated = -self.labels
        self.slopes = numpy.empty(rows)
        self.sum = numpy.empty(columns)

    def materialised(self):
        margins = self.labels * (self.features @ self.weights)
        slopes = -self.labels / (1 + numpy.exp(margins))
        gradients = slopes[:, None] * self.features
        norms = numpy.linalg.norm(gradients, axis=1)
        return (gradients * numpy.minimum(1, self.clip / norms)[:, None]).sum(axis=0)

    def by_hand(self):
        slopes = numpy.dot(self.features, self.weights, out=self.slopes)
        slopes *= self.labels
        numpy.exp(slopes, out=slopes)
        slopes += 1
        numpy.divide(self.negated, slopes, out=slopes)
        numpy.clip(slopes, self.lowest, self.limits, out=slopes)
        return numpy.dot(slopes, self.features, out=self.sum)


def main():
    for rows, columns in ((10_000, 100), (32_000, 20)):
        case = ClippedGradients(rows, columns)
        apart = numpy.abs(case.materialised() - case.by_hand()).max()
        print(f"{rows} by {columns}: both ways differ by {apart:.1e}")


if __name__ == "__main__":
    main()
