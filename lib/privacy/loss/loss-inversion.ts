/**
 * The sum of many independent privacy losses whose atoms lie on no grid, by inverting its transform, with every error in the bounds.
 *
 * Theorem: with M(s) = E e^(s S) over finite sums S and any t > 0, s = t + i w,
 *   delta(epsilon) = e^(-t epsilon) / (2 pi) * the integral over w of M(s) e^(-i w epsilon) / (s (s + 1)) + P(an infinite loss),
 * as the integral of e^(s x) (1 - e^(x - S))_+ over x is e^(s S) / (s (s + 1)). M is the product of the transforms of the losses, each to the power
 * of its times: nothing has to be put on a common grid, so that the cells of a loss may be as narrow as its tiny losses ask (`loss-atoms.ts`).
 * Source: the inversion of a bilateral Laplace transform; for privacy losses on a grid, Koskela, Jaelkoe, Honkela (AISTATS 2020).
 *
 * Errors, with u = 2^-53, as shares of e^(K(t) - t epsilon), K as in `loss-composition.ts`, whose relative errors and shift of epsilon count here too:
 * - spacing: the trapezoid rule at w = 2 pi k / W is, by Poisson's summation, exactly the sum of e^(t x) delta(x) over x = epsilon + j W. All are
 *   positive, so that it is an upper bound as it stands; Chernoff's bounds at other tilts (`logPeak`) hold what it has too much.
 * - blur: delta falls, so that its mean over the 2 eta before epsilon is an upper bound, and over the 2 eta after it a lower one. With a mean by the
 *   density of a sum of six uniform numbers the integrand falls as w^-8 whatever the losses are; the price is a shift of epsilon by eta.
 * - truncation after w_n: where the transform of the sum is certified to be at most e^-C up to some w_far, at most e^-C / (pi w_n); beyond, the
 *   bound of the blur. Over a step d the transform of a loss changes by at most d E |loss - mean|, tilted: steps that the transform itself allows
 *   certify the whole stretch.
 * - rounding: of each loss the transform less 1 is summed up, a product of a turn less 1 being off by 4 u of itself, at most 32 in a row, and a sum
 *   by (64 + atoms / 64) u: together by u (64 + atoms / 64 + 4 * 32) of w E |loss - mean|. Squarings of 1 + z by 2 z + z^2 keep it relative to z, at
 *   6 u each. The phase of the sum is off by 3 u w |epsilon - mean|. Masses that do not sum to 1 are a relative error, u times atoms.
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { cos, sin } from "../../numerics/trigonometry.ts";
import type { LossAtoms } from "./loss-atoms.ts";
import type { LossReading } from "./loss-question.ts";
import { logPeak } from "./loss-tilt.ts";

const UNIT = 1.1102230246251565e-16; // 2^-53
const LOSS_ERROR = 3e-15;

export interface AtomsEvent {
  readonly atoms: LossAtoms;
  readonly times: number;
}

/** log of the sum of m e^(tilt loss). */
export function atomsCumulant({ losses, masses }: LossAtoms, tilt: number): number {
  let peak = 0;
  for (let k = 0; k < losses.length; k++) peak = Math.max(peak, tilt * losses[k]);
  if (peak < 600) {
    let sum = 0;
    for (let k = 0; k < losses.length; k++) sum += masses[k] * exp(tilt * losses[k]);
    if (sum > 1e-280) return log(sum);
  }
  const terms = masses.map((mass, k) => log(mass) + tilt * losses[k]);
  const largest = terms.reduce((most, term) => Math.max(most, term), -Infinity);
  return largest > -Infinity ? log(terms.reduce((sum, term) => sum + exp(term - largest), 0)) + largest : -Infinity;
}

/** The sum over the events of times K(tilt). */
export function atomsSumCumulant(events: readonly AtomsEvent[], tilt: number): number {
  return events.reduce((sum, { atoms, times }) => sum + times * atomsCumulant(atoms, tilt), 0);
}

export interface Inversion {
  readonly events: readonly AtomsEvent[];
  readonly tilt: number;
  /** The epsilon about which the bounds are to be sharp, and the logarithm of delta there, roughly. */
  readonly epsilon: number;
  readonly logDelta: number;
  /** The shift of epsilon that is allowed for the blur. Without it only the value counts, and its bounds mean nothing. */
  readonly blur?: number;
}

const MOST_FREQUENCIES = 1 << 16;
const CHUNK = 256;
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

interface TiltedLaw {
  readonly atoms: LossAtoms;
  readonly times: number;
  readonly cumulant: number;
  /** m e^(tilt loss - K): they sum to 1. */
  readonly masses: Float64Array;
  /** Of the losses, from their tilted mean `centre`. */
  readonly places: Float64Array;
  readonly centre: number;
  readonly variance: number;
  /** E |loss - mean|. */
  readonly spread: number;
  /** The largest loss, in size. */
  readonly largest: number;
}

function tiltedLaw(atoms: LossAtoms, times: number, tilt: number): TiltedLaw {
  const { losses } = atoms;
  const cumulant = atomsCumulant(atoms, tilt);
  const masses = atoms.masses.map((mass, k) => {
    const power = tilt * losses[k] - cumulant;
    return power < 600 ? mass * exp(power) : exp(log(mass) + power);
  });
  const centre = masses.reduce((sum, mass, k) => sum + mass * losses[k], 0);
  const places = losses.map((loss) => loss - centre);
  let [variance, spread, largest] = [0, 0, 0];
  for (let k = 0; k < places.length; k++) {
    variance += masses[k] * places[k] * places[k];
    spread += masses[k] * Math.abs(places[k]);
    largest = Math.max(largest, Math.abs(losses[k]));
  }
  return { atoms, times, cumulant, masses, places, centre, variance, spread, largest };
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

interface SumTransform {
  /** The last frequency. */
  readonly last: number;
  /** The trapezoid rule as a share of e^(K - t epsilon), and a bound on its rounding. */
  sumAt(epsilon: number): { value: number; error: number };
}

interface TransformPlan {
  readonly spacing: number;
  readonly centre: number;
  readonly tilt: number;
  readonly eta: number;
  /** The last frequency is where the transform of the sum is at most e to minus this. */
  readonly nothing: number;
}

function sumTransform(
  laws: readonly TiltedLaw[],
  { spacing, centre, tilt, eta, nothing }: TransformPlan,
): SumTransform {
  const re: number[] = [];
  const im: number[] = [];
  const errors: number[] = [];
  for (let done = false, start = 0; !done && start < MOST_FREQUENCIES; start += CHUNK) {
    const own = laws.map((law) => lawTransform(law, start, spacing));
    for (let k = 0; k < CHUNK && !done; k++) {
      const w = (start + k) * spacing;
      let product: Complex = [1, 0];
      let [size, off, floor] = [0, 0, 64 * UNIT];
      laws.forEach((law, each) => {
        const [x, y] = [own[each].re[k], own[each].im[k]];
        product = times(product, powerOfOnePlus(x, y, law.times));
        const more = Math.max(-1, 2 * x + x * x + y * y);
        size += 0.5 * law.times * log1p(more);
        const error = transformError(law, w);
        // Where the transform is next to nothing, times its power to times - 1 is below 1.
        if (more < -0.99) floor += 2 * error;
        const ofPower = error / Math.sqrt(Math.max(0.01, 1 + more)) + 12 * SQUARINGS * UNIT * Math.sqrt(x * x + y * y);
        off += law.times * ofPower + 4 * UNIT;
      });
      const weight = ((start + k === 0 ? 1 : 2) * spacing) / (2 * Math.PI);
      const [s, next]: Complex[] = [
        [tilt, w],
        [tilt + 1, w],
      ];
      const factor = over(blurOf(s, eta), times(s, next));
      const term = times(product, factor);
      re.push(weight * term[0]);
      im.push(weight * term[1]);
      const modulus = exp(Math.min(0, size));
      errors.push(weight * sizeOf(factor) * (Math.min(2, expm1(Math.min(50, off)) * modulus) + floor));
      done = size < -nothing;
    }
  }
  const last = (re.length - 1) * spacing;
  const sumAt = (epsilon: number) => {
    const turn = epsilon - centre;
    let [value, error] = [0, 0];
    for (let k = 0; k < re.length; k++) {
      const angle = k * spacing * turn;
      // The real part of (re + i im) e^(-i angle).
      value += re[k] * cos(angle) + im[k] * sin(angle);
      error += errors[k] + (Math.abs(re[k]) + Math.abs(im[k])) * UNIT * (3 * Math.abs(angle) + 8);
    }
    return { value, error: error + re.length * UNIT * Math.abs(value) };
  };
  return { last, sumAt };
}

type Complex = readonly [number, number];

function times([a, b]: Complex, [c, d]: Complex): Complex {
  return [a * c - b * d, a * d + b * c];
}

function over([a, b]: Complex, [c, d]: Complex): Complex {
  const norm = c * c + d * d;
  return [(a * c + b * d) / norm, (b * c - a * d) / norm];
}

function sizeOf([a, b]: Complex): number {
  return Math.sqrt(a * a + b * b);
}

/** How many uniform numbers the blur sums up. */
const UNIFORMS = 6;

/** E e^(s V) for V the sum of six uniform numbers on (-eta / 6, eta / 6). */
function blurOf(s: Complex, eta: number): Complex {
  const [x, y] = [(s[0] * eta) / UNIFORMS, (s[1] * eta) / UNIFORMS];
  if (x * x + y * y < 1e-16) return [1, 0];
  // sinh(x + i y) / (x + i y)
  const [plus, minus] = [expm1(x), expm1(-x)];
  const one = over([0.5 * (plus - minus) * cos(y), (1 + 0.5 * (plus + minus)) * sin(y)], [x, y]);
  let product = one;
  for (let k = 1; k < UNIFORMS; k++) product = times(product, one);
  return product;
}

function transformError({ masses, spread }: TiltedLaw, w: number): number {
  return UNIT * (64 + masses.length / BLOCK + 4 * TURNS) * Math.min(2, w * spread);
}

/** So often a phase is turned before it is computed anew. */
const TURNS = 32;
const BLOCK = 64;

/** The transform of one loss, centred, less 1, at CHUNK frequencies. */
function lawTransform(
  { masses, places }: TiltedLaw,
  start: number,
  spacing: number,
): { re: Float64Array; im: Float64Array } {
  const [re, im] = [new Float64Array(CHUNK), new Float64Array(CHUNK)];
  const [blockRe, blockIm] = [new Float64Array(CHUNK), new Float64Array(CHUNK)];
  for (let first = 0; first < masses.length; first += BLOCK) {
    blockRe.fill(0);
    blockIm.fill(0);
    for (let atom = first; atom < Math.min(first + BLOCK, masses.length); atom++) {
      const mass = masses[atom];
      const angle = spacing * places[atom];
      const half = sin(0.5 * angle);
      const [turnRe, turnIm] = [-2 * half * half, sin(angle)];
      for (let from = 0; from < CHUNK; from += TURNS) {
        const here = (start + from) * angle;
        const halfHere = sin(0.5 * here);
        let a = -2 * mass * halfHere * halfHere;
        let b = mass * sin(here);
        for (let k = from; k < from + TURNS; k++) {
          blockRe[k] += a;
          blockIm[k] += b;
          // With w the turn: z becomes z + (w - 1) (1 + z), of mass m.
          const whole = mass + a;
          a += whole * turnRe - b * turnIm;
          b += whole * turnIm + b * turnRe;
        }
      }
    }
    for (let k = 0; k < CHUNK; k++) {
      re[k] += blockRe[k];
      im[k] += blockIm[k];
    }
  }
  return { re, im };
}

/** At most so many squarings of a number of times below 2^53, and as many products. */
const SQUARINGS = 106;

/** (1 + x + i y)^count, by what the powers have more than 1. */
function powerOfOnePlus(x: number, y: number, count: number): Complex {
  let [a, b, c, d] = [0, 0, x, y];
  for (let rest = count; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) [a, b] = [a + c + (a * c - b * d), b + d + (a * d + b * c)];
    [c, d] = [2 * c + (c * c - d * d), 2 * d + 2 * c * d];
  }
  return [1 + a, b];
}

/** How many steps are taken to certify that the transform stays small. */
const MOST_STEPS = 2000;

interface TruncationPlan {
  readonly spacing: number;
  readonly tilt: number;
  readonly eta: number;
  readonly certified: number;
  readonly wanted: number;
}

/** A bound on what is beyond the last frequency, as a share of e^(K - t epsilon). */
function truncation(
  laws: readonly TiltedLaw[],
  last: number,
  { spacing, tilt, eta, certified, wanted }: TruncationPlan,
): number {
  const reach = (UNIFORMS * (1 + 0.5 * tilt * eta)) / eta; // cosh x is below 1 + x up to 1
  const farther = (w: number) => {
    const from = w - spacing;
    if (!(from > 0)) return Infinity;
    const ratio = reach / from;
    const cube = ratio * ratio * ratio;
    return (1.2 * Math.min(1, (cube * cube) / 7)) / (Math.PI * from);
  };
  let w = last;
  let step = spacing;
  for (let count = 0; count < MOST_STEPS && farther(w) > wanted; count++) {
    const sizes = laws.map((law) => transformSize(law, w));
    // The logarithm of the transform of the sum is at most this over the next step.
    const most = (length: number) =>
      laws.reduce((sum, { times: count, spread }, k) => sum + count * log(Math.min(1, sizes[k] + length * spread)), 0);
    step *= 4;
    while (step > 1e-3 * spacing && most(step) > -certified) step *= 0.5;
    if (step <= 1e-3 * spacing) break;
    w += step;
  }
  return (w > last ? (1.2 * exp(-certified)) / (Math.PI * last) : 0) + farther(w);
}

function transformSize(law: TiltedLaw, w: number): number {
  const { masses, places } = law;
  let [re, im] = [0, 0];
  for (let k = 0; k < masses.length; k++) {
    re += masses[k] * cos(w * places[k]);
    im += masses[k] * sin(w * places[k]);
  }
  return sizeOf([re, im]) + UNIT * (2 * masses.length + 64 + 2 * w * law.spread);
}

interface Crossing {
  readonly delta: number;
  readonly sign: -1 | 0 | 1;
  readonly about: number;
  readonly width: number;
}

/**
 * Where delta falls to its target, at least 0: any epsilon whose lower delta exceeds it is a lower bound, and any whose upper delta does not, an
 * upper one, so that the search need not know that both fall.
 */
function crossing(deltaAt: LossReading["deltaAt"], { delta, sign, about, width }: Crossing): number {
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
