/**
 * Tests of the mechanisms that look for a change of law: instances for the contract, arguments for the fuzz.
 */
import fc from "fast-check";
import {
  type ChangepointParameters,
  changepoint,
  changepointParameters,
} from "../../lib/continual/changepoints/changepoint.ts";
import {
  type OnlineChangepointParameters,
  onlineChangepoint,
  onlineChangepointParameters,
} from "../../lib/continual/changepoints/online-changepoint.ts";
import type { KnownShift } from "../../lib/continual/changepoints/shift-model.ts";
import { anyNumber, listOf, oneOf, openProbability, positive, record } from "../surface/arguments.ts";
import { contractInstance } from "./instance.ts";
import { builds, type MechanismTests } from "./mechanism-tests.ts";

/** The models, as users may have them. */
export const anyShift: fc.Arbitrary<unknown> = fc.oneof(
  record({ kind: fc.constant("bernoulli"), before: openProbability, after: openProbability }),
  record({ kind: fc.constant("normal"), before: anyNumber, after: anyNumber, sigma: positive }),
  record({
    kind: fc.constant("poisson"),
    before: fc.double({ min: 0.1, max: 99, noNaN: true }),
    after: fc.double({ min: 0.1, max: 99, noNaN: true }),
  }),
  fc.constant({ kind: "table", before: [0.2, 0.3, 0.5], after: [0.5, 0, 0.5] }),
);
const bits = { kind: "bernoulli", before: 0.2, after: 0.8 } as const;
const levels = { kind: "normal", before: 0, after: 1, sigma: 1 } as const;
const BAD_MODELS: readonly unknown[] = [
  { ...bits, before: 0 },
  { ...bits, after: Number.NaN },
  { ...bits, after: 0.2 },
  { kind: "table", before: [0.5, 0.5], after: [0.5, 0.6] },
];
const NO_BITS: readonly (readonly [string, unknown])[] = [
  ["a record", [0, 2, 1, 1, 0]],
  ["a record", [0, 0.5, 1, 1, 0]],
  ["a record", [0, "1", 1, 1, 0]],
  ["a record", [0, Number.NaN, 1, 1, 0]],
];
const watched = { epsilon: 2, window: 3, threshold: 1 };

export const CHANGEPOINT_MECHANISMS: MechanismTests = {
  changepoint: {
    fuzz: builds(changepointParameters, listOf(oneOf(0, 1, 1, 2), 0), {
      own: { model: anyShift },
      free: /model\.(before|after)\.\d/,
    }),
    instances: [
      contractInstance<ChangepointParameters<KnownShift>, readonly number[], number>({
        folder: "continual",
        file: "changepoint",
        title: "changepoint of bits",
        domain: [[0, 1], 2, 3, 4, 5],
        build: changepoint,
        good: { epsilon: 1, model: bits },
        off: { epsilon: 1.1 },
        input: [0, 1, 0, 1, 1],
        declaration: changepointParameters,
        bad: { model: BAD_MODELS },
        badInputs: [["the number of records", []], ["the number of records", [1]], ...NO_BITS],
      }),
      contractInstance<ChangepointParameters<KnownShift>, readonly number[], number>({
        folder: "continual",
        file: "changepoint",
        title: "changepoint of clamped levels",
        domain: [[-20, 0.2, 20], 2, 3, 4],
        build: changepoint,
        good: { epsilon: 1.5, model: levels, width: 2 },
        off: { epsilon: 1.65 },
        input: [-0.4, 0.3, 1.2, 9],
        declaration: changepointParameters,
        bad: { width: [undefined] },
        badInputs: [
          ["a record", [0, Number.NaN, 1]],
          ["a record", [0, Infinity]],
        ],
      }),
    ],
  },
  onlineChangepoint: {
    fuzz: builds(onlineChangepointParameters, listOf(oneOf(0, 1, 2), 0), {
      own: { model: anyShift, window: oneOf(2, 3) },
      free: /model\.(before|after)\.\d/,
      fixed: /window/,
      slow: 4,
    }),
    instances: [
      contractInstance<OnlineChangepointParameters<KnownShift>, readonly number[], unknown>({
        folder: "continual",
        file: "online-changepoint",
        domain: [[0, 1], 3, 4, 5],
        build: onlineChangepoint,
        good: { ...watched, model: bits },
        off: { epsilon: 2.2 },
        input: [0, 1, 0, 1, 1],
        declaration: onlineChangepointParameters,
        bad: { model: BAD_MODELS },
        badInputs: [["the number of records", [0, 1]], ...NO_BITS],
        tight: false,
      }),
    ],
  },
};
