/**
 * Operating boxes: the rates of false and true positives of an attack at fixed thresholds, each with its interval, against a
 * trade-off curve.
 *
 * Theorem: under a curve f the true rates obey TPR <= 1 - f(FPR). The intervals of Clopper and Pearson, each at errorRate / (2
 * thresholds), hold all rates together with probability at least 1 - errorRate; a box that lies wholly beyond the limit, its corner
 * of the highest FPR and the lowest TPR included, then refutes f. As the limit does not fall with the FPR, that corner decides.
 * Source: Clopper, Pearson (1934); Dong, Roth, Su (JRSS B 2022) for the limit.
 * Limits: thresholds must be fixed without looking at these scores, and every score must come from a model of its own. Never
 * certifies privacy.
 * @example
 * ```ts
 * import { judgeOperatingBoxes, operatingBoxes } from "epsilab/auditing";
 * import { gaussianTradeOff } from "epsilab/privacy";
 * const scores = { members: [3, 2, 2, 1, 3, 4, 3, 2], others: [0, 1, 0, 0, 1, 0, 1, 0] };
 * const boxes = operatingBoxes(scores, { thresholds: [2], errorRate: 0.05 });
 * boxes[0].truePositiveRate; // => { lower: 0.4245..., upper: 0.9984..., estimate: 0.875 }
 * judgeOperatingBoxes(boxes, gaussianTradeOff(1)).verdict; // => "not-refuted"
 * ```
 * @claim empirical-membership
 */
import {
  count,
  declare,
  integer,
  listOf,
  number,
  openProbability,
  type ParametersOf,
  requireKnownNames,
} from "../numerics/parameters.ts";
import { ANY_NUMBER, refuse, requireList, requireMadeBy, requireProbability } from "../numerics/requirements.ts";
import type { TradeOff } from "../privacy/trade-off/trade-off.ts";
import type { Interval } from "../statistics/interval.ts";
import { clopperPearson } from "../statistics/proportion-interval.ts";
import { type CanaryScores, countPassing, requireScores, sortedScores } from "./receiver-operating-curve.ts";

export interface RateEstimate extends Interval {
  readonly estimate: number;
}

export interface OperatingBox {
  readonly falsePositiveRate: RateEstimate;
  readonly truePositiveRate: RateEstimate;
}

/** How many of the models without and with the target were called members. */
const operatingCounts = declare(
  { falsePositives: integer(0), others: count, truePositives: integer(0), members: count },
  ({ falsePositives, others, truePositives, members }) => {
    if (falsePositives > others) refuse("falsePositives", `at most others, ${others}`, falsePositives);
    if (truePositives > members) refuse("truePositives", `at most members, ${members}`, truePositives);
  },
);

export interface OperatingCounts extends ParametersOf<typeof operatingCounts> {}

export const boxPlan = declare({
  /** Scores at or above it say "member"; Infinity: nobody. */
  thresholds: listOf(number(ANY_NUMBER)),
  /** That any of the intervals misses. */
  errorRate: openProbability,
});

export interface BoxPlan extends ParametersOf<typeof boxPlan> {}

/** From counts at one threshold, each interval at `errorRate`. */
export function operatingBox(counts: OperatingCounts, errorRate: number): OperatingBox {
  operatingCounts.read(counts, "counts");
  const rate = (successes: number, trials: number): RateEstimate => ({
    ...clopperPearson({ successes, trials, errorRate }),
    estimate: successes / trials,
  });
  return {
    falsePositiveRate: rate(counts.falsePositives, counts.others),
    truePositiveRate: rate(counts.truePositives, counts.members),
  };
}

/** One for each threshold; they hold together. */
export function operatingBoxes(scores: CanaryScores, plan: BoxPlan): OperatingBox[] {
  requireScores(scores);
  const { thresholds, errorRate } = boxPlan.read(plan, "plan");
  const [members, others] = [sortedScores("members", scores.members), sortedScores("others", scores.others)];
  return Array.from(thresholds, (threshold) => {
    const counts = {
      falsePositives: countPassing(others, threshold),
      others: others.length,
      truePositives: countPassing(members, threshold),
      members: members.length,
    };
    return operatingBox(counts, errorRate / (2 * thresholds.length));
  });
}

export interface BoxJudgement {
  readonly verdict: "violated" | "not-refuted";
  /** The box that comes nearest to lying wholly beyond the limit, or lies furthest beyond. */
  readonly worst: OperatingBox;
  /** The highest true-positive rate that the curve allows at the highest false-positive rate of that box. */
  readonly limit: number;
}

export function judgeOperatingBoxes(boxes: readonly OperatingBox[], curve: Pick<TradeOff, "power">): BoxJudgement {
  requireList("boxes", boxes);
  if (boxes.length === 0) refuse("boxes", "at least one", boxes);
  requireMadeBy("curve", curve, "tradeOff", ["power"]);
  let [worst, limit, excess] = [boxes[0], 1, -Infinity];
  for (const [k, box] of boxes.entries()) {
    requireKnownNames(box, ["falsePositiveRate", "truePositiveRate"], `boxes[${k}]`);
    requireRate(`the false-positive rate of boxes[${k}]`, box.falsePositiveRate);
    requireRate(`the true-positive rate of boxes[${k}]`, box.truePositiveRate);
    const allowed = curve.power(box.falsePositiveRate.upper);
    const beyond = box.truePositiveRate.lower - allowed;
    if (beyond > excess) [worst, limit, excess] = [box, allowed, beyond];
  }
  return { verdict: excess > 0 ? "violated" : "not-refuted", worst, limit };
}

function requireRate(name: string, rate: RateEstimate): void {
  requireKnownNames(rate, ["lower", "estimate", "upper"], name);
  const { lower, estimate, upper } = rate;
  requireProbability({
    [`lower end of ${name}`]: lower,
    [`estimate of ${name}`]: estimate,
    [`upper end of ${name}`]: upper,
  });
  if (!(lower <= estimate && estimate <= upper)) refuse(name, `within [${lower}, ${upper}]`, estimate);
}
