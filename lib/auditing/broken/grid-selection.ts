/**
 * Broken: selections in integers whose grid was not thought through. Each claims `epsilon`.
 *
 * - A sensitivity of 3/2 steps counted as one: rounded scores move by two, so 2 epsilon is needed.
 * - A range of one step counted as one: one score may be rounded up and another down, so 2 epsilon is needed.
 * - Ties given to the score that is larger before rounding, which depends on the data: the noise needed to win moves by one step more.
 * - Discrete Laplace noise a tenth short: towards 10/9 epsilon.
 */
import { reportNoisyMax } from "../../mechanisms/choice/report-noisy-max.ts";
import { grid } from "../../mechanisms/noise/grid.ts";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { requirePositive } from "../../numerics/requirements.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { tabulatedLaw } from "../../privacy/loss/tabulated-law.ts";
import { brokenVariant, type Exhibit, pureClaim } from "./broken-variant.ts";
import { exponentialChoice } from "./selection.ts";

const { placeOf } = grid({ numerator: 1, denominator: 1 });

/** The exponential mechanism on scores rounded to whole numbers, with this exponent for a step. */
function roundedChoice(scores: readonly number[], exponent: number): DiscreteLaw<number> {
  return exponentialChoice(
    scores.map((score) => Number(placeOf(score))),
    exponent,
  );
}

/**
 * Which of two scores is the larger after rounding and discrete Laplace noise of this scale. `fair` ties are broken by a coin;
 * `unrounded` ones go to the score that is larger before rounding, the first if they are equal.
 */
function noisyLarger(
  [first, second]: readonly [number, number],
  { scale, ties }: { readonly scale: number; readonly ties: "fair" | "unrounded" },
): DiscreteLaw<number> {
  requirePositive({ scale });
  const gap = Number(placeOf(second) - placeOf(first));
  const toFirst = ties === "fair" ? 0.5 : first >= second ? 1 : 0;
  const win = differenceTail(gap + 1, scale) + toFirst * differenceMass(gap, scale);
  const lose = differenceTail(1 - gap, scale) + (1 - toFirst) * differenceMass(gap, scale);
  return tabulatedLaw([
    [0, log(win)],
    [1, log(lose)],
  ]);
}

/** P(Z - W = k) for two draws of the noise: the convolution, summed in closed form. */
function differenceMass(k: number, scale: number): number {
  const ratio = exp(-1 / scale);
  const peak = -expm1(-1 / scale) / (1 + ratio);
  return peak * peak * exp(-Math.abs(k) / scale) * (Math.abs(k) + 1 + (2 * ratio * ratio) / -expm1(-2 / scale));
}

/** P(Z - W >= k). */
function differenceTail(k: number, scale: number): number {
  if (k < 1) return 1 - differenceTail(1 - k, scale);
  let sum = 0;
  for (let j = k; j <= k + 60 * scale + 60; j++) sum += differenceMass(j, scale);
  return sum;
}

const roundedPair = (first: readonly number[], second: readonly number[], exponent: number) => () => ({
  first: roundedChoice(first, exponent),
  second: roundedChoice(second, exponent),
});
const largerPair = (ties: "fair" | "unrounded") => () => ({
  first: noisyLarger([0.25, 0], { scale: 0.25, ties }),
  second: noisyLarger([-0.75, 1], { scale: 0.25, ties }),
});
/** Two options on whole numbers: the second is far behind and both move towards each other. */
const step = { numerator: 1, denominator: 1 };
const choice = { sensitivity: 1, options: 2, change: "general", neighbours: "swap", step } as const;
const largestPair = (epsilon: number) => () => {
  const [first, second] = [
    [0, -60],
    [-1, -59],
  ].map(reportNoisyMax({ ...choice, epsilon, noise: "laplace" }).law);
  return { first, second };
};
const SOURCE = "Mironov (CCS 2012) for rounding; the proof is in mechanisms/grid.ts";

export const GRID_SELECTION_VARIANTS: readonly Exhibit[] = [
  brokenVariant({
    name: "grid-sensitivity-rounded-down",
    claim: "scores of sensitivity 3/2, rounded to whole numbers, move by one",
    source: SOURCE,
    claimed: pureClaim(1),
    needs: 2,
    within: 1e-9,
    broken: roundedPair([-81, 0.5], [-79.5, -1], 0.5),
    corrected: roundedPair([-81, 0.5], [-79.5, -1], 0.25),
  }),
  brokenVariant({
    name: "grid-range-without-rounding",
    claim: "differences of scores that move by at most one still do when scores are rounded to whole numbers",
    source: SOURCE,
    claimed: pureClaim(1),
    needs: 2,
    within: 1e-9,
    broken: roundedPair([-40, 0.5], [-39.5, 0], 1),
    corrected: roundedPair([-40, 0.5], [-39.5, 0], 0.5),
  }),
  brokenVariant({
    name: "grid-ties-by-score",
    claim:
      "the largest of two noisy rounded scores, ties to the score that was larger before rounding, is epsilon-private",
    source: "the proof is in mechanisms/report-noisy-max.ts",
    claimed: pureClaim(8),
    broken: largerPair("unrounded"),
    corrected: largerPair("fair"),
  }),
  brokenVariant({
    name: "discrete-noisy-max-short",
    claim: "the largest of two scores with discrete Laplace noise a tenth short is epsilon-private",
    source: "Dwork, Roth (2014), claim 3.9, for the right scale",
    claimed: pureClaim(1),
    broken: largestPair(1 / 0.9),
    corrected: largestPair(1),
  }),
];
