/**
 * Instances of the mechanisms that look at the records themselves, for the contract test: noisy statistics here, choices among the
 * records in `order.ts`.
 *
 * Where a mechanism names no worst pair, for its statistic is the caller's, the pair is given here; `contract-search.test.ts` goes
 * through all neighbours of a small domain. Where it has no law, `oracles.ts` finds that of the cell of its output.
 */

import { densityEstimate } from "../../lib/mechanisms/density-estimate.ts";
import { type HistogramParameters, histogram } from "../../lib/mechanisms/histogram.ts";
import { listExperiment } from "../../lib/mechanisms/list-experiment.ts";
import { type NoisyCountParameters, noisyCount } from "../../lib/mechanisms/noisy-count.ts";
import { type NoisyMeanParameters, noisyMean } from "../../lib/mechanisms/noisy-mean.ts";
import { type NoisyStatisticParameters, noisyStatistic } from "../../lib/mechanisms/noisy-statistic.ts";
import { type NoisySumParameters, noisySum } from "../../lib/mechanisms/noisy-sum.ts";
import { type ContractInstance, contractInstance } from "./instance.ts";
import { ratioCells } from "./oracles.ts";
import { ORDER_INSTANCES } from "./order.ts";
import {
  BAD_COUNTS,
  BAD_EPSILON,
  BAD_RANGE,
  BAD_RELATION,
  NO_RECORDS,
  RANGE,
  RELATIONS,
  type Records,
  refusingOnRelease,
  withPair,
} from "./records.ts";

const total = (records: Records) => records.reduce((a, b) => a + b, 0);

export const DATA_INSTANCES: readonly ContractInstance[] = [
  ...RELATIONS.flatMap((neighbours): ContractInstance[] => [
    contractInstance<NoisyCountParameters<number>, Records, number>({
      file: "noisy-count",
      title: `count under ${neighbours}`,
      build: (parameters) => withPair(noisyCount(parameters), neighbours === "swap" ? [[0], [1]] : [[], [1]]),
      good: { epsilon: 0.8, neighbours, counts: (record) => record > 0 },
      off: { epsilon: 0.88 },
      input: [1, 0, 1, 1],
      bad: { epsilon: BAD_EPSILON, neighbours: BAD_RELATION },
      badInputs: [],
    }),
    contractInstance<NoisyStatisticParameters<number>, Records, number>({
      file: "noisy-statistic",
      title: `noisy-statistic under ${neighbours}`,
      build: (parameters) => withPair(noisyStatistic(parameters), neighbours === "swap" ? [[0], [5]] : [[], [5]]),
      good: { name: "noisy-statistic", epsilon: 0.8, neighbours, statistic: total, sensitivity: () => 5 },
      off: { sensitivity: () => 4.5 },
      input: [1, 4, 0],
      bad: { epsilon: BAD_EPSILON, neighbours: BAD_RELATION },
      badInputs: [
        ["statistic", [Number.NaN]],
        ["statistic", [Infinity]],
      ],
    }),
    contractInstance<NoisySumParameters, Records, number>({
      file: "noisy-sum",
      title: `sum under ${neighbours}`,
      build: noisySum,
      good: { epsilon: 0.8, neighbours, ...RANGE },
      off: { epsilon: 0.88 },
      input: [1, -0.5, 7],
      bad: { epsilon: BAD_EPSILON, neighbours: BAD_RELATION, ...BAD_RANGE },
      badInputs: NO_RECORDS,
    }),
    contractInstance<HistogramParameters, Records, Float64Array>({
      file: "histogram",
      title: `histogram under ${neighbours}`,
      build: histogram,
      good: { epsilon: 0.8, neighbours, bins: 3 },
      off: { epsilon: 0.88 },
      input: [0, 2, 2, 1, 2],
      bad: { epsilon: BAD_EPSILON, neighbours: BAD_RELATION, bins: BAD_COUNTS },
      badInputs: [...NO_RECORDS, ["a record", [3]], ["a record", [-1]], ["a record", [0.5]]],
    }),
  ]),
  contractInstance<NoisyMeanParameters & { neighbours: "swap" }, Records, number>({
    file: "noisy-mean",
    title: "mean under swap",
    build: noisyMean,
    good: { epsilon: 0.8, neighbours: "swap", ...RANGE },
    off: { epsilon: 0.88 },
    input: [1, -0.5, 7],
    bad: { epsilon: BAD_EPSILON, neighbours: BAD_RELATION, ...BAD_RANGE },
    badInputs: [...NO_RECORDS, ["the number of records", []]],
  }),
  refusingOnRelease(
    contractInstance<NoisyMeanParameters, Records, number>({
      file: "noisy-mean",
      title: "mean under add-remove",
      build: (parameters) => withPair(ratioCells(noisyMean(parameters), parameters), [[], [2]]),
      good: { epsilon: 0.8, neighbours: "add-remove", ...RANGE },
      off: { epsilon: 0.88 },
      input: [2, 2, 1, 0, 2, -1, 1],
      bad: { epsilon: BAD_EPSILON, neighbours: BAD_RELATION, ...BAD_RANGE },
      badInputs: [],
      tight: false,
    }),
    NO_RECORDS,
  ),
  contractInstance({
    file: "density-estimate",
    build: densityEstimate,
    good: { epsilon: 0.8, bins: 4 },
    off: { epsilon: 0.88 },
    input: [0, 0.3, 0.9, 0.95, 2],
    bad: { epsilon: BAD_EPSILON, bins: BAD_COUNTS },
    badInputs: [...NO_RECORDS, ["records", []]],
  }),
  contractInstance({
    file: "list-experiment",
    build: listExperiment,
    good: { items: 3 },
    off: {},
    input: { harmless: 2, sensitive: 1 },
    bad: { items: BAD_COUNTS },
    badInputs: [
      ["harmless", { harmless: 4, sensitive: 0 }],
      ["harmless", { harmless: -1, sensitive: 0 }],
      ["harmless", { harmless: "1", sensitive: 0 }],
      ["sensitive", { harmless: 1, sensitive: 2 }],
      ["sensitive", { harmless: 1, sensitive: Number.NaN }],
      ["harmless", {}],
    ],
  }),
  ...ORDER_INSTANCES,
];
