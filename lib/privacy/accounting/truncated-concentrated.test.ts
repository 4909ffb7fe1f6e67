import { describe, expect, it } from "vitest";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";
import { composeTruncatedConcentrated } from "../conversions/composition.ts";
import {
  truncatedConcentratedDelta,
  truncatedConcentratedEpsilon,
  truncatedConcentratedToRenyi,
} from "../conversions/truncated-concentrated-conversions.ts";
import { zeroConcentratedEpsilon } from "../conversions/zero-concentrated-conversions.ts";
import { groupPrivacy } from "../guarantees/group-privacy.ts";
import { truncatedConcentrated } from "../guarantees/guarantee.ts";
import { compose } from "./composed-privacy.ts";
import { poissonGaussianRenyi } from "./renyi-subsampled.ts";
import { batchSampled } from "./sampled-event.ts";
import { amplifyTruncatedConcentrated } from "./truncated-concentrated-sampling.ts";

describe("the conversions of truncated concentrated privacy", () => {
  it("are the least over the orders to omega, and those of zero-concentrated privacy without it", () => {
    for (const [rho, omega, delta] of [
      [0.5, 3, 1e-5],
      [0.01, 5, 1e-8],
      [0.1, 200, 1e-6],
      [2, 1.5, 1e-3],
    ]) {
      let [least, smallest] = [Infinity, Infinity];
      const epsilon = truncatedConcentratedEpsilon({ rho, omega, delta });
      for (let k = 1; k <= 20_000; k++) {
        const a = 1 + ((omega - 1) * k) / 20_000;
        least = Math.min(least, rho * a + log1p(-1 / a) - (log(delta) + log(a)) / (a - 1));
        smallest = Math.min(smallest, exp((a - 1) * (a * rho - epsilon) + a * log1p(-1 / a)) / (a - 1));
      }
      expect(epsilon).toBeLessThanOrEqual(least * (1 + 1e-12));
      expect(epsilon).toBeCloseTo(least, 5);
      expect(truncatedConcentratedDelta({ rho, omega, epsilon }) / delta).toBeCloseTo(1, 9);
      expect(truncatedConcentratedDelta({ rho, omega, epsilon }) / smallest).toBeCloseTo(1, 4);
      expect(truncatedConcentratedEpsilon({ rho, omega: Infinity, delta })).toBe(
        zeroConcentratedEpsilon({ rho, delta }),
      );
      expect(epsilon).toBeGreaterThanOrEqual(zeroConcentratedEpsilon({ rho, delta }) * (1 - 1e-12));
    }
  });

  it("know nothing beyond omega, and refuse one that is not above 1", () => {
    const { epsilonAt } = truncatedConcentratedToRenyi(truncatedConcentrated(0.5, 4));
    expect([epsilonAt(2), epsilonAt(4), epsilonAt(4.1)]).toEqual([1, 2, Infinity]);
    expect(() => truncatedConcentrated(1, 1)).toThrow("omega must be above 1");
    expect(() => truncatedConcentrated(-1, 2)).toThrow("rho");
  });
});

describe("truncated concentrated privacy", () => {
  it("adds its rhos to the least omega, and is accounted by its curve", () => {
    const both = composeTruncatedConcentrated([truncatedConcentrated(0.25, 8), truncatedConcentrated(0.5, 5)]);
    expect(both).toEqual(truncatedConcentrated(0.75, 5));
    const guarantee = truncatedConcentrated(0.01, 40);
    const { upper } = compose([{ mechanism: guarantee, times: 10 }]).epsilonAt(1e-6);
    const own = truncatedConcentratedEpsilon({ rho: 0.1, omega: 40, delta: 1e-6 });
    expect(upper).toBeGreaterThanOrEqual(own * (1 - 1e-12));
    expect(upper).toBeLessThan(1.01 * own);
    const sampled = compose([batchSampled(guarantee, { batchSize: 1, size: 100, times: 10 })]).epsilonAt(1e-6).upper;
    expect(sampled).toBeLessThan(upper / 2);
  });

  it("of groups is that of Gaussian noise moved so far, and k randomized responses keep it", () => {
    expect(groupPrivacy(truncatedConcentrated(0.5, 12), 3)).toEqual(truncatedConcentrated(4.5, 4));
    expect(() => groupPrivacy(truncatedConcentrated(0.5, 3), 3)).toThrow("omega must be above the size of the group");
    // A chain of four laws with bounded steps: D of each step is at most rho a to omega, that of the ends 9 rho a to omega / 3.
    const laws = [0, 1, 2, 3]
      .map((k) => [exp(0.9 * k), 1, exp(-0.4 * k * k)])
      .map((w) => w.map((x) => x / (w[0] + w[1] + w[2])));
    const renyi = (p: readonly number[], q: readonly number[], a: number) =>
      log(p.reduce((sum, x, k) => sum + exp(a * log(x) + (1 - a) * log(q[k])), 0)) / (a - 1);
    const omega = 12;
    let rho = 0;
    for (let k = 0; k < 3; k++)
      for (let a = 1.001; a <= omega; a += 0.05)
        rho = Math.max(rho, renyi(laws[k], laws[k + 1], a) / a, renyi(laws[k + 1], laws[k], a) / a);
    const group = groupPrivacy(truncatedConcentrated(rho, omega), 3);
    for (let a = 1.001; a < group.omega; a += 0.05) {
      expect(renyi(laws[0], laws[3], a)).toBeLessThanOrEqual(group.rho * a);
      expect(renyi(laws[3], laws[0], a)).toBeLessThanOrEqual(group.rho * a);
    }
  });
});

describe("amplifyTruncatedConcentrated", () => {
  const sample = { batchSize: 10, size: 1000, neighbours: "swap" } as const;

  it("gives 13 s^2 rho to ln(1/s) / (4 rho)", () => {
    const { rho, omega } = amplifyTruncatedConcentrated({ ...sample, guarantee: truncatedConcentrated(0.01, 1000) });
    expect(rho).toBeCloseTo(13 * 1e-4 * 0.01, 15);
    expect(omega).toBeCloseTo(log(100) / 0.04, 10);
  });

  it("is never below the divergence of the sampled Gaussian within its conditions, at 100 random points: 1.17 of the 13 are needed", () => {
    const random = stream(20261117, "truncated");
    let [largest, seen] = [0, 0];
    while (seen < 100) {
      const rho = 0.1 * exp(-3 * sampleUniform(random));
      const rate = 0.1 * exp(-6 * sampleUniform(random));
      if (log(1 / rate) < 3 * rho * (2 - log(rho) / Math.LN2)) continue;
      seen++;
      const omega = log(1 / rate) / (4 * rho);
      const curve = poissonGaussianRenyi({ noiseMultiplier: 1 / Math.sqrt(2 * rho), samplingRate: rate });
      for (const share of [0.1, 0.5, 0.8, 0.95, 1]) {
        const order = Math.max(2, Math.floor(share * omega));
        if (order > omega) continue;
        largest = Math.max(largest, curve.epsilonAt(order) / (order * rate * rate * rho));
      }
    }
    expect(largest).toBeLessThan(1.2);
    expect(largest).toBeGreaterThan(1);
  });

  it("holds for randomized response too, whose rho is epsilon tanh(epsilon / 2)", () => {
    for (const [epsilon, rate] of [
      [0.4, 0.05],
      [0.2, 0.01],
      [0.1, 0.001],
    ]) {
      const rho = epsilon * (expm1(epsilon) / (exp(epsilon) + 1));
      const own = amplifyTruncatedConcentrated({
        guarantee: truncatedConcentrated(rho, Infinity),
        batchSize: Math.round(1000 * rate),
        size: 1000,
        neighbours: "swap",
      });
      const [p, q] = [1 / (1 + exp(-epsilon)), 1 / (1 + exp(epsilon))];
      // A record of 1 or 0 among zeros.
      const [first, second] = [
        [(1 - rate) * q + rate * p, (1 - rate) * p + rate * q],
        [q, p],
      ];
      for (let order = 2; order <= own.omega; order++) {
        const moment = first.reduce((sum, x, k) => {
          const loss = log(x) - log(second[k]);
          return sum + second[k] * (expm1(order * loss) - order * expm1(loss));
        }, 0);
        expect(log1p(moment) / (order - 1)).toBeLessThanOrEqual(own.rho * order);
      }
    }
  });

  it("refuses what its theorem does not cover", () => {
    const of = (rho: number, omega: number, other: object = {}) =>
      amplifyTruncatedConcentrated({ ...sample, ...other, guarantee: truncatedConcentrated(rho, omega) });
    expect(() => of(0.2, 1000)).toThrow("rho must be above 0 and at most 0.1");
    expect(() => of(0.01, 1000, { batchSize: 200 })).toThrow("a tenth of the records");
    expect(() => of(0.01, 100)).toThrow("omega must be at least");
    expect(() => of(0.01, 1000, { neighbours: "add-remove" })).toThrow('must be "swap"');
    expect(() => of(0.1, 1000, { batchSize: 100 })).not.toThrow();
  });
});
