import { describe, expect, it } from "vitest";
import { irisTable } from "../../data/iris-table.ts";
import { laplace } from "../../mechanisms/noise/laplace.ts";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { largerListedDelta } from "../../oracles/hockey-stick.ts";
import { calibrate } from "../calibration/calibration.ts";
import { gaussianSigmaFor } from "../calibration/gaussian-calibration.ts";
import { approximate, pure, zeroConcentrated } from "../guarantees/guarantee.ts";
import { discretePld } from "../loss/discrete-pld.ts";
import { gaussianDelta } from "../loss/gaussian-profile.ts";
import { mixtureGaussianPld } from "../loss/mixture-gaussian-pld.ts";
import { compose } from "./composed-privacy.ts";
import { groupEvent } from "./group-event.ts";
import { ledger } from "./ledger.ts";
import type { Releases } from "./privacy-event.ts";
import { BudgetExceeded, basicFilter, renyiFilter, zeroConcentratedFilter } from "./privacy-filter.ts";
import { concentratedOdometer, pureOdometer } from "./privacy-odometer.ts";
import { poissonGaussianRenyi } from "./renyi-subsampled.ts";
import { batchSampled, poissonSampled } from "./sampled-event.ts";

/** Two laws over the same outcomes: with the record, and without it. */
interface Laws {
  readonly present: readonly number[];
  readonly absent: readonly number[];
}

const both = (one: Laws, other: Laws): Laws => ({
  present: one.present.flatMap((mass) => other.present.map((second) => mass * second)),
  absent: one.absent.flatMap((mass) => other.absent.map((second) => mass * second)),
});

const onSample = ({ present, absent }: Laws, rate: number): Laws => ({
  present: present.map((mass, k) => (1 - rate) * absent[k] + rate * mass),
  absent,
});

const deltaOf = ({ present, absent }: Laws, epsilon: number) => largerListedDelta(present, absent, epsilon);

const pairOf = ({ present, absent }: Laws) => discretePld(present.map(log), absent.map(log));

function expectWithin(events: Releases, truth: Laws, width: number): void {
  for (const epsilon of [0.05, 0.2, 0.5]) {
    const exact = deltaOf(truth, epsilon);
    const { upper } = compose(events).deltaAt(epsilon);
    expect(upper).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
    expect(upper).toBeLessThanOrEqual(exact * (1 + width) + 1e-12);
  }
}

const coin: Laws = { present: [0.7, 0.3], absent: [0.4, 0.6] };
const die: Laws = { present: [0.5, 0.3, 0.2], absent: [0.2, 0.3, 0.5] };

/** Integer noise of mass proportional to e^-weight(|k|), cut where nothing is left, with and without a move by `move`. */
function integerNoise(weight: (k: number) => number, { reach, move }: { reach: number; move: number }): Laws {
  const at = Array.from({ length: 2 * reach + 1 + move }, (_, k) => k - reach);
  const masses = at.map((k) => exp(-weight(Math.abs(k))));
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  return {
    present: at.map((k) => exp(-weight(Math.abs(k - move))) / total),
    absent: masses.map((mass) => mass / total),
  };
}

describe("several releases on one sample", () => {
  it("have the delta of the mixture of their product, by enumeration of all outcomes", () => {
    const once = onSample(both(coin, die), 0.3);
    const events = poissonSampled([pairOf(coin), pairOf(die)], { samplingRate: 0.3, times: 2 });
    expectWithin(events, both(once, once), 1e-3);
  });

  it("are not releases on samples of their own, which lose less: those would not hold", () => {
    const [rate, epsilon] = [0.3, 0.5];
    const truth = deltaOf(onSample(both(coin, die), rate), epsilon);
    const apart = compose([
      poissonSampled(pairOf(coin), { samplingRate: rate }),
      poissonSampled(pairOf(die), { samplingRate: rate }),
    ]);
    expect(apart.deltaAt(epsilon).upper).toBeLessThan(0.9 * truth);
    expect(
      compose(poissonSampled([pairOf(coin), pairOf(die)], { samplingRate: rate })).deltaAt(epsilon).upper,
    ).toBeGreaterThan(truth * (1 - 1e-9));
  });

  it("have a finite pair above them where their losses are not listed: integer noise of two kinds, twice", () => {
    const first = integerNoise((k) => (k * k) / 8, { reach: 18, move: 1 });
    const second = integerNoise((k) => k / 2, { reach: 80, move: 1 });
    // Laplace noise has three losses only: the outcomes of each are put together.
    const three = [0, 80, 81].map((from, k, all) => [from, all[k + 1] ?? second.absent.length] as const);
    const sumOf = (masses: readonly number[]) =>
      three.map(([from, to]) => masses.slice(from, to).reduce((sum, mass) => sum + mass, 0));
    const folded: Laws = { present: sumOf(second.present), absent: sumOf(second.absent) };
    const once = onSample(both(first, folded), 0.2);
    const releases = [
      { kind: "discrete-gaussian", sigma: 2, sensitivity: 1 },
      { kind: "discrete-laplace", scale: 2, sensitivity: 1 },
    ] as const;
    expectWithin(poissonSampled(releases, { samplingRate: 0.2, times: 2 }), both(once, once), 5e-3);
  });

  it("amplify one release exactly, whatever the parts are", () => {
    const releases = [
      { kind: "laplace", scale: 2, sensitivity: 1 },
      { mechanism: { kind: "gaussian", sigma: 3, sensitivity: 1 }, times: 2 },
    ] as const;
    for (const [rate, epsilon] of [
      [0.02, 0.4],
      [0.6, 1],
    ]) {
      const { lower, upper } = compose(releases).deltaAt(epsilon);
      const sampled = compose(poissonSampled(releases, { samplingRate: rate })).deltaAt(
        log1p(rate * expm1(epsilon)),
      ).upper;
      expect(sampled).toBeGreaterThanOrEqual(rate * lower * (1 - 1e-9));
      expect(sampled).toBeLessThan(rate * upper * 1.003);
    }
  });

  it("are one Gaussian release if all are Gaussian: mu^2 adds up, and the interval has a lower end", () => {
    const [one, other] = [3, 4].map((sigma) => ({ kind: "gaussian", sigma, sensitivity: 1 }) as const);
    const sensitivity = Math.sqrt(2 / 9 + 1 / 16);
    const together = compose(poissonSampled([{ mechanism: one, times: 2 }, other], { samplingRate: 0.1, times: 20 }));
    const single = compose(
      poissonSampled({ kind: "gaussian", sigma: 1, sensitivity }, { samplingRate: 0.1, times: 20 }),
    );
    expect(together.deltaAt(0.5)).toEqual(single.deltaAt(0.5));
    expect(together.deltaAt(0.5).lower).toBeGreaterThan(0);
    expect(together.compare().epsilonOf("renyi")).toBe(single.compare().epsilonOf("renyi"));
  });

  it("are known to the other accountants as one mechanism: sums first, then the sample", () => {
    const events = poissonSampled([pure(0.2), { mechanism: pure(0.1), times: 3 }], { samplingRate: 0.1, times: 5 });
    const comparison = compose(events).compare({ delta: 1e-6 });
    expect(comparison.epsilonOf("basic")).toBeCloseTo(5 * log1p(0.1 * expm1(0.5)), 12);
    const curves = poissonSampled([zeroConcentrated(0.1), pure(0.1)], { samplingRate: 0.1, times: 5 });
    const { upper } = compose(curves).epsilonAt(1e-6);
    expect(upper).toBeLessThan(
      compose([{ mechanism: [zeroConcentrated(0.1), pure(0.1)], times: 5 }]).epsilonAt(1e-6).upper,
    );
    expect(upper).toBeGreaterThan(0);
  });

  it("may be on a batch, with the delta of the batch for one release", () => {
    const [rate, epsilon] = [0.1, 0.2];
    const { upper } = compose(batchSampled([pure(0.5), pure(0.7)], { batchSize: 5, size: 50 })).deltaAt(epsilon);
    const whole = compose([pure(0.5), pure(0.7)]).deltaAt(log1p(expm1(epsilon) / rate));
    expect(upper).toBeGreaterThanOrEqual(rate * whole.lower * (1 - 1e-9));
    expect(upper).toBeLessThan(rate * whole.upper * 1.003);
  });
});

describe("a sample of a sample", () => {
  it("of one release is one of the product of the rates, by the same bits", () => {
    const noise = { kind: "laplace", scale: 1, sensitivity: 1 } as const;
    const twice = poissonSampled(poissonSampled(noise, { samplingRate: 0.5 }), { samplingRate: 0.2, times: 3 });
    const once = poissonSampled(noise, { samplingRate: 0.1, times: 3 });
    expect(compose(twice).deltaAt(0.1)).toEqual(compose(once).deltaAt(0.1));
    expect(compose(twice).compare().rows).toEqual(compose(once).compare().rows);
  });

  it("of several is the mixture of their product, by enumeration", () => {
    const inner = onSample(coin, 0.5);
    const events = poissonSampled(poissonSampled(pairOf(coin), { samplingRate: 0.5, times: 2 }), { samplingRate: 0.4 });
    expectWithin(events, onSample(both(inner, inner), 0.4), 1e-3);
  });

  it("takes a density without a guarantee by a finite pair above it", () => {
    const [rate, epsilon] = [0.1, 0.3];
    const dense = mixtureGaussianPld({ sigma: 2, sensitivities: [0, 1], probabilities: [0.5, 0.5] });
    const whole = compose(dense).deltaAt(epsilon);
    const { upper } = compose(poissonSampled(dense, { samplingRate: rate })).deltaAt(log1p(rate * expm1(epsilon)));
    expect(upper).toBeGreaterThanOrEqual(rate * whole.lower * (1 - 1e-9));
    expect(upper).toBeLessThan(rate * whole.upper * 1.003);
  });

  it("of another relation is refused", () => {
    const noise = { kind: "gaussian", sigma: 1, sensitivity: 1 } as const;
    const batch = batchSampled(noise, { batchSize: 2, size: 10 });
    const sample = poissonSampled(noise, { samplingRate: 0.1 });
    expect(() => poissonSampled(batch, { samplingRate: 0.1 })).toThrow(
      'must be "add-remove" for Poisson sampling, got "swap"',
    );
    expect(() => batchSampled(sample, { batchSize: 2, size: 10 })).toThrow('must be "swap" for sampling without');
    expect(() => batchSampled(batch, { batchSize: 2, size: 10 })).toThrow("a batch of a batch");
    expect(() => poissonSampled([sample, batch], { samplingRate: 0.1 })).toThrow(
      /^neighbours of gaussian must be add-remove/,
    );
  });
});

describe("a group of a sampled event", () => {
  it("is never below the truth: two records of discrete Laplace noise, by enumeration", () => {
    const rate = 0.2;
    const shifted = (move: number) => integerNoise((k) => k / 2, { reach: 80, move });
    const wide = (masses: readonly number[]) => [...masses, ...Array.from({ length: 163 - masses.length }, () => 0)];
    const [one, two] = [shifted(1), shifted(2)].map(({ present }) => wide(present));
    const absent = two.map((_, k) => wide(shifted(0).absent)[k]);
    const present = absent.map((mass, k) => 0.64 * mass + 0.32 * one[k] + 0.04 * two[k]);
    const noise = { kind: "discrete-laplace", scale: 2, sensitivity: 1 } as const;
    const group = compose(groupEvent(poissonSampled(noise, { samplingRate: rate }), 2));
    for (const epsilon of [0.05, 0.1, 0.2]) {
      const { upper } = group.deltaAt(epsilon);
      expect(upper).toBeGreaterThanOrEqual(deltaOf({ present, absent }, epsilon) - 1e-12);
    }
    expect(group.epsilonAt(0).upper).toBeCloseTo(2 * log1p(rate * expm1(0.5)), 12);
  });

  it("has the group privacy of what the release on its sample guarantees", () => {
    const event = poissonSampled(approximate(0.5, 1e-6), { samplingRate: 0.1, times: 3 });
    const amplified = approximate(log1p(0.1 * expm1(0.5)), 1e-7);
    expect(groupEvent(event, 2).mechanism).toMatchObject({ epsilon: 2 * amplified.epsilon });
    const rho = groupEvent(poissonSampled(zeroConcentrated(0.1), { samplingRate: 0.01, times: 3 }), 2);
    const [sampled, whole] = [rho, { mechanism: zeroConcentrated(0.4), times: 3 }].map((each) => compose(each));
    expect(sampled.epsilonAt(1e-5).upper).toBeLessThan(0.5 * whole.epsilonAt(1e-5).upper);
    const batch = groupEvent(batchSampled(pure(0.5), { batchSize: 1, size: 10 }), 3);
    expect(compose(batch).epsilonAt(0).upper).toBeCloseTo(3 * log1p(0.1 * expm1(0.5)), 12);
  });

  it("and of several events is that of each; Gaussian releases on one sample are one", () => {
    const [one, other] = [2, 3].map((sigma) => ({ kind: "gaussian", sigma, sensitivity: 1 }) as const);
    const { lower, upper } = compose(groupEvent([one, other], 3)).deltaAt(1);
    const truth = gaussianDelta({ epsilon: 1, mu: 3 * Math.sqrt(1 / 4 + 1 / 9) });
    expect([lower <= truth, truth <= upper]).toEqual([true, true]);
    const together = groupEvent(poissonSampled([one, one, one, one], { samplingRate: 0.2 }), 2);
    const single = groupEvent(poissonSampled({ ...one, sigma: 1 }, { samplingRate: 0.2 }), 2);
    expect(compose(together).deltaAt(0.5).upper).toBeCloseTo(compose(single).deltaAt(0.5).upper, 12);
  });
});

describe("what is taken as an event", () => {
  const mechanism = laplace({ epsilon: 0.5, sensitivity: 1, neighbours: "add-remove" });

  it("is a mechanism, once; an event of events, whose times multiply; and lists of lists", () => {
    const once = compose([{ mechanism, times: 1 }]).epsilonAt(1e-3);
    for (const way of [mechanism, [mechanism], [[mechanism]], { mechanism }, [{ mechanism: [mechanism] }]])
      expect(compose(way).epsilonAt(1e-3)).toEqual(once);
    const six = compose([{ mechanism, times: 6 }]).epsilonAt(1e-3);
    const nested = { mechanism: { mechanism, times: 2 }, times: 3 };
    expect(compose(nested).epsilonAt(1e-3)).toEqual(six);
    expect(compose([nested]).compare().rows).toEqual(compose([{ mechanism, times: 6 }]).compare().rows);
  });

  it("is no empty list, nothing that is not an object, and no number of times beyond the integers", () => {
    for (const way of [[], [[]], { mechanism: [] }]) expect(() => compose(way)).toThrow("events must be one or more");
    for (const way of [undefined, null, 3, "laplace"]) expect(() => compose(way as never)).toThrow(/^events must be a/);
    const often = { mechanism: { mechanism, times: 1_099_511_627_776 }, times: 1_099_511_627_776 };
    expect(() => compose(often)).toThrow("times of times must be an integer");
    expect(() => compose({ kind: "gaussian", sigma: 1, sensitivity: 1, mu: 1 } as never)).toThrow(
      "mu must be given alone",
    );
    expect(() => compose({ kind: "laplace", scale: 1, sensitivty: 1 } as never)).toThrow("did you mean sensitivity");
  });
});

describe("budgets take what compositions take", () => {
  const mechanism = laplace({ epsilon: 0.25, sensitivity: 1, neighbours: "add-remove" });
  const noise = { kind: "gaussian", sigma: 2, sensitivity: 1 } as const;

  it("filters: a mechanism, an event, a list, as one", () => {
    const filter = basicFilter({ epsilon: 1, delta: 1e-5 });
    expect(filter.spend(mechanism).epsilon).toBe(0.25);
    expect(filter.spend({ mechanism, times: 2 }).epsilon).toBe(0.75);
    expect(filter.allows([mechanism, pure(0.001)])).toBe(false);
    expect(() => filter.spend([mechanism, approximate(0, 1e-4)])).toThrow(BudgetExceeded);
    expect(filter.spend([mechanism, approximate(0, 1e-5)])).toEqual(approximate(1, 1e-5));
    expect(() => filter.allows(noise)).toThrow("the release of gaussian must be one with an epsilon");
  });

  it("filters and odometers: what is known of noise and of samples, never less", () => {
    const rho = zeroConcentratedFilter({ rho: 1 });
    expect(rho.spend({ mechanism: noise, times: 4 }).rho).toBeCloseTo(0.5, 12);
    expect(rho.spent().rho).toBeGreaterThanOrEqual(0.5);
    const event = poissonSampled(pure(0.5), { samplingRate: 0.1, times: 3 });
    const each = log1p(0.1 * expm1(0.5));
    const odometer = pureOdometer();
    expect(odometer.spend(event).epsilon).toBeGreaterThanOrEqual(3 * each);
    expect(odometer.reading().epsilon).toBeCloseTo(3 * each, 12);
    expect(() => odometer.spend(approximate(1, 1e-6) as never)).toThrow('release.kind must be "pure"');
    const order = renyiFilter({ order: 8, epsilon: 1 });
    const curve = poissonGaussianRenyi({ noiseMultiplier: 2, samplingRate: 0.1 }).epsilonAt(8);
    expect(order.spend(poissonSampled(noise, { samplingRate: 0.1, times: 5 })).epsilon).toBeCloseTo(5 * curve, 12);
    const slack = { slack: 1e-6, tunedRho: 1 };
    const [one, other] = [concentratedOdometer(slack), concentratedOdometer(slack)];
    one.spend([noise, mechanism]);
    other.spend(zeroConcentrated(0.125));
    expect(one.reading().epsilon).toBeGreaterThan(other.spend(pure(0.25)).epsilon * (1 - 1e-9));
  });

  it("a ledger: whether all of it fits, under the relation of the table", () => {
    const book = ledger(irisTable(), { epsilon: 0.5 });
    expect(book.allows([mechanism, mechanism])).toBe(true);
    expect(book.allows({ mechanism, times: 3 })).toBe(false);
    expect(() => book.allows([laplace({ epsilon: 0.1, sensitivity: 1, neighbours: "swap" })])).toThrow(
      "neighbours must",
    );
  });

  it("calibration: an event without a list", () => {
    const { noise: sigma, epsilon } = calibrate({
      epsilon: 1,
      delta: 1e-5,
      eventsAt: (sigma) => ({ mechanism: { kind: "gaussian", sigma, sensitivity: 1 }, times: 4 }),
    });
    expect(epsilon.upper).toBeLessThanOrEqual(1);
    expect(sigma).toBeCloseTo(2 * gaussianSigmaFor({ epsilon: 1, delta: 1e-5, sensitivity: 1 }), 3);
  });
});
