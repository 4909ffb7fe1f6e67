/**
 * The step of a grid of losses: one on which the heaviest atoms of the events lie, or nearly.
 *
 * A lower grid has nothing with which to balance the largest loss of an event, or an atom far from all others, and rounds it down to a grid
 * point (`loss-grid.ts`): an error of the order of the step, as often as the event occurs, where all other errors are of its square.
 * So the heaviest atom is put on the grid, and of the steps hardly below the one wanted that do so, the one is taken that rounds
 * the other atoms least.
 */
import { leastOf } from "../../numerics/extremes.ts";
import type { PrivacyLossPieces } from "./privacy-loss.ts";

export interface LossPart {
  readonly pieces: PrivacyLossPieces;
  readonly times: number;
}

interface LossAnchor {
  readonly loss: number;
  /** How much of it is rounded: times the mass. */
  readonly weight: number;
}

const MOST_ANCHORS = 16;

/** The heaviest atoms of all events, the heaviest that has a positive loss first. */
export function anchorsOf(parts: readonly LossPart[]): LossAnchor[] {
  const all = parts
    .flatMap(({ pieces, times }) => pieces.atoms.map(({ loss, mass }) => ({ loss, weight: times * mass })))
    .filter(({ loss, weight }) => loss !== 0 && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  const first = all.find(({ loss }) => loss > 0);
  return first === undefined ? [] : [first, ...all.filter((anchor) => anchor !== first).slice(0, MOST_ANCHORS)];
}

/** How many steps are tried. */
const FITS = 512;
/** A loss this far below a grid point, in steps, is on it but for rounding. */
const ROUNDING = 1e-10;

/** At most `wanted`, and a fifth less at the least; `wanted` itself where the first anchor is nearer to 0. */
export function fittedStep(wanted: number, [first, ...others]: readonly LossAnchor[]): number {
  if (first === undefined || first.loss < wanted) return wanted;
  const fewest = Math.ceil(first.loss / wanted);
  let best = { step: first.loss / fewest, error: Infinity };
  for (let count = fewest; count <= fewest + Math.min(FITS, fewest / 4) && best.error > 0; count++) {
    const step = first.loss / count;
    let error = 0;
    for (const { loss, weight } of others) {
      const place = loss / step + ROUNDING;
      error += weight * step * Math.max(0, place - Math.floor(place) - 2 * ROUNDING);
    }
    if (error < best.error) best = { step, error };
  }
  return best.step;
}

/** The largest of all losses, in size. */
export function extentOf(parts: readonly LossPart[]): number {
  let extent = 1e-12;
  for (const { atoms, densities } of parts.map(({ pieces }) => pieces)) {
    for (const { loss } of atoms) extent = Math.max(extent, Math.abs(loss));
    for (const { from, to, loss } of densities) extent = Math.max(extent, Math.abs(loss(from)), Math.abs(loss(to)));
  }
  return extent;
}

/** The finest of the lattices, if all are given and the others are parts of it. */
export function latticeOf(lattices: readonly (number | undefined)[]): number | undefined {
  const finest = leastOf(lattices.map((lattice) => lattice ?? 0));
  const common = lattices.every((lattice) => {
    const ratio = (lattice ?? 0) / finest;
    return Math.abs(ratio - Math.round(ratio)) <= 1e-14 * ratio;
  });
  return finest > 0 && common ? finest : undefined;
}
