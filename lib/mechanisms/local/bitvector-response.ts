/**
 * Randomized response on a vector of bits: each bit is kept with probability 1 - f, else replaced by a fair coin (RAPPOR's
 * permanent answer).
 *
 * Theorem: a bit keeps its value with probability 1 - f / 2, so that its two laws differ by the factor (2 - f) / f. Two vectors
 * with at most `weight` ones differ in at most d = min(2 weight, bits) places, and the answer is d ln((2 - f) / f)-differentially
 * private; no better, as vectors that differ in d places attain it. For a share m of answers 1 at a place, (m - f / 2) / (1 - f)
 * estimates the true share without bias. For a wanted epsilon f is 2 / (1 + e^(epsilon / d)).
 * Source: Erlingsson, Pihur, Korolova, "RAPPOR" (CCS 2014), section 3.1, doi:10.1145/2660267.2660348.
 * Limits: for one report of each respondent; repeated ones compose. Float64 coins, met within 2^-53; for study. The law lists its
 * support up to 16 bits; `logMass` serves beyond.
 * @also basic rappor, local dp
 */
import { binomialLogMass } from "../../numerics/binomial.ts";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { count, type Given, openProbability } from "../../numerics/parameters.ts";
import {
  type Named,
  refuse,
  refuseData,
  requireList,
  requireOpenProbability,
  requireProbability,
} from "../../numerics/requirements.ts";
import { type BudgetOrNoise, withBudgetOrNoise } from "../../privacy/guarantees/budget.ts";
import { type PureGuarantee, pure } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import type { PrivacyLoss } from "../../privacy/loss/privacy-loss.ts";
import { sampleBernoulli } from "../../random/bernoulli.ts";
import type { Stream } from "../../random/stream.ts";

const REPLACED = {
  /** The probability f that a bit is replaced by a fair coin. */
  noise: openProbability,
};
const VECTOR = {
  bits: count,
  /** The largest number of ones in a vector. */
  weight: count,
};

export const bitvectorResponseParameters = withBudgetOrNoise(["pure"], [REPLACED], VECTOR);

export type BitvectorResponseParameters = BudgetOrNoise<"pure", typeof REPLACED> & Given<typeof VECTOR>;

export type Bits = readonly number[];

export interface BitvectorResponse extends ClosedMechanism<Bits, Bits, Stream, DiscreteLaw<Bits>> {
  readonly guarantee: PureGuarantee;
  /** The unbiased estimate of the share of respondents with a 1 at a place, from the share of answers 1. */
  estimate(answerShare: number): number;
}

const LISTED_BITS = 16;

export function bitvectorResponse(parameters: BitvectorResponseParameters): BitvectorResponse {
  const { bits, weight, ...wanted } = bitvectorResponseParameters.read(parameters);
  if (weight > bits) refuse("weight", `at most the number of bits, ${bits}`, weight);
  const places = Math.min(2 * weight, bits);
  const noise = wanted.guarantee === undefined ? wanted.noise.noise : noiseFor(wanted.guarantee.epsilon, places);
  const [logTruth, logLie] = [log(1 - noise / 2), log(noise / 2)];
  const each = bitLoss(noise);
  const requireTruth = (truth: Bits) => {
    requireList("truth", truth, bits);
    truth.forEach((bit, k) => {
      if (!isBit(bit)) refuseData(`truth[${k}]`, "0 or 1");
    });
    const ones = truth.reduce((sum, bit) => sum + bit, 0);
    if (ones > weight) refuseData("truth", `of at most ${weight} ones`);
  };
  return {
    name: "bitvector-response",
    neighbours: "swap",
    guarantee: wanted.guarantee ?? pure(places * each),
    release: (truth, random) => {
      requireTruth(truth);
      return truth.map((bit) => (sampleBernoulli(noise / 2, random) === 1 ? 1 - bit : bit + 0));
    },
    law: (truth) => {
      requireTruth(truth);
      return {
        kind: "discrete",
        get support() {
          return listedBits({ bits });
        },
        logMass: (answer) => {
          if (!areBits(answer, bits)) return -Infinity;
          const lies = answer.reduce((sum, bit, k) => sum + (bit === truth[k] ? 0 : 1), 0);
          return lies * logLie + (bits - lies) * logTruth;
        },
        neglected: 0,
      };
    },
    privacyLoss: () => {
      const atoms = Array.from({ length: places + 1 }, (_, lies) => ({
        loss: (places - 2 * lies) * each,
        mass: exp(binomialLogMass({ trials: places, successes: lies, probability: noise / 2 })),
      }));
      const loss: PrivacyLoss = {
        pieces: () => ({ atoms, densities: [], infinite: 0, beneath: 0, beyond: 0 }),
        lattice: each,
      };
      return { remove: loss, add: loss, attained: true };
    },
    worstPair: () => [onesFrom(0, weight, bits), onesFrom(weight, places, bits)],
    estimate: (answerShare) => {
      requireProbability({ answerShare });
      return (answerShare - noise / 2) / (1 - noise);
    },
  };
}

/** What one bit loses, rounded up: three roundings of half a unit each, and one for the product. */
function bitLoss(noise: number): number {
  return log((2 - noise) / noise) * (1 + 2 * Number.EPSILON) + Number.EPSILON;
}

/** The least noise, up to rounding, with which all places together lose at most epsilon. */
function noiseFor(epsilon: number, places: number): number {
  let noise = 2 / (1 + exp(epsilon / places));
  for (let step = Number.EPSILON; noise > 0 && noise < 1 && places * bitLoss(noise) > epsilon; step *= 2)
    noise *= 1 + step;
  requireOpenProbability({ "noise for epsilon": noise });
  return noise;
}

function onesFrom(from: number, to: number, bits: number): Bits {
  return Array.from({ length: bits }, (_, k) => (k >= from && k < to ? 1 : 0));
}

function isBit(value: number): boolean {
  return value === 0 || value === 1;
}

export function areBits(vector: Bits, bits: number): boolean {
  return vector.length === bits && vector.every(isBit);
}

/** All vectors of this many bits, a number that is named. */
export function listedBits(named: Named): number[][] {
  const [[name, bits]] = Object.entries(named);
  if (bits > LISTED_BITS) refuse(name, `at most ${LISTED_BITS} for a listed support`, bits);
  return Array.from({ length: 1 << bits }, (_, code) => Array.from({ length: bits }, (_, k) => (code >> k) & 1));
}
