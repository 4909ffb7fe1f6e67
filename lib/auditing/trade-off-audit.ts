/**
 * Trade-off audit: many thresholds of one score at once, against the trade-off curve of (epsilon, delta).
 *
 * Theorem: a test between neighbours with false-alarm rate alpha and miss rate beta obeys beta + e^epsilon alpha >= 1 - delta and
 * alpha + e^epsilon beta >= 1 - delta. Upper limits for both rates that hold at all thresholds together, with probability at least
 * 1 - errorRate, come from Clopper-Pearson at errorRate / (2 thresholds) on a half that did not choose the thresholds, or at every
 * threshold from the one-sided band of Dvoretzky, Kiefer and Wolfowitz on all outputs.
 * Source: Wasserman, Zhou (2010), Kairouz, Oh, Viswanath (2015) for the curve; Massart (1990) for the band.
 * Limits: as for every audit by sampling; limits for each threshold alone would falsely refute a correct Laplace mechanism.
 */
import { log } from "../numerics/logarithm.ts";
import { refuse, requireInteger, requireOpenProbability, requireProbability } from "../numerics/requirements.ts";
import { sortFloat64 } from "../numerics/sort.ts";
import { oneSidedBandWidth } from "../statistics/dvoretzky-kiefer-wolfowitz.ts";
import { judgeSampledEpsilon, type PrivacyVerdict } from "../statistics/privacy-verdict.ts";
import { clopperPearsonUpper } from "../statistics/proportion-interval.ts";
import type { Claim } from "./discrete-audit.ts";
import { countHits } from "./event-choice.ts";

export interface ScorePair {
  /** Scores under the neighbour that the test calls the null; a high score speaks for `second`. */
  readonly first: ArrayLike<number>;
  readonly second: ArrayLike<number>;
}

export interface TradeOffClaim extends Claim {
  readonly errorRate: number;
  /** How many thresholds to choose on the first half, or the band over all. */
  readonly thresholds: number | "band";
}

export function auditTradeOff(scores: ScorePair, claim: TradeOffClaim): PrivacyVerdict {
  const { epsilon, delta, errorRate, thresholds } = claim;
  requireProbability({ delta });
  requireOpenProbability({ errorRate });
  const [first, second] = [checked("first", scores.first), checked("second", scores.second)];
  const limits =
    thresholds === "band"
      ? bandLimits(first, second, errorRate)
      : chosenLimits({ first, second, errorRate, thresholds });
  let certified = 0;
  for (const [alarm, miss] of limits) {
    certified = Math.max(certified, logGain(1 - delta - miss, alarm), logGain(1 - delta - alarm, miss));
  }
  return judgeSampledEpsilon({ certified, claimed: epsilon });
}

function logGain(above: number, below: number): number {
  return above > 0 ? log(above / below) : -Infinity;
}

/** Pairs of upper limits for the rates of false alarm {score >= t} under `first` and of miss {score < t} under `second`. */
function* chosenLimits({
  first,
  second,
  errorRate,
  thresholds,
}: {
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly errorRate: number;
  readonly thresholds: number;
}): Generator<readonly [number, number]> {
  requireInteger({ thresholds }, 1);
  const split = (all: Float64Array) => [all.slice(0, all.length >> 1), sortFloat64(all.slice(all.length >> 1))];
  const [[firstTraining, firstHeld], [secondTraining, secondHeld]] = [split(first), split(second)];
  const training = sortFloat64(Float64Array.from([...firstTraining, ...secondTraining]));
  for (let k = 0; k < thresholds; k++) {
    const threshold = training[Math.floor(((k + 0.5) * training.length) / thresholds)];
    const alarms = countHits(firstHeld, threshold, true);
    const misses = secondHeld.length - countHits(secondHeld, threshold, true);
    const limit = (successes: number, trials: number) =>
      clopperPearsonUpper({ successes, trials, errorRate: errorRate / (2 * thresholds) });
    yield [limit(alarms, firstHeld.length), limit(misses, secondHeld.length)];
  }
}

function* bandLimits(
  first: Float64Array,
  second: Float64Array,
  errorRate: number,
): Generator<readonly [number, number]> {
  const [nulls, others] = [sortFloat64(first.slice()), sortFloat64(second.slice())];
  const alarmWidth = oneSidedBandWidth({ count: nulls.length, errorRate: errorRate / 2 });
  const missWidth = oneSidedBandWidth({ count: others.length, errorRate: errorRate / 2 });
  for (const threshold of new Set([...nulls, ...others])) {
    const alarms = countHits(nulls, threshold, true) / nulls.length;
    const misses = 1 - countHits(others, threshold, true) / others.length;
    yield [Math.min(1, alarms + alarmWidth), Math.min(1, misses + missWidth)];
  }
}

function checked(name: string, scores: ArrayLike<number>): Float64Array {
  if (!(scores.length >= 2)) refuse(`${name} scores`, "at least 2", scores.length);
  const copy = Float64Array.from(scores);
  for (let k = 0; k < copy.length; k++) if (Number.isNaN(copy[k])) refuse(`${name} score`, "a number", Number.NaN);
  return copy;
}
