/**
 * Accounting at tiny sampling rates: the certified interval is narrow, and holds the epsilon that quadrature of the transform gives.
 *
 * At rates of 1e-5 a step loses next to nothing, and a rare large loss decides. Noise 0.6, rate 1e-5, a million steps and delta
 * 1e-10 have the epsilon 1.07731, of which dp_accounting 0.6.0 states 1.07718 as a pessimistic estimate: a little less than the
 * truth, and a control here.
 * Source: Koskela, Jaelkoe, Honkela (AISTATS 2020); `lib/privacy/loss/loss-inversion.ts`.
 */
import { epsilonByInversion } from "../../lib/oracles/sampled-steps-inversion.ts";
import { subsampledGaussianPld } from "../../lib/privacy/loss/gaussian-pld.ts";
import { pldEpsilon } from "../../lib/privacy/loss/pld-accountant.ts";
import { atLeast, atMost, axis, exactStudy, type PartDraft, z } from "../kit.ts";
import { type SampledNoise, stepOf } from "./pairs.ts";

const axes = {
  noise: axis(z.number().min(0.55).max(0.9), { means: "noise over sensitivity", quick: [0.6], full: [0.6, 0.8] }),
  rate: axis(z.number().min(3e-6).max(3e-5), { means: "sampling rate", quick: [1e-5], full: [5e-6, 1e-5, 2e-5] }),
  steps: axis(z.int().min(100_000).max(4_000_000), { means: "steps", quick: [1_000_000], full: [500_000, 1_000_000] }),
  delta: axis(z.number().min(1e-12).max(1e-8), { means: "delta", quick: [1e-10], full: [1e-10, 1e-9] }),
};

const LINE = { tilt: 4, width: 14 };
/** Of the oracle. */
const INVERTED = { share: 1e-7, absolute: 1e-9 };

interface ManySteps extends SampledNoise {
  readonly steps: number;
  readonly delta: number;
}

function truthOf({ steps, delta, ...step }: ManySteps): number {
  return epsilonByInversion({ ...stepOf(step), times: steps, delta }, LINE);
}

function certified({ steps, delta, ...step }: ManySteps) {
  return pldEpsilon({ events: [{ loss: subsampledGaussianPld(stepOf(step)), times: steps }], delta });
}

export const tinyRatesPart: PartDraft = {
  claim: "pld",
  asks: "Is the certified interval narrow at tiny sampling rates, and does it hold the epsilon by quadrature of the transform?",
  study: exactStudy({
    axes,
    exact: (cell) => {
      const truth = truthOf(cell);
      const { lower, upper } = certified(cell);
      return {
        checks: {
          "at-least-lower": atLeast(truth, lower, INVERTED),
          "at-most-upper": atMost(truth, upper, INVERTED),
          narrow: atMost(upper - lower, Math.max(1e-3, 0.01 * truth)),
        },
        values: { lower, upper, truth },
      };
    },
  }),
  controls: {
    "rounded-down": {
      says: "the lower end of the interval sold as an upper bound",
      study: exactStudy({
        axes: { ...axes, steps: axis(axes.steps.schema, { means: "steps", quick: [1_000_000] }) },
        exact: (cell) => ({ checks: { epsilon: atMost(truthOf(cell), certified(cell).lower) } }),
      }),
    },
    "pessimistic-grid": {
      says: "the pessimistic epsilon of dp_accounting 0.6.0 at one point, 1.07718, as an upper bound",
      study: exactStudy({
        axes: {
          noise: axis(z.number().min(0.6).max(0.6), { means: "noise over sensitivity", quick: [0.6] }),
          rate: axis(z.number().min(1e-5).max(1e-5), { means: "sampling rate", quick: [1e-5] }),
          steps: axis(z.int().min(1_000_000).max(1_000_000), { means: "steps", quick: [1_000_000] }),
          delta: axis(z.number().min(1e-10).max(1e-10), { means: "delta", quick: [1e-10] }),
        },
        exact: (cell) => ({ checks: { epsilon: atMost(truthOf(cell), 1.07718) } }),
      }),
    },
  },
};
