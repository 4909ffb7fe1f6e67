/**
 * What the parts on selection have in common: the axis of epsilon, and the margin of a loss found exactly.
 */
import { axis, z } from "../kit.ts";

export const epsilon = axis(z.number().min(0.01).max(10), {
  means: "epsilon of one choice",
  quick: [0.1, 1, 3],
  full: [0.01, 0.1, 0.3, 0.5, 1, 2, 4, 10],
});

/** The rounding of log-masses of size up to a hundred; 1e-9 of the smallest epsilon. */
export const LOSS = { absolute: 1e-11 };
