/**
 * Amplification by subsampling, by brute force: a count of ones with discrete Laplace noise on a random sample of few records.
 *
 * All samples are enumerated and weighed (Poisson, and without replacement; with replacement the number of times that a record is
 * drawn is binomial), for every number of ones among the other records; the largest log-ratio over all of them is the stated
 * epsilon, exactly. The ratio is constant beyond the largest count, so that the listed outcomes show it. For (epsilon, delta) the
 * leaky randomized response is sampled: the worst mechanism of its guarantee.
 * Source: Kasiviswanathan et al. (SIAM J. Comput. 2011); Balle, Barthe, Gaboardi (NeurIPS 2018).
 */
import { discreteLaplaceCount } from "../../lib/auditing/broken/additive-noise.ts";
import { resampledCount, withReplacement } from "../../lib/auditing/broken/subsampling.ts";
import { discreteEpsilon, hockeyStick } from "../../lib/auditing/discrete-audit.ts";
import { leakyResponse } from "../../lib/mechanisms/local/leaky-response.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { logAddExp, logSumExp } from "../../lib/numerics/log-sum.ts";
import { log, log1p } from "../../lib/numerics/logarithm.ts";
import {
  amplifyPoisson,
  amplifyWithoutReplacement,
  amplifyWithReplacement,
} from "../../lib/privacy/accounting/amplification.ts";
import { approximate, pure } from "../../lib/privacy/guarantees/guarantee.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { atMost, axis, equal, exactStudy, type PartDraft, z } from "../kit.ts";
import { rateOf } from "./axes.ts";

const ENUMERATED = { share: 1e-9 };

const sampling = axis(z.enum(["poisson", "without-replacement", "with-replacement"]), {
  means: "how records are drawn",
  quick: ["poisson", "without-replacement", "with-replacement"],
});
const records = axis(z.int().min(2).max(14), { means: "records", quick: [4, 10], full: [4, 7, 10, 14] });
const batch = axis(z.int().min(1).max(14), { means: "expected or fixed size of the sample", quick: [1, 3, 5] });
const epsilon = axis(z.number().min(0.1).max(5), {
  means: "epsilon of the mechanism",
  quick: [1, 2],
  full: [0.1, 0.5, 1, 2, 4],
});

interface Sample {
  readonly sampling: "poisson" | "without-replacement";
  readonly records: number;
  readonly batch: number;
  readonly epsilon: number;
}

function ones(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** The probabilities of this many ones in the sample, the first `total` records being ones: over all 2^n samples. */
function sampledOnes({ sampling, records, batch }: Sample, total: number): readonly number[] {
  const counts = new Float64Array(total + 1);
  const rate = batch / records;
  const weights = Array.from({ length: records + 1 }, (_, size) => {
    if (sampling === "without-replacement") return size === batch ? 1 : 0;
    let weight = 1;
    for (let k = 0; k < records; k++) weight *= k < size ? rate : 1 - rate;
    return weight;
  });
  let whole = 0;
  for (let mask = 0; mask < 1 << records; mask++) {
    const weight = weights[ones(mask)];
    counts[ones(mask & ((1 << total) - 1))] += weight;
    whole += weight;
  }
  return Array.from(counts, (count) => count / whole);
}

/** The noisy count of ones of a sample. */
function noisyCountLaw(sample: Sample, total: number): DiscreteLaw<number> {
  const reach = sample.records + 60 / sample.epsilon;
  const parts = sampledOnes(sample, total).map((weight, count) => ({
    weight,
    law: discreteLaplaceCount(count, sample.epsilon, Math.ceil(reach)),
  }));
  const used = parts.filter(({ weight }) => weight > 0);
  return {
    kind: "discrete",
    support: parts[0].law.support,
    logMass: (k) => logSumExp(used.map(({ weight, law }) => log(weight) + law.logMass(k))),
    neglected: used.reduce((sum, { weight, law }) => sum + weight * law.neglected, 0),
  };
}

/** The largest loss over all numbers of ones. A record of 0 added or removed changes no count: what matters is one that is 1. */
function worstLoss(sample: Sample): number {
  const laws = Array.from({ length: sample.records + 1 }, (_, total) => noisyCountLaw(sample, total));
  return largestOf(laws.slice(1).map((law, k) => discreteEpsilon({ first: law, second: laws[k] })));
}

/** delta of the leaky response on a sample, at the amplified epsilon. */
function sampledDelta(rate: number, epsilon: number, delta: number, amplified: number): number {
  const { law } = leakyResponse({ epsilon, delta });
  const [without, present] = [law(0), law(1)];
  const mixture: DiscreteLaw<number> = {
    ...present,
    support: [0, 1, 2, 3],
    logMass: (k) => logAddExp(log1p(-rate) + without.logMass(k), log(rate) + present.logMass(k)),
  };
  return hockeyStick({ first: mixture, second: without }, amplified);
}

const DELTA = 0.01;

export const amplificationPart: PartDraft = {
  claim: "subsampling-amplification",
  asks: "Is the loss of a count on a sample exactly the stated one, over all samples and all datasets of few records?",
  study: exactStudy({
    axes: { sampling, records, batch, epsilon },
    where: ({ records, batch }) => batch <= records,
    exact: ({ sampling, records, batch, epsilon }) => {
      if (sampling === "with-replacement") {
        const sample = { records, draws: batch, epsilon };
        const found = discreteEpsilon({ first: resampledCount(true, sample), second: resampledCount(false, sample) });
        const stated = amplifyWithReplacement({
          guarantee: pure(epsilon),
          batchSize: batch,
          size: records,
          neighbours: "swap",
        });
        return { checks: { epsilon: equal(found, stated.epsilon, ENUMERATED) } };
      }
      const rate = batch / records;
      const guarantee = approximate(epsilon, DELTA);
      const stated =
        sampling === "poisson"
          ? amplifyPoisson({ guarantee, samplingRate: rate, neighbours: "add-remove" })
          : amplifyWithoutReplacement({ guarantee, batchSize: batch, size: records, neighbours: "swap" });
      return {
        checks: {
          epsilon: equal(worstLoss({ sampling, records, batch, epsilon }), stated.epsilon, ENUMERATED),
          delta: equal(sampledDelta(rate, epsilon, DELTA, stated.epsilon), stated.delta, ENUMERATED),
        },
      };
    },
  }),
  controls: {
    "rate-times-epsilon": {
      says: "the rate times epsilon, claimed as the epsilon of a count on a Poisson sample of one record",
      refutes: ["E31"],
      study: exactStudy({
        axes: {
          rate: rateOf([0.01, 0.1, 0.5], undefined, 0.95),
          epsilon: axis(epsilon.schema, { ...epsilon, quick: [1, 4] }),
        },
        exact: ({ rate, epsilon }) => {
          const absent = discreteLaplaceCount(0, epsilon, 60);
          const present = discreteLaplaceCount(1, epsilon, 60);
          const sampled: DiscreteLaw<number> = {
            ...absent,
            logMass: (k) => logAddExp(log1p(-rate) + absent.logMass(k), log(rate) + present.logMass(k)),
            neglected: (1 - rate) * absent.neglected + rate * present.neglected,
          };
          return { checks: { epsilon: atMost(discreteEpsilon({ first: sampled, second: absent }), rate * epsilon) } };
        },
      }),
    },
    "with-replacement-by-the-formula": {
      says: "as many draws with replacement as there are records, claimed to have the epsilon of a sample without replacement",
      refutes: ["E32"],
      study: exactStudy({
        axes: {
          records: axis(z.int().min(2).max(20), { means: "records, and draws", quick: [10, 20] }),
          epsilon,
        },
        exact: ({ records, epsilon }) => {
          const found = discreteEpsilon(withReplacement.broken({ records, draws: records, epsilon }));
          const guarantee = pure(epsilon);
          const claimed = amplifyWithoutReplacement({
            guarantee,
            batchSize: records,
            size: records,
            neighbours: "swap",
          });
          return { checks: { epsilon: atMost(found, claimed.epsilon) } };
        },
      }),
    },
  },
};
