/**
 * The transform E e^(s S) of a sum of independent privacy losses along s = tilt + i w, with bounds on its rounding and on what lies
 * beyond the last w.
 *
 * Errors, with u = 2^-53:
 * - rounding: of each loss the transform less 1 is summed up, a product of a turn less 1 being off by 4 u of itself, at most 32 in
 *   a row, and a sum by (64 + atoms / 64) u: together by u (64 + atoms / 64 + 4 * 32) of w E |loss - mean|. Squarings of 1 + z by 2
 *   z + z^2 keep it relative to z, at 6 u each. The phase of the sum is off by 3 u w |epsilon - mean|. Masses that do not sum to 1
 *   are a relative error, u times atoms.
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { cos, sin } from "../../numerics/trigonometry.ts";
import type { LossAtoms } from "./loss-atoms.ts";

export const UNIT = 1.1102230246251565e-16; // 2^-53
const MOST_FREQUENCIES = 1 << 16;
const CHUNK = 256;

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

export interface TiltedLaw {
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

export function tiltedLaw(atoms: LossAtoms, times: number, tilt: number): TiltedLaw {
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

export function sumTransform(
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

/** So often a phase is turned before it is computed again. */
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

/** At most this many squarings of a number of times below 2^53, and as many products. */
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
export function truncation(
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
