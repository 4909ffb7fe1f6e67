/**
 * How the functions of the private half of lib/false-discovery are called, for the fuzz test: those that build a mechanism as the
 * tests of the mechanism say, the others here.
 */
import fc from "fast-check";
import { binomialSensitivityParameters } from "../../lib/false-discovery/binomial-sensitivity.ts";
import { chiSquareSensitivityParameters } from "../../lib/false-discovery/chi-square-sensitivity.ts";
import { gaussianSensitivityParameters } from "../../lib/false-discovery/gaussian-sensitivity.ts";
import { type PaprikaLiteral, paprikaParameters } from "../../lib/false-discovery/paprika-literal.ts";
import { peelingParameters } from "../../lib/false-discovery/peeling-scale.ts";
import { rejectionParameters } from "../../lib/false-discovery/private-rejections.ts";
import { DISCOVERY_MECHANISMS } from "../contract/discovery.ts";
import { fuzzOf } from "../contract/mechanism-tests.ts";
import {
  hugeCount,
  listOf,
  moderate,
  nonNegative,
  oneOf,
  openProbability,
  positive,
  probability,
} from "./arguments.ts";
import { argumentsOf, declares } from "./declared.ts";
import { type Entry, takes } from "./fuzz.ts";

const SENSITIVITY = { range: [0, Infinity] } as const;
const binomialTest = declares(binomialSensitivityParameters, {
  own: { size: oneOf(1, 2, 37, 1000, 1e9) },
  ...SENSITIVITY,
});
const rejecting = { epsilon: moderate, sensitivity: moderate, mostRejections: oneOf(1, 2) };
const noise = argumentsOf(rejectionParameters, rejecting);

export const PRIVATE_DISCOVERY: Readonly<Record<string, Entry>> = {
  ...fuzzOf(DISCOVERY_MECHANISMS),
  binomialSensitivity: binomialTest,
  binomialSensitivityBound: binomialTest,
  chiSquareSensitivity: declares(chiSquareSensitivityParameters, SENSITIVITY),
  gaussianSensitivity: declares(gaussianSensitivityParameters, { own: { size: hugeCount }, ...SENSITIVITY }),
  goodnessOfFitChange: takes([listOf(positive, 2)], SENSITIVITY),
  noiseRejects: takes([noise, nonNegative], { range: [0, 1], isDeclared: true }),
  paprikaLiteral: declares(paprikaParameters, {
    own: {
      ...rejecting,
      lambda: fc.double({ min: 1e-6, max: 0.499, noNaN: true }),
      horizon: oneOf(4, 800),
      shiftFactor: oneOf(0, 1, 4),
    },
    inputs: listOf(probability, 0, 3),
    follow: ({ leakingPair }: PaprikaLiteral) => leakingPair(3),
    slow: 2,
  }),
  peelingScale: declares(peelingParameters, SENSITIVITY),
  rejectionShift: takes([noise, openProbability], { ...SENSITIVITY, isDeclared: true }),
};
