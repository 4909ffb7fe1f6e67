/**
 * RAPPOR: bits are answered in two stages. The permanent answer replaces each bit by a fair coin with probability f, once and for all;
 * each report then tells a permanent 1 as 1 with probability q and a permanent 0 as 1 with probability p.
 *
 * Theorem: vectors with h ones (a Bloom filter of h hash functions) differ in at most 2 h places, h of each kind. The permanent
 * answer is 2 h ln((1 - f/2) / (f/2))-differentially private. After k reports the number of ones that a place had is sufficient, and
 * its ratio largest at k ones or at none, so that k reports are epsilon_k-private, exactly, with epsilon_k = h (ln((1 - f/2) q^k +
 * (f/2) p^k) - ln((f/2) q^k + (1 - f/2) p^k)) + the same of 1 - p and 1 - q for q and p. For k = 1 that is h ln(q' (1 - p') / (p' (1 -
 * q'))) with q' = (1 - f/2) q + (f/2) p and p' = (f/2) q + (1 - f/2) p; for ever more reports it rises to that of the permanent
 * answer, and never above. With f = 0 the limit is infinite: a permanent answer is what protects those who report daily.
 * Source: Erlingsson, Pihur, Korolova, "RAPPOR" (CCS 2014), theorems 1 and 2, doi:10.1145/2660267.2660348; epsilon_k is our own.
 * Limits: a person's value must not change: each new value has a permanent answer of its own, and the epsilons add up. Whoever sees the
 * permanent answer can link reports. Float64 coins, met within 2^-53; for study. The law lists its support up to 16 bits.
 * @example
 * ```ts
 * import { rappor } from "epsilab/mechanisms";
 * const chrome = rappor({ bits: 128, weight: 2, noise: 0.5, whenOne: 0.75, whenZero: 0.5 });
 * chrome.guarantee.epsilon; // => 1.0742...
 * chrome.epsilonAfter(4); // => 3.2887...
 * chrome.permanent.guarantee; // => { kind: "pure", epsilon: 4.394... }
 * ```
 * @claim rappor-stages
 * @also rappor, permanent randomized response, instantaneous randomized response, local dp
 */
import { binomialLogMass } from "../../numerics/binomial.ts";
import { logAddExp } from "../../numerics/log-sum.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { count, declare, openProbability, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse, requireInteger, requireProbability } from "../../numerics/requirements.ts";
import { type PureGuarantee, pure } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { discretePld } from "../../privacy/loss/discrete-pld.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { sampleBernoulli } from "../../random/bernoulli.ts";
import type { Stream } from "../../random/stream.ts";
import { areBits, type Bits, type BitvectorResponse, bitvectorResponse, listedBits } from "./bitvector-response.ts";

export const rapporParameters = declare(
  {
    bits: count,
    /** The largest number of ones in a vector: of hash functions. */
    weight: count,
    /** The probability f that a bit of the permanent answer is a fair coin. */
    noise: openProbability,
    /** The probability q that a permanent 1 is reported as 1. */
    whenOne: openProbability,
    /** The probability p that a permanent 0 is reported as 1. */
    whenZero: openProbability,
  },
  ({ bits, weight, whenOne, whenZero }) => {
    if (!(2 * weight <= bits)) refuse("weight", `at most half of the number of bits, ${bits}`, weight);
    if (!(whenOne > whenZero)) refuse("whenOne", `above whenZero, ${whenZero}`, whenOne);
  },
);

export interface RapporParameters extends ParametersOf<typeof rapporParameters> {}

/** The mechanism is one report with its permanent answer; both stages stand beside it. */
export interface Rappor extends ClosedMechanism<Bits, Bits, Stream, DiscreteLaw<Bits>> {
  readonly guarantee: PureGuarantee;
  /** The first stage: its release is kept, and reported from. */
  readonly permanent: BitvectorResponse;
  /** The second stage: a report from a permanent answer. */
  report(permanent: Bits, random: Stream): Bits;
  /** The exact epsilon of this many reports from one permanent answer. */
  epsilonAfter(reports: number): number;
  /** The unbiased estimate of the share of people with a 1 at a place, from the share of reports 1. */
  estimate(reportShare: number): number;
}

export function rappor(parameters: RapporParameters): Rappor {
  const { bits, weight, noise, whenOne, whenZero } = rapporParameters.read(parameters);
  const permanent = bitvectorResponse({ noise, bits, weight });
  const half = noise / 2;
  // Of a true 1 and of a true 0: how likely a report of 1 is.
  const ofOne = (1 - half) * whenOne + half * whenZero;
  const ofZero = half * whenOne + (1 - half) * whenZero;
  const epsilonAfter = (reports: number) => {
    requireInteger({ reports }, 1);
    // Rounded up: some ten roundings of half a unit each.
    const found = weight * (allAlike(reports, whenOne, whenZero) + allAlike(reports, 1 - whenZero, 1 - whenOne));
    return Math.min(found * (1 + 8 * Number.EPSILON) + 8 * Number.EPSILON * weight, permanent.guarantee.epsilon);
  };
  /** The log-ratio of k reports that are all of the likelier kind: likely under one bit, unlikely under the other. */
  const allAlike = (reports: number, likely: number, unlikely: number) => {
    const [high, low] = [reports * log(likely), reports * log(unlikely)];
    const [logKept, logTurned] = [log1p(-half), log(half)];
    return logAddExp(logKept + high, logTurned + low) - logAddExp(logTurned + high, logKept + low);
  };
  const report = (answer: Bits, random: Stream) =>
    answer.map((bit) => sampleBernoulli(bit === 1 ? whenOne : whenZero, random));
  const logOne = [log1p(-ofOne), log(ofOne)];
  const logZero = [log1p(-ofZero), log(ofZero)];
  return {
    name: "rappor",
    neighbours: "swap",
    guarantee: pure(epsilonAfter(1)),
    permanent,
    report: (answer, random) => {
      if (!areBits(answer, bits)) refuse("permanent", `a list of ${bits} bits`, answer);
      return report(answer, random);
    },
    release: (truth, random) => report(permanent.release(truth, random), random),
    law: (truth) => {
      permanent.law(truth);
      return {
        kind: "discrete",
        get support() {
          return listedBits({ bits });
        },
        logMass: (answer) => {
          if (!areBits(answer, bits)) return -Infinity;
          return answer.reduce((sum, bit, k) => sum + (truth[k] === 1 ? logOne : logZero)[bit], 0);
        },
        neglected: 0,
      };
    },
    privacyLoss: () => {
      // Reports of 1 among the places that were 1, and among those that became 1.
      const counts = Array.from({ length: weight + 1 }, (_, k) => k);
      const mass = (probability: number) => (successes: number) =>
        binomialLogMass({ trials: weight, successes, probability });
      const [one, zero] = [mass(ofOne), mass(ofZero)];
      const first = counts.flatMap((i) => counts.map((j) => one(i) + zero(j)));
      const second = counts.flatMap((i) => counts.map((j) => zero(i) + one(j)));
      return { ...discretePld(first, second), attained: true };
    },
    worstPair: permanent.worstPair,
    epsilonAfter,
    estimate: (reportShare) => {
      requireProbability({ reportShare });
      return (reportShare - ofZero) / ((1 - noise) * (whenOne - whenZero));
    },
  };
}
