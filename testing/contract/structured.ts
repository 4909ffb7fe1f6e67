/**
 * Tests of the mechanisms that make use of the structure of the data or of the questions: instances for the contract, arguments for
 * the fuzz.
 */
import fc from "fast-check";
import {
  type MatrixMechanismParameters,
  matrixMechanism,
  matrixMechanismParameters,
} from "../../lib/mechanisms/linear/matrix-mechanism.ts";
import {
  type NoisyCovarianceParameters,
  noisyCovariance,
  noisyCovarianceParameters,
  type Rows,
} from "../../lib/mechanisms/linear/noisy-covariance.ts";
import {
  type PrincipalComponentsParameters,
  principalComponents,
  principalComponentsParameters,
} from "../../lib/mechanisms/linear/principal-components.ts";
import { hierarchicalStrategy, prefixWorkload } from "../../lib/mechanisms/linear/workload.ts";
import {
  type ProposeTestReleaseParameters,
  proposeTestRelease,
  proposeTestReleaseParameters,
  type TestedRelease,
} from "../../lib/mechanisms/local-sensitivity/propose-test-release.ts";
import {
  type ProposeTestReleaseMedianParameters,
  proposeTestReleaseMedian,
  proposeTestReleaseMedianParameters,
} from "../../lib/mechanisms/local-sensitivity/propose-test-release-median.ts";
import {
  type StabilityHistogramParameters,
  stabilityHistogram,
  stabilityHistogramParameters,
} from "../../lib/mechanisms/statistics/stability-histogram.ts";
import type { KeyedRelease } from "../../lib/mechanisms/statistics/thresholded-counts.ts";
import type { Rational } from "../../lib/random/rational.ts";
import { anyNumber, listOf, moderate, oneOf, openProbability, positive, record } from "../surface/arguments.ts";
import { contractInstance } from "./instance.ts";
import { bit, builds, type MechanismTests, rational, recordRelation } from "./mechanism-tests.ts";
import { RELATIONS, type Records, withPair } from "./records.ts";

type Keys = readonly string[];
type IntegerCounts<Epsilon extends number | Rational> = StabilityHistogramParameters<Epsilon> & {
  noise: "discrete-laplace";
};

const NOT_KEYS: readonly (readonly [string, unknown])[] = [
  ["a record", [1]],
  ["a record", ["x", undefined]],
  ["records", "x"],
];

const ones = (votes: Records) => votes.reduce((sum, vote) => sum + Number(vote), 0);
/** What most of an odd number of votes say, as numbers far apart. */
const vote = {
  statistic: (votes: Records) => (2 * ones(votes) > votes.length ? 1000 : 0),
  distance: (votes: Records) => (Math.abs(2 * ones(votes) - votes.length) - 1) / 2,
};
const anyTest = {
  epsilon: moderate,
  delta: oneOf(1e-300, 1e-6, 0.1),
  proposed: oneOf(1, 3),
  testShare: oneOf(0.1, 0.5),
};
const tested = { epsilon: 2, delta: 0.1, proposed: 1 };
const IDENTITY = [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => (i === j ? 1 : 0)));
const STRATEGIES = [IDENTITY, hierarchicalStrategy({ cells: 4, branching: 2 })];
const BAD_MATRICES = [[], [[]], [[1, 1, 1, Number.NaN]], 7, [[1, 2]], [[0, 0, 0, 0]]];
const moments: NoisyCovarianceParameters = {
  ...{ epsilon: 0.8, delta: 0.01, clip: 2, dimension: 2, neighbours: "swap" },
};
const someRows: Rows = [
  [0.6, 0.2],
  [3, -4],
  [0, 0],
];
const SEARCHED_ROWS: Rows = [
  [0, 0],
  [2, 0],
  [0, -9],
  [1, 1],
  [-1.4, 1.4],
];
const NOT_ROWS: readonly (readonly [string, unknown])[] = [
  ["a row", [[1]]],
  ["a row", [1]],
  ["an entry of a row", [[1, Number.NaN]]],
  ["rows", undefined],
];
const anyRows = listOf(listOf(anyNumber, 2, 2), 0, 3);
const covariance = {
  ...{ epsilon: positive, delta: openProbability, clip: moderate, dimension: fc.constant(2) },
  neighbours: recordRelation,
};

export const STRUCTURED_MECHANISMS: MechanismTests = {
  matrixMechanism: {
    fuzz: builds(
      record({
        epsilon: positive,
        delta: openProbability,
        neighbours: recordRelation,
        workload: fc.constant(prefixWorkload(4)),
        strategy: oneOf(...STRATEGIES),
      }),
      listOf(anyNumber, 4, 4),
      { infinite: true },
    ),
    instances: RELATIONS.flatMap((neighbours) =>
      STRATEGIES.map((strategy, s) =>
        contractInstance<MatrixMechanismParameters, ArrayLike<number>, Float64Array>({
          file: "matrix-mechanism",
          title: `matrix-mechanism under ${neighbours}, ${["identity", "hierarchy"][s]}`,
          build: (parameters) => matrixMechanism(parameters).measured,
          good: { epsilon: 0.8, delta: 0.01, neighbours, workload: prefixWorkload(4), strategy },
          off: { epsilon: 0.9 },
          input: [3, 0, 5, 1],
          domain: [[0, 1, 2, 3], 1, 2],
          datasetOf: (cells: readonly number[]) => [0, 1, 2, 3].map((k) => cells.filter((cell) => cell === k).length),
          declaration: matrixMechanismParameters,
          bad: { workload: BAD_MATRICES.slice(0, 4), strategy: BAD_MATRICES },
          badInputs: [
            ["counts", [1, 2]],
            ["counts[1]", [1, Number.NaN, 3, 4]],
            ["counts", undefined],
          ],
        }),
      ),
    ),
  },
  noisyCovariance: {
    fuzz: builds(record(covariance), anyRows, { infinite: true }),
    instances: RELATIONS.map((neighbours) =>
      contractInstance<NoisyCovarianceParameters, Rows, Float64Array>({
        file: "noisy-covariance",
        title: `noisy-covariance under ${neighbours}`,
        build: (parameters) => noisyCovariance(parameters).measured,
        good: { ...moments, neighbours },
        off: { epsilon: 0.9 },
        input: someRows,
        domain: [SEARCHED_ROWS, 1, 2],
        declaration: noisyCovarianceParameters,
        badInputs: NOT_ROWS,
      }),
    ),
  },
  principalComponents: {
    fuzz: builds(record({ ...covariance, components: oneOf(1, 2) }), anyRows, {
      infinite: true,
      fails: /matrix at/,
    }),
    instances: [
      contractInstance<PrincipalComponentsParameters, Rows, Float64Array>({
        file: "principal-components",
        build: (parameters) => principalComponents(parameters).measured,
        good: { ...moments, components: 1 },
        off: { epsilon: 0.9 },
        input: someRows,
        domain: [SEARCHED_ROWS, 1, 2],
        declaration: principalComponentsParameters,
        bad: { components: [3] },
        badInputs: NOT_ROWS,
      }),
    ],
  },
  proposeTestRelease: {
    fuzz: builds(proposeTestReleaseParameters, listOf(bit, 3, 3), {
      own: { ...anyTest, statistic: fc.constant(vote.statistic), distance: fc.constant(vote.distance) },
    }),
    instances: [
      contractInstance<ProposeTestReleaseParameters<number>, Records, TestedRelease>({
        file: "propose-test-release",
        title: "propose-test-release, a vote",
        domain: [[0, 1], 1, 3],
        build: (parameters) =>
          withPair(proposeTestRelease(parameters), [
            [1, 0, 0],
            [1, 1, 0],
          ]),
        good: { ...tested, neighbours: "swap", ...vote },
        off: { epsilon: 2.2 },
        input: [1, 1, 1],
        declaration: proposeTestReleaseParameters,
        bad: { delta: [0.5, 1e-301] },
        badInputs: [
          ["distance", [0, 1]],
          ["records", 1],
        ],
      }),
    ],
  },
  proposeTestReleaseMedian: {
    fuzz: builds(proposeTestReleaseMedianParameters, listOf(bit, 3, 3), {
      own: { ...anyTest, lower: oneOf(-2, 0), upper: oneOf(1, 2, 9) },
    }),
    instances: [
      contractInstance<ProposeTestReleaseMedianParameters, Records, TestedRelease>({
        file: "propose-test-release-median",
        domain: [[0, 1, 40], 1, 3],
        build: (parameters) =>
          withPair(proposeTestReleaseMedian(parameters), [
            [0, 0, 40],
            [0, 40, 40],
          ]),
        good: { ...tested, lower: 0, upper: 40 },
        off: { epsilon: 2.2 },
        input: [1, 1, 1, 2, 2, 1, 1],
        declaration: proposeTestReleaseMedianParameters,
        bad: { delta: [0.5, 1e-301], upper: [0, -3] },
        badInputs: [
          ["a record", [0.5]],
          ["the number of records", [0, 1]],
        ],
      }),
    ],
  },
  stabilityHistogram: {
    fuzz: builds(stabilityHistogramParameters, listOf(oneOf("a"), 0, 4), {
      own: { epsilon: fc.oneof(moderate, rational), delta: oneOf(1e-300, 1e-6, 0.1) },
      unchecked: true,
    }),
    instances: [
      ...RELATIONS.map((neighbours) =>
        contractInstance<IntegerCounts<number>, Keys, KeyedRelease>({
          file: "stability-histogram",
          title: `stability-histogram under ${neighbours}`,
          domain: [["x", "y"], 1, 2, 3],
          build: (parameters) => stabilityHistogram(parameters),
          declaration: stabilityHistogramParameters,
          good: { noise: "discrete-laplace", epsilon: 2, delta: 0.05, neighbours },
          off: { epsilon: 2.2 },
          input: ["x", "y", "x", "x", "x", "x"],
          bad: { delta: [0.5] },
          badInputs: NOT_KEYS,
        }),
      ),
      contractInstance<IntegerCounts<Rational>, Keys, KeyedRelease>({
        file: "stability-histogram",
        title: "stability-histogram with a rational epsilon",
        domain: [["x", "y"], 1, 2],
        build: (parameters) => stabilityHistogram(parameters),
        good: {
          noise: "discrete-laplace",
          epsilon: { numerator: 7, denominator: 5 },
          delta: 0.1,
          neighbours: "swap",
        },
        off: { epsilon: { numerator: 77, denominator: 50 } },
        input: ["x", "x", "x", "x"],
        declaration: stabilityHistogramParameters,
        bad: { noise: ["laplace"] },
        badInputs: NOT_KEYS,
      }),
    ],
  },
};
