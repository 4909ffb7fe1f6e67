/**
 * The moments accountant: log-moments of the privacy loss by quadrature under P, as the article defines them, and what they give.
 *
 * alpha(lambda) = log E_P e^(lambda loss), the loss being log(P/Q) of the mixture against the normal law; T steps and delta give
 * epsilon = min over lambda of (T alpha(lambda) + log(1 / delta)) / lambda. That is the classic conversion of the library's Renyi
 * curve at the orders lambda + 1, and lies above what the loss accountant certifies.
 * Source: Abadi et al. (CCS 2016), theorem 2.
 */

import { leastOf } from "../../lib/numerics/extremes.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { logMoment } from "../../lib/oracles/renyi-quadrature.ts";
import { compareAccountants } from "../../lib/privacy/accounting/accountant-comparison.ts";
import { poissonSampled } from "../../lib/privacy/accounting/sampled-event.ts";
import { convert } from "../../lib/privacy/conversions/convert.ts";
import { subsampledGaussianPld } from "../../lib/privacy/loss/gaussian-pld.ts";
import { pldDelta } from "../../lib/privacy/loss/pld-accountant.ts";
import { atLeast, equal, exactStudy, type PartDraft } from "../kit.ts";
import { deltaOf, noiseOf, rateOf, stepsOf } from "./axes.ts";
import { mixtureFromNormal, type SampledNoise } from "./pairs.ts";
import { certified, curveOf, type Training } from "./renyi-parts.ts";

/** The article's lambda: whole numbers. */
const LAMBDAS = Array.from({ length: 48 }, (_, k) => k + 1);
const INTEGRATED = { share: 1e-9 };

/** alpha(lambda): the mean of e^(lambda loss) under P is that of r^(lambda + 1) under Q. */
function momentOf(parameters: SampledNoise, lambda: number): number {
  return logMoment(mixtureFromNormal(parameters, lambda + 1), lambda + 1);
}

/** The epsilon of the moments, at the sampling rate that the accountant is given. */
function momentsEpsilon({ rate, noise, steps }: Training, delta: number): number {
  return leastOf(LAMBDAS.map((lambda) => (steps * momentOf({ noise, rate }, lambda) - log(delta)) / lambda));
}

const orders = LAMBDAS.map((lambda) => lambda + 1);

const rate = rateOf([0.01], [0.001, 0.01, 0.05]);
const noise = noiseOf([4], [1.1, 2, 4]);
const steps = stepsOf([1000, 10_000], [100, 1000, 10_000, 40_000]);
const delta = deltaOf([1e-5], [1e-5, 1e-7]);

export const momentsPart: PartDraft = {
  claim: "moments-accountant",
  asks: "Is the epsilon of the moments that of the Renyi curve, above the certified one, at delta and not at T delta?",
  study: exactStudy({
    axes: { rate, noise, steps, delta },
    exact: ({ delta, ...training }) => {
      const found = momentsEpsilon(training, delta);
      const { epsilon } = convert(curveOf(training), { to: "approximate", delta, orders, way: "classic" });
      const { lower, upper } = certified(training, delta);
      const event = poissonSampled(
        { kind: "gaussian", sigma: training.noise, sensitivity: 1 },
        { samplingRate: training.rate, times: training.steps },
      );
      const strong = compareAccountants([event], { delta }, ["advanced (DRV)"]).rows[0];
      return {
        checks: {
          "as-renyi": equal(found, epsilon, INTEGRATED),
          "above-exact": atLeast(found, upper),
        },
        values: {
          lower,
          upper,
          sharper: convert(curveOf(training), { to: "approximate", delta }).epsilon,
          strong: strong.epsilon,
        },
      };
    },
  }),
  controls: {
    "rate-ignored": {
      says: "the moments of the noise without sampling, set beside the Renyi curve with it",
      study: exactStudy({
        axes: { rate: rateOf([0.01, 0.5], undefined, 0.9), noise, steps },
        exact: (training) => {
          const { epsilon } = convert(curveOf(training), { to: "approximate", delta: 1e-5, orders, way: "classic" });
          return { checks: { "as-renyi": equal(momentsEpsilon({ ...training, rate: 1 }, 1e-5), epsilon, INTEGRATED) } };
        },
      }),
    },
    "delta-times-steps": {
      says: "the total delta of T steps claimed to be T delta at the accountant's epsilon: it is below delta itself",
      refutes: ["E33"],
      study: exactStudy({
        axes: { rate: rateOf([0.01]), noise: noiseOf([4]), steps: stepsOf([1000, 10_000]) },
        exact: (training) => {
          const { rate, noise, steps } = training;
          const epsilon = momentsEpsilon(training, 1e-5);
          const loss = subsampledGaussianPld({ noiseMultiplier: noise, samplingRate: rate });
          const { upper } = pldDelta({ events: [{ loss, times: steps }], epsilon });
          return { checks: { delta: equal(upper, steps * 1e-5, { share: 0.5 }) }, values: { epsilon } };
        },
      }),
    },
  },
};
