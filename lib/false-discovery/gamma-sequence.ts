/**
 * Gamma sequences: how an online rule spreads its wealth and each reward over the tests to come.
 *
 * gamma_1, gamma_2, ... is non-negative, does not increase and sums to at most 1. Three are ready:
 *   logarithmicSequence()                    C ln(max(j, 2)) / (j e^sqrt(ln j)) for all j, with the published C = 0.07720838
 *   logarithmicSequence({ horizon: 10000 })  the same up to the horizon, scaled to the sum 1 there, and refused beyond
 *   powerSequence({ exponent: 1.6 })         j^-exponent / zeta(exponent), or scaled to the sum 1 up to a horizon
 * and `givenSequence` takes one's own, a list or a function, which is checked as far as it is used.
 *
 * The published C is not the largest: the sum is 0.97630829, by adding 10^7 terms and bounding the rest by its integral
 * 2 (v^3 + 3 v^2 + 6 v + 6) e^-v, v = sqrt(ln x); C = 0.0790819666 would make it 1. Scaled to the sum 1 on 10^4 terms it is 0.2011.
 * The other published constant, 0.4374901658 for the power 1.6, exceeds 1 / zeta(1.6) = 0.43749016577 by 2.6e-11; here the sum is
 * at most 1.
 * Source: Javanmard, Montanari (Annals of Statistics 46, 2018), equation 31; Ramdas, Zrnic, Wainwright, Jordan (ICML 2018) for the
 * power 1.6.
 * Accuracy: each value is within 4 units in the last place; the sum may exceed 1 by 1e-12 of rounding.
 * Limits: horizons up to 8 million, exponents from 1.01 to 64.
 */
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { declare, integer, made, number, optional, type ParametersOf } from "../numerics/parameters.ts";
import { pow } from "../numerics/power.ts";
import { refuse, requireInteger, requireList } from "../numerics/requirements.ts";
import { sumError } from "../numerics/rounding-error.ts";
import { zeta } from "./zeta.ts";

export interface GammaSequence {
  /** Which one it is, with its parameters: sessions are saved with it. */
  readonly name: string;
  /** The last j that has a value. */
  readonly horizon: number;
  /** gamma_j, for j from 1 to the horizon. */
  at(j: number): number;
  /** A list whose item j - 1 is gamma_j, of at least `count` items; longer lists begin with the shorter ones. */
  upTo(count: number): Float64Array;
}

export const LARGEST_HORIZON = 8_000_000;
/** What the sum of float64 values may have above 1. */
const ROUNDING = 1e-12;
const PUBLISHED_CONSTANT = 0.07720838;

const anyHorizon = integer(1, LARGEST_HORIZON);

export const sequenceHorizon = declare({ horizon: optional(anyHorizon) });

export interface SequenceHorizon extends ParametersOf<typeof sequenceHorizon> {}

export function logarithmicSequence(parameters: SequenceHorizon = {}): GammaSequence {
  const { horizon } = sequenceHorizon.read(parameters);
  const term = (j: number) => {
    const logarithm = log(j);
    return log(Math.max(j, 2)) / (j * exp(Math.sqrt(logarithm)));
  };
  if (horizon === undefined) return sequence("logarithmic", Infinity, (j) => PUBLISHED_CONSTANT * term(j));
  return scaled(`logarithmic to ${horizon}`, horizon, term);
}

export const powerSequenceParameters = declare({
  exponent: number({ expected: "from 1.01 to 64", least: 1.01, most: 64 }),
  horizon: optional(anyHorizon),
});

export interface PowerSequence extends ParametersOf<typeof powerSequenceParameters> {}

export function powerSequence(parameters: PowerSequence): GammaSequence {
  const { exponent, horizon } = powerSequenceParameters.read(parameters);
  const term = (j: number) => pow(j, -exponent);
  if (horizon !== undefined) return scaled(`power ${exponent} to ${horizon}`, horizon, term);
  const constant = 1 / zeta(exponent);
  return sequence(`power ${exponent}`, Infinity, (j) => constant * term(j));
}

/** One's own: a list, whose length is the horizon, or a function of j = 1, 2, ... with a horizon if it has one. */
export function givenSequence(
  values: ArrayLike<number> | ((j: number) => number),
  parameters: SequenceHorizon = {},
): GammaSequence {
  const { horizon } = sequenceHorizon.read(parameters);
  if (typeof values === "function") {
    return sequence("given", horizon ?? Infinity, values);
  }
  requireList("gamma", values);
  if (horizon !== undefined && horizon !== values.length)
    refuse("horizon", `the length of the list, ${values.length}`, horizon);
  anyHorizon.read(values.length, "horizon");
  const kept = Array.from(values);
  const made = sequence("given", kept.length, (j) => kept[j - 1]);
  made.upTo(kept.length);
  return made;
}

/** Terms divided by their sum up to the horizon. */
function scaled(name: string, horizon: number, term: (j: number) => number): GammaSequence {
  const terms = new Float64Array(horizon);
  for (let j = 1; j <= horizon; j++) terms[j - 1] = term(j);
  // From the smallest up: the sum is then exact to a few units in the last place.
  let sum = 0;
  for (let j = horizon; j >= 1; j--) sum += terms[j - 1];
  return sequence(name, horizon, (j) => terms[j - 1] / sum);
}

/** Values made as they are asked for, in doubling lists, and checked as they are made. */
function sequence(name: string, horizon: number, term: (j: number) => number): GammaSequence {
  let values = new Float64Array(0);
  let sum = 0;
  let rest = 0;
  const upTo = (count: number): Float64Array => {
    if (count <= values.length) return values;
    requireInteger({ count }, 0);
    const most = Math.min(horizon, LARGEST_HORIZON);
    if (count > most) refuse("tests", `at most ${most}, where gamma ends`, count);
    const size = Math.min(most, Math.max(count, 2 * values.length, 64));
    const longer = new Float64Array(size);
    longer.set(values);
    let [high, low] = [sum, rest];
    for (let j = values.length + 1; j <= size; j++) {
      const value = requireTerm(j, term(j), j === 1 ? 1 : longer[j - 2]);
      longer[j - 1] = value;
      const next = high + value;
      low += sumError(high, value, next);
      high = next;
      if (high + low > 1 + ROUNDING) refuse(`the sum of gamma up to ${j}`, "at most 1", high + low);
    }
    [values, sum, rest] = [longer, high, low];
    return values;
  };
  return {
    name,
    horizon,
    upTo,
    at: (j) => {
      requireInteger({ j }, 1);
      return upTo(j)[j - 1];
    },
  };
}

function requireTerm(j: number, value: number, before: number): number {
  if (!(typeof value === "number" && value >= 0 && value <= before))
    refuse(`gamma at ${j}`, `non-negative and at most ${before}, the one before`, value);
  return value;
}

/** A sequence, as a parameter. A list or a function is none yet: `givenSequence` makes it one. */
export const anyGamma = made<GammaSequence>((gamma, name) => {
  const given: Partial<GammaSequence> | null = gamma;
  if (typeof given?.upTo !== "function" || typeof given.at !== "function")
    refuse(name, "a gamma sequence, as givenSequence makes of a list or a function", kindOf(gamma));
});

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "a list" : value === null ? "null" : typeof value;
}

/** gamma at 1, 2, 4, ... up to this time: what a saved session knows it by. */
export function probesOf(gamma: GammaSequence, time: number): number[] {
  const found: number[] = [];
  for (let j = 1; j <= Math.min(time, gamma.horizon); j *= 2) found.push(gamma.at(j));
  return found;
}

export function requireSameGamma(gamma: GammaSequence, time: number, probes: unknown): void {
  const known = probesOf(gamma, time);
  if (!Array.isArray(probes) || probes.length !== known.length || known.some((value, i) => value !== probes[i]))
    refuse("gamma of the saved session", `the sequence "${gamma.name}" of this rule`, probes);
}
