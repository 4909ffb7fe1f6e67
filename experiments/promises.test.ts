/**
 * What every experiment promises, at values that its lists do not have and at the ends of its axes. Parts that draw, and some that take
 * seconds, are asked for the same by promises.long.test.ts.
 */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { controlRows } from "../testing/control-rows.ts";
import { expectPromised } from "../testing/experiment-promises.ts";
import { experimentRows } from "../testing/experiment-rows.ts";
import { expectFigures, type PromiseQuestion, promiseQuestions } from "../testing/promise-questions.ts";
import type { Experiment } from "./engine/definition/experiment.ts";
import { workbenchAt } from "./engine/program/workbench.ts";

type Values = Readonly<Record<string, readonly unknown[]>>;

/** Controls at the ends of their axes: part, control, values. */
const ends: Readonly<Record<string, readonly (readonly [string, string, Values])[]>> = {
  attacks: [
    ["differencing-attack", "exact-counts", { epsilon: [0.05, 10], minimum: [0, 20] }],
    ["differencing-attack", "minimum-size-protects", { minimum: [0, 20] }],
    ["differencing-draws", "half-of-the-noise", { epsilon: [0.4, 6] }],
    ["linkage-attack", "names-removed", { people: [1, 1000], cells: [100, 3000] }],
    ["linkage-attack", "cells-suffice", { people: [2, 3000] }],
    ["linkage-registers", "nobody-named", { people: [50], years: [20] }],
    ["k-anonymity", "inference-bounded", { k: [2, 10] }],
    ["k-anonymity", "two-releases", { k: [2, 10] }],
    ["k-anonymity", "diversity-bounds", { k: [3, 10] }],
    ["model-inversion", "memorising", { share: [0.3, 0.7], epsilon: [0.01, 1.5] }],
    ["model-inversion", "success-bounded", { epsilon: [0.5, 2] }],
    ["inversion-models", "least-squares", { epsilon: [0.01, 1] }],
    ["reconstruction-draws", "twice-the-noise", { records: [16], noise: [1.8] }],
    ["all-subsets", "two-errors-away", { records: [6, 9], halves: [1, 3] }],
    ["linear-programs", "least-squares-and-nonsense", { draw: [0, 5, 1e9] }],
    ["reconstruction-defence", "unsplit", { epsilon: [0.05, 4], queries: [16] }],
    ["reconstruction-defence", "unsplit-attack", { epsilon: [0.2] }],
    ["census-reconstruction", "no-names-no-records", { persons: [10, 80], town: [5] }],
    ["census-reconstruction", "coarse-tables", { persons: [10], town: [5] }],
    ["census-noise", "budget-on-each-table", { epsilon: [0.1, 32] }],
    ["census-noise", "exact-tables", { persons: [80], town: [5] }],
  ],
  "inverse-sensitivity": [
    ["inverse-sensitivity", "full-exponent", { epsilon: [0.01, 10] }],
    ["ism-discrete", "full-exponent", { epsilon: [0.01, 10] }],
    ["ism-quarter-optimal", "constant-is-more-often-right", { epsilon: [0.01, 10], size: [1, 5], values: [2, 6] }],
    ["ism-mean", "printed-tail", { epsilon: [0.01, 0.96, 10], size: [2, 3, 401], share: [0, 0.3, 0.5] }],
    ["ism-mean", "full-exponent", { epsilon: [0.01, 10], size: [2, 3, 401] }],
    ["ism-smoothed", "uncounted-ties", { epsilon: [0.01, 10] }],
    ["median-accuracy", "atoms-without-smoothing", { epsilon: [0.05, 4], records: [11, 501] }],
    ["smooth-sensitivity", "local-sensitivity", { epsilon: [0.05, 4] }],
    ["smooth-sensitivity", "no-smoothing-of-beta", { epsilon: [0.5, 4], delta: [1e-9, 0.01] }],
  ],
  quantiles: [
    ["jointexp", "sensitivity-one-under-swap", { epsilon: [0.05, 2], records: [2, 4] }],
    ["quantile-atoms", "accuracy-of-smoothed-data", { epsilon: [0.5, 4], size: [100, 3001], radius: [0, 0.1] }],
    ["hsjointexp-privacy", "epsilon-doubled", { epsilon: [0.05, 2], radius: [1e-5, 1e-3] }],
    ["hsjointexp", "no-smoothing", { epsilon: [0.5, 4], radius: [1e-5, 0.1] }],
  ],
  selection: [
    ["exponential-mechanism", "full-exponent", { epsilon: [0.01, 10], options: [2, 1000] }],
    ["exponential-mechanism", "full-exponent-three-options", { epsilon: [0.01, 10] }],
    ["exp-utility", "printed-event", { epsilon: [0.01, 10], options: [2, 77], beta: [1e-6, 0.99] }],
    ["exp-utility", "printed-majority", { epsilon: [0.1, 10], voters: [101, 501], theta: [0, 0.3, 1] }],
    ["exp-continuous", "chain-of-a-step", { epsilon: [0.01, 10] }],
    ["approximate-sampling", "no-delta", { epsilon: [0.01, 10] }],
    ["majority", "upper-bound", { epsilon: [0.01, 10], voters: [3, 501] }],
    ["majority", "epsilon-doubled", { epsilon: [0.01, 10], voters: [3, 501] }],
    ["majority", "printed-exponent", { epsilon: [0.01, 10], voters: [3, 501] }],
    ["majority", "printed-population", { voters: [9, 11, 77, 111, 501] }],
    ["majority-price", "free-from-three", { voters: [101, 501] }],
    ["noisy-max", "scale-of-add-remove-under-swap", { epsilon: [0.05, 0.7, 4] }],
  ],
  streams: [
    ["pftal", "regret-without-privacy", { epsilon: [0.05, 5], horizon: [64, 500], sensitivity: [1, 4] }],
    ["pftal", "gradients-at-the-first-point", { horizon: [1024, 5000] }],
    ["leader-growth", "gradients-at-the-first-point", { losses: [1024, 3000] }],
    ["leader-privacy", "noise-without-levels", { epsilon: [1e-3, 20], horizon: [2, 3, 65_536] }],
    ["leader-privacy", "fresh-noise-for-each-sum", { epsilon: [1e-3, 20], horizon: [3, 4, 65_536] }],
    ["elimination-regret", "regret-without-privacy", { epsilon: [0.7], horizon: [23_456] }],
    ["bandit-lower-bound", "learner-without-privacy", { epsilon: [0.001, 0.05], gap: [0.1, 0.4] }],
  ],
};

/** Exact parts whose rows elsewhere have golden values too: their own tests compute them once, and ask for the same. */
const inTheirOwnTests: Readonly<Record<string, readonly string[]>> = {
  attacks: ["all-subsets", "linear-programs", "reconstruction-defence", "census-reconstruction", "census-noise"],
  "local-privacy": ["shuffling-many"],
  noise: [
    ...["sensitivity", "laplace-mechanism", "laplace-accuracy", "gaussian-classic", "gaussian-analytic"],
    ...["gaussian-tail-calibration", "laplace-vs-gaussian-dimension", "dimension-slopes", "discrete-laplace"],
    ...["discrete-gaussian", "counting-histogram-noisymax-accuracy", "nonparametric-density", "density-bins"],
    "cosine-series",
  ],
  streams: [
    ...["counter-naive", "tree-aggregation", "tree-crossing", "matrix-factorisation", "bandit-privacy"],
    "elimination-regret",
  ],
  synthetic: ["mwem-budget", "synth-histogram", "max-error", "aim-budget", "aim-model"],
};

/** What is asked of the exact parts, with the values of their axes alone; undefined if the question has none. */
function ofExactParts({ parts: all }: Experiment, question: PromiseQuestion): PromiseQuestion | undefined {
  const { parts = Object.keys(all), overrides = {} } = question;
  const exact = parts.filter((name) => all[name].study.kind === "exact");
  if (exact.length === 0) return undefined;
  const known = new Set(
    exact.flatMap((part) => Object.keys(all[part].study.axes).flatMap((axis) => [axis, `${part}.${axis}`])),
  );
  const own = Object.fromEntries(Object.entries(overrides).filter(([name]) => known.has(name)));
  return { ...question, parts: exact, overrides: own };
}

const experiments = await workbenchAt(join(import.meta.dirname, "..")).catalogue.all();

describe.each(experiments.map((experiment) => [experiment.id, experiment] as const))("%s", (id, experiment) => {
  const questions = (promiseQuestions[id] ?? []).flatMap((question) => ofExactParts(experiment, question) ?? []);

  it("is asked about every exact part, and has a control in each part", () => {
    const asked = questions.flatMap(({ parts = Object.keys(experiment.parts) }) => parts);
    const named = new Set([...asked, ...(inTheirOwnTests[id] ?? [])]);
    const parts = Object.entries(experiment.parts);
    expect([...named].filter((name) => !(name in experiment.parts))).toEqual([]);
    expect(parts.flatMap(([name, { study }]) => (study.kind === "exact" && !named.has(name) ? [name] : []))).toEqual(
      [],
    );
    expect(parts.flatMap(([name, { controls }]) => (Object.keys(controls).length === 0 ? [name] : []))).toEqual([]);
  });

  const now = questions.flatMap(({ takesLong, ...question }) => (takesLong === true ? [] : [question]));
  if (now.length > 0)
    it.each(now)(
      "holds, and every control is caught in every cell, at %j",
      async ({ notRefuted, figures, ...question }) => {
        const rows = await experimentRows(experiment, question);
        expectPromised(rows, notRefuted);
        expectFigures(experiment, rows, figures);
      },
    );

  const controls = ends[id] ?? [];
  if (controls.length > 0)
    it.each(controls)("catches at the ends of its axes, in %s, %s: %j", async (part, control, overrides) => {
      const rows = await controlRows(experiment, { part, control, overrides });
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter(({ verdict }) => verdict !== "violated")).toEqual([]);
    });
});
