/**
 * The axes that parts on noise share, and the margins of their checks.
 */
import { axis, z } from "../kit.ts";

/** One range, so that one value of epsilon serves all parts. */
const epsilonRange = z.number().min(0.01).max(20);

export function epsilonOf(quick: readonly number[], full: readonly number[] = quick) {
  return axis(epsilonRange, { means: "epsilon of one release", quick, full });
}

export const epsilon = epsilonOf([0.1, 1, 3], [0.01, 0.1, 0.5, 1, 2, 3, 8]);

export function deltaOf(quick: readonly number[], full: readonly number[] = quick) {
  return axis(z.number().min(1e-9).max(0.1), { means: "delta of one release", quick, full });
}

export const wholeSensitivity = axis(z.int().min(1).max(400), {
  means: "largest change of the integer answer",
  quick: [1, 3],
  full: [1, 2, 3, 10, 50],
});

export const sensitivity = axis(z.number().min(0.01).max(1000), {
  means: "largest change of the answer",
  quick: [1, 2.5],
  full: [0.2, 1, 2.5, 10],
});

export function dimensionOf(quick: readonly number[], full: readonly number[] = quick) {
  return axis(z.int().min(1).max(4096), { means: "coordinates of the answer", quick, full });
}

export function betaOf(quick: readonly number[], full: readonly number[] = quick) {
  return axis(z.number().min(1e-6).max(0.5), { means: "probability of a larger error", quick, full });
}

/** Of a sum over a law, or of a quadrature, against its closed form. */
export const SUMMED = { share: 1e-10 };
