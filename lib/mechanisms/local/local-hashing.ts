/**
 * Optimal local hashing: a respondent draws a hash function, and answers by randomized response among its g buckets, g near e^epsilon + 1.
 *
 * Theorem: the function is drawn without the truth, so the answer is epsilon-differentially private as the response is. An answer
 * supports all choices that it hashes to its bucket: the truth with probability p = e^epsilon / (e^epsilon + g - 1), any other
 * choice with q = 1 / g exactly, as two choices meet in a bucket with probability 1 / g. The variance of a share near 0 is least at
 * g = e^epsilon + 1, 4 e^epsilon / (n (e^epsilon - 1)^2), as of unary encoding, and the answer is short.
 * Method: g is the prime on either side of e^epsilon + 1 of the lesser variance. A choice is written with digits in base g and
 * hashed to the scalar product of its digits and of coefficients drawn uniformly modulo g: two different choices differ in a digit,
 * whose coefficient is uniform, so that they meet with probability exactly 1 / g.
 * Source: Wang, Blocki, Li, Jha (USENIX Security 2017), section 4.4; Carter, Wegman (1979) for the hash functions.
 * Limits: g at most 1,000,003, met at epsilon 13.8. Float64 coins, met within 2^-52; for study. The law lists its support up to
 * 65,536 answers.
 * @example
 * ```ts
 * import { localHashing } from "epsilab/mechanisms";
 * const oracle = localHashing({ epsilon: 2, choices: 100 });
 * oracle.buckets; // => 7
 * oracle.estimateVariance({ share: 0, size: 1000 }); // => 0.0007...
 * ```
 * @claim frequency-oracles
 * @also olh, optimized local hashing, frequency oracle, local dp
 */

import { exp, expm1 } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import type { ParametersOf } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import { sampleBoundedInteger } from "../../random/bounded-integer.ts";
import { sampleUniform } from "../../random/uniform.ts";
import { symmetricPld } from "../laws/symmetric-pld.ts";
import { digitHash, digitsOf, isPrime } from "./digit-hash.ts";
import {
  ASKED,
  type FrequencyOracle,
  requireOracleEpsilon,
  requireTruth,
  supportEstimates,
} from "./frequency-oracle.ts";

export const localHashingParameters = withBudget(["pure"], ASKED, requireOracleEpsilon);

export type LocalHashingParameters = ParametersOf<typeof localHashingParameters>;

/** The coefficients of the hash function, one for each digit, and the bucket that is answered. */
export interface HashedAnswer {
  readonly coefficients: readonly number[];
  readonly bucket: number;
}

export interface LocalHashing extends FrequencyOracle<HashedAnswer> {
  readonly buckets: number;
}

const MOST_BUCKETS = 1_000_003;
const LISTED_ANSWERS = 65_536;

export function localHashing(parameters: LocalHashingParameters): LocalHashing {
  const { guarantee, choices } = localHashingParameters.read(parameters);
  const { epsilon } = guarantee;
  const buckets = bestBuckets(epsilon);
  const digits = digitsOf(choices - 1, buckets).length;
  const decay = exp(-epsilon);
  // p = 1 / weight, and each other bucket decay / weight.
  const weight = 1 + (buckets - 1) * decay;
  const logTruth = -log(weight) - digits * log(buckets);
  const lie = 1 - 1 / weight;
  const isBucket = (value: number) => Number.isInteger(value) && value >= 0 && value < buckets;
  const isAnswer = ({ coefficients, bucket }: HashedAnswer) =>
    isBucket(bucket) && coefficients.length === digits && coefficients.every(isBucket);
  const hash = (choice: number, coefficients: readonly number[]) => digitHash(choice, coefficients, buckets);
  const supports = ({ coefficients, bucket }: HashedAnswer, choice: number) => hash(choice, coefficients) === bucket;
  return {
    name: "local-hashing",
    neighbours: "swap",
    guarantee,
    buckets,
    release: (truth, random) => {
      requireTruth(truth, choices);
      const coefficients = Array.from({ length: digits }, () => sampleBoundedInteger(buckets, random));
      const bucket = hash(truth, coefficients);
      if (sampleUniform(random) >= lie) return { coefficients, bucket };
      const other = sampleBoundedInteger(buckets - 1, random);
      return { coefficients, bucket: other < bucket ? other : other + 1 };
    },
    law: (truth) => {
      requireTruth(truth, choices);
      return {
        kind: "discrete",
        get support() {
          return allAnswers(buckets, digits);
        },
        logMass: (answer) => {
          if (!isAnswer(answer)) return -Infinity;
          return supports(answer, truth) ? logTruth : logTruth - epsilon;
        },
        neglected: 0,
      };
    },
    privacyLoss: () => {
      // Two truths that meet in a bucket, one time in g, lose nothing.
      const apart = 1 - 1 / buckets;
      const atoms = [
        { loss: epsilon, mass: apart / weight },
        { loss: 0, mass: 1 / buckets + (apart * (buckets - 2) * decay) / weight },
        { loss: -epsilon, mass: (apart * decay) / weight },
      ];
      return { ...symmetricPld(atoms, epsilon), attained: true };
    },
    worstPair: () => [0, 1],
    ...supportEstimates(
      { truth: 1 / weight, other: 1 / buckets, contrast: contrastOf(epsilon, buckets) },
      choices,
      supports,
    ),
  };
}

/** e^epsilon / (e^epsilon + g - 1) - 1 / g. */
function contrastOf(epsilon: number, buckets: number): number {
  return (-expm1(-epsilon) * (buckets - 1)) / (buckets * (1 + (buckets - 1) * exp(-epsilon)));
}

function bestBuckets(epsilon: number): number {
  const wanted = Math.min(exp(epsilon) + 1, MOST_BUCKETS);
  let [below, above] = [Math.max(2, Math.floor(wanted)), Math.max(2, Math.ceil(wanted))];
  while (!isPrime(below)) below--;
  while (!isPrime(above)) above++;
  const spread = (g: number) => ((1 / g) * (1 - 1 / g)) / contrastOf(epsilon, g) / contrastOf(epsilon, g);
  return spread(above) < spread(below) ? above : below;
}

function allAnswers(buckets: number, digits: number): HashedAnswer[] {
  let answers = 1;
  for (let k = 0; k <= digits; k++) answers *= buckets;
  if (answers > LISTED_ANSWERS) refuse("choices", `so few that there are at most ${LISTED_ANSWERS} answers`, answers);
  return Array.from({ length: answers }, (_, code) => {
    const places = Array.from({ length: digits + 1 }, (_, k) => digitsOf(code, buckets)[k] ?? 0);
    return { coefficients: places.slice(1), bucket: places[0] };
  });
}
