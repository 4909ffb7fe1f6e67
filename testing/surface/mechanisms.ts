/**
 * How the functions of lib/mechanisms are called, for the fuzz test: those that build a mechanism as the tests of the mechanism say, the
 * others here.
 */
import fc from "fast-check";
import { PLAIN_MECHANISMS } from "../contract/all-mechanisms.ts";
import { fuzzOf } from "../contract/mechanism-tests.ts";
import {
  count,
  hugeCount,
  listOf,
  nonNegative,
  oneOf,
  openProbability,
  positive,
  probability,
  record,
} from "./arguments.ts";
import { type Entry, takes } from "./fuzz.ts";

export const MECHANISMS: Readonly<Record<string, Entry>> = {
  ...fuzzOf(PLAIN_MECHANISMS),
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
