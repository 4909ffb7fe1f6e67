/**
 * Shuffled randomized response among k choices: delta and epsilon of n respondents as certified intervals.
 *
 * Theorem, upper end: with e = e^epsilon0 and s = 1 / (e + k - 1) an answer is uniform among the choices with probability k s, else
 * the truth. Telling who answered truthfully, and what, can only add to the loss; the others are clones, of the two values of the
 * respondent in question with probability s each and of the k - 2 remaining choices with (k - 2) s together. Their numbers have
 * likelihoods that depend on those three alone: delta is at most that of `shuffled-pair.ts`.
 * Lower end: where all others have a third value, the numbers of answers equal to the two values and of all remaining ones are a
 * function of what is seen; so delta is at least theirs, with all others as clones of weights (s, s, 1 - 2 s). Of more than three
 * choices this was published as an upper bound too; it is none: at epsilon0 = 2, k = 5, n = 4, epsilon = 1 it is 0.22133, and all
 * datasets enumerated give 0.22156.
 * Two choices: the numbers of others with the values 0 and 1 say all. They are gone through in 128 groups, each as if those who are
 * not of one value in the whole group were left out, which can only add to the loss; that is the upper end. The lower end has all
 * others of one value.
 * Source: Balle, Bell, Gascon, Nissim, "The privacy blanket of the shuffle model" (CRYPTO 2019), section 3; Feldman, McMillan,
 * Talwar, "Stronger privacy amplification by shuffling" (SODA 2023), section 5, and its erratum.
 * Accuracy: certified, rounding included. The ends are usually within a few per cent of epsilon from 100 respondents on, and wider
 * where e^localEpsilon exceeds n. With two choices both are exact up to 128 respondents; from 100,000 on the upper end is the one
 * of clones, which is up to sqrt(2 e / (e + 1)) times the lower.
 * Limits: neighbours by swap; `localEpsilon` from 1e-6 to 40, n up to 1e8.
 * @example
 * ```ts
 * import { shuffledResponseEpsilon } from "epsilab/accounting";
 * const { lower, upper } = shuffledResponseEpsilon({ localEpsilon: 1, choices: 4, size: 1000, delta: 1e-5 });
 * lower; // => 0.098...
 * upper; // => 0.098...
 * ```
 * @claim shuffling-amplification
 */
import { exp } from "../../numerics/exponential.ts";
import { largestOf } from "../../numerics/extremes.ts";
import { log } from "../../numerics/logarithm.ts";
import { declare, type Given, integer, nonNegative, openProbability } from "../../numerics/parameters.ts";
import { findRoot } from "../../numerics/root.ts";
import { binomialMasses } from "../loss/binomial-masses.ts";
import { type DeltaBounds, deltaGivenClones, shuffledPairDelta } from "../loss/shuffled-pair.ts";
import { ANSWERS } from "./shuffling.ts";

const RESPONSES = { ...ANSWERS, choices: integer(2) };

export interface ShuffledResponses extends Given<typeof RESPONSES> {}

export const shuffledResponsePoint = declare({ ...RESPONSES, epsilon: nonNegative });

export const shuffledResponseTarget = declare({ ...RESPONSES, delta: openProbability });

/** With two choices the datasets are gone through in this many groups, up to this many respondents. */
const GROUPS = 128;
const MOST_GROUPED = 100_000;
const ROUNDING = 1e-12;
const LEAST = Number.MIN_VALUE;

export function shuffledResponseDelta(parameters: ShuffledResponses & { readonly epsilon: number }): DeltaBounds {
  const { epsilon, ...responses } = shuffledResponsePoint.read(parameters);
  const { lowerAt, upperAt } = profile(responses);
  const upper = upperAt(epsilon);
  return { lower: Math.min(lowerAt(epsilon), upper), upper };
}

/**
 * The least epsilon at delta.
 * @also shuffle model, amplification by shuffling
 */
export function shuffledResponseEpsilon(parameters: ShuffledResponses & { readonly delta: number }): DeltaBounds {
  const { delta, ...responses } = shuffledResponseTarget.read(parameters);
  const { localEpsilon } = responses;
  const { lowerAt, upperAt } = profile(responses);
  const tolerance = 1e-6 * localEpsilon;
  const [lower, upper] = [lowerAt, upperAt].map((deltaAt) =>
    deltaAt(0) <= delta
      ? 0
      : findRoot((epsilon) => log(Math.max(deltaAt(epsilon), LEAST) / delta), {
          lower: 0,
          upper: localEpsilon,
          tolerance,
        }),
  );
  // A root is met within twice the tolerance, on either side.
  return {
    lower: Math.max(0, lower - 2 * tolerance),
    upper: upper === 0 ? 0 : Math.min(localEpsilon, upper + 2 * tolerance),
  };
}

interface Profile {
  lowerAt(epsilon: number): number;
  upperAt(epsilon: number): number;
}

function profile(responses: ShuffledResponses): Profile {
  const { localEpsilon, choices, size } = responses;
  const others = size - 1;
  const share = 1 / (exp(localEpsilon) + choices - 1);
  const clones = { localEpsilon, share, clone: share, common: (choices - 2) * share, others };
  const upperAt = (epsilon: number) => shuffledPairDelta(clones, epsilon).upper;
  if (choices > 2) {
    const third = { localEpsilon, share, clone: share, common: 1 - 2 * share };
    return { lowerAt: (epsilon) => deltaGivenClones(others, third, epsilon).lower, upperAt };
  }
  const alike = [0, others].map((ones) => answersOfOthers({ localEpsilon, ones, zeros: others - ones }));
  if (size > MOST_GROUPED)
    return {
      lowerAt: (epsilon) => largestOf(alike.map((masses) => binaryDelta(masses, localEpsilon, epsilon).lower)),
      upperAt,
    };
  const width = Math.ceil(size / GROUPS);
  const groups = Array.from({ length: Math.ceil(size / width) }, (_, k) => {
    const [least, most] = [k * width, Math.min(others, (k + 1) * width - 1)];
    return answersOfOthers({ localEpsilon, ones: least, zeros: others - most });
  });
  const largest = (laws: readonly Float64Array[], end: keyof DeltaBounds) => (epsilon: number) =>
    largestOf(laws.map((masses) => binaryDelta(masses, localEpsilon, epsilon)[end]));
  return { lowerAt: largest(width === 1 ? groups : alike, "lower"), upperAt: largest(groups, "upper") };
}

interface BinaryOthers {
  readonly localEpsilon: number;
  readonly ones: number;
  readonly zeros: number;
}

/** The masses of the number of answers 1 among others of these values, in a window. */
function answersOfOthers({ localEpsilon, ones, zeros }: BinaryOthers): Float64Array {
  const [a, b] = [
    binomialMasses(ones, 1 / (1 + exp(-localEpsilon))).masses,
    binomialMasses(zeros, 1 / (1 + exp(localEpsilon))).masses,
  ];
  const masses = new Float64Array(a.length + b.length - 1);
  for (let i = 0; i < a.length; i++) for (let j = 0; j < b.length; j++) masses[i + j] += a[i] * b[j];
  return masses;
}

/** Of a respondent who turns from 1 to 0: a sum over the number of answers 1. A window leaves out a mass of at most 4e-17. */
function binaryDelta(masses: Float64Array, localEpsilon: number, epsilon: number): DeltaBounds {
  if (epsilon >= localEpsilon) return { lower: 0, upper: 0 };
  const [truth, lie, factor] = [1 / (1 + exp(-localEpsilon)), 1 / (1 + exp(localEpsilon)), exp(epsilon)];
  let [sum, error] = [0, 4e-17 * (1 + factor)];
  for (let k = 0; k <= masses.length; k++) {
    const [same, less] = [masses[k] ?? 0, masses[k - 1] ?? 0];
    const [gain, loss] = [truth * less + lie * same, factor * (lie * less + truth * same)];
    if (gain <= loss) continue;
    sum += gain - loss;
    error += ROUNDING * (gain + loss);
  }
  return { lower: Math.max(0, sum - error), upper: Math.min(1, sum + error) };
}
