/**
 * Private stochastic gradient descent: its mean excess against the bound for noisy unbiased gradients, and its certified epsilon.
 *
 * Each record enters a step with probability 0.05, 1000 steps, the noise calibrated by the loss accountant for replaced records, as
 * the other methods are. The sum of a sample over its nominal size q n has a mean square of at most G^2 (1 + (1 - q) / (q n))
 * before the noise.
 */
import { logisticLoss } from "../../lib/learning/loss.ts";
import { privateStochasticGradient, stochasticNoiseFor } from "../../lib/learning/private-stochastic-gradient.ts";
import { pldEpsilon } from "../../lib/privacy/loss/pld-accountant.ts";
import { replacedGaussianPld } from "../../lib/privacy/loss/replaced-gaussian-pld.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { estimateAtLeast, estimateAtMost, exactStudy, type Judgement, meanStudy, type Part, variant } from "../kit.ts";
import { DELTA, dimension, epsilon, epsilonOf, penaltyOf, size } from "./axes.ts";
import { CLIP, RADIUS } from "./descent.ts";
import { meansOf, type NamedMoments } from "./named-moments.ts";
import { onPopulation, type RiskCell, trialsOf } from "./trial.ts";

const RATE = 0.05;
const STEPS = 1000;

const calibrated = new Map<number, number>();

/** The deviation of the noise over the clip, of which several cells need the same. */
function noiseMultiplierFor(level: number): number {
  const plan = { epsilon: level, delta: DELTA, times: STEPS, samplingRate: RATE, neighbours: "swap" } as const;
  const found = calibrated.get(level) ?? stochasticNoiseFor(plan);
  calibrated.set(level, found);
  return found;
}

/** The mean square of the noise on the mean gradient, and the step that is right for it. */
function planOf(cell: RiskCell): { readonly batch: number; readonly noiseSquare: number; readonly stepSize: number } {
  const batch = RATE * cell.size;
  const deviation = (noiseMultiplierFor(cell.epsilon) * CLIP) / batch;
  const noiseSquare = cell.dimension * deviation * deviation;
  const steady = 1 / (logisticLoss.smoothness + cell.penalty);
  return { batch, noiseSquare, stepSize: Math.min(steady, RADIUS / Math.sqrt(STEPS * (CLIP * CLIP + noiseSquare))) };
}

function excessBound(cell: RiskCell): number {
  const { batch, noiseSquare, stepSize } = planOf(cell);
  const steepest = CLIP + cell.penalty * RADIUS;
  const square = steepest * steepest + ((1 - RATE) / batch) * CLIP * CLIP + noiseSquare;
  return (RADIUS * RADIUS) / (2 * stepSize * STEPS) + (stepSize * square) / 2;
}

function stochasticMethod(cell: RiskCell, noiseFactor = 1) {
  const { batch, stepSize } = planOf(cell);
  return privateStochasticGradient({
    loss: logisticLoss,
    clip: CLIP,
    samplingRate: RATE,
    batchSize: batch,
    stepSize,
    regularisation: cell.penalty,
    steps: STEPS,
    radius: RADIUS,
    noiseMultiplier: noiseFactor * noiseMultiplierFor(cell.epsilon),
    delta: DELTA,
    neighbours: "swap",
    output: "average",
  });
}

function stochasticTrials(cell: RiskCell, count: number, random: Stream): NamedMoments {
  const method = stochasticMethod(cell);
  return trialsOf(cell, { count, random }, ({ data, excess, noise }) => {
    const { average, last } = method.descend(data, noise(0));
    return { average: excess(average), last: excess(last), ...onPopulation("average", average) };
  });
}

/** How far ten times the excess of the method is above that of one with more noise. */
function noisierTrials(cell: RiskCell, count: number, random: Stream): NamedMoments {
  const [method, noisier] = [stochasticMethod(cell), stochasticMethod(cell, RATE * cell.size)];
  return trialsOf(cell, { count, random }, ({ data, excess, noise }) => {
    const [right, wrong] = [method, noisier].map((each) => excess(each.descend(data, noise(0)).average));
    return { right, wrong, margin: 10 * right - wrong };
  });
}

const descentStudy = meanStudy({
  axes: {
    dimension: { ...dimension, quick: [5] },
    size,
    penalty: penaltyOf([0.01]),
    epsilon: epsilonOf([0.1, 1], epsilon.full),
  },
  trials: { quick: 10, full: 10, most: 40 },
  blockSize: 10,
  intervals: () => 1,
  block: stochasticTrials,
  judge: (cell, found) => {
    const bound = excessBound(cell);
    return { checks: { average: estimateAtMost(found.average, bound) }, values: { ...meansOf(found), bound } };
  },
});

export const stochasticPart: Part = {
  claim: "dp-sgd",
  asks: "Is the mean excess of private stochastic gradient descent below the bound for its noisy gradients?",
  study: descentStudy,
  controls: {
    "noise-outside-the-mean": {
      says: "noise added after the division by the size of the sample (erratum E15c), claimed to cost no more than ten times the excess",
      refutes: ["E15c"],
      study: variant(descentStudy, {
        over: { dimension: [5], size: [2000], epsilon: [1] },
        trials: { quick: 20, full: 20 },
        block: noisierTrials,
        judge: (_, found) => ({
          checks: { margin: estimateAtLeast(found.margin, 0) },
          values: { ...meansOf(found), ratio: found.wrong.estimate / found.right.estimate },
        }),
      }),
    },
  },
};

/** The epsilon of all steps, between two certified ends, when the noise is a share of what it should be. */
function judgePrivacy({ epsilon: level }: { readonly epsilon: number }, share: number): Judgement {
  const noiseMultiplier = share * noiseMultiplierFor(level);
  const loss = replacedGaussianPld({ noiseMultiplier, samplingRate: RATE });
  const { lower, upper } = pldEpsilon({ events: [{ loss, times: STEPS }], delta: DELTA });
  return {
    checks: { epsilon: estimateAtMost({ estimate: upper, lower, upper }, level) },
    values: { "noise-multiplier": noiseMultiplier },
  };
}

const privacyStudy = exactStudy({
  axes: { epsilon: epsilonOf([1], epsilon.full) },
  exact: (cell) => judgePrivacy(cell, 1),
});
/** With a share of the noise that it should have. */
const withNoise = (share: (cell: { readonly epsilon: number }) => number) =>
  variant(privacyStudy, { over: { epsilon: [1] }, exact: (cell) => judgePrivacy(cell, share(cell)) });

export const stochasticPrivacyPart: Part = {
  claim: "dp-sgd",
  asks: "Are 1000 steps on samples of a twentieth certified to be as private as they claim, when a record is replaced?",
  study: privacyStudy,
  controls: {
    "not-clipped": {
      says: "no clipping, with gradients of ten times the clip",
      refutes: ["E15"],
      study: withNoise(() => 0.1),
    },
    "noise-of-the-whole": {
      says: "noise for a mean over all n records on the mean of a sample (erratum E30): n over the batch too little",
      refutes: ["E30"],
      study: withNoise(() => RATE),
    },
    "noise-for-a-record-more": {
      says: "noise for records added or removed, under swap: about half of what is needed",
      study: withNoise(addRemoveShare),
    },
  },
};

function addRemoveShare({ epsilon: level }: { readonly epsilon: number }): number {
  const plan = { epsilon: level, delta: DELTA, times: STEPS, samplingRate: RATE, neighbours: "add-remove" } as const;
  return stochasticNoiseFor(plan) / noiseMultiplierFor(level);
}
