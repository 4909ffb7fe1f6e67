/**
 * Tests of the mechanisms that make use of the structure of the data or of the questions: instances for the contract, arguments for the fuzz.
 */
import fc from "fast-check";
import { type StabilityHistogramParameters, stabilityHistogram } from "../../lib/mechanisms/stability-histogram.ts";
import type { KeyedRelease } from "../../lib/mechanisms/thresholded-counts.ts";
import type { Rational } from "../../lib/random/rational.ts";
import { listOf, moderate, oneOf, record } from "../surface/arguments.ts";
import { contractInstance, NOT_FRACTIONS, NOT_POSITIVE, NOT_PROBABLE } from "./instance.ts";
import { builds, type MechanismTests, rational, recordRelation } from "./mechanism-tests.ts";
import { BAD_RELATION, RELATIONS } from "./records.ts";

type Keys = readonly string[];
type IntegerCounts<Epsilon extends number | Rational> = StabilityHistogramParameters<Epsilon> & {
  noise: "discrete-laplace";
};

const BAD_COUNTING = { noise: ["normal"], delta: [...NOT_PROBABLE, 0.5], neighbours: BAD_RELATION };
const NOT_KEYS: readonly (readonly [string, unknown])[] = [
  ["a record", [1]],
  ["a record", ["x", undefined]],
  ["records", "x"],
];

export const STRUCTURED_MECHANISMS: MechanismTests = {
  stabilityHistogram: {
    fuzz: builds(
      record({
        noise: oneOf("laplace", "discrete-laplace"),
        epsilon: fc.oneof(moderate, rational),
        delta: oneOf(1e-300, 1e-6, 0.1),
        neighbours: recordRelation,
      }),
      listOf(oneOf("a"), 0, 4),
      { unchecked: true },
    ),
    instances: [
      ...RELATIONS.map((neighbours) =>
        contractInstance<IntegerCounts<number>, Keys, KeyedRelease>({
          file: "stability-histogram",
          title: `stability-histogram under ${neighbours}`,
          domain: [["x", "y"], 1, 2, 3],
          build: stabilityHistogram,
          good: { noise: "discrete-laplace", epsilon: 2, delta: 0.05, neighbours },
          off: { epsilon: 2.2 },
          input: ["x", "y", "x", "x", "x", "x"],
          bad: { ...BAD_COUNTING, epsilon: NOT_POSITIVE },
          badInputs: NOT_KEYS,
        }),
      ),
      contractInstance<IntegerCounts<Rational>, Keys, KeyedRelease>({
        file: "stability-histogram",
        title: "stability-histogram with a rational epsilon",
        domain: [["x", "y"], 1, 2],
        build: stabilityHistogram,
        good: {
          noise: "discrete-laplace",
          epsilon: { numerator: 7, denominator: 5 },
          delta: 0.1,
          neighbours: "swap",
        },
        off: { epsilon: { numerator: 77, denominator: 50 } },
        input: ["x", "x", "x", "x"],
        bad: { ...BAD_COUNTING, epsilon: NOT_FRACTIONS },
        badInputs: NOT_KEYS,
      }),
    ],
  },
};
