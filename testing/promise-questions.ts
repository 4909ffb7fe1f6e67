/**
 * What is asked of every experiment, at values that its lists do not have: of its exact parts by the unit tests, of those that draw too
 * by the long ones.
 */
import { expect } from "vitest";
import type { Experiment } from "../experiments/engine/definition/experiment.ts";
import type { CellRow } from "../experiments/engine/definition/row.ts";
import type { SpecQuestion } from "../experiments/engine/format/spec.ts";

type Values = Readonly<Record<string, readonly unknown[]>>;

export interface PromiseQuestion extends Partial<SpecQuestion> {
  /** Parts that can only be refuted. */
  readonly notRefuted?: readonly string[];
  /** Figures that are drawn from the rows. */
  readonly figures?: readonly string[];
  /** Whether its exact parts, too, are asked by the long tests alone, as they take seconds. */
  readonly takesLong?: boolean;
}

/** Figures of an experiment that the rows must be enough for. */
export function expectFigures(experiment: Experiment, rows: readonly CellRow[], names: readonly string[] = []): void {
  for (const name of names) expect(experiment.figures[name].draw(rows).data.length, name).toBeGreaterThan(1);
}

/** Each part by itself. */
const each = (parts: Readonly<Record<string, Values>>): readonly PromiseQuestion[] =>
  Object.entries(parts).map(([part, overrides]) => ({ parts: [part], overrides }));

export const promiseQuestions: Readonly<Record<string, readonly PromiseQuestion[]>> = {
  accountants: [
    {
      parts: ["upper-bounds", "closed-forms"],
      overrides: { rate: [0.1, 1], noise: [3], steps: [10, 1000], delta: [1e-20] },
      figures: ["looseness"],
      takesLong: true,
    },
    ...each({ odometers: { version: ["1.0.10"], epsilon: [0.01], delta: [1e-10], times: [1, 100] } }),
  ],
  accounting: each({
    rdp: { noise: [0.5, 3.7, 8], rate: [0.001, 0.37, 1], order: [1.1, 3.3, 64] },
    "rdp-conversion": { noise: [2.5], rate: [0.03], steps: [500], delta: [1e-6] },
    zcdp: { rho: [0.01, 0.37, 2], delta: [1e-10, 1e-3] },
    "zcdp-subsampling": { noise: [0.5, 3.3], rate: [0.001, 0.42, 0.9] },
    "subsampling-amplification": { records: [2, 9], batch: [1, 2, 9], epsilon: [0.1, 1.7, 5] },
    "moments-accountant": { noise: [1.7], rate: [0.02], steps: [700], delta: [1e-6] },
    pld: { rate: [0.35], noise: [1.3], steps: [3], epsilon: [0.2] },
    "renyi-sampling": { noise: [0.7, 3], rate: [0.03, 0.4], order: [2.5, 6] },
    "truncated-concentrated": { rho: [0.02, 0.07], rate: [0.002, 0.04] },
    "individual-filter": { order: [3], budget: [0.45] },
    participation: { bands: [4], separation: [2, 4], participations: [2, 4] },
    "batch-loss": { batch: [37], noise: [1.3], steps: [1, 2], epsilon: [0.3] },
    "group-loss": { size: [4], rate: [0.4], noise: [1.5], epsilon: [0.7] },
    "pld-gaussian": { total: [0.7], times: [37], delta: [1e-4] },
  }).concat({
    parts: ["tiny-rates"],
    overrides: { noise: [0.7], rate: [8e-6], steps: [700_000], delta: [3e-10] },
    takesLong: true,
  }),
  "applied-learning": [
    ...each({ "private-svm": { epsilon: [0.3, 3], size: [1, 37], strength: [1.2, 7] } }),
    { parts: ["svm-accuracy", "student"], overrides: { "svm-accuracy.epsilon": [5], questions: [40], sigma: [30] } },
  ],
  attacks: [
    ...each({
      "differencing-attack": { epsilon: [0.05, 10], people: [0, 1] },
      "linkage-attack": { people: [1, 2, 777, 3000], cells: [1, 2, 2999] },
      "k-anonymity": { k: [2, 4], values: [2, 4] },
      "model-inversion": { records: [1, 2, 17], share: [0, 0.37, 1], epsilon: [0.01, 0.7, 20] },
    }),
    ...each({
      "differencing-draws": { epsilon: [0.2, 6] },
      "linkage-registers": { people: [50], years: [100] },
      "inversion-models": { epsilon: [20] },
    }).map((question) => ({ ...question, seed: 3 })),
  ],
  "auditing-methods": [
    { parts: ["one-run-bound", "one-run-counts"], overrides: { guesses: [150], accuracy: [0.85] } },
    {
      parts: ["sampled-divergences", "hidden-input"],
      overrides: { mu: [1.5], draws: [50_000] },
      notRefuted: ["sampled-divergences", "hidden-input"],
    },
  ],
  changepoint: [
    ...each({
      "offline-privacy": { epsilon: [0.13, 3.7], records: [3] },
      "online-privacy": { epsilon: [0.2, 3.3], window: [2], threshold: [1.3] },
      "false-alarms": { epsilon: [3], window: [37], tests: [150], falseAlarm: [0.25] },
      delay: { epsilon: [2], falseAlarm: [0.1] },
    }),
    // Rare false alarms and few tests.
    ...each({ "false-alarms": { epsilon: [0.7], window: [20], tests: [2, 17], falseAlarm: [1e-6, 0.03] } }),
  ],
  composition: [
    {
      overrides: {
        sample: [77],
        outcomes: [3, 9],
        epsilon: [0.07, 0.83],
        delta: [3e-5],
        "kov-optimal-composition.delta": [0, 0.05],
        "leaky-rr.delta": [0, 0.05],
        share: [0.4, 0.95],
        rounds: [3, 6],
        times: [7, 11],
        "advanced-composition.times": [7, 450],
        slack: [1e-7],
        level: [0.15, 0.55],
        members: [3, 6],
      },
    },
  ],
  definitions: [
    {
      overrides: {
        sample: [77, 1_000_003],
        outcomes: [3, 7],
        epsilon: [0, 0.37, 1.7],
        strength: [0.31, 1.7],
        share: [0.1, 0.9],
        records: [1, 3],
        values: [3],
        size: [3, 7, 300],
        published: [1, 2],
        bits: [2],
        mu: [0.4],
        second: [1.3],
        members: [4],
      },
    },
  ],
  "erm-excess-risk": [
    {
      parts: [
        ...["linear", "linear-rate", "output-privacy", "objective-privacy", "descent-privacy", "stochastic-privacy"],
        ...["linear-privacy", "sandwich", "logistic-sandwich"],
      ],
      overrides: { size: [7], penalty: [0.05], epsilon: [0.7], steps: [50], sum: [4, 500] },
      takesLong: true,
    },
  ],
  "false-discovery": [
    ...each({
      "p-values": { trials: [1, 7, 333], probability: [0.01, 0.62, 0.99] },
      "twenty-nulls": { tests: [2, 4], level: [0.5] },
      bh: { tests: [2, 4], "null-share": [0, 0.37, 1], shift: [0, 4.2], level: [0.5] },
      "bh-enumerated": { tests: [2, 4], nulls: [0, 2], level: [0.5] },
      "alpha-investing": { tests: [2, 4], alpha: [0.013, 0.04], share: [0.17] },
      "lord-budget": { alpha: [0.013, 0.04] },
      "saffron-estimate": { alpha: [0.013, 0.04], lambda: [0.05, 0.95] },
    }),
    {
      parts: ["mult-sensitivity", "z-sensitivity", "table-sensitivity", "peeling", "paprika", "shift"],
      overrides: {
        records: [137, 2500],
        success: [0.03, 0.62],
        floor: [0.07, 3e-5],
        width: [2.5],
        tableRecords: [17],
        rarest: [0.21],
        epsilon: [0.7, 4.4],
        sensitivity: [0.33],
        noiseError: [0.03, 1e-6],
      },
    },
    ...[
      { records: [100], floor: [0.1], success: [0.01], width: [20], tableRecords: [6], rarest: [0.05] },
      { records: [10_000], floor: [0.1], success: [0.99], width: [0.5], tableRecords: [120], rarest: [1 / 3] },
    ].map((overrides) => ({ parts: ["mult-sensitivity", "z-sensitivity", "table-sensitivity"], overrides })),
    ...[
      { epsilon: [0.1], sensitivity: [1], noiseError: [0.1] },
      { epsilon: [5], sensitivity: [0.01], noiseError: [1e-9] },
    ].map((overrides) => ({ parts: ["peeling", "paprika", "shift"], overrides })),
    ...[
      { epsilon: [0.5], signals: [0], mostRejections: [20] },
      { epsilon: [10], signals: [0.05], mostRejections: [1] },
    ].map((overrides) => ({ parts: ["private-rules"], overrides })),
    {
      parts: ["private-rules"],
      seed: 2,
      overrides: { epsilon: [5], signals: [0.02], rule: ["private-bh", "private-lord"] },
    },
  ],
  generalisation: [{ overrides: { size: [1, 2, 7], values: [2, 4], epsilon: [0.02, 3, 20] } }],
  gradient: each({
    clip: { dimension: [1, 7], clip: [0.01, 37] },
    "clip-norm": { dimension: [1, 33, 1000], clip: [0.01, 2.5, 100], norm: [0, 1e-9, 2.5, 1e6] },
    convexity: {},
    "convexity-gd": { steps: [2, 333, 20_000], curvature: [0.1, 0.77, 1], stepSize: [0.01, 0.33, 1] },
    "mini-batch": { batch: [2, 3], clip: [4, 1e6] },
    "hyperparameter-tuning": { epsilon: [0.05, 0.7, 3], runs: [1, 7, 100] },
    "random-stopping": { epsilon: [0.05, 0.7, 3], choices: [2, 4, 10], stopping: [0.001, 0.2, 0.9] },
    "nn-numbers": { epsilon: [5] },
    "cited-epsilon": {},
    "noise-norm": { parameters: [2, 77, 100_000], noise: [0.1, 10], clip: [0.01, 100] },
  }),
  "inverse-sensitivity": [
    {
      overrides: {
        epsilon: [0.07, 1.7],
        size: [3],
        values: [2, 5],
        "inverse-sensitivity.values": [4],
        "ism-mean.size": [7, 310],
        radius: [0.004, 0.6],
        "median-accuracy.records": [23],
        delta: [0.02],
      },
    },
    {
      parts: ["inverse-sensitivity", "ism-discrete", "ism-quarter-optimal", "ism-mean", "ism-smoothed"],
      overrides: {
        epsilon: [0.01, 10],
        size: [2],
        values: [3],
        "ism-mean.size": [2, 401],
        records: [1, 3],
        radius: [0, 1],
      },
    },
    {
      parts: ["median-accuracy", "smooth-sensitivity"],
      overrides: {
        epsilon: [0.05, 4],
        "median-accuracy.records": [11, 501],
        "smooth-sensitivity.records": [3],
        delta: [1e-9, 0.1],
      },
    },
  ],
  "local-privacy": [
    {
      parts: ["oracles", "local-bounds", "shuffling"],
      overrides: { epsilon: [0.7], choices: [3], localEpsilon: [1.3], respondents: [3], share: [0.3] },
      figures: ["bounds"],
    },
    { parts: ["oracle-surveys"], seed: 2 },
  ],
  "places-and-reports": each({
    "metric-privacy": { epsilon: [0.3, 3], share: [0.15, 1.3] },
    "edit-distance": { epsilon: [0.2, 1.7], length: [3] },
    "income-map": { most: [3, 777], level: [1, 4] },
    "rappor-stages": { noise: [0.4], reports: [5] },
    "one-bit-mean": { epsilon: [0.1, 3], value: [0.3, 23] },
    "count-mean-sketch": { epsilon: [0.7], buckets: [2, 5], choices: [3] },
  }),
  "lower-bounds": [
    {
      seed: 4,
      overrides: { point: [101, 202, 303], dimension: [50, 2000], rho: [5e-4] },
      figures: ["share", "dimensions"],
    },
  ],
  "membership-tradeoff": [
    {
      parts: ["learning-curves", "curves", "region", "tests", "reconstruction", "tail", "list-experiment"],
      seed: 5,
      overrides: { epsilon: [0.2, 1.3, 3] },
    },
  ],
  "minimax-bounds": [
    {
      parts: [
        ...["classic", "private", "sandwich", "price", "rates", "concentrated", "gaussian", "approximate"],
        ...["uniform-bounds", "variance", "success", "dimension"],
      ],
      overrides: { size: [144, 2000], kappa: [0.17, 0.7, 4], epsilon: [0.2, 0.8], dimension: [3], voters: [7] },
    },
    ...each({
      "exact-minimax": { bits: [1, 4, 17], epsilon: [0.01, 0.7, 10] },
      "geometric-universal": { user: [77, 1003], largest: [2, 9], epsilon: [0.01, 0.8, 5] },
    }),
  ],
  // Training needs MNIST: mnist-private-training.long.test.ts.
  "mnist-private-training": [{ parts: ["certificate"], overrides: { epsilon: [0.1, 0.7, 8] }, takesLong: true }],
  "private-learning": [
    {
      overrides: {
        "klnrs-learning.values": [2, 37],
        "klnrs-learning.epsilon": [0.4],
        "klnrs-learning.flipped": [3, 0],
        "all-labelings.values": [2, 31],
        "all-labelings.accuracy": [0.3],
        "population.accuracy": [0.27],
        "pate.teachers": [2, 7],
        "pate.rate": [0.03, 0.8],
        "pate-gaussian.order": [1.2, 13],
        "pate-gaussian.sigma": [1, 3.3],
        "linreg-sufficient-statistics.epsilon": [0.02, 7],
        "subsample-aggregate.size": [777, 54_321],
        "subsample-aggregate.exponent": [0.2, 0.93],
        "block-variance.size": [1_234_567, 9_876_543_210],
        "block-variance.exponent": [0.51, 0.73],
        "objective-line.size": [3],
        "exponential-delta.radius": [0.37],
        "descent-step.rho": [0.004, 3],
        "descent-step.size": [17],
      },
    },
  ],
  "published-audits": [
    { parts: ["paired-bound"], overrides: { pairs: [6, 13], over: [0.05, 0.62], under: [0.2, 0.81] } },
    {
      parts: ["coupled-bound"],
      overrides: { pairs: [6, 13], over: [0.05, 0.62], under: [0.2, 0.62], together: [0, 0.7] },
    },
    {
      parts: ["dp-sniper", "statdp", "dp-finder", "dp-auditorium"],
      overrides: {
        "dp-sniper.effort": [0.0003],
        "statdp.mechanism": ["noisy-max-value", "SVT"],
        "statdp.claim": [0.7],
        "dp-finder.effort": [0.007],
        "dp-auditorium.draws": [7000],
      },
      seed: 2,
      notRefuted: ["dp-sniper", "statdp", "dp-finder", "dp-auditorium"],
    },
  ],
  quantiles: [
    {
      seed: 5,
      overrides: {
        epsilon: [1.3],
        records: [2],
        "joint-accuracy.outputs": [7],
        data: ["normal"],
        "hsjointexp.data": ["two-atoms"],
        radius: [5e-4],
        "quantile-atoms.size": [313],
      },
    },
    ...each({
      jointexp: { epsilon: [0.05, 10], records: [1] },
      "quantile-atoms": { epsilon: [0.5, 4], size: [100, 101, 5000] },
      "hsjointexp-privacy": { epsilon: [0.05, 2], radius: [1e-5, 0.1] },
    }),
  ],
  "randomized-response": [
    { overrides: { epsilon: [0.001, 0.37, 3.3, 20], share: [0, 0.23, 1], respondents: [1, 77, 500_000] } },
    // The corner of its axes that rounds the worst.
    {
      parts: ["estimator", "local-vs-central"],
      overrides: { epsilon: [20], share: [1], respondents: [10_000_000] },
    },
    { seed: 2 },
  ],
  "secure-release": [
    {
      seed: 5,
      overrides: {
        "support.epsilon": [0.75],
        "grid-noise.epsilon": [3],
        "grid-quantiles.epsilon": [1.5],
        "grid-selection.epsilon": [0.75],
        squared: [2],
        rho: [1.5],
        "draws.epsilon": [2.5],
        "draws.release": ["sum", "quantiles"],
        "utility.epsilon": [0.75],
        steps: [3],
      },
      notRefuted: ["support"],
      takesLong: true,
    },
  ],
  selection: [
    {
      overrides: {
        epsilon: [0.17, 2.3],
        options: [4, 37],
        "noisy-max.options": [7],
        beta: [0.2],
        records: [2],
        steps: [0, 7],
        scores: ["random", "counts-add-remove"],
        voters: [7, 33],
        "majority-price.voters": [103, 301],
        kappa: [0.7, 4, 12],
      },
    },
    {
      parts: ["exponential-mechanism", "exp-utility", "exp-continuous", "approximate-sampling", "majority"],
      overrides: {
        epsilon: [0.01, 10],
        options: [2],
        beta: [1e-6, 0.99],
        voters: [1, 501],
        records: [4],
        steps: [2000],
      },
    },
  ],
  "shipped-libraries": [{ parts: ["guarantees"], notRefuted: ["guarantees"], figures: ["certified"] }],
  streams: each({
    pftal: { epsilon: [0.05, 50], horizon: [2, 3, 300], sensitivity: [1, 3.3] },
    "leader-growth": { epsilon: [0.8] },
    "leader-privacy": { epsilon: [1e-3, 0.7, 20], horizon: [1, 5, 33], share: [0.05, 0.6, 1] },
    "private-bandits": { epsilon: [0.4, "infinity"], horizon: [2345] },
    "bandit-lower-bound": { epsilon: [0.2, 4], gap: [0.15, 0.33] },
  }),
  "structured-releases": [
    {
      overrides: {
        epsilon: [0.7, 3],
        delta: [1e-5],
        k: [2],
        elsewhere: [50, 92],
        bits: [3],
        dimension: [3],
        records: [200],
        columns: [5],
      },
    },
  ],
  "thresholdout-holdout": [
    {
      parts: [
        ...["tail", "early-tail", "privacy", "whole-loss", "above-threshold", "sparse-vector", "numeric-sparse"],
        "subset-selection",
      ],
      overrides: {
        "tail.baits": [0, 3],
        "tail.threshold": [2, 30],
        "tail.budget": [7, 60],
        "tail.deviation": [12, 90],
        "privacy.tolerance": [0.003],
        "privacy.size": [20_000],
        "above-threshold.epsilon": [0.3],
        "subset-selection.epsilon": [0.3, 3],
      },
    },
  ],
};
