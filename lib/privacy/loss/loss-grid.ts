/**
 * A privacy loss on a grid, three times: never below the true profile, never above it, and as near as can be.
 *
 * - `upper`, connect the dots: a slice is dealt to both ends of its cell so that its mass under either law is kept. The profile
 *   delta(epsilon) is then the true one at the grid points and its chord, as a function of e^epsilon, between them: above it, as the
 *   profile is convex. Source: Doroshenko, Ghazi, Kamath, Kumar, Manurangsi, "Connect the dots" (PoPETs 2022).
 * - `lower`: slices left of a grid point are merged with slices right of it so that the loss of the merged event, log(P / Q), is that
 *   point. Merging is post-processing, so the profile is below the true one. Where the right side cannot balance the left, the
 *   losses are rounded down.
 * - `estimate`: a slice is dealt to the nearest grid point and its two neighbours so that mass, mean and variance are kept; the
 *   masses may be negative. It bounds nothing.
 * Both bounds err in proportion to the square of the step. They survive composition, as dominance does.
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { MASS_ERROR } from "./gauss-panel.ts";
import { type LossSlices, lossSlices } from "./loss-slices.ts";
import type { PrivacyLossPieces } from "./privacy-loss.ts";

export interface LossGrid {
  readonly step: number;
  /** The loss of masses[0] is first * step. */
  readonly first: number;
  readonly masses: Float64Array;
  readonly infinite: number;
  /** What is beyond the grid, where it is not counted as infinite: see `PrivacyLossPieces`. */
  readonly logBeyond?: PrivacyLossPieces["logBeyond"];
  /** A bound on the relative error of the masses. */
  readonly massError: number;
}

export interface LossGrids {
  readonly lower: LossGrid;
  readonly estimate: LossGrid;
  readonly upper: LossGrid;
}

export function lossGrids(pieces: PrivacyLossPieces, step: number): LossGrids {
  const slices = lossSlices(pieces, step);
  const first = (slices.count === 0 ? 0 : slices.cells[0]) - 1;
  const length = (slices.count === 0 ? 0 : slices.cells[slices.count - 1] - first) + 3;
  const grid = (fill: (masses: Float64Array) => void, infinite: number): LossGrid => {
    const masses = new Float64Array(length);
    fill(masses);
    return { step, first, masses, infinite, massError: pieces.massError ?? MASS_ERROR };
  };
  const { logBeyond } = pieces;
  const upper = grid(
    (masses) => {
      connectDots(slices, masses, { first, step });
      masses[2] += pieces.beneath;
    },
    pieces.infinite + (logBeyond === undefined ? pieces.beyond : 0),
  );
  return {
    lower: grid((masses) => merge(slices, masses, { first, step }), pieces.infinite),
    estimate: grid((masses) => keepMoments(slices, masses, first), pieces.infinite),
    upper: logBeyond === undefined ? upper : { ...upper, logBeyond },
  };
}

interface Place {
  readonly first: number;
  readonly step: number;
}

function connectDots(slices: LossSlices, masses: Float64Array, { first, step }: Place): void {
  const whole = -expm1(-step);
  for (let i = 0; i < slices.count; i++) {
    const mass = slices.masses[i];
    const up = Math.min(mass, slices.excesses[i] / whole);
    const at = slices.cells[i] - first;
    masses[at] += mass - up;
    masses[at + 1] += up;
  }
}

function keepMoments(slices: LossSlices, masses: Float64Array, first: number): void {
  for (let i = 0; i < slices.count; i++) {
    const mass = slices.masses[i];
    const place = slices.places[i];
    const up = 2 * place > mass ? 1 : 0;
    const mean = place - up * mass;
    const second = slices.squares[i] - 2 * up * place + up * mass;
    const at = slices.cells[i] - first + up;
    masses[at - 1] += 0.5 * (second - mean);
    masses[at] += mass - second;
    masses[at + 1] += 0.5 * (second + mean);
  }
}

/** How many cells ahead of a grid point its left side may be balanced from. */
const FARTHEST = 16;

function merge(slices: LossSlices, masses: Float64Array, { first, step }: Place): void {
  const growth = expm1(step);
  let next = 0;
  // How much of the next slice is left.
  let kept = 1;
  let pool = 0;
  // What the pool lacks to have the loss of the next grid point: the sum of p (e^(point - loss) - 1).
  let deficit = 0;
  for (let at = 1; at < masses.length; at++) {
    const lacking = deficit;
    const left = pool;
    pool = 0;
    deficit = 0;
    let rest = lacking;
    for (; next < slices.count; next++, kept = 1) {
      const ahead = slices.cells[next] - first - at;
      if (ahead > 0 && (rest === 0 || ahead > FARTHEST)) break;
      const mass = kept * slices.masses[next];
      const excess =
        ahead === 0 ? kept * slices.excesses[next] : mass - exp(-ahead * step) * (mass - kept * slices.excesses[next]);
      const share = excess <= rest ? 1 : rest / excess;
      rest = Math.max(0, rest - excess);
      masses[at] += share * mass;
      if (ahead > 0 && share < 1) {
        kept *= 1 - share;
        break;
      }
      pool += (1 - share) * mass;
      deficit += (1 - share) * (growth * mass - (1 + growth) * excess);
    }
    const balanced = lacking > 0 ? 1 - rest / lacking : 1;
    masses[at] += balanced * left;
    masses[at - 1] += (1 - balanced) * left;
    deficit = Math.max(0, deficit);
  }
}
