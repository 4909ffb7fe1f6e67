/**
 * What the parts on changepoints have in common: the axis of epsilon, models of bits and the margin of a loss by quadrature.
 */
import { axis, z } from "../kit.ts";

export const epsilonOf = (quick: readonly number[], full: readonly number[] = quick, least = 0.1) =>
  axis(z.number().min(least).max(4), { means: "epsilon of the whole release", quick, full });

/** Bits that are 1 with probability 0.2 before the change and 0.8 after it. */
export const BITS = { kind: "bernoulli", before: 0.2, after: 0.8 } as const;

export const LOSS = { share: 1e-9, absolute: 1e-9 };
