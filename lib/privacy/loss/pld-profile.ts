/**
 * The privacy profile of one loss distribution, not composed: delta at any epsilon as a certified interval.
 *
 * Method: the loss is put on the grids of `loss-grid.ts`, of which one is never below the true profile and one never above, and the
 * profile of a grid is the sum of m (1 - e^(epsilon - loss)) over the losses above epsilon. Both directions count. The bounds
 * allow for the rounding of two million positive terms and of their masses, 1e-9 of the sum, and for that of the losses and their place on
 * the grid, at most 3e-15 max(1, the largest loss), as a shift of epsilon.
 * Accuracy: the width relative to delta is at most 5e-8 for Laplace losses up to nine tenths of the largest, 2e-7 for bounded range there and
 * 2e-5 for Gaussian ones of mu up to 5 and delta above 1e-7; it grows to 1e-3 at 0.999 of the largest loss. Losses on a lattice are exact.
 * Limits: tails beyond a mass of 1e-100 count as infinite loss in `upper`.
 * @claim delta-role
 */
import { expm1 } from "../../numerics/exponential.ts";
import { largestOf } from "../../numerics/extremes.ts";
import { requireFinite } from "../../numerics/requirements.ts";
import { type LossGrid, type LossGrids, lossGrids } from "./loss-grid.ts";
import type { CertifiedInterval } from "./pld-accountant.ts";
import type { PldPair, PrivacyLoss } from "./privacy-loss.ts";

const TAIL = 1e-100;
const CELLS = 16_384;
/** A lattice of more points than this is passed over. */
const MOST_POINTS = 2_097_152;

export interface PldProfile {
  deltaAt(epsilon: number): CertifiedInterval;
}

export function pldProfile({ remove, add }: PldPair): PldProfile {
  const sides = (add === remove ? [remove] : [remove, add]).map(singleLossGrids);
  return {
    deltaAt: (epsilon) => {
      requireFinite({ epsilon });
      const read = (kind: keyof LossGrids, sign: -1 | 0 | 1) =>
        largestOf(sides.map((grids) => gridDelta(grids[kind], epsilon, sign)));
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
  const largest = step * Math.max(Math.abs(first), Math.abs(first + masses.length));
  const moved = epsilon - sign * 3e-15 * Math.max(1, largest, Math.abs(epsilon));
  let sum = 0;
  for (let k = masses.length - 1; k >= 0; k--) {
    const gap = moved - (first + k) * step;
    if (!(gap < 0)) break;
    sum -= masses[k] * expm1(gap);
  }
  return sum * (1 + sign * 1e-9) + infinite * (1 + sign * 4 * Number.EPSILON);
}
