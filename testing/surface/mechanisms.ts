/**
 * How the functions of lib/mechanisms are called, for the fuzz test: how a mechanism is built, and what it is asked.
 */
import fc from "fast-check";
import {
  anyNumber,
  count,
  floats,
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
import { type Entry, takes } from "./fuzz.ts";

const relation = oneOf("swap", "add-remove", "zero-out", "event");
const recordRelation = oneOf("swap", "add-remove");
const rational = record({ numerator: fc.integer({ min: 1, max: 40 }), denominator: count });
const noise = { epsilon: positive, sensitivity: positive, neighbours: relation };
const integers = { sensitivity: count, neighbours: relation };
const integer = fc.integer({ min: -1000, max: 1000 });
const bit = oneOf(0, 1);
const range = fc.tuple(fc.double({ min: -50, max: 50, noNaN: true }), positive).map(([lower, width]) => ({
  lower,
  upper: lower + Math.max(1e-6, width),
}));
const records = listOf(anyNumber, 0);
const oddRecords = listOf(anyNumber, 0, 3).map((values) => [...values, ...values, 0.5]);
const selection = {
  epsilon: positive,
  sensitivity: positive,
  options: fc.constant(3),
  neighbours: relation,
};
const anyChange = { ...selection, change: oneOf("general", "monotone", "range") };
const change = { ...selection, change: oneOf("general", "monotone") };
const scores = listOf(anyNumber, 3, 3);
/** A value at the end of float64, and noise, may sum to Infinity. */
const infinite = { infinite: true };

/** Parameters with a range of records. */
const ranged = <Fields extends object>(fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> }) =>
  fc.tuple(record(fields), range).map(([given, ends]) => ({ ...given, ...ends }));

function builds(
  parameters: fc.Arbitrary<unknown>,
  inputs: fc.Arbitrary<unknown>,
  rest: Omit<Entry, "args"> = {},
): Entry {
  return takes([parameters], { inputs, ...rest });
}

export const MECHANISMS: Readonly<Record<string, Entry>> = {
  analyticGaussian: builds(record({ ...noise, delta: openProbability }), anyNumber, infinite),
  classicGaussian: builds(record({ ...noise, epsilon: openProbability, delta: openProbability }), anyNumber, infinite),
  bitvectorResponse: builds(
    record({ noise: openProbability, bits: fc.constant(3), weight: oneOf(1, 2) }),
    listOf(bit, 3, 3),
    {
      follow: (mechanism: { estimate(share: number): number }) => [mechanism.estimate(0.4)],
    },
  ),
  changeDistance: takes(
    [
      record({
        universe: fc.constant([0, 1, 2]),
        size: fc.integer({ min: 1, max: 3 }),
        statistic: fc.constant((rows: readonly number[]) => Math.max(...rows)),
      }),
    ],
    { free: /universe/, fixed: /size/, unchecked: true },
  ),
  choiceResponse: builds(record({ epsilon: fc.oneof(positive, rational), choices: count.map((n) => n + 1) }), bit),
  noisyCount: builds(
    record({ epsilon: positive, neighbours: recordRelation, counts: fc.constant((x: number) => x > 0) }),
    records,
    infinite,
  ),
  densityEstimate: builds(record({ epsilon: positive, bins: count }), records),
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
    { range: [0, Infinity], infinite: true },
  ),
  discreteGaussian: builds(
    record({ rho: fc.oneof(fc.double({ min: 0.01, max: 8, noNaN: true }), rational), ...integers }),
    integer,
    {
      fixed: /rho|sensitivity/,
    },
  ),
  exponentialMechanism: builds(record(anyChange), scores),
  discreteLaplace: builds(
    record({ epsilon: fc.oneof(fc.double({ min: 0.01, max: 50, noNaN: true }), rational), ...integers }),
    integer,
  ),
  gridLaplace: builds(
    record({
      epsilon: rational,
      sensitivity: fc.double({ min: 0.1, max: 9, noNaN: true }),
      stepExponent: fc.integer({ min: -3, max: 1 }),
      neighbours: relation,
    }),
    fc.double({ min: -50, max: 50, noNaN: true }),
    { fixed: /stepExponent/ },
  ),
  histogram: builds(record({ epsilon: positive, neighbours: recordRelation, bins: count }), listOf(oneOf(0, 1, 2), 0)),
  inverseSensitivity: builds(
    record({
      epsilon: positive,
      outcomes: fc.constant([0, 1, 2]),
      distance: fc.constant((rows: readonly number[], outcome: number) => Math.abs((rows[0] ?? 0) - outcome)),
    }),
    listOf(oneOf(0, 1, 2)),
    { free: /outcomes/, unchecked: true },
  ),
  inverseSensitivityMean: builds(record({ epsilon: positive, size: fc.constant(4) }), listOf(bit, 4, 4)),
  inverseSensitivityMedian: builds(ranged({ epsilon: positive, radius: nonNegative }), oddRecords),
  jointQuantiles: builds(
    ranged({ epsilon: positive, probabilities: fc.constant([0.2, 0.7]), neighbours: recordRelation }),
    records,
    {
      follow: (mechanism: { logDensity(rows: number[], points: number[]): number }) => [
        mechanism.logDensity([0, 1], [0, 1]),
      ],
    },
  ),
  laplace: builds(record(noise), anyNumber, infinite),
  leakyResponse: builds(record({ epsilon: nonNegative, delta: probability }), bit),
  listExperiment: builds(record({ items: count }), record({ harmless: bit, sensitive: bit })),
  majority: builds(
    record({
      epsilon: positive,
      voters: fc.constant(3),
      rule: oneOf("exponential", "inverse-sensitivity", "optimal", "upper-bound"),
    }),
    listOf(bit, 3, 3),
  ),
  noisyMean: builds(ranged({ epsilon: positive, neighbours: recordRelation }), records),
  noisyStatistic: builds(
    record({
      name: fc.constant("total"),
      epsilon: positive,
      neighbours: recordRelation,
      statistic: fc.constant((rows: readonly number[]) => rows.reduce((a, b) => a + b, 0)),
      sensitivity: fc.constant(() => 1),
    }),
    records,
    { fixed: /name/ },
  ),
  permuteAndFlip: builds(record(change), scores),
  piecewiseExponential: builds(
    ranged({
      epsilon: positive,
      sensitivity: positive,
      change: oneOf("general", "monotone", "range"),
      neighbours: relation,
    }),
    record({ breakpoints: fc.constant([]), scores: listOf(anyNumber, 1, 1) }),
  ),
  quantile: builds(ranged({ epsilon: positive, probability: openProbability, neighbours: recordRelation }), records),
  randomizedResponse: builds(record({ epsilon: fc.oneof(positive, rational) }), bit, {
    follow: (mechanism: { estimate(share: number): number }) => [mechanism.estimate(0.4), mechanism.estimate(1)],
  }),
  reportNoisyMax: builds(record({ ...change, noise: oneOf("laplace", "exponential", "gumbel") }), scores),
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
  smoothSensitivityMedian: builds(
    fc.oneof(
      ranged({ epsilon: positive }),
      ranged({ epsilon: openProbability, delta: fc.double({ min: 1e-300, max: 0.1, noNaN: true }) }),
    ),
    oddRecords,
  ),
  smoothedQuantiles: builds(
    ranged({ epsilon: positive, probabilities: fc.constant([0.2, 0.7]), neighbours: recordRelation, radius: positive }),
    records,
  ),
  staircase: builds(record(noise), anyNumber, infinite),
  noisySum: builds(ranged({ epsilon: positive, neighbours: recordRelation }), records),
  vectorLaplace: builds(
    record({ ...noise, norm: oneOf("l1", "l2", "linf"), dimension: fc.constant(3) }),
    floats(anyNumber, 3).map((x) => x.slice(0, 3)),
  ),
  thresholdedCounts: builds(
    record({
      noise: oneOf("laplace", "discrete-laplace"),
      epsilon: fc.oneof(moderate, rational),
      sensitivity: oneOf(1, 2),
      threshold: oneOf(3, 5),
    }),
    fc.constant(new Map([["a", 4]])),
    { unchecked: true },
  ),
  vectorGaussian: builds(
    record({ ...noise, delta: openProbability, dimension: fc.constant(3) }),
    floats(anyNumber, 3).map((x) => x.slice(0, 3)),
  ),
  warnerResponse: takes([], { inputs: bit }),
};
