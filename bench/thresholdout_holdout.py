"""The sampled parts of the experiment `thresholdout-holdout` in NumPy, by the same exact laws.

- The published figure: correlations of the features, the selection through the holdout, the margins of the classifier
  of the first k features as partial sums of normals, and the accuracies on training set, holdout and fresh data; each
  view with and without signal.
- Fishing analysts against Thresholdout, all interactions at once, query by query.
- The expected generalisation gap of the exponential mechanism among random queries.

One process, one thread; prints a line of JSON for each cell.

Arguments: repetitions (100), interactions (10000), samples (12000), seed (1).
"""

import json
import sys

import numpy

SIZE = FEATURES = 10_000
INFORMATIVE = 20
UNIT = 1 / numpy.sqrt(SIZE)
THRESHOLD, TOLERANCE = 4 * UNIT, UNIT
COUNTS = (0, 10, 20, 30, 45, 70, 100, 150, 200, 250, 300, 400, 500)
DESIGNS = {
    "agreeing": (0, 4.0, 100, 199),
    "fishing-once": (1, 4.0, 200, 199),
    "fishing-twice": (2, 100.0, 200, 199),
    "fishing-longer": (2, 100.0, 300, 299),
}
DEVIATION = 24
EPSILONS = (0.05, 0.5, 2)
SIZES = (50, 1000)
QUERIES = 1000


def through(view, training, holdout, generator):
    """What the analyst learns about the holdout."""
    if view == "standard":
        return holdout
    apart = numpy.abs(training - holdout) > THRESHOLD + generator.normal(0, TOLERANCE, training.shape)
    return numpy.where(apart, holdout + generator.normal(0, TOLERANCE, training.shape), training)


def accuracies(signed, generator):
    """Of the classifiers of the first features, whose signed correlations on a set these are."""
    counts = numpy.minimum(COUNTS, len(signed))
    shifts = numpy.concatenate(([0], numpy.cumsum(signed)))[counts]
    found = numpy.full(len(COUNTS), 0.5)
    margins = numpy.zeros(SIZE)
    for index in range(1, len(COUNTS)):
        step = counts[index] - counts[index - 1]
        if step == 0:
            found[index] = found[index - 1]
            continue
        margins = margins + generator.normal(0, numpy.sqrt(step), SIZE)
        found[index] = numpy.mean(margins - margins.mean() + shifts[index] > 0)
    return found


def repetition(view, signal, generator):
    means = numpy.zeros(FEATURES)
    means[:INFORMATIVE] = signal * UNIT
    training, holdout, fresh = (generator.normal(means, UNIT) for _ in range(3))
    answers = through(view, training, holdout, generator)
    kept = ((training > UNIT) & (answers > UNIT)) | ((training < -UNIT) & (answers < -UNIT))
    chosen = numpy.flatnonzero(kept)
    chosen = chosen[numpy.argsort(-numpy.abs(training[chosen]))][: COUNTS[-1]]
    signs = numpy.sign(training[chosen])
    on_training, on_holdout, on_fresh = (accuracies(signs * values[chosen], generator) for values in (training, holdout, fresh))
    return on_training, through(view, on_training, on_holdout, generator), on_fresh


def published(repetitions, generator):
    for view in ("standard", "thresholdout"):
        for signal in (0, 6):
            runs = numpy.array([repetition(view, signal, generator) for _ in range(repetitions)])
            means, deviations = runs.mean(axis=0), runs.std(axis=0, ddof=1)
            yield {
                "part": "published",
                "cell": f"{view} {signal}",
                "means": means[:, -1].tolist(),
                "errors": (deviations[:, -1] / numpy.sqrt(repetitions)).tolist(),
            }


def passes(baits, threshold, budget, before, deviation, interactions, generator):
    """How often the last query, threshold + deviation apart, is answered by the training set; in units of the tolerance."""
    noisy = threshold + generator.laplace(0, 4, interactions)
    left = numpy.full(interactions, budget)
    passed = numpy.zeros(interactions, dtype=int)
    for _ in range(before):
        asked = numpy.where(passed < baits, threshold + deviation, 0)
        open_ = left > 0
        above = open_ & (asked > noisy + generator.laplace(0, 8, interactions))
        left[above] -= 1
        noisy[above] = threshold + generator.laplace(0, 4, numpy.count_nonzero(above))
        passed = numpy.where(above, 0, numpy.minimum(passed + 1, max(baits, 1)))
    last = threshold + deviation > noisy + generator.laplace(0, 8, interactions)
    return numpy.mean((left > 0) & ~last)


def tails(interactions, generator):
    for name, (baits, threshold, budget, before) in DESIGNS.items():
        share = passes(baits, threshold, budget, before, DEVIATION, interactions, generator)
        error = numpy.sqrt(share * (1 - share) / interactions)
        yield {"part": "sampled-tail", "cell": f"{name} {DEVIATION}", "means": [share], "errors": [error]}


def gaps(samples, generator):
    for size in SIZES:
        for epsilon in EPSILONS:
            found = []
            for _ in range(samples // 1000):
                ones = generator.binomial(size, 0.5, (1000, QUERIES))
                weights = numpy.exp(epsilon * (ones - ones.max(axis=1, keepdims=True)) / 2)
                found.append((weights * ones).sum(axis=1) / weights.sum(axis=1) / size - 0.5)
            found = numpy.concatenate(found)
            error = found.std(ddof=1) / numpy.sqrt(len(found))
            yield {"part": "gap", "cell": f"{size} {epsilon}", "means": [found.mean()], "errors": [error]}


def main():
    given = [int(argument) for argument in sys.argv[1:]]
    repetitions, interactions, samples, seed = given + [100, 10_000, 12_000, 1][len(given) :]
    generator = numpy.random.default_rng(seed)
    for cells in (published(repetitions, generator), tails(interactions, generator), gaps(samples, generator)):
        for cell in cells:
            print(json.dumps(cell), flush=True)


if __name__ == "__main__":
    main()
