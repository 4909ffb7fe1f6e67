/**
 * Best separation: where a two-point bound is largest.
 *
 * Method: a geometric grid below the widest separation, then a golden section between the neighbours of its best point. Any separation
 * gives a valid bound, so a search that stops early costs sharpness, never truth.
 * Accuracy: the value of a bound with one peak is within 1e-14 of its maximum.
 * Limits: what is below 2^-70 of the widest separation is not searched.
 */
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { goldenSection } from "../numerics/minimum.ts";

interface SeparationSearch {
  readonly widest: number;
  /** 2^-70 of the widest, unless it is given. */
  readonly narrowest?: number;
  /** Grid points in each doubling. */
  readonly density?: number;
}

const LOG_TWO = Math.LN2;
const DOUBLINGS = 70;

/** The separation of the largest value; the widest where the bound is 0 everywhere. */
export function bestSeparation(bound: (separation: number) => number, search: SeparationSearch): number {
  const { widest, narrowest = 0, density = 6 } = search;
  const depth = narrowest > 0 ? Math.min(DOUBLINGS, log(widest / narrowest) / LOG_TWO) : DOUBLINGS;
  const place = (step: number) => widest * exp((-step * LOG_TWO) / density);
  let best = 0;
  let largest = bound(widest);
  for (let step = 1; step <= Math.ceil(depth * density); step++) {
    const value = bound(place(step));
    if (value > largest) [best, largest] = [step, value];
  }
  const upper = place(Math.max(0, best - 1));
  const lower = place(best + 1);
  const { at, value } = goldenSection((separation) => -bound(separation), { lower, upper, tolerance: 1e-9 * upper });
  return -value > largest ? at : place(best);
}
