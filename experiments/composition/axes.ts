/**
 * The axes that parts on composition share.
 */
import { axis, z } from "../kit.ts";

/** Names the stream that random laws are drawn from: another number gives other laws. */
export const sample = axis(z.int().min(1).max(1e9), {
  means: "number of the random laws",
  quick: [1, 2],
  full: [1, 2, 3, 4, 5],
});

/** Of one release. */
export const epsilon = axis(z.number().min(0.01).max(2), {
  means: "epsilon of one release",
  quick: [0.1, 0.5, 1],
  full: [0.01, 0.1, 0.5, 1],
});

/** Of one release that may leak. */
export const delta = axis(z.number().min(0).max(0.1), { means: "delta of one release", quick: [0, 0.01] });
