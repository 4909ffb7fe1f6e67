/**
 * Broken: sampling with replacement, with the amplification that is right without replacement.
 *
 * A record may be drawn K ~ Binomial(draws, 1 / records) times, and a count with discrete Laplace noise then needs
 * draws * log(1 + (e^epsilon - 1) / records), not log(1 + (draws / records)(e^epsilon - 1)).
 */
import { binomialLogMass } from "../../numerics/binomial.ts";
import { exp } from "../../numerics/exponential.ts";
import { logSumExp } from "../../numerics/log-sum.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { discreteLaplaceCount } from "./additive-noise.ts";

interface Resample {
  readonly records: number;
  readonly draws: number;
  readonly epsilon: number;
}

/** The noisy count of ones among the draws, where one record alone may be 1. */
export function resampledCount(isOne: boolean, { records, draws, epsilon }: Resample): DiscreteLaw<number> {
  const reach = draws + 60;
  if (!isOne) return discreteLaplaceCount(0, epsilon, reach);
  const counts = Array.from({ length: draws + 1 }, (_, copies) => ({
    weight: binomialLogMass({ trials: draws, successes: copies, probability: 1 / records }),
    law: discreteLaplaceCount(copies, epsilon, reach),
  }));
  return {
    kind: "discrete",
    support: counts[0].law.support,
    logMass: (k) => logSumExp(counts.map(({ weight, law }) => weight + law.logMass(k))),
    neglected: counts.reduce((sum, { weight, law }) => sum + exp(weight) * law.neglected, 0),
  };
}
