/**
 * Propose-test-release: noise of a proposed sensitivity, if the data are far from any at which the statistic may move by more.
 *
 * `distance(records)` is the least number of steps between neighbours from the records to some at which a neighbour's statistic is
 * further away than `proposed`: 0 where that is so already. It is tested with noise; if it does not pass, the release is "unstable"
 * and tells no more.
 * Theorem: let the test, distance + noise >= T with discrete Laplace noise of scale 1 / e1, and the release, statistic + discrete
 * Laplace noise of scale proposed / e2, have e1 + e2 = epsilon. The distance of neighbours differs by at most 1, so that the test
 * is e1-private. If one of two neighbours has a distance of at least 1, their statistics differ by at most `proposed`, and the
 * whole is epsilon-private. If both have distance 0, their tests have one law, and something else than "unstable" is released with
 * probability d = P(noise >= T) = a^T / (1 + a), a = e^-e1. So the whole is (epsilon, d)-differentially private, where T is the
 * least whole number with d <= delta; where the statistics of such neighbours are far apart, d is attained at every epsilon.
 * Source: Dwork, Lei, "Differential privacy and robust statistics" (STOC 2009), doi:10.1145/1536414.1536466.
 * Limits: that `distance` is this distance, or any smaller one that neighbours change by at most 1, is the caller's word:
 * `proposeTestReleaseMedian` is a worked case. Statistics are whole numbers. Float64 epsilons are for study, as noise of integers
 * has its law up to 2^-53 only.
 * @example
 * ```ts
 * import { proposeTestRelease } from "epsilab/mechanisms";
 * import { stream } from "epsilab";
 * // Do most of an odd number of people say yes? A lead of 2 m + 1 votes is m changed votes away from a lead of 1, which one more turns.
 * const ahead = (votes: readonly number[]) => Math.abs(2 * votes.reduce((a, b) => a + b, 0) - votes.length);
 * const mostSayYes = proposeTestRelease<number>({
 *   epsilon: 1,
 *   delta: 1e-6,
 *   proposed: 1,
 *   neighbours: "swap",
 *   statistic: (votes) => (2 * votes.reduce((a, b) => a + b, 0) > votes.length ? 100 : 0),
 *   distance: (votes) => (ahead(votes) - 1) / 2,
 * });
 * mostSayYes.threshold; // => 27
 * mostSayYes.release([...new Array(150).fill(1), ...new Array(51).fill(0)], stream(20261115, "example")); // => 101
 * ```
 * @claim propose-test-release
 * @also ptr
 */
import { logSumExp } from "../../numerics/log-sum.ts";
import { callable, count, type Given, openProbability, optional } from "../../numerics/parameters.ts";
import { requireIntegerData, requireList } from "../../numerics/requirements.ts";
import { type Budget, withBudget } from "../../privacy/guarantees/budget.ts";
import { type ApproximateGuarantee, approximate } from "../../privacy/guarantees/guarantee.ts";
import type { DominatingPair, Mechanism } from "../../privacy/guarantees/mechanism.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import type { DiscreteLaw, NumberLaw } from "../../privacy/loss/law.ts";
import type { Stream } from "../../random/stream.ts";
import { discreteLaplace } from "../noise/discrete-laplace.ts";
import { type RecordNeighbours, recordNeighbours } from "../statistics/noisy-statistic.ts";
import { countThresholdFor, thresholdedCounts } from "../statistics/thresholded-counts.ts";

/** What is proposed and how it is tested, besides the budget. */
export const TESTED = {
  /** How far the statistic may move between neighbours, a whole number of at least 1. */
  proposed: count,
  /** The share of epsilon for the test: a half by default. */
  testShare: optional(openProbability, 0.5),
};

const TESTED_RECORDS = {
  neighbours: recordNeighbours,
  /** A whole number. */
  statistic: callable<(records: readonly never[]) => number>(),
  /** A whole number of at least 0. */
  distance: callable<(records: readonly never[]) => number>(),
};

/** The delta is at least 1e-300 and below 1/2; the guarantee of the mechanism states that of its threshold, which is not above it. */
export const proposeTestReleaseParameters = withBudget(["approximate"], { ...TESTED, ...TESTED_RECORDS });

export type ProposeTestReleaseBudget = Budget<"approximate"> & Given<typeof TESTED>;

export type ProposeTestReleaseParameters<Row> = ProposeTestReleaseBudget & {
  readonly neighbours: RecordNeighbours;
  /** A whole number. */
  statistic(records: readonly Row[]): number;
  /** A whole number of at least 0. */
  distance(records: readonly Row[]): number;
};

/** The noisy statistic, or that the data are not known to be stable. */
export type TestedRelease = number | "unstable";

export interface ProposeTestRelease<Row>
  extends Omit<Mechanism<readonly Row[], TestedRelease, Stream>, "law" | "guarantee" | "releaseMany"> {
  readonly guarantee: ApproximateGuarantee;
  /** The noisy distance must reach it. */
  readonly threshold: number;
  law(records: readonly Row[]): DiscreteLaw<TestedRelease>;
  privacyLoss(): DominatingPair;
}

export function proposeTestRelease<Row>(parameters: ProposeTestReleaseParameters<Row>): ProposeTestRelease<Row> {
  const { guarantee, proposed, testShare, neighbours } = proposeTestReleaseParameters.read(parameters);
  const { statistic, distance } = parameters;
  const { epsilon, delta } = guarantee;
  const testEpsilon = epsilon * testShare;
  const test = discreteLaplace({ epsilon: testEpsilon, sensitivity: 1, neighbours });
  const noisy = discreteLaplace({ epsilon: epsilon - testEpsilon, sensitivity: proposed, neighbours });
  // A key of one record is seen where 1 + noise reaches that threshold; here noise must reach it alone.
  const noise = "discrete-laplace" as const;
  const threshold = countThresholdFor({ noise, epsilon: testEpsilon, sensitivity: 1, delta }) - 1;
  const seen = thresholdedCounts({ noise, epsilon: testEpsilon, sensitivity: 1, threshold: threshold + 1 });
  const passing = (seen.guarantee as ApproximateGuarantee).delta;
  const read = (records: readonly Row[]) => {
    requireList("records", records);
    const found = { distance: distance(records), statistic: statistic(records) };
    requireIntegerData({ distance: found.distance }, 0);
    requireIntegerData({ statistic: found.statistic }, Number.MIN_SAFE_INTEGER);
    return found;
  };
  return {
    name: "propose-test-release",
    neighbours,
    guarantee: approximate(epsilon, passing),
    threshold,
    release: (records, random) => {
      const found = read(records);
      const passes = test.release(found.distance, random) >= threshold;
      return passes ? noisy.release(found.statistic, random) : "unstable";
    },
    law: (records) => {
      const found = read(records);
      return testedLaw(test.law(found.distance), noisy.law(found.statistic), threshold);
    },
    privacyLoss: () => ({ ...worstCasePld({ epsilon, delta: passing }), attained: false }),
  };
}

/** "unstable" below the threshold, and else the noisy statistic. */
function testedLaw(test: NumberLaw, noisy: NumberLaw, threshold: number): DiscreteLaw<TestedRelease> {
  const { support } = test;
  const logShare = (kept: (value: number) => boolean) => logSumExp(support.filter(kept).map(test.logMass));
  const [passes, fails] = [logShare((value) => value >= threshold), logShare((value) => value < threshold)];
  return {
    kind: "discrete",
    get support() {
      return [...(fails > -Infinity ? ["unstable" as const] : []), ...(passes > -Infinity ? noisy.support : [])];
    },
    logMass: (output) => (output === "unstable" ? fails : passes + noisy.logMass(output)),
    neglected: Math.min(1, test.neglected + noisy.neglected),
  };
}
