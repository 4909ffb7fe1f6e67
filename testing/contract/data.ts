/**
 * Tests of the mechanisms that look at the records themselves, instances for the contract and arguments for the fuzz: noisy statistics
 * here, choices among the records in `order.ts`.
 *
 * Where a mechanism names no worst pair, for its statistic is the caller's, the pair is given here; `search.test.ts` goes
 * through all neighbours of the instance's domain. Where it has no law, `oracles.ts` finds that of the cell of its output.
 */
import fc from "fast-check";
import { listExperiment, listExperimentParameters } from "../../lib/mechanisms/local/list-experiment.ts";
import { densityEstimate, densityEstimateParameters } from "../../lib/mechanisms/statistics/density-estimate.ts";
import { type HistogramParameters, histogram, histogramParameters } from "../../lib/mechanisms/statistics/histogram.ts";
import {
  type NoisyCountParameters,
  noisyCount,
  noisyCountParameters,
} from "../../lib/mechanisms/statistics/noisy-count.ts";
import {
  type NoisyMeanParameters,
  noisyMean,
  noisyMeanParameters,
} from "../../lib/mechanisms/statistics/noisy-mean.ts";
import {
  type NoisyStatisticParameters,
  noisyStatistic,
  noisyStatisticParameters,
  type Range,
} from "../../lib/mechanisms/statistics/noisy-statistic.ts";
import { type NoisySumParameters, noisySum, noisySumParameters } from "../../lib/mechanisms/statistics/noisy-sum.ts";
import {
  type NoisyVarianceParameters,
  noisyVariance,
  noisyVarianceParameters,
} from "../../lib/mechanisms/statistics/noisy-variance.ts";
import { listOf, oneOf, positive, record } from "../surface/arguments.ts";
import { contractInstance } from "./instance.ts";
import { anyRecords, bit, builds, infinite, type MechanismTests, ranged, recordRelation } from "./mechanism-tests.ts";
import { ratioCells } from "./oracles.ts";
import {
  MEAN_DOMAIN,
  NO_RECORDS,
  RANGE,
  RELATIONS,
  REVERSED,
  type Records,
  refusingOnRelease,
  withPair,
} from "./records.ts";

const total = (records: Records) => records.reduce((a, b) => a + b, 0);

/** A mean, by its epsilon. */
interface Ranged extends Range {
  readonly epsilon: number;
  readonly neighbours: "swap" | "add-remove";
}

export const DATA_MECHANISMS: MechanismTests = {
  noisyCount: {
    fuzz: builds(noisyCountParameters, anyRecords, { own: { counts: fc.constant((x: number) => x > 0) }, ...infinite }),
    instances: RELATIONS.map((neighbours) =>
      contractInstance<NoisyCountParameters<number>, Records, number>({
        file: "noisy-count",
        domain: [[0, 1], 1, 2, 3],
        title: `count under ${neighbours}`,
        build: (parameters) => withPair(noisyCount(parameters), neighbours === "swap" ? [[0], [1]] : [[], [1]]),
        good: { epsilon: 0.8, neighbours, counts: (record) => record > 0 },
        off: { epsilon: 0.88 },
        input: [1, 0, 1, 1],
        declaration: noisyCountParameters,
        badInputs: [],
      }),
    ),
  },
  noisyStatistic: {
    fuzz: builds(noisyStatisticParameters, anyRecords, {
      own: {
        name: fc.constant("total"),
        statistic: fc.constant((rows: readonly number[]) => rows.reduce((a, b) => a + Number(b), 0)),
        sensitivity: fc.constant(() => 1),
      },
      fixed: /name/,
    }),
    instances: RELATIONS.map((neighbours) =>
      contractInstance<NoisyStatisticParameters<number>, Records, number>({
        file: "noisy-statistic",
        domain: [[0, 1, 5], 1, 2, 3],
        title: `noisy-statistic under ${neighbours}`,
        build: (parameters) => withPair(noisyStatistic(parameters), neighbours === "swap" ? [[0], [5]] : [[], [5]]),
        good: { name: "noisy-statistic", epsilon: 0.8, neighbours, statistic: total, sensitivity: () => 5 },
        off: { sensitivity: () => 4.5 },
        input: [1, 4, 0],
        declaration: noisyStatisticParameters,
        badInputs: [
          ["statistic", [Number.NaN]],
          ["statistic", [Infinity]],
        ],
      }),
    ),
  },
  noisySum: {
    fuzz: builds(ranged({ epsilon: positive, neighbours: recordRelation }), anyRecords),
    instances: RELATIONS.map((neighbours) =>
      contractInstance<NoisySumParameters, Records, number>({
        file: "noisy-sum",
        domain: [[-3, -1, 0.5, 2], 1, 2, 3],
        title: `sum under ${neighbours}`,
        build: noisySum,
        declaration: noisySumParameters,
        good: { epsilon: 0.8, neighbours, ...RANGE },
        off: { epsilon: 0.88 },
        input: [1, -0.5, 7],
        bad: REVERSED,
        badInputs: NO_RECORDS,
      }),
    ),
  },
  noisyVariance: {
    fuzz: builds(noisyVarianceParameters, anyRecords),
    instances: [
      contractInstance<NoisyVarianceParameters, Records, number>({
        file: "noisy-variance",
        domain: [[-3, -1, 0.5, 2], 2, 3],
        build: noisyVariance,
        declaration: noisyVarianceParameters,
        good: { epsilon: 0.8, ...RANGE },
        off: { epsilon: 0.88 },
        input: [1, -0.5, 7],
        bad: REVERSED,
        badInputs: [
          ["a record", [Number.NaN, 0]],
          ["a record", ["1", 0]],
          ["the number of records", [1]],
        ],
      }),
    ],
  },
  histogram: {
    fuzz: builds(histogramParameters, listOf(oneOf(0, 1, 2), 0)),
    instances: RELATIONS.map((neighbours) =>
      contractInstance<HistogramParameters, Records, Float64Array>({
        file: "histogram",
        domain: [[0, 1, 2], 1, 2, 3],
        title: `histogram under ${neighbours}`,
        build: histogram,
        good: { epsilon: 0.8, neighbours, bins: 3 },
        off: { epsilon: 0.88 },
        input: [0, 2, 2, 1, 2],
        declaration: histogramParameters,
        badInputs: [...NO_RECORDS, ["a record", [3]], ["a record", [-1]], ["a record", [0.5]]],
      }),
    ),
  },
  noisyMean: {
    fuzz: builds(ranged({ epsilon: positive, neighbours: recordRelation }), anyRecords),
    instances: [
      contractInstance<NoisyMeanParameters & { neighbours: "swap" }, Records, number>({
        file: "noisy-mean",
        domain: MEAN_DOMAIN,
        title: "mean under swap",
        build: noisyMean,
        declaration: noisyMeanParameters,
        good: { epsilon: 0.8, neighbours: "swap", ...RANGE },
        off: { epsilon: 0.88 },
        input: [1, -0.5, 7],
        bad: REVERSED,
        badInputs: [...NO_RECORDS, ["the number of records", []]],
      }),
      refusingOnRelease(
        contractInstance<Ranged, Records, number>({
          file: "noisy-mean",
          domain: MEAN_DOMAIN,
          title: "mean under add-remove",
          build: (parameters) => withPair(ratioCells(noisyMean(parameters), parameters), [[], [2]]),
          good: { epsilon: 0.8, neighbours: "add-remove", ...RANGE },
          off: { epsilon: 0.88 },
          input: [2, 2, 1, 0, 2, -1, 1],
          declaration: noisyMeanParameters,
          bad: REVERSED,
          badInputs: [],
          tight: false,
        }),
        NO_RECORDS,
      ),
    ],
  },
  densityEstimate: {
    fuzz: builds(densityEstimateParameters, anyRecords),
    instances: [
      contractInstance({
        file: "density-estimate",
        domain: [[0, 0.3, 0.6, 1], 1, 2, 3],
        build: densityEstimate,
        good: { epsilon: 0.8, bins: 4 },
        off: { epsilon: 0.88 },
        input: [0, 0.3, 0.9, 0.95, 2],
        declaration: densityEstimateParameters,
        badInputs: [...NO_RECORDS, ["records", []]],
      }),
    ],
  },
  listExperiment: {
    fuzz: builds(listExperimentParameters, record({ harmless: bit, sensitive: bit })),
    instances: [
      contractInstance({
        file: "list-experiment",
        domain: [[0, 1, 2, 3].flatMap((harmless) => [0, 1].map((sensitive) => ({ harmless, sensitive }))), 1],
        build: listExperiment,
        good: { items: 3 },
        off: {},
        input: { harmless: 2, sensitive: 1 },
        declaration: listExperimentParameters,
        badInputs: [
          ["harmless", { harmless: 4, sensitive: 0 }],
          ["harmless", { harmless: -1, sensitive: 0 }],
          ["harmless", { harmless: "1", sensitive: 0 }],
          ["sensitive", { harmless: 1, sensitive: 2 }],
          ["sensitive", { harmless: 1, sensitive: Number.NaN }],
          ["harmless", {}],
        ],
      }),
    ],
  },
};
