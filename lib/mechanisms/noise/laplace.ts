/**
 * Laplace mechanism: add Laplace noise to a number, or to every coordinate of a vector; with a `step` exact noise on a grid, for release.
 *
 * Theorem: if f(D) and f(D') differ by at most `sensitivity` for all neighbours, f(D) + Laplace(sensitivity / epsilon) is
 * epsilon-differentially private. The quotient is the scale of the noise; its standard deviation is sqrt 2 times as large.
 * In dimension d it is the l1 sensitivity D1 that counts: D1 <= sqrt(d) D2 and D1 <= d Dinf, so a query known by its l2 or its
 * largest-coordinate sensitivity takes scale sqrt(d) D2 / epsilon or d Dinf / epsilon; both are attained, by a change spread evenly
 * over the coordinates. A change spread over coordinates is dominated by the same l1 change of a single one: with shifts s, t in
 * scales, the delta at x of the two coordinates is 1 - e^((x - s - t) / 2) (1 + s/2 - (s - t + x)+ / 4 - (s - t - x)+ / 4), never
 * above that of s + t in one, 1 - e^((x - s - t) / 2). So scalar Laplace noise is the dominating pair: exact for l1, an upper bound
 * for the other norms. With a `step`, rounding to its nearest multiple moves neighbours at most m = ceil(sensitivity / step) steps
 * apart, and discrete Laplace noise of scale m / epsilon in steps is epsilon-differentially private. All of it is in whole numbers,
 * so the program has the law of the theorem, and every output is possible for every input.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006), theorem 1, doi:10.1007/11681878_14; Ghosh, Roughgarden, Sundararajan (STOC
 * 2009) for the noise on a grid; Mironov (CCS 2012), doi:10.1145/2382196.2382264, for the attack that it withstands and for
 * rounding as the cure.
 * Limits: without a `step` float64 noise leaks its input in the low-order bits (Mironov 2012); for study. With one, values are
 * clamped to 2^52 steps either way and outputs to 2^53; the scale is at most 2^40 steps; `sensitivity` must bound the float64
 * results of the query, rounding included; time is not constant: it depends on the noise. A vector is released on a grid one
 * coordinate after the other.
 * @example
 * ```ts
 * import { laplace, secureRandom, stream } from "epsilab";
 * const mechanism = laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" });
 * mechanism.guarantee; // => { kind: "pure", epsilon: 1 }
 * mechanism.release(42, stream(20261115, "example")); // => 42.6365...
 * const vectors = laplace({ epsilon: 1, sensitivity: 1, norm: "l1", dimension: 2, neighbours: "swap" });
 * vectors.release(Float64Array.of(10, 20), stream(20261115, "example")); // => Float64Array(2) [10.6365..., 19.8345...]
 * const exact = laplace({ epsilon: 1, sensitivity: 1, step: { numerator: 1, denominator: 8 }, neighbours: "swap" });
 * Number.isInteger(8 * exact.release(41.97, secureRandom())); // => true
 * ```
 * @claim laplace-mechanism, laplace-accuracy, laplace-vs-gaussian-dimension
 * @also laplace mechanism
 */
import { count, type Given, oneOf, optional, type ParametersOf, positive } from "../../numerics/parameters.ts";
import { refuse, requireFiniteData, requireList, requirePositive } from "../../numerics/requirements.ts";
import { type BudgetOrNoise, withBudgetOrNoise } from "../../privacy/guarantees/budget.ts";
import { type PureGuarantee, pure } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { anyNeighbours, type Neighbours } from "../../privacy/guarantees/neighbours.ts";
import { laplacePld } from "../../privacy/loss/laplace-pld.ts";
import type { ContinuousLaw, NumberLaw, ProductLaw } from "../../privacy/loss/law.ts";
import { sampleExactDiscreteLaplace } from "../../random/exact-discrete-laplace.ts";
import { fillLaplace, sampleLaplace } from "../../random/laplace.ts";
import type { Random } from "../../random/random.ts";
import { fractionOf, type Rational } from "../../random/rational.ts";
import type { Stream } from "../../random/stream.ts";
import { discreteLaplaceNoise } from "../laws/discrete-laplace-noise.ts";
import { discreteLaplacePair } from "../laws/discrete-laplace-pair.ts";
import { gridNoiseLaw } from "../laws/grid-noise-law.ts";
import { laplaceLaw } from "../laws/laplace-law.ts";
import { nearestPoint, STEP, stepsOver, valueAt } from "../laws/rational-step.ts";
import { hasStep, type StatedBudget, withExactBudget } from "./exact-budget.ts";
import { repeatedRelease } from "./repeated-release.ts";
import { shift } from "./shift.ts";

const MOVED = {
  /** How far the values of neighbours are apart, at most; of vectors in the given norm. */
  sensitivity: positive,
  neighbours: anyNeighbours,
};

const SCALE = {
  /** The scale of the noise. */
  scale: positive,
};

export type LaplaceNorm = "l1" | "l2" | "linf";

export const laplaceParameters = withBudgetOrNoise(["pure"], [SCALE], {
  ...MOVED,
  /** How many coordinates a vector has; without it the noise is on a number. */
  dimension: optional(count),
  /** Of a vector: the norm in which its sensitivity is known. */
  norm: optional(oneOf<LaplaceNorm>("l1", "l2", "linf")),
});
export const gridLaplaceParameters = withExactBudget(["pure"], { ...MOVED, ...STEP });

type Common = BudgetOrNoise<"pure", typeof SCALE> & Given<typeof MOVED> & { readonly step?: undefined };
export type LaplaceParameters = Common & { readonly dimension?: undefined; readonly norm?: undefined };
export type VectorLaplaceParameters = Common & {
  /** How many coordinates a vector has. */
  readonly dimension: number;
  /** In which the sensitivity is known. */
  readonly norm: LaplaceNorm;
};
/** In whole steps, from any source. */
export type GridLaplaceParameters = ParametersOf<typeof gridLaplaceParameters>;

type NumberLaplace = ClosedMechanism<number, number, Stream, ContinuousLaw>;
type VectorLaplace = ClosedMechanism<Float64Array, Float64Array, Stream, ProductLaw>;
type GridLaplace = ClosedMechanism<number, number, Random, NumberLaw>;

export function laplace(parameters: GridLaplaceParameters): GridLaplace;
export function laplace(parameters: VectorLaplaceParameters): VectorLaplace;
export function laplace(parameters: LaplaceParameters): NumberLaplace;
export function laplace(
  parameters: LaplaceParameters | VectorLaplaceParameters | GridLaplaceParameters,
): NumberLaplace | VectorLaplace | GridLaplace {
  if (hasStep(parameters)) return onGrid(gridLaplaceParameters.read(parameters));
  const { sensitivity, neighbours, dimension, norm, ...wanted } = laplaceParameters.read(parameters);
  const vectors = shapeOf(dimension, norm);
  const moved = vectors === undefined ? sensitivity : largestL1(vectors) * sensitivity;
  const scale = wanted.guarantee === undefined ? wanted.noise.scale : moved / wanted.guarantee.epsilon;
  requirePositive({ "sensitivity / epsilon": scale });
  const noise = { scale, sensitivity, neighbours, guarantee: wanted.guarantee ?? pure(moved / scale) };
  return vectors === undefined ? onNumbers(noise) : onVectors(noise, vectors);
}

interface Shape {
  readonly dimension: number;
  readonly norm: LaplaceNorm;
}

function shapeOf(dimension: number | undefined, norm: LaplaceNorm | undefined): Shape | undefined {
  if (dimension === undefined)
    return norm === undefined ? undefined : refuse("dimension", "given with a norm", dimension);
  // Which norm is not left to be guessed: noise for the wrong one is too little.
  if (norm === undefined) return refuse("norm", "given with a dimension, as l1, l2 or linf", norm);
  return { dimension, norm };
}

/** The largest l1 norm of vectors of norm 1. */
function largestL1({ dimension, norm }: Shape): number {
  return { l1: 1, l2: Math.sqrt(dimension), linf: dimension }[norm];
}

interface Noise {
  readonly scale: number;
  readonly sensitivity: number;
  readonly neighbours: Neighbours;
  readonly guarantee: PureGuarantee;
}

function onNumbers({ scale, sensitivity, neighbours, guarantee }: Noise): NumberLaplace {
  return {
    name: "laplace",
    neighbours,
    guarantee,
    release: (value, random) => {
      requireFiniteData({ value });
      return value + sampleLaplace(scale, random);
    },
    releaseMany: (value, out, random) => {
      requireFiniteData({ value });
      return shift(fillLaplace(scale, out, random), value);
    },
    law: (value) => {
      requireFiniteData({ value });
      return laplaceLaw(value, scale);
    },
    privacyLoss: () => ({ ...laplacePld({ scale, sensitivity, samplingRate: 1 }), attained: true }),
    worstPair: () => [0, sensitivity],
  };
}

function onVectors({ scale, sensitivity, neighbours, guarantee }: Noise, { dimension, norm }: Shape): VectorLaplace {
  const requireValue = (value: Float64Array) => {
    requireList("value", value, dimension);
    for (let i = 0; i < dimension; i++) requireFiniteData({ [`value[${i}]`]: value[i] });
  };
  return {
    name: "vector-laplace",
    neighbours,
    guarantee,
    release: (value, random) => {
      requireValue(value);
      const output = fillLaplace(scale, new Float64Array(dimension), random);
      for (let i = 0; i < dimension; i++) output[i] += value[i];
      return output;
    },
    law: (value) => {
      requireValue(value);
      return { kind: "product", coordinates: Array.from(value, (centre) => laplaceLaw(centre, scale)) };
    },
    privacyLoss: () => ({
      ...laplacePld({ scale: 1, sensitivity: guarantee.epsilon, samplingRate: 1 }),
      attained: norm === "l1" || dimension === 1,
    }),
    worstPair: () => {
      const moved = new Float64Array(dimension);
      if (norm === "l1") moved[0] = sensitivity;
      else moved.fill(norm === "l2" ? sensitivity / Math.sqrt(dimension) : sensitivity);
      return [new Float64Array(dimension), moved];
    },
  };
}

const LARGEST_INPUT = 4503599627370496n; // 2^52 steps
const LARGEST_OUTPUT = 9007199254740992n; // 2^53 steps
const LARGEST_SCALE = 1099511627776; // 2^40 steps
const LARGEST_PART = 1n << 500n;

interface Stepped extends StatedBudget<"pure"> {
  readonly sensitivity: number;
  readonly step: Rational;
  readonly neighbours: Neighbours;
}

function onGrid({ guarantee, fraction, sensitivity, step: given, neighbours }: Stepped): GridLaplace {
  const step = fractionOf("step", given, 1n);
  if (step.numerator > LARGEST_PART || step.denominator > LARGEST_PART)
    refuse("step", "of a numerator and a denominator up to 2^500", `${step.numerator}/${step.denominator}`);
  const steps = stepsOver(sensitivity, step);
  const { epsilon } = guarantee;
  const size = Number(steps) / epsilon;
  if (!(size <= LARGEST_SCALE)) refuse("sensitivity / (epsilon step)", "at most 2^40", size);
  const noise = discreteLaplaceNoise(size);
  const scale = { numerator: steps * fraction.denominator, denominator: fraction.numerator };
  const placeOf = (value: number) => {
    requireFiniteData({ value });
    return clamped(nearestPoint(value, step), LARGEST_INPUT);
  };
  const release = (value: number, random: Random) =>
    valueAt(clamped(placeOf(value) + sampleExactDiscreteLaplace(scale, random), LARGEST_OUTPUT), step);
  return {
    name: "grid-laplace",
    neighbours,
    guarantee,
    release,
    releaseMany: repeatedRelease(release),
    law: (value) => gridNoiseLaw(noise, placeOf(value), step),
    // Rounding may bring the worst pair a step nearer than some other neighbours are.
    privacyLoss: () => {
      const loss = discreteLaplacePair(epsilon, Number(steps));
      return { ...loss, attained: loss.attained && placeOf(sensitivity) === steps };
    },
    worstPair: () => [0, sensitivity],
  };
}

function clamped(place: bigint, most: bigint): bigint {
  return place > most ? most : place < -most ? -most : place;
}
