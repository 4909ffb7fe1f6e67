/**
 * The optimal attack, run: counts of outputs by class under both hypotheses, and what they say of the exact curve and of the claim.
 *
 * Half of the draws choose the event by which epsilon is certified, the other half count it.
 */
import { certifiedLogRatio } from "../../lib/auditing/certified-epsilon.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { oneSidedBandWidth } from "../../lib/statistics/dvoretzky-kiefer-wolfowitz.ts";
import { empiricalBernstein } from "../../lib/statistics/empirical-bernstein.ts";
import {
  type Check,
  estimateEquals,
  refutableAtLeast,
  refutableAtMost,
  type SampleContext,
  surelyAtMost,
} from "../kit.ts";
import type { Claimed, MembershipGame } from "./game.ts";

/** Counts by class of non-members and members, in the half that chooses and in the half that counts; arrays where they are stored. */
interface AttackCounts<Counts = readonly number[]> {
  readonly choosing: readonly [Counts, Counts];
  readonly counting: readonly [Counts, Counts];
  /** Pairs of one non-member and one member of which the best cut got both, or one, right. */
  readonly bothRight: number;
  readonly oneRight: number;
}

/** Pairs at a time, so that they stay in the cache of the processor; an even number. */
const CHUNK = 8192;

export function attack(
  { classes, draw, firstTelling }: Pick<MembershipGame, "classes" | "draw" | "firstTelling">,
  count: number,
  random: Stream,
): AttackCounts<Int32Array> {
  const zeros = () => [new Int32Array(classes), new Int32Array(classes)] as const;
  const [choosing, counting] = [zeros(), zeros()];
  const rooms = [new Uint16Array(CHUNK), new Uint16Array(CHUNK)];
  let bothRight = 0;
  for (let done = 0; done < count; done += CHUNK) {
    const [outsiders, insiders] = rooms.map((room) => room.subarray(0, Math.min(CHUNK, count - done)));
    draw(0, outsiders, random);
    draw(1, insiders, random);
    tally(outsiders, choosing[0], counting[0]);
    tally(insiders, choosing[1], counting[1]);
    bothRight += rightPairs(outsiders, insiders, firstTelling);
  }
  const below = (member: 0 | 1) =>
    countBelow(choosing[member], firstTelling) + countBelow(counting[member], firstTelling);
  const right = below(0) + count - below(1);
  return { choosing, counting, bothRight, oneRight: right - 2 * bothRight };
}

/**
 * Pairs of which both are guessed right: the outsider is below, the insider is not. By the signs of differences: a branch could not
 * be predicted.
 */
function rightPairs(outsiders: Uint16Array, insiders: Uint16Array, firstTelling: number): number {
  let pairs = 0;
  for (let k = 0; k < outsiders.length; k++) {
    pairs += ((outsiders[k] - firstTelling) & (firstTelling - 1 - insiders[k])) >>> 31;
  }
  return pairs;
}

function countBelow(counts: Int32Array, first: number): number {
  return counts.subarray(0, first).reduce((sum, count) => sum + count, 0);
}

/** Counts classes in turn for the one half and for the other. */
function tally(found: Uint16Array, even: Int32Array, odd: Int32Array): void {
  const pairs = found.length & ~1;
  for (let k = 0; k < pairs; k += 2) {
    even[found[k]]++;
    odd[found[k + 1]]++;
  }
  if (pairs < found.length) even[found[pairs]]++;
}

export interface Rates {
  readonly alpha: Float64Array;
  readonly beta: Float64Array;
}

/** Observed errors of every cut. */
export function ratesOf({ choosing, counting }: AttackCounts, trials: number): Rates {
  const cuts = choosing[0].length - 1;
  const [alpha, beta] = [new Float64Array(cuts), new Float64Array(cuts)];
  let [above, below] = [0, 0];
  for (let k = 0; k < cuts; k++) {
    below += choosing[1][k] + counting[1][k];
    beta[k] = below / trials;
    above += choosing[0][cuts - k] + counting[0][cuts - k];
    alpha[cuts - 1 - k] = above / trials;
  }
  return { alpha, beta };
}

/** Whether the exact curve lies in the band around the observed one at every cut, those inside classes included. */
export function judgeBand(game: MembershipGame, rates: Rates, { trials, errorRate }: SampleContext): Check {
  const width = oneSidedBandWidth({ count: trials, errorRate: errorRate / 4 });
  const { alpha, beta, coarse } = game;
  let [least, most] = [0, 0];
  for (const [exact, observed, fallsFrom] of [
    [alpha, rates.alpha, 1],
    [beta, rates.beta, 0],
  ] as const) {
    for (let k = 0; k <= exact.length; k++) {
      if (k < exact.length) least = Math.max(least, Math.abs(observed[k] - exact[k]));
      if (!coarse) continue;
      const before = (rate: Float64Array) => (k === 0 ? fallsFrom : rate[k - 1]);
      const after = (rate: Float64Array) => (k === exact.length ? 1 - fallsFrom : rate[k]);
      most = Math.max(most, Math.abs(before(observed) - after(exact)), Math.abs(after(observed) - before(exact)));
    }
  }
  return surelyAtMost({ estimate: least, upper: Math.max(least, most) }, width);
}

/** Whether some cut is significantly inside the region that the claim forbids, in either direction. */
export function judgeRegion({ epsilon, delta }: Claimed, rates: Rates, { trials, errorRate }: SampleContext): Check {
  const width = oneSidedBandWidth({ count: trials, errorRate: errorRate / 2 });
  const slope = exp(epsilon);
  let [lowest, lowestUpper] = [1, 1];
  for (let k = 0; k < rates.alpha.length; k++) {
    const [alpha, beta] = [rates.alpha[k], rates.beta[k]];
    const [upperAlpha, upperBeta] = [Math.min(1, alpha + width), Math.min(1, beta + width)];
    lowest = Math.min(lowest, beta + slope * alpha, alpha + slope * beta);
    lowestUpper = Math.min(lowestUpper, upperBeta + slope * upperAlpha, upperAlpha + slope * upperBeta);
  }
  return refutableAtLeast({ estimate: lowest, upper: lowestUpper }, 1 - delta);
}

/** The balanced accuracy of the best guess, against its exact value. */
export function judgeAccuracy(counts: AttackCounts, exact: number, { trials, errorRate }: SampleContext): Check {
  const { bothRight, oneRight } = counts;
  const mean = (bothRight + oneRight / 2) / trials;
  const variance = Math.max(0, (bothRight + oneRight / 4 - trials * mean * mean) / (trials - 1));
  const interval = empiricalBernstein({ count: trials, mean, variance, least: 0, greatest: 1, errorRate });
  const found = { estimate: mean, ...interval, standardError: Math.sqrt(variance / trials) };
  return estimateEquals(found, exact, trials >= 1_000_000 ? 0.002 : 0.005);
}

/** The epsilon that the attack certifies, against the claimed one. */
export function judgeCertified(claimed: Claimed, counts: AttackCounts, context: SampleContext): Check {
  const certified = Math.max(
    0,
    certify(claimed, counts.choosing, counts.counting, context, "above"),
    certify(claimed, counts.choosing, counts.counting, context, "below"),
  );
  return refutableAtMost({ estimate: certified, lower: certified }, claimed.epsilon);
}

type Halves = AttackCounts["choosing"];

/** The events are "above a cut", likelier for members, and "below a cut", likelier for non-members. */
function certify(
  { delta }: Claimed,
  choosing: Halves,
  counting: Halves,
  { trials, errorRate }: SampleContext,
  side: "above" | "below",
): number {
  const half = [Math.ceil(trials / 2), Math.floor(trials / 2)];
  const chosen = tails(choosing, side);
  let [best, gain] = [-1, -Infinity];
  for (let k = 0; k < chosen.over.length; k++) {
    const value = roughGain(chosen.over[k], chosen.under[k], half[0], delta);
    if (value > gain) [gain, best] = [value, k];
  }
  if (best < 0) return -Infinity;
  const counted = tails(counting, side);
  return certifiedLogRatio({
    over: { successes: counted.over[best], trials: half[1] },
    under: { successes: counted.under[best], trials: half[1] },
    delta,
    errorRate: errorRate / 2,
  });
}

function tails([nulls, members]: Halves, side: "above" | "below") {
  const cuts = nulls.length - 1;
  const from = (counts: readonly number[]) => {
    const sums = new Array<number>(cuts);
    let sum = 0;
    for (let k = 0; k < cuts; k++) {
      sum += side === "below" ? counts[k] : counts[cuts - k];
      sums[k] = sum;
    }
    return sums;
  };
  return side === "above" ? { over: from(members), under: from(nulls) } : { over: from(nulls), under: from(members) };
}

/** A choice, not a bound: four standard deviations off either way. */
function roughGain(over: number, under: number, trials: number, delta: number): number {
  const low = over - 4 * Math.sqrt(over) - delta * trials;
  return low > 0 ? log(low / (under + 4 * Math.sqrt(under) + 8)) : -Infinity;
}
