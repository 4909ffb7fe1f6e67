/**
 * Axes and readings that the parts on counters share.
 */

import type { RecordRange } from "../../lib/continual/counters/record-range.ts";
import type { RunningSumOf } from "../../lib/continual/counters/running-sum.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import { axis, z } from "../kit.ts";

export const BITS = { lower: 0, upper: 1 } as const;

export const epsilon = axis(z.number().min(0.01).max(10), {
  means: "epsilon of all estimates together",
  quick: [0.1, 1],
  full: [0.1, 0.5, 1, 5],
});
export const horizon = axis(z.int().min(1).max(4096), {
  means: "records T",
  quick: [1, 8, 100, 1000],
  full: [1, 2, 3, 4, 7, 8, 9, 64, 100, 1000, 1024, 4096],
});

/** The variance of the noise of one draw, by quadrature of its law around the centre. */
export function oneDraw(counter: RunningSumOf<RecordRange>): number {
  const [law] = counter.measured.law?.([0]).coordinates ?? [];
  const { scale } = counter.noise;
  const spread = (x: number) => x * x * exp(law.logDensity(x));
  return integrate(spread, { lower: -60 * scale, upper: 60 * scale, kinks: [0], relativeTolerance: 1e-12 }).value;
}

/** The largest and the root mean squared error over all times. */
export function errorsOf(counter: RunningSumOf<RecordRange>, horizon: number): { largest: number; rms: number } {
  let [largest, sum] = [0, 0];
  for (let t = 1; t <= horizon; t++) {
    const variance = counter.variance(t);
    largest = Math.max(largest, variance);
    sum += variance;
  }
  return { largest: Math.sqrt(largest), rms: Math.sqrt(sum / horizon) };
}
