/**
 * A privacy loss cut into slices: every slice lies in one cell [k h, (k + 1) h] of a grid of step h, densities in one half of it.
 *
 * Of each slice four sums are kept, all positive and computed without subtraction: its mass; its excess, the sum of
 * p (1 - e^(k h - loss)), which with the mass fixes what the second law has there; and the first two moments of its place u, from 0 to 1.
 */
import { expm1 } from "../numerics/exponential.ts";
import { visitPanel } from "./gauss-panel.ts";
import type { LossDensity, LossPieces } from "./privacy-loss.ts";

export interface LossSlice {
  readonly cell: number;
  mass: number;
  excess: number;
  place: number;
  square: number;
}

/** A loss this near to a grid point, relative to its size, is on it: rounding put it aside. */
const ON_GRID = 1e-15;

/** In ascending order of the loss. */
export function lossSlices({ atoms, densities }: LossPieces, step: number): LossSlice[] {
  const slices: LossSlice[] = [];
  for (const density of densities) sliceDensity(density, step, slices);
  for (const { loss, mass } of atoms) {
    if (mass > 0) slices.push(sliceAtom(loss, mass, step));
  }
  if (atoms.length + densities.length > 1)
    slices.sort((a, b) => a.cell - b.cell || a.place / a.mass - b.place / b.mass);
  return slices;
}

function sliceAtom(loss: number, mass: number, step: number): LossSlice {
  const nearest = Math.round(loss / step);
  if (Math.abs(nearest * step - loss) <= ON_GRID * Math.max(1, Math.abs(loss))) {
    return { cell: nearest, mass, excess: 0, place: 0, square: 0 };
  }
  const cell = Math.floor(loss / step);
  const place = Math.min(1, Math.max(0, loss / step - cell));
  return { cell, mass, excess: -mass * expm1(-step * place), place: mass * place, square: mass * place * place };
}

function sliceDensity(piece: LossDensity, step: number, slices: LossSlice[]): void {
  const last = piece.loss(piece.to) / step;
  let from = piece.from;
  for (let half = Math.floor((2 * piece.loss(piece.from)) / step); from < piece.to; half++) {
    const to = half + 1 >= 2 * last ? piece.to : Math.max(from, piece.locate(0.5 * (half + 1) * step));
    if (to > from) {
      const cell = Math.floor(half / 2);
      const slice: LossSlice = { cell, mass: 0, excess: 0, place: 0, square: 0 };
      visitPanel({ from, to, panel: piece.panel }, (x, weight) => {
        const mass = weight * piece.density(x);
        const place = Math.min(1, Math.max(0, piece.loss(x) / step - cell));
        slice.mass += mass;
        slice.excess -= mass * expm1(-step * place);
        slice.place += mass * place;
        slice.square += mass * place * place;
      });
      if (slice.mass > 0) slices.push(slice);
    }
    from = to;
  }
}
