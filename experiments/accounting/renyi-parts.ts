/**
 * Renyi privacy: the closed curves against quadrature and enumeration of the laws, and what they convert to against the certified truth.
 *
 * Part `rdp`: D of each mechanism at an order, from its densities or masses, against the library's curve; of the sampled Gaussian
 * also the other direction, which must be no larger. Part `rdp-conversion`: the classic and the sharper conversion of the sampled
 * Gaussian's curve, neither of which may lie below the certified interval of the loss accountant.
 * Source: Mironov (CSF 2017); Mironov, Talwar, Zhang (2019); Canonne, Kamath, Steinke (2020).
 */
import { discreteRenyi } from "../../lib/auditing/renyi-audit.ts";
import { randomizedResponse } from "../../lib/mechanisms/local/randomized-response.ts";
import { discreteLaplace } from "../../lib/mechanisms/noise/discrete-laplace.ts";
import { divergence, logMoment } from "../../lib/oracles/renyi-quadrature.ts";
import {
  binaryResponseRenyi,
  discreteLaplaceRenyi,
  gaussianRenyi,
  laplaceRenyi,
} from "../../lib/privacy/accounting/renyi-curves.ts";
import { poissonGaussianRenyi } from "../../lib/privacy/accounting/renyi-subsampled.ts";
import { repeatRenyi } from "../../lib/privacy/conversions/composition.ts";
import { convert } from "../../lib/privacy/conversions/convert.ts";
import { subsampledGaussianPld } from "../../lib/privacy/loss/gaussian-pld.ts";
import { gaussianEpsilon } from "../../lib/privacy/loss/gaussian-profile.ts";
import { type CertifiedInterval, pldEpsilon } from "../../lib/privacy/loss/pld-accountant.ts";
import { atLeast, atMost, axis, type Check, equal, exactStudy, type PartDraft, z } from "../kit.ts";
import { deltaOf, noiseOf, rateOf, stepsOf } from "./axes.ts";
import { laplaceFromLaplace, mixtureFromNormal, normalFromMixture } from "./pairs.ts";

const INTEGRATED = { share: 1e-9 };

const mechanism = axis(z.enum(["gaussian", "sampled-gaussian", "laplace", "discrete-laplace", "response"]), {
  means: "mechanism",
  quick: ["gaussian", "sampled-gaussian", "laplace", "discrete-laplace", "response"],
});
const order = axis(z.number().min(1.1).max(64), {
  means: "order of the divergence",
  quick: [1.5, 2, 8],
  full: [1.1, 1.5, 2, 2.5, 4, 8, 20, 64],
});
const noise = noiseOf([1, 4], [0.5, 1, 1.1, 2, 4]);
const rate = rateOf([0.01], [0.001, 0.01, 0.1, 0.5]);

interface Divergence {
  readonly mechanism: string;
  readonly noise: number;
  readonly rate: number;
  readonly order: number;
}

/** From the laws alone; the response has epsilon = 1 / noise. */
function fromLaws({ mechanism, noise, rate, order }: Divergence): number {
  switch (mechanism) {
    case "gaussian":
      return divergence(mixtureFromNormal({ noise, rate: 1 }, order), order);
    case "sampled-gaussian":
      return divergence(mixtureFromNormal({ noise, rate }, order), order);
    case "laplace":
      return divergence(laplaceFromLaplace(noise), order);
    case "discrete-laplace": {
      const { law } = discreteLaplace({ epsilon: 1 / noise, sensitivity: 1, neighbours: "add-remove" });
      return discreteRenyi({ first: law(1), second: law(0) }, order);
    }
    default: {
      const { law } = randomizedResponse({ epsilon: 1 / noise });
      return discreteRenyi({ first: law(1), second: law(0) }, order);
    }
  }
}

function closedForm({ mechanism, noise, rate, order }: Divergence): number {
  const curves = {
    gaussian: () => gaussianRenyi({ sigma: noise, sensitivity: 1 }),
    "sampled-gaussian": () => poissonGaussianRenyi({ noiseMultiplier: noise, samplingRate: rate }),
    laplace: () => laplaceRenyi({ scale: noise, sensitivity: 1 }),
    "discrete-laplace": () => discreteLaplaceRenyi({ scale: noise, sensitivity: 1 }),
    response: () => binaryResponseRenyi(1 / noise),
  };
  return curves[mechanism as keyof typeof curves]().epsilonAt(order);
}

export const divergencePart: PartDraft = {
  claim: "rdp",
  asks: "Are the Renyi divergences of the mechanisms those of their laws, by quadrature and enumeration?",
  study: exactStudy({
    axes: { mechanism, noise, rate, order },
    where: ({ mechanism, rate: own }) => mechanism === "sampled-gaussian" || own === rate.quick[0],
    exact: (cell) => {
      const found = fromLaws(cell);
      const checks: Record<string, Check> = { divergence: equal(found, closedForm(cell), INTEGRATED) };
      if (cell.mechanism === "sampled-gaussian")
        checks["other-direction"] = atMost(
          divergence(normalFromMixture(cell, cell.order), cell.order),
          found,
          INTEGRATED,
        );
      return { checks };
    },
  }),
  controls: {
    "expectation-under-p": {
      says:
        "the expectation of (P/Q)^order taken under P, and the conversion used at order 1, " +
        "where it would say that epsilon is the divergence",
      refutes: ["E16", "E16b"],
      shownBy: { E16: "divergence", E16b: "epsilon-at-order-one" },
      study: exactStudy({
        axes: { noise, order },
        exact: ({ noise, order }) => {
          const found = divergence(mixtureFromNormal({ noise, rate: 1 }, order), order);
          // Under P, (P/Q)^order has the mean that (P/Q)^(order + 1) has under Q.
          const claimed = logMoment(mixtureFromNormal({ noise, rate: 1 }, order + 1), order + 1) / (order - 1);
          const atOne = gaussianRenyi({ sigma: noise, sensitivity: 1 }).epsilonAt(1);
          return {
            checks: {
              divergence: equal(found, claimed, INTEGRATED),
              "epsilon-at-order-one": atMost(gaussianEpsilon({ mu: 1 / noise, delta: 1e-5 }), atOne),
            },
          };
        },
      }),
    },
    "formula-without-sampling": {
      says: "the divergence of Gaussian noise without sampling, order / (2 noise^2), used for a sample",
      study: exactStudy({
        axes: { noise, rate: rateOf([0.01, 0.5], undefined, 0.9), order },
        exact: (cell) => ({
          checks: {
            divergence: equal(
              divergence(mixtureFromNormal(cell, cell.order), cell.order),
              gaussianRenyi({ sigma: cell.noise, sensitivity: 1 }).epsilonAt(cell.order),
              INTEGRATED,
            ),
          },
        }),
      }),
    },
  },
};

export interface Training {
  readonly rate: number;
  readonly noise: number;
  readonly steps: number;
}

export const curveOf = ({ rate, noise, steps }: Training) =>
  repeatRenyi(poissonGaussianRenyi({ noiseMultiplier: noise, samplingRate: rate }), steps);

/** What the loss accountant certifies. */
export function certified({ rate, noise, steps }: Training, delta: number): CertifiedInterval {
  const loss = subsampledGaussianPld({ noiseMultiplier: noise, samplingRate: rate });
  return pldEpsilon({ events: [{ loss, times: steps }], delta });
}

export const conversionPart: PartDraft = {
  claim: "rdp",
  asks: "Do both conversions of a Renyi curve lie above the certified epsilon, the sharper one below the classic one?",
  study: exactStudy({
    axes: {
      rate: rateOf([0.01], [0.01, 0.1, 1]),
      noise: noiseOf([4], [1.1, 4]),
      steps: stepsOf([10_000], [1000, 10_000]),
      delta: deltaOf([1e-5, 1e-7], [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8]),
    },
    exact: ({ delta, ...training }) => {
      const curve = curveOf(training);
      const classic = convert(curve, { to: "approximate", delta, way: "classic" });
      const sharper = convert(curve, { to: "approximate", delta });
      const { lower, upper } = certified(training, delta);
      return {
        checks: {
          "classic-above-sharper": atLeast(classic.epsilon, sharper.epsilon),
          "sharper-above-exact": atLeast(sharper.epsilon, upper),
        },
        values: { classic: classic.epsilon, order: classic.order, sharper: sharper.epsilon, lower, upper },
      };
    },
  }),
  controls: {
    "divergence-as-epsilon": {
      says: "the divergence at order 2 itself sold as epsilon, without what delta costs",
      study: exactStudy({
        axes: { noise: noiseOf([4], [1.1, 4]), delta: deltaOf([1e-5]) },
        exact: ({ noise, delta }) => {
          const training = { rate: 0.01, noise, steps: 1000 };
          return {
            checks: { "above-exact": atLeast(curveOf(training).epsilonAt(2), certified(training, delta).lower) },
          };
        },
      }),
    },
  },
};
