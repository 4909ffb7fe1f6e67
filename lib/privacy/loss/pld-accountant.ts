/**
 * Accounting by privacy-loss distributions: a certified interval for epsilon at a delta, or for delta at an epsilon.
 *
 * The events are composed in both directions of the relation, `remove` and `add`, and the worse one counts. `lower` and `upper` hold
 * the exact value of the dominating pairs: discretisation (`loss-grid.ts`), cut tails, folding and rounding (`loss-composition.ts`) are
 * all inside them. `estimate` lies between and is usually two orders nearer than either. The step of the grid is refined until the
 * interval is at most `tolerance` wide or the transform has 2^20 points.
 * Sources: Koskela, Jaelkoe, Honkela (AISTATS 2020) and Gopi, Lee, Wutschitz (NeurIPS 2021) on accounting by Fourier transform.
 * Limits: where the tolerance is out of reach the interval is wider, but holds. `upper` is Infinity where delta is below the mass of
 * infinite losses, or not certainly above it.
 * @claim pld
 */
import { exp } from "../../numerics/exponential.ts";
import { largestOf, leastOf } from "../../numerics/extremes.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import {
  refuse,
  requireFinite,
  requireInteger,
  requireList,
  requireOpenProbability,
  requirePositive,
} from "../../numerics/requirements.ts";
import { type ComposedLoss, composeLosses, deltaOf, epsilonOf, pointsFor } from "./loss-composition.ts";
import { type LossGrids, lossGrids } from "./loss-grid.ts";
import { anchorsOf, extentOf, fittedStep, latticeOf } from "./loss-step.ts";
import { bestTilt, cumulant, type GridEvent, tiltedRange } from "./loss-tilt.ts";
import type { PldPair, PrivacyLoss, PrivacyLossPieces } from "./privacy-loss.ts";

export interface PldEvent {
  readonly loss: PldPair;
  readonly times: number;
}

export interface CertifiedInterval {
  readonly lower: number;
  readonly estimate: number;
  readonly upper: number;
}

/** `tolerance` is the width wanted: 5e-4, or a twentieth of epsilon where that is less. */
export interface EpsilonQuestion {
  readonly events: readonly PldEvent[];
  readonly delta: number;
  readonly tolerance?: number;
}

/** `tolerance` is the width wanted relative to delta: 1e-3. */
export interface DeltaQuestion {
  readonly events: readonly PldEvent[];
  readonly epsilon: number;
  readonly tolerance?: number;
}

export function pldEpsilon({ events, delta, tolerance }: EpsilonQuestion): CertifiedInterval {
  requireEvents(events);
  requireOpenProbability({ delta });
  if (tolerance !== undefined) requirePositive({ tolerance });
  const logDelta = log(delta);
  return worse(events, {
    worst: Infinity,
    tail: delta * 1e-6,
    finerTail: () => Infinity,
    bound: (total, tilt) => (total - logDelta + logPeak(tilt)) / tilt,
    factor: (tilt) => 1 / tilt,
    typical: (least) => Math.max(0, least),
    read: (composed, sign) => epsilonOf(composed, delta, sign),
    excess: ({ lower, upper }) => (upper - lower) / (tolerance ?? Math.min(5e-4, Math.max(0.05 * upper, 1e-9))),
    width: (tilt, typical) => tolerance ?? Math.min(5e-4, Math.max(0.05 * typical, 1e-6 / tilt)),
  });
}

export function pldDelta({ events, epsilon, tolerance = 1e-3 }: DeltaQuestion): CertifiedInterval {
  requireEvents(events);
  requireFinite({ epsilon });
  requirePositive({ tolerance });
  return worse(events, deltaQuestion(epsilon, tolerance));
}

/**
 * Upper ends of delta at many epsilons, from one composition for each of the `anchors`: sharp near these, and true everywhere, since a
 * composition holds its errors whatever is read off it.
 */
export function pldUpperDeltas(
  events: readonly PldEvent[],
  { epsilons, anchors }: { readonly epsilons: readonly number[]; readonly anchors: readonly number[] },
): readonly number[] {
  requireEvents(events);
  const sides = sidesOf(events).map((side) => {
    const composed = anchors.flatMap((anchor): readonly ComposedLoss[] => {
      const last: ComposedLoss[] = [];
      const question = deltaQuestion(anchor, 1e-3);
      const read: Question["read"] = (each, sign) => {
        if (sign === 1) last[0] = each;
        return question.read(each, sign);
      };
      searchOf(oneSided(events, side), { ...question, read })(1, 4);
      return last;
    });
    return epsilons.map((epsilon) => leastOf([1, ...composed.map((each) => deltaOf(each, epsilon, 1))]));
  });
  return epsilons.map((_, k) => largestOf(sides.map((uppers) => uppers[k])));
}

function deltaQuestion(epsilon: number, tolerance: number): Question {
  return {
    worst: 1,
    tail: 1e-30,
    finerTail: (least) => exp(least) * 1e-6,
    bound: (total, tilt) => total - tilt * epsilon,
    factor: () => 1,
    typical: () => epsilon,
    read: (composed, sign) => deltaOf(composed, epsilon, sign),
    excess: ({ lower, upper }) => (upper - lower) / (tolerance * Math.max(upper, 1e-290)),
    width: (tilt) => tolerance / Math.max(tilt, 0.1),
  };
}

/**
 * log of the largest (1 - e^-x) e^(-t x): delta(epsilon) <= e^(K(t) - t epsilon) times it. Without it the best tilt is infinite wherever the
 * largest loss has more mass than delta.
 */
function logPeak(tilt: number): number {
  return tilt * log(tilt) - (1 + tilt) * log1p(tilt);
}

interface Question {
  /** The answer where nothing is hidden. */
  readonly worst: number;
  /** What may be cut from both tails of all the events together, and what must be where the least bound tells that more is too much. */
  readonly tail: number;
  finerTail(least: number): number;
  /** What the best tilt makes least, given the cumulant. */
  bound(total: number, tilt: number): number;
  /** What a factor e of delta is in the bound. */
  factor(tilt: number): number;
  /** The epsilon in question, given that least bound. */
  typical(least: number): number;
  read(composed: ComposedLoss, sign: -1 | 0 | 1): number;
  /** The width of an interval in units of the tolerance. */
  excess(interval: CertifiedInterval): number;
  /** The tolerance as a width in epsilon. */
  width(tilt: number, typical: number): number;
}

/** Of one event: float64 holds the masses of all cells beyond it. */
const LEAST_TAIL = 1e-303;
const MOST_POINTS = 1 << 20;
const MOST_SLICES = 60_000;
/** A fitted step may be a fifth finer than the one wanted. */
const ROOM = 1.3;

/** Both directions roughly, then as well as asked those that may be the worse. */
function worse(events: readonly PldEvent[], question: Question): CertifiedInterval {
  const searches = sidesOf(events).map((side) => searchOf(oneSided(events, side), question));
  let intervals = searches.map((search) => search(16, 1));
  const least = largestOf(intervals.map(({ lower }) => lower));
  intervals = intervals.map((interval, k) => (interval.upper < least ? interval : searches[k](1, 4)));
  const over = (key: keyof CertifiedInterval) => largestOf(intervals.map((interval) => interval[key]));
  const [lower, upper] = [over("lower"), over("upper")];
  return { lower, estimate: Math.min(upper, Math.max(lower, over("estimate"))), upper };
}

type Side = "remove" | "add";

/** Both directions, or one where they agree. */
function sidesOf(events: readonly PldEvent[]): readonly Side[] {
  return events.every(({ loss }) => loss.add === loss.remove) ? ["remove"] : ["remove", "add"];
}

interface OneSided {
  readonly loss: PrivacyLoss;
  readonly times: number;
}

function oneSided(events: readonly PldEvent[], side: Side): readonly OneSided[] {
  return events.map(({ loss, times }) => ({ loss: loss[side], times }));
}

/** A function that answers to within a multiple of the tolerance if it can in so many rounds; `tail` is what is cut of all events. */
function searchOf(
  events: readonly OneSided[],
  question: Question,
  tail = question.tail,
): (slack: number, rounds: number) => CertifiedInterval {
  const steps = events.reduce((sum, { times }) => sum + times, 0);
  const parts = events.map(({ loss, times }) => ({ pieces: loss.pieces(Math.max(tail / steps, LEAST_TAIL)), times }));
  const { worst } = question;
  if (parts.some(({ pieces }) => !hasFiniteLoss(pieces)))
    return () => ({ lower: worst, estimate: worst, upper: worst });
  const extent = extentOf(parts);
  const common = latticeOf(events.map(({ loss }) => loss.lattice));
  // Losses of very different size have a common lattice that is too fine.
  const lattice = common !== undefined && extent / common <= MOST_SLICES ? common : undefined;
  const gridsAt = (step: number) => parts.map(({ pieces, times }) => ({ grids: lossGrids(pieces, step), times }));
  const pick = (all: readonly { grids: LossGrids; times: number }[], kind: keyof LossGrids): GridEvent[] =>
    all.map(({ grids, times }) => ({ grid: grids[kind], times }));
  let anchors = lattice === undefined ? anchorsOf(parts) : [];
  const fitted = (wanted: number) =>
    lattice === undefined ? fittedStep(wanted, anchors) : lattice / Math.max(1, Math.round(lattice / wanted));
  const roughStep = fitted(extent / (tail < 1e-30 ? 4096 : 2000)); // far tails need steep tilts
  const rough = pick(gridsAt(roughStep), "estimate");
  const bound = (tilt: number) => {
    const total = cumulant(rough, tilt);
    return Number.isFinite(total) ? question.bound(total, tilt) : Infinity;
  };
  // The estimate's three points stand for a loss only while the tilt changes little between them.
  const steepest = gentler(bound, Math.min(bestTilt(bound), 0.5 / roughStep), question);
  const least = bound(steepest);
  if (tail === question.tail && question.finerTail(least) < tail)
    return searchOf(events, question, question.finerTail(least));
  const typical = question.typical(least);
  const tilt = narrowestTilt(rough, steepest, typical);
  const logMiss = tilt.logMiss - 26;

  return (slack, rounds) => {
    let step = Math.sqrt((question.width(steepest, typical) * slack) / (0.16 * (1 + steepest) * steps));
    let coarsest = extent / 4096;
    let best: CertifiedInterval = { lower: 0, estimate: 0, upper: worst };
    for (let round = 0; round < rounds; round++) {
      step = fitted(Math.min(coarsest, Math.max(step, extent / MOST_SLICES)));
      const all = gridsAt(step);
      const range = tiltedRange(pick(all, "upper"), tilt.tilt, logMiss);
      if (pointsFor(range, step) > MOST_POINTS) {
        coarsest = Math.max(1.01 * coarsest, (ROOM * (range.top - range.bottom)) / MOST_POINTS);
        if (fitted(coarsest) <= step) anchors = [];
        if (round > 0 || fitted(coarsest) <= step) return best;
        step = coarsest;
        round = -1;
        continue;
      }
      const answer = (kind: keyof LossGrids, sign: -1 | 0 | 1) =>
        question.read(composeLosses({ events: pick(all, kind), tilt: tilt.tilt, range }), sign);
      const [lower, upper] = [answer("lower", -1), answer("upper", 1)];
      // A rough answer only tells which direction is the worse.
      const estimate = slack > 1 ? lower : Math.min(upper, Math.max(lower, answer("estimate", 0)));
      best = { lower, estimate, upper };
      const excess = question.excess(best) / slack;
      if (excess <= 1 || lattice !== undefined || step <= extent / MOST_SLICES) return best;
      step *= Math.min(0.7, 0.9 / Math.sqrt(excess));
    }
    return best;
  };
}

function hasFiniteLoss({ atoms, densities }: PrivacyLossPieces): boolean {
  return densities.length > 0 || atoms.some(({ mass }) => mass > 0);
}

/** The least tilt that is as good up to a factor e of delta: where the bound is flat, a steep tilt leaves one atom only. */
function gentler(bound: (tilt: number) => number, steepest: number, { factor }: Question): number {
  const enough = bound(steepest) + factor(steepest);
  let tilt = steepest;
  while (tilt > 1e-4 && bound(0.8 * tilt) <= enough) tilt *= 0.8;
  return tilt;
}

interface ChosenTilt {
  readonly tilt: number;
  /** How much the tilted mass may miss, beside what the steepest tilt may. */
  readonly logMiss: number;
}

/** Of some tilts up to the steepest the one whose window is the narrowest: a heavy tail makes the steepest one wide. */
function narrowestTilt(events: readonly GridEvent[], steepest: number, epsilon: number): ChosenTilt {
  const least = cumulant(events, steepest) - steepest * epsilon;
  let best = { tilt: steepest, logMiss: 0, width: Infinity };
  for (const factor of [1, 0.8, 0.6, 0.45]) {
    const tilt = factor * steepest;
    const logMiss = Math.min(0, least - (cumulant(events, tilt) - tilt * epsilon));
    if (logMiss < -8) break;
    const { bottom, top } = tiltedRange(events, tilt, logMiss - 26);
    if (top - bottom < 0.8 * best.width) best = { tilt, logMiss, width: top - bottom };
  }
  return best;
}

function requireEvents(events: readonly PldEvent[]): void {
  requireList("events", events);
  if (!Array.isArray(events) || events.length === 0) refuse("events", "one or more events", events);
  for (const { times } of events) requireInteger({ times }, 1);
}
