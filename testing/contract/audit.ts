/**
 * What the contract test computes of a mechanism: the exact loss between two laws, and how well draws fit a law.
 *
 * Small on purpose, and independent of lib/auditing, which comes later in the order of the folders.
 */
import { normalLaw } from "../../lib/mechanisms/laws/normal-law.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf, leastOf } from "../../lib/numerics/extremes.ts";
import { logSumExp } from "../../lib/numerics/log-sum.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import type { Guarantee } from "../../lib/privacy/guarantees/guarantee.ts";
import { gaussianDelta } from "../../lib/privacy/loss/gaussian-profile.ts";
import { type AnyLaw, type ContinuousLaw, commonSupport } from "../../lib/privacy/loss/law.ts";
import { ValueMap } from "../../lib/privacy/loss/value-map.ts";
import { chiSquareTest } from "../../lib/statistics/chi-square.ts";
import { kolmogorovSmirnov } from "../../lib/statistics/kolmogorov-smirnov.ts";

const ORDERS = [1.5, 2, 3, 4, 8, 16, 32, 64];
const EPSILONS = [0, 0.3, 1, 2.5];
const CELL = 10;

/** Does the pair satisfy the guarantee, both ways? */
export function satisfies(first: AnyLaw, second: AnyLaw, guarantee: Guarantee): boolean {
  switch (guarantee.kind) {
    case "pure":
      return largestLoss(first, second) <= guarantee.epsilon * (1 + 1e-9) + 1e-9;
    case "approximate": {
      const delta = Math.max(
        hockeyStick(first, second, guarantee.epsilon),
        hockeyStick(second, first, guarantee.epsilon),
      );
      return delta <= guarantee.delta * (1 + 1e-6) + 1e-12;
    }
    case "zero-concentrated":
      return ORDERS.every((order) => renyiDivergence(first, second, order) <= guarantee.rho * order * (1 + 1e-9));
    case "gaussian":
      return EPSILONS.every((epsilon) => {
        const delta = gaussianDelta({ epsilon, mu: guarantee.mu });
        const found = [hockeyStick(first, second, epsilon), hockeyStick(second, first, epsilon)];
        return Math.max(...found) <= delta * (1 + 1e-6) + 1e-12;
      });
    default:
      throw new Error(`no contract for ${guarantee.kind} guarantees`);
  }
}

/** A tenth less than what is guaranteed. */
export function tenthLess(guarantee: Guarantee): Guarantee {
  switch (guarantee.kind) {
    case "pure":
      return { ...guarantee, epsilon: 0.9 * guarantee.epsilon };
    case "approximate":
      return { ...guarantee, delta: 0.9 * guarantee.delta };
    case "zero-concentrated":
      return { ...guarantee, rho: 0.9 * guarantee.rho };
    case "gaussian":
      return { ...guarantee, mu: 0.9 * guarantee.mu };
    default:
      throw new Error(`no contract for ${guarantee.kind} guarantees`);
  }
}

/** How far inside of a piece its end is looked at, as a share of it. */
const NEAR = 1e-10;

/**
 * The largest |log ratio| of masses or densities; continuous ones must be piecewise linear in the logarithm, as those of pure
 * guarantees are.
 */
export function largestLoss(first: AnyLaw, second: AnyLaw): number {
  if (first.kind === "product" && second.kind === "product") {
    return first.coordinates.reduce((sum, law, i) => sum + largestLoss(law, second.coordinates[i]), 0);
  }
  if (first.kind === "discrete" && second.kind === "discrete") {
    const outcomes = [...first.support, ...second.support];
    return largestOf(outcomes.map((outcome) => Math.abs(first.logMass(outcome) - second.logMass(outcome))));
  }
  if (first.kind === "continuous" && second.kind === "continuous") {
    const kinks = [...new Set([...first.kinks, ...second.kinks])].sort((a, b) => a - b);
    // In the middle of every piece, and of one that is wider than a rounding just inside of both ends: a density may jump at a kink.
    const places = kinks.slice(1).flatMap((kink, i) => {
      const width = kink - kinks[i];
      const ends = width < NEAR * Math.abs(kink) ? [] : [kinks[i] + NEAR * width, kink - NEAR * width];
      return [(kink + kinks[i]) / 2, ...ends];
    });
    if (first.range[0] === -Infinity) places.push(kinks[0] - 1);
    if (first.range[1] === Infinity) places.push(kinks[kinks.length - 1] + 1);
    return largestOf(places.map((place) => Math.abs(first.logDensity(place) - second.logDensity(place))));
  }
  throw new Error("the laws are of different kinds");
}

/** The sum or integral of (p - e^epsilon q)_+; of products that differ in several places a lower bound, near for two. */
export function hockeyStick(first: AnyLaw, second: AnyLaw, epsilon: number): number {
  if (first.kind === "product" && second.kind === "product") {
    const changed = first.coordinates.flatMap((law, i) => (isSame(law, second.coordinates[i]) ? [] : [i]));
    if (changed.length === 0) return Math.max(0, 1 - exp(epsilon));
    if (changed.length === 1)
      return hockeyStick(first.coordinates[changed[0]], second.coordinates[changed[0]], epsilon);
    const turned = turnedNormals(
      changed.map((i) => first.coordinates[i]),
      changed.map((i) => second.coordinates[i]),
    );
    if (turned !== undefined) return hockeyStick(turned[0], turned[1], epsilon);
    const share = Math.floor(exp(log(MOST_CELLS) / changed.length));
    const cells = changed.map((i) => cellLaws(first.coordinates[i], second.coordinates[i], share));
    const [firsts, seconds] = [0, 1].map((side) => cells.map((pair) => pair[side]).reduce(outerProduct));
    const factor = exp(epsilon);
    return firsts.reduce((sum, p, i) => sum + Math.max(0, p - factor * seconds[i]), 0);
  }
  if (first.kind === "discrete" && second.kind === "discrete") {
    return first.support.reduce<number>(
      (sum, x) => sum + Math.max(0, exp(first.logMass(x)) - exp(epsilon + second.logMass(x))),
      0,
    );
  }
  if (first.kind === "continuous" && second.kind === "continuous") {
    const positive = (x: number) => Math.max(0, exp(first.logDensity(x)) - exp(epsilon + second.logDensity(x)));
    const [lower, upper] = first.range;
    const kinks = [...new Set([...first.kinks, ...second.kinks])];
    const maximumIntervals = 2000 + kinks.length;
    return integrate(positive, {
      lower,
      upper,
      kinks,
      maximumIntervals,
      relativeTolerance: 1e-9,
      absoluteTolerance: 1e-16,
    }).value;
  }
  throw new Error("the laws are of different kinds");
}

/** Normal laws of one scale, turned so that only one coordinate differs: by the distance of the centres. */
function turnedNormals(
  first: readonly ContinuousLaw[],
  second: readonly ContinuousLaw[],
): readonly [ContinuousLaw, ContinuousLaw] | undefined {
  const scale = first[0].family?.scale ?? 0;
  let square = 0;
  for (let i = 0; i < first.length; i++) {
    const [one, other] = [first[i].family, second[i].family];
    if (one?.kind !== "normal" || other?.kind !== "normal" || one.scale !== scale || other.scale !== scale)
      return undefined;
    square += (one.centre - other.centre) * (one.centre - other.centre);
  }
  return [normalLaw(0, scale), normalLaw(Math.sqrt(square), scale)];
}

function isSame(first: ContinuousLaw, second: ContinuousLaw): boolean {
  return [-3, -1, 0, 0.5, 2, 6].every((x) => first.logDensity(x) === second.logDensity(x));
}

const MOST_CELLS = 1e5;

/** The masses of both laws in common cells: telling an output by its cell is post-processing, so a divergence can only shrink. */
function cellLaws(first: ContinuousLaw, second: ContinuousLaw, cells: number): readonly [Float64Array, Float64Array] {
  const kinks = [...first.kinks, ...second.kinks];
  const [low, high] = [leastOf(kinks), largestOf(kinks)];
  const edges = Array.from({ length: cells + 1 }, (_, k) => low + ((high - low) * k) / cells);
  const masses = (law: ContinuousLaw) => {
    const below = [0, ...edges.map((edge) => law.cdf(edge)), 1];
    return Float64Array.from(below.slice(1), (value, k) => value - below[k]);
  };
  return [masses(first), masses(second)];
}

function outerProduct(first: Float64Array, second: Float64Array): Float64Array {
  return Float64Array.from({ length: first.length * second.length }, (_, i) => {
    return first[Math.floor(i / second.length)] * second[i % second.length];
  });
}

/** Of discrete laws, of normal ones of one scale, and of products of them. */
export function renyiDivergence(first: AnyLaw, second: AnyLaw, order: number): number {
  if (first.kind === "product" && second.kind === "product")
    return first.coordinates.reduce((sum, law, i) => sum + renyiDivergence(law, second.coordinates[i], order), 0);
  if (first.kind === "continuous" && second.kind === "continuous") return normalDivergence(first, second, order);
  if (first.kind !== "discrete" || second.kind !== "discrete") throw new Error("the laws are of different kinds");
  // What is left out of the first support has a mass that the high powers may not neglect: both supports count.
  const outcomes = commonSupport(first, second);
  const terms = outcomes.map((x) => order * first.logMass(x) + (1 - order) * second.logMass(x));
  return logSumExp(terms) / (order - 1);
}

/** By quadrature around the place where p^order q^(1 - order) is largest. */
function normalDivergence(first: ContinuousLaw, second: ContinuousLaw, order: number): number {
  const [one, other] = [first.family, second.family];
  if (one?.kind !== "normal" || other?.kind !== "normal" || one.scale !== other.scale)
    throw new Error("the laws must be normal, of one scale");
  const term = (x: number) => order * first.logDensity(x) + (1 - order) * second.logDensity(x);
  const middle = order * one.centre + (1 - order) * other.centre;
  const reach = 12 * one.scale;
  const { value } = integrate((x) => exp(term(x) - term(middle)), {
    lower: middle - reach,
    upper: middle + reach,
    kinks: [middle],
    relativeTolerance: 1e-12,
  });
  return (term(middle) + log(value)) / (order - 1);
}

/**
 * The p-value of draws against a law: chi-square over cells of expectation 10, Kolmogorov-Smirnov, or the least of those of the
 * coordinates.
 */
export function pValue(draws: readonly (number | Float64Array)[], law: AnyLaw): number {
  if (law.kind === "product") {
    const each = law.coordinates.map((coordinate, i) =>
      pValue(
        draws.map((draw) => (draw as Float64Array)[i]),
        coordinate,
      ),
    );
    return Math.min(1, law.coordinates.length * leastOf(each));
  }
  const numbers = draws as readonly number[];
  if (law.kind === "continuous") return kolmogorovSmirnov(numbers, law.cdf).pValue;
  const counts = new ValueMap<unknown, number>(law.support.map((outcome) => [outcome, 0] as const));
  for (const draw of numbers) {
    const count = counts.get(draw);
    if (count === undefined) return 0;
    counts.set(draw, count + 1);
  }
  const total = log(numbers.length);
  const observed = [0];
  const expected = [0];
  for (const [outcome, count] of counts.entries()) {
    if (expected[expected.length - 1] >= CELL) {
      observed.push(0);
      expected.push(0);
    }
    observed[observed.length - 1] += count;
    expected[expected.length - 1] += exp(law.logMass(outcome) + total);
  }
  if (expected[expected.length - 1] < CELL && expected.length > 1) {
    const [count, share] = [observed.pop() ?? 0, expected.pop() ?? 0];
    observed[observed.length - 1] += count;
    expected[expected.length - 1] += share;
  }
  return chiSquareTest({ observed, expected }).pValue;
}
