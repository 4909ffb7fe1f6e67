/**
 * Above-threshold: compare queries with a threshold, both noisy, and halt at the first that is above.
 *
 * Theorem: with threshold noise Laplace(2 D / epsilon) and fresh query noise Laplace(4 D / epsilon), for queries of sensitivity D, the
 * answers are epsilon-differentially private, whatever the number of queries and however each is chosen from the answers before it. The
 * number of queries is paid in accuracy, not in privacy: see `aboveThresholdError`.
 * Source: Dwork, Naor, Reingold, Rothblum, Vadhan (STOC 2009), doi:10.1145/1536414.1536467; Dwork, Roth (2014), algorithm 1 and theorems
 * 3.23-3.24, doi:10.1561/0400000042; Lyu, Su, Li (VLDB 2017), doi:10.14778/3055330.3055331.
 * Limits: with a `step` values are rounded to its multiples, D up to whole steps, and the noise is discrete and
 * exact for any source (`grid-comparison.ts`): for release; the law is a sum, to 1e-12. Without it float64 noise: for study; the
 * law is by quadrature, to 1e-11. The worst pair comes within 1e-9 of epsilon, attained in the limit.
 * @example
 * ```ts
 * import { aboveThreshold, secureRandom, stream } from "epsilab";
 * const mechanism = aboveThreshold({ epsilon: 1, sensitivity: 1, threshold: 50, neighbours: "swap" });
 * mechanism.release([3, 8, 5, 120, 7], stream(20261115, "example")); // => 3
 * // Exact, on whole numbers: for release.
 * const step = { numerator: 1, denominator: 1 };
 * const exact = aboveThreshold({ epsilon: 1, sensitivity: 1, threshold: 500, neighbours: "swap", step });
 * exact.release([3, 8, 5, 1200, 7], secureRandom()); // => 3
 * ```
 * @claim above-threshold
 * @also svt, sparse vector technique
 */
import { grid, powerStep } from "../mechanisms/noise/grid.ts";
import { repeatedRelease } from "../mechanisms/noise/repeated-release.ts";
import { log } from "../numerics/logarithm.ts";
import {
  count,
  type DeclaredIn,
  declare,
  finite,
  openProbability,
  optional,
  type ParametersOf,
  positive,
} from "../numerics/parameters.ts";
import { requireFiniteData, requireList, requireScale } from "../numerics/requirements.ts";
import { type Budget, withBudget } from "../privacy/guarantees/budget.ts";
import type { ClosedMechanism } from "../privacy/guarantees/mechanism.ts";
import { anyNeighbours } from "../privacy/guarantees/neighbours.ts";
import { worstCasePld } from "../privacy/loss/discrete-pld.ts";
import { numberLaw } from "../privacy/loss/distribution.ts";
import type { NumberLaw } from "../privacy/loss/law.ts";
import type { Random } from "../random/random.ts";
import { numberOf, type Rational } from "../random/rational.ts";
import type { Stream } from "../random/stream.ts";
import { type ComparisonNoise, logAnswersProbability } from "./comparison-law.ts";
import { gapsOf, gridScale, logGridProbability } from "./grid-comparison.ts";
import { ThresholdSession } from "./threshold-session.ts";

/** What a comparison with a threshold takes, besides its budget. */
export const COMPARED = {
  /** Of each query. */
  sensitivity: positive,
  threshold: finite,
  /**
   * Of the grid that values and threshold are rounded to: a power of two, such as `{ numerator: 1, denominator: 8 }`; float64 noise
   * without it.
   */
  step: optional(powerStep),
};

export const aboveThresholdParameters = withBudget(["pure"], { ...COMPARED, neighbours: anyNeighbours });

export type AboveThresholdParameters = Budget<"pure"> & Omit<DeclaredIn<typeof aboveThresholdParameters>, "step">;

export type GridAboveThresholdParameters = AboveThresholdParameters & {
  /** Of the grid that values and threshold are rounded to: a power of two, such as `{ numerator: 1, denominator: 8 }`. */
  readonly step: Rational;
};

/**
 * The input is the values of the queries, in order, for an analyst who has chosen them in advance; the output is the number of belows
 * before the first above, which is the number of queries if none is above.
 */
export interface AboveThreshold<Source = Stream> extends ClosedMechanism<readonly number[], number, Source, NumberLaw> {
  /** For an analyst who chooses as it goes. */
  start(random: Source): ThresholdSession;
}

export function aboveThreshold(parameters: GridAboveThresholdParameters): AboveThreshold<Random>;
export function aboveThreshold(parameters: AboveThresholdParameters): AboveThreshold;
export function aboveThreshold(parameters: AboveThresholdParameters | GridAboveThresholdParameters): AboveThreshold {
  const read = aboveThresholdParameters.read(parameters);
  const { guarantee, sensitivity, neighbours, step } = read;
  const { epsilon } = guarantee;
  const unit = sensitivity / epsilon;
  requireScale({ epsilon, sensitivity, "4 * sensitivity / epsilon": 4 * unit, "sensitivity / epsilon": unit });
  const { start, law, worstPair } =
    step === undefined ? simulated({ ...read, epsilon }) : exact({ ...read, epsilon, step });
  const release = (values: readonly number[], random: Stream) => {
    requireValues(values);
    const session = start(random);
    const first = values.findIndex((value) => session.ask(value) === "above");
    return first === -1 ? values.length : first;
  };
  return {
    name: "above-threshold",
    neighbours,
    guarantee,
    start,
    release,
    releaseMany: repeatedRelease(release),
    law: (values) => law(requireValues(values)),
    privacyLoss: () => ({ ...worstCasePld({ epsilon, delta: 0 }), attained: false }),
    worstPair,
  };
}

interface Compared {
  readonly epsilon: number;
  readonly sensitivity: number;
  readonly threshold: number;
}

function exact({ epsilon, sensitivity, threshold, step }: Compared & { readonly step: Rational }) {
  const places = grid(step);
  const steps = places.stepsOf(sensitivity);
  requireScale({ "sensitivity / (epsilon * step)": (4 * Number(steps)) / epsilon });
  const scales = {
    thresholdScale: gridScale(steps, { numerator: 2n, denominator: 1n }, epsilon),
    queryScale: gridScale(steps, { numerator: 4n, denominator: 1n }, epsilon),
  };
  const rules = { grid: places, threshold, ...scales, aboves: 1, resample: false };
  const noise = { thresholdScale: numberOf(scales.thresholdScale), queryScale: numberOf(scales.queryScale) };
  const middle = Number(places.placeOf(threshold));
  // So near to the threshold that float64 sees the values move by the sensitivity.
  let far = Math.ceil((120 * Number(steps)) / epsilon);
  const isSeen = () => places.isSeen(middle + far, sensitivity) && places.isSeen(middle - far, sensitivity);
  while (far > 1 && !isSeen()) far = Math.ceil(far / 2);
  const [high, last] = [places.edgeOf(middle + far), places.edgeOf(middle - far)];
  return {
    start: (random: Random) => new ThresholdSession(rules, random),
    law: (values: readonly number[]) => firstAboveLaw(noise, gapsOf(rules, values), logGridProbability),
    worstPair: (): readonly [readonly number[], readonly number[]] => [
      [...new Array<number>(HIGH_QUERIES).fill(high - sensitivity), last],
      [...new Array<number>(HIGH_QUERIES).fill(high), last - sensitivity],
    ],
  };
}

function simulated({ epsilon, sensitivity, threshold }: Compared) {
  const unit = sensitivity / epsilon;
  const noise = { thresholdScale: 2 * unit, queryScale: 4 * unit };
  return {
    start: (random: Stream) => new ThresholdSession({ ...noise, threshold, aboves: 1, resample: false }, random),
    law: (values: readonly number[]) =>
      firstAboveLaw(
        noise,
        values.map((value) => value - threshold),
      ),
    worstPair: () => worstAboveThresholdPair(threshold, { unit, sensitivity }),
  };
}

/** The law of the number of belows before the first above, for values given as gaps from the threshold. */
export function firstAboveLaw(
  noise: ComparisonNoise,
  gaps: readonly number[],
  logProbability = logAnswersProbability,
): NumberLaw {
  const logMasses = Array.from({ length: gaps.length + 1 }, (_, belows) =>
    logProbability(
      noise,
      gaps.slice(0, belows + 1),
      gaps.slice(0, belows + 1).map((_, i) => i === belows),
    ),
  );
  const support = logMasses.flatMap((mass, belows) => (mass === -Infinity ? [] : [belows]));
  return numberLaw({ kind: "discrete", support, logMass: (belows) => logMasses[belows] ?? -Infinity, neglected: 0 });
}

const HIGH_QUERIES = 16;

/**
 * Queries so far above the threshold that belows force its noise up to them, where its density and that of the last query, far below, are
 * exponential: one more for those and one less for the last is the whole of epsilon on the event below, ..., below, above.
 */
export function worstAboveThresholdPair(
  threshold: number,
  { unit, sensitivity }: { readonly unit: number; readonly sensitivity: number },
): readonly [readonly number[], readonly number[]] {
  const high = threshold + 120 * unit;
  const last = threshold - 120 * unit;
  return [
    [...new Array<number>(HIGH_QUERIES).fill(high), last + sensitivity],
    [...new Array<number>(HIGH_QUERIES).fill(high + sensitivity), last],
  ];
}

/** Those of a session; threshold, grid and relation are not looked at. */
export const comparedParameters = withBudget(["pure"], {
  ...COMPARED,
  threshold: optional(finite),
  neighbours: optional(anyNeighbours),
});
export const askedParameters = declare({ queries: count, errorRate: openProbability });

/**
 * With probability 1 - beta every answer to `queries` queries is right up to this error, if all but possibly the last are at most the
 * threshold less the error: 8 D (ln k + ln(2 / beta)) / epsilon.
 */
export function aboveThresholdError(
  compared: ParametersOf<typeof comparedParameters>,
  asked: ParametersOf<typeof askedParameters>,
): number {
  const {
    guarantee: { epsilon },
    sensitivity,
  } = comparedParameters.read(compared);
  const { queries, errorRate } = askedParameters.read(asked);
  const unit = sensitivity / epsilon;
  requireScale({ epsilon, sensitivity, "sensitivity / epsilon": unit });
  return 8 * unit * (log(queries) + log(2) - log(errorRate));
}

export function requireValues(values: readonly number[]): readonly number[] {
  requireList("values", values);
  for (const value of values) requireFiniteData({ value });
  return values;
}
