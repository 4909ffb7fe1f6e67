/**
 * Exponential tilting of losses on a grid: cumulants, and where the tilted sum of many losses lies.
 *
 * The cumulant K(t) = log of the sum of m e^(t loss); a composition adds times K(t). Under the law tilted by t the sum S of the
 * losses has density e^(t S - K(t)), and Chernoff's bound for it is P(S >= b) <= e^(K(t + r) - K(t) - r b) for every r > 0, and
 * P(S <= a) likewise with r < 0 (Chernoff 1952; Esscher 1932 on tilting).
 */
import { exp } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { goldenSection } from "../../numerics/minimum.ts";
import type { LossGrid } from "./loss-grid.ts";

export interface GridEvent {
  readonly grid: LossGrid;
  readonly times: number;
}

/** Points between which powers of e are taken again. */
export const STRETCH = 8;

/** The sum over the events of times K(tilt). */
export function cumulant(events: readonly GridEvent[], tilt: number): number {
  return events.reduce((sum, { grid, times }) => sum + times * gridCumulant(grid, tilt), 0);
}

/** log of the sum of m e^(tilt loss); powers of e are taken again every eighth point, and multiplied up between. */
export function gridCumulant(grid: LossGrid, tilt: number): number {
  const { masses, first, step } = grid;
  const peak = tilt * step * (tilt > 0 ? first + masses.length - 1 : first);
  const total = shiftedCumulant(grid, tilt, peak > 600 || peak < -600 ? peak : 0);
  if (total > -Infinity) return total;
  // Where the extreme losses have hardly any mass, nothing is left that far below them: term by term instead.
  const logTerm = (mass: number, k: number) => log(Math.abs(mass)) + tilt * step * (first + k);
  const largest = masses.reduce((most, mass, k) => (mass === 0 ? most : Math.max(most, logTerm(mass, k))), -Infinity);
  const sum = masses.reduce(
    (part, mass, k) => (mass === 0 ? part : part + Math.sign(mass) * exp(logTerm(mass, k) - largest)),
    0,
  );
  return sum > 0 ? log(sum) + largest : -Infinity;
}

function shiftedCumulant({ masses, first, step }: LossGrid, tilt: number, shift: number): number {
  const ratio = exp(tilt * step);
  // A steep tilt would leave the range of float64 on the way.
  const stretch = Math.abs(tilt * step) < 4 ? STRETCH : 1;
  let sum = 0;
  for (let start = 0; start < masses.length; start += stretch) {
    const end = Math.min(start + stretch, masses.length);
    let power = exp(tilt * step * (first + start) - shift);
    for (let k = start; k < end; k++) {
      sum += masses[k] * power;
      power *= ratio;
    }
  }
  return sum > 0 ? log(sum) + shift : -Infinity;
}

/**
 * log of the largest (1 - e^-x) e^(-t x): delta(epsilon) <= e^(K(t) - t epsilon) times it. Without it the best tilt is infinite
 * wherever the largest loss has more mass than delta.
 */
export function logPeak(tilt: number): number {
  return tilt * log(tilt) - (1 + tilt) * log1p(tilt);
}

/** The tilt above 0 that makes `bound(tilt)` least, to a percent; bound is unimodal. */
export function bestTilt(bound: (tilt: number) => number): number {
  const search = goldenSection((logTilt) => bound(exp(logTilt)), { lower: -9, upper: 12, tolerance: 0.01 });
  return exp(search.at);
}

/** How many multiples of the width of a law the shifts of the tilt are tried at. */
const SHIFTS = [0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.3, 2];

export interface TiltedRange {
  readonly bottom: number;
  readonly top: number;
}

/** An interval that the tilted sum leaves with probability at most 2 e^logMiss, by Chernoff's bound. */
export function tiltedRange(events: readonly GridEvent[], tilt: number, logMiss: number): TiltedRange {
  const at = cumulant(events, tilt);
  const small = smallShift(events, tilt, at);
  let top = Infinity;
  let bottom = -Infinity;
  for (const factor of SHIFTS) {
    const shift = factor * small * Math.sqrt(-logMiss);
    top = Math.min(top, (cumulant(events, tilt + shift) - at - logMiss) / shift);
    bottom = Math.max(bottom, -(cumulant(events, tilt - shift) - at - logMiss) / shift);
  }
  return { bottom, top };
}

/** log of a bound on the probability that the tilted sum leaves the range. */
export function logMissOf(events: readonly GridEvent[], tilt: number, { bottom, top }: TiltedRange): number {
  const at = cumulant(events, tilt);
  const small = smallShift(events, tilt, at);
  let above = 0;
  let below = 0;
  for (const factor of SHIFTS) {
    const shift = factor * small * 5;
    above = Math.min(above, cumulant(events, tilt + shift) - at - shift * top);
    below = Math.min(below, cumulant(events, tilt - shift) - at + shift * bottom);
  }
  return Math.max(above, below) + log(2);
}

/** The shift of the tilt at which the exponent of Chernoff's bound is about 1: sqrt 2 over the standard deviation. */
function smallShift(events: readonly GridEvent[], tilt: number, at: number): number {
  let shift = Math.max(tilt, 1e-3);
  for (let round = 0; round < 60; round++) {
    const curvature = cumulant(events, tilt + shift) + cumulant(events, tilt - shift) - 2 * at;
    if (curvature > 0.25 && curvature < 9) return shift * Math.sqrt(2 / curvature);
    shift *= curvature >= 9 ? 1 / 3 : 2;
  }
  return shift;
}
