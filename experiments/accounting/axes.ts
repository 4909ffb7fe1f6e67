/** The axes that parts on accounting share. */
import { axis, z } from "../kit.ts";

const NOISE = z.number().min(0.5).max(8);

export const noiseOf = (quick: readonly number[], full: readonly number[] = quick) =>
  axis(NOISE, { means: "noise over sensitivity", quick, full });

/** Of a record into one step's sample; 1 is no sampling. */
export const rateOf = (quick: readonly number[], full: readonly number[] = quick, most = 1) =>
  axis(z.number().min(0.001).max(most), { means: "sampling rate", quick, full });

export const deltaOf = (quick: readonly number[], full: readonly number[] = quick) =>
  axis(z.number().min(1e-10).max(1e-3), { means: "delta", quick, full });

export const stepsOf = (quick: readonly number[], full: readonly number[] = quick) =>
  axis(z.int().min(1).max(100_000), { means: "steps", quick, full });

/** So few that a nested quadrature follows them. */
export const fewStepsOf = (quick: readonly number[], full: readonly number[] = quick) =>
  axis(z.int().min(1).max(3), { means: "steps", quick, full });

export const epsilonOf = (quick: readonly number[], full: readonly number[] = quick) =>
  axis(z.number().min(0.01).max(2), { means: "epsilon", quick, full });
