/**
 * Broken: sampling with replacement, with the amplification that is right without replacement.
 *
 * A record may be drawn K ~ Binomial(draws, 1 / records) times, and a count with discrete Laplace noise then needs
 * draws * log(1 + (e^epsilon - 1) / records), not log(1 + (draws / records)(e^epsilon - 1)).
 */
import { binomialLogMass } from "../../numerics/binomial.ts";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { logSumExp } from "../../numerics/log-sum.ts";
import { log1p } from "../../numerics/logarithm.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { discreteLaplaceCount } from "./additive-noise.ts";
import { brokenVariant, type Exhibit, pureClaim } from "./broken-variant.ts";

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

function resampled(sample: Resample) {
  return { first: resampledCount(true, sample), second: resampledCount(false, sample) };
}

function resampledVariant(
  described: Pick<Exhibit, "name" | "claim" | "source"> & {
    readonly at: Resample;
    readonly claimed: number;
    readonly costs: number;
    readonly needs: number;
    readonly within: number;
  },
) {
  const { claimed, costs, ...shown } = described;
  return brokenVariant({
    ...shown,
    claimed: pureClaim(claimed),
    correctedClaim: pureClaim(costs),
    broken: resampled,
    corrected: resampled,
  });
}

export const withReplacement = resampledVariant({
  name: "with-replacement",
  claim: "ten draws of ten records with replacement cost log(1 + p (e^epsilon - 1)) = epsilon, p = 1",
  source: "claim subsampling-amplification, E32; Balle, Barthe, Gaboardi (NeurIPS 2018)",
  at: { records: 10, draws: 10, epsilon: 1 },
  claimed: 1,
  costs: 10 * log1p(expm1(1) / 10),
  needs: 1.5857,
  within: 5e-5,
});

export const SUBSAMPLING_VARIANTS: readonly Exhibit[] = [
  withReplacement,
  resampledVariant({
    name: "with-replacement-of-20",
    claim: "twenty draws of twenty records with replacement keep epsilon 2",
    source: "claim subsampling-amplification, E32",
    at: { records: 20, draws: 20, epsilon: 2 },
    claimed: 2,
    costs: 20 * log1p(expm1(2) / 20),
    needs: 5.54,
    within: 5e-3,
  }),
  resampledVariant({
    name: "p-epsilon",
    claim: "a sample of a tenth costs epsilon / 10",
    source: "claim subsampling-amplification, E31",
    at: { records: 10, draws: 1, epsilon: 1 },
    claimed: 0.1,
    costs: log1p(expm1(1) / 10),
    needs: 0.15857,
    within: 5e-6,
  }),
];
