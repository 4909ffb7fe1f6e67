/**
 * Losses of batches without replacement, and of groups, against quadrature of the densities.
 *
 * Part `batch-loss`: neighbours whose other records are all 0 have the laws (1 - q) N(0) + q N(1) and N(0), noise being measured by
 * the sensitivity of a swap: their delta over a few steps, by nested quadrature, is at most that of the composed pair, and for one
 * step equal to it. Part `group-loss`: the delta of a group is that of the binomial mixture of its moves, and below what the group
 * bound makes of the delta of one record.
 * Source: Zhu, Dong, Wang (AISTATS 2022); Choquette-Choo, Ganesh, Steinke, Thakurta (ICLR 2024); Vadhan (2017), lemma 2.2.
 */
import { binomialLogMass } from "../../lib/numerics/binomial.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { logSumExp } from "../../lib/numerics/log-sum.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { normalDensity } from "../../lib/numerics/normal.ts";
import { findRoot } from "../../lib/numerics/root.ts";
import { largerIntegratedDelta } from "../../lib/oracles/hockey-stick.ts";
import { deltaByQuadrature } from "../../lib/oracles/sampled-steps-quadrature.ts";
import { compose } from "../../lib/privacy/accounting/composed-privacy.ts";
import { groupEvent } from "../../lib/privacy/accounting/group-event.ts";
import { poissonSampled } from "../../lib/privacy/accounting/sampled-event.ts";
import { groupPrivacy } from "../../lib/privacy/guarantees/group-privacy.ts";
import { approximate } from "../../lib/privacy/guarantees/guarantee.ts";
import { gaussianPld } from "../../lib/privacy/loss/gaussian-pld.ts";
import { pldDelta } from "../../lib/privacy/loss/pld-accountant.ts";
import { withoutReplacementPld } from "../../lib/privacy/loss/without-replacement-pld.ts";
import { atLeast, atMost, axis, exactStudy, type PartDraft, z } from "../kit.ts";
import { epsilonOf, fewStepsOf, noiseOf } from "./axes.ts";

/** Of quadrature. */
const INTEGRATED = { share: 1e-7, absolute: 1e-12 };
const RECORDS = 100;

const batchAxes = {
  batch: axis(z.int().min(1).max(95), { means: `records of ${RECORDS} in a batch`, quick: [20], full: [5, 20, 80] }),
  noise: noiseOf([1], [1, 2]),
  steps: fewStepsOf([1, 2]),
  epsilon: epsilonOf([0.5], [0.1, 0.5, 1]),
};

interface BatchCell {
  readonly batch: number;
  readonly noise: number;
  readonly steps: number;
  readonly epsilon: number;
}

const batchLoss = ({ batch, noise }: BatchCell) =>
  withoutReplacementPld(gaussianPld({ sigma: noise, sensitivity: 1 }), { batchSize: batch, size: RECORDS });
const batchTruth = ({ batch, noise, steps, epsilon }: BatchCell) =>
  deltaByQuadrature({ noiseMultiplier: noise, samplingRate: batch / RECORDS, times: steps, epsilon });

export const batchPart: PartDraft = {
  claim: "subsampling-amplification",
  asks: "Is the delta of neighbours on batches without replacement at most that of the loss distribution, and for one step equal?",
  study: exactStudy({
    axes: batchAxes,
    exact: (cell) => {
      const truth = batchTruth(cell);
      const { lower, upper } = pldDelta({
        events: [{ loss: batchLoss(cell), times: cell.steps }],
        epsilon: cell.epsilon,
      });
      return {
        checks: {
          "at-most-upper": atMost(truth, upper, INTEGRATED),
          ...(cell.steps === 1 && { "at-least-lower": atLeast(truth, lower, INTEGRATED) }),
        },
        values: { truth, lower, upper },
      };
    },
  }),
  controls: {
    "half-the-rate": {
      says: "batches of half the size, whose losses are smaller, sold as those of the whole",
      study: exactStudy({
        axes: { ...batchAxes, batch: axis(z.int().min(4).max(95), { means: batchAxes.batch.means, quick: [20] }) },
        exact: (cell) => {
          const events = [{ loss: batchLoss({ ...cell, batch: cell.batch >> 1 }), times: cell.steps }];
          const { upper } = pldDelta({ events, epsilon: cell.epsilon });
          return { checks: { delta: atMost(batchTruth(cell), upper) } };
        },
      }),
    },
  },
};

const groupAxes = {
  size: axis(z.int().min(2).max(6), { means: "records in the group", quick: [3], full: [2, 3, 5] }),
  rate: axis(z.number().min(0.05).max(0.95), { means: "sampling rate", quick: [0.3], full: [0.1, 0.3, 0.8] }),
  noise: noiseOf([2], [1, 2]),
  epsilon: axis(z.number().min(0.1).max(2), { means: "epsilon", quick: [0.6], full: [0.3, 0.6, 1.2] }),
};

interface GroupCell {
  readonly size: number;
  readonly rate: number;
  readonly noise: number;
  readonly epsilon: number;
}

/** The larger of both orders of the binomial mixture against no move. */
export function groupTruth({ size, rate, noise, epsilon }: GroupCell): number {
  const moves = Array.from({ length: size + 1 }, (_, move) => move);
  const weights = moves.map((successes) => exp(binomialLogMass({ trials: size, successes, probability: rate })));
  const alone = (x: number) => normalDensity(x / noise) / noise;
  const mixture = (x: number) => moves.reduce((sum, move) => sum + weights[move] * alone(x - move), 0);
  // Where the densities are in the ratio e^epsilon, the integrand has a kink.
  const logRatio = (x: number) =>
    logSumExp(moves.map((move) => log(weights[move]) + (move * (x - 0.5 * move)) / (noise * noise)));
  const [lower, upper] = [-10 * noise, size + 10 * noise];
  const crossings = [epsilon, -epsilon]
    .filter((level) => logRatio(lower) < level && logRatio(upper) > level)
    .map((level) => findRoot((x) => logRatio(x) - level, { lower, upper }));
  const kinks = [...moves, ...crossings];
  const over = { lower, upper, kinks, relativeTolerance: 1e-9, absoluteTolerance: 1e-13 };
  return largerIntegratedDelta(mixture, alone, epsilon, over);
}

const eventOf = ({ noise, rate }: GroupCell) =>
  poissonSampled({ kind: "gaussian", sigma: noise, sensitivity: 1 }, { samplingRate: rate, times: 1 });

export const groupPart: PartDraft = {
  claim: "group-privacy",
  asks: "Does the loss distribution of a group hold its delta by quadrature, below the group bound of one record's delta?",
  study: exactStudy({
    axes: groupAxes,
    exact: (cell) => {
      const truth = groupTruth(cell);
      const { lower, upper } = compose([groupEvent(eventOf(cell), cell.size)]).deltaAt(cell.epsilon);
      const each = cell.epsilon / cell.size;
      const generic = groupPrivacy(approximate(each, compose([eventOf(cell)]).deltaAt(each).upper), cell.size).delta;
      return {
        checks: {
          "at-least-lower": atLeast(truth, lower, INTEGRATED),
          "at-most-upper": atMost(truth, upper, INTEGRATED),
          "below-group-bound": atMost(truth, generic, INTEGRATED),
        },
        values: { truth, lower, upper, generic },
      };
    },
  }),
  controls: {
    "one-record": {
      says: "the delta of one record sold as that of the group",
      study: exactStudy({
        axes: groupAxes,
        exact: (cell) => ({
          checks: { delta: atMost(groupTruth(cell), compose([eventOf(cell)]).deltaAt(cell.epsilon).upper) },
        }),
      }),
    },
  },
};
