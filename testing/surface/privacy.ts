/**
 * How the functions of lib/privacy are called, for the fuzz test.
 */
import fc from "fast-check";
import {
  approximateTradeOff,
  convert,
  discretePld,
  gaussianPld,
  gaussianTradeOff,
  laplacePld,
  laplaceTradeOff,
  type TradeOff,
  worstCasePld,
} from "../../lib/privacy/index.ts";
import { ACCOUNTING } from "./accounting.ts";
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

const UNIT = { range: [0, 1] } as const;
const NON_NEGATIVE = { range: [0, Infinity] } as const;
const relation = oneOf("swap", "add-remove", "zero-out", "event");
const smallDelta = fc.double({ min: 1e-12, max: 0.3, noNaN: true });
const pure = record({ kind: fc.constant("pure"), epsilon: nonNegative });
const approximate = record({ kind: fc.constant("approximate"), epsilon: nonNegative, delta: probability });
const concentrated = record({ kind: fc.constant("zero-concentrated"), rho: nonNegative });
const gaussian = record({ kind: fc.constant("gaussian"), mu: nonNegative });
/** What callers get whole and pass on is not spoiled within. */
const whole = <Value extends object>(value: Value): Value => Object.assign(Object.create(null), value);
const renyi = moderate.map((epsilon) => whole(convert({ kind: "pure", epsilon }, { to: "renyi" })));
const truncated = record({
  kind: fc.constant("truncated-concentrated"),
  rho: nonNegative,
  omega: moderate.map((x) => 1 + x),
});
const guarantee = fc.oneof(pure, approximate, concentrated, truncated, gaussian);
const budget = record({ epsilon: nonNegative, delta: probability });
const tradeOff: fc.Arbitrary<TradeOff> = fc
  .oneof(
    moderate.map(gaussianTradeOff),
    moderate.map(laplaceTradeOff),
    fc.tuple(moderate, smallDelta).map(([epsilon, delta]) => approximateTradeOff({ epsilon, delta })),
  )
  .map(whole);
/** The logarithms of masses of sum 1, and of another law on the same outcomes. */
const masses = fc
  .tuple(listOf(moderate, 3, 3), listOf(moderate, 3, 3))
  .map((pair) => pair.map((weights) => weights.map((weight) => Math.log(weight / weights.reduce((a, b) => a + b)))));
const lossOf = fc.oneof(
  masses.map(([first, second]) => discretePld(first, second)),
  moderate.map((sigma) => gaussianPld({ sigma: 0.5 + sigma, sensitivity: 1 })),
  moderate.map((scale) => laplacePld({ scale, sensitivity: 1 })),
  smallDelta.map((delta) => worstCasePld({ epsilon: 0.5, delta })),
);
const release = record({ epsilon: nonNegative, delta: probability, times: hugeCount });
const sampled = record({ noiseMultiplier: positive, samplingRate: probability });
const to = (kind: string, takes: Readonly<Record<string, fc.Arbitrary<unknown>>> = {}) =>
  record({ to: fc.constant(kind), ...takes });
const atPoint = fc.oneof(to("approximate", { delta: openProbability }), to("approximate", { epsilon: nonNegative }));
const orders = listOf(moderate.map((x) => 1 + x));
/** A guarantee, or a list of them, and what is wanted of it. */
const conversion = fc.oneof(
  fc.tuple(pure, fc.oneof(to("approximate"), to("zero-concentrated"), to("renyi"), to("trade-off"))),
  fc.tuple(fc.oneof(pure, approximate), to("trade-off")),
  fc.tuple(concentrated, fc.oneof(atPoint, to("renyi"))),
  fc.tuple(truncated, fc.oneof(atPoint, to("renyi"))),
  fc.tuple(renyi, to("approximate", { delta: openProbability, orders, way: oneOf("classic", "refined") })),
  fc.tuple(renyi, to("approximate", { epsilon: nonNegative, orders })),
  fc.tuple(gaussian, fc.oneof(atPoint, to("zero-concentrated"), to("renyi"), to("trade-off"))),
  fc.tuple(
    tradeOff.map((curve) => ({ kind: "trade-off", curve })),
    fc.oneof(atPoint, to("gaussian")),
  ),
  fc.tuple(
    lossOf.map((loss) => ({ kind: "privacy-loss", loss: whole(loss) })),
    fc.oneof(atPoint, to("trade-off")),
  ),
  fc.tuple(listOf(fc.oneof(pure, concentrated, gaussian)), to("zero-concentrated")),
);

const shuffled = { localEpsilon: moderate, respondents: oneOf(1, 2, 20, 200) };

export const PRIVACY: Readonly<Record<string, Entry>> = {
  ...ACCOUNTING,
  advancedComposition: takes([
    record({
      epsilon: nonNegative,
      delta: probability,
      count: hugeCount,
      slack: openProbability,
      constant: oneOf("drv", "tight"),
    }),
  ]),
  basicComposition: takes([listOf(budget)]),
  continuousLaw: takes(
    [
      record({
        logDensity: fc.constant((x: number) => (x >= 0 && x <= 1 ? 0 : -Infinity)),
        cdf: fc.constant((x: number) => Math.max(0, Math.min(1, x))),
        kinks: fc.constant([]),
        range: fc.constant([0, 1]),
      }),
    ],
    { fixed: /range.|kinks./, unchecked: true },
  ),
  numberLaw: takes(
    [
      record({
        kind: fc.constant("discrete"),
        support: fc.constant([0, 1]),
        logMass: fc.constant(() => -Math.LN2),
        neglected: fc.constant(0),
      }),
    ],
    { fixed: /./, unchecked: true },
  ),
  shuffledDelta: takes([record({ ...shuffled, epsilon: nonNegative })], { ...UNIT, slow: 20, fixed: /respondents/ }),
  shuffledEpsilon: takes([record({ ...shuffled, delta: openProbability })], {
    range: [0, 40],
    slow: 40,
    fixed: /respondents/,
  }),
  shuffledClosedFormEpsilon: takes([record({ ...shuffled, delta: openProbability })], { range: [0, Infinity] }),
  shuffledResponseDelta: takes([record({ ...shuffled, choices: count.map((n) => n + 1), epsilon: nonNegative })], {
    ...UNIT,
    slow: 20,
    fixed: /respondents/,
  }),
  shuffledResponseEpsilon: takes([record({ ...shuffled, choices: count.map((n) => n + 1), delta: openProbability })], {
    range: [0, 40],
    slow: 40,
    fixed: /respondents/,
  }),
  amplifyPoisson: takes([
    record({ guarantee: fc.oneof(pure, approximate), samplingRate: probability, neighbours: relation }),
  ]),
  amplifyWithoutReplacement: takes([
    record({ guarantee: fc.oneof(pure, approximate), batch: count, records: hugeCount, neighbours: relation }),
  ]),
  amplifyWithReplacement: takes([record({ guarantee: pure, batch: count, records: hugeCount, neighbours: relation })]),
  centralLimitMuEstimate: takes(
    [record({ noiseMultiplier: positive, samplingRate: probability, times: hugeCount })],
    NON_NEGATIVE,
  ),
  truncatedConcentrated: takes([nonNegative, moderate.map((x) => 1 + x)], { infinite: true }),
  amplifyTruncatedConcentrated: takes([
    record({ guarantee: truncated, batch: count, records: hugeCount, neighbours: relation }),
  ]),
  repeatRenyi: takes([renyi, hugeCount]),
  discreteGaussianPld: takes([record({ sigma: moderate, sensitivity: count, samplingRate: probability })]),
  discreteLaplacePld: takes([record({ scale: moderate, sensitivity: count, samplingRate: probability })]),
  discretePld: { args: masses },
  worstCasePld: takes([record({ epsilon: nonNegative, delta: probability })]),
  approximateTradeOff: takes([record({ epsilon: nonNegative, delta: probability })]),
  tradeOffOfLaws: {
    args: masses.map((pair) =>
      pair.map((logMasses) => ({
        kind: "discrete",
        support: [0, 1, 2],
        logMass: (output: number) => logMasses[output] ?? -Infinity,
        neglected: 0,
      })),
    ),
    free: /support|kind/,
  },
  tradeOffOfMasses: { args: masses.map(([logNull, logAlternative]) => [{ logNull, logAlternative }]) },
  classicGaussianSigma: takes(
    [record({ epsilon: openProbability, delta: openProbability, sensitivity: positive })],
    NON_NEGATIVE,
  ),
  gaussianMuFor: takes([record({ epsilon: nonNegative, delta: openProbability })], NON_NEGATIVE),
  gaussianSigmaFor: takes(
    [record({ epsilon: nonNegative, delta: openProbability, sensitivity: positive })],
    NON_NEGATIVE,
  ),
  tailGaussianSigma: takes(
    [record({ epsilon: positive, delta: openProbability, sensitivity: positive })],
    NON_NEGATIVE,
  ),
  gaussianPld: takes([record({ sigma: positive, sensitivity: positive, samplingRate: probability })]),
  replacedGaussianPld: takes([record({ noiseMultiplier: positive, samplingRate: probability })]),
  gaussianDelta: takes([record({ epsilon: nonNegative, mu: nonNegative })], UNIT),
  gaussianEpsilon: takes([record({ delta: openProbability, mu: nonNegative })], { ...NON_NEGATIVE, infinite: true }),
  gaussianLogDelta: takes([record({ epsilon: nonNegative, mu: nonNegative })], {
    range: [-Infinity, 0],
    infinite: true,
  }),
  groupPrivacy: takes([guarantee, hugeCount], { infinite: true }),
  groupTradeOff: takes([tradeOff, count], { free: /^0/ }),
  approximate: takes([nonNegative, probability]),
  gaussianDp: takes([nonNegative]),
  pure: takes([nonNegative]),
  zeroConcentrated: takes([nonNegative]),
  laplacePld: takes([record({ scale: positive, sensitivity: positive, samplingRate: probability })]),
  laplaceDelta: takes([record({ epsilon: nonNegative, pureEpsilon: nonNegative })], UNIT),
  laplaceEpsilon: takes([record({ delta: probability, pureEpsilon: nonNegative })], NON_NEGATIVE),
  leakyResponseDelta: takes([record({ epsilon: nonNegative, pureEpsilon: nonNegative, leak: probability })], UNIT),
  areNeighbours: takes([listOf(anyNumber), listOf(anyNumber), relation], { free: /^[01]/ }),
  convert: { args: conversion, free: /kind|^0\.(curve|loss)/, slow: 10 },
  convertNeighbours: takes([guarantee, record({ from: relation, to: relation })], { unchecked: true }),
  optimalCompositionDelta: takes(
    [record({ epsilon: nonNegative, delta: probability, times: hugeCount, totalEpsilon: nonNegative })],
    UNIT,
  ),
  optimalCompositionEpsilon: takes(
    [release.chain((of) => record({ ...constants(of), totalDelta: openProbability }))],
    NON_NEGATIVE,
  ),
  optimalCompositionGridEpsilon: takes(
    [release.chain((of) => record({ ...constants(of), totalDelta: openProbability }))],
    { ...NON_NEGATIVE, infinite: true },
  ),
  binaryResponseRenyi: takes([nonNegative]),
  boundedRangeRenyi: takes([nonNegative]),
  gaussianRenyi: takes([record({ sigma: positive, sensitivity: positive })]),
  laplaceRenyi: takes([record({ scale: positive, sensitivity: positive })]),
  randomizedResponseRenyi: takes([
    record({ noise: probability, categories: count, against: oneOf("record", "noise") }),
  ]),
  poissonGaussianRenyi: takes([sampled]),
  gaussianTradeOff: takes([nonNegative]),
  laplaceTradeOff: takes([nonNegative]),
  invertTradeOff: takes([tradeOff], { free: /./ }),
  symmetrise: takes([tradeOff], { free: /./ }),
  tensor: takes([tradeOff, tradeOff], { free: /./ }),
  tensorPower: takes([tradeOff, count.map((n) => 1 + (n % 3))], { free: /./, fixed: /^1/ }),
  convexify: takes([listOf(record({ alpha: probability, beta: probability }))]),
  tradeOffAbove: takes([listOf(record({ slope: nonNegative.map((x) => -x), intercept: probability }))]),
  tradeOffDelta: takes([tradeOff, nonNegative], { ...UNIT, free: /^0/ }),
  tradeOffEpsilon: takes([tradeOff, probability], { ...NON_NEGATIVE, infinite: true, free: /^0/ }),
  tradeOffFromProfile: takes([listOf(record({ epsilon: nonNegative, delta: probability }))]),
  advantage: takes([tradeOff], { ...UNIT, free: /^0/ }),
  areaUnderCurve: takes([tradeOff], { ...UNIT, free: /^0/ }),
  bestBalancedAccuracy: takes([tradeOff], { ...UNIT, free: /^0/ }),
  coveringMu: takes([tradeOff], { ...NON_NEGATIVE, infinite: true, free: /^0/ }),
  truePositiveRate: takes([tradeOff, probability], { ...UNIT, free: /^0/ }),
  zeroConcentratedRhoFor: takes([record({ epsilon: nonNegative, delta: openProbability })], NON_NEGATIVE),
  zeroConcentratedRhoForClassic: takes([record({ epsilon: nonNegative, delta: openProbability })], NON_NEGATIVE),
};

function constants<Fields extends object>(fields: Fields): { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> } {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, fc.constant(value)])) as never;
}
