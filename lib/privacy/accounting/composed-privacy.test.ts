import { describe, expect, it } from "vitest";
import { exponentialMechanism } from "../../mechanisms/choice/exponential-mechanism.ts";
import { randomizedResponse } from "../../mechanisms/local/randomized-response.ts";
import { discreteGaussian } from "../../mechanisms/noise/discrete-gaussian.ts";
import { discreteLaplace } from "../../mechanisms/noise/discrete-laplace.ts";
import { gaussian } from "../../mechanisms/noise/gaussian.ts";
import { laplace } from "../../mechanisms/noise/laplace.ts";
import { staircase } from "../../mechanisms/noise/staircase.ts";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { pow } from "../../numerics/power.ts";
import { zeroConcentratedEpsilon } from "../conversions/zero-concentrated-conversions.ts";
import { approximate, type Guarantee, gaussianDp, pure, zeroConcentrated } from "../guarantees/guarantee.ts";
import { discreteGaussianPld, discretePld, randomizedResponsePld } from "../loss/discrete-pld.ts";
import { gaussianPld, subsampledGaussianPld } from "../loss/gaussian-pld.ts";
import { gaussianEpsilon } from "../loss/gaussian-profile.ts";
import { laplacePld } from "../loss/laplace-pld.ts";
import { pldDelta, pldEpsilon } from "../loss/pld-accountant.ts";
import { gaussianTradeOff } from "../trade-off/trade-off.ts";
import { tradeOffDelta } from "../trade-off/trade-off-profile.ts";
import { coveringMu } from "../trade-off/trade-off-readings.ts";
import { amplifyPoisson } from "./amplification.ts";
import { compose } from "./composed-privacy.ts";
import { deltaAt, epsilonAt } from "./mechanism-profile.ts";
import { optimalCompositionEpsilon } from "./optimal-composition.ts";
import type { PrivacyEvent } from "./privacy-event.ts";
import { batchSampled, poissonSampled } from "./sampled-event.ts";

const swap = { neighbours: "swap", sensitivity: 1 } as const;
const box = (guarantee: Guarantee) => ({ name: "box", neighbours: "swap", guarantee, release: () => 0 }) as const;

describe("compose", () => {
  it.each([null, 5, "a-secret", undefined])("refuses %s in the place of events", (events) => {
    expect(() => compose(events as never)).toThrow(/^events must be a mechanism, an event, or a list of either, got /);
    expect(() => compose(events as never)).not.toThrow("a-secret");
    expect(() => compose([pure(1), events] as never)).toThrow(
      "events must be a mechanism, an event, or a list of either",
    );
  });

  it("refuses a hole among events, which would be released for nothing", () => {
    const holed = [pure(1), pure(1)];
    delete holed[1];
    expect(() => compose(holed)).toThrow("events[1] must be given, got a hole");
    expect(() => compose([])).toThrow("events must be one or more events");
  });

  it("of randomized response is the optimal composition", () => {
    const { epsilonAt, attained } = compose([{ mechanism: randomizedResponse({ epsilon: 0.3 }), times: 20 }]);
    const exact = optimalCompositionEpsilon({ epsilon: 0.3, delta: 0, times: 20, totalDelta: 1e-4 });
    const { lower, upper } = epsilonAt(1e-4);
    expect(attained).toBe(true);
    expect(lower).toBeLessThanOrEqual(exact);
    expect(upper).toBeGreaterThanOrEqual(exact);
    expect(upper - lower).toBeLessThan(1e-6);
  });

  it("of Gaussian noise is Gaussian with the squares added up", () => {
    const mechanism = gaussian({ ...swap, epsilon: 0.5, delta: 1e-5 });
    const mu = 3 / mechanism.sigma;
    const { lower, upper } = compose([{ mechanism, times: 9 }]).epsilonAt(1e-6);
    const exact = gaussianEpsilon({ mu, delta: 1e-6 });
    expect(lower).toBeLessThanOrEqual(exact);
    expect(upper).toBeGreaterThanOrEqual(exact);
    expect(upper - lower).toBeLessThan(1e-3);
  });

  it("of different mechanisms is the composition of their loss distributions", () => {
    const normal = gaussian({ ...swap, epsilon: 0.5, delta: 1e-5 });
    const composed = compose([
      { mechanism: laplace({ ...swap, epsilon: 0.1 }), times: 5 },
      { mechanism: normal, times: 2 },
    ]);
    const events = [
      { loss: laplacePld({ scale: 1, sensitivity: 0.1 }), times: 5 },
      { loss: gaussianPld({ sigma: normal.sigma, sensitivity: 1 }), times: 2 },
    ];
    const [mine, theirs] = [composed.epsilonAt(1e-5), pldEpsilon({ events, delta: 1e-5 })];
    expect(mine.estimate).toBeCloseTo(theirs.estimate, 8);
    expect(composed.deltaAt(mine.upper).lower).toBeLessThanOrEqual(1e-5);
  });

  it("finds an epsilon near the largest loss, where the tilted sum is one atom", () => {
    const { lower, upper } = compose([{ mechanism: laplace({ ...swap, epsilon: 0.5 }), times: 2 }]).epsilonAt(0.1);
    // Two coordinates half of epsilon apart: delta is 1 - e^((x - 1) / 2) (1 + (1 - x) / 4).
    const delta = (x: number) => 1 - exp((x - 1) / 2) * (1 + (1 - x) / 4);
    expect(delta(lower)).toBeGreaterThanOrEqual(0.1);
    expect(delta(upper)).toBeLessThanOrEqual(0.1);
    expect(upper - lower).toBeLessThan(1e-4);
  });

  it("claims no lower bound where a pair is not attained, and half the loss of randomized response for choices", () => {
    const mechanism = exponentialMechanism({ ...swap, epsilon: 0.2, change: "general", options: 5 });
    const composed = compose([{ mechanism, times: 30 }]);
    const { lower, upper } = composed.epsilonAt(1e-5);
    expect(composed.attained).toBe(false);
    expect(lower).toBe(0);
    const worst = optimalCompositionEpsilon({ epsilon: 0.2, delta: 0, times: 30, totalDelta: 1e-5 });
    expect(upper).toBeLessThan(0.8 * worst);
  });

  it("takes the worst pair of the guarantee of a mechanism that has no loss distribution", () => {
    const worst = optimalCompositionEpsilon({ epsilon: 0.3, delta: 1e-7, times: 10, totalDelta: 1e-4 });
    const { upper } = compose([
      { mechanism: box({ kind: "approximate", epsilon: 0.3, delta: 1e-7 }), times: 10 },
    ]).epsilonAt(1e-4);
    expect(upper).toBeGreaterThanOrEqual(worst);
    expect(upper).toBeLessThan(worst + 1e-4);
    const normal = compose([{ mechanism: box({ kind: "gaussian", mu: 0.5 }), times: 4 }]).epsilonAt(1e-5).upper;
    expect(normal).toBeCloseTo(gaussianEpsilon({ mu: 1, delta: 1e-5 }), 3);
    expect(compose([{ mechanism: box({ kind: "pure", epsilon: 0 }), times: 3 }]).deltaAt(0).upper).toBe(0);
  });

  it("refuses relations that differ, guarantees without a worst pair, and no mechanisms", () => {
    const [one, other] = [
      laplace({ ...swap, epsilon: 1 }),
      laplace({ epsilon: 1, sensitivity: 1, neighbours: "add-remove" }),
    ];
    expect(() =>
      compose([
        { mechanism: one, times: 1 },
        { mechanism: other, times: 1 },
      ]),
    ).toThrow('neighbours of laplace must be swap, as of laplace, got "add-remove"');
    const curve = box({ kind: "trade-off", curve: gaussianTradeOff(1) });
    expect(() => compose([{ mechanism: curve, times: 2 }]).deltaAt(1)).toThrow(/^guarantee of box must be/);
    expect(() => compose([])).toThrow(/^events must be one or more/);
    for (const times of [0, 1.5, Number.NaN])
      expect(() => compose([{ mechanism: one, times }])).toThrow(/^times must be an integer/);
  });

  it("knows only what the other accountants know of a zero-concentrated guarantee", () => {
    const { epsilonAt, deltaAt, attained } = compose([
      { mechanism: box({ kind: "zero-concentrated", rho: 0.01 }), times: 10 },
    ]);
    const { lower, upper } = epsilonAt(1e-5);
    expect([lower, attained]).toEqual([0, false]);
    expect(upper).toBeLessThanOrEqual(zeroConcentratedEpsilon({ rho: 0.1, delta: 1e-5 }) * (1 + 1e-9));
    expect(deltaAt(upper).upper).toBeLessThanOrEqual(1.3e-5);
  });
});

const noise = { neighbours: "add-remove", sensitivity: 1 } as const;

describe("poissonSampled", () => {
  it("has the golden epsilon of row C17, whichever way the Gaussian is said", () => {
    const ways = [
      { kind: "gaussian", sigma: 1.5, sensitivity: 1 } as const,
      { kind: "gaussian", sigma: 3, sensitivity: 2 } as const,
      gaussianDp(1 / 1.5),
      gaussianPld({ sigma: 1.5, sensitivity: 1 }),
    ];
    for (const way of ways) {
      const { lower, upper } = compose([poissonSampled(way, { samplingRate: 0.04, times: 2250 })]).epsilonAt(1e-5);
      expect(lower).toBeLessThan(6.768781);
      expect(upper).toBeGreaterThan(6.768781);
      expect(upper - lower).toBeLessThan(6e-4);
    }
  });

  it("amplifies one release exactly: delta(log(1 + rate (e^epsilon - 1))) is rate times that without sampling", () => {
    const mechanisms = [
      laplace({ ...noise, epsilon: 1.2 }),
      discreteLaplace({ ...noise, epsilon: 0.7, sensitivity: 2 }),
      discreteGaussian({ ...noise, rho: 0.3 }),
      gaussian({ ...noise, epsilon: 1, delta: 1e-4 }),
      staircase({ ...noise, epsilon: 1 }),
    ];
    for (const mechanism of mechanisms)
      for (const rate of [0.02, 0.6]) {
        const epsilon = 0.4;
        const moved = log1p(rate * expm1(epsilon));
        const { lower, upper } = compose([poissonSampled(mechanism, { samplingRate: rate, times: 1 })]).deltaAt(moved);
        const whole = deltaAt(mechanism, epsilon);
        expect(upper).toBeGreaterThanOrEqual(rate * whole.lower * (1 - 1e-6));
        expect(lower).toBeLessThanOrEqual(rate * whole.upper * (1 + 1e-6));
        // Exact, but where the worst pair of the guarantee had to stand in for a density.
        if (mechanism.name !== "staircase") expect(upper).toBeLessThan(rate * whole.upper * 1.003);
      }
  });

  it("is the sampled pair of the discrete Gaussian, composed", () => {
    const mechanism = { kind: "discrete-gaussian", sigma: 2, sensitivity: 1 } as const;
    const events = [{ loss: discreteGaussianPld({ sigma: 2, sensitivity: 1, samplingRate: 0.1 }), times: 30 }];
    const mine = compose([poissonSampled(mechanism, { samplingRate: 0.1, times: 30 })]).deltaAt(0.5);
    expect(mine.upper).toBe(pldDelta({ events, epsilon: 0.5 }).upper);
  });

  it("takes the worst pair of its guarantee where only that can be sampled", () => {
    const mechanism = exponentialMechanism({ ...noise, epsilon: 1, change: "general", options: 5 });
    const composed = compose([poissonSampled(mechanism, { samplingRate: 0.1, times: 1 })]);
    const amplified = amplifyPoisson({ guarantee: pure(1), samplingRate: 0.1, neighbours: "add-remove" });
    expect(composed.attained).toBe(false);
    expect(composed.deltaAt(amplified.epsilon * (1 + 1e-9)).upper).toBeLessThan(1e-9);
    expect(composed.deltaAt(0.9 * amplified.epsilon).upper).toBeGreaterThan(1e-4);
  });

  it("refuses other relations and rates that are none", () => {
    const sampling = { samplingRate: 0.1, times: 1 };
    expect(() => poissonSampled(laplace({ ...swap, epsilon: 1 }), sampling)).toThrow(
      'neighbours of laplace must be "add-remove" for Poisson sampling, got "swap"',
    );
    for (const rate of [0, 1.1, Number.NaN, undefined])
      expect(() => poissonSampled(pure(1), { samplingRate: rate as number, times: 1 })).toThrow(
        /^samplingRate must be above 0/,
      );
    for (const mechanism of [undefined, null, 3, { kind: "magic" }])
      expect(() => compose([{ mechanism: mechanism as never, times: 1 }])).toThrow(RangeError);
  });
});

describe("what a composition must not overlook", () => {
  const swapped = { mechanism: laplace({ ...swap, epsilon: 0.001 }), times: 1 };
  const noisy = { kind: "gaussian", sigma: 1, sensitivity: 1 } as const;

  it("is that a sampled release is one under add-remove, and no other relation goes with it", () => {
    const sampled = poissonSampled(noisy, { samplingRate: 0.5, times: 1 });
    const loss = { mechanism: subsampledGaussianPld({ noiseMultiplier: 1, samplingRate: 0.5 }), times: 1 };
    for (const event of [sampled, loss]) {
      expect(compose([event]).neighbours).toBe("add-remove");
      expect(() => compose([swapped, event])).toThrow(
        'neighbours of gaussian must be swap, as of laplace, got "add-remove"',
      );
    }
    const response = { kind: "randomized-response", noise: 0.5, categories: 2 } as const;
    expect(() => poissonSampled(response, { samplingRate: 0.1, times: 1 })).toThrow("defined without the record");
  });

  it("is the mass of the second law where float64 holds none of the first", () => {
    const at = (epsilon: number) =>
      compose([
        poissonSampled({ kind: "approximate", epsilon, delta: 1e-6 }, { samplingRate: 0.01, times: 50 }),
      ]).deltaAt(100);
    expect(at(800).upper).toBeCloseTo(1 - pow(0.99, 50), 5);
    const pair = (logMass: number) => discretePld([log(0.5), log(0.5), logMass], [log(0.2), log(0.2), log(0.6)]);
    const [near, far] = [-600, -800].map((logMass) =>
      compose([poissonSampled(pair(logMass), { samplingRate: 0.1, times: 5 })]).deltaAt(0.2),
    );
    expect(far.upper).toBeCloseTo(near.upper, 12);
    const exact = 1 - 0.99 * 0.99;
    const { lower, upper } = compose([
      poissonSampled({ kind: "discrete-laplace", scale: 1 / 744, sensitivity: 1 }, { samplingRate: 0.01, times: 2 }),
    ]).deltaAt(100);
    expect([lower <= exact, exact <= upper, upper - lower < 1e-9]).toEqual([true, true, true]);
  });

  it("is the direction that loses more, also of a sampled pair that is not one of laws reversed", () => {
    const [quiet, loud] = [0.9, 0.1].map((noise) => randomizedResponsePld({ noise, categories: 2 }));
    const pair = { remove: quiet.remove, add: loud.remove };
    const sampled = compose([poissonSampled(pair, { samplingRate: 0.99999, times: 1 })]).deltaAt(0.1).upper;
    expect(sampled).toBeGreaterThan(0.999 * compose([{ mechanism: pair, times: 1 }]).deltaAt(0.1).lower);
    expect(sampled).toBeGreaterThan(0.89);
  });

  it("is that a guarantee beside a sampled loss is that of the sampled release", () => {
    const epsilon = log1p(0.1 * expm1(1));
    const mechanism = {
      ...({ name: "sampled", neighbours: "add-remove", guarantee: pure(epsilon) } as const),
      privacyLoss: () => ({ ...laplacePld({ scale: 1, sensitivity: 1, samplingRate: 0.1 }), attained: false }),
    };
    const comparison = compose([{ mechanism, times: 3 }]).compare({ delta: 1e-9 });
    expect(comparison.epsilonOf("basic")).toBeCloseTo(3 * epsilon, 12);
    for (const { epsilon: bound } of comparison.rows) expect(bound).toBeGreaterThan(2.99 * epsilon);
  });

  it("is what other accountants know better than a pair that nobody reaches", () => {
    const selection = { mechanism: { kind: "bounded-range", epsilon: 0.2 } as const, times: 100 };
    const composed = compose([selection]);
    expect(composed.epsilonAt(1e-5).upper).toBe(composed.compare().epsilonOf("renyi"));
    const tiny = compose([{ mechanism: pure(1e-9), times: 1e6 }]).epsilonAt(1e-9);
    expect(tiny.upper).toBeCloseTo(
      optimalCompositionEpsilon({ epsilon: 1e-9, delta: 0, times: 1e6, totalDelta: 1e-9 }),
      12,
    );
    expect(compose([poissonSampled(pure(1000), { samplingRate: 0.01, times: 3 })]).epsilonAt(1e-5).upper).toBeLessThan(
      3000,
    );
  });

  it("is a lower end where the worst pair was made a little worse, or is merged with one that is not attained", () => {
    expect(compose([{ mechanism: approximate(0, 1e-12), times: 1 }]).deltaAt(0).lower).toBe(0);
    const mixed = compose([
      { mechanism: pure(1), times: 1 },
      { mechanism: box(pure(1)), times: 1 },
    ]);
    const row = mixed.compare().rows.find(({ accountant }) => accountant === "privacy-loss distribution");
    expect(row?.interval?.lower).toBe(0);
  });

  it("is bad input: negative epsilons, rates that belong to poissonSampled, losses of one direction", () => {
    expect(() => compose([{ mechanism: pure(0), times: 1 }]).deltaAt(-1)).toThrow(/^epsilon must be non-negative/);
    const bad: readonly [unknown, RegExp][] = [
      [{ mechanism: { kind: "approximate", epsilon: -5, delta: 1e-7 }, times: 1 }, /^epsilon must be non-negative/],
      [{ mechanism: pure(1), times: 1, samplingRate: 0.1 }, /^samplingRate must be given to poissonSampled/],
      [{ mechanism: pure(1), times: 1, sampling: null }, /^sampling must be an object/],
      [
        { mechanism: { remove: gaussianPld({ sigma: 1, sensitivity: 1 }).remove }, times: 1 },
        /^add must be a privacy loss/,
      ],
    ];
    for (const [event, message] of bad) expect(() => compose([event as never])).toThrow(message);
  });

  it("is that nothing is lost by rho 0, nor by a record that the sample leaves out as often as delta allows", () => {
    expect(compose([{ mechanism: zeroConcentrated(0), times: 3 }]).epsilonAt(1e-5).upper).toBe(0);
    expect(
      compose([poissonSampled(zeroConcentrated(0.5), { samplingRate: 1e-8, times: 1 })]).epsilonAt(1e-5).upper,
    ).toBe(0);
  });

  it("is the far tail of integer noise, where masses are nothing and powers beyond float64", () => {
    const { lower, upper } = compose([
      { mechanism: { kind: "discrete-gaussian", sigma: 1, sensitivity: 1 }, times: 1 },
    ]).deltaAt(35);
    expect(lower).toBeGreaterThan(1.5e-267);
    expect(upper).toBeLessThan(1.6e-267);
  });
});

describe("the trade-off curve of a composition", () => {
  it("is exact for Gaussian noise and for one release", () => {
    const mechanism = gaussian({ ...noise, epsilon: 0.5, delta: 1e-5 });
    expect(compose([{ mechanism, times: 4 }]).tradeOff).toMatchObject({ kind: "gaussian", mu: 2 / mechanism.sigma });
    const { tradeOff } = compose([{ mechanism: randomizedResponse({ epsilon: 1 }), times: 1 }]);
    expect(tradeOff.evaluate(0.1)).toBeCloseTo(1 - Math.E * 0.1, 9);
  });

  it("is that of a trade-off guarantee itself, and uses all epsilons that infinite losses leave", () => {
    const curve = gaussianTradeOff(1);
    expect(compose([{ mechanism: { kind: "trade-off", curve }, times: 1 }]).tradeOff).toBe(curve);
    const leaky = compose([{ mechanism: approximate(0.1, 1e-6), times: 2 }]).tradeOff;
    // Basic composition: (0.2, 2e-6).
    expect(leaky.evaluate(0.001)).toBeGreaterThanOrEqual(1 - 6e-6 - exp(0.2) * 0.001);
  });

  it("lies below the true curve, hardly, and never above: twenty sampled Gaussians against their own deltas", () => {
    const composed = compose([poissonSampled(gaussianDp(0.8), { samplingRate: 0.2, times: 20 })]);
    for (const epsilon of [0, 0.3, 1, 2]) {
      const { lower, upper } = composed.deltaAt(epsilon);
      const read = tradeOffDelta(composed.tradeOff, epsilon);
      expect(read).toBeGreaterThanOrEqual(lower);
      expect(read).toBeLessThan(upper + 1e-4);
    }
  });
});

describe("compare", () => {
  it("has the rows of the mechanisms' own noise, not of their guarantees alone", () => {
    const mechanism = laplace({ ...noise, epsilon: 0.2 });
    const named = { kind: "laplace", scale: 5, sensitivity: 1 } as const;
    const [own, data] = [mechanism, named].map((way) => compose([{ mechanism: way, times: 50 }]).compare());
    expect(own.rows).toEqual(data.rows);
    const [renyi, worst] = [mechanism, pure(0.2)].map((way) =>
      compose([{ mechanism: way, times: 50 }])
        .compare({ delta: 1e-6 })
        .epsilonOf("renyi"),
    );
    expect(renyi).toBeLessThan(0.98 * worst);
    expect(() => own.epsilonOf("exact")).toThrow(/^accountant must be another: not all events are Gaussian noise/);
    expect(() => own.epsilonOf("magic" as never)).toThrow(/^accountant must be one of the accountants/);
  });

  it("says nothing is lost where nothing is", () => {
    expect(compose([{ mechanism: pure(0), times: 9 }]).compare().rows).toMatchObject([{ epsilon: 0 }]);
  });
});

describe("at delta 0", () => {
  const once = (mechanism: Guarantee) => ({ mechanism, times: 1 });

  it("pure releases lose the sum of their epsilons, exactly", () => {
    expect(compose([once(pure(1)), once(pure(2))]).epsilonAt(0)).toEqual({ lower: 3, estimate: 3, upper: 3 });
    expect(compose([{ mechanism: pure(0.25), times: 12 }]).epsilonAt(0)).toEqual({ lower: 3, estimate: 3, upper: 3 });
    // 0.1 and 0.2 as float64 add up to a little less than the float64 next to their sum.
    const { lower, upper } = compose([once(pure(0.1)), once(pure(0.2))]).epsilonAt(0);
    expect(lower).toBeLessThanOrEqual(upper);
    expect(upper).toBe(0.30000000000000004);
    expect(compose([once(pure(0))]).epsilonAt(0).upper).toBe(0);
  });

  it("bounded losses add up, unbounded ones have no epsilon", () => {
    const noise = laplace({ epsilon: 0.5, sensitivity: 1, neighbours: "add-remove" });
    expect(compose([{ mechanism: noise, times: 4 }]).epsilonAt(0).upper).toBeCloseTo(2, 12);
    for (const mechanism of [gaussianDp(1), approximate(1, 1e-9), zeroConcentrated(0.1)])
      expect(compose([once(mechanism), once(pure(1))]).epsilonAt(0).upper).toBe(Infinity);
    expect(() => compose([once(pure(1))]).epsilonAt(1)).toThrow("delta must be at least 0 and below 1");
  });

  it("one mechanism has its pure epsilon, and optimal composition the sum", () => {
    expect(epsilonAt(randomizedResponse({ epsilon: 0.7 }), 0).upper).toBeCloseTo(0.7, 12);
    expect(optimalCompositionEpsilon({ epsilon: 0.25, delta: 0, times: 8, totalDelta: 0 })).toBe(2);
    expect(() => optimalCompositionEpsilon({ epsilon: 0.25, delta: 1e-9, times: 8, totalDelta: 0 })).toThrow(
      "totalDelta must be at least",
    );
  });
});

describe("the Gaussian that covers a composition", () => {
  it("is the 2.358 of dp_accounting for pure(1) and pure(2), and finite for noise and samples", () => {
    const covering = (...events: PrivacyEvent[]) => coveringMu(compose(events).tradeOff);
    const [one, two] = [1, 2].map((epsilon) => ({ mechanism: pure(epsilon), times: 1 }));
    expect(covering(one, two)).toBeCloseTo(2.358, 3);
    expect(covering({ mechanism: { kind: "laplace", scale: 1, sensitivity: 1 }, times: 2 })).toBeCloseTo(1.3051, 4);
    const noise = { kind: "gaussian", sigma: 1, sensitivity: 1 } as const;
    expect(covering(poissonSampled(noise, { samplingRate: 0.1, times: 10 }))).toBeCloseTo(Math.sqrt(10), 12);
    expect(covering(batchSampled(noise, { batchSize: 10, size: 100, times: 10 }))).toBeCloseTo(Math.sqrt(10), 12);
    expect(covering({ mechanism: approximate(1, 1e-6), times: 2 })).toBe(Infinity);
  });
});
