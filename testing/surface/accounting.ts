/**
 * How the accountants, filters, calibrations and derivations of lib/privacy are called, for the fuzz test.
 *
 * Those that search over loss distributions take a tenth of a second and more: they are run seldom, and with moderate numbers of releases.
 */
import fc from "fast-check";
import { irisDomain, irisTable } from "../../lib/data/iris-table.ts";
import { laplace, noisyCount, randomizedResponse } from "../../lib/mechanisms/index.ts";
import type { ComposedPrivacy, IndividualFilter, Ledger } from "../../lib/privacy/accounting/index.ts";
import { individualFilterParameters } from "../../lib/privacy/accounting/individual-filter.ts";
import { ledgerBudget } from "../../lib/privacy/accounting/ledger.ts";
import {
  approximateBudget,
  basicBudget,
  concentratedBudget,
  renyiBudget,
} from "../../lib/privacy/accounting/privacy-filter.ts";
import { concentratedOdometerParameters } from "../../lib/privacy/accounting/privacy-odometer.ts";
import { convert, laplacePld, type RenyiGuarantee, worstCasePld } from "../../lib/privacy/index.ts";
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
const withSensitivity = record({ ...plan, sensitivity: oneOf(1, 2) });
const slow = { slow: 60, fixed: /tolerance|sensitivity|samplingRate|times|epsilon/ };
const pure = record({ kind: fc.constant("pure"), epsilon: nonNegative });
const runs = fc.oneof(
  record({ kind: fc.constant("fixed"), runs: hugeCount }),
  record({ kind: fc.constant("poisson"), mean: positive }),
  record({ kind: fc.constant("truncated-negative-binomial"), shape: moderate, stoppingRate: openProbability }),
);
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
  poissonRenyi: takes(
    [
      record({
        guarantee: fc.oneof(renyi, pure),
        samplingRate: probability,
        neighbours: oneOf("swap", "add-remove", "zero-out", "event"),
      }),
    ],
    { follow: someOrders },
  ),
  withoutReplacementRenyi: takes(
    [
      record({
        guarantee: fc.oneof(renyi, pure),
        batch: count,
        records: hugeCount,
        neighbours: oneOf("swap", "add-remove", "zero-out", "event"),
      }),
    ],
    { follow: someOrders },
  ),
  individualFilter: declares(individualFilterParameters, {
    own: { persons: listOf(probability) },
    free: /persons/,
    follow: (filter: IndividualFilter<number>) => [
      filter.release({ cost: () => ({ kind: "pure", epsilon: 0.1 }), release: (persons) => persons.length }, stream(1)),
      filter.releases,
    ],
  }),
  participationSensitivity: takes(
    [
      record({
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
        pattern: record({ kind: oneOf("epochs", "separated"), separation: count, participations: count }),
      }),
    ],
    { infinite: true, fixed: /steps/ },
  ),
  pureOdometer: takes([], spending),
  concentratedOdometer: declares(concentratedOdometerParameters, { ...spending, own: { tunedRho: positive } }),
  boundedRangePld: takes([moderate]),
  calibrate: takes(
    [
      record({
        epsilon: fc.constant(1),
        delta: smallDelta,
        eventsAt: fc.constant((scale: number) => [{ mechanism: { kind: "laplace", scale, sensitivity: 1 }, times: 3 }]),
        start: fc.constant(1),
        tolerance: fc.constant(0.01),
      }),
    ],
    { ...slow, fixed: /tolerance|epsilon|start/ },
  ),
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
  batchSampled: takes([swapped, record({ batch: count, records: hugeCount, times: oneOf(1, 2) })], { fixed: /times/ }),
  poissonSampled: takes([release, record({ rate: openProbability, times: oneOf(1, 2) })], { fixed: /times/ }),
  deltaAt: takes([mechanism, nonNegative], { slow: 4 }),
  epsilonAt: takes([mechanism, openProbability], { slow: 10 }),
  discreteLaplaceRenyi: takes([record({ scale: moderate, sensitivity: count })]),
  laplaceScaleFor: takes([withSensitivity], { ...NON_NEGATIVE, ...slow }),
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
  mixedAdvancedComposition: takes([budgets, record({ slack: openProbability, constant: oneOf("drv", "tight") })]),
  randomizedResponsePld: takes([record({ noise: openProbability, categories: count.map((n) => n + 1) })]),
  renyiNoiseMultiplierFor: takes([record({ ...plan, orders: fc.constant([2, 4, 8, 16, 32]) })], {
    ...NON_NEGATIVE,
    ...slow,
    fixed: /tolerance|times|samplingRate|epsilon|orders/,
  }),
  repeatedGaussianSigmaFor: takes([withSensitivity], { ...NON_NEGATIVE, ...slow }),
  sampledFinitePld: takes([
    openProbability.map((delta) => whole(worstCasePld({ epsilon: 1, delta: delta / 2 }))),
    openProbability,
  ]),
  splitLaplacePld: takes([moderate]),
  withoutReplacementPld: takes([
    moderate.map((scale) => whole(laplacePld({ scale, sensitivity: 1 }))),
    record({ batch: count, records: hugeCount }),
  ]),
  mixtureGaussianPld: takes(
    [record({ sigma: moderate, sensitivities: fc.constant([0, 1]), probabilities: fc.constant([0.4, 0.6]) })],
    { slow: 4, fixed: /sigma|sensitivities/ },
  ),
  truncatedSubsampledPld: takes(
    [record({ records: oneOf(3, 5), samplingRate: oneOf(0.3, 0.5), batch: oneOf(1, 2), noiseMultiplier: moderate })],
    { slow: 10, fixed: /records|batch|noiseMultiplier/ },
  ),
  tradeOff: takes([mechanism], { slow: 10 }),
  tunePure: takes([pure, runs], { free: /^0.kind/ }),
  tuneRenyi: takes([renyi, record({ count: runs, orders: listOf(moderate.map((x) => 1 + x)) })], { free: /^0.kind/ }),
};

function lawOf(centre: number): unknown {
  return whole(laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" }).law(centre) as object);
}
