/**
 * The search for an answer by grids: the step is refined until the interval is narrow enough, or the transform has 2^20 points.
 */
import { composeLosses, pointsFor, readingOf } from "./loss-composition.ts";
import { type LossGrids, lossGrids } from "./loss-grid.ts";
import type { CertifiedInterval, LossQuestion } from "./loss-question.ts";
import { anchorsOf, fittedStep, type LossPart } from "./loss-step.ts";
import { type GridEvent, tiltedRange } from "./loss-tilt.ts";

export const MOST_SLICES = 60_000;
const MOST_POINTS = 1 << 20;
/** A fitted step may be a fifth finer than the one wanted. */
const ROOM = 1.3;

/** Answers to within a multiple of the tolerance if it can in this many rounds. */
export type Search = (slack: number, rounds: number) => CertifiedInterval;

/** The losses of which grids are made, and the steps that fit them. */
interface Grids {
  readonly parts: readonly LossPart[];
  readonly extent: number;
  readonly lattice: number | undefined;
  fitted(wanted: number): number;
  /** From here on steps fit no atoms, which allows wider ones. */
  unanchor(): void;
}

/** Steps that divide the lattice, or else fit the atoms. */
export function fittedSteps(
  parts: readonly LossPart[],
  lattice: number | undefined,
): Pick<Grids, "fitted" | "unanchor"> {
  let anchors = lattice === undefined ? anchorsOf(parts) : [];
  return {
    fitted: (wanted) =>
      lattice === undefined ? fittedStep(wanted, anchors) : lattice / Math.max(1, Math.round(lattice / wanted)),
    unanchor: () => {
      anchors = [];
    },
  };
}

interface PartGrids {
  readonly grids: LossGrids;
  readonly times: number;
}

export function gridsAt(parts: readonly LossPart[], step: number): readonly PartGrids[] {
  return parts.map(({ pieces, times }) => ({ grids: lossGrids(pieces, step), times }));
}

export function pick(all: readonly PartGrids[], kind: keyof LossGrids): GridEvent[] {
  return all.map(({ grids, times }) => ({ grid: grids[kind], times }));
}

interface Tilting {
  readonly tilt: number;
  readonly logMiss: number;
  /** Where to begin, at a multiple of the tolerance. */
  stepFor(slack: number): number;
}

/** By finer and finer grids. */
export function gridSearch(
  { parts, extent, lattice, fitted, unanchor }: Grids,
  question: LossQuestion,
  { tilt, logMiss, stepFor }: Tilting,
): Search {
  const finest = extent / MOST_SLICES;
  return (slack, rounds) => {
    let step = stepFor(slack);
    let coarsest = extent / 4096;
    let best: CertifiedInterval = { lower: 0, estimate: 0, upper: question.worst };
    for (let round = 0; round < rounds; round++) {
      step = fitted(Math.min(coarsest, Math.max(step, finest)));
      const all = gridsAt(parts, step);
      const range = tiltedRange(pick(all, "upper"), tilt, logMiss);
      if (pointsFor(range, step) > MOST_POINTS) {
        coarsest = Math.max(1.01 * coarsest, (ROOM * (range.top - range.bottom)) / MOST_POINTS);
        if (fitted(coarsest) <= step) unanchor();
        if (round > 0 || fitted(coarsest) <= step) return best;
        step = coarsest;
        round = -1;
        continue;
      }
      const answer = (kind: keyof LossGrids, sign: -1 | 0 | 1) =>
        question.read(readingOf(composeLosses({ events: pick(all, kind), tilt, range })), sign);
      const [lower, upper] = [answer("lower", -1), answer("upper", 1)];
      // A rough answer only says which direction is the worse.
      const estimate = slack > 1 ? lower : Math.min(upper, Math.max(lower, answer("estimate", 0)));
      best = { lower, estimate, upper };
      const excess = question.excess(best) / slack;
      if (excess <= 1 || lattice !== undefined || step <= finest) return best;
      step *= Math.min(0.7, 0.9 / Math.sqrt(excess));
    }
    return best;
  };
}
