/**
 * The privacy profile of one loss distribution, not composed: delta at any epsilon as a certified interval.
 *
 * The accountant's own answer for one release: quadrature of the hockey-stick divergence in both directions (`single-loss.ts`), the larger counts.
 * Accuracy: the width relative to delta is below 1e-11 for Laplace, bounded-range and Gaussian losses from 1e-3 up; below that size
 * the rounding of losses, 3e-15, is what remains.
 * @claim delta-role
 */
import { requireFinite } from "../../numerics/requirements.ts";
import { type CertifiedInterval, pldDelta } from "./pld-accountant.ts";
import type { PldPair } from "./privacy-loss.ts";

export interface PldProfile {
  deltaAt(epsilon: number): CertifiedInterval;
}

export function pldProfile(loss: PldPair): PldProfile {
  return {
    deltaAt: (epsilon) => {
      requireFinite({ epsilon });
      return pldDelta({ events: [{ loss, times: 1 }], epsilon });
    },
  };
}
