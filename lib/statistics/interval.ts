/**
 * Interval: a closed range of numbers, as estimated by the intervals of this folder.
 *
 * Everywhere in this folder `errorRate` is the probability with which an interval may miss its target (0.01, not 0.99): both sides
 * together for an interval, the one side for a one-sided limit.
 */
import { declare, finite, number, type ParametersOf } from "../numerics/parameters.ts";
import { ANY_NUMBER, OPEN_PROBABILITY, refuse, requireFinite } from "../numerics/requirements.ts";

/** Ends may be infinite. */
export const intervalParameters = declare({ lower: number(ANY_NUMBER), upper: number(ANY_NUMBER) }, requireOrder);
export const finiteIntervalParameters = declare({ lower: finite, upper: finite }, requireOrder);

export interface Interval extends ParametersOf<typeof intervalParameters> {}

/** An error rate, as a parameter: not so small that the reciprocal overflows. */
export const anyErrorRate = number({ ...OPEN_PROBABILITY, expected: "at least 1e-300 and below 1", least: 1e-300 });

/** All numbers, for an infinite half-width. */
export function intervalAround(centre: number, halfWidth: number): Interval {
  requireFinite({ centre });
  if (!(typeof halfWidth === "number" && halfWidth >= 0)) refuse("halfWidth", "non-negative", halfWidth);
  return { lower: centre - halfWidth, upper: centre + halfWidth };
}

/** Infinity for an interval without a finite end. */
export function halfWidth(interval: Interval): number {
  const { lower, upper } = intervalParameters.read(interval, "interval");
  return upper === lower ? 0 : upper / 2 - lower / 2;
}

function requireOrder({ lower, upper }: { readonly lower: number; readonly upper: number }): void {
  if (lower > upper) refuse("upper", `at least lower = ${lower}`, upper);
}
