/**
 * Broken: selections in integers whose grid was not thought through. Each claims `epsilon`.
 *
 * - A sensitivity of 3/2 steps counted as one: rounded scores move by two, so 2 epsilon is needed.
 * - A range of one step counted as one: one score may be rounded up and another down, so 2 epsilon is needed.
 * - Ties given to the score that is larger before rounding, which depends on the data: the noise needed to win moves by one step more.
 * - Discrete Laplace noise a tenth short: towards 10/9 epsilon.
 */
import { grid } from "../../mechanisms/noise/grid.ts";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { requirePositive } from "../../numerics/requirements.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { tabulatedLaw } from "../tabulated-law.ts";
import { exponentialChoice } from "./selection.ts";

const { placeOf } = grid({ numerator: 1, denominator: 1 });

/** The exponential mechanism on scores rounded to whole numbers, with this exponent for a step. */
export function roundedChoice(scores: readonly number[], exponent: number): DiscreteLaw<number> {
  return exponentialChoice(
    scores.map((score) => Number(placeOf(score))),
    exponent,
  );
}

/**
 * Which of two scores is the larger after rounding and discrete Laplace noise of this scale. `fair` ties are broken by a coin;
 * `unrounded` ones go to the score that is larger before rounding, the first if they are equal.
 */
export function noisyLarger(
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
