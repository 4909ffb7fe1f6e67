"""The methods of the experiment `erm-excess-risk` in NumPy: private logistic regression and what it costs in risk.

The points lie on the unit sphere. For each number of features, number of records and epsilon, on fresh datasets: the
exact minimiser by Newton's method; output perturbation; objective perturbation as published and guarded; gradient
descent with noise; stochastic gradient descent with noise. The excess is that of the regularised empirical risk over
its minimum; population risk and accuracy are measured on a hundred thousand fresh records. One process, one thread;
prints a line of JSON for each method and cell.

Arguments: a JSON list of cells {"method", "dimension", "size", "penalty", "epsilon", "trials", "draws" or "steps",
"noise" of the stochastic method}, seed (1).
"""

import json
import math
import sys

import numpy
from scipy.special import expit

DELTA = 1e-6
RADIUS = 10.0
SAMPLING_RATE = 0.05
FRESH = 100_000
TRUTH = (4.0, -3.0, 2.0)


def truth_of(dimension):
    truth = numpy.zeros(dimension)
    truth[: min(dimension, 3)] = TRUTH[: min(dimension, 3)]
    return truth


def sample(generator, size, dimension):
    features = generator.standard_normal((size, dimension))
    features /= numpy.linalg.norm(features, axis=1, keepdims=True)
    chances = expit(features @ truth_of(dimension))
    return features, numpy.where(generator.random(size) < chances, 1.0, -1.0)


def risk(features, labels, penalty, weights):
    margins = labels * (features @ weights)
    return numpy.mean(numpy.logaddexp(0, -margins)) + penalty / 2 * weights @ weights


def minimise(features, labels, penalty, tilt=None, start=None):
    """Newton's method with halved steps, to a gradient norm of 1e-10."""
    size, dimension = features.shape
    weights = numpy.zeros(dimension) if start is None else start.copy()
    tilt = numpy.zeros(dimension) if tilt is None else tilt

    def objective(at):
        return risk(features, labels, penalty, at) + tilt @ at

    value = objective(weights)
    for _ in range(100):
        chances = expit(-labels * (features @ weights))
        gradient = -(labels * chances) @ features / size + penalty * weights + tilt
        if numpy.linalg.norm(gradient) <= 1e-10:
            break
        curvatures = chances * (1 - chances)
        hessian = (features * curvatures[:, None]).T @ features / size + penalty * numpy.eye(dimension)
        step = numpy.linalg.solve(hessian, gradient)
        length = 1.0
        while length > 1e-8:
            moved = weights - length * step
            found = objective(moved)
            if found <= value:
                break
            length /= 2
        weights, value = moved, found
    return weights


def ball_noise(generator, dimension, scale):
    direction = generator.standard_normal(dimension)
    return generator.gamma(dimension, scale) * direction / numpy.linalg.norm(direction)


def objective_plan(size, penalty, epsilon, guarded):
    """What is left of epsilon for the noise, and what the penalty is raised by."""
    share = 0.25 / (size * penalty)
    left = epsilon - math.log(1 + 2 * share + share * share)
    if left > (epsilon / 2 if guarded else 0):
        return left, 0.0
    return epsilon / 2, 0.25 / (size * math.expm1(epsilon / 4)) - penalty


class Population:
    """The risk and the accuracy of weights on fresh records."""

    def __init__(self, generator, dimension):
        self.features, self.labels = sample(generator, FRESH, dimension)
        self.least = risk(self.features, self.labels, 0, truth_of(dimension))

    def measure(self, weights):
        margins = self.labels * (self.features @ weights)
        return numpy.mean(numpy.logaddexp(0, -margins)) - self.least, numpy.mean(margins > 0)


def output_trial(cell, generator, population):
    features, labels = sample(generator, cell["size"], cell["dimension"])
    penalty = cell["penalty"]
    minimiser = minimise(features, labels, penalty)
    least = risk(features, labels, penalty, minimiser)
    scale = 2 / (cell["size"] * penalty * cell["epsilon"])
    found = []
    for _ in range(cell["draws"]):
        weights = minimiser + ball_noise(generator, cell["dimension"], scale)
        found.append(risk(features, labels, penalty, weights) - least)
    population.measure(weights)
    population.measure(minimiser)
    return numpy.mean(found)


def objective_trial(cell, generator, population):
    size, dimension, penalty, epsilon = (cell[name] for name in ("size", "dimension", "penalty", "epsilon"))
    features, labels = sample(generator, size, dimension)
    minimiser = minimise(features, labels, penalty)
    least = risk(features, labels, penalty, minimiser)
    plans = [objective_plan(size, penalty, epsilon, guarded) for guarded in (False, True)]
    found = []
    for _ in range(cell["draws"]):
        unit = ball_noise(generator, dimension, 1.0)
        risk(features, labels, penalty, minimiser + 2 / (size * penalty * epsilon) * unit)
        for left, raised in plans if plans[0] != plans[1] else plans[:1]:
            weights = minimise(features, labels, penalty + raised, 2 / (left * size) * unit, minimiser)
            excess = risk(features, labels, penalty, weights) - least
            if (left, raised) == plans[0]:
                found.append(excess)
                published = weights
    population.measure(published)
    return numpy.mean(found)


def project(weights):
    length = numpy.linalg.norm(weights)
    return weights * (RADIUS / length) if length > RADIUS else weights


def clipped_mean(features, labels, weights, limits, divisor):
    slopes = -labels * expit(-labels * (features @ weights))
    return numpy.clip(slopes, -limits, limits) @ features / divisor


def descent_trial(cell, generator, population):
    size, dimension, penalty, steps = (cell[name] for name in ("size", "dimension", "penalty", "steps"))
    features, labels = sample(generator, size, dimension)
    minimiser = minimise(features, labels, penalty)
    least = risk(features, labels, penalty, minimiser)
    budget = math.log(1 / DELTA)
    rho = (math.sqrt(budget + cell["epsilon"]) - math.sqrt(budget)) ** 2
    deviation = 2 / size * math.sqrt(steps / (2 * rho))
    step = min(1 / (0.25 + penalty), RADIUS / math.sqrt(steps * (1 + dimension * deviation**2)))
    limits = 1 / numpy.linalg.norm(features, axis=1)
    weights, total = numpy.zeros(dimension), numpy.zeros(dimension)
    for _ in range(steps):
        total += weights
        gradient = clipped_mean(features, labels, weights, limits, size)
        gradient += deviation * generator.standard_normal(dimension) + penalty * weights
        weights = project(weights - step * gradient)
    average = total / steps
    population.measure(average)
    risk(features, labels, penalty, weights)
    return risk(features, labels, penalty, average) - least


def stochastic_trial(cell, generator, population):
    size, dimension, penalty, steps = (cell[name] for name in ("size", "dimension", "penalty", "steps"))
    features, labels = sample(generator, size, dimension)
    minimiser = minimise(features, labels, penalty)
    least = risk(features, labels, penalty, minimiser)
    batch = SAMPLING_RATE * size
    step = min(1 / (0.25 + penalty), RADIUS / math.sqrt(steps * (1 + dimension * (cell["noise"] / batch) ** 2)))
    limits = 1 / numpy.linalg.norm(features, axis=1)
    weights, total = numpy.zeros(dimension), numpy.zeros(dimension)
    for _ in range(steps):
        total += weights
        taken = numpy.flatnonzero(generator.random(size) < SAMPLING_RATE)
        gradient = clipped_mean(features[taken], labels[taken], weights, limits[taken], batch)
        gradient += cell["noise"] / batch * generator.standard_normal(dimension) + penalty * weights
        weights = project(weights - step * gradient)
    average = total / steps
    population.measure(average)
    risk(features, labels, penalty, weights)
    return risk(features, labels, penalty, average) - least


TRIALS = {
    "output": output_trial,
    "objective": objective_trial,
    "descent": descent_trial,
    "stochastic": stochastic_trial,
}


def main(cells, seed=1):
    generator = numpy.random.default_rng(seed)
    populations = {}
    for cell in cells:
        dimension = cell["dimension"]
        if dimension not in populations:
            populations[dimension] = Population(generator, dimension)
        trial = TRIALS[cell["method"]]
        found = numpy.array([trial(cell, generator, populations[dimension]) for _ in range(cell["trials"])])
        error = found.std(ddof=1) / math.sqrt(len(found))
        print(json.dumps({**cell, "mean": float(found.mean()), "standardError": float(error)}), flush=True)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
