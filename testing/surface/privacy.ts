/**
 * How the functions of lib/privacy are called, for the fuzz test.
 */
import fc from "fast-check";
import { advancedCompositionParameters } from "../../lib/privacy/accounting/advanced-composition.ts";
import { fixedSample, poissonSample, replacedSample } from "../../lib/privacy/accounting/amplification.ts";
import { subsampledSteps } from "../../lib/privacy/accounting/central-limit-estimate.ts";
import { repeatedPoint, repeatedTarget } from "../../lib/privacy/accounting/optimal-composition.ts";
import {
  gaussianRenyiParameters,
  laplaceRenyiParameters,
  randomizedResponseRenyiParameters,
} from "../../lib/privacy/accounting/renyi-curves.ts";
import { subsampledGaussianRenyi } from "../../lib/privacy/accounting/renyi-subsampled.ts";
import { shuffledResponsePoint, shuffledResponseTarget } from "../../lib/privacy/accounting/shuffled-response.ts";
import { shuffledPoint, shuffledTarget } from "../../lib/privacy/accounting/shuffling.ts";
import { truncatedConcentratedSample } from "../../lib/privacy/accounting/truncated-concentrated-sampling.ts";
import {
  classicGaussianCalibration,
  gaussianCalibration,
  gaussianTarget,
  tailGaussianCalibration,
} from "../../lib/privacy/calibration/gaussian-calibration.ts";
import { rhoTarget } from "../../lib/privacy/conversions/zero-concentrated-conversions.ts";
import { relations } from "../../lib/privacy/guarantees/neighbour-check.ts";
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
import {
  discreteGaussianPldParameters,
  discreteLaplacePldParameters,
  worstCasePldParameters,
} from "../../lib/privacy/loss/discrete-pld.ts";
import { gaussianPldParameters, subsampledGaussianPldParameters } from "../../lib/privacy/loss/gaussian-pld.ts";
import { gaussianDeltaTarget, gaussianProfilePoint } from "../../lib/privacy/loss/gaussian-profile.ts";
import { laplacePldParameters } from "../../lib/privacy/loss/laplace-pld.ts";
import { laplaceDeltaTarget, laplaceProfilePoint } from "../../lib/privacy/loss/laplace-profile.ts";
import { leakyResponsePoint } from "../../lib/privacy/loss/leaky-response-profile.ts";
import { approximateTradeOffTarget } from "../../lib/privacy/trade-off/finite-trade-off.ts";
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
  probability,
  record,
} from "./arguments.ts";
import { argumentsOf, declares } from "./declared.ts";
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

const shuffled = { localEpsilon: moderate, size: oneOf(1, 2, 20, 200) };

export const PRIVACY: Readonly<Record<string, Entry>> = {
  ...ACCOUNTING,
  advancedComposition: declares(advancedCompositionParameters),
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
  shuffledDelta: declares(shuffledPoint, { own: shuffled, ...UNIT, slow: 20, fixed: /size/ }),
  shuffledEpsilon: declares(shuffledTarget, { own: shuffled, range: [0, 40], slow: 40, fixed: /size/ }),
  shuffledClosedFormEpsilon: declares(shuffledTarget, { own: shuffled, range: [0, Infinity] }),
  shuffledResponseDelta: declares(shuffledResponsePoint, { own: shuffled, ...UNIT, slow: 20, fixed: /size/ }),
  shuffledResponseEpsilon: declares(shuffledResponseTarget, {
    own: shuffled,
    range: [0, 40],
    slow: 40,
    fixed: /size/,
  }),
  amplifyPoisson: declares(poissonSample, { own: { guarantee: fc.oneof(pure, approximate) } }),
  amplifyWithoutReplacement: declares(fixedSample, {
    own: { guarantee: fc.oneof(pure, approximate), size: hugeCount },
  }),
  amplifyWithReplacement: declares(replacedSample, { own: { guarantee: pure, size: hugeCount } }),
  centralLimitMuEstimate: declares(subsampledSteps, { own: { times: hugeCount }, ...NON_NEGATIVE }),
  truncatedConcentrated: takes([nonNegative, moderate.map((x) => 1 + x)], { infinite: true }),
  amplifyTruncatedConcentrated: declares(truncatedConcentratedSample, {
    own: { guarantee: truncated, size: hugeCount },
  }),
  repeatRenyi: takes([renyi, hugeCount]),
  discreteGaussianPld: declares(discreteGaussianPldParameters, { own: { sigma: moderate } }),
  discreteLaplacePld: declares(discreteLaplacePldParameters, { own: { scale: moderate } }),
  discretePld: { args: masses },
  worstCasePld: declares(worstCasePldParameters),
  approximateTradeOff: declares(approximateTradeOffTarget),
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
  classicGaussianSigma: declares(classicGaussianCalibration, NON_NEGATIVE),
  gaussianMuFor: declares(gaussianTarget, NON_NEGATIVE),
  gaussianSigmaFor: declares(gaussianCalibration, NON_NEGATIVE),
  tailGaussianSigma: declares(tailGaussianCalibration, NON_NEGATIVE),
  gaussianPld: declares(gaussianPldParameters),
  replacedGaussianPld: declares(subsampledGaussianPldParameters),
  gaussianDelta: declares(gaussianProfilePoint, UNIT),
  gaussianEpsilon: declares(gaussianDeltaTarget, { ...NON_NEGATIVE, infinite: true }),
  gaussianLogDelta: declares(gaussianProfilePoint, { range: [-Infinity, 0], infinite: true }),
  groupPrivacy: takes([guarantee, hugeCount], { infinite: true }),
  groupTradeOff: takes([tradeOff, count], { free: /^0/ }),
  approximate: takes([nonNegative, probability]),
  gaussianDp: takes([nonNegative]),
  pure: takes([nonNegative]),
  zeroConcentrated: takes([nonNegative]),
  laplacePld: declares(laplacePldParameters),
  laplaceDelta: declares(laplaceProfilePoint, UNIT),
  laplaceEpsilon: declares(laplaceDeltaTarget, NON_NEGATIVE),
  leakyResponseDelta: declares(leakyResponsePoint, UNIT),
  areNeighbours: takes([listOf(anyNumber), listOf(anyNumber), relation], { free: /^[01]/ }),
  convert: { args: conversion, free: /kind|^0\.(curve|loss)/, slow: 10 },
  convertNeighbours: takes([guarantee, argumentsOf(relations)], { unchecked: true, isDeclared: true }),
  optimalCompositionDelta: declares(repeatedPoint, { own: { times: hugeCount }, ...UNIT }),
  optimalCompositionEpsilon: declares(repeatedTarget, NON_NEGATIVE),
  optimalCompositionGridEpsilon: declares(repeatedTarget, { ...NON_NEGATIVE, infinite: true }),
  binaryResponseRenyi: takes([nonNegative]),
  boundedRangeRenyi: takes([nonNegative]),
  gaussianRenyi: declares(gaussianRenyiParameters),
  laplaceRenyi: declares(laplaceRenyiParameters),
  randomizedResponseRenyi: declares(randomizedResponseRenyiParameters),
  poissonGaussianRenyi: declares(subsampledGaussianRenyi),
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
  zeroConcentratedRhoFor: declares(rhoTarget, NON_NEGATIVE),
  zeroConcentratedRhoForClassic: declares(rhoTarget, NON_NEGATIVE),
};
