/**
 * The privacy profile of one loss distribution, not composed: delta at any epsilon as a certified interval.
 *
 * By quadrature of the hockey-stick divergence in both directions (`single-loss.ts`); the larger counts.
 * Accuracy: the width relative to delta is below 1e-11 for Laplace, bounded-range and Gaussian losses from 1e-3 up; below that size
 * the rounding of losses, 3e-15, is what remains.
 * @claim delta-role
 */

import { largestOf } from "../../numerics/extremes.ts";
import { requireFinite } from "../../numerics/requirements.ts";
import type { CertifiedInterval } from "./pld-accountant.ts";
import type { PldPair } from "./privacy-loss.ts";
import { singleReading } from "./single-loss.ts";

export interface PldProfile {
  deltaAt(epsilon: number): CertifiedInterval;
}

export function pldProfile({ remove, add }: PldPair): PldProfile {
  const sides = (add === remove ? [remove] : [remove, add]).map(singleReading);
  return {
    deltaAt: (epsilon) => {
      requireFinite({ epsilon });
      const read = (sign: -1 | 0 | 1) => largestOf(sides.map((side) => side.deltaAt(epsilon, sign)));
      const [lower, upper] = [read(-1), read(1)];
      return { lower, estimate: Math.min(upper, Math.max(lower, read(0))), upper };
    },
  };
}
