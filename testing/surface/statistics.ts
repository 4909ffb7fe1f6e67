/**
 * How the functions of lib/statistics are called, for the fuzz test.
 */
import fc from "fast-check";
import { momentsOf, stream } from "../../lib/index.ts";
import { bootstrapParameters } from "../../lib/statistics/bootstrap.ts";
import { oneSidedBandParameters } from "../../lib/statistics/dvoretzky-kiefer-wolfowitz.ts";
import { medianSampleParameters } from "../../lib/statistics/median-interval.ts";
import {
  exactDeltaParameters,
  exactEpsilonParameters,
  sampledEpsilonParameters,
} from "../../lib/statistics/privacy-verdict.ts";
import { meanSampleParameters } from "../../lib/statistics/student.ts";
import {
  boundClaimParameters,
  equalityClaimParameters,
  looksParameters,
  probabilityClaimParameters,
  rateClaimParameters,
  sharedErrorRateParameters,
} from "../../lib/statistics/verdict.ts";
import {
  anyNumber,
  count,
  hugeCount,
  listOf,
  moderate,
  nonNegative,
  openProbability,
  positive,
  probability,
  record,
} from "./arguments.ts";
import { argumentsOf, declares } from "./declared.ts";
import { type Entry, takes } from "./fuzz.ts";

const UNIT = { range: [0, 1] } as const;
const NON_NEGATIVE = { range: [0, Infinity] } as const;
const small = fc.double({ min: -50, max: 50, noNaN: true });
const DECLARED = { isDeclared: true } as const;
const proportion = hugeCount.chain((trials) =>
  record({ successes: fc.integer({ min: 0, max: trials }), trials: fc.constant(trials), errorRate: openProbability }),
);
const sample = { count: count.map((n) => n + 1), mean: small, variance: nonNegative, errorRate: openProbability };
const bounded = record({
  ...sample,
  mean: probability,
  variance: fc.double({ min: 0, max: 0.25, noNaN: true }),
  least: fc.constant(0),
  greatest: fc.constant(1),
});
const expectation = fc.oneof(
  record({ kind: fc.constant("exact"), value: anyNumber, numericalError: nonNegative }),
  bounded.map((fields) => ({ kind: "bounded", ...fields })),
  record({ kind: fc.constant("batch-means"), ...sample, batchSize: fc.constantFrom(100, 1000) }),
);
const interval = fc
  .tuple(small, nonNegative)
  .map(([lower, width]) => ({ lower, upper: lower + Math.min(width, 1e300) }));
const moments = listOf(small, 4).map((values) => momentsOf(values));
const points = fc
  .integer({ min: 4, max: 8 })
  .map((size) => Array.from({ length: size }, (_, i) => i + 1))
  .chain((x) =>
    record({
      x: fc.constant(x),
      y: listOf(moderate, x.length, x.length),
      weights: listOf(moderate, x.length, x.length),
    }),
  );
const bound = argumentsOf(boundClaimParameters);

export const STATISTICS: Readonly<Record<string, Entry>> = {
  bootstrap: takes(
    [
      argumentsOf(bootstrapParameters, {
        values: listOf(small, 2),
        statistic: fc.constant((values: Float64Array) => values.reduce((a, b) => a + b, 0)),
        resamples: fc.integer({ min: 40, max: 60 }),
        errorRate: fc.double({ min: 0.5, max: 0.9, noNaN: true }),
      }),
      fc.nat().map((seed) => stream(seed, "fuzz")),
    ],
    { fixed: /resamples|^1/, isDeclared: true },
  ),
  chiSquareTest: takes(
    [
      count.chain((size) =>
        record({
          observed: listOf(fc.nat(100), size + 1, size + 1),
          expected: listOf(moderate, size + 1, size + 1),
        }),
      ),
    ],
    DECLARED,
  ),
  oneSidedBandWidth: declares(oneSidedBandParameters, { own: { count: hugeCount }, ...NON_NEGATIVE }),
  distributionBand: takes([listOf(anyNumber), openProbability], {
    follow: ({ at }: { at(x: number): unknown }) => [at(-1e308), at(0), at(3)],
  }),
  empiricalBernstein: takes([bounded], { ...DECLARED, infinite: true }),
  expectationInterval: takes([expectation], { ...DECLARED, infinite: true }),
  intervalAround: takes([small, nonNegative], { infinite: true }),
  halfWidth: takes([interval], { ...DECLARED, ...NON_NEGATIVE, infinite: true }),
  kolmogorovSmirnov: takes([listOf(anyNumber), fc.constant((x: number) => Math.min(1, Math.max(0, (x + 50) / 100)))]),
  kolmogorovSmirnovTwoSample: takes([listOf(anyNumber), listOf(anyNumber)]),
  logLogSlope: takes([points], DECLARED),
  logLogSlopeInterval: takes([points, openProbability], DECLARED),
  replicatedLogLogSlope: takes(
    [
      points.chain(({ x }) =>
        record({
          x: fc.constant(x),
          replications: listOf(listOf(moderate, x.length, x.length), 20, 22),
          errorRate: openProbability,
        }),
      ),
    ],
    { ...DECLARED, infinite: true },
  ),
  medianInterval: declares(medianSampleParameters, { infinite: true }),
  momentsOf: takes([listOf(anyNumber, 0)], { infinite: true }),
  mergeMoments: takes([moments, moments], { ...DECLARED, infinite: true }),
  sampleVariance: takes([moments], { ...DECLARED, ...NON_NEGATIVE }),
  standardError: takes([moments], { ...DECLARED, ...NON_NEGATIVE }),
  skewness: takes([moments], DECLARED),
  excessKurtosis: takes([moments], DECLARED),
  judgeExactEpsilon: declares(exactEpsilonParameters, { infinite: true }),
  judgeExactDelta: declares(exactDeltaParameters),
  judgeSampledEpsilon: declares(sampledEpsilonParameters, { infinite: true }),
  clopperPearson: takes([proportion], DECLARED),
  clopperPearsonLower: takes([proportion], { ...DECLARED, ...UNIT }),
  clopperPearsonUpper: takes([proportion], { ...DECLARED, ...UNIT }),
  wilson: takes([proportion], DECLARED),
  studentUpperTail: takes([anyNumber, positive], UNIT),
  studentUpperQuantile: takes([openProbability, positive], { infinite: true }),
  studentInterval: declares(meanSampleParameters, { own: { mean: small }, infinite: true }),
  countLooks: declares(looksParameters, { own: { maximumTrials: hugeCount } }),
  sharedErrorRate: declares(sharedErrorRateParameters, { own: { intervals: hugeCount, looks: hugeCount }, ...UNIT }),
  judgeProbabilityBound: takes([proportion, argumentsOf(probabilityClaimParameters)], DECLARED),
  judgeExpectationBound: takes([expectation, bound], { ...DECLARED, infinite: true }),
  judgeBound: takes([interval, bound], DECLARED),
  judgeExactEquality: takes([expectation, argumentsOf(equalityClaimParameters)], { ...DECLARED, infinite: true }),
  judgeRate: takes(
    [
      record({ slope: small, interval, gridPoints: fc.constant(6), replications: fc.constant(25) }),
      argumentsOf(rateClaimParameters),
    ],
    DECLARED,
  ),
};
