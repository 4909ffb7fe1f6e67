/**
 * Amplification by shuffling: what one respondent loses when the answers of all, each of a local mechanism, arrive in random order.
 *
 * Theorem: let each of n respondents answer by one and the same epsilon0-private mechanism, e = e^epsilon0, and R0, R1 be the
 * answer laws of the respondent whose value changes. Wherever R0 >= R1 write (R0, R1) = u (e, 1) + v (1, 1), elsewhere with the
 * first pair reversed: u, v >= 0 as the ratio is at most e. Integrating, both u have the same integral s <= 1 / (e + 1), so that R0 =
 * e s Q0 + s Q1 + (1 - (e + 1) s) Q2 and R1 = s Q0 + e s Q1 + (1 - (e + 1) s) Q2. Any other answer has a law of at least max(R0,
 * R1) / e = s Q0 + s Q1 + (1 - (e + 1) s) / e Q2, so it is a clone of one of the three with those probabilities. Telling whoever is
 * no clone can only add to the loss: delta is at most that of `shuffled-pair.ts`, at the worst s.
 * The worst s: for s in [a, b] delta is at most that of a respondent with s = b among clones of weights (a, a, (1 - (e + 1) b) /
 * e), as fewer clones lose more, and as a respondent of s is one of b or, else, says Q2 (joint convexity). `shuffledDelta` goes
 * through such cells down to an s of at most delta. In all cases tried the largest s, that of randomized response with two choices,
 * is the worst; that is not proved, and not used.
 * Closed form: epsilon <= log(1 + (e - 1) / (e + 1) (8 sqrt(e log(4 / delta) / n) + 8 e / n)) if epsilon0 <= log(n / (16 log(2 / delta))).
 * Sources: Feldman, McMillan, Talwar, "Hiding among the clones" (FOCS 2021), theorem 3.1 for the closed form; "Stronger privacy
 * amplification by shuffling for Renyi and approximate differential privacy" (SODA 2023), theorem 3.1 for three kinds of clones.
 * Accuracy: an upper bound, certified; within some 5 per cent of the largest delta over s. The epsilon is rounded up, within 3 per cent.
 * Limits: neighbours by swap of one respondent's value; `localEpsilon` from 1e-6 to 40; n up to 1e8. The closed form is as
 * published and refused outside its condition.
 * @example
 * ```ts
 * import { shuffledClosedFormEpsilon, shuffledEpsilon } from "epsilab/accounting";
 * const survey = { localEpsilon: 1, size: 10_000, delta: 1e-6 };
 * shuffledEpsilon(survey); // => 0.04...
 * shuffledClosedFormEpsilon(survey); // => 0.2...
 * ```
 * @claim shuffling-amplification
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { declare, type Given, integer, nonNegative, number, openProbability } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { findRoot } from "../../numerics/root.ts";
import { shuffledPairDelta } from "../loss/shuffled-pair.ts";

export const ANSWERS = {
  /** The epsilon of each respondent's own mechanism. */
  localEpsilon: number({ expected: "from 1e-6 to 40", least: 1e-6, most: 40 }),
  size: integer(1, 1e8),
};

export interface ShuffledAnswers extends Given<typeof ANSWERS> {}

export const shuffledPoint = declare({ ...ANSWERS, epsilon: nonNegative });

export const shuffledTarget = declare({ ...ANSWERS, delta: openProbability });

/** Cells of s: numbers counted together, how far a cell may be above the largest delta, its first and least ratio of ends. */
const BLOCK = 1 / 300;
const COARSE = 1 / 40;
const ABOVE = 0.02;
const RATIO = 0.004;
const LEAST_RATIO = 5e-4;

export function shuffledDelta(point: ShuffledAnswers & { readonly epsilon: number }): number {
  const { localEpsilon, size, epsilon } = shuffledPoint.read(point);
  if (epsilon >= localEpsilon) return 0;
  const odds = exp(localEpsilon);
  const others = size - 1;
  const most = 1 / (odds + 1);
  const pair = (least: number, share: number) => ({
    localEpsilon,
    share,
    clone: least,
    common: share === most ? 0 : (1 - (odds + 1) * share) / odds,
    others,
  });
  const reference = shuffledPairDelta(pair(most, most), epsilon).upper;
  let largest = 0;
  let [share, step] = [most, RATIO];
  while (share * exp(epsilon) * expm1(localEpsilon - epsilon) > Math.max(largest, reference)) {
    // Up to (odds - 1) / (odds + 1) numbers of telling answers are counted together.
    const ratio = Math.min(step, Math.max((odds - 1) / (odds + 1), 0.05));
    const least = share / (1 + ratio);
    const allowed = (1 + ABOVE) * Math.max(largest, reference);
    const cell = (block: number) => shuffledPairDelta(pair(least, share), epsilon, block).upper;
    const coarse = cell(COARSE);
    const upper = coarse > allowed ? cell(BLOCK) : coarse;
    if (upper > allowed && ratio > LEAST_RATIO) {
      step = ratio / 2;
      continue;
    }
    largest = Math.max(largest, upper);
    [share, step] = [least, 2 * ratio];
  }
  return Math.max(largest, reference);
}

/**
 * The least epsilon at delta, rounded up.
 * @also shuffle model, shuffle dp, amplification by shuffling
 */
export function shuffledEpsilon(target: ShuffledAnswers & { readonly delta: number }): number {
  const { localEpsilon, size, delta } = shuffledTarget.read(target);
  const most = 1 / (exp(localEpsilon) + 1);
  const pair = { localEpsilon, share: most, clone: most, common: 0, others: size - 1 };
  const excess = (epsilon: number) => log(Math.max(shuffledPairDelta(pair, epsilon).upper, Number.MIN_VALUE) / delta);
  const start =
    excess(0) <= 0 ? 0 : findRoot(excess, { lower: 0, upper: localEpsilon, tolerance: 1e-5 * localEpsilon });
  for (let step = 1e-3; ; step *= 2) {
    const epsilon = start + step * Math.max(start, 1e-3 * localEpsilon);
    if (epsilon >= localEpsilon) return localEpsilon;
    if (shuffledDelta({ localEpsilon, size, epsilon }) <= delta) return epsilon;
  }
}

/** The epsilon of the closed form. */
export function shuffledClosedFormEpsilon(target: ShuffledAnswers & { readonly delta: number }): number {
  const { localEpsilon, size, delta } = shuffledTarget.read(target);
  const most = log(size / (16 * log(2 / delta)));
  if (!(localEpsilon <= most)) refuse("localEpsilon", `at most log(n / (16 log(2 / delta))) = ${most}`, localEpsilon);
  const odds = exp(localEpsilon);
  const bound = 8 * Math.sqrt((odds * log(4 / delta)) / size) + (8 * odds) / size;
  return log1p((expm1(localEpsilon) / (odds + 1)) * bound);
}
