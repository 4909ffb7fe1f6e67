/**
 * Three calibrations of Gaussian noise, each against the exact delta of the noise that it takes.
 *
 * The exact delta is found by quadrature of the two densities (`continuous-audit.ts`), which knows nothing of the closed form by
 * which the analytic calibration was inverted. `gaussian-classic`: below epsilon 1 the theorem; beyond, the delta stays below its
 * target up to the epsilon where the closed form crosses it, and exceeds it from there. `gaussian-tail-calibration`: the tail of
 * the loss by quadrature from where the ratio passes epsilon.
 * Source: Dwork, Roth (2014), appendix A; Balle, Wang (ICML 2018), theorems 5 and 8.
 */
import { auditContinuous, type DensityPair } from "../../lib/auditing/continuous-audit.ts";
import { normalLaw } from "../../lib/mechanisms/laws/normal-law.ts";
import { classicGaussian } from "../../lib/mechanisms/noise/classic-gaussian.ts";
import { gaussian } from "../../lib/mechanisms/noise/gaussian.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { normalUpperQuantile } from "../../lib/numerics/normal-quantile.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import { findRoot } from "../../lib/numerics/root.ts";
import { tailGaussianSigma } from "../../lib/privacy/calibration/gaussian-calibration.ts";
import { gaussianLogDelta } from "../../lib/privacy/loss/gaussian-profile.ts";
import { atLeast, atMost, axis, equal, exactStudy, type Part, z } from "../kit.ts";
import { deltaOf, epsilonOf, sensitivity } from "./axes.ts";

interface Target {
  readonly epsilon: number;
  readonly delta: number;
}

interface SensitiveTarget extends Target {
  readonly sensitivity: number;
}

const normals = (sigma: number, sensitivity: number): DensityPair => ({
  first: normalLaw(0, sigma),
  second: normalLaw(sensitivity, sigma),
});

/** The least delta of Gaussian noise at epsilon, by quadrature as accurate as the target needs. */
function exactDelta(sigma: number, { epsilon, delta, sensitivity }: SensitiveTarget): number {
  return auditContinuous(normals(sigma, sensitivity), { epsilon, delta, shape: { kind: "monotone" } }).lowerBound;
}

/** Of a quadrature of densities over many deviations. */
const QUADRATURE = { share: 1e-7 };

const delta = deltaOf([1e-5, 1e-2], [1e-6, 1e-5, 1e-3, 1e-2]);
const spreadOf = (delta: number) => Math.sqrt(2 * log(1.25 / delta));

/** The deviation of the textbook formula: from the mechanism where the theorem holds, by the formula alone beyond. */
function classicSigma({ epsilon, delta, sensitivity }: SensitiveTarget): number {
  if (epsilon < 1) return classicGaussian({ epsilon, delta, sensitivity, neighbours: "swap" }).sigma;
  return (sensitivity * spreadOf(delta)) / epsilon;
}

/** The epsilon at which the exact delta of the classic noise passes its target. */
function classicBreaksAt(delta: number): number {
  const excess = (epsilon: number) => gaussianLogDelta({ epsilon, mu: epsilon / spreadOf(delta) }) - log(delta);
  return findRoot(excess, { lower: 1, upper: 40 });
}

const classicEpsilon = epsilonOf(
  [0.05, 0.5, 0.9, 2, 8, 10, 20],
  [0.05, 0.1, 0.2, 0.5, 0.9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20],
);
const largeEpsilon = axis(z.number().min(10).max(20), { means: "epsilon beyond the theorem", quick: [10, 15, 20] });

export const classicPart: Part = {
  claim: "gaussian-classic",
  asks: "Is the exact delta of the classic noise below its target, up to where the claim says and no further?",
  study: exactStudy({
    axes: { epsilon: classicEpsilon, delta, sensitivity },
    exact: (cell) => {
      const breaksAt = classicBreaksAt(cell.delta);
      const sigma = classicSigma(cell);
      const found = exactDelta(sigma, cell);
      const rule = cell.epsilon < breaksAt ? atMost : atLeast;
      return {
        checks: {
          delta: rule(found, cell.delta, QUADRATURE),
          "breaks-beyond-one": atLeast(breaksAt, 1),
        },
        values: { "breaks-at": breaksAt, sigma: sigma / cell.sensitivity },
      };
    },
  }),
  controls: {
    "every-epsilon": {
      says: "the classic noise claimed for every epsilon: at 10 its delta is 2.27 times the target of 1e-5",
      refutes: ["E52"],
      study: exactStudy({
        axes: {
          epsilon: largeEpsilon,
          delta: axis(z.number().min(1e-6).max(0.1), { means: "delta", quick: [1e-5, 1e-3] }),
        },
        exact: (cell) => {
          const whole = { ...cell, sensitivity: 1 };
          return { checks: { delta: atMost(exactDelta(classicSigma(whole), whole), cell.delta, QUADRATURE) } };
        },
      }),
    },
    "variance-one-over-epsilon": {
      says: "Gaussian noise of variance 1/ε (erratum E50: the notes name no delta) held against a delta of 1e-5: at epsilon 1 it has 0.127",
      refutes: ["E50"],
      study: exactStudy({
        axes: { epsilon: epsilonOf([0.1, 0.5, 1, 2, 5]) },
        exact: ({ epsilon }) => {
          const target = { epsilon, delta: 1e-5, sensitivity: 1 };
          return { checks: { delta: atMost(exactDelta(Math.sqrt(1 / epsilon), target), 1e-5, QUADRATURE) } };
        },
      }),
    },
    "sensitivity-over-epsilon": {
      says:
        "Gaussian noise of deviation Δ/ε, or of variance Δ/ε, without the factor √(2 ln(1.25/δ)), " +
        "held against a delta of 1e-5, which the notes do not name",
      refutes: ["E50"],
      study: exactStudy({
        axes: {
          epsilon: epsilonOf([0.1, 0.5, 1, 2, 5]),
          sensitivity: axis(z.number().min(1).max(10), { means: "largest change", quick: [1, 3] }),
        },
        exact: ({ epsilon, sensitivity }) => {
          const target = { epsilon, delta: 1e-5, sensitivity };
          const [deviation, variance] = [sensitivity / epsilon, Math.sqrt(sensitivity / epsilon)];
          return {
            checks: {
              "delta-of-deviation": atMost(exactDelta(deviation, target), 1e-5, QUADRATURE),
              "delta-of-variance": atMost(exactDelta(variance, target), 1e-5, QUADRATURE),
            },
          };
        },
      }),
    },
  },
};

const epsilon = epsilonOf([0.1, 1, 4], [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16]);

function analyticSigma(target: SensitiveTarget): number {
  return gaussian({ ...target, neighbours: "swap" }).sigma;
}

export const analyticPart: Part = {
  claim: "gaussian-analytic",
  asks: "Is the exact delta of the analytic noise the one asked for, and of any less noise a larger one?",
  study: exactStudy({
    axes: { epsilon, delta, sensitivity },
    exact: (cell) => {
      const sigma = analyticSigma(cell);
      return {
        checks: {
          delta: equal(exactDelta(sigma, cell), cell.delta, QUADRATURE),
          "less-noise": atLeast(exactDelta(0.999 * sigma, cell), cell.delta, { share: 0 }),
          "more-noise": atMost(exactDelta(1.001 * sigma, cell), cell.delta, { share: 0 }),
        },
        values: { sigma: sigma / cell.sensitivity },
      };
    },
  }),
  controls: {
    "nine-tenths": {
      says: "nine tenths of the deviation: at (1, 1e-5) the delta is 4.97e-5",
      study: exactStudy({
        axes: { epsilon, delta },
        exact: (cell) => {
          const whole = { ...cell, sensitivity: 1 };
          return { checks: { delta: equal(exactDelta(0.9 * analyticSigma(whole), whole), cell.delta, QUADRATURE) } };
        },
      }),
    },
  },
};

/** P(log-ratio > epsilon) for the shifted law: the mass beyond the place where the ratio passes epsilon, by quadrature. */
function lossTail(sigma: number, { epsilon, sensitivity }: Omit<SensitiveTarget, "delta">): number {
  const { first, second } = normals(sigma, sensitivity);
  const excess = (u: number) => second.logDensity(sigma * u) - first.logDensity(sigma * u) - epsilon;
  const place = findRoot(excess, { lower: -1, upper: (epsilon * sigma) / sensitivity + sensitivity / sigma + 1 });
  const density = (u: number) => exp(second.logDensity(sigma * u)) * sigma;
  const middle = sensitivity / sigma;
  return integrate(density, {
    lower: place,
    upper: Infinity,
    kinks: [middle, middle + 5, place + 1 / (1 + Math.max(0, place - middle))],
    relativeTolerance: 1e-10,
    absoluteTolerance: 1e-22,
  }).value;
}

/** The blackboard's deviation with its threshold taken for noise of deviation 1. */
const unitScaleSigma = ({ epsilon, delta }: Target) => Math.sqrt((1 + 2 * normalUpperQuantile(delta)) / epsilon);

/** The blackboard's equation with the threshold at the deviation itself, solved: σ² = (1 + 2σz)/ε. */
function lostFactorSigma({ epsilon, delta }: Target): number {
  const z = normalUpperQuantile(delta);
  return (z + Math.sqrt(z * z + epsilon)) / epsilon;
}

export const tailPart: Part = {
  claim: "gaussian-tail-calibration",
  asks: "Does the loss exceed epsilon with probability delta exactly, and is the exact delta smaller?",
  study: exactStudy({
    axes: { epsilon, delta, sensitivity },
    exact: (cell) => {
      const sigma = tailGaussianSigma(cell);
      const found = exactDelta(sigma, cell);
      return {
        checks: {
          tail: equal(lossTail(sigma, cell), cell.delta, QUADRATURE),
          delta: atMost(found, cell.delta),
          sigma: atLeast(sigma, analyticSigma(cell)),
        },
        values: { sigma: sigma / cell.sensitivity, "exact-delta": found },
      };
    },
  }),
  controls: {
    "threshold-at-unit-scale": {
      says: "a variance of (1 + 2τ)/ε with the threshold τ of noise of deviation 1: neither the tail nor the delta is the one claimed",
      study: exactStudy({
        axes: {
          epsilon: axis(z.number().min(0.01).max(1), { means: "epsilon", quick: [0.1, 0.5, 1] }),
          delta: axis(z.number().min(1e-9).max(1e-4), { means: "delta", quick: [1e-9, 1e-5, 1e-4] }),
        },
        exact: (cell) => {
          const whole = { ...cell, sensitivity: 1 };
          const sigma = unitScaleSigma(cell);
          return {
            checks: {
              tail: equal(lossTail(sigma, whole), cell.delta, QUADRATURE),
              delta: atMost(exactDelta(sigma, whole), cell.delta, QUADRATURE),
            },
          };
        },
      }),
    },
    "factor-of-two-lost": {
      says: "a variance of (1 + 2τ)/ε with the threshold τ = σz of the noise itself: the tail is not delta, by the lost factor 2",
      refutes: ["E50b"],
      study: exactStudy({
        axes: { epsilon, delta },
        exact: (cell) => {
          const whole = { ...cell, sensitivity: 1 };
          return { checks: { tail: equal(lossTail(lostFactorSigma(cell), whole), cell.delta, QUADRATURE) } };
        },
      }),
    },
  },
};
