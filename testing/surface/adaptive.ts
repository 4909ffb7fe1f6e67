/**
 * How the functions of lib/adaptive are called, for the fuzz test.
 */
import fc from "fast-check";
import { aboveThresholdParameters, askedParameters, comparedParameters } from "../../lib/adaptive/above-threshold.ts";
import { fishingParameters } from "../../lib/adaptive/fishing-analyst.ts";
import {
  expectedGapParameters,
  overfittingTailParameters,
  subsetSelectionParameters,
} from "../../lib/adaptive/generalisation.ts";
import { numericSparseLossParameters, numericSparseParameters } from "../../lib/adaptive/numeric-sparse.ts";
import { countReleaseParameters } from "../../lib/adaptive/output-generalisation.ts";
import { sparseVectorParameters } from "../../lib/adaptive/sparse-vector.ts";
import { thresholdoutGuaranteeParameters, thresholdoutParameters } from "../../lib/adaptive/thresholdout.ts";
import { thresholdoutRules } from "../../lib/adaptive/thresholdout-means.ts";
import { thresholdoutPrivacyLossParameters } from "../../lib/adaptive/thresholdout-privacy-loss.ts";
import { renewedTailParameters, thresholdoutTailParameters } from "../../lib/adaptive/thresholdout-tail.ts";
import { variableSelectionParameters } from "../../lib/adaptive/variable-selection.ts";
import { voteParameters } from "../../lib/adaptive/vote-analyst.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { stream } from "../../lib/random/index.ts";
import { powerStep } from "../contract/mechanism-tests.ts";
import { anyNumber, count, hugeCount, listOf, moderate, nonNegative, oneOf, probability, record } from "./arguments.ts";
import { argumentsOf, declares } from "./declared.ts";
import { type Entry, takes } from "./fuzz.ts";

const values = listOf(anyNumber, 0, 5);
const UNIT = { range: [0, 1] } as const;
/** Of a grid, on which all is exact. */
const gridded = { step: powerStep };
const sparse = { ...gridded, aboves: oneOf(1, 2, 3) };
const numeric = { ...sparse, comparisons: moderate, values: moderate, sensitivity: moderate, threshold: moderate };
const rules = { tolerance: moderate, budget: count };
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

const vote = { size: fc.integer({ min: 1, max: 60 }) };
const chanceUp = fc.constant((correlation: number) => (correlation > 0 ? 1 : 0));
/** Two outputs, of which the first is likelier the more records have the first value. */
const countRelease = {
  size: oneOf(1, 3),
  values: oneOf(2, 3),
  logMasses: fc.constant(([first]: readonly number[]) => [log((first + 1) / 5), log((4 - first) / 5)]),
};
const shortList = listOf(anyNumber, 0, 3);

export const ADAPTIVE: Readonly<Record<string, Entry>> = {
  aboveThreshold: declares(aboveThresholdParameters, { own: gridded, inputs: values, ...starts }),
  aboveThresholdError: takes([argumentsOf(comparedParameters, gridded), argumentsOf(askedParameters)], {
    range: [0, Infinity],
    infinite: true,
    isDeclared: true,
  }),
  logAnswersProbability: takes(
    [
      record({ thresholdScale: moderate, queryScale: moderate }),
      listOf(anyNumber, 2, 2),
      fc.constant([true, false] as const),
    ],
    { range: [-Infinity, 0], infinite: true, free: /2\.[01]/ },
  ),
  expectedGapBound: declares(expectedGapParameters, UNIT),
  firstAnswerTail: takes([nonNegative], UNIT),
  fishingAnalyst: declares(fishingParameters, {
    follow: (analyst: { start(): { next(): number } }) => [analyst.start().next()],
  }),
  majorityAccuracy: takes([hugeCount, fc.double({ min: -1, max: 1, noNaN: true })], UNIT),
  numericSparse: declares(numericSparseParameters, {
    own: numeric,
    inputs: shortList,
    follow: (mechanism: { start(random: unknown): { ask(value: number): unknown } }) =>
      conversation(mechanism.start(stream(1, "fuzz"))),
    infinite: true,
  }),
  numericSparsePrivacyLoss: takes(
    [
      argumentsOf(numericSparseLossParameters, numeric),
      fc.tuple(moderate, moderate, moderate, moderate).map(([a, b, c, d]) => [
        [a, b],
        [c, d],
      ]),
    ],
    { range: [0, Infinity], infinite: true, free: /1\./, slow: 4 },
  ),
  overfittingTail: declares(overfittingTailParameters, { own: { size: hugeCount }, ...UNIT }),
  renewedTail: declares(renewedTailParameters, {
    own: { threshold: moderate, deviation: moderate, before: oneOf(0, 3, 6) },
    ...UNIT,
    slow: 4,
    fixed: /before/,
  }),
  robustGap: declares(countReleaseParameters, { own: countRelease, ...UNIT }),
  sharpExpectedGap: takes([nonNegative], UNIT),
  simulatorTail: takes([argumentsOf(countReleaseParameters, countRelease), nonNegative], UNIT),
  sparseVector: declares(sparseVectorParameters, { own: sparse, inputs: shortList, ...starts, slow: 2 }),
  subsetSelectionGap: declares(subsetSelectionParameters, UNIT),
  thresholdout: takes(
    [
      argumentsOf(thresholdoutParameters, { ...rules, training: listOf(probability), holdout: listOf(probability) }),
      fc.constant(stream(1, "fuzz")),
    ],
    {
      free: /training|holdout/,
      infinite: true,
      follow: (session: { ask(query: (x: number) => number): number; readonly left: number }) => [
        session.left,
        session.ask((x) => (x > 0.5 ? 1 : 0)),
      ],
    },
  ),
  thresholdoutGuarantee: declares(thresholdoutGuaranteeParameters, { own: { tolerance: moderate } }),
  thresholdoutPrivacyLoss: takes(
    [
      argumentsOf(thresholdoutPrivacyLossParameters, {
        ...{ threshold: moderate, tolerance: moderate, budget: oneOf(1, 2) },
        scales: fc.constant(undefined),
      }),
      listOf(holdoutQuery, 1, 2),
    ],
    { range: [0, Infinity], infinite: true, slow: 2 },
  ),
  thresholdoutMeans: takes([argumentsOf(thresholdoutRules, rules), fc.constant(stream(1, "fuzz"))], {
    infinite: true,
    follow: (means: { answer(training: number, holdout: number): { value: number } | undefined }) => [
      means.answer(0.2, 0.9)?.value ?? 0,
    ],
  }),
  thresholdoutTail: declares(thresholdoutTailParameters, { own: { budget: hugeCount, answers: hugeCount }, ...UNIT }),
  variableSelection: declares(variableSelectionParameters, {
    follow: (analyst: { select(training: Float64Array, answers: Float64Array): Int32Array }) => [
      analyst.select(Float64Array.of(1, -2), Float64Array.of(1, -1)),
    ],
  }),
  voteAccuracy: declares(voteParameters, { own: vote, ...UNIT, fixed: /size/ }),
  voteAccuracyLimit: declares(voteParameters, { own: vote, ...UNIT }),
  voteAgreement: takes([vote.size, chanceUp], { range: [-1, 1], fixed: /0/ }),
};
