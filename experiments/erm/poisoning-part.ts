/**
 * A poisoning canary for DP-SGD: what trainings with and without it certify, and that they certify no more than is claimed.
 *
 * Logistic regression on 60 records of two features that vary and one that hardly does; the canary is ten clipping norms long, in the
 * direction of the least variance. A group of k copies is held against `groupPrivacy` of the claim.
 * Source: Jagielski, Ullman, Oprea (NeurIPS 2020).
 */
import { poisoningCanary } from "../../lib/attacks/poisoning-canary.ts";
import { halfLineEvent } from "../../lib/auditing/event-choice.ts";
import { auditRelease } from "../../lib/auditing/sampled-audit.ts";
import { clippedGradients } from "../../lib/learning/clipped-gradient.ts";
import { type Dataset, dataset } from "../../lib/learning/dataset.ts";
import { logisticLoss } from "../../lib/learning/loss.ts";
import { noisyDescent } from "../../lib/learning/noisy-descent.ts";
import { privateStochasticGradient, stochasticNoiseFor } from "../../lib/learning/private-stochastic-gradient.ts";
import { groupPrivacy } from "../../lib/privacy/guarantees/group-privacy.ts";
import { approximate } from "../../lib/privacy/guarantees/guarantee.ts";
import { sampleNormal } from "../../lib/random/normal.ts";
import { samplePoissonSubsample } from "../../lib/random/poisson-subsample.ts";
import { type Stream, stream } from "../../lib/random/stream.ts";
import { audited, axis, type Part, sampledStudy, variant, z } from "../kit.ts";

const DELTA = 1e-5;
const SIZE = 60;
const PLAN = { steps: 20, samplingRate: 0.5, batchSize: 30, stepSize: 1, regularisation: 0, radius: Infinity } as const;
const CLIP = 1;

/** Records that hardly vary along the third feature; always the same. */
const records = ((random: Stream) => {
  const features = Float64Array.from({ length: 3 * SIZE }, (_, k) =>
    sampleNormal({ mean: 0, sigma: k % 3 === 2 ? 0.02 : 0.5 }, random),
  );
  const labels = Float64Array.from({ length: SIZE }, (_, i) => (features[3 * i] > 0 ? 1 : -1));
  return dataset({ features, labels, columns: 3 });
})(stream(20261119, "poisoned records"));

const canary = poisoningCanary({ data: records, length: 10 * CLIP });

const noises = new Map<number, number>();
function noiseFor(epsilon: number): number {
  const plan = {
    epsilon,
    delta: DELTA,
    times: PLAN.steps,
    samplingRate: PLAN.samplingRate,
    neighbours: "add-remove",
  } as const;
  const noise = noises.get(epsilon) ?? stochasticNoiseFor({ ...plan, tolerance: 1e-3 });
  noises.set(epsilon, noise);
  return noise;
}

type Training = (data: Dataset, random: Stream) => Float64Array;

function privateTraining(epsilon: number): Training {
  const { release } = privateStochasticGradient({
    ...{ ...PLAN, loss: logisticLoss, clip: CLIP, neighbours: "add-remove", output: "last" },
    ...{ noiseMultiplier: noiseFor(epsilon), delta: DELTA },
  });
  return release;
}

/** The noise of the claim, and gradients as long as they are. */
function unclippedTraining(epsilon: number): Training {
  const sigma = noiseFor(epsilon) * CLIP;
  return (data, random) => {
    const gradients = clippedGradients({ data, loss: logisticLoss, clip: 1e6 });
    const loop = { ...PLAN, dimension: data.columns, divisor: PLAN.batchSize, sigma };
    const sample = { size: data.rows, samplingRate: PLAN.samplingRate };
    return noisyDescent(
      loop,
      (weights, sum) => gradients.sum(weights, sum, samplePoissonSubsample(sample, random)),
      random,
    ).last;
  };
}

function study(trainingAt: (epsilon: number) => Training) {
  return sampledStudy({
    axes: {
      epsilon: axis(z.number().min(0.5).max(8), {
        means: "epsilon of the training, at delta 1e-5",
        quick: [2],
        full: [1, 2, 4],
      }),
      copies: axis(z.int().min(1).max(4), { means: "copies of the canary", quick: [1], full: [1, 2] }),
      draws: axis(z.int().min(500).max(20_000), { means: "trainings of each dataset", quick: [2000], full: [8000] }),
    },
    trials: { quick: 1, full: 1 },
    intervals: () => 1,
    block: (_cell, _count, random) => ({ seed: random.uint32() }),
    judge: ({ epsilon, copies, draws }, { seed }, { errorRate }) => {
      const training = trainingAt(epsilon);
      const claimed = groupPrivacy(approximate(epsilon, DELTA), copies);
      const inputs = [canary.poisoned(1, copies), records] as const;
      const found = auditRelease(
        (data: Dataset, random: Stream) => canary.score(training(data, random)),
        {
          epsilon: claimed.epsilon,
          delta: claimed.delta,
          inputs,
          draws,
          errorRate,
          choose: halfLineEvent((x: number) => x),
        },
        stream(seed, "poisoning"),
      );
      return {
        checks: { epsilon: audited(found, claimed.epsilon) },
        values: { certified: found.lowerBound, "for-one-record": found.lowerBound / copies, noise: noiseFor(epsilon) },
      };
    },
  });
}

const privateStudy = study(privateTraining);

export const poisoningPart: Part = {
  claim: "poisoning-canary",
  asks: "What do trainings with and without a poisoning canary certify of epsilon, and never more than is claimed?",
  study: privateStudy,
  controls: {
    "gradients-not-clipped": {
      says: "the noise of the claim without clipping: the canary, ten clipping norms long, gives itself away",
      study: variant(study(unclippedTraining), { over: { epsilon: [1, 2], copies: [1], draws: [2000] } }),
    },
  },
};
