/**
 * p-values of two tests: the probability, under the null hypothesis, of a statistic at least as extreme as the one that was observed.
 *
 *   binomialPValue P(K >= successes) for K binomial: is the chance larger than `probability`? (The alternative "greater" of
 *   `binomialSensitivity`.) zPValue P(Z >= z) for Z standard normal
 * Accuracy: relative error below 1e-12, far into the tails (`binomial.ts`, `normal.ts`).
 * Limits: what is observed comes from records, and is not shown if it is refused.
 * @example
 * ```ts
 * import { binomialPValue } from "epsilab/false-discovery";
 * binomialPValue({ successes: 8, trials: 10, probability: 0.5 }); // => 0.0546875
 * ```
 * @claim p-values
 */
import { binomialUpperTail } from "../numerics/binomial.ts";
import { normalCdf } from "../numerics/normal.ts";
import { requireKnownNames } from "../numerics/parameters.ts";
import {
  refuseData,
  requireFiniteData,
  requireInteger,
  requireIntegerData,
  requireProbability,
} from "../numerics/requirements.ts";

export interface BinomialTest {
  readonly successes: number;
  readonly trials: number;
  /** Of a success under the null hypothesis. */
  readonly probability: number;
}

export function binomialPValue(test: BinomialTest): number {
  requireKnownNames(test, ["successes", "trials", "probability"], "test");
  const { successes, trials, probability } = test;
  requireInteger({ trials }, 1);
  requireProbability({ probability });
  requireIntegerData({ successes }, 0);
  if (successes > trials) refuseData("successes", `at most the trials, ${trials}`);
  return binomialUpperTail({ trials, successes, probability });
}

export function zPValue(z: number): number {
  requireFiniteData({ z });
  return normalCdf(-z);
}
