/**
 * The axes that parts of the harness share, and the study of their exact controls.
 */
import { axis, exactStudy, type Judgement, z } from "../kit.ts";
import { MECHANISMS } from "./mechanisms.ts";

export const epsilon = axis(z.number().positive().max(8), {
  means: "claimed epsilon",
  quick: [0.5, 1, 4],
  full: [0.1, 0.5, 1, 2, 4],
});

export const mechanism = axis(z.enum(MECHANISMS), { means: "mechanism under attack", quick: MECHANISMS });

/** Where the broken variants were worked out. */
export const atOne = axis(z.number().positive().max(8), { means: "claimed epsilon", quick: [1] });

/** A broken variant, or a text taken at its word, decided where it was worked out. */
export const brokenAtOne = (exact: (epsilon: number) => Judgement) =>
  exactStudy({ axes: { epsilon: atOne }, exact: ({ epsilon }) => exact(epsilon) });
