/**
 * Tests of the mechanisms that choose an outcome by the order of the records or by their distance to it: instances for the contract,
 * arguments for the fuzz.
 */
import fc from "fast-check";
import { changeDistance } from "../../lib/mechanisms/local-sensitivity/change-distance.ts";
import {
  type InverseSensitivityParameters,
  inverseSensitivity,
  inverseSensitivityParameters,
} from "../../lib/mechanisms/local-sensitivity/inverse-sensitivity.ts";
import {
  inverseSensitivityMean,
  inverseSensitivityMeanParameters,
} from "../../lib/mechanisms/local-sensitivity/inverse-sensitivity-mean.ts";
import {
  inverseSensitivityMedian,
  inverseSensitivityMedianParameters,
} from "../../lib/mechanisms/local-sensitivity/inverse-sensitivity-median.ts";
import {
  type SmoothSensitivityMedianParameters,
  smoothSensitivityMedian,
  smoothSensitivityMedianParameters,
} from "../../lib/mechanisms/local-sensitivity/smooth-sensitivity-median.ts";
import { type QuantileParameters, quantile, quantileParameters } from "../../lib/mechanisms/statistics/quantile.ts";
import { quantiles, quantilesParameters } from "../../lib/mechanisms/statistics/quantiles.ts";
import { smoothedQuantiles, smoothedQuantilesParameters } from "../../lib/mechanisms/statistics/smoothed-quantiles.ts";
import { listOf, nonNegative, oneOf, openProbability, positive, record } from "../surface/arguments.ts";
import { contractInstance } from "./instance.ts";
import { anyRecords, bit, builds, type MechanismTests, oddRecords, ranged, recordRelation } from "./mechanism-tests.ts";
import { type AskedQuantiles, JOINT_DOMAIN, jointCells, SMOOTHED_DOMAIN, smoothedCells } from "./oracles.ts";
import {
  EVEN_RECORDS,
  MEDIAN_DOMAIN,
  NO_RECORDS,
  RANGE,
  RELATIONS,
  REVERSED,
  type Records,
  refusingOnRelease,
  withKinks,
  withPair,
} from "./records.ts";

const medians = changeDistance<number, number>({
  universe: [0, 1, 2],
  size: 3,
  statistic: (records) => records.toSorted((a, b) => a - b)[1],
});

export const ORDER_MECHANISMS: MechanismTests = {
  quantile: {
    fuzz: builds(ranged({ epsilon: positive, probability: openProbability, neighbours: recordRelation }), anyRecords),
    instances: RELATIONS.map((neighbours) =>
      contractInstance<QuantileParameters, ArrayLike<number>, number>({
        file: "quantile",
        domain: [[-1, -0.99, 0.5, 1.99, 2], 1, 2, 3, 4],
        title: `quantile under ${neighbours}`,
        build: quantile,
        good: { epsilon: 1.5, neighbours, probability: neighbours === "swap" ? 0.3 : 0.75, ...RANGE },
        off: { epsilon: 1.65 },
        input: [-0.7, 0.1, 0.2, 0.9, 1.6],
        declaration: quantileParameters,
        bad: REVERSED,
        badInputs: NO_RECORDS,
      }),
    ),
  },
  quantiles: {
    fuzz: builds(
      ranged({ epsilon: positive, probabilities: fc.constant([0.2, 0.7]), neighbours: recordRelation }),
      anyRecords,
      {
        follow: (mechanism: { logDensity(rows: number[], points: number[]): number }) => [
          mechanism.logDensity([0, 1], [0, 1]),
        ],
      },
    ),
    instances: RELATIONS.map((neighbours) =>
      refusingOnRelease(
        contractInstance<AskedQuantiles, Records, number>({
          file: "quantiles",
          domain: JOINT_DOMAIN,
          title: `joint-quantiles under ${neighbours}`,
          build: (parameters) => jointCells(quantiles(parameters), parameters),
          good: { epsilon: 2, neighbours, probabilities: [0.3, 0.6], lower: 0, upper: 1 },
          off: { epsilon: 2.2 },
          input: [0.2, 0.5, 0.6],
          declaration: quantilesParameters,
          bad: {
            probabilities: [[], [0.5, 0.5], [0.6, 0.5], [0, 0.5], [0.5, 1], [Number.NaN], ["0.5"]],
            upper: [0, ...REVERSED.upper],
          },
          badInputs: [],
          tight: false,
        }),
        NO_RECORDS,
      ),
    ),
  },
  inverseSensitivity: {
    fuzz: builds(
      record({
        epsilon: positive,
        outcomes: fc.constant([0, 1, 2]),
        distance: fc.constant((rows: readonly number[], outcome: number) => Math.abs((rows[0] ?? 0) - outcome)),
      }),
      listOf(oneOf(0, 1, 2)),
      { free: /outcomes/, unchecked: true },
    ),
    instances: [
      contractInstance<InverseSensitivityParameters<number, number>, Records, number>({
        file: "inverse-sensitivity",
        title: "inverse-sensitivity of two outcomes",
        domain: [[0, 1], 1],
        build: (parameters) => withPair(inverseSensitivity(parameters), [[0], [1]]),
        good: { epsilon: 0.8, outcomes: [0, 1], distance: ([record], outcome) => Math.abs(record - outcome) },
        off: { epsilon: 0.88 },
        input: [1],
        declaration: inverseSensitivityParameters,
        bad: { outcomes: [[], [1, 1]] },
        badInputs: [
          ["distance", [Number.NaN]],
          ["distance", [7]],
          ["distance", [Infinity]],
        ],
      }),
      contractInstance<InverseSensitivityParameters<number, number>, Records, number>({
        file: "inverse-sensitivity",
        title: "inverse-sensitivity of three outcomes",
        domain: [[0, 1, 2], 3],
        build: (parameters) =>
          withPair(inverseSensitivity(parameters), [
            [0, 0, 1],
            [0, 1, 1],
          ]),
        good: { epsilon: 1.5, ...medians },
        off: { epsilon: 1.65 },
        input: [0, 2, 2],
        declaration: inverseSensitivityParameters,
        bad: { outcomes: [[], [1, 1]] },
        badInputs: [["records", [0, 1]]],
        tight: false,
      }),
    ],
  },
  inverseSensitivityMean: {
    fuzz: builds(record({ epsilon: positive, size: fc.constant(4) }), listOf(bit, 4, 4)),
    instances: [
      contractInstance({
        file: "inverse-sensitivity-mean",
        domain: [[0, 1], 8],
        build: inverseSensitivityMean,
        good: { epsilon: 1, size: 8 },
        off: { epsilon: 1.1 },
        input: [1, 0, 0, 1, 1, 0, 0, 0],
        declaration: inverseSensitivityMeanParameters,
        bad: { size: [1e9] },
        badInputs: [
          ["bits", [0, 1]],
          ["a bit", [0, 1, 0, 1, 0, 1, 0, 2]],
          ["a bit", [0, 1, 0, 1, 0, 1, 0, "1"]],
        ],
        tight: false,
      }),
    ],
  },
  inverseSensitivityMedian: {
    fuzz: builds(ranged({ epsilon: positive, radius: nonNegative }), oddRecords),
    instances: [0, 0.1].map((radius) =>
      contractInstance({
        file: "inverse-sensitivity-median",
        // Records just beyond the radius of the ends: there the loss is largest.
        domain: [[-1, -0.99 + radius, 0.5, 1.99 - radius, 2], 1, 3],
        title: `inverse-sensitivity-median with radius ${radius}`,
        build: inverseSensitivityMedian,
        good: { epsilon: 1.5, radius, ...RANGE },
        off: { epsilon: 1.65 },
        input: [0.4, -0.3, 1.1, 0.5, 1.9],
        declaration: inverseSensitivityMedianParameters,
        bad: REVERSED,
        badInputs: [...NO_RECORDS, ...EVEN_RECORDS],
      }),
    ),
  },
  smoothSensitivityMedian: {
    fuzz: builds(smoothSensitivityMedianParameters, oddRecords),
    instances: [{ delta: 0.05 }, {}].map((noise) =>
      contractInstance<SmoothSensitivityMedianParameters, Records, number>({
        file: "smooth-sensitivity-median",
        domain: MEDIAN_DOMAIN,
        title: `smooth-sensitivity-median with ${"delta" in noise ? "Laplace" : "Cauchy"} noise`,
        build: (parameters) =>
          withPair(
            "delta" in noise ? smoothSensitivityMedian(parameters) : withKinks(smoothSensitivityMedian(parameters)),
            [
              [-1, -1, 2],
              [-1, 2, 2],
            ],
          ),
        declaration: smoothSensitivityMedianParameters,
        good: { epsilon: 1, ...RANGE, ...noise },
        off: { epsilon: 1.1 },
        input: [0.1, 0.45, 0.5, 0.6, 0.9],
        bad: { epsilon: "delta" in noise ? [4.1] : [], delta: [0.2], ...REVERSED },
        badInputs: [...NO_RECORDS, ...EVEN_RECORDS],
        tight: false,
      }),
    ),
  },
  smoothedQuantiles: {
    fuzz: builds(
      ranged({
        epsilon: positive,
        probabilities: fc.constant([0.2, 0.7]),
        neighbours: recordRelation,
        radius: positive,
      }),
      anyRecords,
    ),
    instances: [
      refusingOnRelease(
        contractInstance<AskedQuantiles & { readonly radius: number }, Records, number>({
          file: "smoothed-quantiles",
          domain: SMOOTHED_DOMAIN,
          build: (parameters) => smoothedCells(smoothedQuantiles(parameters), parameters),
          good: { epsilon: 3, neighbours: "swap", probabilities: [0.5], lower: 0, upper: 1, radius: 0.2 },
          off: { epsilon: 3.3 },
          input: [0.3, 0.5],
          declaration: smoothedQuantilesParameters,
          bad: { probabilities: [[], [0.5, 0.5], [0], [1], [Number.NaN]], upper: [0, ...REVERSED.upper] },
          badInputs: [],
          tight: false,
        }),
        NO_RECORDS,
      ),
    ],
  },
};
