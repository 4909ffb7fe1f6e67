/**
 * The privacy profile of one loss distribution, not composed: delta at any epsilon as a certified interval.
 *
 * By quadrature of the hockey-stick divergence in both directions (`single-loss.ts`), as the accountant does for a single release.
 * Accuracy: the width relative to delta is below 1e-11 for Laplace, bounded-range and Gaussian losses from 1e-3 up; below that size
 * the rounding of losses, 3e-15, is what remains.
 * @claim delta-role
 * @also pld, privacy loss distribution, hockey-stick divergence
 */

import { requireFinite } from "../../numerics/requirements.ts";
import { type CertifiedInterval, intervalOf } from "./loss-question.ts";
import { type PldPair, requirePair } from "./privacy-loss.ts";
import { singleReading } from "./single-loss.ts";

export interface PldProfile {
  deltaAt(epsilon: number): CertifiedInterval;
}

export function pldProfile(loss: PldPair): PldProfile {
  requirePair(loss, "loss");
  const reading = singleReading(loss);
  return {
    deltaAt: (epsilon) => {
      requireFinite({ epsilon });
      return intervalOf((sign) => reading.deltaAt(epsilon, sign));
    },
  };
}
