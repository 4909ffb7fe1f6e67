/** Broken: private learning with the wrong sensitivity, range, clip or Jacobian. */
import { dataset } from "../../learning/dataset.ts";
import { exponentialLinear, tiltedIntervalLaw } from "../../learning/exponential-linear.ts";
import { linearLoss, logisticLoss } from "../../learning/loss.ts";
import { objectivePerturbation } from "../../learning/objective-perturbation.ts";
import { outputPerturbation } from "../../learning/output-perturbation.ts";
import { perturbedMinimiserLaw } from "../../learning/perturbed-objective.ts";
import { privateGradientDescent } from "../../learning/private-gradient-descent.ts";
import { normalLaw } from "../../mechanisms/laws/normal-law.ts";
import { zeroConcentratedRhoForClassic } from "../../privacy/conversions/zero-concentrated-conversions.ts";
import { zeroConcentrated } from "../../privacy/guarantees/guarantee.ts";
import { gaussianDelta } from "../../privacy/loss/gaussian-profile.ts";
import type { DensityPair } from "../continuous-audit.ts";
import { brokenVariant, type Exhibit, pureClaim } from "./broken-variant.ts";

const PENALTY = 0.01;
/** One record on the line. */
const alone = (feature: number, label: number) =>
  dataset({ features: Float64Array.of(feature), labels: Float64Array.of(label), columns: 1 });

const output = outputPerturbation({ loss: linearLoss, regularisation: PENALTY, epsilon: 1 });
/** How far apart the minimisers of opposite records are, in units of a scale. */
const outputLoss = (scale: number) =>
  Math.abs(output.minimise(alone(1, 1))[0] - output.minimise(alone(1, -1))[0]) / scale;

const perturbed = (regularisation: number, scale: number): DensityPair => ({
  first: perturbedMinimiserLaw({ data: alone(1, 1), loss: logisticLoss, regularisation, scale }),
  second: perturbedMinimiserLaw({ data: alone(0, 1), loss: logisticLoss, regularisation, scale }),
  points: [-1, 0, 0.28, 1, 3],
});
const plan = objectivePerturbation({
  loss: logisticLoss,
  regularisation: PENALTY,
  epsilon: 1,
  variant: "published",
}).plan(1);

/** Gradients of +C and -C in each of 100 steps: the sum of the noisy gradients tells all that there is to tell. */
const descent = privateGradientDescent({
  loss: linearLoss,
  clip: 1,
  regularisation: 0,
  steps: 100,
  radius: Infinity,
  stepSize: 1,
  guarantee: zeroConcentrated(zeroConcentratedRhoForClassic({ epsilon: 1, delta: 1e-6 })),
  neighbours: "swap",
  output: "last",
});
const descents = (mu: number): DensityPair => ({
  first: normalLaw(0, 1),
  second: normalLaw(mu, 1),
  points: [0, mu / 2, mu],
});

/** Sums of 1000 and 1002 of the records' features, on the interval from -1 to 1. */
const linear = (kappa: number): DensityPair => ({
  first: tiltedIntervalLaw(1000 * kappa, 1),
  second: tiltedIntervalLaw(1002 * kappa, 1),
});

export const LEARNING_VARIANTS: readonly Exhibit[] = [
  brokenVariant({
    name: "output-perturbation-of-half-the-distance",
    claim: "a replaced record moves the minimiser by 1 / (n Lambda)",
    source: "claim output-perturbation; right for a record that is removed",
    claimed: pureClaim(1),
    needs: 2,
    within: 1e-9,
    caughtBy: "density",
    broken: () => outputLoss(1 / PENALTY),
    corrected: () => outputLoss(output.noiseScale(1)),
  }),
  brokenVariant({
    name: "objective-perturbation-without-determinant",
    claim: "noise of 2 / epsilon in the objective is epsilon-private, whatever the curvature",
    source: "claim objective-perturbation, at n = 1 and Lambda = 0.01",
    claimed: pureClaim(1),
    needs: 3.03,
    within: 0.005,
    caughtBy: "density",
    shape: { kind: "unknown" },
    broken: () => perturbed(PENALTY, 2),
    corrected: () => perturbed(PENALTY + plan.raise, plan.scale),
  }),
  brokenVariant({
    name: "gradient-descent-of-half-the-sensitivity",
    claim: "the mean of n clipped gradients moves by C / n when a record is replaced",
    source: "claim dp-gd, E28: delta(1) = 7.0e-4 for a target of 1e-6",
    claimed: { epsilon: 1, delta: 1e-6 },
    needs: 7.0e-4,
    within: 5e-6,
    caughtBy: "density",
    shape: { kind: "monotone" },
    broken: () => descents(2 * descent.mu),
    corrected: () => descents(descent.mu),
  }),
  brokenVariant({
    name: "gradient-descent-clipped-by-max",
    claim: "z max(1, C / ||z||) has norm at most C",
    source: "claim clip, E27, on gradients of norm 10 C",
    claimed: { epsilon: 1, delta: 1e-6 },
    needs: gaussianDelta({ epsilon: 1, mu: 10 * descent.mu }),
    within: 1e-9,
    caughtBy: "density",
    shape: { kind: "monotone" },
    broken: () => descents(10 * descent.mu),
    corrected: () => descents(descent.mu),
  }),
  brokenVariant({
    name: "exponential-mechanism-of-half-the-range",
    claim: "a G-Lipschitz loss ranges over G R on the ball of radius R",
    source: "claim exp-mech-erm, E43",
    claimed: pureClaim(1),
    needs: 1.998,
    within: 0.0005,
    caughtBy: "density",
    shape: { kind: "monotone" },
    broken: () => linear(1 / 2),
    corrected: () => linear(exponentialLinear({ epsilon: 1, radius: 1, neighbours: "swap" }).sharpness(1)),
  }),
];
