/**
 * Interval: a closed range of numbers, as estimated by the intervals of this folder.
 *
 * Everywhere in this folder `errorRate` is the probability with which an interval may miss its target (0.01, not 0.99): both sides
 * together for an interval, the one side for a one-sided limit.
 */
import { refuse, requireFinite, requireNumber, requireOpenProbability } from "../numerics/requirements.ts";

const LEAST_ERROR_RATE = 1e-300;

export interface Interval {
  readonly lower: number;
  readonly upper: number;
}

/** An error rate, not so small that the reciprocal overflows. */
export function requireErrorRate(errorRate: number): void {
  requireOpenProbability({ errorRate });
  if (errorRate < LEAST_ERROR_RATE) refuse("errorRate", `at least ${LEAST_ERROR_RATE}`, errorRate);
}

/** All numbers, for an infinite half-width. */
export function intervalAround(centre: number, halfWidth: number): Interval {
  requireFinite({ centre });
  if (!(halfWidth >= 0)) refuse("halfWidth", "non-negative", halfWidth);
  return { lower: centre - halfWidth, upper: centre + halfWidth };
}

/** Infinity for an interval without a finite end. */
export function halfWidth({ lower, upper }: Interval): number {
  requireNumber({ lower, upper });
  if (!(lower <= upper)) refuse("upper", `at least lower = ${lower}`, upper);
  return upper === lower ? 0 : upper / 2 - lower / 2;
}
