/**
 * JointExp: exact audits over all neighbours of up to five records, and its error beside that of one mechanism for each quantile.
 *
 * Records are drawn from five places, so that the density of the outputs is constant on boxes. The error counts the records between
 * an output and the quantile, at most 100 of them, averaged over the quantiles; for separate mechanisms of epsilon / m it is an
 * exact sum.
 */
import { halfSensitivity } from "../../lib/auditing/broken/quantiles.ts";
import { type DatasetPair, neighbouringPairs } from "../../lib/auditing/worst-pair.ts";
import { quantile } from "../../lib/mechanisms/statistics/quantile.ts";
import { quantiles } from "../../lib/mechanisms/statistics/quantiles.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { momentsOf } from "../../lib/statistics/moments.ts";
import {
  atMost,
  axis,
  boundedMeanOf,
  equal,
  estimateAtLeast,
  estimateAtMost,
  exactStudy,
  type Part,
  sampledStudy,
  variant,
  z,
} from "../kit.ts";
import { size } from "./axes.ts";
import { recordsOf, SPREAD, type Spread } from "./datasets.ts";

const UNIT = { lower: 0, upper: 1 } as const;
const PLACES = [0, 0.01, 0.5, 0.99, 1];
const MIDDLES = PLACES.slice(1).map((to, k) => (PLACES[k] + to) / 2);
const WIDTHS = PLACES.slice(1).map((to, k) => to - PLACES[k]);
const RELATIONS = ["swap", "add-remove"] as const;
type Relation = (typeof RELATIONS)[number];
const PROBABILITIES = { 1: [0.5], 2: [0.3, 0.6] } as const;
const LOSS = { share: 1e-11, absolute: 1e-11 };

/** Ordered outputs, one in each box; a box on the diagonal counts half. */
function boxesOf(outputs: 1 | 2): { readonly points: number[]; readonly volume: number }[] {
  const single = MIDDLES.map((point, k) => ({ points: [point], volume: WIDTHS[k] }));
  if (outputs === 1) return single;
  return MIDDLES.flatMap((a, i) =>
    MIDDLES.slice(i).map((b, k) => ({ points: [a, b], volume: WIDTHS[i] * WIDTHS[i + k] * (k === 0 ? 0.5 : 1) })),
  );
}

type Table = (records: readonly number[]) => readonly number[];

/** The tables of datasets, found once whatever the order of the records. */
function onceEach(table: Table): Table {
  const known = new Map<string, readonly number[]>();
  return (records) => {
    const sorted = records.toSorted((a, b) => a - b);
    const found = known.get(sorted.join()) ?? table(sorted);
    known.set(sorted.join(), found);
    return found;
  };
}

/** The largest move of an entry of the table between neighbours. */
function largestMove(pairs: Iterable<DatasetPair<number>>, table: Table): number {
  const tableOf = onceEach(table);
  let most = 0;
  for (const [x, y] of pairs) {
    const other = tableOf(y);
    tableOf(x).forEach((value, k) => {
      most = Math.max(most, Math.abs(value - other[k]));
    });
  }
  return most;
}

/** The score of ordered outputs by its definition. */
function scoreOf(records: readonly number[], points: readonly number[], probabilities: readonly number[]): number {
  const ends = [-1, ...points, 2];
  const shares = [0, ...probabilities, 1];
  let cost = 0;
  for (let cell = 0; cell + 1 < ends.length; cell++) {
    const count = records.filter((record) => record > ends[cell] && record <= ends[cell + 1]).length;
    cost += Math.abs(count - (shares[cell + 1] - shares[cell]) * records.length);
  }
  return -cost;
}

const epsilon = axis(z.number().min(0.05).max(10), {
  means: "epsilon of one release",
  quick: [0.5, 1],
  full: [0.1, 0.5, 1, 2, 5],
});
const records = axis(z.int().min(1).max(5), { means: "number of records", quick: [3], full: [1, 2, 3, 4, 5] });

export const jointPart: Part = {
  claim: "jointexp",
  asks: "Is JointExp epsilon-private for one and two quantiles, with the stated sensitivities of its score?",
  study: exactStudy({
    axes: {
      outputs: axis<1 | 2>(z.literal([1, 2]), { means: "number of quantiles", quick: [1, 2] }),
      relation: axis(z.enum(RELATIONS), { means: "neighbours", quick: RELATIONS }),
      records,
      epsilon,
    },
    exact: ({ outputs, relation, records, epsilon }) => {
      const probabilities = PROBABILITIES[outputs];
      const boxes = boxesOf(outputs);
      const pairs = [...neighbouringPairs<number>({ universe: PLACES, size: records, neighbours: relation })];
      const mechanism = quantiles({ epsilon, probabilities, neighbours: relation, ...UNIT });
      const logs = onceEach((data) => boxes.map(({ points }) => mechanism.logDensity(data, points)));
      const moved = largestMove(pairs, (data) => boxes.map(({ points }) => scoreOf(data, points, probabilities)));
      const [example] = pairs[Math.floor(pairs.length / 2)];
      const total = logs(example).reduce((sum, log, k) => sum + exp(log) * boxes[k].volume, 0);
      const sensitivity = statedSensitivity(relation, probabilities);
      const [last, first] = [boxes.length - 1, 0].map((k) => scoreOf(example, boxes[k].points, probabilities));
      const ratio = logs(example)[boxes.length - 1] - logs(example)[0];
      return {
        checks: {
          epsilon: atMost(largestMove(pairs, logs), epsilon, LOSS),
          "move-of-the-score": atMost(moved, sensitivity, { absolute: 1e-12 }),
          "total-mass": equal(total, 1, { share: 1e-10 }),
          "ratio-by-score": equal(ratio, (epsilon * (last - first)) / (2 * sensitivity), LOSS),
          ...(outputs === 1 && {
            "law-of-one-quantile": atMost(singleError(pairs, logs, { relation, epsilon }), 0, LOSS),
          }),
        },
      };
    },
  }),
  controls: {
    "sensitivity-one-under-swap": {
      says: "the exponent for a score that moves by 1, where it moves by 2: towards 2 epsilon",
      study: exactStudy({
        axes: {
          records: axis(z.int().min(2).max(5), { means: "number of records", quick: [3, 5] }),
          epsilon: axis(z.number().min(0.05).max(2), { means: "epsilon of one release", quick: [0.5, 1] }),
        },
        exact: (cell) => ({ checks: { epsilon: atMost(halfSensitivity.broken(cell), cell.epsilon, LOSS) } }),
      }),
    },
  },
};

function statedSensitivity(relation: Relation, probabilities: readonly number[]): number {
  const ends = [0, ...probabilities, 1];
  const least = ends.slice(1).reduce((gap, end, k) => Math.min(gap, end - ends[k]), 1);
  return relation === "swap" ? 2 : 2 * (1 - least);
}

/** The largest difference from the law of one quantile, whose weights are lengths times exponentials of the distance in records. */
function singleError(
  pairs: readonly DatasetPair<number>[],
  logs: Table,
  { relation, epsilon }: { readonly relation: Relation; readonly epsilon: number },
): number {
  const single = quantile({ epsilon, probability: 0.5, neighbours: relation, ...UNIT });
  return pairs.reduce((off, [data]) => {
    const law = single.law(data);
    return logs(data).reduce((most, log, k) => Math.max(most, Math.abs(log - law.logDensity(MIDDLES[k]))), off);
  }, 0);
}

const MOST = 100;
const probabilitiesOf = (outputs: number) => Array.from({ length: outputs }, (_, k) => (k + 1) / (outputs + 1));

interface Release {
  readonly data: Spread;
  readonly size: number;
  readonly outputs: number;
  readonly epsilon: number;
}

/** The mean over the quantiles of how many records lie between the output and the quantile, at most 100. */
function jointErrors({ data, size, outputs, epsilon }: Release) {
  const values = recordsOf(data, size);
  const probabilities = probabilitiesOf(outputs);
  const mechanism = quantiles({ epsilon, probabilities, neighbours: "swap", ...UNIT });
  return (count: number, random: Parameters<typeof mechanism.release>[1]) =>
    Float64Array.from({ length: count }, () => {
      const points = mechanism.release(values, random);
      return probabilities.reduce((sum, q, k) => {
        const below = countUpTo(values, points[k]);
        return sum + Math.min(MOST, Math.abs(below - q * size)) / outputs;
      }, 0);
    });
}

/** The same of separate mechanisms of epsilon / m, as a sum over the law of each. */
function splitError({ data, size, outputs, epsilon }: Release): number {
  const values = recordsOf(data, size);
  const edges = [0, ...values, 1];
  return probabilitiesOf(outputs).reduce((sum, probability) => {
    const { cdf } = quantile({ epsilon: epsilon / outputs, probability, neighbours: "swap", ...UNIT }).law(values);
    let error = 0;
    for (let i = 0; i <= size; i++) {
      const mass = cdf(edges[i + 1]) - cdf(edges[i]);
      error += mass * Math.min(MOST, Math.abs(i - probability * size));
    }
    return sum + error / outputs;
  }, 0);
}

/** Of sorted values, how many are at most x. */
function countUpTo(values: Float64Array, x: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}

const data = axis(z.enum(SPREAD), { means: "data", quick: ["uniform"], full: SPREAD });
const accuracy = (decide: typeof estimateAtMost | typeof estimateAtLeast) =>
  sampledStudy({
    axes: {
      data,
      outputs: axis(z.int().min(4).max(20), { means: "number of quantiles", quick: [5, 10], full: [4, 5, 7, 10, 15] }),
      epsilon: axis(z.number().min(0.5).max(2), { means: "epsilon of one release", quick: [1] }),
      size,
    },
    trials: { quick: 1024, full: 2048, most: 8192 },
    blockSize: 512,
    intervals: () => 1,
    block: (cell, count, random) => momentsOf(jointErrors(cell)(count, random)),
    judge: (cell, errors, { errorRate }) => {
      const split = splitError(cell);
      const found = boundedMeanOf(errors, { least: 0, greatest: MOST, errorRate });
      return { checks: { "error-in-records": decide(found, split) }, values: { split } };
    },
  });

export const jointAccuracyPart: Part = {
  claim: "jointexp",
  asks: "Are four quantiles or more nearer by one mechanism than by one for each, with an equal share of epsilon?",
  study: accuracy(estimateAtMost),
  controls: {
    "split-is-as-near": {
      says: "separate mechanisms of epsilon / m, claimed to be as near",
      study: variant(accuracy(estimateAtLeast), { over: { data: ["uniform"], outputs: [10] } }),
    },
  },
};
