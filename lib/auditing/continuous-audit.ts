/**
 * Exact audit of two laws with densities on the line: the largest log-ratio, and delta by adaptive quadrature.
 *
 * Theorem: for delta = 0 a pair is epsilon-indistinguishable iff |log p - log q| <= epsilon almost everywhere; for delta > 0 iff the
 * integrals of (p - e^epsilon q)+ and (q - e^epsilon p)+ are at most delta.
 * Method: the line is cut at every kink, range end and point named by the caller. Where log p - log q is monotone on each piece, its
 * largest value is at an end of a piece or a limit at infinity; where it is Lipschitz, between neighbours of a grid of step h it exceeds
 * the larger by at most constant * h / 2. What neither argument covers is searched only, and can be refuted but never said to hold.
 * The ends of a piece are one-sided limits, read as far inside it as the kinks may be misplaced by rounding: there each law is on its own
 * side of each of its kinks. Kinks that only rounding tells apart are one.
 * Accuracy: relative error of delta below 1e-9 (Laplace and Gaussian pairs), absolute error below 1e-13 where delta is tiny; in a verdict
 * it is 1e-9 of the claim. Log-densities are taken to be within 1e-13 (1 + their size), and places within 16 units in the last
 * place, of the truth.
 * Limits: a claim of shape is the caller's; it is tested at the sampled points and refused where they contradict it. For an
 * epsilon, a smooth density without kinks must name its middle among `points`; for a delta its mass is looked up in its cumulative
 * function. A piece narrower than 4e-15 of the largest kink is not seen.
 */
import { exp, expm1 } from "../numerics/exponential.ts";
import { largestOf } from "../numerics/extremes.ts";
import {
  count,
  declare,
  declareKinds,
  group,
  made,
  nonNegative,
  optional,
  type ParametersOf,
} from "../numerics/parameters.ts";
import { type Integral, integrate } from "../numerics/quadrature.ts";
import { refuse, requireFinite, requireInteger, requireList, requireNumber } from "../numerics/requirements.ts";
import { findRoot } from "../numerics/root.ts";
import { type ContinuousDensity, requireDensity } from "../privacy/loss/law.ts";
import { judgeExactDelta, judgeExactEpsilon, type PrivacyVerdict } from "../statistics/privacy-verdict.ts";
import { CLAIM, type DeltaRange, requireEach } from "./discrete-audit.ts";

/** What is known of the ratio of two densities. */
const ratioShape = declareKinds({
  /** Monotone between kinks, range ends and `points`; `limits` of log p - log q at -Infinity and Infinity, if the range has them. */
  monotone: { limits: optional(made<readonly [number, number]>(requireLimits)) },
  /** Of slope at most `constant` between kinks, on a bounded range; `cells` grid steps in each piece. */
  lipschitz: { constant: nonNegative, cells: count },
  unknown: {},
});

export type RatioShape = ParametersOf<typeof ratioShape>;

function requireLimits(limits: readonly [number, number], name: string): void {
  requireList(name, limits, 2);
  for (const limit of limits) requireNumber({ [name]: limit });
}

export const continuousClaim = declare({ ...CLAIM, shape: group(ratioShape) });

export interface DensityPair {
  readonly first: ContinuousDensity;
  readonly second: ContinuousDensity;
  /** Stationary points of the ratio, the middle of a smooth density: wherever else the line should be cut. */
  readonly points?: readonly number[];
}

function requireDensities(pair: DensityPair): void {
  requireEach(pair, requireDensity, "points");
  if (pair.points !== undefined) requireList("points", pair.points);
}

interface Piece {
  readonly from: number;
  readonly to: number;
  /** Both one-sided ends where finite, and points between, in order. */
  readonly samples: readonly number[];
}

const SAMPLES = 32;
const LOG_ERROR = 1e-13;

export interface EpsilonRange extends DeltaRange {
  /** How far the truth may be below `lower`, by the rounding of the log-densities. */
  readonly error: number;
}

/** The largest |log p - log q|: as seen, and as the shape proves. */
export function continuousEpsilon(pair: DensityPair, known: RatioShape): EpsilonRange {
  const shape = ratioShape.read(known, "shape");
  requireDensities(pair);
  const ratio = logRatio(pair.first, pair.second);
  let [lower, certain, excess] = [0, 0, 0];
  const see = (value: number | undefined, error: number) => {
    if (value === undefined) return;
    lower = Math.max(lower, Math.abs(value));
    certain = Math.max(certain, Math.abs(value) - error);
  };
  for (const piece of piecesOf(pair, shape.kind === "lipschitz" ? shape.cells : SAMPLES)) {
    const values = piece.samples.map(ratio);
    const errors = ratioErrors(pair, piece.samples);
    values.forEach((value, k) => {
      see(value, errors[k]);
    });
    if (shape.kind === "unknown") excess = Infinity;
    else if (shape.kind === "lipschitz") {
      if (!Number.isFinite(piece.to - piece.from)) refuse("range", "bounded for a Lipschitz argument", Infinity);
      excess = Math.max(excess, (shape.constant * (piece.to - piece.from)) / shape.cells / 2);
    } else {
      const ends = [piece.from === -Infinity, piece.to === Infinity].map((open, side) =>
        open ? shape.limits?.[side] : values[side === 0 ? 0 : values.length - 1],
      );
      for (const end of ends) see(end, 1e-12 * Math.abs(end ?? 0));
      if (piece.from === -Infinity || piece.to === Infinity) if (shape.limits === undefined) excess = Infinity;
      requireMonotone(values, ends, largestOf(errors));
    }
  }
  return { lower, upper: lower + excess, error: lower === Infinity ? 0 : lower - certain };
}

/**
 * What log p - log q may be off by at each of the samples: the rounding of both, and of the place, as steep as they are between neighbours.
 */
function ratioErrors({ first, second }: DensityPair, samples: readonly number[]): number[] {
  const errors = samples.map(() => 0);
  for (const law of [first, second]) {
    const logs = samples.map((x) => law.logDensity(x));
    samples.forEach((x, k) => {
      if (logs[k] === -Infinity) return;
      const slopes = [k - 1, k + 1].map((other) => Math.abs((logs[other] - logs[k]) / (samples[other] - x)));
      const slope = Math.max(0, largestOf(slopes.filter(Number.isFinite)));
      errors[k] += LOG_ERROR * (1 + Math.abs(logs[k])) + 16 * Number.EPSILON * Math.abs(x) * slope;
    });
  }
  return errors;
}

/** The integral of (p - e^epsilon q)+, p being the density of `first`: one direction only. */
export function continuousHockeyStick(pair: DensityPair, epsilon: number): number {
  return hockeyStick(pair, epsilon, 1e-14).value;
}

/** The larger of both directions. */
export function continuousDelta(pair: DensityPair, epsilon: number): number {
  return largerStick(pair, epsilon, 1e-14).value;
}

type Estimate = Pick<Integral, "value" | "error">;

function largerStick(pair: DensityPair, epsilon: number, absoluteTolerance: number): Estimate {
  const there = hockeyStick(pair, epsilon, absoluteTolerance);
  const back = hockeyStick({ ...pair, first: pair.second, second: pair.first }, epsilon, absoluteTolerance);
  return there.value > back.value ? there : back;
}

/**
 * By quadrature between the points where the ratio crosses epsilon. An interval on which the cumulative functions say P > e^epsilon Q
 * counts at least that difference, also where the quadrature missed a peak. `error` holds that of the quadrature and of the log-densities.
 */
function hockeyStick(given: DensityPair, epsilon: number, absoluteTolerance: number): Estimate {
  requireDensities(given);
  requireFinite({ epsilon });
  const pair = { ...given, points: [...(given.points ?? []), ...middlesOf(given.first), ...middlesOf(given.second)] };
  const { first, second } = pair;
  const ratio = logRatio(first, second);
  const gap = (x: number) => Math.max(-1e3, Math.min(1e3, (ratio(x) ?? -Infinity) - epsilon));
  const excess = (x: number) => {
    const logFirst = first.logDensity(x);
    const logOther = epsilon + second.logDensity(x);
    return logFirst > logOther ? exp(logFirst) * -expm1(logOther - logFirst) : 0;
  };
  const growth = exp(Math.min(epsilon, 700));
  const rounding = 8 * Number.EPSILON * (1 + growth);
  const mass = (law: ContinuousDensity, lower: number, upper: number) => Math.max(0, law.cdf(upper) - law.cdf(lower));
  let [value, error] = [0, 0];
  for (const { from, to, samples } of piecesOf(pair, SAMPLES)) {
    const errors = ratioErrors(pair, samples);
    const cuts = [from];
    for (let k = 1; k < samples.length; k++) {
      const [lower, upper] = [samples[k - 1], samples[k]];
      if (gap(lower) > 0 !== gap(upper) > 0) cuts.push(findRoot(gap, { lower, upper }));
    }
    cuts.push(to);
    for (let k = 1; k < cuts.length; k++) {
      const [lower, upper] = [cuts[k - 1], cuts[k]];
      const within = samples.flatMap((x, at) => (x >= lower && x <= upper && gap(x) > 0 ? [errors[at]] : []));
      // What the log-densities are off by, the integrand is off by in proportion to the first of them.
      const noise = largestOf([0, ...within]) * mass(first, lower, upper);
      const kinks = samples.filter((x) => Math.abs(x) < 1e12 && x > lower && x < upper);
      const tolerance = { relativeTolerance: 1e-10, absoluteTolerance: Math.max(absoluteTolerance, noise) };
      const found = integrate(excess, { lower, upper, kinks, ...tolerance });
      const sure = epsilon > 700 ? 0 : mass(first, lower, upper) - growth * mass(second, lower, upper) - rounding;
      value += Math.max(found.value, sure);
      error += found.error + noise;
    }
  }
  return { value: Math.min(1, value), error };
}

const LEVELS = [1e-9, 1e-3, 0.1, 0.5, 0.9, 1 - 1e-3, 1 - 1e-9];

/** Where a law has its mass, wherever that is and however wide: points that its cumulative function passes some levels at. */
function middlesOf(law: ContinuousDensity): number[] {
  const [least, most] = law.range;
  return LEVELS.map((level) => {
    let [low, high] = [Math.max(least, -1), Math.min(most, 1)];
    if (!(low < high)) [low, high] = least > -Infinity ? [least, least + 1] : [most - 1, most];
    while (law.cdf(low) > level && low > least && low > -1e300) low = Math.max(least, low < 0 ? 2 * low : low - 1);
    while (law.cdf(high) < level && high < most && high < 1e300) high = Math.min(most, high > 0 ? 2 * high : high + 1);
    for (let round = 0; round < 60; round++) {
      const middle = low + (high - low) / 2;
      if (law.cdf(middle) < level) low = middle;
      else high = middle;
    }
    return high;
  });
}

export function auditContinuous(pair: DensityPair, claimed: ParametersOf<typeof continuousClaim>): PrivacyVerdict {
  const claim = continuousClaim.read(claimed, "claim");
  if (claim.delta > 0) {
    const { value, error } = largerStick(pair, claim.epsilon, 1e-9 * claim.delta);
    const judged = judgeExactDelta({ found: value, claimed: claim.delta, error });
    // Between its points a ratio of unknown shape may do anything.
    return judged.verdict === "holds" && claim.shape.kind === "unknown"
      ? { ...judged, verdict: "not-refuted" }
      : judged;
  }
  const { lower, upper, error } = continuousEpsilon(pair, claim.shape);
  const judged = judgeExactEpsilon({ found: lower, claimed: claim.epsilon, error });
  const proven = judgeExactEpsilon({ found: upper, claimed: claim.epsilon, error }).verdict === "holds";
  return judged.verdict === "holds" && !proven ? { ...judged, verdict: "not-refuted" } : judged;
}

/** log p - log q, or undefined where both densities are 0. */
function logRatio(first: ContinuousDensity, second: ContinuousDensity): (x: number) => number | undefined {
  return (x) => {
    const [p, q] = [first.logDensity(x), second.logDensity(x)];
    return p === -Infinity && q === -Infinity ? undefined : p - q;
  };
}

function piecesOf({ first, second, points = [] }: DensityPair, cells: number): Piece[] {
  requireInteger({ cells }, 1);
  for (const point of points) requireFinite({ point });
  const lowest = Math.min(first.range[0], second.range[0]);
  const highest = Math.max(first.range[1], second.range[1]);
  const all = [...first.kinks, ...second.kinks, ...first.range, ...second.range, ...points]
    .filter((x) => Number.isFinite(x) && x >= lowest && x <= highest)
    .sort((a, b) => a - b);
  if (all.length === 0) all.push(0);
  const misplaced = misplacement(Math.max(-all[0], all[all.length - 1]));
  const knots: number[] = [];
  for (const x of all) if (knots.length === 0 || x - knots[knots.length - 1] > misplaced) knots.push(x);
  const width = Math.max(knots[knots.length - 1] - knots[0], 1e-3 * Math.abs(knots[0])) || 1;
  const ends = [...(lowest === -Infinity ? [-Infinity] : []), ...knots, ...(highest === Infinity ? [Infinity] : [])];
  const spacing = { width, cells, misplaced };
  return ends.slice(1).map((to, k) => ({ from: ends[k], to, samples: samplesOf(ends[k], to, spacing) }));
}

interface Spacing {
  readonly width: number;
  readonly cells: number;
  readonly misplaced: number;
}

function samplesOf(from: number, to: number, { width, cells, misplaced }: Spacing): readonly number[] {
  if (to === Infinity) return [from + misplaced, ...outward(width).flatMap((step) => besides(from + step))];
  if (from === -Infinity) {
    const steps = outward(width).reverse();
    return [...steps.flatMap((step) => besides(to - step)), to - misplaced];
  }
  if (!(to - from > 2 * misplaced)) return [from + 0.5 * (to - from)];
  const steps = Array.from({ length: cells - 1 }, (_, k) => from + ((to - from) * (k + 1)) / cells);
  const inside = steps.filter((x) => x > from + misplaced && x < to - misplaced);
  return [from + misplaced, ...inside, to - misplaced];
}

/** A law may list no kinks so far out, and x may be one: both sides of it. */
function besides(x: number): readonly number[] {
  return [x - misplacement(x), x + misplacement(x)];
}

/** How far a kink of this size may be from where its law jumps: some roundings of its computation, and of the density's. */
function misplacement(size: number): number {
  return Math.max(16 * Number.EPSILON * Math.abs(size), 1e-290);
}

/** Distances from the outermost knot: from 1/16 of the width of the knots to 512 widths. */
function outward(width: number): number[] {
  const steps = [width / 16];
  while (steps.length < 14) steps.push(2 * steps[steps.length - 1]);
  return steps;
}

function requireMonotone(
  values: readonly (number | undefined)[],
  ends: readonly (number | undefined)[],
  error: number,
): void {
  const [from, to] = ends;
  if (from === undefined || to === undefined) return;
  const slack = error + 1e-9 * Math.max(1, Math.min(Math.abs(from), 1e6), Math.min(Math.abs(to), 1e6));
  for (const value of values) {
    if (value === undefined || (value >= Math.min(from, to) - slack && value <= Math.max(from, to) + slack)) continue;
    refuse("log p - log q", `monotone between the points given, from ${from} to ${to}`, value);
  }
}
