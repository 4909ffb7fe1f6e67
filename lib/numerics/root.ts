/**
 * Root of a continuous function inside a bracket, by Brent's method.
 *
 * Method: inverse quadratic interpolation and the secant rule, with bisection whenever they do not shrink the bracket
 * fast enough. Source: Brent, Algorithms for Minimization without Derivatives (1973), chapter 4.
 * Accuracy: the answer is within `tolerance` + 4 * 2^-52 * |root| of a place where the computed f changes sign.
 * Limits: a jump across zero is taken for a root, and of several roots one is found.
 */
import { declare, finite, hasNoOtherNames, nonNegative, number, optional, type ParametersOf } from "./parameters.ts";
import { ANY_NUMBER, refuse, requireFunction } from "./requirements.ts";

export interface Bracket {
  readonly lower: number;
  readonly upper: number;
}

const BRACKET = { lower: finite, upper: finite };

const rootSearch = declare(
  {
    ...BRACKET,
    /** Absolute; 0, the default, asks for all the digits that float64 holds. */
    tolerance: optional(nonNegative, 0),
  },
  requireBracket,
);

const SEARCH_NAMES = Object.keys(rootSearch.declared);

export interface RootSearch extends ParametersOf<typeof rootSearch> {}

const bracketSearch = declare(
  { ...BRACKET, minimum: optional(number(ANY_NUMBER), -Infinity), maximum: optional(number(ANY_NUMBER), Infinity) },
  requireBracket,
);

const MAXIMUM_EVALUATIONS = 10_000;

export function findRoot(f: (x: number) => number, search: RootSearch): number {
  if (typeof f !== "function") requireFunction({ f });
  const { lower, upper, tolerance } = searchOf(search);
  let previous = lower;
  let best = upper;
  let previousValue = evaluate(f, previous);
  if (previousValue === 0) return previous;
  let bestValue = evaluate(f, best);
  if (bestValue === 0) return best;
  if (previousValue > 0 === bestValue > 0) {
    refuse("the bracket", "one where f changes sign", `f(${lower}) = ${previousValue} and f(${upper}) = ${bestValue}`);
  }
  // The root lies between `best` and `opposite`; `previous` is the estimate before `best`.
  let opposite = previous;
  let oppositeValue = previousValue;
  let step = best - previous;
  let stepBefore = step;
  for (let evaluations = 2; evaluations < MAXIMUM_EVALUATIONS; evaluations++) {
    if (Math.abs(oppositeValue) < Math.abs(bestValue)) {
      previous = best;
      best = opposite;
      opposite = previous;
      previousValue = bestValue;
      bestValue = oppositeValue;
      oppositeValue = previousValue;
    }
    const margin = 2 * Number.EPSILON * Math.abs(best) + tolerance / 2;
    const half = opposite / 2 - best / 2;
    if (bestValue === 0 || Math.abs(half) <= margin) return best;
    const interpolated = interpolatedStep({ best, previous, opposite, bestValue, previousValue, oppositeValue });
    const trusted =
      Math.abs(stepBefore) >= margin &&
      Math.abs(previousValue) > Math.abs(bestValue) &&
      interpolated * half > 0 &&
      Math.abs(interpolated) < 1.5 * Math.abs(half) - margin / 2 &&
      Math.abs(interpolated) < Math.abs(stepBefore) / 2;
    stepBefore = trusted ? step : half;
    step = trusted ? interpolated : half;
    previous = best;
    previousValue = bestValue;
    const moved = best + (Math.abs(step) > margin ? step : margin * Math.sign(half));
    // Next to zero the step can be smaller than half a denormal: then nothing lies between.
    if (moved === best || moved === opposite) return best;
    best = moved;
    bestValue = evaluate(f, best);
    if (bestValue > 0 === oppositeValue > 0) {
      opposite = previous;
      oppositeValue = previousValue;
      step = best - previous;
      stepBefore = step;
    }
  }
  throw new Error(`findRoot did not converge on [${lower}, ${upper}] in ${MAXIMUM_EVALUATIONS} evaluations`);
}

/** Searches stand in inner loops: their declaration, which takes as long as some of them, reads those that it refuses. */
function searchOf(search: RootSearch): Bracket & { readonly tolerance: number } {
  const { lower, upper, tolerance = 0 } = search ?? rootSearch.read(search, "search");
  const isBracket = Number.isFinite(lower) && Number.isFinite(upper) && lower < upper;
  if (isBracket && Number.isFinite(tolerance) && tolerance >= 0 && hasNoOtherNames(search, SEARCH_NAMES))
    return { lower, upper, tolerance };
  return rootSearch.read(search, "search");
}

/**
 * Widen [lower, upper] by doubling, within the limits, until f changes sign over it.
 * Of the two ends the one with the smaller |f| moves, since the root is likelier to be beyond it.
 */
export function expandBracket(f: (x: number) => number, search: ParametersOf<typeof bracketSearch>): Bracket {
  if (typeof f !== "function") requireFunction({ f });
  const { lower, upper, minimum, maximum } = bracketSearch.read(search, "search");
  if (!(minimum <= lower)) refuse("minimum", `at most lower = ${lower}`, minimum);
  if (!(maximum >= upper)) refuse("maximum", `at least upper = ${upper}`, maximum);
  let [left, right] = [lower, upper];
  let [leftValue, rightValue] = [evaluate(f, left), evaluate(f, right)];
  while (leftValue !== 0 && rightValue !== 0 && leftValue > 0 === rightValue > 0) {
    const width = right - left;
    const furtherLeft = Math.max(left - width, minimum);
    const furtherRight = Math.min(right + width, maximum);
    const canGoLeft = furtherLeft < left && furtherLeft > -Infinity;
    const canGoRight = furtherRight > right && furtherRight < Infinity;
    if (!canGoLeft && !canGoRight) {
      refuse("f", "of both signs within the limits", `one sign on [${left}, ${right}]`);
    }
    if (canGoLeft && (!canGoRight || Math.abs(leftValue) <= Math.abs(rightValue))) {
      left = furtherLeft;
      leftValue = evaluate(f, left);
    } else {
      right = furtherRight;
      rightValue = evaluate(f, right);
    }
  }
  return { lower: left, upper: right };
}

interface ThreePoints {
  readonly best: number;
  readonly previous: number;
  readonly opposite: number;
  readonly bestValue: number;
  readonly previousValue: number;
  readonly oppositeValue: number;
}

/** The step from `best` to the zero of the inverse parabola, or of the chord where two of the points are one. */
function interpolatedStep({ best, previous, opposite, bestValue, previousValue, oppositeValue }: ThreePoints): number {
  const ratio = bestValue / previousValue;
  if (previous === opposite) return ((best - opposite) * ratio) / (1 - ratio);
  const first = previousValue / oppositeValue;
  const second = bestValue / oppositeValue;
  const numerator = ratio * ((opposite - best) * first * (first - second) - (best - previous) * (second - 1));
  return -numerator / ((first - 1) * (second - 1) * (ratio - 1));
}

function requireBracket({ lower, upper }: Bracket): void {
  if (!(lower < upper)) refuse("upper", `above lower = ${lower}`, upper);
}

function evaluate(f: (x: number) => number, at: number): number {
  const value = f(at);
  if (Number.isNaN(value)) refuse(`f(${at})`, "a number", value);
  return value;
}
