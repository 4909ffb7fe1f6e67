/**
 * The privacy profile of one loss distribution, not composed: delta at any epsilon as a certified interval.
 *
 * Method: the loss is put on the grids of `loss-grid.ts`, of which one is never below the true profile and one never above, and the
 * profile of a grid is the sum of m (1 - e^(epsilon - loss)) over the losses above epsilon. Both directions count. To the
 * interval are added the rounding of a million terms, 1e-10 of the sum, and that of the losses, at most 1e-15 (1 + the largest loss) in
 * epsilon.
 * Accuracy: the width relative to delta is at most 5e-8 for Laplace losses up to nine tenths of the largest, 2e-7 for bounded range there and
 * 2e-5 for Gaussian ones of mu up to 5 and delta above 1e-7; it grows to 1e-3 at 0.999 of the largest loss. Losses on a lattice are exact.
 * Limits: tails beyond a mass of 1e-100 count as infinite loss in `upper`.
 */
import { exp, expm1 } from "../numerics/exponential.ts";
import { requireFinite } from "../numerics/requirements.ts";
import type { CertifiedInterval } from "./loss-accountant.ts";
import { type LossGrid, type LossGrids, lossGrids } from "./loss-grid.ts";
import type { LossPair, PrivacyLoss } from "./privacy-loss.ts";

const TAIL = 1e-100;
const CELLS = 16_384;
/** A lattice of more points than this is passed over. */
const MOST_POINTS = 2_097_152;

export interface LossProfile {
  deltaAt(epsilon: number): CertifiedInterval;
}

export function lossProfile({ remove, add }: LossPair): LossProfile {
  const sides = (add === remove ? [remove] : [remove, add]).map(singleLossGrids);
  return {
    deltaAt: (epsilon) => {
      requireFinite({ epsilon });
      const read = (kind: keyof LossGrids, sign: -1 | 0 | 1) =>
        Math.max(...sides.map((grids) => gridDelta(grids[kind], epsilon, sign)));
      const [lower, upper] = [Math.max(0, read("lower", -1)), Math.min(1, read("upper", 1))];
      return { lower, estimate: Math.min(upper, Math.max(lower, read("estimate", 0))), upper };
    },
  };
}

/** The grids of one direction, with a step fine enough for a single use. */
export function singleLossGrids(loss: PrivacyLoss): LossGrids {
  const pieces = loss.pieces(TAIL);
  let extent = 1e-12;
  const reach = (value: number) => {
    extent = Math.max(extent, Math.abs(value));
  };
  for (const atom of pieces.atoms) reach(atom.loss);
  for (const density of pieces.densities) {
    reach(density.loss(density.from));
    reach(density.loss(density.to));
  }
  const { lattice } = loss;
  const fits = lattice !== undefined && extent / lattice <= MOST_POINTS;
  return lossGrids(pieces, fits ? lattice : extent / CELLS);
}

function gridDelta({ step, first, masses, infinite }: LossGrid, epsilon: number, sign: -1 | 0 | 1): number {
  let sum = 0;
  // The derivative of the profile: what an error of the losses is multiplied by.
  let slope = 0;
  for (let k = masses.length - 1; k >= 0; k--) {
    const gap = epsilon - (first + k) * step;
    if (!(gap < 0)) break;
    sum -= masses[k] * expm1(gap);
    slope += masses[k] * exp(gap);
  }
  const largest = step * Math.max(Math.abs(first), Math.abs(first + masses.length));
  return sum * (1 + sign * 1e-10) + sign * slope * 1e-15 * (1 + largest) + infinite;
}
