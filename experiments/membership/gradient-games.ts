/**
 * Private gradient methods under attack by their canary: a record whose gradient is as long as clipping allows at every step.
 *
 * What is attacked is all that is released, the noisy gradient of every step, in the direction of the canary and in units of how far it moves the
 * gradient; the other records are known to the attacker and are subtracted. Nothing else depends on the canary, so that no attack on weights does better.
 * - dp-gd: 20 full gradients, relation swap: the canary's gradient turns around, and the noise of all steps together is that of one Gaussian release
 *   for (epsilon, 1e-5). The best statistic is the sum.
 * - dp-sgd: 50 steps that take the canary with probability 0.05 each, noise of one clipping norm on the sum, relation add-remove; it claims, at
 *   each epsilon, the delta that its loss distribution certifies. The best statistic is the product of the likelihood ratios of the steps.
 * Source: Abadi et al. (CCS 2016); Nasr, Song, Thakurta, Papernot, Carlini (2021), "Adversary instantiation".
 */
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { subsampledGaussianLoss } from "../../lib/privacy/gaussian-loss.ts";
import { lossDelta } from "../../lib/privacy/loss-accountant.ts";
import { fillNormal } from "../../lib/random/normal.ts";
import { samplePoissonSubsample } from "../../lib/random/poisson-subsample.ts";
import type { BrokenGame } from "./controls.ts";
import { type Claimed, continuousGame, type MembershipGame, type Releases } from "./game.ts";
import { repeatedGaussian } from "./repeated-gaussian.ts";
import { type TotalLoss, totalLoss } from "./total-loss.ts";

const DELTA = 1e-5;
const FULL_STEPS = 20;
const STEPS = 50;
const SAMPLING_RATE = 0.05;
const NOISE_MULTIPLIER = 1;
/** Runs whose noise is drawn at once. */
const CHUNK = 256;
/** Likelihood ratios that are multiplied before the logarithm is taken; a product of so many is far from overflow. */
const GROUP = 10;

export function fullGradientGame(epsilon: number): MembershipGame {
  return repeatedGaussian({ epsilon, delta: DELTA }, FULL_STEPS);
}

const loss = subsampledGaussianLoss({ noiseMultiplier: NOISE_MULTIPLIER, samplingRate: SAMPLING_RATE });

function claimedBySampled(epsilon: number): Claimed {
  return { epsilon, delta: lossDelta({ events: [{ loss, times: STEPS }], epsilon }).upper };
}

/** Of all epsilons: only the claim depends on it. */
let exactLaws: TotalLoss | undefined;

export function sampledGradientGame(epsilon: number): MembershipGame {
  exactLaws ??= totalLoss(loss, STEPS);
  return continuousGame({
    claimed: claimedBySampled(epsilon),
    ...exactLaws,
    release: lossesOfRuns(1),
    middle: 0,
    precision: 1e-8,
  });
}

/** The log-likelihood ratios of runs, for a canary that moves the sum by so many clipping norms when it is taken. */
function lossesOfRuns(move: number): Releases {
  const precision = move / (NOISE_MULTIPLIER * NOISE_MULTIPLIER);
  const noise = new Float64Array(STEPS * CHUNK);
  return (member, random, out) => {
    for (let done = 0; done < out.length; done += CHUNK) {
      const count = Math.min(CHUNK, out.length - done);
      const gradients = noise.subarray(0, STEPS * count);
      fillNormal(random, { mean: 0, deviation: NOISE_MULTIPLIER }, gradients);
      if (member === 1) {
        const taken = samplePoissonSubsample(random, { size: gradients.length, probability: SAMPLING_RATE });
        for (const step of taken) gradients[step] += move;
      }
      for (let k = 0; k < count; k++) {
        let total = 0;
        for (let first = STEPS * k; first < STEPS * (k + 1); first += GROUP) {
          let product = 1;
          for (let j = first; j < first + GROUP; j++) {
            product *= 1 - SAMPLING_RATE + SAMPLING_RATE * exp((gradients[j] - move / 2) * precision);
          }
          total += log(product);
        }
        out[done + k] = total;
      }
    }
    return out;
  };
}

/** How many clipping norms the gradient is long that is left as it is. */
const UNCLIPPED = 5;
const CLASSES = 512;
const FURTHEST = 16;

/** The claim of the clipped method for one that does not clip, by its own likelihood ratio in classes of equal width. */
export function withoutClipping(epsilon: number): BrokenGame {
  const losses = lossesOfRuns(UNCLIPPED);
  return {
    claimed: claimedBySampled(epsilon),
    classes: CLASSES,
    firstTelling: CLASSES / 2,
    draw: (member, random, found) => {
      const totals = losses(member, random, new Float64Array(found.length));
      for (let k = 0; k < found.length; k++) {
        const share = (totals[k] / FURTHEST + 1) / 2;
        found[k] = Math.min(CLASSES - 1, Math.max(0, Math.floor(share * CLASSES)));
      }
    },
  };
}
