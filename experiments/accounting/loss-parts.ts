/**
 * Accounting by privacy-loss distributions: the certified interval against the truth where it is known otherwise.
 *
 * Part `pld`: delta of one, two or three steps of the sampled Gaussian, by nested quadrature
 * (`lib/oracles/sampled-steps-quadrature.ts`), lies in the certified interval, and below the delta of the Renyi curve. Part
 * `pld-gaussian`: without sampling T steps are one Gaussian, whose epsilon has a closed form, at any T.
 * Source: Balle, Wang (ICML 2018); Koskela, Jaelkoe, Honkela (AISTATS 2020); Dong, Roth, Su (JRSS B 2022).
 */

import { deltaByQuadrature } from "../../lib/oracles/sampled-steps-quadrature.ts";
import { poissonGaussianRenyi } from "../../lib/privacy/accounting/renyi-subsampled.ts";
import { repeatRenyi } from "../../lib/privacy/conversions/composition.ts";
import { convert } from "../../lib/privacy/conversions/convert.ts";
import { gaussianPld, subsampledGaussianPld } from "../../lib/privacy/loss/gaussian-pld.ts";
import { gaussianEpsilon } from "../../lib/privacy/loss/gaussian-profile.ts";
import { pldDelta, pldEpsilon } from "../../lib/privacy/loss/pld-accountant.ts";
import { atLeast, atMost, axis, exactStudy, type PartDraft, z } from "../kit.ts";
import { deltaOf, epsilonOf, fewStepsOf, noiseOf, rateOf } from "./axes.ts";
import { type SampledNoise, stepOf } from "./pairs.ts";

/** Of nested quadrature. */
const INTEGRATED = { share: 1e-8, absolute: 1e-13 };

const few = fewStepsOf([1, 2], [1, 2, 3]);
const epsilon = epsilonOf([0.5], [0.1, 1]);
const rate = rateOf([0.2], [0.01, 0.2, 0.8], 0.95);
const noise = noiseOf([1], [1, 2]);

/** Where delta is no tiny number, so that a wrong one shows. */
const shown = {
  rate: axis(z.number().min(0.05).max(0.95), { means: "sampling rate", quick: [0.2], full: [0.2, 0.8] }),
  noise: axis(z.number().min(0.5).max(1.2), { means: "noise over sensitivity", quick: [1] }),
  steps: fewStepsOf([2], [1, 2]),
  epsilon: axis(z.number().min(0.05).max(0.5), { means: "epsilon", quick: [0.5] }),
};

interface FewSteps extends SampledNoise {
  readonly steps: number;
  readonly epsilon: number;
}

const lossOf = (cell: FewSteps) => subsampledGaussianPld(stepOf(cell));
const truthOf = (cell: FewSteps) => deltaByQuadrature({ ...stepOf(cell), times: cell.steps, epsilon: cell.epsilon });

export const lossPart: PartDraft = {
  claim: "pld",
  asks: "Does the certified interval of delta hold the one that nested quadrature gives, with Renyi accounting above it?",
  study: exactStudy({
    axes: { rate, noise, steps: few, epsilon },
    exact: (cell) => {
      const truth = truthOf(cell);
      const { lower, upper } = pldDelta({ events: [{ loss: lossOf(cell), times: cell.steps }], epsilon: cell.epsilon });
      const curve = poissonGaussianRenyi({ noiseMultiplier: cell.noise, samplingRate: cell.rate });
      const renyi = convert(repeatRenyi(curve, cell.steps), { to: "approximate", epsilon: cell.epsilon }).delta;
      return {
        checks: {
          "at-least-lower": atLeast(truth, lower, INTEGRATED),
          "at-most-upper": atMost(truth, upper, INTEGRATED),
          "at-most-renyi": atMost(truth, renyi, INTEGRATED),
        },
        values: { lower, upper, renyi },
      };
    },
  }),
  controls: {
    "add-direction-alone": {
      says: "the delta of adding a record alone sold as that of adding and removing",
      study: exactStudy({
        axes: shown,
        exact: (cell) => {
          const { add } = lossOf(cell);
          const events = [{ loss: { remove: add, add }, times: cell.steps }];
          return {
            checks: { delta: atMost(truthOf(cell), pldDelta({ events, epsilon: cell.epsilon }).upper) },
          };
        },
      }),
    },
    "rounded-down": {
      says: "losses rounded down, whose delta is a lower bound, sold as an upper bound",
      study: exactStudy({
        // A single step is integrated: nothing is rounded.
        axes: { ...shown, steps: fewStepsOf([2]) },
        exact: (cell) => {
          const events = [{ loss: lossOf(cell), times: cell.steps }];
          const { lower } = pldDelta({ events, epsilon: cell.epsilon });
          return { checks: { delta: atMost(truthOf(cell), lower, INTEGRATED) } };
        },
      }),
    },
  },
};

const times = axis(z.int().min(1).max(100_000), { means: "releases", quick: [100], full: [1, 10, 100, 10_000] });
const total = axis(z.number().min(0.05).max(5), {
  means: "sensitivity over noise of all releases together",
  quick: [0.1, 1],
  full: [0.1, 0.5, 1, 3],
});
const delta = deltaOf([1e-5], [1e-8, 1e-5, 1e-3]);

/** T releases that together are one Gaussian with mu `total`. */
function composed(total: number, times: number, delta: number) {
  const loss = gaussianPld({ sigma: Math.sqrt(times) / total, sensitivity: 1 });
  return pldEpsilon({ events: [{ loss, times }], delta });
}

export const gaussianPart: PartDraft = {
  claim: "pld",
  asks: "Does the certified interval of T Gaussian releases hold the closed form of one?",
  study: exactStudy({
    axes: { total, times, delta },
    exact: ({ total, times, delta }) => {
      const truth = gaussianEpsilon({ mu: total, delta });
      const { lower, estimate, upper } = composed(total, times, delta);
      return {
        checks: { "at-least-lower": atLeast(truth, lower), "at-most-upper": atMost(truth, upper) },
        values: { lower, estimate, upper },
      };
    },
  }),
  controls: {
    "rounded-down": {
      says: "the epsilon of losses rounded down, a lower bound, sold as an upper bound",
      study: exactStudy({
        axes: { total, times: axis(times.schema, { means: times.means, quick: [100] }), delta },
        exact: ({ total, times, delta }) => ({
          checks: { epsilon: atMost(gaussianEpsilon({ mu: total, delta }), composed(total, times, delta).lower) },
        }),
      }),
    },
  },
};
