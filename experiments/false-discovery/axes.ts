/**
 * The axis that the parts on online rules share.
 */
import { axis, z } from "../kit.ts";

export const alpha = axis(z.number().min(0.01).max(0.5), {
  means: "alpha",
  quick: [0.05, 0.1],
  full: [0.01, 0.05, 0.1, 0.2, 0.5],
});
