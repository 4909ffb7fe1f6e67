/**
 * Broken: sparse vector as published with errors, variants 3 to 6 in the numbering of Lyu, Su and Li.
 *
 * All add Laplace noise to the threshold 0 and compare each query (of sensitivity 1) with it.
 * - 3 releases the noisy value that won the comparison: no epsilon suffices for all lengths.
 * - 4 does not scale the noise of queries by the number of positives c: (1 + 6 c) / 4 epsilon.
 * - 5 adds no noise to queries: infinite. - 6 stops at no number of positives: grows with the number of queries.
 * Source: Lyu, Su, Li (VLDB 2017), algorithms 3-6 of figure 1.
 */
import { logAnswersProbability } from "../../adaptive/comparison-law.ts";
import { laplaceLaw } from "../../mechanisms/laws/laplace-law.ts";
import { exp } from "../../numerics/exponential.ts";
import { refuse, requirePositive } from "../../numerics/requirements.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { sampleLaplace } from "../../random/laplace.ts";
import type { Stream } from "../../random/stream.ts";
import { continuousEpsilon } from "../continuous-audit.ts";
import { cellEvent } from "../event-choice.ts";
import { auditRelease } from "../sampled-audit.ts";
import { tabulatedLaw } from "../tabulated-law.ts";
import { brokenVariant, type Exhibit, GALLERY_ERROR_RATE, pureClaim } from "./broken-variant.ts";

export interface SparseVariant {
  readonly thresholdScale: number;
  /** 0 for no noise. */
  readonly queryScale: number;
  /** Infinity for no limit. */
  readonly positives: number;
  /** Of a query above: that it is, its noisy value, by how much that is above the noisy threshold, or its value with other noise. */
  readonly releases: "answer" | "value" | "gap" | "fresh value";
  /** Of the other noise. */
  readonly freshScale?: number;
}

export function sparseVariant(
  variant: 3 | 4 | 5 | 6,
  { epsilon, positives }: { epsilon: number; positives: number },
): SparseVariant {
  requirePositive({ epsilon, positives });
  const half = { thresholdScale: 2 / epsilon, positives, releases: "answer" } as const;
  if (variant === 3) return { ...half, queryScale: (2 * positives) / epsilon, releases: "value" };
  if (variant === 4) return { ...half, thresholdScale: 4 / epsilon, queryScale: 4 / (3 * epsilon) };
  if (variant === 5) return { ...half, queryScale: 0, positives: Infinity };
  return { ...half, queryScale: 2 / epsilon, positives: Infinity };
}

/** Correct: half of epsilon for the threshold, the other half for `positives` comparisons of sensitivity 2 each, and no values. */
function rightSparseVector({ epsilon, positives }: { epsilon: number; positives: number }): SparseVariant {
  requirePositive({ epsilon, positives });
  return {
    thresholdScale: 2 / epsilon,
    queryScale: (4 * positives) / epsilon,
    positives,
    releases: "answer",
  };
}

/** "below", "above" or what is released of its value for each query, until the positives are used up. */
export function releaseSparse(variant: SparseVariant, queries: readonly number[], random: Stream): (string | number)[] {
  return sparseAnswers(variant, queries, () => sampleLaplace(1, random));
}

/** The same from noise of scale 1: that of the threshold at 0, of query i at 1 + i, and its other noise behind all these. */
export function sparseAnswers(
  variant: SparseVariant,
  queries: readonly number[],
  noise: (place: number) => number,
): (string | number)[] {
  const { queryScale, releases, freshScale = 0 } = variant;
  const threshold = variant.thresholdScale * noise(0);
  const answers: (string | number)[] = [];
  let left = variant.positives;
  for (let k = 0; k < queries.length; k++) {
    const noisy = queryScale === 0 ? queries[k] : queries[k] + queryScale * noise(1 + k);
    if (noisy < threshold) {
      answers.push("below");
      continue;
    }
    if (releases === "answer") answers.push("above");
    else if (releases === "fresh value") answers.push(queries[k] + freshScale * noise(1 + queries.length + k));
    else answers.push(releases === "value" ? noisy : noisy - threshold);
    left--;
    if (left === 0) break;
  }
  return answers;
}

const noiseOf = ({ thresholdScale, queryScale }: SparseVariant) => ({ thresholdScale, queryScale });

/** The exact probability of one answer to each query (true: above), by quadrature over the noise of the threshold. */
export function sparseProbability(
  variant: SparseVariant,
  queries: readonly number[],
  above: readonly boolean[],
): number {
  return exp(logAnswersProbability(noiseOf(variant), queries, above));
}

/** The exact law of the answers, joined by commas, for a variant that does not release values. */
export function sparseLaw(variant: SparseVariant, queries: readonly number[]): DiscreteLaw<string> {
  if (variant.releases !== "answer") refuse("variant", "one that releases answers alone", variant.releases);
  const table: (readonly [string, number])[] = [];
  const extend = (above: readonly boolean[], positives: number): void => {
    if (above.length === queries.length || positives === variant.positives) {
      const logMass = logAnswersProbability(noiseOf(variant), queries.slice(0, above.length), above);
      table.push([above.map((one) => (one ? "above" : "below")).join(), logMass]);
      return;
    }
    extend([...above, false], positives);
    extend([...above, true], positives + 1);
  };
  extend([], 0);
  return tabulatedLaw(table);
}

const LYU = "Lyu, Su, Li (VLDB 2017)";
const one = { epsilon: 0.1, positives: 1 };
/** Queries less the threshold of 1: ten that are level, against five that are one more and five that are one less. */
const level = new Array<number>(10).fill(0);
const halved = level.map((_, k) => (k < 5 ? 1 : -1));
const [upFront, upBack] = [
  [0, 0, 0, -1, -1, -1],
  [-1, -1, -1, 0, 0, 0],
];
const right = (first: readonly number[], second: readonly number[]) => ({
  first: sparseLaw(rightSparseVector(one), first),
  second: sparseLaw(rightSparseVector(one), second),
});
const laplacePld = (scale: number) =>
  continuousEpsilon(
    { first: laplaceLaw(0, scale), second: laplaceLaw(1, scale) },
    { kind: "monotone", limits: [1 / scale, -1 / scale] },
  ).upper;
/** The answers, a value shown as low or high only. */
const pattern = (answers: readonly (string | number)[]) =>
  answers.map((answer) => (typeof answer === "number" ? (answer <= 0 ? "low" : "high") : answer)).join();
const unit = { epsilon: 1, positives: 1 };
const drawn = (variant: SparseVariant) => (random: Stream) =>
  auditRelease(
    (queries: readonly number[], source: Stream) => releaseSparse(variant, queries, source),
    {
      ...pureClaim(1),
      inputs: [
        [0, 0, 0, 0, 1],
        [1, 1, 1, 1, 0],
      ],
      draws: 100_000,
      errorRate: GALLERY_ERROR_RATE,
      choose: cellEvent(pattern),
    },
    random,
  );

export const SPARSE_VECTOR_VARIANTS: readonly Exhibit[] = [
  brokenVariant({
    name: "sparse-vector-3",
    claim: "sparse vector may release the noisy value that won the comparison",
    source: `${LYU}, algorithm 3`,
    caughtBy: "sampling",
    claimed: pureClaim(1),
    broken: () => drawn(sparseVariant(3, unit)),
    corrected: () => drawn(rightSparseVector(unit)),
  }),
  brokenVariant({
    name: "sparse-vector-4",
    claim: "three quarters of epsilon for the queries, not scaled by the sensitivity 2 of a comparison, are enough",
    source: `${LYU}, algorithm 4, which is (1 + 6 c) / 4 epsilon-private`,
    claimed: pureClaim(0.1),
    broken: () => ({
      first: sparseLaw(sparseVariant(4, one), level),
      second: sparseLaw(sparseVariant(4, one), halved),
    }),
    corrected: () => right(level, halved),
  }),
  brokenVariant({
    name: "sparse-vector-5",
    claim: "noise in the threshold alone makes any number of comparisons private",
    source: `${LYU}, algorithm 5`,
    claimed: pureClaim(0.1),
    needs: Infinity,
    broken: () => ({
      first: sparseLaw(sparseVariant(5, one), upFront),
      second: sparseLaw(sparseVariant(5, one), upBack),
    }),
    corrected: () => right(level, halved),
  }),
  brokenVariant({
    name: "sparse-vector-6",
    claim: "noise in threshold and queries makes any number of positive answers private",
    source: `${LYU}, algorithm 6`,
    claimed: pureClaim(0.1),
    broken: () => ({
      first: sparseLaw(sparseVariant(6, one), upFront),
      second: sparseLaw(sparseVariant(6, one), upBack),
    }),
    corrected: () => right(upFront, upBack),
  }),
  brokenVariant({
    name: "inverted-scale-histogram",
    claim: "a histogram with Laplace noise of scale epsilon, in place of 1 / epsilon, is epsilon-private",
    source: "DP-Sniper's NoisyHist2: Ding et al. (CCS 2018), algorithm 10",
    caughtBy: "density",
    claimed: pureClaim(0.1),
    needs: 10,
    within: 1e-12,
    broken: () => laplacePld(0.1),
    corrected: () => laplacePld(10),
  }),
  brokenVariant({
    name: "prefix-sums-of-noisy-queries",
    claim: "prefix sums of ten queries with Laplace(1 / epsilon) noise each are epsilon-private when all may move",
    source: "DP-Sniper's PrefixSum: Wang et al. (PLDI 2019); the sums tell the noisy queries",
    caughtBy: "density",
    claimed: pureClaim(0.1),
    needs: 1,
    within: 1e-12,
    broken: () => 10 * laplacePld(10),
    corrected: () => 10 * laplacePld(100),
  }),
];
