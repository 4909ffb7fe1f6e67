/**
 * How the functions of lib/learning are called, for the fuzz test.
 */
import fc from "fast-check";
import { empiricalRiskParameters } from "../../lib/learning/empirical-risk.ts";
import { exponentialConvexParameters } from "../../lib/learning/exponential-convex.ts";
import { exponentialGridParameters } from "../../lib/learning/exponential-grid.ts";
import { exponentialLinearParameters } from "../../lib/learning/exponential-linear.ts";
import {
  dataset,
  type ExponentialConvex,
  type ExponentialLinear,
  type Loss,
  logisticLoss,
  type ObjectivePerturbation,
  type OutputPerturbation,
  type PrivateGradientDescent,
  type RiskSolver,
} from "../../lib/learning/index.ts";
import { logisticSampleParameters } from "../../lib/learning/logistic-sample.ts";
import { objectivePerturbationParameters } from "../../lib/learning/objective-perturbation.ts";
import { outputPerturbationParameters } from "../../lib/learning/output-perturbation.ts";
import { privateGradientDescentParameters } from "../../lib/learning/private-gradient-descent.ts";
import {
  privateStochasticGradientParameters,
  stochasticNoisePlan,
} from "../../lib/learning/private-stochastic-gradient.ts";
import { approximate } from "../../lib/privacy/guarantees/guarantee.ts";
import { stream } from "../../lib/random/index.ts";
import { anyNumber, count, moderate, oneOf, openProbability, positive, record } from "./arguments.ts";
import { argumentsOf, declares } from "./declared.ts";
import { type Entry, takes } from "./fuzz.ts";

const columns = 2;
const sign = oneOf(-1, 1);
const unit = fc.double({ min: -0.7, max: 0.7, noNaN: true });
const table = (feature: fc.Arbitrary<number>, rows: fc.Arbitrary<number> = count) =>
  rows.chain((length) =>
    record({
      features: fc
        .array(feature, { minLength: columns * length, maxLength: columns * length })
        .map((values) => Float64Array.from(values)),
      labels: fc.array(sign, { minLength: length, maxLength: length }).map((values) => Float64Array.from(values)),
      columns: fc.constant(columns),
    }),
  );
const data = table(unit).map(dataset);
const loss: fc.Arbitrary<Loss> = fc.constant(logisticLoss);
const descent = { loss, clip: moderate, regularisation: moderate, radius: moderate };
/** Values, slopes and curvatures at some predictions. */
const shape = {
  follow: (made: Loss) => [made.lipschitz, made.value(0.3, 1), made.derivative(-2, -1), made.curvature(0.9, 1)],
};

export const LEARNING: Readonly<Record<string, Entry>> = {
  clipFeatures: takes([data, positive]),
  dataset: takes([table(anyNumber)]),
  empiricalRisk: declares(empiricalRiskParameters, {
    own: { data, loss },
    infinite: true, // the reach of the loss
    fixed: /loss\./,
    follow: (risk: { value(weights: Float64Array): number }) => [risk.value(Float64Array.of(0.1, -3))],
  }),
  exponentialConvex: declares(exponentialConvexParameters, {
    own: {
      loss,
      regularisation: moderate,
      radius: moderate,
      epsilon: moderate,
      mostProposals: fc.constant(1_000_000),
    },
    fixed: /loss\.|regularisation|radius|epsilon/,
    inputs: data,
    follow: (mechanism: ExponentialConvex) => [mechanism.sharpness(7), mechanism.excessBound(7, 2)],
  }),
  exponentialGrid: declares(exponentialGridParameters, {
    own: { loss, radius: moderate, dimension: fc.constant(columns), pointsPerAxis: fc.constant(5) },
    fixed: /loss\./,
    inputs: data,
    unchecked: true,
  }),
  exponentialLinear: declares(exponentialLinearParameters, {
    inputs: data,
    follow: (mechanism: ExponentialLinear) => [mechanism.sharpness(7), mechanism.excessBound(7, 2)],
  }),
  huberHingeLoss: takes([positive], { ...shape, infinite: true }),
  lossRange: takes([loss, positive], { range: [0, Infinity], fixed: /^0/ }),
  minimiseHinge: takes([data, moderate], { fails: /did not converge/ }),
  objectivePerturbation: declares(objectivePerturbationParameters, {
    own: { loss, regularisation: moderate, epsilon: moderate },
    fixed: /loss\./,
    inputs: data,
    follow: (mechanism: ObjectivePerturbation) => [mechanism.plan(7)],
  }),
  outputPerturbation: declares(outputPerturbationParameters, {
    own: { loss, regularisation: moderate },
    fixed: /loss\./,
    inputs: data,
    follow: (mechanism: OutputPerturbation) => [mechanism.noiseScale(7), mechanism.excessBound(3, 2)],
  }),
  privateGradientDescent: declares(privateGradientDescentParameters, {
    own: {
      ...descent,
      ...{ epsilon: moderate, rho: moderate, mu: moderate },
      stepSize: moderate,
    },
    fixed: /loss\.|steps/,
    inputs: data,
    follow: (mechanism: PrivateGradientDescent) => [mechanism.sigma(7), mechanism.stepSize({ rows: 7, dimension: 2 })],
  }),
  privateStochasticGradient: declares(privateStochasticGradientParameters, {
    own: {
      ...descent,
      samplingRate: openProbability,
      batchSize: moderate,
      stepSize: moderate,
      // Calibration takes seconds: the budgets are few.
      ...{ epsilon: fc.constant(1), delta: fc.constant(0.01), noiseMultiplier: moderate },
      ...{ guarantee: fc.constant(approximate(1, 0.01)) },
    },
    fixed: /loss\.|steps|epsilon|delta|noiseMultiplier|samplingRate/,
    inputs: data,
    slow: 4,
    infinite: true,
  }),
  riskSolver: takes([data, loss], {
    fixed: /1/,
    unchecked: true,
    follow: (solver: RiskSolver) => [
      solver.solve({ regularisation: 0.01, tilt: Float64Array.of(0.1, 5) }),
      solver.solve({ regularisation: 1e-6, start: Float64Array.of(3, -1) }),
    ],
  }),
  sampleLogistic: takes([argumentsOf(logisticSampleParameters), fc.nat().map((seed) => stream(seed, "learning"))], {
    fixed: /rows|^1/,
    isDeclared: true,
  }),
  squaredLoss: takes([positive], shape),
  stochasticNoiseFor: declares(stochasticNoisePlan, {
    own: {
      epsilon: fc.double({ min: 0.3, max: 3, noNaN: true }),
      delta: fc.constant(1e-4),
      samplingRate: fc.double({ min: 0.01, max: 1, noNaN: true }),
      tolerance: fc.constant(0.01),
    },
    range: [0, Infinity],
    fixed: /epsilon|delta|times|samplingRate|tolerance/,
    slow: 12,
  }),
};
