/**
 * What the privacy of three methods exactly is, where the text of the lecture notes reads differently: the perturbed objective, the
 * exponential mechanism, a step of gradient descent.
 *
 * On the linear loss, which has no curvature, the perturbed minimiser is (mean - b / n) / Lambda: Laplace noise, of which a record
 * that turns over moves the centre by 2 / (n Lambda), so that the loss is epsilon. The exponential mechanism leaves no delta at its
 * epsilon. A step of gradient descent has the Renyi divergence a rho of its normal laws. Sources: Chaudhuri, Monteleoni, Sarwate
 * (2011); McSherry, Talwar (2007); Bun, Steinke (2016).
 */
import { continuousEpsilon, continuousHockeyStick } from "../../lib/auditing/continuous-audit.ts";
import { type Dataset, dataset } from "../../lib/learning/dataset.ts";
import { exponentialLinear } from "../../lib/learning/exponential-linear.ts";
import { linearLoss } from "../../lib/learning/loss.ts";
import { objectivePerturbation } from "../../lib/learning/objective-perturbation.ts";
import { perturbedMinimiserLaw } from "../../lib/learning/perturbed-objective.ts";
import { privateGradientDescent } from "../../lib/learning/private-gradient-descent.ts";
import { normalLaw } from "../../lib/mechanisms/laws/normal-law.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import { zeroConcentrated } from "../../lib/privacy/guarantees/guarantee.ts";
import { atMost, axis, equal, exactStudy, type Part, z } from "../kit.ts";
import { learningEpsilonOf } from "./axes.ts";

/** Records at 1 on the line, of which the last has the given label. */
function onLine(size: number, last: number): Dataset {
  const labels = new Float64Array(size).fill(1);
  labels[size - 1] = last;
  return dataset({ features: new Float64Array(size).fill(1), labels, columns: 1 });
}

interface LineCell {
  readonly size: number;
  readonly penalty: number;
  readonly epsilon: number;
}

/** The loss of the perturbed minimiser when a label turns over, with `times` the noise. */
function objectiveLoss({ size, penalty, epsilon }: LineCell, times: number): number {
  const method = objectivePerturbation({ loss: linearLoss, regularisation: penalty, epsilon, variant: "guarded" });
  const { raise, scale } = method.plan(size);
  const [first, second] = [1, -1].map((label) =>
    perturbedMinimiserLaw({
      data: onLine(size, label),
      loss: linearLoss,
      regularisation: penalty + raise,
      scale: times * scale,
    }),
  );
  // Beyond both centres the ratio of Laplace densities is constant.
  const far = 1 + 10 * Math.max(Math.abs(first.kinks[0]), Math.abs(second.kinks[0]));
  const limits = [-far, far].map((x) => first.logDensity(x) - second.logDensity(x));
  return continuousEpsilon({ first, second }, { kind: "monotone", limits: [limits[0], limits[1]] }).lower;
}

const lineAxes = {
  size: axis(z.int().min(2).max(10_000), { means: "records", quick: [2, 100], full: [2, 10, 100, 1000] }),
  penalty: axis(z.number().min(1e-3).max(10), { means: "Lambda, of the penalty (Lambda/2) ||w||^2", quick: [0.01, 1] }),
  epsilon: learningEpsilonOf([0.1, 1], [0.1, 0.5, 1, 3]),
};

export const objectiveLinePart: Part = {
  claim: "objective-perturbation",
  asks: "Is the loss of the perturbed minimiser epsilon on the linear loss, with the term <b, w> / n?",
  study: exactStudy({
    axes: lineAxes,
    exact: (cell) => ({ checks: { epsilon: equal(objectiveLoss(cell, 1), cell.epsilon, { share: 1e-4 }) } }),
  }),
  controls: {
    "term-not-over-n": {
      says:
        "the term <b, w> without 1 / n and with the same b, said to cost epsilon: " +
        "n times the noise that this takes, at a loss of epsilon / n",
      study: exactStudy({
        axes: lineAxes,
        exact: (cell) => ({
          checks: { epsilon: equal(objectiveLoss(cell, cell.size), cell.epsilon, { share: 1e-4 }) },
        }),
      }),
    },
  },
};

interface BallCell {
  readonly size: number;
  readonly radius: number;
  readonly epsilon: number;
}

/** The delta at epsilon that the exponential mechanism leaves when a label turns over. */
function exponentialDelta({ size, radius, epsilon }: BallCell): number {
  const { law } = exponentialLinear({ epsilon, radius, neighbours: "swap" });
  const [first, second] = [1, -1].map((label) => law(onLine(size, label)).coordinates[0]);
  return Math.max(
    continuousHockeyStick({ first, second }, epsilon),
    continuousHockeyStick({ first: second, second: first }, epsilon),
  );
}

const ballAxes = {
  size: axis(z.int().min(1).max(10_000), { means: "records", quick: [1, 10, 1000] }),
  radius: axis(z.number().min(0.01).max(1), { means: "R, radius of the parameters", quick: [0.1, 1] }),
  epsilon: learningEpsilonOf([0.1, 1, 3]),
};

export const exponentialDeltaPart: Part = {
  claim: "exp-mech-erm",
  asks: "Is the delta that the exponential mechanism leaves at its epsilon 0?",
  study: exactStudy({
    axes: ballAxes,
    exact: (cell) => ({ checks: { delta: atMost(exponentialDelta(cell), 0, { absolute: 1e-12 }) } }),
  }),
  controls: {
    "delta-of-the-range": {
      says: "the range of the loss, G R, in the place of delta (erratum E42): there is none",
      refutes: ["E42"],
      study: exactStudy({
        axes: ballAxes,
        exact: (cell) => ({ checks: { delta: equal(exponentialDelta(cell), cell.radius, { absolute: 1e-6 }) } }),
      }),
    },
  },
};

const ORDER = 2;

/** The Renyi divergence of order 2 of normal laws so far apart, over the order, by quadrature: rho. */
function stepRho(moved: number, sigma: number): number {
  const [first, second] = [normalLaw(moved / sigma, 1), normalLaw(0, 1)];
  const { value } = integrate((x) => exp(ORDER * first.logDensity(x) + (1 - ORDER) * second.logDensity(x)), {
    lower: -Infinity,
    upper: Infinity,
    kinks: [0, (ORDER * moved) / sigma],
    relativeTolerance: 1e-13,
  });
  return log(value) / (ORDER - 1) / ORDER;
}

const SENSITIVITIES = { swap: 2, "zero-out": 1 } as const;
const RELATIONS = ["swap", "zero-out"] as const;
const stepSize = axis(z.int().min(1).max(1_000_000), { means: "records", quick: [10, 1000] });

export const descentStepPart: Part = {
  claim: "dp-gd",
  asks: "Have all steps together the rho that the noise was chosen for, by the divergence of the laws of one?",
  study: exactStudy({
    axes: {
      relation: axis(z.enum(RELATIONS), { means: "relation of neighbours", quick: RELATIONS }),
      size: stepSize,
      steps: axis(z.int().min(1).max(1000), { means: "steps", quick: [1, 100] }),
      rho: axis(z.number().min(0.001).max(10), { means: "rho of all steps", quick: [0.01, 0.5] }),
    },
    exact: ({ relation, size, steps, rho }) => {
      const { sigma } = privateGradientDescent({
        loss: linearLoss,
        clip: 1,
        regularisation: 0,
        steps,
        radius: Infinity,
        stepSize: 1,
        guarantee: zeroConcentrated(rho),
        neighbours: relation,
        output: "last",
      });
      const found = steps * stepRho(SENSITIVITIES[relation] / size, sigma(size));
      return { checks: { rho: equal(found, rho, { share: 1e-4 }) } };
    },
  }),
  controls: {
    "variance-over-delta": {
      says:
        "a step of variance (C / (epsilon n))^2 (1.25 / delta) / 2, said to be epsilon^2-zCDP (erratum E29): " +
        "1.25 / delta times more noise than this takes",
      refutes: ["E29"],
      study: exactStudy({
        axes: {
          size: stepSize,
          epsilon: axis(z.number().min(0.05).max(3), { means: "epsilon of a step", quick: [0.1, 1] }),
          delta: axis(z.number().min(1e-9).max(0.1), { means: "delta of a step", quick: [1e-6] }),
        },
        exact: ({ size, epsilon, delta }) => {
          const sigma = Math.sqrt((0.5 * 1.25) / delta) / (epsilon * size);
          return { checks: { rho: equal(stepRho(1 / size, sigma), epsilon * epsilon, { share: 1e-3 }) } };
        },
      }),
    },
  },
};
