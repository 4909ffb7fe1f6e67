/**
 * Minimum of a function of one variable on an interval: Brent's method, and golden section.
 *
 * Method: Brent fits parabolas and falls back on golden sections (Algorithms for Minimization without Derivatives, 1973,
 * chapter 5); golden section (Kiefer 1953) uses nothing but comparisons, so it suits functions with corners.
 * Accuracy: a unimodal f is located to within `tolerance` of its minimum. By f alone a smooth minimum cannot be
 * located better than about sqrt(2^-52) = 1.5e-8 relative to its scale, as f is flat there: that is the default.
 * Limits: a function with several valleys, or with a plateau (of Infinity too) at the first points tried, yields some valley; a
 * minimum at an end is approached to within `tolerance`.
 */
import { declare, finite, hasNoOtherNames, optional, type ParametersOf, positive } from "./parameters.ts";
import { refuse, requireFunction, requirePositive } from "./requirements.ts";

const minimumSearch = declare(
  {
    lower: finite,
    upper: finite,
    /** Absolute; the default is 1.5e-8 times the larger of |lower| and |upper|. */
    tolerance: optional(positive),
  },
  ({ lower, upper }) => {
    if (!(lower < upper)) refuse("upper", `above lower = ${lower}`, upper);
  },
);

const NAMES = Object.keys(minimumSearch.declared);

export interface MinimumSearch extends ParametersOf<typeof minimumSearch> {}

export interface Minimum {
  readonly at: number;
  readonly value: number;
  readonly evaluations: number;
}

const SHORT_SECTION = (3 - Math.sqrt(5)) / 2;
const MAXIMUM_EVALUATIONS = 10_000;

export function findMinimum(f: (x: number) => number, search: MinimumSearch): Minimum {
  const { lower, upper, tolerance } = settle(f, search);
  let [left, right] = [lower, upper];
  let best = probe(f, left + SHORT_SECTION * (right - left));
  let second = best;
  let third = best;
  let step = 0;
  let stepBefore = 0;
  for (let evaluations = 1; evaluations < MAXIMUM_EVALUATIONS; evaluations++) {
    const middle = left / 2 + right / 2;
    const margin = Number.EPSILON * Math.abs(best.at) + tolerance / 3;
    if (Math.abs(best.at - middle) <= 2 * margin - (right - left) / 2) return { ...best, evaluations };
    const vertex = stepToVertex(best, second, third);
    const landing = best.at + vertex;
    if (
      Math.abs(stepBefore) > margin &&
      Math.abs(vertex) < Math.abs(stepBefore) / 2 &&
      landing > left &&
      landing < right
    ) {
      stepBefore = step;
      step = vertex;
      if (landing - left < 2 * margin || right - landing < 2 * margin) step = best.at < middle ? margin : -margin;
    } else {
      stepBefore = best.at < middle ? right - best.at : left - best.at;
      step = SHORT_SECTION * stepBefore;
    }
    const trial = probe(f, best.at + (Math.abs(step) >= margin ? step : step > 0 ? margin : -margin));
    if (trial.value <= best.value) {
      if (trial.at < best.at) right = best.at;
      else left = best.at;
      [best, second, third] = [trial, best, second];
    } else {
      if (trial.at < best.at) left = trial.at;
      else right = trial.at;
      if (trial.value <= second.value || second === best) [second, third] = [trial, second];
      else if (trial.value <= third.value || third === best || third === second) third = trial;
    }
  }
  throw new Error(`findMinimum did not converge on [${lower}, ${upper}] in ${MAXIMUM_EVALUATIONS} evaluations`);
}

export function goldenSection(f: (x: number) => number, search: MinimumSearch): Minimum {
  const { lower, upper, tolerance } = settle(f, search);
  let [left, right] = [lower, upper];
  let first = probe(f, left + SHORT_SECTION * (right - left));
  let second = probe(f, right - SHORT_SECTION * (right - left));
  let evaluations = 2;
  while (right - left > tolerance && left < first.at && first.at < second.at && second.at < right) {
    if (first.value <= second.value) {
      right = second.at;
      second = first;
      first = probe(f, left + SHORT_SECTION * (right - left));
    } else {
      left = first.at;
      first = second;
      second = probe(f, right - SHORT_SECTION * (right - left));
    }
    evaluations++;
  }
  return { ...(first.value <= second.value ? first : second), evaluations };
}

interface Point {
  readonly at: number;
  readonly value: number;
}

function probe(f: (x: number) => number, at: number): Point {
  const value = f(at);
  if (Number.isNaN(value)) refuse(`f(${at})`, "a number", value);
  return { at, value };
}

/** From the best of three points to the vertex of their parabola; NaN where there is none, and no comparison accepts it. */
function stepToVertex(best: Point, second: Point, third: Point): number {
  const toSecond = (best.at - second.at) * (best.value - third.value);
  const toThird = (best.at - third.at) * (best.value - second.value);
  return ((best.at - second.at) * toSecond - (best.at - third.at) * toThird) / (2 * (toThird - toSecond));
}

function settle(f: (x: number) => number, search: MinimumSearch): MinimumSearch & { readonly tolerance: number } {
  if (typeof f !== "function") requireFunction({ f });
  const given = search ?? minimumSearch.read(search, "search");
  const { lower, upper, tolerance } = given;
  // Searches stand in inner loops: the declaration reads those that it refuses.
  const isRange = Number.isFinite(lower) && Number.isFinite(upper) && lower < upper;
  const isTolerance = tolerance === undefined || (Number.isFinite(tolerance) && tolerance > 0);
  if (!(isRange && isTolerance && hasNoOtherNames(given, NAMES))) minimumSearch.read(search, "search");
  const settled = tolerance ?? 1.5e-8 * Math.max(Math.abs(lower), Math.abs(upper));
  requirePositive({ tolerance: settled });
  return { lower, upper, tolerance: settled };
}
