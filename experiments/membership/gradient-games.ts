/**
 * Private gradient methods under attack by their canary: a record whose gradient is longer than the clipping norm at every step.
 *
 * What is attacked is all that is released, the noisy sum of clipped gradients of every step; the other records are known to the
 * attacker and are left out. Nothing else depends on the canary, so that no attack on weights does better. The loss is linear:
 * gradients do not depend on the weights, and steps can be drawn without the descent between them. Clipping, noise and loss
 * distribution are those of lib/learning.
 * - dp-gd: 20 full gradients, relation swap: the canary's gradient turns around. The best statistic is the sum over the steps.
 * - dp-sgd: 50 steps that take the canary with probability 0.05 each, noise of one clipping norm on the sum, relation add-remove;
 *   it claims, at each epsilon, the delta that its loss distribution certifies. The best statistic is the product of the likelihood
 *   ratios of the steps.
 * Source: Abadi et al. (CCS 2016); Nasr, Song, Thakurta, Papernot, Carlini (2021), "Adversary instantiation".
 */
import { clippedGradientSum } from "../../lib/learning/clipped-gradient.ts";
import { type Dataset, dataset } from "../../lib/learning/dataset.ts";
import { linearLoss } from "../../lib/learning/loss.ts";
import { privateGradientDescent } from "../../lib/learning/private-gradient-descent.ts";
import {
  type PrivateStochasticGradient,
  privateStochasticGradient,
} from "../../lib/learning/private-stochastic-gradient.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { approximate } from "../../lib/privacy/guarantees/guarantee.ts";
import { pldDelta } from "../../lib/privacy/loss/pld-accountant.ts";
import { fillNormal } from "../../lib/random/normal.ts";
import { samplePoissonSubsample } from "../../lib/random/poisson-subsample.ts";
import type { BrokenGame } from "./controls.ts";
import { type Claimed, continuousGame, type MembershipGame, type Releases } from "./game.ts";
import { repeatedGaussian } from "./repeated-gaussian.ts";
import { type TotalLoss, totalLoss } from "./total-loss.ts";

const DELTA = 1e-5;
const CLIP = 1;
const STEPS = 50;
const SAMPLING_RATE = 0.05;
/** Runs whose noise is drawn at once. */
const CHUNK = 256;
/** Likelihood ratios that are multiplied before the logarithm is taken; a product of this many is far from overflow. */
const GROUP = 10;

/** One record on the line, whose gradient is five clipping norms long, along or against it. */
export function canary(label: 1 | -1): Dataset {
  return dataset({ features: Float64Array.of(-5), labels: Float64Array.of(label), columns: 1 });
}

/** What the canary adds to the sum of gradients. */
function gradientOf(data: Dataset, clip: number): number {
  return clippedGradientSum({ data, loss: linearLoss, clip, weights: new Float64Array(1) }, new Float64Array(1))[0];
}

const descent = {
  loss: linearLoss,
  clip: CLIP,
  regularisation: 0,
  radius: Infinity,
  stepSize: 1,
  output: "last",
} as const;

export function fullDescent(epsilon: number) {
  const guarantee = approximate(epsilon, DELTA);
  return privateGradientDescent({ ...descent, steps: 20, guarantee, neighbours: "swap" });
}

export function fullGradientGame(epsilon: number): MembershipGame {
  return repeatedGaussian({
    claimed: { epsilon, delta: DELTA },
    releases: 20,
    centres: [gradientOf(canary(-1), CLIP), gradientOf(canary(1), CLIP)],
    sigma: fullDescent(epsilon).sigma(1),
  });
}

let method: PrivateStochasticGradient | undefined;

export function sampledDescent(): PrivateStochasticGradient {
  method ??= privateStochasticGradient({
    ...descent,
    steps: STEPS,
    samplingRate: SAMPLING_RATE,
    batchSize: 1,
    noiseMultiplier: 1,
    delta: DELTA,
    neighbours: "add-remove",
  });
  return method;
}

function claimedBySampled(epsilon: number): Claimed {
  const events = [{ loss: sampledDescent().stepLoss, times: STEPS }];
  return { epsilon, delta: pldDelta({ events, epsilon }).upper };
}

/** Of all epsilons: only the claim depends on it. */
let exactLaws: TotalLoss | undefined;

export function sampledGradientGame(epsilon: number): MembershipGame {
  exactLaws ??= totalLoss(sampledDescent().stepLoss, STEPS);
  return continuousGame({
    claimed: claimedBySampled(epsilon),
    ...exactLaws,
    release: lossesOfRuns(gradientOf(canary(1), CLIP)),
    middle: 0,
    precision: 1e-8,
  });
}

/** The log-likelihood ratios of runs, for a canary that moves the sum by so much when it is taken. */
function lossesOfRuns(move: number): Releases {
  const sigma = sampledDescent().noiseMultiplier * CLIP;
  const perSquare = move / (sigma * sigma);
  const noise = new Float64Array(STEPS * CHUNK);
  return (member, out, random) => {
    for (let done = 0; done < out.length; done += CHUNK) {
      const some = out.subarray(done, Math.min(out.length, done + CHUNK));
      const sums = noise.subarray(0, STEPS * some.length);
      fillNormal({ mean: 0, sigma }, sums, random);
      if (member === 1) {
        const taken = samplePoissonSubsample({ size: sums.length, samplingRate: SAMPLING_RATE }, random);
        for (const step of taken) sums[step] += move;
      }
      addRatios(sums, { move, perSquare }, some);
    }
    return out;
  };
}

function addRatios(
  sums: Float64Array,
  { move, perSquare }: { move: number; perSquare: number },
  out: Float64Array,
): void {
  for (let k = 0; k < out.length; k++) {
    let total = 0;
    for (let first = STEPS * k; first < STEPS * (k + 1); first += GROUP) {
      let product = 1;
      for (let j = first; j < first + GROUP; j++) {
        product *= 1 - SAMPLING_RATE + SAMPLING_RATE * exp((sums[j] - move / 2) * perSquare);
      }
      total += log(product);
    }
    out[k] = total;
  }
}

const CLASSES = 512;
const FURTHEST = 16;

/** The claim of the clipped method for one that does not clip, by its own likelihood ratio in classes of equal width. */
export function withoutClipping(epsilon: number): BrokenGame {
  const losses = lossesOfRuns(gradientOf(canary(1), Number.MAX_VALUE));
  return {
    claimed: claimedBySampled(epsilon),
    classes: CLASSES,
    firstTelling: CLASSES / 2,
    draw: (member, found, random) => {
      const totals = losses(member, new Float64Array(found.length), random);
      for (let k = 0; k < found.length; k++) {
        const share = (totals[k] / FURTHEST + 1) / 2;
        found[k] = Math.min(CLASSES - 1, Math.max(0, Math.floor(share * CLASSES)));
      }
    },
  };
}
