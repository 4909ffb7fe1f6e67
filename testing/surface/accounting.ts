/**
 * How the accountants, filters, calibrations and derivations of lib/privacy are called, for the fuzz test.
 *
 * Those that search over loss distributions take a tenth of a second and more: they are run seldom, and with moderate numbers of releases.
 */
import fc from "fast-check";
import { irisDomain, irisTable } from "../../lib/data/iris-table.ts";
import { laplace, noisyCount, randomizedResponse } from "../../lib/mechanisms/index.ts";
import { advancedSlack } from "../../lib/privacy/accounting/advanced-composition.ts";
import { renyiTuning, runCount } from "../../lib/privacy/accounting/hyperparameter-tuning.ts";
import type { ComposedPrivacy, IndividualFilter, Ledger } from "../../lib/privacy/accounting/index.ts";
import { individualFilterParameters } from "../../lib/privacy/accounting/individual-filter.ts";
import { ledgerBudget } from "../../lib/privacy/accounting/ledger.ts";
import { participationParameters } from "../../lib/privacy/accounting/participation-sensitivity.ts";
import { poissonRenyiParameters } from "../../lib/privacy/accounting/poisson-renyi.ts";
import {
  approximateBudget,
  basicBudget,
  concentratedBudget,
  renyiBudget,
} from "../../lib/privacy/accounting/privacy-filter.ts";
import { concentratedOdometerParameters } from "../../lib/privacy/accounting/privacy-odometer.ts";
import { discreteLaplaceRenyiParameters } from "../../lib/privacy/accounting/renyi-curves.ts";
import { batchSampling, poissonSampling } from "../../lib/privacy/accounting/sampled-event.ts";
import { withoutReplacementRenyiParameters } from "../../lib/privacy/accounting/without-replacement-renyi.ts";
import { calibration } from "../../lib/privacy/calibration/calibration.ts";
import { approximateNoisePlan, noisePlan } from "../../lib/privacy/calibration/release-plan.ts";
import { renyiPlan } from "../../lib/privacy/calibration/renyi-calibration.ts";
import { convert, laplacePld, type RenyiGuarantee, worstCasePld } from "../../lib/privacy/index.ts";
import { randomizedResponsePldParameters } from "../../lib/privacy/loss/discrete-pld.ts";
import { mixtureGaussianPldParameters } from "../../lib/privacy/loss/mixture-gaussian-pld.ts";
import { truncatedSubsampledPldParameters } from "../../lib/privacy/loss/truncated-subsampled-pld.ts";
import { batchOfRecords } from "../../lib/privacy/loss/without-replacement-pld.ts";
import { stream } from "../../lib/random/index.ts";
import {
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
import { argumentsOf, declares } from "./declared.ts";
import { type Entry, takes } from "./fuzz.ts";

const NON_NEGATIVE = { range: [0, Infinity] } as const;
const smallDelta = fc.double({ min: 1e-9, max: 0.01, noNaN: true });
/** What callers get whole and pass on is not spoiled within. */
const whole = <Value extends object>(value: Value): Value => Object.assign(Object.create(null), value);
const renyi = moderate.map((epsilon) => whole(convert({ kind: "pure", epsilon }, { to: "renyi" })));
const loss = fc.oneof(
  moderate.map((scale) => whole(laplacePld({ scale, sensitivity: 1 }))),
  openProbability.map((delta) => whole(worstCasePld({ epsilon: 1, delta: delta / 2 }))),
);
const mechanism = fc.oneof(
  moderate.map((epsilon) => whole(laplace({ epsilon, sensitivity: 1, neighbours: "swap" }))),
  moderate.map((epsilon) => whole(randomizedResponse({ epsilon }))),
);
/** What an event may hold; mechanisms under add-remove, so that they can be sampled. */
const release = fc.oneof(
  moderate.map((epsilon) => whole(laplace({ epsilon, sensitivity: 1, neighbours: "add-remove" }))),
  record({ kind: fc.constant("pure"), epsilon: moderate }),
  record({ kind: fc.constant("gaussian"), sigma: moderate, sensitivity: moderate }),
  loss,
);
/** Of which none is under another relation than swap. */
const swapped = fc.oneof(mechanism, record({ kind: fc.constant("pure"), epsilon: moderate }), loss);
const plan = {
  epsilon: fc.double({ min: 0.3, max: 3, noNaN: true }),
  delta: smallDelta,
  times: oneOf(1, 2, 5),
  samplingRate: oneOf(1, 0.3),
  tolerance: fc.constant(0.01),
};
const withSensitivity = { ...plan, sensitivity: oneOf(1, 2) };
const slow = { slow: 60, fixed: /tolerance|sensitivity|samplingRate|times|epsilon/ };
const pure = record({ kind: fc.constant("pure"), epsilon: nonNegative });
const budgets = listOf(record({ epsilon: nonNegative, delta: probability, times: count }));
const someOrders = (curve: RenyiGuarantee) => [1.5, 2, 7.25, 64].map((order) => curve.epsilonAt(order));
/** What a filter or an odometer says of a few releases. */
const spending = {
  fails: /^the release would spend/,
  follow: (meter: {
    spend(release: unknown): unknown;
    allows?(release: unknown): boolean;
    reading?(): unknown;
    spent?(): unknown;
  }) => {
    const small = { kind: "pure", epsilon: 1e-9 };
    return [meter.allows?.(small) ?? true, meter.spend(small), meter.reading?.() ?? true, meter.spent?.() ?? true];
  },
};

export const ACCOUNTING: Readonly<Record<string, Entry>> = {
  approximateFilter: declares(approximateBudget, { ...spending, infinite: true }),
  basicFilter: declares(basicBudget, spending),
  renyiFilter: declares(renyiBudget, { ...spending, own: { order: moderate.map((x) => 1 + x) } }),
  zeroConcentratedFilter: declares(concentratedBudget, spending),
  ledger: takes([fc.constant(irisTable()), argumentsOf(ledgerBudget, { order: moderate.map((x) => 1 + x) })], {
    isDeclared: true,
    // A table is no array or plain object, and is passed on whole.
    unchecked: true,
    follow: (book: Ledger<ReturnType<typeof irisTable>>) => {
      const count = noisyCount({ domain: irisDomain, epsilon: 1e-3 });
      return [book.allows(count), book.allows(count) ? book.release(count, stream(1)) : 0, book.spent, String(book)];
    },
  }),
  poissonRenyi: declares(poissonRenyiParameters, { own: { guarantee: fc.oneof(renyi, pure) }, follow: someOrders }),
  withoutReplacementRenyi: declares(withoutReplacementRenyiParameters, {
    own: { guarantee: fc.oneof(renyi, pure), size: hugeCount },
    follow: someOrders,
  }),
  individualFilter: declares(individualFilterParameters, {
    own: { persons: listOf(probability) },
    free: /persons/,
    follow: (filter: IndividualFilter<number>) => [
      filter.release({ cost: () => ({ kind: "pure", epsilon: 0.1 }), release: (persons) => persons.length }, stream(1)),
      filter.releases,
    ],
  }),
  participationSensitivity: declares(participationParameters, {
    own: {
      strategy: fc.oneof(
        record({
          rows: fc.constant([
            [1, 0, 0],
            [0.5, 1, 0],
            [-0.25, 0.5, 1],
          ]),
        }),
        record({ coefficients: listOf(probability), steps: oneOf(1, 5, 12) }),
      ),
    },
    infinite: true,
    fixed: /steps/,
  }),
  pureOdometer: takes([], spending),
  concentratedOdometer: declares(concentratedOdometerParameters, { ...spending, own: { tunedRho: positive } }),
  boundedRangePld: takes([moderate]),
  calibrate: declares(calibration, {
    own: {
      epsilon: fc.constant(1),
      delta: smallDelta,
      eventsAt: fc.constant((scale: number) => [{ mechanism: { kind: "laplace", scale, sensitivity: 1 }, times: 3 }]),
      start: fc.constant(1),
      tolerance: fc.constant(0.01),
    },
    ...slow,
    fixed: /tolerance|epsilon|start/,
  }),
  compose: takes([listOf(record({ mechanism: release, times: oneOf(1, 2) }), 1, 2)], {
    slow: 60,
    infinite: true,
    follow: (composed: ComposedPrivacy) => [
      composed.epsilonAt(1e-3),
      composed.deltaAt(0.5),
      composed.compare({ delta: 1e-3, tolerance: 0.05 }),
    ],
    fixed: /times/,
  }),
  groupEvent: takes([record({ mechanism: release, times: oneOf(1, 2) }), count], { fixed: /times/ }),
  batchSampled: takes([swapped, argumentsOf(batchSampling, { size: hugeCount, times: oneOf(1, 2) })], {
    fixed: /times/,
    isDeclared: true,
  }),
  poissonSampled: takes([release, argumentsOf(poissonSampling, { times: oneOf(1, 2) })], {
    fixed: /times/,
    isDeclared: true,
  }),
  deltaAt: takes([mechanism, nonNegative], { slow: 4 }),
  epsilonAt: takes([mechanism, openProbability], { slow: 10 }),
  discreteLaplaceRenyi: declares(discreteLaplaceRenyiParameters, { own: { scale: moderate } }),
  laplaceScaleFor: declares(noisePlan, { own: withSensitivity, ...NON_NEGATIVE, ...slow }),
  lawTradeOff: takes([moderate.map(lawOf), moderate.map(lawOf)], { unchecked: true }),
  pldProfile: takes([loss], {
    slow: 10,
    follow: (profile: { deltaAt(epsilon: number): unknown }) => [
      profile.deltaAt(0),
      profile.deltaAt(0.7),
      profile.deltaAt(1e300),
    ],
  }),
  pldTradeOff: takes([loss], { slow: 10 }),
  mixedAdvancedComposition: takes([budgets, argumentsOf(advancedSlack)], { isDeclared: true }),
  randomizedResponsePld: declares(randomizedResponsePldParameters),
  renyiNoiseMultiplierFor: declares(renyiPlan, {
    own: { ...plan, orders: fc.constant([2, 4, 8, 16, 32]) },
    ...NON_NEGATIVE,
    ...slow,
    fixed: /tolerance|times|samplingRate|epsilon|orders/,
  }),
  repeatedGaussianSigmaFor: declares(approximateNoisePlan, { own: withSensitivity, ...NON_NEGATIVE, ...slow }),
  sampledFinitePld: takes([
    openProbability.map((delta) => whole(worstCasePld({ epsilon: 1, delta: delta / 2 }))),
    openProbability,
  ]),
  splitLaplacePld: takes([moderate]),
  withoutReplacementPld: takes(
    [
      moderate.map((scale) => whole(laplacePld({ scale, sensitivity: 1 }))),
      argumentsOf(batchOfRecords, { size: hugeCount }),
    ],
    { isDeclared: true },
  ),
  mixtureGaussianPld: declares(mixtureGaussianPldParameters, {
    own: { sigma: moderate, sensitivities: fc.constant([0, 1]), probabilities: fc.constant([0.4, 0.6]) },
    slow: 4,
    fixed: /sigma|sensitivities/,
  }),
  truncatedSubsampledPld: declares(truncatedSubsampledPldParameters, {
    own: { size: oneOf(3, 5), samplingRate: oneOf(0.3, 0.5), batchSize: oneOf(1, 2), noiseMultiplier: moderate },
    slow: 10,
    fixed: /size|batchSize|noiseMultiplier/,
  }),
  tradeOff: takes([mechanism], { slow: 10 }),
  tunePure: takes([pure, argumentsOf(runCount, { runs: hugeCount })], { isDeclared: true }),
  tuneRenyi: takes([renyi, argumentsOf(renyiTuning, { deltaAt: fc.constant(() => 0.1) })], { isDeclared: true }),
};

function lawOf(centre: number): unknown {
  return whole(laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" }).law(centre) as object);
}
