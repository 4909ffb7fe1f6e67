/**
 * The axes that parts of the harness share.
 */
import { axis, z } from "../kit.ts";
import { VIEWS } from "./selection.ts";

export const view = axis(z.enum(VIEWS), { means: "how the analyst sees the holdout", quick: VIEWS });

export const sizeOf = (quick: readonly number[], full: readonly number[] = quick) =>
  axis(z.int().min(2).max(100_000), { means: "records of each set", quick, full });

export const featuresOf = (quick: readonly number[], full: readonly number[] = quick) =>
  axis(z.int().min(1).max(100_000), { means: "features", quick, full });

export const signalOf = (quick: readonly number[], full: readonly number[] = quick) =>
  axis(z.number().min(0).max(50), { means: "signal of the informative features, times 1/sqrt(records)", quick, full });

export const informative = axis(z.int().min(1).max(1000), { means: "features with the signal, if any", quick: [20] });

export const threshold = axis(z.number().min(0).max(50), {
  means: "Thresholdout's threshold, times 1/sqrt(records)",
  quick: [4],
});

export const tolerance = axis(z.number().positive().max(50), {
  means: "Thresholdout's tolerance, times 1/sqrt(records)",
  quick: [1],
});

export const epsilonOf = (quick: readonly number[], full: readonly number[] = quick) =>
  axis(z.number().positive().max(20), { means: "epsilon", quick, full });

export const deviationOf = (quick: readonly number[], full: readonly number[] = quick) =>
  axis(z.number().min(0).max(400), { means: "distance beyond the threshold, in tolerances", quick, full });

/** Of Thresholdout as the theorem has it. */
export const thresholdInTolerances = (quick: readonly number[], full: readonly number[] = quick) =>
  axis(z.number().min(0).max(400), { means: "threshold, in tolerances", quick, full });

export const budgetOf = (quick: readonly number[], full: readonly number[] = quick) =>
  axis(z.int().min(1).max(1000), { means: "answers that may come from the holdout", quick, full });
