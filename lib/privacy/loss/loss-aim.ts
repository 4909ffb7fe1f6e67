/**
 * Where to invert the transform of a sum of losses for a question, found from rough cells: the place on the profile and the tilt.
 *
 * Chernoff's bound gives a first tilt and epsilon, but where one rare large loss decides, as at tiny sampling rates, these may be
 * far off (an epsilon of 2.3 for one of 1.08, a delta of 1e-3 for one of 1e-8): so the rough law is inverted there, and again at
 * the place this tells until it stays.
 */
import { type LossBounds, lossBounds } from "./loss-atoms.ts";
import { type AtomsEvent, atomsSumCumulant, invertLosses, narrowestWindowTilt } from "./loss-inversion.ts";
import type { CertifiedInterval, LossQuestion, ProfilePlace } from "./loss-question.ts";
import type { LossPart } from "./loss-step.ts";
import { bestTilt, logPeak } from "./loss-tilt.ts";

interface LossAim extends ProfilePlace {
  readonly tilt: number;
}

const ROUGH_CELLS = 600;
/** How often the place is looked for, and the change of log delta below which it is found. */
const MOST_PLACES = 6;
const SETTLED = 0.1;

/** Found from Chernoff's bound, or from an aim for nearly the same parts. */
export function aimOf(parts: readonly LossPart[], question: LossQuestion, from?: LossAim): LossAim | undefined {
  const { events, ...chernoff } = chernoffAim(parts, question);
  const first = from ?? chernoff;
  let { epsilon, logDelta } = first;
  let tilt = narrowestWindowTilt({ events, ...first });
  for (let round = 0; round < MOST_PLACES; round++) {
    const place = question.placeIn(invertLosses({ events, tilt, epsilon, logDelta }));
    if (!(Number.isFinite(place.epsilon) && place.epsilon > 0)) return undefined;
    const steepest = bestTilt((each) => atomsSumCumulant(events, each) - each * place.epsilon + logPeak(each));
    const change = Math.abs(place.logDelta - logDelta);
    tilt = narrowestWindowTilt({ events, tilt: steepest, ...place });
    ({ epsilon, logDelta } = place);
    if (change < SETTLED) break;
  }
  return { epsilon, logDelta, tilt };
}

/** Rough cells, and the place and tilt that Chernoff's bound gives for them. */
export function chernoffAim(
  parts: readonly LossPart[],
  question: LossQuestion,
): LossAim & { readonly events: readonly AtomsEvent[] } {
  const events = parts.map(({ pieces, times }) => ({
    atoms: lossBounds(pieces, { cells: ROUGH_CELLS, tilt: 0, enough: 0 }).upper,
    times,
  }));
  const bound = (tilt: number) => question.bound(atomsSumCumulant(events, tilt), tilt);
  const tilt = bestTilt(bound);
  return { events, tilt, ...question.placeBy(bound(tilt)) };
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

/** The answer to the question from this many cells of each density. */
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
