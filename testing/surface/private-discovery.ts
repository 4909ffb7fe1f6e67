/**
 * How the functions of the private half of lib/false-discovery are called, for the fuzz test: those that build a mechanism as the tests of the mechanism
 * say, the others here.
 */
import fc from "fast-check";
import type { PaprikaLiteral } from "../../lib/false-discovery/paprika-literal.ts";
import { DISCOVERY_MECHANISMS } from "../contract/discovery.ts";
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
import { type Entry, takes } from "./fuzz.ts";

const binomialTest = record({
  records: oneOf(1, 2, 37, 1000, 1e9),
  probability: openProbability,
  floor: openProbability,
  alternative: oneOf("greater", "less"),
});
const SENSITIVITY = { range: [0, Infinity] } as const;
const rejecting = { epsilon: moderate, sensitivity: moderate, mostRejections: oneOf(1, 2) };
const peeling = { epsilon: positive, peels: count, sensitivity: positive };

export const PRIVATE_DISCOVERY: Readonly<Record<string, Entry>> = {
  ...fuzzOf(DISCOVERY_MECHANISMS),
  binomialSensitivity: takes([binomialTest], SENSITIVITY),
  binomialSensitivityBound: takes([binomialTest], SENSITIVITY),
  chiSquareSensitivity: takes([record({ degrees: count, rootChange: positive, floor: openProbability })], SENSITIVITY),
  gaussianSensitivity: takes(
    [
      record({
        records: hugeCount,
        lower: anyNumber,
        upper: anyNumber,
        sigma: positive,
        floor: openProbability,
        sides: oneOf(1, 2),
      }),
    ],
    SENSITIVITY,
  ),
  goodnessOfFitChange: takes([listOf(positive, 2)], SENSITIVITY),
  noiseRejects: takes([record(rejecting), nonNegative], { range: [0, 1] }),
  paprikaLiteral: takes(
    [
      record({
        ...rejecting,
        delta: openProbability,
        alpha: openProbability,
        lambda: fc.double({ min: 1e-6, max: 0.499, noNaN: true }),
        horizon: oneOf(4, 800),
        shiftFactor: oneOf(0, 1, 4),
        neighbours: oneOf("swap", "event"),
      }),
    ],
    {
      inputs: listOf(probability, 0, 3),
      follow: ({ leakingPair }: PaprikaLiteral) => leakingPair(3),
      slow: 2,
    },
  ),
  peelingScale: takes([record({ ...peeling, delta: probability })], SENSITIVITY),
  publishedPeelingScale: takes([record({ ...peeling, delta: openProbability })], SENSITIVITY),
  rejectionShift: takes([record(rejecting), openProbability], SENSITIVITY),
};
