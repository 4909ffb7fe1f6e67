/** Exhibits of the gallery: sparse vector variants 3 to 6 and other black boxes of DP-Sniper's list, at its parameters. */
import { laplaceLaw } from "../../mechanisms/laws/laplace-law.ts";
import type { Stream } from "../../random/stream.ts";
import { continuousEpsilon } from "../continuous-audit.ts";
import { cellEvent } from "../event-choice.ts";
import { type Exhibit, lawExhibit, lossExhibit, pureClaim, sampledExhibit } from "./exhibit.ts";
import { releaseSparse, rightSparseVector, sparseLaw, sparseVariant } from "./sparse-vector.ts";

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

export const SPARSE_VECTOR_EXHIBITS: readonly Exhibit[] = [
  sampledExhibit({
    name: "sparse-vector-3",
    claim: "sparse vector may release the noisy value that won the comparison",
    source: `${LYU}, algorithm 3`,
    claimed: pureClaim(1),
    inputs: [
      [0, 0, 0, 0, 1],
      [1, 1, 1, 1, 0],
    ],
    draws: 100_000,
    broken: (queries: readonly number[], random: Stream) => releaseSparse(sparseVariant(3, unit), queries, random),
    choose: cellEvent(pattern),
    corrected: (queries: readonly number[], random: Stream) => releaseSparse(rightSparseVector(unit), queries, random),
    chooseCorrected: cellEvent(pattern),
  }),
  lawExhibit({
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
  lawExhibit({
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
  lawExhibit({
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
  lossExhibit({
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
  lossExhibit({
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
