/**
 * Leaky randomized response: with probability delta tell the bit openly, otherwise answer by randomized response.
 *
 * Theorem: it is (epsilon, delta)-differentially private, and every pair of laws that satisfy that for some query is the image of
 * its two laws under one randomized map (`simulationLemma`): no mechanism of the same guarantee leaks more.
 * Source: Kairouz, Oh, Viswanath (ICML 2015), theorem 3.1 and its proof; Murtagh, Vadhan (TCC 2016), lemma 3.2.
 * Limits: answers 0 and 1 are the noisy ones, 2 and 3 tell that the bit is 0 and 1. Probabilities are met within 2^-52; for study.
 * @claim leaky-rr
 */
import { exp } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { refuseData } from "../../numerics/requirements.ts";
import { type Budget, withBudgetFromZero } from "../../privacy/guarantees/budget.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { discretePld, worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import { aliasTable, fillCategorical, sampleCategorical } from "../../random/categorical.ts";
import type { Stream } from "../../random/stream.ts";
import { finiteLaw } from "../laws/finite-law.ts";

/** An epsilon of 0 leaves the leak alone, a delta of 0 randomized response. */
export const leakyResponseParameters = withBudgetFromZero({});

export type LeakyResponseParameters = Budget<"approximate">;

export function leakyResponse(parameters: LeakyResponseParameters): ClosedMechanism<number, number, Stream, NumberLaw> {
  const { guarantee } = leakyResponseParameters.read(parameters);
  const { epsilon, delta } = guarantee;
  const lie = exp(-epsilon) / (1 + exp(-epsilon));
  const logTruth = log1p(-delta) - log1p(exp(-epsilon));
  // One word says whether the bit leaks, and if not, whether the answer lies.
  const [truths, lies] = [(1 - delta) * (1 - lie), (1 - delta) * lie];
  const tables = [aliasTable([truths, lies, delta, 0]), aliasTable([lies, truths, 0, delta])];
  const logLeak = delta === 0 ? -Infinity : log(delta);
  return {
    name: "leaky-response",
    neighbours: "swap",
    guarantee,
    release: (bit, random) => {
      requireBit(bit);
      return sampleCategorical(tables[bit], random);
    },
    releaseMany: (bit, out, random) => {
      requireBit(bit);
      return fillCategorical(tables[bit], out, random);
    },
    law: (bit) => {
      requireBit(bit);
      return bit === 0
        ? finiteLaw([logTruth, logTruth - epsilon, logLeak, -Infinity])
        : finiteLaw([logTruth - epsilon, logTruth, -Infinity, logLeak]);
    },
    privacyLoss: () => {
      if (epsilon > 0) return { ...worstCasePld({ epsilon, delta }), attained: true };
      // At epsilon 0 the two noisy answers tell nothing: one atom.
      return {
        ...discretePld([log1p(-delta), logLeak, -Infinity], [log1p(-delta), -Infinity, logLeak]),
        attained: true,
      };
    },
    worstPair: () => [0, 1],
  };
}

function requireBit(bit: number): void {
  if (bit !== 0 && bit !== 1) refuseData("bit", "0 or 1");
}
