/**
 * Public data: features learnt on public classes, private training on others.
 *
 * Records have twenty features. Where a class is, is told by four hidden directions of them, alike for all classes; along the others
 * they vary far more. A network without privacy learns the features from 500 public records of five classes; 300 private records of
 * three other classes train a private network on these features, and another one on the raw records, with the same noise at the
 * same certified epsilon. Source: Tramer, Boneh (ICLR 2021), for the comparison; the records are made up.
 */
import { type Dataset, dataset } from "../../lib/learning/dataset.ts";
import { hiddenFeatures } from "../../lib/learning/hidden-features.ts";
import { type NetworkTraining, networkAccuracy, trainNetwork } from "../../lib/learning/private-network.ts";
import { stochasticNoiseFor } from "../../lib/learning/private-stochastic-gradient.ts";
import { subsampledGaussianPld } from "../../lib/privacy/loss/gaussian-pld.ts";
import { pldEpsilon } from "../../lib/privacy/loss/pld-accountant.ts";
import { sampleBoundedInteger } from "../../lib/random/bounded-integer.ts";
import { fillNormal, sampleNormal } from "../../lib/random/normal.ts";
import { type Stream, stream } from "../../lib/random/stream.ts";
import { momentsOf } from "../../lib/statistics/moments.ts";
import { atMost, axis, estimateAtLeast, exactStudy, meanStudy, type Part, variant, z } from "../kit.ts";

const DELTA = 1e-5;
const INPUTS = 20;
const TELLING = 4;
const [PUBLIC_CLASSES, PRIVATE_CLASSES] = [5, 3];
const [PUBLIC_SIZE, PRIVATE_SIZE, TEST_SIZE] = [500, 300, 300];

const LEARNING: NetworkTraining = {
  ...{ hidden: 8, classes: PUBLIC_CLASSES, steps: 80, samplingRate: 0.2, batchSize: 100, stepSize: 1 },
  ...{ clip: 5, clipping: "global" },
};
const TRAINING: NetworkTraining = {
  ...{ hidden: 8, classes: PRIVATE_CLASSES, steps: 40, samplingRate: 0.2, batchSize: 60, stepSize: 1 },
  ...{ clip: 1, clipping: "global" },
};

/** Where each class is along the telling directions: corners that are far apart. */
function centresOf(classes: number, random: Stream): Float64Array {
  return fillNormal({ mean: 0, sigma: 2 }, new Float64Array(classes * TELLING), random);
}

/** The other features vary three times as much as a class does. */
function drawn(rows: number, centres: Float64Array, random: Stream): Dataset {
  const classes = centres.length / TELLING;
  const features = new Float64Array(INPUTS * rows);
  const labels = Float64Array.from({ length: rows }, (_, i) => {
    const label = sampleBoundedInteger(classes, random);
    for (let j = 0; j < INPUTS; j++) {
      const tells = j < TELLING;
      const mean = tells ? centres[label * TELLING + j] : 0;
      features[INPUTS * i + j] = sampleNormal({ mean, sigma: tells ? 0.7 : 3 }, random);
    }
    return label;
  });
  return dataset({ features, labels, columns: INPUTS });
}

const noises = new Map<number, number>();
function noiseFor(epsilon: number): number {
  const { steps: times, samplingRate } = TRAINING;
  const plan = { epsilon, delta: DELTA, times, samplingRate, neighbours: "zero-out", tolerance: 1e-3 } as const;
  const noise = noises.get(epsilon) ?? stochasticNoiseFor(plan);
  noises.set(epsilon, noise);
  return noise;
}

/** One trial: the accuracy on private classes, on learnt features and on raw ones. */
function trial(epsilon: number, random: Stream) {
  const privateCentres = centresOf(PRIVATE_CLASSES, random.child("private classes"));
  const open = drawn(PUBLIC_SIZE, centresOf(PUBLIC_CLASSES, random.child("public classes")), random.child("public"));
  const training = drawn(PRIVATE_SIZE, privateCentres, random.child("private"));
  const testing = drawn(TEST_SIZE, privateCentres, random.child("testing"));
  const learnt = trainNetwork(open, { ...LEARNING, noiseMultiplier: 0 }, random.child("features"));
  const plan = { ...TRAINING, noiseMultiplier: noiseFor(epsilon) };
  const accuracy = (seen: (data: Dataset) => Dataset, name: string) =>
    networkAccuracy(trainNetwork(seen(training), plan, random.child(name)), seen(testing));
  const withPublic = accuracy((data) => hiddenFeatures(learnt, data), "on features");
  const alone = accuracy((data) => data, "on records");
  return { withPublic, alone };
}

const epsilon = axis(z.number().min(0.1).max(20), {
  means: "epsilon of the private training, at delta 1e-5",
  quick: [0.5],
  full: [0.25, 0.5, 1],
});

const study = meanStudy({
  axes: { epsilon },
  trials: { quick: 40, full: 100 },
  blockSize: 50,
  intervals: () => 1,
  block: ({ epsilon }, count, random) => {
    const trials = Array.from({ length: count }, (_, k) => trial(epsilon, random.child(k)));
    return {
      gain: momentsOf(trials.map(({ withPublic, alone }) => withPublic - alone)),
      withPublic: momentsOf(trials.map(({ withPublic }) => withPublic)),
    };
  },
  judge: ({ epsilon }, { gain, withPublic }) => {
    const loss = subsampledGaussianPld({ noiseMultiplier: noiseFor(epsilon), samplingRate: TRAINING.samplingRate });
    const { upper } = pldEpsilon({ events: [{ loss, times: TRAINING.steps }], delta: DELTA });
    return {
      checks: {
        certified: atMost(upper, epsilon, { share: 1e-3 }),
        gain: estimateAtLeast(gain, 0.05),
      },
      values: { "with-public": withPublic.estimate, alone: withPublic.estimate - gain.estimate },
    };
  },
});

/** How far the weights of features move that are learnt on records of which one is swapped. */
function moved(isPublic: boolean): number {
  const random = stream(20261119, "neighbours");
  const centres = centresOf(PUBLIC_CLASSES, random);
  const [records, others] = [drawn(60, centres, random), drawn(60, centres, random)];
  const features = Float64Array.from(records.features);
  features.set(others.features.subarray(0, INPUTS));
  const swapped = dataset({ features, labels: Float64Array.from(records.labels), columns: INPUTS });
  const plan = { ...LEARNING, steps: 20, noiseMultiplier: 0 };
  const [one, other] = (isPublic ? [others, others] : [records, swapped]).map(
    (data) => trainNetwork(data, plan, stream(1, "learning")).weights,
  );
  return one.reduce((most, weight, k) => Math.max(most, Math.abs(weight - other[k])), 0);
}

export const publicPart: Part = {
  claim: "public-data",
  asks: "Do features that were learnt on public classes make private training on others better, at the same certified epsilon?",
  study,
  controls: {
    "features-for-nothing": {
      says: "a second training on the raw records, claimed to be as much better as one on learnt features",
      study: variant(study, {
        over: { epsilon: [0.5] },
        block: ({ epsilon }, count, random) => {
          const trials = Array.from({ length: count }, (_, k) => {
            const { alone } = trial(epsilon, random.child(k));
            return { alone, gain: trial(epsilon, random.child(k, "again")).alone - alone };
          });
          return {
            gain: momentsOf(trials.map(({ gain }) => gain)),
            withPublic: momentsOf(trials.map(({ alone }) => alone)),
          };
        },
      }),
    },
    "features-of-private-records": {
      says: "features learnt on the private records without noise: a swap of one moves them, and nothing hides it",
      study: exactStudy({
        axes: { epsilon: axis(z.literal(0.5), { means: epsilon.means, quick: [0.5] }) },
        exact: () => ({ checks: { moved: atMost(moved(false), moved(true)) } }),
      }),
    },
  },
};
