/**
 * Stability-based histogram: noisy counts of the keys that occur, over a domain that nobody has to know.
 *
 * Each record is a key. Keys whose noisy count is at or above a threshold are released (`thresholdedCounts`); the threshold is the
 * least one that keeps the chance to see the key of a lone record, d = P(1 + noise >= threshold), at or below `delta`.
 * Theorem: with noise of scale b the release is (epsilon, d)-differentially private for b = 1 / epsilon under `add-remove` and b =
 * 2 / epsilon under `swap`, with d at that scale. Under `swap` one count falls by 1 and another rises by 1. Keys of both inputs
 * lose 1 / b each, epsilon together. A key that the other input lacks is seen with probability d at most; where it is hidden, the
 * other input hides it too, with probability 1, and the second key loses epsilon / 2 at most. If each key is one of one input only,
 * an output that shows the first has probability d, impossible for the neighbour, and the hidden rest has probability 1 - d for
 * both: again d, not 2 d, and attained, on the inputs (x) and (y). The delta is e^(-(T - 1) / b) / 2 for Laplace noise and a^(T -
 * 1) / (1 + a), a = e^(-1 / b), for discrete Laplace noise.
 * Source: Korolova, Kenthapadi, Mishra, Ntoulas (WWW 2009), doi:10.1145/1526709.1526733; Bun, Nissim, Stemmer (ITCS 2016) for the
 * name; the delta under `swap` by the cases above, and by enumeration in the tests.
 * Limits: a record has one key; cut the records of a person to one before. A key is seen as it is: no key may itself tell more than
 * its count. Discrete Laplace noise with a rational epsilon is exact and may be released; Laplace noise is float64, for study, and
 * has no law here. The law lists at most 2^16 releases.
 * @example
 * ```ts
 * import { stabilityHistogram } from "epsilab/mechanisms";
 * import { stream } from "epsilab";
 * const counts = stabilityHistogram({ noise: "discrete-laplace", epsilon: 2, delta: 1e-6, neighbours: "swap" });
 * counts.threshold; // => 15
 * const words = [...new Array(40).fill("tea"), ...new Array(30).fill("milk"), "name of one person"];
 * counts.release(words, stream(20261115, "example")); // => [["milk", 30], ["tea", 42]]
 * ```
 * @claim stability-histogram
 * @also stability-based histogram, partition selection
 */
import type { Given } from "../../numerics/parameters.ts";
import { refuseData, requireList } from "../../numerics/requirements.ts";
import { type ApproximateGuarantee, approximate } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import type { Random } from "../../random/random.ts";
import { type Fraction, fractionOf, type Rational } from "../../random/rational.ts";
import type { Stream } from "../../random/stream.ts";
import { rationalBound } from "../laws/rational-bound.ts";
import { type BudgetIn, withBudgetIn } from "../noise/exact-budget.ts";
import { recordNeighbours } from "./noisy-statistic.ts";
import {
  countNoise,
  countThresholdFor,
  type KeyedCounts,
  type KeyedRelease,
  type ThresholdedCounts,
  thresholdedCounts,
} from "./thresholded-counts.ts";

const KEYED = { noise: countNoise, neighbours: recordNeighbours };

/** The delta is what is allowed; the guarantee of the mechanism states that of its threshold, which is not above it. */
export const stabilityHistogramParameters = withBudgetIn(["approximate"], KEYED);

export type StabilityHistogramParameters<Epsilon extends number | Rational> = BudgetIn<"approximate", Epsilon> &
  Given<typeof KEYED>;

/** All but the law, which discrete Laplace noise has. */
export interface StabilityHistogram
  extends Omit<ThresholdedCounts, "law" | "release" | "releaseMany" | "worstPair" | "guarantee"> {
  readonly guarantee: ApproximateGuarantee;
  /** Noisy counts below it are hidden. */
  readonly threshold: number;
  release(keys: readonly string[], random: Stream): KeyedRelease;
  worstPair(): readonly [readonly string[], readonly string[]];
}

type WithThreshold<Source> = ClosedMechanism<readonly string[], KeyedRelease, Source, DiscreteLaw<KeyedRelease>> &
  Pick<StabilityHistogram, "threshold" | "guarantee">;

export function stabilityHistogram(
  parameters: StabilityHistogramParameters<number> & { readonly noise: "discrete-laplace" },
): WithThreshold<Stream>;
export function stabilityHistogram(parameters: StabilityHistogramParameters<Rational>): WithThreshold<Random>;
export function stabilityHistogram(parameters: StabilityHistogramParameters<number>): StabilityHistogram;
export function stabilityHistogram(parameters: StabilityHistogramParameters<number | Rational>): StabilityHistogram {
  const { guarantee, fraction, noise, neighbours } = stabilityHistogramParameters.read(parameters);
  const { epsilon: stated, delta } = guarantee;
  const changed = neighbours === "swap" ? 2 : 1;
  // What one count may lose.
  const share = fraction === undefined ? stated / changed : dividedBy(fraction, changed);
  const shareBound = typeof share === "number" ? share : rationalBound("epsilon", share);
  const threshold = countThresholdFor({ noise, epsilon: shareBound, sensitivity: 1, delta });
  const counts = thresholdedCounts({ noise, epsilon: share as number, sensitivity: 1, threshold });
  const seen = (counts.guarantee as ApproximateGuarantee).delta;
  return {
    name: "stability-histogram",
    neighbours,
    threshold,
    guarantee: approximate(stated, seen),
    release: (keys, random) => counts.release(countsOf(keys), random),
    // Of all keys together no more is known than the worst case of the guarantee.
    privacyLoss: () => ({ ...worstCasePld({ epsilon: stated, delta: seen }), attained: false }),
    worstPair: () => [neighbours === "swap" ? ["x"] : [], ["y"]],
    ...(counts.law !== undefined && { law: lawOf(counts.law) }),
  };
}

const lawOf =
  (law: (counts: KeyedCounts) => DiscreteLaw<KeyedRelease>) =>
  (keys: readonly string[]): DiscreteLaw<KeyedRelease> =>
    law(countsOf(keys));

function dividedBy({ numerator, denominator }: Fraction, parts: number): Fraction {
  return fractionOf("epsilon", { numerator, denominator: denominator * BigInt(parts) }, 1n);
}

function countsOf(keys: readonly string[]): KeyedCounts {
  requireList("records", keys);
  const counts = new Map<string, number>();
  for (const key of keys) {
    if (typeof key !== "string") refuseData("a record", "a string");
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
