/**
 * Optimised unary encoding: one bit for each of k choices; the bit of the truth is a fair coin, every other bit is 1 with
 * probability 1 / (e^epsilon + 1).
 *
 * Theorem: two truths differ in the laws of their two bits alone, whose ratios are (1/2) / q and (1 - q) / (1/2) with q = 1 /
 * (e^epsilon + 1): e^epsilon together, so the answer is epsilon-differentially private and no better. Bit v supports choice v: p =
 * 1/2, and the variance of a share near 0 is 4 e^epsilon / (n (e^epsilon - 1)^2), the least of all pairs (p, q) of one bit that are
 * epsilon-private; it does not grow with k.
 * Source: Wang, Blocki, Li, Jha (USENIX Security 2017), section 4.2.
 * Limits: an answer has k bits. Float64 coins, met within 2^-52; for study. The law lists its support up to 16 choices; `logMass`
 * serves beyond.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { unaryEncoding } from "epsilab/mechanisms";
 * const oracle = unaryEncoding({ epsilon: 1, choices: 4 });
 * const random = stream(20261117, "example");
 * const answers = Array.from({ length: 1000 }, (_, person) => oracle.release(person % 2, random));
 * oracle.estimateAll(answers).length; // => 4
 * oracle.estimateVariance({ share: 0, size: 1000 }); // => 0.0036...
 * ```
 * @claim frequency-oracles
 * @also rappor, oue, frequency oracle, local dp
 */

import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import type { ParametersOf } from "../../numerics/parameters.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import { sampleBernoulli } from "../../random/bernoulli.ts";
import { sampleUniform } from "../../random/uniform.ts";
import { areBits, type Bits, listedBits } from "./bitvector-response.ts";
import {
  ASKED,
  type FrequencyOracle,
  halfSharedPld,
  requireOracleEpsilon,
  requireTruth,
  supportEstimates,
} from "./frequency-oracle.ts";

export const unaryEncodingParameters = withBudget(["pure"], ASKED, requireOracleEpsilon);

export type UnaryEncodingParameters = ParametersOf<typeof unaryEncodingParameters>;

export function unaryEncoding(parameters: UnaryEncodingParameters): FrequencyOracle<Bits> {
  const { guarantee, choices } = unaryEncodingParameters.read(parameters);
  const { epsilon } = guarantee;
  // q = e^-epsilon / (1 + e^-epsilon)
  const decay = exp(-epsilon);
  const other = decay / (1 + decay);
  const [logOne, logZero] = [-epsilon - log1p(decay), -log1p(decay)];
  const supports = (answer: Bits, choice: number) => answer[choice] === 1;
  return {
    name: "unary-encoding",
    neighbours: "swap",
    guarantee,
    release: (truth, random) => {
      requireTruth(truth, choices);
      return Array.from({ length: choices }, (_, choice) =>
        choice === truth ? (sampleUniform(random) < 0.5 ? 1 : 0) : sampleBernoulli(other, random),
      );
    },
    law: (truth) => {
      requireTruth(truth, choices);
      return {
        kind: "discrete",
        get support() {
          return listedBits({ choices });
        },
        logMass: (answer) => {
          if (!areBits(answer, choices)) return -Infinity;
          return answer.reduce((sum, bit, k) => sum + (k === truth ? -log(2) : bit === 1 ? logOne : logZero), 0);
        },
        neglected: 0,
      };
    },
    privacyLoss: () => halfSharedPld(epsilon),
    worstPair: () => [0, 1],
    ...supportEstimates({ truth: 0.5, other, contrast: -expm1(-epsilon) / (2 * (1 + decay)) }, choices, supports),
  };
}
