/**
 * How the methods of lib/learning that are no minimisers of a risk are called, for the fuzz test.
 */
import fc from "fast-check";
import { irisDomain, irisTable } from "../../lib/data/index.ts";
import { dataset, logisticLoss, type NeuralNetwork, neuralNetwork } from "../../lib/learning/index.ts";
import { stream } from "../../lib/random/index.ts";
import { anyNumber, count, listOf, moderate, oneOf, openProbability, positive, record } from "./arguments.ts";
import { type Entry, takes } from "./fuzz.ts";

const relation = oneOf("swap", "add-remove");
const unit = fc.double({ min: -1, max: 1, noNaN: true });
const features = fc.tuple(unit, unit, unit, unit, unit, unit).map((values) => Float64Array.from(values));
const data = features.map((values) => dataset({ features: values, labels: Float64Array.of(1, -1, 1), columns: 2 }));
const votes = listOf(fc.nat(30), 3, 3);
const point = record({ x: unit, y: unit });
const gradient = record({ data, loss: fc.constant(logisticLoss), clip: positive });
const weights = fc.tuple(moderate, moderate).map((values) => Float64Array.from(values));

const network = neuralNetwork({ inputs: 2, hidden: 2, classes: 2 });
const flowers = features.map((values) => dataset({ features: values, labels: Float64Array.of(0, 1, 0), columns: 2 }));
const clipping = oneOf("global", "per-layer");
const training = {
  hidden: fc.constant(2),
  classes: fc.constant(2),
  steps: count,
  samplingRate: fc.double({ min: 0.05, max: 0.5, noNaN: true }),
  batch: moderate,
  learningRate: moderate,
  clip: moderate,
  clipping,
};
const random = fc.nat(9).map((seed) => stream(seed, "fuzz"));

export const LEARNING_METHODS: Readonly<Record<string, Entry>> = {
  agreedVotesRenyi: takes([record({ votes, sigma: positive })], { infinite: true }),
  clippedGradients: takes([gradient], {
    fixed: /data|loss/,
    unchecked: true,
    follow: (made: { sum(weights: Float64Array, out: Float64Array): Float64Array }) => [
      made.sum(Float64Array.of(1, -2), new Float64Array(2)),
    ],
  }),
  clippedGradientSum: takes(
    [
      fc.tuple(gradient, weights).map(([given, at]) => ({ ...given, weights: at })),
      fc.constant(new Float64Array(2)).map((out) => out.slice()),
    ],
    { fixed: /data|loss|^1/ },
  ),
  countVotes: takes([listOf(oneOf(0, 1, 2), 0), fc.constant(3)], { range: [0, Infinity] }),
  networkAccuracies: takes(
    [
      record({
        ...training,
        data: flowers,
        epsilons: fc.constant([2, Infinity]),
        delta: fc.double({ min: 1e-6, max: 1e-3, noNaN: true }),
        heldOut: openProbability,
        repetitions: oneOf(1, 2),
      }),
      random,
    ],
    { fixed: /data|steps|hidden|classes|repetitions|^1/, infinite: true, slow: 12 },
  ),
  networkAccuracy: takes([fc.constant({ network, weights: new Float64Array(network.size) }), flowers], {
    range: [0, 1],
    fixed: /./,
  }),
  networkGradients: takes([record({ network: fc.constant(network), data: flowers, clip: positive, clipping })], {
    fixed: /network|data/,
    unchecked: true,
    follow: (made: { sum(weights: Float64Array, out: Float64Array): Float64Array }) => [
      made.sum(new Float64Array(network.size).fill(0.3), new Float64Array(network.size)),
    ],
  }),
  neuralNetwork: takes([record({ inputs: count, hidden: count, classes: fc.integer({ min: 2, max: 5 }) })], {
    fixed: /inputs|hidden|classes/,
    unchecked: true,
    follow: (made: NeuralNetwork) => [
      made.initialWeights(stream(1)),
      made.pass(new Float64Array(made.size).fill(0.2), new Float64Array(made.inputs).fill(40), 0, 1),
    ],
  }),
  noisyVotes: takes(
    [
      record({
        classes: fc.constant(3),
        noise: fc.oneof(
          record({ kind: oneOf("laplace"), rate: moderate }),
          record({ kind: oneOf("gaussian"), sigma: moderate }),
        ),
        neighbours: relation,
      }),
    ],
    { inputs: votes, slow: 3 },
  ),
  privateLine: takes([record({ epsilon: positive, leastVariance: positive })], {
    inputs: listOf(point, 0),
    infinite: true,
  }),
  privateRegression: takes(
    [
      record({
        epsilon: moderate,
        delta: openProbability,
        columns: fc.constant(2),
        neighbours: oneOf("swap", "add-remove", "zero-out"),
        atMost: count,
      }),
    ],
    { inputs: data, infinite: true, fixed: /columns/ },
  ),
  splitRecords: takes([flowers, openProbability, random], { fixed: /^0|^2/ }),
  subsampleAggregate: takes(
    [
      record({
        epsilon: positive,
        blocks: count,
        aggregate: oneOf("mean", "median"),
        lower: unit,
        upper: fc.constant(2),
        estimator: fc.constant((records: readonly number[]) => records.reduce((sum, x) => sum + x, 0)),
      }),
    ],
    { inputs: listOf(anyNumber, 0, 12), infinite: true },
  ),
  teachers: takes(
    [
      record({
        data: flowers,
        count: oneOf(1, 2, 3),
        classes: fc.constant(2),
        train: fc.constant(() => () => 1),
      }),
    ],
    {
      fixed: /data/,
      unchecked: true,
      follow: (made: { votes(features: Float64Array, row: number): number[] }) => [made.votes(new Float64Array(2), 0)],
    },
  ),
  trainNetwork: takes([flowers, record({ ...training, noiseMultiplier: moderate }), random], {
    fixed: /^0|steps|hidden|classes|^2/,
    unchecked: true,
  }),
  tableRegression: takes(
    [
      record({
        domain: fc.constant(irisDomain),
        from: fc.constant(["petalLength"]),
        to: oneOf("petalWidth"),
        epsilon: moderate,
        delta: openProbability,
        ridge: positive,
      }),
    ],
    { inputs: fc.constant(irisTable()), fixed: /domain/ },
  ),
};
