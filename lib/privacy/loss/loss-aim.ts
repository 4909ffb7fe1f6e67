/**
 * Where to invert the transform of a sum of losses for a question, found from rough cells: the place on the profile and the tilt.
 *
 * Chernoff's bound gives a first tilt and epsilon, but where one rare large loss decides, as at tiny sampling rates, these may be far off (an
 * epsilon of 2.3 for one of 1.08): so the rough law is inverted there, and the tilt that is best at the place this tells is taken.
 */
import { type LossBounds, lossBounds } from "./loss-atoms.ts";
import { atomsSumCumulant, invertLosses, narrowestWindowTilt } from "./loss-inversion.ts";
import type { CertifiedInterval, LossQuestion, ProfilePlace } from "./loss-question.ts";
import type { LossPart } from "./loss-step.ts";
import { bestTilt, logPeak } from "./loss-tilt.ts";

export interface LossAim extends ProfilePlace {
  readonly tilt: number;
}

const ROUGH_CELLS = 600;

export function aimOf(parts: readonly LossPart[], question: LossQuestion): LossAim | undefined {
  const events = parts.map(({ pieces, times }) => ({
    atoms: lossBounds(pieces, { cells: ROUGH_CELLS, tilt: 0, enough: 0 }).upper,
    times,
  }));
  const bound = (tilt: number) => question.bound(atomsSumCumulant(events, tilt), tilt);
  const first = bestTilt(bound);
  const about = { events, tilt: first, ...question.placeBy(bound(first)) };
  const place = question.placeIn(invertLosses({ ...about, tilt: narrowestWindowTilt(about) }));
  if (!(Number.isFinite(place.epsilon) && place.epsilon > 0)) return undefined;
  const steepest = bestTilt((each) => atomsSumCumulant(events, each) - each * place.epsilon + logPeak(each));
  return { ...place, tilt: narrowestWindowTilt({ events, tilt: steepest, ...place }) };
}

/** E |loss| over all the events. */
export function typicalLoss(parts: readonly LossPart[]): number {
  let [sum, count] = [0, 0];
  for (const { pieces, times } of parts) {
    const { losses, masses } = lossBounds(pieces, { cells: ROUGH_CELLS, tilt: 0, enough: 0 }).lower;
    sum += times * masses.reduce((part, mass, k) => part + mass * Math.abs(losses[k]), 0);
    count += times;
  }
  return sum / count;
}

/** The share of the tolerance that epsilon is shifted by on either side. */
const BLUR = 0.02;

/** The answer to the question from so many cells of each density. */
export function invertedInterval(
  parts: readonly LossPart[],
  question: LossQuestion,
  { tilt, epsilon, logDelta, cells }: LossAim & { readonly cells: number },
): CertifiedInterval {
  const all = parts.map(({ pieces, times }) => ({
    bounds: lossBounds(pieces, { cells, tilt, enough: epsilon }),
    times,
  }));
  const blur = BLUR * question.width(tilt, epsilon);
  const readingOf = (kind: keyof LossBounds) =>
    invertLosses({
      events: all.map(({ bounds, times }) => ({ atoms: bounds[kind], times })),
      tilt,
      epsilon,
      logDelta,
      blur,
    });
  const [lower, upper] = [question.read(readingOf("lower"), -1), question.read(readingOf("upper"), 1)];
  // What is left between them is nearly symmetric.
  return { lower, estimate: upper < Infinity ? 0.5 * (lower + upper) : lower, upper };
}
