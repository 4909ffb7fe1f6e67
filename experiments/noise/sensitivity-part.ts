/**
 * Sensitivities of the usual queries: the table, against every pair of neighbours over a small universe that holds the extremes of
 * the range.
 *
 * A search finds the largest change of the query (`worst-pair.ts`), in the l1, l2 and largest-coordinate norms; the table says what
 * it should be. Where the library has a mechanism for the query, its exact audit at the pair found must need all of epsilon and no
 * more: its noise fits the sensitivity. The changes are convex in each record, so that the extremes of a range, which are in the
 * universe, have the largest.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006).
 */
import { audit } from "../../lib/auditing/mechanism-audit.ts";
import { type WorstPair, worstPair } from "../../lib/auditing/worst-pair.ts";
import { histogram } from "../../lib/mechanisms/statistics/histogram.ts";
import { noisyCount } from "../../lib/mechanisms/statistics/noisy-count.ts";
import { noisyMean } from "../../lib/mechanisms/statistics/noisy-mean.ts";
import { noisySum } from "../../lib/mechanisms/statistics/noisy-sum.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { atMost, axis, type Check, equal, exactStudy, type Part, z } from "../kit.ts";
import { epsilon } from "./axes.ts";

const NORMS = ["l1", "l2", "linf"] as const;
type Norms = Readonly<Record<(typeof NORMS)[number], number>>;
type Relation = "swap" | "add-remove" | "zero-out";
type Vector = readonly number[];
type Numbers = readonly [readonly number[], readonly number[]];

const QUERIES = ["count", "histogram", "sum", "mean", "clipped-mean"] as const;
type QueryName = (typeof QUERIES)[number];

interface SensitivityCell {
  readonly query: QueryName;
  readonly relation: Relation;
  readonly size: number;
  readonly lower: number;
  readonly width: number;
}

/** A query over some universe of records, with what the table says of it. */
interface Query {
  readonly universe: readonly Vector[];
  answer(records: readonly Vector[]): Vector;
  /** The table: the largest change in the norms that it speaks of. */
  readonly stated: Partial<Norms> & Pick<Norms, "l2">;
  readonly nullRecord?: Vector;
  /** The epsilon that the library's mechanism at epsilon 1, if there is one, needs for two data sets; records are numbers there. */
  epsilonOf?(pair: Numbers): number;
}

const BINS = 3;
const everywhere = (value: number): Norms => ({ l1: value, l2: value, linf: value });
const total = (records: readonly Vector[], at = 0) => records.reduce((sum, record) => sum + record[at], 0);

function queryOf({ query, relation, size, lower, width }: SensitivityCell): Query {
  const upper = lower + width;
  const range = [[lower], [lower + width / 2], [upper]];
  const swap = relation === "swap";
  const released = { epsilon: 1, neighbours: swap ? "swap" : "add-remove" } as const;
  switch (query) {
    case "count":
      return {
        universe: [[0], [1]],
        answer: (records) => [total(records)],
        stated: everywhere(1),
        epsilonOf: (pair) =>
          audit(noisyCount<number>({ ...released, counts: (record) => record === 1 }), { pair: pair }).lowerBound,
      };
    case "histogram":
      return {
        universe: [[0], [1], [2]],
        answer: (records) => [0, 1, 2].map((bin) => records.filter(([record]) => record === bin).length),
        stated: swap ? { l1: 2, l2: Math.SQRT2, linf: 1 } : everywhere(1),
        epsilonOf: (pair) => audit(histogram({ ...released, bins: BINS }), { pair: pair }).lowerBound,
      };
    case "sum":
      return {
        universe: range,
        answer: (records) => [total(records)],
        stated: everywhere(swap ? width : Math.max(Math.abs(lower), Math.abs(upper))),
        epsilonOf: (pair) => audit(noisySum({ ...released, lower, upper }), { pair: pair }).lowerBound,
      };
    case "mean":
      return {
        universe: range,
        answer: (records) => [total(records) / records.length],
        // The larger of two neighbours under add-remove has `size` records.
        stated: everywhere(width / size),
        ...(swap && {
          epsilonOf: (pair: Numbers) =>
            audit(noisyMean({ epsilon: 1, neighbours: "swap", lower, upper }), { pair: pair }).lowerBound,
        }),
      };
    case "clipped-mean":
      return {
        universe: [
          [width, 0],
          [-width, 0],
          [0, width],
          [0, -width],
          [0, 0],
        ],
        answer: (records) => [0, 1].map((at) => total(records, at) / size),
        stated: { l2: ((swap ? 2 : 1) * width) / size },
        nullRecord: [0, 0],
      };
  }
}

function normsOf(first: Vector, second: Vector): Norms {
  const changes = first.map((value, at) => Math.abs(value - second[at]));
  return {
    l1: changes.reduce((sum, change) => sum + change, 0),
    l2: Math.sqrt(changes.reduce((sum, change) => sum + change * change, 0)),
    linf: changes.reduce((most, change) => Math.max(most, change), 0),
  };
}

function search(query: Query, cell: SensitivityCell, norm: keyof Norms): WorstPair<Vector> {
  const { universe, answer, nullRecord } = query;
  const domain = { universe, size: cell.size, neighbours: cell.relation, ...(nullRecord && { nullRecord }) };
  return worstPair(domain, (first, second) => normsOf(answer(first), answer(second))[norm]);
}

function numbersOf({ pair: [first, second] }: WorstPair<Vector>): Numbers {
  return [first.map(([record]) => record), second.map(([record]) => record)];
}

function judge(cell: SensitivityCell) {
  const query = queryOf(cell);
  const found = Object.fromEntries(NORMS.map((norm) => [norm, search(query, cell, norm)])) as Record<
    keyof Norms,
    WorstPair<Vector>
  >;
  const dimension = query.answer(found.l1.pair[0]).length;
  const root = Math.sqrt(dimension);
  const checks: Record<string, Check> = {
    ...Object.fromEntries(
      Object.entries(query.stated).map(([norm, stated]) => [norm, equal(found[norm as keyof Norms].loss, stated)]),
    ),
    "l1-by-l2": atMost(found.l1.loss, root * found.l2.loss),
    "l2-by-linf": atMost(found.l2.loss, root * found.linf.loss),
  };
  if (query.epsilonOf !== undefined) checks.epsilon = equal(query.epsilonOf(numbersOf(found.l1)), 1);
  return { checks, values: { found: found.l2.loss, stated: query.stated.l2 } };
}

const lower = axis(z.number().min(-10).max(10), { means: "least record", quick: [-1], full: [-1, -3, 0, 0.5] });
const width = axis(z.number().min(0.1).max(10), {
  means: "range of the records, and the norm that vectors are clipped to",
  quick: [3],
  full: [3, 1],
});
const SIZES = [1, 2, 3, 4, 5, 6, 7];

export const sensitivityPart: Part = {
  claim: "sensitivity",
  asks: "Is the largest change of each query over all neighbours the one of the table?",
  study: exactStudy({
    axes: {
      query: axis(z.enum(QUERIES), { means: "what is asked of the records", quick: QUERIES }),
      relation: axis(z.enum(["swap", "add-remove", "zero-out"]), {
        means: "which data sets are neighbours",
        quick: ["swap", "add-remove", "zero-out"],
      }),
      size: axis(z.int().min(1).max(7), { means: "records of the larger data set", quick: [1, 2, 5], full: SIZES }),
      lower,
      width,
    },
    where: ({ query, relation, size }) => {
      if (query === "clipped-mean") return relation !== "add-remove" && size <= 5;
      return relation !== "zero-out" && !(query === "mean" && relation === "add-remove" && size === 1);
    },
    exact: judge,
  }),
  controls: {
    "histogram-of-the-other-relation": {
      says: "a histogram with the noise for add-remove, claimed under swap, where two counts change: it needs 2 epsilon",
      study: exactStudy({
        axes: { epsilon },
        exact: ({ epsilon }) => {
          const broken = histogram({ epsilon, neighbours: "add-remove", bins: BINS });
          const cell: SensitivityCell = { query: "histogram", relation: "swap", size: 2, lower: 0, width: 1 };
          const found = audit(broken, { pair: numbersOf(search(queryOf(cell), cell, "l1")) }).lowerBound;
          return { checks: { epsilon: atMost(found, epsilon) } };
        },
      }),
    },
    "mean-of-the-notes": {
      says: "the range D as the sensitivity of the mean under add-remove: over data sets that are not empty it is D/2",
      refutes: ["E53"],
      study: exactStudy({
        axes: { lower, width },
        exact: ({ lower, width }) => {
          const changes = SIZES.slice(1).map((size) => {
            const cell: SensitivityCell = { query: "mean", relation: "add-remove", size, lower, width };
            return search(queryOf(cell), cell, "linf").loss;
          });
          return { checks: { sensitivity: equal(largestOf(changes), width) } };
        },
      }),
    },
  },
};
