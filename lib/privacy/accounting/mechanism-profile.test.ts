import { describe, expect, it } from "vitest";
import { exponentialMechanism } from "../../mechanisms/choice/exponential-mechanism.ts";
import { permuteAndFlip } from "../../mechanisms/choice/permute-and-flip.ts";
import { randomizedResponse } from "../../mechanisms/local/randomized-response.ts";
import { gaussian } from "../../mechanisms/noise/gaussian.ts";
import { laplace } from "../../mechanisms/noise/laplace.ts";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import type { Stream } from "../../random/stream.ts";
import { zeroConcentratedDelta } from "../conversions/zero-concentrated-conversions.ts";
import { approximate, type Guarantee, pure } from "../guarantees/guarantee.ts";
import type { Mechanism } from "../guarantees/mechanism.ts";
import { boundedRangeDelta } from "../loss/bounded-range-pld.ts";
import { gaussianDelta } from "../loss/gaussian-profile.ts";
import { laplaceDelta } from "../loss/laplace-profile.ts";
import { leakyResponseDelta } from "../loss/leaky-response-profile.ts";
import { compose } from "./composed-privacy.ts";
import { deltaAt, epsilonAt } from "./mechanism-profile.ts";
import { tradeOff } from "./mechanism-trade-off.ts";

const noise = { epsilon: 1, sensitivity: 2, neighbours: "swap" } as const;

describe("deltaAt", () => {
  it("holds the exact profile of Laplace and Gaussian noise", () => {
    const normal = gaussian({ ...noise, delta: 1e-5 });
    for (const epsilon of [0, 0.2, 0.5, 0.99]) {
      for (const [{ lower, upper }, exact] of [
        [deltaAt(laplace(noise), epsilon), laplaceDelta({ epsilon, pureEpsilon: 1 })],
        [deltaAt(normal, epsilon), gaussianDelta({ epsilon, mu: 2 / normal.sigma })],
      ] as const) {
        expect(lower).toBeLessThanOrEqual(exact);
        expect(upper).toBeGreaterThanOrEqual(exact);
        expect(upper - lower).toBeLessThan(1e-5 * exact);
      }
    }
    expect(deltaAt(laplace(noise), 1.5)).toEqual({ lower: 0, estimate: 0, upper: 0 });
  });

  it("holds that of Laplace noise of an epsilon beyond the exponents of float64, and refuses one above 5000 by name", () => {
    for (const pureEpsilon of [501, 800, 5000])
      for (const room of [0.5, 2, 40]) {
        const { lower, upper } = deltaAt(laplace({ ...noise, epsilon: pureEpsilon }), pureEpsilon - room);
        const exact = laplaceDelta({ epsilon: pureEpsilon - room, pureEpsilon });
        expect(lower).toBeLessThanOrEqual(exact);
        expect(upper).toBeGreaterThanOrEqual(exact);
        // The grid has 16384 steps up to the largest loss; within one to either side lies what it can tell.
        const besides = (steps: number) =>
          laplaceDelta({
            epsilon: Math.min(pureEpsilon - room + (steps * pureEpsilon) / 16_384, pureEpsilon),
            pureEpsilon,
          });
        expect(upper).toBeLessThan(besides(-1) + 1e-9);
        expect(lower).toBeGreaterThan(besides(1) - 1e-9);
      }
    expect(() => deltaAt(laplace({ ...noise, epsilon: 5001 }), 1)).toThrow(
      /the epsilon of the noise, must be at most 5000/,
    );
  });

  it("is from the worst pair to the dominating pair where these differ", () => {
    const parameters = { ...noise, change: "general", options: 2 } as const;
    const chosen = deltaAt(exponentialMechanism(parameters), 0.3);
    expect(chosen.upper).toBeCloseTo(boundedRangeDelta({ range: 1, epsilon: 0.3 }), 8);
    expect(chosen.lower).toBeLessThan(1e-12);
    const flipped = deltaAt(permuteAndFlip(parameters), 0.3);
    expect(flipped.upper).toBeCloseTo(leakyResponseDelta({ pureEpsilon: 1, leak: 0, epsilon: 0.3 }), 9);
    expect(flipped.lower).toBeLessThanOrEqual(flipped.upper);
  });

  it("is what the guarantee implies where nothing else is known", () => {
    const only = (guarantee: Guarantee) =>
      deltaAt({ name: "box", neighbours: "swap", guarantee, release: (input: number) => input }, 0.4).upper;
    expect(only({ kind: "pure", epsilon: 0.3 })).toBe(0);
    expect(only({ kind: "approximate", epsilon: 0.3, delta: 0.01 })).toBe(0.01);
    expect(only({ kind: "zero-concentrated", rho: 0.1 })).toBe(zeroConcentratedDelta({ rho: 0.1, epsilon: 0.4 }));
    expect(only({ kind: "gaussian", mu: 1 })).toBe(gaussianDelta({ epsilon: 0.4, mu: 1 }));
    // The curve of rho-zCDP, whose best order lies between those listed.
    const renyi = only({ kind: "renyi", epsilonAt: (order) => 0.1 * order });
    expect(renyi).toBeGreaterThanOrEqual(zeroConcentratedDelta({ rho: 0.1, epsilon: 0.4 }));
    expect(renyi).toBeLessThan(1.01 * zeroConcentratedDelta({ rho: 0.1, epsilon: 0.4 }));
  });

  it("refuses what is no epsilon", () => {
    for (const epsilon of [-1, Number.NaN, Infinity])
      expect(() => deltaAt(laplace(noise), epsilon)).toThrow(/^epsilon must be non-negative/);
  });
});

describe("epsilonAt", () => {
  const noise = { sensitivity: 1, neighbours: "swap" } as const;

  it("is the exact epsilon of Gaussian noise and of randomized response", () => {
    const normal = gaussian({ ...noise, epsilon: 1, delta: 1e-5 });
    const { lower, upper } = epsilonAt(normal, 1e-5);
    expect(lower).toBeLessThanOrEqual(1);
    expect(upper).toBeGreaterThanOrEqual(1 - 1e-9);
    expect(upper - lower).toBeLessThan(1e-3);
    // (e^1 - e^x) / (e^1 + 1) = 0.1
    const exact = log(exp(1) - 0.1 * (exp(1) + 1));
    const response = epsilonAt(randomizedResponse({ epsilon: 1 }), 0.1);
    expect(response.lower).toBeLessThanOrEqual(exact);
    expect(response.upper).toBeGreaterThanOrEqual(exact);
    expect(response.upper - response.lower).toBeLessThan(1e-6);
  });

  it.each([1e-6, 1e-3, 0.05])(
    "is where deltaAt comes down to %d, for mechanisms that know their pair and those that do not",
    (delta) => {
      const bare = (guarantee: Guarantee) =>
        ({ name: "bare", neighbours: "swap", guarantee, release: () => 0 }) as const;
      const profileOf = <Input, Output>(mechanism: Mechanism<Input, Output, Stream>) => ({
        epsilonAt: (delta: number) => epsilonAt(mechanism, delta),
        deltaAt: (epsilon: number) => deltaAt(mechanism, epsilon),
      });
      const profiles = [
        profileOf(laplace({ ...noise, epsilon: 0.7 })),
        profileOf(exponentialMechanism({ ...noise, epsilon: 0.7, change: "general", options: 4 })),
        profileOf(bare(pure(0.7))),
        profileOf(bare({ kind: "gaussian", mu: 0.7 })),
        profileOf(bare({ kind: "zero-concentrated", rho: 0.2 })),
        profileOf(bare({ kind: "approximate", epsilon: 0.7, delta: 1e-7 })),
      ];
      for (const profile of profiles) {
        const { lower, upper } = profile.epsilonAt(delta);
        expect(profile.deltaAt(upper).lower).toBeLessThanOrEqual(delta * (1 + 1e-6));
        if (lower > 0) expect(profile.deltaAt(lower).upper).toBeGreaterThanOrEqual(delta * (1 - 1e-3));
        if (upper > 1e-3) expect(profile.deltaAt(0.99 * upper).upper).toBeGreaterThan(delta);
      }
    },
  );

  it("is infinite below the delta of the guarantee, and refuses what is no delta", () => {
    const leaky = { name: "leaky", neighbours: "swap", guarantee: approximate(1, 0.01), release: () => 0 } as const;
    expect(epsilonAt(leaky, 0.001).upper).toBe(Infinity);
    for (const delta of [1, -0.1, Number.NaN])
      expect(() => epsilonAt(laplace({ ...noise, epsilon: 1 }), delta)).toThrow(
        /^delta must be at least 0 and below 1/,
      );
  });
});

describe("a profile", () => {
  const noise = laplace({ epsilon: 0.6, sensitivity: 1, neighbours: "swap" });
  const event = { kind: "gaussian", sigma: 3, sensitivity: 1 } as const;

  it.each([
    ["an event", event],
    ["an event with times", { mechanism: noise, times: 3 }],
    ["a list of a mechanism", [noise]],
    ["a list of both, nested", [noise, [event, noise]]],
  ])("of %s is that of the composition", (_, releases) => {
    expect(epsilonAt(releases, 1e-5)).toEqual(compose(releases).epsilonAt(1e-5));
    expect(deltaAt(releases, 0.4)).toEqual(compose(releases).deltaAt(0.4));
    expect(tradeOff(releases).evaluate(0.2)).toBe(compose(releases).tradeOff.evaluate(0.2));
  });

  it.each([undefined, null, 3, "laplace", [3], () => 0])("of %s is refused", (none) => {
    for (const profile of [epsilonAt, deltaAt, tradeOff]) expect(() => profile(none as never, 0.1)).toThrow(RangeError);
  });
});
