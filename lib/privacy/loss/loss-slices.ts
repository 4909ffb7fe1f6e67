/**
 * A privacy loss cut into slices: every slice lies in one cell [k h, (k + 1) h] of a grid of step h, densities in one half of it.
 *
 * Of each slice four sums are kept, all positive and computed without subtraction: its mass; its excess, the sum of
 * p (1 - e^(k h - loss)), which with the mass fixes what the second law has there; and the first two moments of its place u, from 0 to 1.
 */
import { expm1 } from "../../numerics/exponential.ts";
import { panelRule } from "./gauss-panel.ts";
import type { PrivacyLossAtom, PrivacyLossDensity, PrivacyLossPieces } from "./privacy-loss.ts";

/** The slices side by side: slice i has cells[i], masses[i] and so on. */
export interface LossSlices {
  readonly count: number;
  readonly cells: Float64Array;
  readonly masses: Float64Array;
  readonly excesses: Float64Array;
  readonly places: Float64Array;
  readonly squares: Float64Array;
}

type SliceList = { -readonly [Key in keyof LossSlices]: LossSlices[Key] };

/** A loss this near to a grid point, relative to its size, is on it: rounding put it aside. */
const ON_GRID = 1e-15;

/** In ascending order of the loss. */
export function lossSlices({ atoms, densities }: PrivacyLossPieces, step: number): LossSlices {
  const most = densities.reduce((sum, density) => sum + halfCells(density, step), atoms.length);
  const slices = emptyList(most);
  for (const density of densities) sliceDensity(density, step, slices);
  for (const atom of atoms) {
    if (atom.mass > 0) sliceAtom(atom, step, slices);
  }
  return atoms.length + densities.length > 1 ? sorted(slices) : slices;
}

function emptyList(most: number): SliceList {
  const numbers = () => new Float64Array(most);
  return { count: 0, cells: numbers(), masses: numbers(), excesses: numbers(), places: numbers(), squares: numbers() };
}

function sorted(slices: LossSlices): LossSlices {
  const { count, cells, masses, places } = slices;
  const order = Array.from({ length: count }, (_, i) => i);
  order.sort((a, b) => cells[a] - cells[b] || places[a] / masses[a] - places[b] / masses[b]);
  const inOrder = (numbers: Float64Array) => Float64Array.from(order, (i) => numbers[i]);
  return {
    count,
    cells: inOrder(cells),
    masses: inOrder(masses),
    excesses: inOrder(slices.excesses),
    places: inOrder(places),
    squares: inOrder(slices.squares),
  };
}

function sliceAtom({ loss, mass }: PrivacyLossAtom, step: number, slices: SliceList): void {
  const nearest = Math.round(loss / step);
  const onGrid = Math.abs(nearest * step - loss) <= ON_GRID * Math.max(1, Math.abs(loss));
  const cell = onGrid ? nearest : Math.floor(loss / step);
  const place = onGrid ? 0 : Math.min(1, Math.max(0, loss / step - cell));
  const at = slices.count++;
  slices.cells[at] = cell;
  slices.masses[at] = mass;
  slices.excesses[at] = onGrid ? 0 : -mass * expm1(-step * place);
  slices.places[at] = mass * place;
  slices.squares[at] = mass * place * place;
}

/** How many halves of cells a density meets, at most. */
function halfCells({ from, to, loss }: PrivacyLossDensity, step: number): number {
  return Math.ceil((2 * loss(to)) / step) - Math.floor((2 * loss(from)) / step) + 2;
}

function sliceDensity(piece: PrivacyLossDensity, step: number, slices: SliceList): void {
  const { cells, masses, excesses, places, squares } = slices;
  const last = piece.loss(piece.to) / step;
  let from = piece.from;
  for (let half = Math.floor((2 * piece.loss(piece.from)) / step); from < piece.to; half++) {
    const to = half + 1 >= 2 * last ? piece.to : Math.max(from, piece.locate(0.5 * (half + 1) * step));
    if (to > from) {
      const cell = Math.floor(half / 2);
      const { nodes, weights, panels } = panelRule({ from, to, panel: piece.panel });
      const radius = (to - from) / (2 * panels);
      let mass = 0;
      let excess = 0;
      let sum = 0;
      let square = 0;
      for (let k = 0; k < panels; k++) {
        const middle = from + (2 * k + 1) * radius;
        for (let node = 0; node < nodes.length; node++) {
          const x = middle + radius * nodes[node];
          const share = radius * weights[node] * piece.density(x);
          const place = Math.min(1, Math.max(0, piece.loss(x) / step - cell));
          mass += share;
          excess -= share * expm1(-step * place);
          sum += share * place;
          square += share * place * place;
        }
      }
      if (mass > 0) {
        const at = slices.count++;
        cells[at] = cell;
        masses[at] = mass;
        excesses[at] = excess;
        places[at] = sum;
        squares[at] = square;
      }
    }
    from = to;
  }
}
