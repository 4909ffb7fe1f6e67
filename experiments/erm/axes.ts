/**
 * The axes that parts of the harness share.
 */
import { axis, z } from "../kit.ts";

export const DELTA = 1e-6;

const whole = (most: number) => z.int().min(2).max(most);

export const dimension = axis(whole(200), { means: "features", quick: [2, 5], full: [2, 5, 10, 20] });

export const size = axis(whole(1_000_000), {
  means: "records",
  quick: [500, 1000, 2000, 4000],
  full: [500, 1000, 2000, 4000, 8000, 16_000, 32_000],
});

const level = z.number().positive().max(20);

export const epsilon = axis(level, { means: "epsilon", quick: [0.1, 0.3, 1, 3] });

export function epsilonOf(quick: readonly number[], full: readonly number[] = quick) {
  return axis(level, { means: "epsilon", quick, full });
}

export function penaltyOf(quick: readonly number[], full: readonly number[] = quick) {
  return axis(z.number().positive().max(10), { means: "Lambda, of the penalty (Lambda/2) ||w||^2", quick, full });
}

export const penalty = penaltyOf([0.01], [0.001, 0.01, 0.1]);

/** Of the parts that compute alone, which reach further than those that draw. */
export function exactDimensionOf(quick: readonly number[], full: readonly number[] = quick) {
  return axis(z.int().min(1).max(1000), { means: "features", quick, full });
}

export function exactSizeOf(quick: readonly number[], full: readonly number[] = quick) {
  return axis(z.int().min(1).max(100_000_000), { means: "records", quick, full });
}

/** Of the experiment `private-learning`. */
export function learningEpsilonOf(quick: readonly number[], full: readonly number[] = quick) {
  return axis(z.number().min(0.05).max(10), { means: "epsilon", quick, full });
}
