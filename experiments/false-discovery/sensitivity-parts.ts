/**
 * Multiplicative sensitivity of p-values: the library's values against all neighbours, by other ways of computing a p-value, and
 * the privacy of the procedure that uses them, by an exact audit.
 */
import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { binomialSensitivity, binomialSensitivityBound } from "../../lib/false-discovery/binomial-sensitivity.ts";
import { chiSquareSensitivity, goodnessOfFitChange } from "../../lib/false-discovery/chi-square-sensitivity.ts";
import { gaussianSensitivity } from "../../lib/false-discovery/gaussian-sensitivity.ts";
import { truncatedLog } from "../../lib/false-discovery/multiplicative-sensitivity.ts";
import { peelingScale } from "../../lib/false-discovery/peeling-scale.ts";
import { noisyBenjaminiHochberg } from "../../lib/false-discovery/private-benjamini-hochberg.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { leastOf } from "../../lib/numerics/extremes.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { normalCdf } from "../../lib/numerics/normal.ts";
import { binomialPValues, largestMove, tableMoves } from "../../lib/oracles/p-value-moves.ts";
import { atLeast, atMost, axis, equal, exactStudy, lossAtMost, type Part, z } from "../kit.ts";

const floorOf = (quick: readonly number[], full = quick, least = 1e-60) =>
  axis(z.number().min(least).max(0.1), { means: "mu, below which p-values are not told apart", quick, full });
const recordsOf = (quick: readonly number[], full = quick) =>
  axis(z.int().min(100).max(10_000), { means: "records, n", quick, full });
const success = axis(z.number().min(0.01).max(0.99), {
  means: "chance of a success under the null",
  quick: [0.5],
  full: [0.5, 0.1, 0.9],
});
const FLOORS = [0.1, 0.01, 1e-3, 1e-4, 1e-6];

const sensitivityPart: Part = {
  claim: "mult-sensitivity",
  asks: "Is eta(mu) of the binomial test the largest change over all neighbouring counts?",
  study: exactStudy({
    axes: {
      records: recordsOf([1000], [100, 1000, 10_000]),
      success,
      floor: floorOf(FLOORS, [...FLOORS, 1e-12, 1e-30, 1e-60]),
    },
    exact: ({ records: size, success, floor }) => {
      const test = { size, probability: success, floor, alternative: "greater" } as const;
      const values = binomialPValues(size, success);
      const found = largestMove(values, floor);
      const eta = binomialSensitivity(test);
      const bound = binomialSensitivityBound(test);
      return {
        checks: {
          eta: equal(eta, found, { share: 1e-9, absolute: 1e-11 }),
          "not-below": atLeast(eta, found, { absolute: 1e-13 * (1 - log(floor)) }),
          bound: atLeast(bound, found, { share: 1e-9 }),
        },
        values: {
          eta,
          bound,
          approximation: 2 * Math.sqrt((-2 * log(floor)) / size),
          used: Math.sqrt(log(size) / size),
        },
      };
    },
  }),
  controls: {
    "root-of-log-n": {
      says: "eta = sqrt(ln n / n), a value in use: one record moves ln max(p, mu) by more, for every mu up to 0.1",
      study: exactStudy({
        axes: { records: recordsOf([1000], [100, 1000, 10_000]), floor: floorOf(FLOORS) },
        exact: ({ records, floor }) => {
          const found = largestMove(binomialPValues(records, 0.5), floor);
          const used = Math.sqrt(log(records) / records);
          return { checks: { eta: atMost(found, used) }, values: { times: found / used } };
        },
      }),
    },
    "as-printed": {
      says:
        "eta by the formula of the notes alone, without the words beside it, " +
        "min{max f(x)/f(y), max{f(x), f(y)}} (erratum E11): of p-values that is 1 for every test, and the largest ratio is above it",
      refutes: ["E11"],
      study: exactStudy({
        axes: { records: recordsOf([1000]), floor: floorOf(FLOORS) },
        exact: ({ records, floor }) => {
          const values = binomialPValues(records, 0.5);
          const ratio = exp(largestMove(values, floor));
          return { checks: { ratio: atMost(ratio, Math.min(ratio, values[0])) } };
        },
      }),
    },
    "one-side-only": {
      says: "the neighbours on both sides of mu left out, where mu is just above a p-value",
      study: exactStudy({
        axes: { records: recordsOf([100, 1000]) },
        exact: ({ records }) => {
          const values = binomialPValues(records, 0.5);
          const below = values.findIndex((p) => p < 0.05);
          const floor = values[below] * (1 + 1e-9);
          const inside = largestMove(values.slice(0, below), floor);
          return { checks: { eta: atMost(largestMove(values, floor), inside) } };
        },
      }),
    },
  },
};

const GRID = 20_000;

/** The largest change over a grid of statistics from 0 to `most`. */
function gridMove(logPValue: (statistic: number) => number, move: number, most: number): number {
  let largest = 0;
  for (let i = 0; i <= GRID; i++) {
    const at = (most * i) / GRID;
    largest = Math.max(largest, logPValue(at - move) - logPValue(at));
  }
  return largest;
}

const sides = axis(z.union([z.literal(1), z.literal(2)]), { means: "sides of the test", quick: [1, 2] });
const zAxes = {
  records: recordsOf([1000]),
  width: axis(z.number().min(0.5).max(20), { means: "width of the clamp, in standard deviations", quick: [6] }),
  floor: floorOf(FLOORS, FLOORS, 1e-12),
};

/** Steps of 0.00045, in which ln p falls by less than 0.005: a finer grid finds no more than that above this one. */
const zSensitivityPart: Part = {
  claim: "mult-sensitivity",
  asks: "Is eta(mu) of the z test the largest change over all statistics?",
  study: exactStudy({
    axes: { ...zAxes, sides },
    exact: ({ records, width, floor, sides }) => {
      const eta = gaussianSensitivity({ size: records, lower: 0, upper: width, sigma: 1, floor, sides });
      const logPValue = (x: number) =>
        truncatedLog(sides === 1 ? normalCdf(-x) : 2 * normalCdf(-Math.max(0, x)), floor);
      const found = gridMove(logPValue, width / Math.sqrt(records), 9);
      return {
        checks: { "not-below": atLeast(eta, found), near: atMost(eta, found, { absolute: 5e-3 }) },
        values: { eta },
      };
    },
  }),
  controls: {
    "half-the-clamp": {
      says: "half of the width of the clamp",
      study: exactStudy({
        axes: zAxes,
        exact: ({ records, width, floor }) => {
          const claimed = gaussianSensitivity({ size: records, lower: 0, upper: width / 2, sigma: 1, floor, sides: 1 });
          const found = gridMove((x) => truncatedLog(normalCdf(-x), floor), width / Math.sqrt(records), 9);
          return { checks: { eta: atMost(found, claimed) } };
        },
      }),
    },
  },
};

const tableRecords = axis(z.int().min(6).max(120), { means: "records in the table", quick: [30], full: [12, 30, 60] });
const rarest = axis(
  z
    .number()
    .min(0.05)
    .max(1 / 3),
  { means: "chance of the rarest category", quick: [0.1, 0.3] },
);
const expectedOf = (records: number, rare: number) =>
  [rare, 0.4 * (1 - rare), 0.6 * (1 - rare)].map((p) => records * p);

const tableSensitivityPart: Part = {
  claim: "mult-sensitivity",
  asks: "Does eta(mu) of the test of goodness of fit hold for every swap in every table of three categories?",
  study: exactStudy({
    axes: { tableRecords, rarest, floor: floorOf(FLOORS, FLOORS, 1e-12) },
    exact: ({ tableRecords, rarest, floor }) => {
      const expected = expectedOf(tableRecords, rarest);
      const rootChange = goodnessOfFitChange(expected);
      const eta = chiSquareSensitivity({ degrees: 2, rootChange, floor });
      const { root, etas } = tableMoves(tableRecords, expected, [floor]);
      return {
        checks: { root: atMost(root, rootChange), eta: atMost(etas[0], eta) },
        values: { share: etas[0] / eta },
      };
    },
  }),
  controls: {
    "one-entry": {
      says: "a swapped record taken to change one count: sqrt(1 / e) for the smallest expected count",
      study: exactStudy({
        axes: { tableRecords, rarest },
        exact: ({ tableRecords, rarest }) => {
          const expected = expectedOf(tableRecords, rarest);
          const claimed = Math.sqrt(1 / leastOf(expected));
          return { checks: { root: atMost(tableMoves(tableRecords, expected, []).root, claimed) } };
        },
      }),
    },
  },
};

const PEELING = {
  alpha: 0.2,
  hypotheses: 3,
  mostRejections: 2,
  floor: 1e-30,
  noiseError: 0.2,
  neighbours: "swap",
} as const;
const epsilonOf = (quick: readonly number[]) => axis(z.number().min(0.1).max(5), { means: "epsilon", quick });
const sensitivity = axis(z.number().min(0.01).max(1), { means: "eta", quick: [0.5] });

/** Two nulls and a signal, all of which move against the rejection of the nulls; a search found nothing worse. */
function peelingLoss(epsilon: number, sensitivity: number, share: number): number {
  const scale = share * peelingScale({ epsilon, delta: 0, peels: PEELING.mostRejections, sensitivity });
  const { law } = noisyBenjaminiHochberg({ ...PEELING, sensitivity }, scale);
  return discreteEpsilon({
    first: law([0, 0, -60]),
    second: law([-sensitivity, -sensitivity, sensitivity - 60]),
  });
}

const judged = (found: number, claimed: number) => ({
  checks: { loss: lossAtMost(found, claimed, { error: 1e-9 }) },
  values: { share: found / claimed },
});

const peelingPart: Part = {
  claim: "mult-sensitivity",
  asks: "Is the exact loss of private Benjamini-Hochberg, two peels of three hypotheses, within epsilon?",
  study: exactStudy({
    axes: { epsilon: epsilonOf([0.5, 1, 3]), sensitivity },
    exact: ({ epsilon, sensitivity }) => judged(peelingLoss(epsilon, sensitivity, 1), epsilon),
  }),
  controls: {
    "values-for-free": {
      says: "noise for the indices only: 2 k eta / epsilon, where the values released with them need a half of it more",
      study: exactStudy({
        axes: { epsilon: epsilonOf([1]), sensitivity },
        exact: ({ epsilon, sensitivity }) => judged(peelingLoss(epsilon, sensitivity, 2 / 3), epsilon),
      }),
    },
  },
};

export const sensitivityParts: Readonly<Record<string, Part>> = {
  "mult-sensitivity": sensitivityPart,
  "z-sensitivity": zSensitivityPart,
  "table-sensitivity": tableSensitivityPart,
  peeling: peelingPart,
};
