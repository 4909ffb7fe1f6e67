/**
 * Tests of the mechanisms that answer or choose: instances for the contract, arguments for the fuzz.
 */
import fc from "fast-check";
import { type MajorityRule, majority, majorityParameters } from "../../lib/mechanisms/choice/majority.ts";
import {
  piecewiseExponential,
  piecewiseExponentialParameters,
} from "../../lib/mechanisms/choice/piecewise-exponential.ts";
import { randomRecord, randomRecordParameters } from "../../lib/mechanisms/choice/random-record.ts";
import { type TopKParameters, topK, topKParameters } from "../../lib/mechanisms/choice/top-k.ts";
import {
  type ChoiceResponseParameters,
  choiceResponse,
  choiceResponseParameters,
  type FractionChoiceParameters,
} from "../../lib/mechanisms/local/choice-response.ts";
import { leakyResponse, leakyResponseParameters } from "../../lib/mechanisms/local/leaky-response.ts";
import {
  type FractionResponseParameters,
  type RandomizedResponseParameters,
  randomizedResponse,
  randomizedResponseParameters,
} from "../../lib/mechanisms/local/randomized-response.ts";
import { warnerResponse } from "../../lib/mechanisms/local/warner-response.ts";
import {
  type CountTableParameters,
  countTable,
  countTableParameters,
} from "../../lib/mechanisms/statistics/count-table.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { anyNumber, count, listOf, moderate, oneOf, positive, record } from "../surface/arguments.ts";
import { takes } from "../surface/fuzz.ts";
import { nextCounts, scorePairs } from "./input-pairs.ts";
import { contractInstance, NOT_BITS, NOT_SCORES } from "./instance.ts";
import { anyScores, bit, builds, type MechanismTests, rational } from "./mechanism-tests.ts";
import { scores, selection } from "./selection.ts";

const rounded = { epsilon: positive, denominator: fc.integer({ min: 2, max: 2147483648 }) };
const inAnyForm = {
  epsilon: fc.oneof(positive, rational),
  denominator: fc.oneof(fc.constant(undefined), rounded.denominator),
};
const sevenTenths = { numerator: 7, denominator: 10 };
const seventySevenHundredths = { numerator: 77, denominator: 100 };

/** Discrete Laplace noise on a count from 0 to 4, clamped to that range. */
function clampedCounts(epsilon: number) {
  const decay = exp(-epsilon);
  const outputs = [0, 1, 2, 3, 4];
  const table = outputs.map((ones) =>
    outputs.map((k) => (exp(-epsilon * Math.abs(k - ones)) / (1 + decay)) * (k === 0 || k === 4 ? 1 : 1 - decay)),
  );
  return { outputs, table, epsilon, delta: 0 };
}
/** Scores of three pieces of the interval from -1 to 3, one of them thin. */
const inPieces = (scores: readonly number[]) => ({ breakpoints: [1, 1.01], scores });
/** Of 21 voters. */
const votes = (ones: number) => Array.from({ length: 21 }, (_, i) => (i < ones ? 1 : 0));

/** A bit sent openly in a tenth of all cases, and by a fair coin otherwise. */
const leakyCoin = [
  [0.45, 0.45, 0.1, 0],
  [0.45, 0.45, 0, 0.1],
];

const { options: _, ...scored } = selection;

export const CHOICE_MECHANISMS: MechanismTests = {
  warnerResponse: {
    fuzz: takes([], { inputs: bit }),
    instances: [
      contractInstance({
        file: "warner-response",
        build: warnerResponse,
        good: {},
        off: {},
        input: 1,
        bad: {},
        badInputs: NOT_BITS,
      }),
    ],
  },
  randomizedResponse: {
    fuzz: builds(randomizedResponseParameters, bit, {
      own: inAnyForm,
      follow: (mechanism: { estimate(share: number): number }) => [mechanism.estimate(0.4), mechanism.estimate(1)],
    }),
    instances: [
      contractInstance<RandomizedResponseParameters<number>, number, number>({
        file: "randomized-response",
        build: (parameters) => randomizedResponse(parameters),
        declaration: randomizedResponseParameters,
        good: { epsilon: 1 },
        off: { epsilon: 1.1 },
        input: 1,
        badInputs: NOT_BITS,
      }),
      contractInstance({
        file: "randomized-response",
        title: "randomized-response with a rational epsilon",
        build: randomizedResponse,
        good: { epsilon: sevenTenths },
        off: { epsilon: seventySevenHundredths },
        input: 0,
        declaration: randomizedResponseParameters,
        bad: { denominator: [100] },
        badInputs: NOT_BITS,
      }),
      contractInstance<FractionResponseParameters, number, number>({
        file: "randomized-response",
        title: "randomized-response with a denominator",
        build: (parameters) => randomizedResponse(parameters),
        declaration: randomizedResponseParameters,
        good: { epsilon: 0.7, denominator: 1000 },
        off: { epsilon: 0.77 },
        input: 0,
        bad: { denominator: [2] },
        badInputs: NOT_BITS,
      }),
    ],
  },
  choiceResponse: {
    fuzz: builds(choiceResponseParameters, bit, { own: { ...inAnyForm, choices: count.map((n) => n + 1) } }),
    instances: [
      contractInstance<ChoiceResponseParameters<number>, number, number>({
        file: "choice-response",
        build: (parameters) => choiceResponse(parameters),
        declaration: choiceResponseParameters,
        good: { epsilon: 1, choices: 4 },
        off: { epsilon: 1.1 },
        input: 2,
        badInputs: [["truth", 4], ...NOT_BITS.slice(1)],
      }),
      contractInstance({
        file: "choice-response",
        title: "choice-response with a rational epsilon",
        build: choiceResponse,
        good: { epsilon: sevenTenths, choices: 3 },
        off: { epsilon: seventySevenHundredths },
        input: 0,
        declaration: choiceResponseParameters,
        bad: { denominator: [100] },
        badInputs: [["truth", 3], ...NOT_BITS.slice(1)],
      }),
      contractInstance<FractionChoiceParameters, number, number>({
        file: "choice-response",
        title: "choice-response with a denominator",
        build: (parameters) => choiceResponse(parameters),
        declaration: choiceResponseParameters,
        good: { epsilon: 0.7, choices: 4, denominator: 1000 },
        off: { epsilon: 0.77 },
        input: 2,
        bad: { denominator: [2] },
        badInputs: [["truth", 4], ...NOT_BITS.slice(1)],
      }),
    ],
  },
  countTable: {
    fuzz: builds(moderate.map(clampedCounts), oneOf(0, 1, 2, 3, 4), { free: /outputs/ }),
    instances: [
      contractInstance<CountTableParameters, number, number>({
        file: "count-table",
        build: countTable,
        declaration: countTableParameters,
        good: clampedCounts(1),
        off: clampedCounts(1.1),
        input: 1,
        neighbouring: () => nextCounts(0, 4),
        bad: {
          epsilon: [0.99],
          outputs: [[], [0, 1, 2, 3, 3]],
          table: [
            [],
            clampedCounts(1).table.slice(0, 1),
            clampedCounts(1.01).table,
            clampedCounts(1).table.with(2, [0, 0, 0.9, 0, 0]),
          ],
        },
        badInputs: [
          ["count", 5],
          ["count", 0.5],
        ],
      }),
      contractInstance<CountTableParameters, number, number>({
        file: "count-table",
        title: "count-table with a delta",
        build: countTable,
        good: { outputs: [0, 1, 2, 3], table: leakyCoin, epsilon: 0.1, delta: 0.1 },
        off: {
          table: leakyCoin.map((row) => row.map((mass) => (mass < 0.2 ? 1.1 * mass : mass - 0.005))),
          delta: 0.11,
        },
        input: 1,
        neighbouring: () => nextCounts(0, 1),
        bad: { delta: [0.09] },
        badInputs: [["count", 2]],
      }),
    ],
  },
  randomRecord: {
    fuzz: builds(randomRecordParameters, listOf(anyNumber, 3, 3), { own: { size: fc.constant(3) } }),
    instances: [
      contractInstance({
        file: "random-record",
        domain: [[0, 1, 2], 4],
        build: randomRecord,
        declaration: randomRecordParameters,
        good: { size: 4 },
        off: {},
        input: [3, 1, 1, 7],
        badInputs: [
          ["records", [1, 2, 3]],
          ["records[1]", [1, Number.NaN, 3, 4]],
        ],
      }),
    ],
  },
  leakyResponse: {
    fuzz: builds(leakyResponseParameters, bit),
    instances: [
      contractInstance({
        file: "leaky-response",
        build: leakyResponse,
        declaration: leakyResponseParameters,
        good: { epsilon: 1, delta: 0.1 },
        off: { epsilon: 1.1 },
        input: 1,
        badInputs: [
          ["bit", 2],
          ["bit", Number.NaN],
        ],
      }),
    ],
  },
  piecewiseExponential: {
    fuzz: builds(
      piecewiseExponentialParameters,
      record({ breakpoints: fc.constant([]), scores: listOf(anyNumber, 1, 1) }),
    ),
    instances: [
      contractInstance({
        file: "piecewise-exponential",
        build: piecewiseExponential,
        good: { ...scored, lower: -1, upper: 3 },
        off: { epsilon: 1.1 },
        input: { breakpoints: [0, 0, 1], scores: [0, 9, 3, 1] },
        neighbouring: () =>
          scorePairs(3, selection.sensitivity, selection.change).map(
            ([first, second]) => [inPieces(first), inPieces(second)] as const,
          ),
        declaration: piecewiseExponentialParameters,
        bad: { upper: [-1] },
        badInputs: [
          ["scores", { breakpoints: [0], scores: [1] }],
          ["scores[0]", { breakpoints: [0], scores: [Number.NaN, 1] }],
          ["breakpoints", { breakpoints: [1, 0], scores: [1, 2, 3] }],
          ["breakpoints", { breakpoints: [4], scores: [1, 2] }],
          ["breakpoints", { breakpoints: [Number.NaN], scores: [1, 2] }],
        ],
      }),
    ],
  },
  topK: {
    fuzz: builds(topKParameters, anyScores, { own: { options: fc.constant(3), k: oneOf(1, 2) } }),
    instances: [
      ...(["general", "monotone", "range"] as const).map((change) =>
        contractInstance<TopKParameters, readonly number[], readonly number[]>({
          file: "top-k",
          title: `top-k, two of three, ${change} scores`,
          build: topK,
          good: { ...selection, change, delta: 0, k: 2 },
          off: { epsilon: 1.1 },
          input: scores,
          declaration: topKParameters,
          bad: { k: [3, 4] },
          badInputs: NOT_SCORES,
        }),
      ),
      contractInstance<TopKParameters, readonly number[], readonly number[]>({
        file: "top-k",
        title: "top-k, three of four, with a delta",
        build: topK,
        good: { ...selection, options: 4, epsilon: 2, delta: 0.01, k: 3 },
        off: { epsilon: 2.2 },
        input: [0, 6, 2, 3],
        declaration: topKParameters,
        bad: { k: [4] },
        badInputs: [["scores", [1, 2]]],
        // The bound is one on all adaptive choices; the pair rises with a mass far below delta.
        tight: false,
      }),
    ],
  },
  majority: {
    fuzz: builds(majorityParameters, listOf(bit, 3, 3), { own: { size: fc.constant(3) } }),
    instances: (["exponential", "inverse-sensitivity", "optimal", "upper-bound"] as const).map((rule: MajorityRule) =>
      contractInstance({
        file: "majority",
        title: `majority by the ${rule} rule`,
        build: majority,
        good: { epsilon: 1, size: 21, rule },
        off: { epsilon: 1.1 },
        input: Array.from({ length: 21 }, (_, i) => (i < 11 ? 1 : 0)),
        neighbouring: () => nextCounts(0, 21).map(([first, second]) => [votes(first), votes(second)] as const),
        declaration: majorityParameters,
        bad: { size: [2, 20] },
        badInputs: [
          ["bits", [1, 0]],
          ["bits[0]", new Array(21).fill(2)],
        ],
      }),
    ),
  },
};
