/**
 * Calibration: the smallest noise for which all events together are (epsilon, delta)-private, certified.
 *
 * `eventsAt` gives the events at a noise, as `compose` takes them; more noise must be more private. At the noise returned the
 * certified upper end of epsilon does not exceed the target, and lies within twice the tolerance below it or within the width that
 * the accountant reaches: so the truly smallest noise is less by no more than that gap is worth.
 * Method: secant steps on log(epsilon / target) over the logarithm of the noise, within the bracket that certified intervals give: rough
 * ones until the gap is small, then fine ones aimed just below the target. About four rough and three fine accounts.
 * Accuracy: relative tolerance in epsilon, 1e-5 by default. Limits: a target that takes more than e^90 times the start is refused.
 * Every event must have a privacy-loss distribution: of a zero-concentrated or Renyi guarantee convert the guarantee itself.
 * @example
 * ```ts
 * import { calibrate, poissonSampled } from "epsilab";
 * const { noise, epsilon } = calibrate({
 *   epsilon: 2,
 *   delta: 1e-5,
 *   eventsAt: (sigma) => [poissonSampled({ kind: "gaussian", sigma, sensitivity: 1 }, { samplingRate: 0.01, times: 1000 })],
 * });
 * noise; // => 0.959...
 * epsilon.upper <= 2; // => true
 * ```
 */
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import {
  callable,
  declare,
  openProbability,
  optional,
  type ParametersOf,
  positive,
} from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { pldEvents } from "../accounting/composed-privacy.ts";
import type { Releases } from "../accounting/privacy-event.ts";
import { readEvents } from "../accounting/read-event.ts";
import { type CertifiedInterval, type PldEvent, pldEpsilon } from "../loss/pld-accountant.ts";

export const calibration = declare({
  epsilon: positive,
  delta: openProbability,
  /** What is released with that noise. */
  eventsAt: callable<(noise: number) => Releases>(),
  /** Where to begin; any guess will do. */
  start: optional(positive, 1),
  /** Relative to epsilon. */
  tolerance: optional(openProbability, 1e-5),
});

export interface Calibration extends ParametersOf<typeof calibration> {}

export interface CalibratedNoise {
  readonly noise: number;
  /** The certified epsilon of all releases at this noise. */
  readonly epsilon: CertifiedInterval;
}

const ROUGH = 0.01;
/** Below this gap the fine accountant takes over. */
const NEAR = 0.05;
const FINE_ROUNDS = 8;
const MOST_ROUNDS = 60;

/** @also noise calibration */
export function calibrate(wanted: Calibration): CalibratedNoise {
  const { epsilon, delta, eventsAt, start, tolerance } = calibration.read(wanted);
  let [place, slope, fine] = [log(start), -1.2, 0];
  // What is certainly too little noise, and certainly enough.
  let [unsafe, safe] = [-Infinity, Infinity];
  let best: CalibratedNoise | undefined;
  let previous: { readonly place: number; readonly gap: number } | undefined;
  let least: CalibratedNoise | undefined;
  for (let round = 0; ; round++) {
    if (best !== undefined && fine >= FINE_ROUNDS) return best;
    // A loss of few atoms jumps over the target: the least noise seen to suffice is then the answer.
    if (round === MOST_ROUNDS) return best ?? least ?? refuse("delta", "one that some noise meets", delta);
    const relative = fine > 0 ? Math.min(tolerance, ROUGH) : ROUGH;
    const noise = exp(place);
    const found = pldEpsilon({ events: lossesAt(eventsAt, noise), delta, tolerance: relative * epsilon });
    if (found.upper <= epsilon && place < safe) {
      safe = place;
      least = { noise, epsilon: found };
    }
    if (found.lower > epsilon) unsafe = Math.max(unsafe, place);
    // An estimate of 0 under an upper end above it says nothing.
    const rough = found.estimate > 0 ? found.estimate : found.upper;
    const gap = gapOf(fine > 0 ? found.upper : rough, found.upper, epsilon);
    if (fine > 0 && gap <= 0) {
      if (gap >= -2 * tolerance) return { noise, epsilon: found };
      if (noise <= (best?.noise ?? Infinity)) best = { noise, epsilon: found };
    }
    if (previous !== undefined && Math.abs(place - previous.place) > 1e-6) {
      slope = Math.min(-1e-6, Math.max(-20, (gap - previous.gap) / (place - previous.place)));
    }
    previous = { place, gap };
    if (fine > 0 || Math.abs(gap) < NEAR) fine++;
    const step = Math.min(3, Math.max(-3, -(gap + tolerance) / slope));
    // An upper end that wavers may stay above the target: go on by no less than twice as much each time.
    const forced = fine > 2 && best === undefined ? Math.max(step, tolerance * (1 << Math.min(fine, 20))) : step;
    const next = place + forced;
    if (next > unsafe && (next < safe || best === undefined)) place = next;
    else
      place =
        safe < Infinity ? 0.5 * (Math.max(unsafe, safe - 3) + safe) : unsafe + Math.max(Math.abs(step), tolerance);
    if (Math.abs(place - log(start)) > 90) refuse("delta", "one that some noise meets, and not every noise", delta);
  }
}

function lossesAt(eventsAt: Calibration["eventsAt"], noise: number): readonly PldEvent[] {
  const read = readEvents(eventsAt(noise));
  const losses = pldEvents(read);
  if (losses !== undefined && losses.length > 0) return losses;
  const { name, guarantee } = read.find(({ pair }) => pair === undefined) ?? read[0];
  return refuse(`guarantee of ${name}`, "one with a privacy-loss distribution", guarantee?.kind);
}

/** log(value / target), held within 40 of 0. */
function gapOf(value: number, upper: number, target: number): number {
  if (upper === Infinity) return 40;
  return value > 0 ? Math.min(40, Math.max(-40, log(value / target))) : -40;
}
