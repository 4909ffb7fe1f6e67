/**
 * The axis that the parts on generalisation share.
 */
import { axis, z } from "../kit.ts";

export const epsilon = axis(z.number().min(0.01).max(20), {
  means: "epsilon",
  quick: [0.1, 1],
  full: [0.05, 0.1, 0.2, 0.5, 1, 2, 5],
});
