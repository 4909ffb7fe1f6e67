/**
 * How the functions of lib/mechanisms are called, for the fuzz test: those that build a mechanism as the tests of the mechanism say, the
 * others here.
 */
import fc from "fast-check";
import { exponentialMechanism } from "../../lib/mechanisms/choice/exponential-mechanism.ts";
import { shortfallBoundParameters } from "../../lib/mechanisms/choice/shortfall.ts";
import { hierarchicalStrategyParameters } from "../../lib/mechanisms/linear/workload.ts";
import { laplace } from "../../lib/mechanisms/noise/laplace.ts";
import { type CosineSeries, cosineSeriesParameters } from "../../lib/mechanisms/statistics/cosine-series.ts";
import { PLAIN_MECHANISMS } from "../contract/all-mechanisms.ts";
import { fuzzOf } from "../contract/mechanism-tests.ts";
import {
  anyNumber,
  count,
  hugeCount,
  listOf,
  moderate,
  nonNegative,
  oneOf,
  openProbability,
  positive,
  probability,
  record,
} from "./arguments.ts";
import { declares } from "./declared.ts";
import { type Entry, takes } from "./fuzz.ts";

const laplaceOf = (epsilon: number) => laplace({ epsilon, sensitivity: 1, neighbours: "swap" });
const laplaceNoise = moderate.map(laplaceOf);

export const MECHANISMS: Readonly<Record<string, Entry>> = {
  ...fuzzOf(PLAIN_MECHANISMS),
  accuracyAt: takes([laplaceNoise, record({ confidence: openProbability, input: anyNumber })], {
    range: [0, Infinity],
    fixed: /^0/,
    mixed: /input/,
    isDeclared: 1,
  }),
  budgetFor: takes(
    [fc.constant(laplaceOf), record({ error: moderate, confidence: openProbability, input: anyNumber })],
    {
      range: [0, Infinity],
      isDeclared: true,
    },
  ),
  postProcess: takes([laplaceNoise, fc.constant((noisy: number) => Math.max(0, noisy))], { unchecked: true }),
  shortfallBound: declares(shortfallBoundParameters, {
    own: { best: fc.constant(1) },
    range: [0, Infinity],
    infinite: true,
  }),
  shortfallOf: takes(
    [
      fc.constant(
        exponentialMechanism({ epsilon: 1, sensitivity: 1, options: 3, change: "general", neighbours: "swap" }),
      ),
      listOf(anyNumber, 3, 3),
    ],
    { unchecked: true },
  ),
  changeDistance: takes(
    [
      record({
        universe: fc.constant([0, 1, 2]),
        size: fc.integer({ min: 1, max: 3 }),
        statistic: fc.constant((rows: readonly number[]) => Math.max(...rows)),
      }),
    ],
    { free: /universe/, fixed: /size/, unchecked: true, isDeclared: true },
  ),
  countThresholdFor: takes(
    [
      record({
        noise: oneOf("laplace", "discrete-laplace"),
        epsilon: positive,
        sensitivity: count,
        delta: openProbability,
      }),
    ],
    { range: [0, Infinity] },
  ),
  cosineSeries: declares(cosineSeriesParameters, {
    own: { terms: oneOf(1, 4) },
    follow: (series: CosineSeries) => [...series.coefficients([0.2, 0.9]), series.sensitivity(2)],
  }),
  densityEstimateRisk: takes(
    [
      listOf(fc.double({ min: 0.1, max: 1, noNaN: true })).chain((weights) =>
        record({
          epsilon: positive,
          size: hugeCount,
          probabilities: fc.constant(weights.map((weight) => weight / weights.reduce((a, b) => a + b))),
          squaredBias: nonNegative,
        }),
      ),
    ],
    { range: [0, Infinity], infinite: true, isDeclared: true },
  ),
  hierarchicalStrategy: declares(hierarchicalStrategyParameters),
  marginalWorkload: takes([record({ sizes: fc.constant([2, 3]), marginals: oneOf([[0]], [[1], [0]], [[0, 1], []]) })], {
    isDeclared: true,
  }),
  optimalStrategy: takes([listOf(listOf(fc.double({ min: 0.1, max: 9, noNaN: true }), 3, 3), 1, 4)]),
  prefixWorkload: takes([count]),
  rangeWorkload: takes([count]),
  waveletStrategy: takes([oneOf(1, 2, 8)]),
  simulationLemma: takes([
    record({
      first: fc.constant([0.5, 0.3, 0.2]),
      second: fc.constant([0.4, 0.35, 0.25]),
      epsilon: nonNegative,
      delta: probability,
    }),
  ]),
  smoothSensitivity: takes(
    [
      listOf(fc.double({ min: 0, max: 1, noNaN: true })).map((values) => values.toSorted((a, b) => a - b)),
      record({ lower: fc.constant(0), upper: fc.constant(1), beta: positive }),
    ],
    { range: [0, Infinity] },
  ),
};
