/**
 * The sum of many independent privacy losses whose atoms lie on no grid, by inverting its transform, with every error in the bounds.
 *
 * Theorem: with M(s) = E e^(s S) over finite sums S and any t > 0, s = t + i w,
 *   delta(epsilon) = e^(-t epsilon) / (2 pi) * the integral over w of M(s) e^(-i w epsilon) / (s (s + 1)) + P(an infinite loss),
 * as the integral of e^(s x) (1 - e^(x - S))_+ over x is e^(s S) / (s (s + 1)). M is the product of the transforms of the losses,
 * each to the power of its times: nothing has to be put on a common grid, so that the cells of a loss may be as narrow as its tiny
 * losses ask (`loss-atoms.ts`).
 * Source: the inversion of a bilateral Laplace transform; for privacy losses on a grid, Koskela, Jaelkoe, Honkela (AISTATS 2020).
 *
 * Errors, with u = 2^-53, as shares of e^(K(t) - t epsilon), K as in `loss-composition.ts`, whose relative errors and shift of
 * epsilon count here too:
 * - spacing: the trapezoid rule at w = 2 pi k / W is, by Poisson's summation, exactly the sum of e^(t x) delta(x) over x = epsilon +
 *   j W. All are positive, so that it is an upper bound as it stands; Chernoff's bounds at other tilts (`logPeak`) hold what it has
 *   too much.
 * - blur: delta falls, so that its mean over the 2 eta before epsilon is an upper bound, and over the 2 eta after it a lower one.
 *   With a mean by the density of a sum of six uniform numbers the integrand falls as w^-8 whatever the losses are; the price is a
 *   shift of epsilon by eta.
 * - truncation after w_n: where the transform of the sum is certified to be at most e^-C up to some w_far, at most e^-C / (pi w_n);
 *   beyond, the bound of the blur. Over a step d the transform of a loss changes by at most d E |loss - mean|, tilted: steps that
 *   the transform itself allows certify the whole stretch.
 * - rounding: that of the transform (`loss-transform.ts`).
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import type { LossAtoms } from "./loss-atoms.ts";
import type { LossReading } from "./loss-question.ts";
import { logPeak } from "./loss-tilt.ts";
import { atomsCumulant, sumTransform, type TiltedLaw, tiltedLaw, truncation, UNIT } from "./loss-transform.ts";

const LOSS_ERROR = 3e-15;

export interface AtomsEvent {
  readonly atoms: LossAtoms;
  readonly times: number;
}

/** The sum over the events of times K(tilt). */
export function atomsSumCumulant(events: readonly AtomsEvent[], tilt: number): number {
  return events.reduce((sum, { atoms, times }) => sum + times * atomsCumulant(atoms, tilt), 0);
}

interface Inversion {
  readonly events: readonly AtomsEvent[];
  readonly tilt: number;
  /** The epsilon about which the bounds are to be sharp, and the logarithm of delta there, roughly. */
  readonly epsilon: number;
  readonly logDelta: number;
  /** The shift of epsilon that is allowed for the blur. Without it only the value counts, and its bounds mean nothing. */
  readonly blur?: number;
}

/** How near to the value, relative to it, spacing and truncation are to be, and where only the value counts. */
const NEAR = 2e-5;
const ROUGHLY_NEAR = 1e-3;

export function invertLosses({ events, tilt, epsilon, logDelta, blur }: Inversion): LossReading {
  const laws = events.map(({ atoms, times }) => tiltedLaw(atoms, times, tilt));
  const total = (f: (law: TiltedLaw) => number) => laws.reduce((sum, law) => sum + law.times * f(law), 0);
  const cumulant = total((law) => law.cumulant);
  const centre = total((law) => law.centre);
  const deviation = Math.sqrt(
    Math.max(
      1e-300,
      total((law) => law.variance),
    ),
  );
  const relative = total(
    ({ atoms, largest, cumulant: own, masses }) =>
      atoms.massError + UNIT * (3 * tilt * largest + Math.abs(own) + 64 + masses.length),
  );
  const lossError = total(({ largest }) => LOSS_ERROR * Math.max(1, largest));
  const infinite = -expm1(total(({ atoms }) => log1p(-atoms.infinite)));
  const near = blur === undefined ? ROUGHLY_NEAR : NEAR;
  const wanted = near * exp(Math.min(0, logDelta - cumulant + tilt * epsilon));
  const eta = blur === undefined ? 0 : Math.min(blur, 0.1 / tilt);
  const { width, aliases } = windowOf(events, { tilt, cumulant, deviation, epsilon, eta, wanted });
  const spacing = (2 * Math.PI) / width;

  const certified = Math.max(5, -log(wanted * Math.PI * (1 / deviation)));
  const transform = sumTransform(laws, { spacing, centre, tilt, eta, nothing: certified + 10 });
  const beyond = eta === 0 ? 0 : truncation(laws, transform.last, { spacing, tilt, eta, certified, wanted });

  const deltaAt = (at: number, sign: -1 | 0 | 1): number => {
    const moved = at - sign * (eta + lossError + 4 * UNIT * (Math.abs(at) + Math.abs(centre)));
    const { value, error } = transform.sumAt(moved);
    const slack = error + beyond + (sign < 0 ? exp(relative) * aliases(moved) : 0);
    const corrected = sign === 0 ? value : (value + sign * slack) * exp(sign * relative);
    const exponent = cumulant - tilt * moved;
    const scaling = UNIT * ((events.length + 8) * (Math.abs(cumulant) + Math.abs(tilt * moved)) + 3000);
    const finite = corrected > 0 ? exp(Math.min(0.5, exponent + log(corrected) + sign * scaling)) : 0;
    const delta = infinite * (1 + sign * UNIT * (events.length + 8)) + finite;
    return Math.min(1, Math.max(sign > 0 ? Number.MIN_VALUE : 0, delta));
  };
  return { deltaAt, epsilonAt: (delta, sign) => crossing(deltaAt, { delta, sign, about: epsilon, width }) };
}

/** Multiples of the inverse deviation by which the tilt is shifted for Chernoff's bounds. */
const SHIFTS = [0.5, 1, 2, 3, 4, 6, 8, 12];
/** And multiples of the tilt. */
const STEEPER = [0.25, 0.5, 1, 2, 4];

/** Of these shares of a tilt, the one that needs the narrowest window: where large losses are rare, fewer of them are in a gentle tilt. */
const GENTLER = [1, 0.75, 0.55, 0.4, 0.3, 0.2, 0.15, 0.1];

export function narrowestWindowTilt({ events, tilt, epsilon, logDelta }: Inversion): number {
  let best = { tilt, width: Infinity };
  for (const factor of GENTLER) {
    const each = factor * tilt;
    const laws = events.map(({ atoms, times }) => tiltedLaw(atoms, times, each));
    const cumulant = laws.reduce((sum, law) => sum + law.times * law.cumulant, 0);
    const deviation = Math.sqrt(laws.reduce((sum, law) => sum + law.times * law.variance, 1e-300));
    const wanted = NEAR * exp(Math.min(0, logDelta - cumulant + each * epsilon));
    const { width } = windowOf(events, { tilt: each, cumulant, deviation, epsilon, eta: 0, wanted });
    if (width < 0.9 * best.width) best = { tilt: each, width };
  }
  return best.tilt;
}

interface Window {
  readonly width: number;
  /** A bound on what the trapezoid rule has too much at an epsilon, as a share of e^K(t). */
  aliases(epsilon: number): number;
}

interface WindowPlan {
  readonly tilt: number;
  readonly cumulant: number;
  readonly deviation: number;
  readonly epsilon: number;
  readonly eta: number;
  readonly wanted: number;
}

function windowOf(events: readonly AtomsEvent[], plan: WindowPlan): Window {
  const { tilt, deviation, epsilon, eta, wanted } = plan;
  const { above, below } = aliasBound(events, plan);
  const at = (place: number, width: number) => above(place - eta, width) + below(place + eta, width);
  let width = Math.max(6 * deviation, 4 / tilt);
  for (let round = 0; round < 80 && at(epsilon, width) > wanted; round++) width *= 1.15;
  return { width, aliases: (place) => at(place, width) };
}

interface AliasBounds {
  /** Bounds on the sum over j > 0 of e^(t x) delta(x) at x = epsilon + j W, and at x = epsilon - j W, as shares of e^K(t). */
  above(epsilon: number, width: number): number;
  below(epsilon: number, width: number): number;
}

function aliasBound(
  events: readonly AtomsEvent[],
  { tilt, cumulant, deviation }: Pick<WindowPlan, "tilt" | "cumulant" | "deviation">,
): AliasBounds {
  const gainsAt = (shifts: readonly number[], side: 1 | -1) =>
    shifts.map((shift) => ({
      shift,
      gain: atomsSumCumulant(events, tilt + side * shift) - cumulant + logPeak(tilt + side * shift),
    }));
  const shifts = SHIFTS.map((factor) => factor / deviation);
  const higher = gainsAt([...shifts, ...STEEPER.map((factor) => factor * tilt)], 1);
  const lower = gainsAt([...shifts.filter((shift) => shift < 0.99 * tilt), 0.5 * tilt, 0.9 * tilt, 0.99 * tilt], -1);
  const best = (gains: typeof higher, distance: number, width: number) =>
    gains.reduce(
      (least, { shift, gain }) => Math.min(least, exp(Math.min(700, gain - shift * distance)) / -expm1(-shift * width)),
      Infinity,
    );
  return {
    above: (epsilon, width) => best(higher, epsilon + width, width),
    below: (epsilon, width) => best(lower, width - epsilon, width),
  };
}

interface Crossing {
  readonly delta: number;
  readonly sign: -1 | 0 | 1;
  readonly about: number;
  readonly width: number;
}

/**
 * Where delta falls to its target, at least 0: any epsilon whose lower delta exceeds it is a lower bound, and any whose upper delta
 * does not, an upper one, so that the search need not know that both fall.
 */
export function crossing(deltaAt: LossReading["deltaAt"], { delta, sign, about, width }: Crossing): number {
  const exceeds = (epsilon: number) => deltaAt(epsilon, sign) > delta;
  let high = Math.max(0, about);
  let step = width / 512;
  for (let round = 0; round < 40 && exceeds(high); round++, step *= 1.5) high += step;
  if (exceeds(high)) return sign > 0 ? Infinity : high;
  let low = high;
  for (step = width / 512; low > 0 && !exceeds(low); step *= 1.5) {
    high = low;
    low = Math.max(0, low - step);
    if (high - low > width) break;
  }
  if (!exceeds(low)) return sign < 0 ? 0 : high;
  while (high - low > 1e-9 * high) {
    const middle = 0.5 * (low + high);
    if (exceeds(middle)) low = middle;
    else high = middle;
  }
  return sign < 0 ? low : high;
}
