/**
 * One run with many canaries: each is in the training by a fair coin of its own, and one trained model says how private its
 * training was at most.
 *
 * Canaries are unit vectors, one for each coordinate and with labels that take turns, so that none speaks for another; the training
 * is add-remove private. The model's loss on each is its score; the highest scores are guessed to be in. How many guesses are made
 * is fixed beforehand.
 * Source: Steinke, Nasr, Jagielski (NeurIPS 2023).
 */
import { auditOneRun } from "../../lib/auditing/one-run-audit.ts";
import { type Dataset, dataset } from "../../lib/learning/dataset.ts";
import { logisticLoss } from "../../lib/learning/loss.ts";
import { trainNetwork } from "../../lib/learning/private-network.ts";
import { privateStochasticGradient, stochasticNoiseFor } from "../../lib/learning/private-stochastic-gradient.ts";
import { sampleBernoulli } from "../../lib/random/bernoulli.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { audited, axis, type Part, sampledStudy, variant, z } from "../kit.ts";

const CANARIES = 1000;
const DELTA = 1e-12;
const STEPS = 10;
const CLIP = 0.25;
const GUESSES = [50, 100, 200, 400] as const;
/** Canaries are mere coordinates to the private training: one ten times as long is clipped to the same. */
const LENGTH = 10;

const model = axis(z.enum(["logistic", "network"]), { means: "model trained once", quick: ["logistic", "network"] });
const epsilon = axis(z.number().min(0.1).max(8), {
  means: "certified epsilon at delta = 1e-12",
  quick: [2],
  full: [1, 2, 4, 8],
});

interface RunPlan {
  readonly model: "logistic" | "network";
  readonly noiseMultiplier: number;
  readonly clip: number;
}

/** Losses on the canaries that were in, and on those that were not. */
function runOnce({ model, noiseMultiplier, clip }: RunPlan, random: Stream) {
  const included = Array.from({ length: CANARIES }, () => sampleBernoulli(0.5, random) === 1);
  const noise = { noiseMultiplier, clip };
  const losses =
    model === "logistic"
      ? logisticLosses(unitVectors(included, [-1, 1]), noise, random)
      : networkLosses(unitVectors(included, [0, 1]), noise, random);
  const of = (member: boolean) => losses.filter((_, k) => included[k] === member).map((loss) => -loss);
  return { members: of(true), others: of(false) };
}

function unitVectors(included: readonly boolean[], labels: readonly [number, number]): Dataset {
  const rows = included.flatMap((is, k) => (is ? [k] : []));
  const features = new Float64Array(rows.length * CANARIES);
  for (const [i, k] of rows.entries()) features[i * CANARIES + k] = LENGTH;
  return dataset({ features, labels: Float64Array.from(rows, (k) => labels[k % 2]), columns: CANARIES });
}

type Noise = Pick<RunPlan, "noiseMultiplier" | "clip">;

function logisticLosses(data: Dataset, { noiseMultiplier, clip }: Noise, random: Stream): number[] {
  const method = privateStochasticGradient({
    loss: logisticLoss,
    clip,
    samplingRate: 1,
    batchSize: CANARIES / 2,
    stepSize: 1,
    noiseMultiplier,
    delta: DELTA,
    neighbours: "add-remove",
    steps: STEPS,
    output: "last",
    regularisation: 0,
    radius: Infinity,
  });
  return Array.from(method.release(data, random), (weight, k) => logisticLoss.value(LENGTH * weight, 2 * (k % 2) - 1));
}

function networkLosses(data: Dataset, { noiseMultiplier, clip }: Noise, random: Stream): number[] {
  const { network, weights } = trainNetwork(
    data,
    {
      ...{ hidden: 8, classes: 2, steps: STEPS, samplingRate: 1, batchSize: CANARIES / 2 },
      ...{ stepSize: 20, clip, clipping: "global", noiseMultiplier },
    },
    random,
  );
  const features = new Float64Array(CANARIES);
  return Array.from({ length: CANARIES }, (_, k) => {
    features.fill(0);
    features[k] = LENGTH;
    return Math.max(0, network.pass(weights, features, 0, k % 2).loss);
  });
}

/** The certified epsilon of one run, with the noise and the clipping that the plan makes of the honest ones. */
function oneRun(spoil: (honest: Noise) => Noise) {
  return sampledStudy({
    axes: { model, epsilon },
    trials: { quick: 1, full: 1 },
    intervals: () => 1,
    block: (cell, _count, random) => {
      const plan = { times: STEPS, samplingRate: 1, neighbours: "add-remove" } as const;
      const noiseMultiplier = stochasticNoiseFor({ epsilon: cell.epsilon, delta: DELTA, ...plan });
      return runOnce({ model: cell.model, ...spoil({ noiseMultiplier, clip: CLIP }) }, random);
    },
    judge: (cell, scores, { errorRate }) => {
      const claim = { epsilon: cell.epsilon, delta: DELTA, errorRate, guessCounts: GUESSES };
      const found = auditOneRun(scores, claim);
      return {
        checks: { epsilon: audited(found, cell.epsilon) },
        values: { canaries: CANARIES, "share-of-claim": found.lowerBound / cell.epsilon },
      };
    },
  });
}

const claimedOne = axis(z.number().min(0.5).max(2), { means: "claimed epsilon at delta = 1e-12", quick: [1] });
const logistic = axis(z.literal("logistic"), { means: "model trained once", quick: ["logistic"] });
const hundredth = oneRun(({ noiseMultiplier, clip }) => ({ noiseMultiplier: noiseMultiplier / 100, clip }));
const unclipped = oneRun(({ noiseMultiplier, clip }) => ({ noiseMultiplier: (noiseMultiplier * clip) / 64, clip: 64 }));

export const oneRunPart: Part = {
  claim: "empirical-membership",
  asks: "Does one run with many canaries certify no more than the epsilon of its training?",
  study: oneRun((honest) => honest),
  controls: {
    "one-run-no-noise": {
      says: "a hundredth of the noise that is claimed",
      study: variant(hundredth, { axes: { model, epsilon: claimedOne } }),
    },
    "one-run-not-clipped": {
      says: "noise for clipped gradients, which are not clipped",
      study: variant(unclipped, { axes: { model: logistic, epsilon: claimedOne } }),
    },
  },
};
