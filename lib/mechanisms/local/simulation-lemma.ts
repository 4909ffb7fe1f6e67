/**
 * Simulation lemma: any two laws that are (epsilon, delta)-indistinguishable, made from the answers of leaky randomized response.
 *
 * Theorem: if P and Q satisfy P(E) <= e^epsilon Q(E) + delta and the reverse for every event, there is one randomized map F with
 * F(leaky response of 0) ~ P and F(leaky response of 1) ~ Q. Built here for finite laws: cut P to P1 = min(P, e^epsilon Q) and Q to
 * Q1 = min(Q, e^epsilon P), bring both to mass 1 - delta, and solve the two linear equations of each outcome.
 * Source: Kairouz, Oh, Viswanath (ICML 2015), theorem 3.1; Murtagh, Vadhan (TCC 2016), lemma 3.2.
 * Limits: finite laws of at least one outcome. Refuses a delta below the exact one of the pair by more than 1e-15. The map is exact
 * to rounding: the laws are rebuilt within 1e-12 for epsilon of 1e-3 and more, and delta of 1e-3 and more or 0.
 * @claim simulation-lemma
 */
import { exp } from "../../numerics/exponential.ts";
import {
  arrayOf,
  declare,
  number,
  type ParametersOf,
  probability,
  probabilityBelowOne,
} from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";

/** Its exponential, and sums of that, are float64. */
const LARGEST_EPSILON = 700;

const indistinguishablePair = declare({
  /** The masses of one law, and of the other on the same outcomes. */
  first: arrayOf(probability),
  second: arrayOf(probability),
  epsilon: number({ expected: `between 0 and ${LARGEST_EPSILON}`, least: 0, most: LARGEST_EPSILON }),
  delta: probabilityBelowOne,
});

export interface IndistinguishablePair extends ParametersOf<typeof indistinguishablePair> {}

/** For each answer 0, 1, 2, 3 of `leakyResponse`, the law of the outcome to draw. */
export type Simulation = readonly [readonly number[], readonly number[], readonly number[], readonly number[]];

const SLACK = 1e-15;

export function simulationLemma(pair: IndistinguishablePair): Simulation {
  const { first, second, epsilon, delta } = indistinguishablePair.read(pair, "pair");
  requireTotal("first", first);
  requireTotal("second", second);
  if (second.length !== first.length) refuse("second", `of length ${first.length}`, second);
  const factor = exp(epsilon);
  let cutFirst = first.map((mass, i) => Math.min(mass, factor * second[i]));
  let cutSecond = second.map((mass, i) => Math.min(mass, factor * first[i]));
  const lostFirst = sum(first.map((mass, i) => mass - cutFirst[i]));
  const lostSecond = sum(second.map((mass, i) => mass - cutSecond[i]));
  const lost = Math.max(lostFirst, lostSecond);
  if (lost > delta + SLACK) refuse("delta", `at least ${lost}, the delta of the pair at epsilon = ${epsilon}`, delta);
  if (lostFirst < lostSecond) cutFirst = lowered(cutFirst, cutSecond, factor, lostSecond - lostFirst);
  else if (lostSecond < lostFirst) cutSecond = lowered(cutSecond, cutFirst, factor, lostFirst - lostSecond);
  // Both have mass 1 - lost now; a larger delta leaks more of each.
  const kept = lost < 1 ? Math.min(1, (1 - delta) / (1 - lost)) : 0;
  cutFirst = cutFirst.map((mass) => mass * kept);
  cutSecond = cutSecond.map((mass) => mass * kept);
  const answer = (mine: readonly number[], other: readonly number[]) =>
    // Equal probabilities at epsilon 0, where both cuts are min(P, Q).
    normalised(epsilon === 0 ? mine : mine.map((mass, i) => factor * mass - other[i]), mine);
  const leak = (whole: readonly number[], cut: readonly number[]) =>
    normalised(
      whole.map((mass, i) => mass - cut[i]),
      whole,
    );
  return [answer(cutFirst, cutSecond), answer(cutSecond, cutFirst), leak(first, cutFirst), leak(second, cutSecond)];
}

/** `masses` less `excess`, taken where they exceed `other` / factor, in proportion. */
function lowered(masses: readonly number[], other: readonly number[], factor: number, excess: number): number[] {
  const slack = masses.map((mass, i) => Math.max(0, mass - other[i] / factor));
  const total = sum(slack);
  return total > 0 ? masses.map((mass, i) => mass - (excess * slack[i]) / total) : [...masses];
}

/** Rounding below zero is cut off. Where nothing is left the answer never comes, and `otherwise` is its law. */
function normalised(masses: readonly number[], otherwise: readonly number[]): number[] {
  const positive = masses.map((mass) => Math.max(0, mass));
  const total = sum(positive);
  if (total > 0) return positive.map((mass) => mass / total);
  const rest = sum(otherwise);
  return rest > 0 ? otherwise.map((mass) => mass / rest) : masses.map(() => 1 / masses.length);
}

function requireTotal(name: string, masses: readonly number[]): void {
  const total = sum(masses);
  if (!(Math.abs(total - 1) <= 1e-12)) refuse(`the sum of ${name}`, "1", total);
}

function sum(masses: readonly number[]): number {
  return masses.reduce((total, mass) => total + mass, 0);
}
