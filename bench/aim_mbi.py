"""AIM around the estimator of mbi, which has none of its own: data, budget, accounting, rule as lib/synthetic/aim.ts.

Reads a problem as JSON from the first line of its input: sizes, columns of codes, workload, rho, rounds, iterations
and the most cells of the model. Answers with a line of versions, then for every further line, a seed, with the
seconds of one run, the mean l1 error over the workload, and what was spent. The first run compiles; later ones find
in memory what was compiled for the same shapes. Each fit starts from the last one; all candidates are answered from
one projection of the joint a round.
"""

import json
import os
import sys
import time

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax

jax.config.update("jax_enable_x64", True)

import warnings

warnings.filterwarnings("ignore")

from importlib.metadata import version
from itertools import combinations

import mbi
import numpy
from mbi import estimation, junction_tree

problem = json.loads(sys.stdin.readline())
sizes = problem["sizes"]
names = tuple(f"a{k}" for k in range(len(sizes)))
domain = mbi.Domain(names, tuple(sizes))
columns = [numpy.array(column) for column in problem["columns"]]
joint = numpy.zeros(sizes)
numpy.add.at(joint, tuple(columns), 1)
records = joint.sum()
workload = [tuple(columns) for columns in problem["workload"]]
rho, rounds, iterations = problem["rho"], problem["rounds"], problem["iterations"]
closure = sorted({s for w in workload for k in range(1, len(w) + 1) for s in combinations(w, k)}, key=lambda s: (len(s), s))
weights = {s: sum(len(set(s) & set(w)) for w in workload) for s in closure}
MEASURED = 0.9
MEAN_DEVIATION = numpy.sqrt(2 / numpy.pi)


def marginal(table, s):
    return table.sum(axis=tuple(k for k in range(len(sizes)) if k not in s)).ravel()


exact = {s: marginal(joint, s) for s in closure}
cells = {s: exact[s].size for s in closure}


def named(s):
    return tuple(names[k] for k in s)


def run(seed):
    generator = numpy.random.default_rng(seed)
    measurements, measured = [], []
    left = rho

    def measure(s, cost):
        sigma = numpy.sqrt(1 / (2 * cost))
        noisy = exact[s] + generator.normal(scale=sigma, size=cells[s])
        measurements.append(mbi.LinearMeasurement(noisy, named(s), stddev=sigma))
        measured.append(s)
        return sigma

    def fit(before):
        return estimation.MirrorDescent().estimate(domain, list(measurements), iters=iterations, warm_start=before)

    def answers(model):
        table = numpy.asarray(model.project(names).datavector()).reshape(sizes)
        return lambda s: marginal(table, s)

    for s in closure:
        if len(s) == 1:
            cost = MEASURED * rho / rounds
            measure(s, cost)
            left -= cost
    model = fit(None)
    answer = answers(model)
    each = rho / rounds
    while left > 1e-12 * rho:
        whole = left if left <= 2 * each else each
        most = (rho - left + whole) / rho * problem["modelCells"] * 8 / 2**20
        cliques = [named(s) for s in dict.fromkeys(measured)]
        held = junction_tree.maximal_cliques(junction_tree.make_junction_tree(domain, cliques)[0])
        options = [
            s
            for s in closure
            if any(set(named(s)) <= set(clique) for clique in held)
            or junction_tree.hypothetical_model_size(domain, cliques + [named(s)]) <= most
        ]
        epsilon = numpy.sqrt(8 * (1 - MEASURED) * whole)
        sigma = numpy.sqrt(1 / (2 * MEASURED * whole))
        scores = numpy.array(
            [weights[s] * (numpy.abs(exact[s] - answer(s)).sum() - MEAN_DEVIATION * sigma * cells[s]) for s in options]
        )
        exponents = epsilon * scores / (2 * max(weights[s] for s in options))
        chances = numpy.exp(exponents - exponents.max())
        chosen = options[generator.choice(len(options), p=chances / chances.sum())]
        before = answer(chosen)
        measure(chosen, MEASURED * whole)
        left -= whole
        model = fit(model)
        answer = answers(model)
        if numpy.abs(answer(chosen) - before).sum() <= MEAN_DEVIATION * sigma * cells[chosen]:
            each *= 4
    total = answer((0,)).sum()
    errors = [numpy.abs(exact[w] / records - answer(w) / total).sum() for w in workload]
    return {"error": float(numpy.mean(errors)), "spent": rho - left, "measured": len(measured)}


print(f"mbi {version('mbi')}, jax {version('jax')}", flush=True)
for line in sys.stdin:
    start = time.perf_counter()
    answer = run(int(line))
    print(json.dumps({"seconds": time.perf_counter() - start, **answer}), flush=True)
