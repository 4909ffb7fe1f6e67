/**
 * The axes that parts on the definition share.
 */
import { axis, z } from "../kit.ts";

/** 1, 2, ..., count. */
const firstOf = (count: number) => Array.from({ length: count }, (_, k) => k + 1);

/** Names the stream that random laws are drawn from: another number gives other laws. */
export const sampleOf = (quick: number, full: number) =>
  axis(z.int().min(1).max(1e9), { means: "number of the random laws", quick: firstOf(quick), full: firstOf(full) });

export const outcomes = axis(z.int().min(2).max(12), {
  means: "outcomes of the random laws",
  quick: [2, 6],
  full: [2, 4, 8, 12],
});

/** Beyond it the loss of the laws of these parts goes nowhere. */
export const epsilon = axis(z.number().min(0).max(5), {
  means: "epsilon",
  quick: [0, 0.25, 0.5, 1, 1.5, 2],
  full: [0, 0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3],
});

/** Sensitivity over the deviation of Gaussian noise, or the pure epsilon of other mechanisms. */
export const strength = axis(z.number().min(0.2).max(10), {
  means: "mu of Gaussian noise, pure epsilon of the others",
  quick: [0.5, 1],
  full: [0.25, 0.5, 1, 2],
});

/** Of a data set of which a random record is published. */
export const records = axis(z.int().min(2).max(1000), { means: "records n", quick: [2, 10, 100] });

export const answerEpsilonOf = (quick: readonly number[]) =>
  axis(z.number().min(0.01).max(20), { means: "epsilon of the answer", quick });
