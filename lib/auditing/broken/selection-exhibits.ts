/** Exhibits of the gallery: choices that spend more than they say and noisy max of DP-Sniper's list. */

import { majority } from "../../mechanisms/choice/majority.ts";
import { reportNoisyMax } from "../../mechanisms/choice/report-noisy-max.ts";
import { topK } from "../../mechanisms/choice/top-k.ts";
import { inverseSensitivityMedian } from "../../mechanisms/local-sensitivity/inverse-sensitivity-median.ts";
import { quantiles } from "../../mechanisms/statistics/quantiles.ts";
import { largestOf } from "../../numerics/extremes.ts";
import type { PrivacyVerdict } from "../../statistics/privacy-verdict.ts";
import { auditContinuous } from "../continuous-audit.ts";
import { auditDiscrete, discreteEpsilon } from "../discrete-audit.ts";
import { worstPair } from "../worst-pair.ts";
import { densityExhibit, type Exhibit, lawExhibit, lossExhibit, pureClaim } from "./exhibit.ts";
import { shortChainChoice } from "./markov-chain.ts";
import { halfSensitivityQuantile, strictMedian } from "./quantiles.ts";
import {
  bestOfRuns,
  exponentialChoice,
  exponentialMaxValue,
  majorityVote,
  noisyMaxIndex,
  noisyMaxValue,
} from "./selection.ts";

/** Over all neighbours among lists of bits: the loss of choosing a value of a function in proportion to e^(-exponent changes). */
function inverseLoss(table: readonly number[], size: number, exponent: number): number {
  const at = (bits: readonly number[]) => table[bits.reduce((place, bit) => 2 * place + bit, 0)];
  const law = (bits: readonly number[]) => {
    const distances = Array.from({ length: largestOf(table) + 1 }, () => Infinity);
    for (let other = 0; other < table.length; other++) {
      const bitsOf = Array.from({ length: size }, (_, k) => (other >> (size - 1 - k)) & 1);
      const changes = bitsOf.filter((bit, k) => bit !== bits[k]).length;
      distances[at(bitsOf)] = Math.min(distances[at(bitsOf)], changes);
    }
    return exponentialChoice(
      distances.map((changes) => -changes),
      exponent,
    );
  };
  return worstPair({ universe: [0, 1], size, neighbours: "swap" }, (x, y) =>
    discreteEpsilon({ first: law(x), second: law(y) }),
  ).loss;
}

function inverseExhibit(values: number, table: string, needs: number): Exhibit {
  const size = 31 - Math.clz32(table.length);
  const digits = [...table].map(Number);
  return lossExhibit({
    name: `full-exponent-${values}-values`,
    claim: `the exponent epsilon score / sensitivity is epsilon-private for the changes to one of ${values} values`,
    source:
      "claims exponential-mechanism and ism-discrete; Asi, Duchi (NeurIPS 2020) for half the exponent; the function by search",
    caughtBy: "law",
    claimed: pureClaim(1),
    needs,
    within: 5e-6,
    broken: () => inverseLoss(digits, size, 1),
    corrected: () => inverseLoss(digits, size, 0.5),
  });
}

const shareLaw = (ones: number, exponent: number) =>
  exponentialChoice(
    Array.from({ length: 201 }, (_, t) => -Math.abs(t - ones)),
    exponent,
  );
const voteLaw = (ones: number) => {
  const { law } = majority({ epsilon: 1, size: 21, rule: "exponential" });
  return law(Array.from({ length: 21 }, (_, k) => (k < ones ? 1 : 0)));
};
const votes = (rate: number) => ({
  first: majorityVote(20, { votes: 21, rate }),
  second: majorityVote(21, { votes: 21, rate }),
});
const tied = (low: number) => Array.from({ length: 21 }, (_, k) => (k < low ? 0.5 : 0.6));
const tiedLaw = (low: number) => inverseSensitivityMedian({ epsilon: 1, radius: 0, lower: 0, upper: 1 }).law(tied(low));
const universe = [0, 0.01, 0.5, 0.99, 1];
const middles = [0.005, 0.25, 0.75, 0.995];
/** The largest loss over all neighbours; a density is found once for every multiset of records. */
function quantileLoss(size: number, logDensity: (records: readonly number[], point: number) => number): number {
  const known = new Map<string, readonly number[]>();
  const densities = (records: readonly number[]) => {
    const sorted = records.toSorted((a, b) => a - b);
    const found = known.get(sorted.join()) ?? middles.map((point) => logDensity(sorted, point));
    known.set(sorted.join(), found);
    return found;
  };
  return worstPair({ universe, size, neighbours: "swap" }, (x, y) => {
    const [p, q] = [densities(x), densities(y)];
    return largestOf(p.map((value, k) => Math.abs(value - q[k])));
  }).loss;
}
const rightQuantile = quantiles({ epsilon: 1, probabilities: [0.5], lower: 0, upper: 1, neighbours: "swap" });
const quantileExhibit = (size: number, needs: number) =>
  lossExhibit({
    name: `joint-quantiles-half-sensitivity-${size}-records`,
    claim: "the score of joint quantiles moves by 1 under swap",
    source: "claim jointexp; Gillenwater, Joseph, Kulesza (ICML 2021) for the mechanism",
    caughtBy: "density",
    claimed: pureClaim(1),
    needs,
    within: 5e-4,
    broken: () =>
      quantileLoss(size, (records, point) => halfSensitivityQuantile(records, { epsilon: 1, probability: 0.5 })(point)),
    corrected: () => quantileLoss(size, (records, point) => rightQuantile.logDensity(records, [point])),
  });
const five = { count: 5, epsilon: 0.05 };
/** The index alone, of counts of which one falls and the others rise. */
function auditIndex(noise: "laplace" | "exponential"): PrivacyVerdict {
  const shape = { epsilon: 0.1, sensitivity: 1, change: "general", options: 5, neighbours: "swap" } as const;
  const { law } = reportNoisyMax({ ...shape, noise });
  const [first, second] = [
    [1, 1, 1, 1, 1],
    [0, 2, 2, 2, 2],
  ].map((scores) => law(scores));
  return auditDiscrete({ first, second }, pureClaim(0.1));
}

/** The best three of five counts in order, on counts of which three far behind rise and the others fall. */
function topThree(epsilon: number) {
  const { law } = topK({
    ...{ epsilon, delta: 0, k: 3, options: 5, sensitivity: 1, change: "general", neighbours: "swap" },
  });
  return { first: law([0, 0, 0, 99, 99]), second: law([1, 1, 1, 98, 98]) };
}

export const SELECTION_EXHIBITS: readonly Exhibit[] = [
  lawExhibit({
    name: "top-k-noise-of-one-choice",
    claim:
      "Gumbel noise of scale 2 / epsilon, that of one choice, makes the three largest of five counts epsilon-private",
    source: "Durfee, Rogers (NeurIPS 2019) for the mechanism: the scale must grow with the number of choices",
    claimed: pureClaim(1),
    needs: 3,
    within: 1e-9,
    broken: () => topThree(3),
    corrected: () => topThree(1),
  }),
  inverseExhibit(3, "0112", 1.14384),
  inverseExhibit(4, "0200300020122320", 1.28396),
  inverseExhibit(6, "02443503225242033303142322505540", 1.46309),
  lawExhibit({
    name: "full-exponent-mean",
    claim: "the inverse-sensitivity mean of 200 bits is epsilon-private with the full exponent",
    source: "claim ism-mean",
    claimed: pureClaim(1),
    needs: 1.209,
    within: 5e-4,
    broken: () => ({ first: shareLaw(0, 1), second: shareLaw(1, 1) }),
    corrected: () => ({ first: shareLaw(0, 0.5), second: shareLaw(1, 0.5) }),
  }),
  ...[0, 1].map((steps) =>
    lawExhibit({
      name: `chain-of-${steps}-steps`,
      claim: `a Markov chain of ${steps} steps from the best option is as private as what it would tend to`,
      source: "claim exp-continuous",
      claimed: pureClaim(1),
      needs: Infinity,
      broken: () => ({
        first: shortChainChoice([-2, -1, 0, -1, -2], { exponent: 0.5, steps }),
        second: shortChainChoice([-3, -2, -1, 0, -1], { exponent: 0.5, steps }),
      }),
      corrected: () => ({
        first: exponentialChoice([-2, -1, 0, -1, -2], 0.5),
        second: exponentialChoice([-3, -2, -1, 0, -1], 0.5),
      }),
    }),
  ),
  lawExhibit({
    name: "majority-upper-bound",
    claim: "the bound on all symmetric majority rules (M-ub) is itself epsilon-private, here 21 votes",
    source: "claim majority",
    claimed: pureClaim(1),
    needs: 2,
    within: 5e-5,
    broken: () => votes(1),
    corrected: () => ({ first: voteLaw(20), second: voteLaw(21) }),
  }),
  lawExhibit({
    name: "majority-doubled",
    claim: "the exponential majority rule at 2 epsilon is epsilon-private, here epsilon = 0.3 and 21 votes",
    source: "claim majority",
    claimed: pureClaim(0.3),
    broken: () => votes(0.3),
    corrected: () => votes(0.15),
  }),
  lawExhibit({
    name: "noisy-max-under-swap",
    claim: "noisy max of counts with scale 1 / epsilon is epsilon-private under swap",
    source: "claim noisy-max; Dwork, Roth (2014), claim 3.9, for the right scales",
    claimed: pureClaim(1),
    needs: 1.839,
    within: 5e-4,
    broken: () => ({ first: noisyMaxIndex([0, 0, 9], 1), second: noisyMaxIndex([1, 0, 8], 1) }),
    corrected: () => ({ first: noisyMaxIndex([0, 0, 9], 2), second: noisyMaxIndex([1, 0, 8], 2) }),
  }),
  {
    name: "noisy-max-value",
    claim: "the largest of five counts with Laplace(2 / epsilon) noise is epsilon-private, value and all",
    source: "DP-Sniper's RNM3: Ding et al. (CCS 2018), algorithm 7",
    caughtBy: "density",
    needs: 0.25,
    within: 1e-9,
    audit: () =>
      auditContinuous(
        { first: noisyMaxValue(0, five), second: noisyMaxValue(1, five) },
        { ...pureClaim(0.1), shape: { kind: "unknown" } },
      ),
    auditCorrected: () => auditIndex("laplace"),
  },
  {
    name: "exponential-max-value",
    claim: "the largest of five counts with exponential noise of mean 2 / epsilon is epsilon-private, value and all",
    source: "DP-Sniper's RNM4: Ding et al. (CCS 2018), algorithm 8",
    caughtBy: "density",
    needs: Infinity,
    audit: () =>
      auditContinuous(
        {
          first: exponentialMaxValue(1, { count: 5, scale: 20 }),
          second: exponentialMaxValue(2, { count: 5, scale: 20 }),
        },
        { ...pureClaim(0.1), shape: { kind: "unknown" } },
      ),
    auditCorrected: () => auditIndex("exponential"),
  },
  densityExhibit({
    name: "uncounted-ties",
    claim: "the inverse-sensitivity median may leave records equal to the median uncounted, here 21 records",
    source: "claim ism-smoothed; Asi, Duchi (NeurIPS 2020) for the distance",
    claimed: pureClaim(1),
    needs: 5.18,
    within: 5e-3,
    shape: { kind: "monotone" },
    broken: () => ({ first: strictMedian(tied(11), 1), second: strictMedian(tied(10), 1) }),
    corrected: () => ({ first: tiedLaw(11), second: tiedLaw(10) }),
  }),
  quantileExhibit(3, 1.977),
  quantileExhibit(5, 1.991),
  lawExhibit({
    name: "best-of-20",
    claim: "the best of 20 runs at epsilon 0.1 is 0.1-private",
    source: "claim hyperparameter-tuning; Liu, Talwar (STOC 2019)",
    claimed: pureClaim(0.1),
    needs: 2,
    within: 1e-12,
    broken: () => ({
      first: bestOfRuns(0, { runs: 20, epsilon: 0.1 }),
      second: bestOfRuns(1, { runs: 20, epsilon: 0.1 }),
    }),
    corrected: () => ({
      first: bestOfRuns(0, { runs: 20, epsilon: 0.005 }),
      second: bestOfRuns(1, { runs: 20, epsilon: 0.005 }),
    }),
  }),
];
