/**
 * The exact epsilon of sparse vector and its variants: of one pair of queries, and over all queries of a length.
 *
 * - Answers of one pair: the largest log-ratio over all lists of answers, each probability by quadrature (`sparseProbability`). Where all
 *   queries up to a place are alike, and all behind it, lists with the same counts above in both groups are one outcome.
 * - A value with fresh noise is independent of the answers, and adds |change| / freshScale for each answer above.
 * - All queries, each moving by at most 1: a list with a answers above and b below has a largest log-ratio of min over shifts s of
 *   the threshold's noise of |s| / t + a (1 + s) / q + b (1 - s) / q, t and q being the scales: an upper bound for every s by the
 *   substitution of s in the integral, piecewise linear in s, so that -1, 0 and 1 are enough; attained in the limit where the queries that
 *   are below lie far above the threshold and the others far below. Where queries all move one way, those above stay.
 * - A noisy value that is released holds the threshold's noise below it, so that nothing is to be gained by a shift: as the value falls the
 *   log-ratio of m answers grows to m / q, where all of the m queries move alike. A gap is released as by answers.
 * Source: Lyu, Su, Li (VLDB 2017), theorems 2 to 7, whose proofs shift the threshold; Ding et al. (2019, free gap).
 * Limits: over all queries without a limit of positives, noisy values and gaps are refused.
 */

import { logBinomialCoefficient } from "../../numerics/binomial.ts";
import { exp } from "../../numerics/exponential.ts";
import { largestOf, leastOf } from "../../numerics/extremes.ts";
import { log } from "../../numerics/logarithm.ts";
import { refuse, requireInteger } from "../../numerics/requirements.ts";
import { discreteEpsilon } from "../discrete-audit.ts";
import { type SparseVariant, sparseLaw, sparseProbability } from "./sparse-vector.ts";

type Queries = readonly number[];
type Pair = readonly [Queries, Queries];

/** Of answers alone, or of answers and values with fresh noise. */
export function sparsePairEpsilon(variant: SparseVariant, [first, second]: Pair): number {
  const answers: SparseVariant = { ...variant, releases: "answer" };
  const laws = { first: sparseLaw(answers, first), second: sparseLaw(answers, second) };
  if (variant.releases === "answer") return discreteEpsilon(laws);
  if (variant.releases !== "fresh value")
    refuse("variant", "one that releases answers or fresh values", variant.releases);
  const losses = laws.first.support.map((list) => {
    let values = 0;
    list.split(",").forEach((answer, k) => {
      if (answer === "above") values += Math.abs(first[k] - second[k]) / (variant.freshScale ?? 0);
    });
    return Math.abs(laws.first.logMass(list) - laws.second.logMass(list)) + values;
  });
  return largestOf(losses);
}

/** The probabilities of how many are above among the first `front` queries, all alike, and among the others, without a limit. */
export function sparseCounts(variant: SparseVariant, queries: Queries, front: number): readonly number[] {
  const back = queries.length - front;
  const cells: number[] = [];
  for (let i = 0; i <= front; i++) {
    for (let j = 0; j <= back; j++) {
      const above = queries.map((_, k) => (k < front ? k < i : k - front < j));
      const ways = exp(logBinomialCoefficient(front, i) + logBinomialCoefficient(back, j));
      cells.push(ways * sparseProbability(variant, queries, above));
    }
  }
  return cells;
}

/** Masses of the image of a list of cells, by the number of the image. */
export function mergedCells(masses: readonly number[], imageOf: (cell: number) => number): readonly number[] {
  const merged: number[] = [];
  masses.forEach((mass, cell) => {
    merged[imageOf(cell)] = (merged[imageOf(cell)] ?? 0) + mass;
  });
  return merged;
}

/** The largest log-ratio of the masses of the same outcomes, either way. */
export function cellsEpsilon(first: readonly number[], second: readonly number[]): number {
  return largestOf(
    first.map((mass, k) =>
      mass === second[k] ? 0 : mass === 0 || second[k] === 0 ? Infinity : Math.abs(log(mass / second[k])),
    ),
  );
}

/** Over all queries of a length that move by at most 1. */
export function sparseEpsilon(
  variant: SparseVariant,
  length: number,
  moves: "both ways" | "one way" = "both ways",
): number {
  requireInteger({ length }, 1);
  const { thresholdScale: t, queryScale: q, positives, releases, freshScale = 0 } = variant;
  if (q === 0) return Infinity;
  if (releases === "value") {
    if (positives > length) refuse("positives", `at most length = ${length}`, positives);
    return length / q;
  }
  const losses: number[] = [];
  for (let above = 0; above <= Math.min(positives, length); above++) {
    const below = length - above;
    const fresh = releases === "fresh value" ? above / freshScale : 0;
    const shifted = [(above + below) / q, 1 / t + (2 * above) / q, 1 / t + (2 * below) / q];
    const forth = [below / q, 1 / t + above / q];
    const back = [above / q, 1 / t + below / q];
    const ways = moves === "both ways" ? [shifted] : [forth, back];
    losses.push(largestOf(ways.map(leastOf)) + fresh);
  }
  return largestOf(losses);
}
