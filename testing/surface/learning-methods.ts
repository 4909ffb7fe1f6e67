/**
 * How the methods of lib/learning that are no minimisers of a risk are called, for the fuzz test.
 */
import fc from "fast-check";
import { irisDomain, irisTable } from "../../lib/data/iris-table.ts";
import { agreedVotesParameters } from "../../lib/learning/agreed-votes.ts";
import { clippedGradientSumParameters } from "../../lib/learning/clipped-gradient.ts";
import { clippedGradientParameters } from "../../lib/learning/clipped-gradient-plain.ts";
import {
  dataset,
  logisticLoss,
  type NeuralNetwork,
  neuralNetwork,
  noisyVotes,
  teachers,
} from "../../lib/learning/index.ts";
import { learningSizeParameters } from "../../lib/learning/learning-size.ts";
import { networkGradientParameters } from "../../lib/learning/network-gradient.ts";
import { networkShapeParameters } from "../../lib/learning/neural-network.ts";
import { noisyVotesParameters } from "../../lib/learning/noisy-votes.ts";
import { privateLineParameters } from "../../lib/learning/private-line.ts";
import { trainNetworkParameters } from "../../lib/learning/private-network.ts";
import { privateRegressionParameters } from "../../lib/learning/private-regression.ts";
import { subsampleAggregateParameters } from "../../lib/learning/subsample-aggregate.ts";
import { tableRegressionParameters } from "../../lib/learning/table-regression.ts";
import { taughtStudentParameters } from "../../lib/learning/taught-student.ts";
import { teachersParameters } from "../../lib/learning/teachers.ts";
import { stream } from "../../lib/random/index.ts";
import { anyNumber, listOf, moderate, oneOf, openProbability, record } from "./arguments.ts";
import { argumentsOf, declares } from "./declared.ts";
import { type Entry, takes } from "./fuzz.ts";

const unit = fc.double({ min: -1, max: 1, noNaN: true });
const features = fc.tuple(unit, unit, unit, unit, unit, unit).map((values) => Float64Array.from(values));
const data = features.map((values) => dataset({ features: values, labels: Float64Array.of(1, -1, 1), columns: 2 }));
const votes = listOf(fc.nat(30), 3, 3);
const point = record({ x: unit, y: unit });
const gradient = { data, loss: fc.constant(logisticLoss) };
const weights = fc.tuple(moderate, moderate).map((values) => Float64Array.from(values));

const network = neuralNetwork({ inputs: 2, hidden: 2, classes: 2 });
const flowers = features.map((values) => dataset({ features: values, labels: Float64Array.of(0, 1, 0), columns: 2 }));
const training = {
  hidden: fc.constant(2),
  classes: fc.constant(2),
  samplingRate: fc.double({ min: 0.05, max: 0.5, noNaN: true }),
  batchSize: moderate,
  stepSize: moderate,
  clip: moderate,
};
const random = fc.nat(9).map((seed) => stream(seed, "fuzz"));

export const LEARNING_METHODS: Readonly<Record<string, Entry>> = {
  activation: takes([oneOf("sigmoid", "tanh", "relu", "leaky-relu")], { unchecked: true }),
  agreedVotesRenyi: declares(agreedVotesParameters, { own: { votes }, infinite: true }),
  clippedGradients: declares(clippedGradientParameters, {
    own: gradient,
    fixed: /loss\./,
    unchecked: true,
    follow: (made: { sum(weights: Float64Array, out: Float64Array): Float64Array }) => [
      made.sum(Float64Array.of(1, -2), new Float64Array(2)),
    ],
  }),
  clippedGradientSum: takes(
    [
      argumentsOf(clippedGradientSumParameters, { ...gradient, weights, rows: fc.constant(Int32Array.of(0, 2)) }),
      fc.constant(new Float64Array(2)).map((out) => out.slice()),
    ],
    { fixed: /loss\.|^1/, isDeclared: true },
  ),
  countVotes: takes([listOf(oneOf(0, 1, 2), 0), fc.constant(3)], { range: [0, Infinity] }),
  networkAccuracy: takes([fc.constant({ network, weights: new Float64Array(network.size) }), flowers], {
    range: [0, 1],
    fixed: /./,
  }),
  hiddenFeatures: takes([fc.constant({ network, weights: new Float64Array(network.size) }), flowers], {
    fixed: /./,
    unchecked: true,
  }),
  learningSize: declares(learningSizeParameters, { infinite: true }),
  networkGradients: declares(networkGradientParameters, {
    own: { network: fc.constant(network), data: flowers },
    fixed: /network\./,
    unchecked: true,
    follow: (made: { sum(weights: Float64Array, out: Float64Array): Float64Array }) => [
      made.sum(new Float64Array(network.size).fill(0.3), new Float64Array(network.size)),
    ],
  }),
  neuralNetwork: declares(networkShapeParameters, {
    own: { hidden: oneOf(2, [3, 2], []) },
    fixed: /inputs|hidden|classes/,
    mixed: /hidden/,
    unchecked: true,
    follow: (made: NeuralNetwork) => [
      made.initialWeights(stream(1)),
      made.pass(new Float64Array(made.size).fill(0.2), new Float64Array(made.inputs).fill(40), 0, 1),
    ],
  }),
  noisyVotes: declares(noisyVotesParameters, {
    own: {
      classes: fc.constant(3),
      ...{ epsilon: moderate, rho: moderate, mu: moderate, scale: moderate, sigma: moderate },
    },
    inputs: votes,
    slow: 3,
  }),
  privateLine: declares(privateLineParameters, {
    inputs: listOf(point, 0),
    infinite: true,
  }),
  privateRegression: declares(privateRegressionParameters, {
    own: { epsilon: moderate, columns: fc.constant(2) },
    inputs: data,
    infinite: true,
    fixed: /columns/,
  }),
  splitRecords: takes([flowers, openProbability, random], { fixed: /^0|^2/ }),
  subsampleAggregate: declares(subsampleAggregateParameters, {
    own: {
      lower: unit,
      upper: fc.constant(2),
      estimator: fc.constant((records: readonly number[]) => records.reduce((sum, x) => sum + x, 0)),
    },
    inputs: listOf(anyNumber, 0, 12),
    infinite: true,
  }),
  taughtStudent: takes(
    [
      argumentsOf(taughtStudentParameters, {
        teachers: fc.constant(
          teachers({
            data: dataset({ features: new Float64Array(4), labels: Float64Array.of(0, 1), columns: 2 }),
            ...{ count: 2, classes: 3, train: () => () => 1 },
          }),
        ),
        questions: flowers,
        mechanism: fc.constant(noisyVotes({ classes: 3, sigma: 4, neighbours: "swap" })),
        train: fc.constant(() => () => 0),
      }),
      random,
    ],
    { fixed: /teachers|mechanism|^1/, unchecked: true, isDeclared: true },
  ),
  teachers: declares(teachersParameters, {
    own: { data: flowers, count: oneOf(1, 2, 3), train: fc.constant(() => () => 1) },
    fixed: /classes/,
    unchecked: true,
    follow: (made: { votes(features: Float64Array, row: number): number[] }) => [made.votes(new Float64Array(2), 0)],
  }),
  trainNetwork: takes(
    [flowers, argumentsOf(trainNetworkParameters, { ...training, noiseMultiplier: moderate }), random],
    {
      fixed: /steps|hidden|classes|^2/,
      mixed: /hidden/,
      unchecked: true,
      isDeclared: true,
    },
  ),
  tableRegression: declares(tableRegressionParameters, {
    own: {
      domain: fc.constant(irisDomain),
      from: fc.constant(["petalLength"]),
      to: oneOf("petalWidth"),
      epsilon: moderate,
    },
    inputs: fc.constant(irisTable()),
    fixed: /domain\./,
  }),
};
