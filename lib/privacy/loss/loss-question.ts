/**
 * What is asked of composed losses: the epsilon at a delta, or the delta at an epsilon, and how near the answer is to be.
 *
 * Chernoff's bound delta(epsilon) <= e^(K(t) - t epsilon + logPeak(t)) tells, before anything is composed, about where the answer
 * lies and at which tilt it is read best; tolerances are stated as widths in epsilon, in which the errors of both methods of
 * composing are.
 */
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { logPeak } from "./loss-tilt.ts";

export interface CertifiedInterval {
  readonly lower: number;
  readonly estimate: number;
  readonly upper: number;
}

/** What can be read off a composition; `sign` is 1 for an upper bound, -1 for a lower one, 0 for the value itself. */
export interface LossReading {
  deltaAt(epsilon: number, sign: -1 | 0 | 1): number;
  epsilonAt(delta: number, sign: -1 | 0 | 1): number;
}

export function intervalOf(read: (sign: -1 | 0 | 1) => number): CertifiedInterval {
  const [lower, upper] = [read(-1), read(1)];
  return { lower, estimate: Math.min(upper, Math.max(lower, read(0))), upper };
}

/** Where on the profile an answer lies. */
export interface ProfilePlace {
  readonly epsilon: number;
  readonly logDelta: number;
}

export interface LossQuestion {
  /** The answer where nothing is hidden. */
  readonly worst: number;
  /** The most that the answer can be where all losses add up to no more than this. */
  most(total: number): number;
  /** What may be cut from both tails of all the events together, and what must be where the least bound says that more is too much. */
  readonly tail: number;
  finerTail(least: number): number;
  /** What the best tilt makes least, given the cumulant. */
  bound(total: number, tilt: number): number;
  /** What a factor e of delta is in the bound. */
  factor(tilt: number): number;
  /** About where the answer lies, given that least bound, and given a composition. */
  placeBy(least: number): ProfilePlace;
  placeIn(reading: LossReading): ProfilePlace;
  read(reading: LossReading, sign: -1 | 0 | 1): number;
  /** The width of an interval in units of the tolerance. */
  excess(interval: CertifiedInterval): number;
  /** How many cells of each density an inversion takes, one after the other as long as it is too wide. */
  readonly cells: readonly number[];
  /**
   * Whether few tiny losses are counted or inverted where a grid is far off: of a delta the direction that is not the worse would
   * stay wide.
   */
  readonly countsFew: boolean;
  /** Where to be narrow costs little, the excess that is enough: 1 % of epsilon. */
  readonly content: number;
  /** The tolerance as a width in epsilon. */
  width(tilt: number, epsilon: number): number;
}

export function epsilonQuestion(delta: number, tolerance: number | undefined): LossQuestion {
  const logDelta = log(delta);
  return {
    worst: Infinity,
    most: (total) => total,
    tail: delta * 1e-6,
    finerTail: () => Infinity,
    bound: (total, tilt) => (total - logDelta + logPeak(tilt)) / tilt,
    factor: (tilt) => 1 / tilt,
    placeBy: (least) => ({ epsilon: Math.max(0, least), logDelta }),
    placeIn: (reading) => ({ epsilon: reading.epsilonAt(delta, 0), logDelta }),
    read: (reading, sign) => reading.epsilonAt(delta, sign),
    excess: ({ lower, upper }) => (upper - lower) / (tolerance ?? Math.min(5e-4, Math.max(0.05 * upper, 1e-9))),
    cells: [1200, 4800],
    countsFew: true,
    content: 0.2,
    width: (tilt, epsilon) => tolerance ?? Math.min(5e-4, Math.max(0.05 * epsilon, 1e-6 / tilt)),
  };
}

export function deltaQuestion(epsilon: number, tolerance: number): LossQuestion {
  return {
    worst: 1,
    most: () => 1,
    tail: 1e-30,
    finerTail: (least) => exp(least) * 1e-6,
    bound: (total, tilt) => total - tilt * epsilon,
    factor: () => 1,
    placeBy: (least) => ({ epsilon, logDelta: least }),
    placeIn: (reading) => ({ epsilon, logDelta: log(Math.max(reading.deltaAt(epsilon, 0), Number.MIN_VALUE)) }),
    read: (reading, sign) => reading.deltaAt(epsilon, sign),
    excess: ({ lower, upper }) => (upper - lower) / (tolerance * Math.max(upper, 1e-290)),
    cells: [2000, 4800],
    countsFew: false,
    content: 1,
    width: (tilt) => tolerance / Math.max(tilt, 0.1),
  };
}
