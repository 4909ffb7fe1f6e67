/**
 * How the functions of lib/adaptive are called, for the fuzz test.
 */
import fc from "fast-check";
import { stream } from "../../lib/random/index.ts";
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

const relation = oneOf("swap", "add-remove", "zero-out", "event");
const comparison = { epsilon: positive, sensitivity: positive, threshold: anyNumber, neighbours: relation };
const values = listOf(anyNumber, 0, 5);
const UNIT = { range: [0, 1] } as const;
/** With and without a grid, on which all is exact. */
const gridded = { stepExponent: fc.option(fc.integer({ min: -6, max: 3 }), { nil: undefined }) };
const sparse = { aboves: oneOf(1, 2, 3), resample: fc.boolean() };
const numeric = record({
  comparisons: moderate,
  values: moderate,
  sensitivity: moderate,
  threshold: moderate,
  ...sparse,
  ...gridded,
  neighbours: relation,
});
const variant = oneOf("theorem", "published");
const rules = { threshold: nonNegative, tolerance: moderate, budget: count, variant };
const holdoutQuery = record({ training: probability, holdout: probability, neighbour: probability });
/** What a session says to three queries, as many as it takes. */
const conversation = (session: { ask(value: number): unknown }) => {
  const answers: unknown[] = [];
  for (const value of [-1, 0, 1]) {
    try {
      answers.push(session.ask(value));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      break;
    }
  }
  return answers;
};
const starts = {
  follow: (mechanism: { start(random: unknown): { ask(value: number): unknown } }) =>
    conversation(mechanism.start(stream(1, "fuzz"))),
};

const vote = { size: fc.integer({ min: 1, max: 60 }), functions: count };
const chanceUp = fc.constant((correlation: number) => (correlation > 0 ? 1 : 0));
const shortList = listOf(anyNumber, 0, 3);

export const ADAPTIVE: Readonly<Record<string, Entry>> = {
  aboveThreshold: takes([record({ ...comparison, ...gridded })], { inputs: values, ...starts }),
  aboveThresholdError: takes(
    [record({ epsilon: positive, sensitivity: positive }), record({ queries: count, beta: openProbability })],
    { range: [0, Infinity], infinite: true },
  ),
  logAnswersProbability: takes(
    [
      record({ thresholdScale: moderate, queryScale: moderate }),
      listOf(anyNumber, 2, 2),
      fc.constant([true, false] as const),
    ],
    { range: [-Infinity, 0], infinite: true, free: /2\.[01]/ },
  ),
  expectedGapBound: takes([record({ epsilon: nonNegative, delta: probability })], UNIT),
  firstAnswerTail: takes([nonNegative], UNIT),
  fishingAnalyst: takes([record({ bait: nonNegative, confirmations: count })], {
    follow: (analyst: { start(): { next(): number } }) => [analyst.start().next()],
  }),
  generalisationNeeds: takes([
    record({ tolerance: fc.double({ min: 1e-3, max: 0.9, noNaN: true }), beta: openProbability }),
  ]),
  majorityAccuracy: takes([hugeCount, fc.double({ min: -1, max: 1, noNaN: true })], UNIT),
  numericSparse: takes([numeric], {
    inputs: shortList,
    follow: (mechanism: { start(random: unknown): { ask(value: number): unknown } }) =>
      conversation(mechanism.start(stream(1, "fuzz"))),
    infinite: true,
  }),
  numericSparsePrivacyLoss: takes(
    [
      numeric,
      fc.tuple(moderate, moderate, moderate, moderate).map(([a, b, c, d]) => [
        [a, b],
        [c, d],
      ]),
    ],
    { range: [0, Infinity], infinite: true, free: /neighbours|1\./, slow: 4 },
  ),
  overfittingTail: takes([record({ epsilon: fc.constant(0), tolerance: positive, size: hugeCount })], UNIT),
  renewedTail: takes([record({ threshold: moderate, budget: count, deviation: moderate, before: oneOf(0, 3, 6) })], {
    ...UNIT,
    slow: 4,
    fixed: /before/,
  }),
  sharpExpectedGap: takes([nonNegative], UNIT),
  sparseVector: takes([record({ ...comparison, ...sparse, ...gridded })], { inputs: shortList, ...starts, slow: 2 }),
  subsetSelectionGap: takes(
    [
      fc
        .tuple(nonNegative, count, count)
        .map(([epsilon, one, other]) => ({ epsilon, points: Math.max(one, other), chosen: Math.min(one, other) })),
    ],
    UNIT,
  ),
  thresholdout: takes(
    [record({ ...rules, training: listOf(probability), holdout: listOf(probability) }), fc.constant(stream(1, "fuzz"))],
    {
      free: /training|holdout/,
      infinite: true,
      follow: (session: { ask(query: (x: number) => number): number; readonly left: number }) => [
        session.left,
        session.ask((x) => (x > 0.5 ? 1 : 0)),
      ],
    },
  ),
  thresholdoutGuarantee: takes([record({ budget: count, tolerance: moderate, size: count })]),
  thresholdoutPrivacyLoss: takes(
    [record({ threshold: moderate, tolerance: moderate, budget: oneOf(1, 2) }), listOf(holdoutQuery, 1, 2)],
    { range: [0, Infinity], infinite: true, slow: 2 },
  ),
  thresholdoutMeans: takes([record(rules), fc.constant(stream(1, "fuzz"))], {
    infinite: true,
    follow: (means: { answer(training: number, holdout: number): { value: number } | undefined }) => [
      means.answer(0.2, 0.9)?.value ?? 0,
    ],
  }),
  thresholdoutTail: takes([record({ budget: hugeCount, deviation: nonNegative, answers: hugeCount })], UNIT),
  transferEpsilon: takes([record({ size: hugeCount, beta: openProbability })], { range: [0, Infinity] }),
  transferTail: takes([record({ epsilon: fc.constant(0), size: hugeCount, beta: openProbability })], UNIT),
  variableSelection: takes([record({ cutoff: nonNegative })], {
    follow: (analyst: { select(training: Float64Array, answers: Float64Array): Int32Array }) => [
      analyst.select(Float64Array.of(1, -2), Float64Array.of(1, -1)),
    ],
  }),
  voteAccuracy: takes([record({ ...vote, sigma: nonNegative })], { ...UNIT, fixed: /size/ }),
  voteAccuracyLimit: takes([record({ ...vote, sigma: nonNegative })], UNIT),
  voteAgreement: takes([vote.size, chanceUp], { range: [-1, 1], fixed: /0/ }),
};
