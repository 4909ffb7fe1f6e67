/**
 * Batch rules: which of many null hypotheses to reject when all p-values are at hand.
 *
 *   bonferroni            adjusted p-value min(1, m p): the chance of any false rejection is at most alpha, under any dependence
 *   holm                  the running maximum of (m - i + 1) p_(i): the same, and never fewer rejections
 *   benjaminiHochberg the running minimum from above of m p_(i) / i: rejects the k smallest, k = max{i: p_(i) <= i alpha / m}. The
 *   false discovery
 *                         rate is at most alpha m0 / m for p-values of true nulls that are independent or positively dependent (PRDS), and
 *                         equal to it for independent uniform ones, m0 of m being true
 *   benjaminiYekutieli    the same with alpha / (1 + 1/2 + ... + 1/m): at most alpha m0 / m under any dependence
 * where p_(1) <= ... <= p_(m). Rejected is what has an adjusted p-value of at most alpha, in float64, and so is p <= threshold.
 * Source: Holm (Scandinavian Journal of Statistics 6, 1979); Benjamini, Hochberg (JRSS B 57, 1995); Benjamini, Yekutieli (Annals of
 * Statistics 29, 2001).
 * Limits: k must come from the data: a k that is fixed beforehand has no bound. p-values come from records: a bad one is not shown.
 * @example
 * ```ts
 * import { benjaminiHochberg } from "epsilab/false-discovery";
 * const pValues = [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216];
 * const { rejections, threshold, adjusted } = benjaminiHochberg(pValues, 0.05);
 * rejections; // => 2
 * threshold; // => 0.01
 * adjusted[2]; // => 0.084
 * ```
 * @claim bh
 */
import { requireOpenProbability } from "../numerics/requirements.ts";
import { requirePValues } from "./online-rule.ts";

export interface BatchDecisions {
  /** 1 where the null hypothesis is rejected. */
  readonly rejected: Uint8Array;
  readonly rejections: number;
  /** Rejected are the p-values up to it. */
  readonly threshold: number;
  /** Rejected at level alpha are those of at most alpha. */
  readonly adjusted: Float64Array;
}

export function bonferroni(pValues: ArrayLike<number>, alpha: number): BatchDecisions {
  return decided(pValues, alpha, { direction: "down", factor: (_, size) => [size, 1] });
}

export function holm(pValues: ArrayLike<number>, alpha: number): BatchDecisions {
  return decided(pValues, alpha, { direction: "down", factor: (rank, size) => [size - rank + 1, 1] });
}

export function benjaminiHochberg(pValues: ArrayLike<number>, alpha: number): BatchDecisions {
  return decided(pValues, alpha, { direction: "up", factor: (rank, size) => [size, rank] });
}

export function benjaminiYekutieli(pValues: ArrayLike<number>, alpha: number): BatchDecisions {
  requirePValues(pValues);
  let harmonic = 0;
  for (let i = pValues.length; i >= 1; i--) harmonic += 1 / i;
  return decided(pValues, alpha, { direction: "up", factor: (rank, size) => [size * harmonic, rank] });
}

interface Adjustment {
  /** A step-down rule goes from the smallest p-value until one fails, a step-up rule from the largest until one passes. */
  readonly direction: "down" | "up";
  /** By which the p-value of a rank, from 1, is multiplied, and then divided. */
  factor(rank: number, size: number): readonly [number, number];
}

function decided(pValues: ArrayLike<number>, alpha: number, { direction, factor }: Adjustment): BatchDecisions {
  requirePValues(pValues);
  requireOpenProbability({ alpha });
  const size = pValues.length;
  const order = ascending(pValues);
  const adjusted = new Float64Array(size);
  let running = direction === "down" ? 0 : 1;
  for (let step = 1; step <= size; step++) {
    const rank = direction === "down" ? step : size + 1 - step;
    const index = order[rank - 1];
    const [times, over] = factor(rank, size);
    const scaled = Math.min(1, (pValues[index] * times) / over);
    running = direction === "down" ? Math.max(running, scaled) : Math.min(running, scaled);
    adjusted[index] = running;
  }
  const rejected = Uint8Array.from(adjusted, (value) => (value <= alpha ? 1 : 0));
  const rejections = rejected.reduce((sum, flag) => sum + flag, 0);
  return { rejected, rejections, threshold: threshold(), adjusted };

  /** The level of the last rejection, or of the first that there is not, unless rounding puts it on the wrong side of a p-value. */
  function threshold(): number {
    if (size === 0) return alpha;
    const [times, over] = factor(Math.max(1, rejections), size);
    const level = (alpha * over) / times;
    const last = rejections === 0 ? 0 : pValues[order[rejections - 1]];
    const next = rejections === size ? Infinity : pValues[order[rejections]];
    return level >= last && level < next ? level : last;
  }
}

/** The places of the p-values in ascending order; of equal ones the earlier first. */
function ascending(pValues: ArrayLike<number>): Uint32Array {
  return Uint32Array.from(pValues, (_, i) => i).sort((i, j) => pValues[i] - pValues[j] || i - j);
}
