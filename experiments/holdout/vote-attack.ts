/**
 * The vote attack, run on bits: k random functions of n holdout records, the answers that the analyst gets of their correlations with the
 * labels, and the accuracy of their vote on that holdout.
 *
 * A bit says whether a function agrees with a record's label. Votes are counted in planes of bits, 32 records at a time.
 */
import { thresholdoutMeans } from "../../lib/adaptive/thresholdout-means.ts";
import { majorityAccuracy, voteAccuracy, voteAgreement } from "../../lib/adaptive/vote-analyst.ts";
import { binomialLogMass } from "../../lib/numerics/binomial.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { normalCdf } from "../../lib/numerics/normal.ts";
import { sampleBinomial } from "../../lib/random/binomial.ts";
import { sampleNormal } from "../../lib/random/normal.ts";
import type { Stream } from "../../lib/random/stream.ts";

export const CHANNELS = ["raw", "noisy", "published", "theorem"] as const;
type Channel = (typeof CHANNELS)[number];

export interface VoteSetting {
  readonly channel: Channel;
  readonly size: number;
  readonly functions: number;
  /** Times 1 / sqrt n. */
  readonly threshold: number;
  readonly tolerance: number;
}

/** From the correlation on the holdout to the answer; a fresh training set for every repetition. */
function answersOf(
  { channel, size, threshold, tolerance }: VoteSetting,
  random: Stream,
): (correlation: number) => number {
  const unit = 1 / Math.sqrt(size);
  if (channel === "raw") return (correlation) => correlation;
  if (channel === "noisy") return (correlation) => sampleNormal({ mean: correlation, sigma: tolerance * unit }, random);
  const budget = channel === "published" ? Infinity : Number.MAX_SAFE_INTEGER;
  const rules = { threshold: threshold * unit, tolerance: tolerance * unit, budget, variant: channel };
  const means = thresholdoutMeans(rules, random);
  return (correlation) => {
    const ones = sampleBinomial({ trials: size, probability: 0.5 }, random);
    return means.answer((2 * ones - size) / size, correlation)?.value ?? 0;
  };
}

/** The accuracy on the holdout of the vote in one repetition; ties count half. */
export function voteRepetition(setting: VoteSetting, random: Stream): number {
  const { size, functions } = setting;
  const words = Math.ceil(size / 32);
  const rest = size % 32 === 0 ? -1 : (1 << (size % 32)) - 1;
  const depth = 32 - Math.clz32(functions);
  const planes = new Int32Array(depth * words);
  const agreement = new Int32Array(words);
  const answer = answersOf(setting, random);
  for (let j = 0; j < functions; j++) {
    let ones = 0;
    for (let w = 0; w < words; w += 2) {
      random.next();
      agreement[w] = w === words - 1 ? random.low & rest : random.low;
      ones += bitsIn(agreement[w]);
      if (w + 1 === words) break;
      agreement[w + 1] = w + 1 === words - 1 ? random.high & rest : random.high;
      ones += bitsIn(agreement[w + 1]);
    }
    const turn = answer((2 * ones - size) / size) < 0 ? -1 : 0;
    for (let w = 0; w < words; w++) {
      let carry = agreement[w] ^ turn;
      for (let at = w; carry !== 0; at += words) {
        const before = planes[at];
        planes[at] = before ^ carry;
        carry &= before;
      }
    }
  }
  return accuracyOf({ planes, words, depth }, setting);
}

function accuracyOf(
  { planes, words, depth }: { readonly planes: Int32Array; readonly words: number; readonly depth: number },
  { size, functions }: VoteSetting,
): number {
  let correct = 0;
  for (let i = 0; i < size; i++) {
    let votes = 0;
    for (let plane = depth - 1; plane >= 0; plane--)
      votes = 2 * votes + ((planes[plane * words + (i >> 5)] >>> (i & 31)) & 1);
    correct += 2 * votes > functions ? 1 : 2 * votes === functions ? 0.5 : 0;
  }
  return correct / size;
}

/** The number of ones of 32 bits, by sums of neighbours. */
function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The exact accuracy on the holdout; undefined for the theorem's variant, whose threshold noise the functions share. */
export function exactVoteAccuracy({ channel, size, functions, threshold, tolerance }: VoteSetting): number | undefined {
  const unit = 1 / Math.sqrt(size);
  if (channel === "raw") return voteAccuracy({ size, functions, sigma: 0 });
  if (channel === "noisy") return voteAccuracy({ size, functions, sigma: tolerance * unit });
  if (channel === "theorem") return undefined;
  const masses = Float64Array.from({ length: size + 1 }, (_, successes) =>
    exp(binomialLogMass({ trials: size, successes, probability: 0.5 })),
  );
  const likely = Array.from(masses.keys()).filter((ones) => masses[ones] > 1e-18);
  const chanceUp = (correlation: number) => {
    let up = 0;
    for (const ones of likely) {
      const training = (2 * ones - size) / size;
      const below = normalCdf((threshold * unit - Math.abs(training - correlation)) / (tolerance * unit));
      const noisy = normalCdf(correlation / (tolerance * unit));
      up += masses[ones] * (below * (training < 0 ? 0 : 1) + (1 - below) * noisy);
    }
    return Math.min(1, up);
  };
  const telling = (correlation: number) =>
    masses[Math.round((correlation * size + size) / 2)] > 1e-18 ? chanceUp(correlation) : 0.5;
  return majorityAccuracy(functions, voteAgreement(size, telling));
}
