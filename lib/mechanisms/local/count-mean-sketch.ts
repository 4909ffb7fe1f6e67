/**
 * Count-mean sketch: the choice is hashed to one of m buckets by a random hash function, and the bucket told as m bits, of which one is
 * 1, each by randomized response at epsilon / 2.
 *
 * Theorem: two buckets differ in two bits, so that the answer is epsilon-differentially private, and no better. An answer supports a
 * choice if the bit of its bucket is 1: the truth with probability p = e^(epsilon/2) / (e^(epsilon/2) + 1), any other choice with
 * p / m + (1 - p) (1 - 1/m). The unbiased estimate is the server's m / (m - 1) (mean of the corrected sketch - n / m).
 * Source: Apple's Differential Privacy Team, "Learning with privacy at scale" (2017), algorithms 1 to 4.
 * Limits: Apple publishes 65,536 hash functions, of which a device takes one, and m = 1024; here a device draws any function of a
 * family, so that collisions are averaged out and estimates are unbiased exactly, and m is a prime. Apple collects several
 * reports a day of each person, whose epsilons add up. Float64 coins, met within 2^-52; for study. The law lists its support up to
 * 65,536 answers; `logMass` serves beyond.
 * @example
 * ```ts
 * import { countMeanSketch } from "epsilab/mechanisms";
 * const sketch = countMeanSketch({ epsilon: 4, choices: 1000, buckets: 1021 });
 * sketch.support.truth; // => 0.8807...
 * sketch.estimateVariance({ share: 0, size: 1_000_000 }); // => 1.8...e-7
 * ```
 * @claim count-mean-sketch
 * @also apple, count mean sketch, cms, frequency oracle, local dp
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { integer, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import { sampleBernoulli } from "../../random/bernoulli.ts";
import { sampleBoundedInteger } from "../../random/bounded-integer.ts";
import { symmetricPld } from "../laws/symmetric-pld.ts";
import { areBits, type Bits, listedBits } from "./bitvector-response.ts";
import { digitHash, digitsOf, isPrime } from "./digit-hash.ts";
import {
  ASKED,
  type FrequencyOracle,
  requireOracleEpsilon,
  requireTruth,
  supportEstimates,
} from "./frequency-oracle.ts";

export const countMeanSketchParameters = withBudget(
  ["pure"],
  {
    ...ASKED,
    /** m, a prime: how many bits an answer has. */
    buckets: integer(2, 1_000_003),
  },
  requireOracleEpsilon,
  ({ buckets }) => {
    if (!isPrime(buckets)) refuse("buckets", "a prime number", buckets);
  },
);

export type CountMeanSketchParameters = ParametersOf<typeof countMeanSketchParameters>;

/** The coefficients of the hash function, one for each digit, and the bits of the buckets. */
export interface SketchedAnswer {
  readonly coefficients: readonly number[];
  readonly bits: Bits;
}

const LISTED_ANSWERS = 65_536;

export function countMeanSketch(parameters: CountMeanSketchParameters): FrequencyOracle<SketchedAnswer> {
  const { guarantee, choices, buckets } = countMeanSketchParameters.read(parameters);
  const { epsilon } = guarantee;
  const digits = digitsOf(choices - 1, buckets).length;
  const decay = exp(-epsilon / 2);
  const lie = decay / (1 + decay);
  const [logTruth, logLie] = [-log1p(decay), -epsilon / 2 - log1p(decay)];
  const bucketOf = (choice: number, coefficients: readonly number[]) => digitHash(choice, coefficients, buckets);
  const supports = ({ coefficients, bits }: SketchedAnswer, choice: number) =>
    bits[bucketOf(choice, coefficients)] === 1;
  const areCoefficients = (list: readonly number[]) =>
    list.length === digits && list.every((value) => Number.isInteger(value) && value >= 0 && value < buckets);
  return {
    name: "count-mean-sketch",
    neighbours: "swap",
    guarantee,
    release: (truth, random) => {
      requireTruth(truth, choices);
      const coefficients = Array.from({ length: digits }, () => sampleBoundedInteger(buckets, random));
      const own = bucketOf(truth, coefficients);
      const bits = Array.from({ length: buckets }, (_, k) => {
        const lies = sampleBernoulli(lie, random);
        return k === own ? 1 - lies : lies;
      });
      return { coefficients, bits };
    },
    law: (truth) => {
      requireTruth(truth, choices);
      return {
        kind: "discrete",
        get support() {
          return allAnswers(buckets, digits);
        },
        logMass: ({ coefficients, bits }) => {
          if (!areCoefficients(coefficients) || !areBits(bits, buckets)) return -Infinity;
          const own = bucketOf(truth, coefficients);
          const sum = bits.reduce((all, bit, k) => all + (bit === (k === own ? 1 : 0) ? logTruth : logLie), 0);
          return sum - digits * log(buckets);
        },
        neglected: 0,
      };
    },
    privacyLoss: () => {
      // Two truths that meet in a bucket, one time in m, lose nothing; else two bits do.
      const apart = 1 - 1 / buckets;
      const atoms = [
        { loss: epsilon, mass: apart * (1 - lie) * (1 - lie) },
        { loss: 0, mass: 1 / buckets + apart * 2 * lie * (1 - lie) },
        { loss: -epsilon, mass: apart * lie * lie },
      ];
      return { ...symmetricPld(atoms, epsilon), attained: true };
    },
    worstPair: () => [0, 1],
    ...supportEstimates(
      {
        truth: 1 - lie,
        other: (1 - lie) / buckets + lie * (1 - 1 / buckets),
        contrast: (1 - 1 / buckets) * (-expm1(-epsilon / 2) / (1 + decay)),
      },
      choices,
      supports,
    ),
  };
}

function allAnswers(buckets: number, digits: number): SketchedAnswer[] {
  let functions = 1;
  for (let k = 0; k < digits; k++) functions *= buckets;
  const vectors = listedBits({ buckets });
  const answers = functions * vectors.length;
  if (answers > LISTED_ANSWERS) refuse("choices", `so few that there are at most ${LISTED_ANSWERS} answers`, answers);
  return Array.from({ length: functions }, (_, code) => digitsOf(code, buckets)).flatMap((given) => {
    const coefficients = Array.from({ length: digits }, (_, k) => given[k] ?? 0);
    return vectors.map((bits) => ({ coefficients, bits }));
  });
}
