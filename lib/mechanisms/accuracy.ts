/**
 * Accuracy both ways: the error that a release stays within at a confidence, and the budget that a wanted error takes.
 *
 * Method: the least t with P(|release - truth| <= t) at least the confidence, from the exact law of the release. Of a vector it is
 * the largest error of a coordinate. The budget is found by bisection, as the error falls with it: the answer keeps to the error,
 * and 1 - 1e-9 of it does not.
 * Limits: of the noise alone: what clamping, rounding and sampling add is not in it. A mechanism that looks at records is asked at
 * given records and a given truth.
 * @example
 * ```ts
 * import { accuracyAt, budgetFor, laplace } from "epsilab";
 * const count = (epsilon: number) => laplace({ epsilon, sensitivity: 1, neighbours: "add-remove" });
 * accuracyAt(count(0.5), { confidence: 0.95 }); // => 5.991...
 * budgetFor(count, { error: 3, confidence: 0.95 }); // => 0.998...
 * ```
 */

import { exp, expm1 } from "../numerics/exponential.ts";
import { log1p } from "../numerics/logarithm.ts";
import { floatBelow } from "../numerics/outward-rounding.ts";
import { declare, made, openProbability, optional, positive } from "../numerics/parameters.ts";
import { refuse, requireFiniteData, requireFunction, requireMechanism } from "../numerics/requirements.ts";
import {
  type AnyLaw,
  type ContinuousLaw,
  type DiscreteLaw,
  type Distribution,
  type IndependentLaw,
  type NumberLaw,
  requireLaw,
} from "../privacy/loss/law.ts";

/** A mechanism with a law, over numbers, vectors or records. */
export interface Releasing<Input> {
  law(input: Input): AnyLaw;
  worstPair?(): readonly [Input, Input];
}

export interface AccuracyQuestion<Input> {
  readonly confidence: number;
  /** What is released: 0, or a vector of it, where the mechanism adds noise to what it is given. */
  readonly input?: Input;
  /** What the release is compared with: the input, where that is a number or a vector. */
  readonly truth?: number | ArrayLike<number>;
}

export interface BudgetQuestion<Input> extends AccuracyQuestion<Input> {
  /** The error that is not to be passed. */
  readonly error: number;
}

const anything = optional(made<unknown>(() => undefined));
const accuracyParameters = declare({ confidence: openProbability, input: anything, truth: anything });
const budgetParameters = declare({ ...accuracyParameters.declared, error: positive });

/** Budgets are looked for between this, 2^40, and its inverse. */
const MOST_BUDGET = 1099511627776;

/** The error that a release stays within with probability `confidence`. */
export function accuracyAt<Input>(mechanism: Releasing<Input>, question: AccuracyQuestion<Input>): number {
  requireMechanism(mechanism, "law");
  const { confidence } = accuracyParameters.read(question);
  const input = question.input ?? neutralInput(mechanism);
  const truth = numbersOf(question.truth ?? input);
  if (truth === undefined)
    refuse(
      "truth",
      "a number or a list of them, as the input is neither",
      question.truth === undefined ? "nothing" : "another value",
    );
  for (let i = 0; i < truth.length; i++) requireFiniteData({ truth: truth[i] });
  const law = mechanism.law(input);
  requireLaw("what `law` returns", law);
  return errorOf(law, truth, confidence);
}

/** The least budget, epsilon or what else `build` takes, at which a release stays within `error` with probability `confidence`. */
export function budgetFor<Input>(build: (budget: number) => Releasing<Input>, question: BudgetQuestion<Input>): number {
  requireFunction({ build });
  const { error } = budgetParameters.read(question);
  const { error: _, ...asked } = question;
  const suffices = (budget: number) => accuracyAt(build(budget), asked) <= error;
  let [low, high] = [1, 1];
  while (!suffices(high)) {
    if (high > MOST_BUDGET) refuse("error", "one that some budget keeps to", error);
    [low, high] = [high, 2 * high];
  }
  while (low === high || suffices(low)) {
    if (low < 1 / MOST_BUDGET) refuse("error", "one that not every budget keeps to", error);
    [low, high] = [low / 2, low];
  }
  while (high - low > 1e-9 * high) {
    const middle = low + (high - low) / 2;
    if (suffices(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The first input of the worst pair, of a mechanism that adds noise to a number or a vector. */
function neutralInput<Input>(mechanism: Releasing<Input>): Input {
  const input = mechanism.worstPair?.()[0];
  if (typeof input === "number" || input instanceof Float64Array) return input;
  return refuse("input", "given, for a mechanism that looks at records", "nothing");
}

function numbersOf(value: unknown): ArrayLike<number> | undefined {
  if (typeof value === "number") return [value];
  const isList = Array.isArray(value) || ArrayBuffer.isView(value);
  return isList ? (value as ArrayLike<number> & object) : undefined;
}

function errorOf(law: AnyLaw, truth: ArrayLike<number>, confidence: number): number {
  const coordinates = coordinatesOf(law);
  if (coordinates === undefined) return listedError(law as DiscreteLaw<unknown>, truth, confidence);
  if (truth.length !== coordinates.length) refuse("truth", `of length ${coordinates.length}`, truth);
  const [only] = coordinates;
  if (coordinates.length === 1 && only.centre === truth[0]) return reachOf(only, confidence);
  return leastReach((reach) => {
    const logAll = coordinates.reduce((sum, each, i) => sum + log1p(-missAt(each, truth[i], reach)), 0);
    return -expm1(logAll) <= 1 - confidence;
  });
}

/** The independent numbers of a release; of a law that lists what is no number, or that is not symmetric, there are none. */
function coordinatesOf(law: AnyLaw): readonly (ContinuousLaw | NumberLaw)[] | undefined {
  if (law.kind === "continuous") return [law];
  if (law.kind === "product") return law.coordinates;
  const { coordinates, centre } = law as Partial<IndependentLaw & NumberLaw>;
  return coordinates ?? (centre === undefined ? undefined : [law as NumberLaw]);
}

/** How far the interval of a symmetric law reaches from its centre. */
function reachOf(law: Distribution, confidence: number): number {
  const { lower, upper } = law.interval(confidence);
  return upper / 2 - lower / 2;
}

/** P(|X - truth| > reach), from the tails. */
function missAt(law: ContinuousLaw | NumberLaw, truth: number, reach: number): number {
  const end = truth - reach;
  // Of outcomes with a mass, one at the end itself is within reach.
  const below = law.cdf(law.kind === "continuous" ? end : floatBelow(end));
  return Math.min(1, law.centre === truth ? 2 * below : below + (1 - law.cdf(truth + reach)));
}

function listedError(law: DiscreteLaw<unknown>, truth: ArrayLike<number>, confidence: number): number {
  const errors = law.support.map((output) => ({ error: distance(output, truth), logMass: law.logMass(output) }));
  errors.sort((one, other) => one.error - other.error);
  let sum = 0;
  for (const { error, logMass } of errors) {
    sum += exp(logMass);
    if (sum >= confidence) return error;
  }
  return refuse("confidence", "below the mass that the law lists", confidence);
}

function distance(output: unknown, truth: ArrayLike<number>): number {
  const numbers = numbersOf(output);
  if (numbers === undefined || numbers.length !== truth.length)
    refuse(
      "mechanism",
      `one that releases ${truth.length === 1 ? "a number" : "as many numbers as the truth has"}`,
      "another",
    );
  let largest = 0;
  for (let i = 0; i < truth.length; i++) largest = Math.max(largest, Math.abs(numbers[i] - truth[i]));
  return largest;
}

/** The least float64 of which a property holds that holds of all above it. */
function leastReach(holds: (reach: number) => boolean): number {
  let [low, high] = [0, 1];
  while (!holds(high)) [low, high] = [high, 2 * high];
  for (;;) {
    const middle = low + (high - low) / 2;
    if (!(middle > low && middle < high)) return high;
    if (holds(middle)) high = middle;
    else low = middle;
  }
}
