/**
 * Published numbers of private networks: what of them can be decided here.
 *
 * Part `nn-numbers`: our own private network on the flowers of iris, at a certified epsilon, beside the same training without noise
 * on the same split. The accuracies that are cited from the literature, of image models, stand beside it as values and in the
 * figure: nobody checks them here. Part `cited-epsilon`: epsilons that were published with rate, noise, steps and delta, computed
 * again by the library's accountants. Part `noise-norm`: the mean norm of the noise of one step by quadrature of its density,
 * against sigma C sqrt(d), below which it stays by less than a share 1 / (4 d).
 * Source: Papernot et al. (AAAI 2021) for the accuracies; Abadi et al. (CCS 2016) and the tests of TensorFlow Privacy for the epsilons.
 */
import { iris } from "../../lib/data/iris.ts";
import { dataset } from "../../lib/learning/dataset.ts";
import { type NetworkTraining, networkAccuracy, trainNetwork } from "../../lib/learning/private-network.ts";
import { stochasticNoiseFor } from "../../lib/learning/private-stochastic-gradient.ts";
import { splitRecords } from "../../lib/learning/split-records.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { logGamma } from "../../lib/numerics/log-gamma.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import { poissonGaussianRenyi } from "../../lib/privacy/accounting/renyi-subsampled.ts";
import { repeatRenyi } from "../../lib/privacy/conversions/composition.ts";
import { convert } from "../../lib/privacy/conversions/convert.ts";
import { subsampledGaussianPld } from "../../lib/privacy/loss/gaussian-pld.ts";
import { pldEpsilon } from "../../lib/privacy/loss/pld-accountant.ts";
import type { Stream } from "../../lib/random/stream.ts";
import {
  atLeast,
  atMost,
  axis,
  equal,
  estimateAtLeast,
  estimateAtMost,
  exactStudy,
  type PartDraft,
  sampledStudy,
  shareOf,
  variant,
  z,
} from "../kit.ts";

const DELTA = 1e-5;
const TRAINING: NetworkTraining = {
  ...{ hidden: 8, classes: 3, steps: 60, samplingRate: 0.2, batchSize: 20, stepSize: 0.5 },
  ...{ clip: 1, clipping: "global" },
};

/** As published, of image models; values of the literature, none of ours. */
const CITED = [
  { name: "MNIST", accuracy: 0.981, epsilon: 2.93, delta: 1e-5 },
  { name: "CIFAR-10", accuracy: 0.662, epsilon: 7.53, delta: 1e-5 },
] as const;

const noises = new Map<number, number>();

/** The least noise that the loss accountant certifies, found once for an epsilon. */
function noiseFor(epsilon: number): number {
  const { steps: times, samplingRate } = TRAINING;
  const plan = { epsilon, delta: DELTA, times, samplingRate, neighbours: "zero-out", tolerance: 1e-3 } as const;
  const noise = noises.get(epsilon) ?? stochasticNoiseFor(plan);
  noises.set(epsilon, noise);
  return noise;
}

/** `count` trainings with and without noise, tested on a third of the flowers that neither has seen. */
function trainings(epsilon: number, count: number, random: Stream) {
  const flowers = dataset(iris("scaled"));
  const found = { learned: 0, better: 0, asGood: 0, privateSum: 0, publicSum: 0 };
  for (let k = 0; k < count; k++) {
    const { training, testing } = splitRecords(flowers, 1 / 3, random.child(k, "split"));
    const [noisy, open] = [noiseFor(epsilon), 0].map((noiseMultiplier) =>
      networkAccuracy(trainNetwork(training, { ...TRAINING, noiseMultiplier }, random.child(k, "training")), testing),
    );
    if (noisy > 0.5) found.learned++;
    if (noisy > open + 0.1) found.better++;
    if (noisy >= open) found.asGood++;
    found.privateSum += noisy;
    found.publicSum += open;
  }
  return found;
}

const epsilonOf = (least: number, most: number, quick: readonly number[], full = quick) =>
  axis(z.number().min(least).max(most), { means: "epsilon of all steps, at delta 1e-5", quick, full });

const trainingStudy = sampledStudy({
  axes: { epsilon: epsilonOf(1, 20, [3, 8], [1, 2, 3, 8]) },
  trials: { quick: 200, full: 400 },
  blockSize: 50,
  merge: "add",
  intervals: () => 2,
  block: ({ epsilon }, count, random) => trainings(epsilon, count, random),
  judge: ({ epsilon }, found, context) => {
    const noise = noiseFor(epsilon);
    const loss = subsampledGaussianPld({ noiseMultiplier: noise, samplingRate: TRAINING.samplingRate });
    const { upper } = pldEpsilon({ events: [{ loss, times: TRAINING.steps }], delta: DELTA });
    return {
      checks: {
        certified: atMost(upper, epsilon, { share: 1e-3 }),
        "better-than-half": estimateAtLeast(shareOf(found.learned, context), 0.8),
        "a-tenth-above-public": estimateAtMost(shareOf(found.better, context), 0.15),
      },
      values: {
        "noise-multiplier": noise,
        "private-accuracy": found.privateSum / context.trials,
        "public-accuracy": found.publicSum / context.trials,
        cited: CITED.map((each) => ({ ...each })),
      },
    };
  },
});

export const networkPart: PartDraft = {
  claim: "nn-numbers",
  asks: "Does a private network learn at a certified epsilon, and is it no better than the one without noise?",
  study: trainingStudy,
  controls: {
    "privacy-for-free": {
      says: "a private network at a small epsilon claimed to be as accurate as without noise, nine times in ten",
      study: variant(trainingStudy, {
        axes: { epsilon: epsilonOf(0.2, 1, [0.5]) },
        trials: { quick: 50, full: 100 },
        intervals: () => 1,
        judge: (_, found, context) => ({
          checks: { "as-good": estimateAtLeast(shareOf(found.asGood, context), 0.9) },
        }),
      }),
    },
  },
};

interface Published {
  readonly rate: number;
  readonly noise: number;
  readonly steps: number;
  readonly epsilon: number;
  readonly digits: number;
  readonly way?: "classic";
}

const PUBLISHED: Readonly<Record<string, Published>> = {
  // Abadi et al. (2016): 1.26 by the moments accountant.
  "moments-accountant": {
    ...{ rate: 0.01, noise: 4, steps: 10_000, epsilon: 1.26, digits: 0.005 },
    way: "classic",
  },
  // TensorFlow Privacy, compute_dp_sgd_privacy_test: 60000 records, batches of 150, 15 epochs.
  "tensorflow-privacy": {
    ...{ rate: 150 / 60_000, noise: 1.3, steps: 6000, epsilon: 0.7242234026109595, digits: 1e-7 },
  },
};

const ORDERS = Array.from({ length: 62 }, (_, k) => k + 2);

function renyiEpsilon({ rate, noise, steps, way }: Published): number {
  const step = poissonGaussianRenyi({ noiseMultiplier: noise, samplingRate: rate });
  const wanted = { to: "approximate", delta: DELTA, orders: ORDERS, ...(way && { way }) } as const;
  return convert(repeatRenyi(step, steps), wanted).epsilon;
}

const published = axis(z.enum(["moments-accountant", "tensorflow-privacy"]), {
  means: "where the epsilon was published",
  quick: ["moments-accountant", "tensorflow-privacy"],
});

export const citedPart: PartDraft = {
  claim: "nn-numbers",
  asks: "Are epsilons that were published with all parameters those of our accountants, and above the certified one?",
  study: exactStudy({
    axes: { published },
    exact: ({ published }) => {
      const cited = PUBLISHED[published];
      const loss = subsampledGaussianPld({ noiseMultiplier: cited.noise, samplingRate: cited.rate });
      const { lower, upper } = pldEpsilon({ events: [{ loss, times: cited.steps }], delta: DELTA });
      return {
        checks: {
          epsilon: equal(renyiEpsilon(cited), cited.epsilon, { absolute: cited.digits }),
          "above-certified": atLeast(cited.epsilon, upper),
        },
        values: { lower, upper },
      };
    },
  }),
  controls: {
    "without-sampling": {
      says: "the same noise and steps without sampling, claimed to have the published epsilon",
      study: exactStudy({
        axes: { published },
        exact: ({ published }) => {
          const cited = PUBLISHED[published];
          return {
            checks: { epsilon: equal(renyiEpsilon({ ...cited, rate: 1 }), cited.epsilon, { absolute: cited.digits }) },
          };
        },
      }),
    },
  },
};

/** The mean norm of d standard normal coordinates, by quadrature of its density. */
function meanNorm(dimension: number): number {
  const logWhole = (dimension / 2 - 1) * Math.LN2 + logGamma(dimension / 2);
  const density = (r: number) => exp((dimension - 1) * log(r) - (r * r) / 2 - logWhole);
  const middle = Math.sqrt(dimension);
  return integrate((r) => r * density(r), {
    lower: Math.max(1e-300, middle - 12),
    upper: middle + 12,
    kinks: [middle - 1, middle, middle + 1],
    relativeTolerance: 1e-9,
  }).value;
}

const parameters = axis(z.int().min(2).max(100_000), {
  means: "parameters d of the network",
  quick: [10, 1000],
  full: [2, 10, 100, 1000, 10_000, 100_000],
});
const noise = axis(z.number().min(0.1).max(10), { means: "noise multiplier sigma", quick: [1.1] });
const clip = axis(z.number().min(0.01).max(100), { means: "C, the largest norm", quick: [1], full: [0.1, 1] });

export const normOfNoisePart: PartDraft = {
  claim: "nn-numbers",
  asks: "Is the mean norm of the noise of a step sigma C sqrt(d), up to a share 1 / (4 d)?",
  study: exactStudy({
    axes: { parameters, noise, clip },
    exact: ({ parameters, noise, clip }) => {
      const [found, stated] = [noise * clip * meanNorm(parameters), noise * clip * Math.sqrt(parameters)];
      return {
        checks: {
          "at-most": atMost(found, stated, { share: 1e-8 }),
          "at-least": atLeast(found, stated * (1 - 1 / (4 * parameters)), { share: 1e-8 }),
        },
      };
    },
  }),
  controls: {
    "norm-of-one-coordinate": {
      says: "sigma C claimed for the norm of the whole noise, whatever the number of parameters",
      study: exactStudy({
        axes: { parameters, noise, clip },
        exact: ({ parameters, noise, clip }) => ({
          checks: { norm: atMost(noise * clip * meanNorm(parameters), noise * clip) },
        }),
      }),
    },
  },
};
