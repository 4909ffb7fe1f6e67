import { describe, expect, it } from "vitest";
import { log } from "../../numerics/logarithm.ts";
import { discretePld, randomizedResponsePld, sampledDiscretePld } from "./discrete-pld.ts";

describe("sampledDiscretePld", () => {
  const logFirst = [0.6, 0.4, 0].map(log);
  const logSecond = [0.1, 0.4, 0.5].map(log);

  it("is the loss of the mixture against the law without the record, in both directions", () => {
    const { remove, add } = sampledDiscretePld({ logFirst, logSecond }, 0.2);
    const mixed = [0.2, 0.4, 0.4];
    for (const [k, { loss, mass }] of remove.pieces(1e-9).atoms.entries()) {
      expect(mass).toBeCloseTo(mixed[k], 14);
      expect(loss).toBeCloseTo(log(mixed[k]) - logSecond[k], 14);
    }
    expect(add.pieces(1e-9).atoms[2].loss).toBeCloseTo(log(0.5 / 0.4), 14);
  });

  it("is the loss itself at rate 1, with an infinite loss where the first law cannot answer", () => {
    const { add } = sampledDiscretePld({ logFirst, logSecond }, 1);
    expect(add.pieces(1e-9).infinite).toBeCloseTo(0.5, 14);
    expect(discretePld(logFirst, logSecond).add.pieces(1e-9).infinite).toBeCloseTo(0.5, 14);
  });

  it("refuses masses that do not add up and rates outside (0, 1]", () => {
    expect(() => discretePld([log(0.5)], [log(0.5)])).toThrow("the sum of the masses must be 1");
    expect(() => discretePld([], [])).toThrow("not empty");
    expect(() => sampledDiscretePld({ logFirst, logSecond }, 0)).toThrow("samplingRate");
  });
});

describe("randomizedResponsePld", () => {
  it("is the loss between the laws of two records, the other categories without loss", () => {
    const [noise, categories] = [0.4, 5];
    const other = noise / categories;
    const truth = 1 - noise + other;
    const first = [truth, other, other, other, other].map(log);
    const second = [other, truth, other, other, other].map(log);
    const sums = new Map<string, number>();
    for (const { loss, mass } of discretePld(first, second).remove.pieces(1e-9).atoms) {
      const key = loss.toFixed(10);
      sums.set(key, (sums.get(key) ?? 0) + mass);
    }
    for (const { loss, mass } of randomizedResponsePld({ noise, categories }).remove.pieces(1e-9).atoms) {
      expect(sums.get(loss.toFixed(10))).toBeCloseTo(mass, 14);
    }
    expect(sums.size).toBe(3);
    expect(() => randomizedResponsePld({ noise: 0, categories: 2 })).toThrow("noise must be strictly");
    expect(() => randomizedResponsePld({ noise: 0.5, categories: 1 })).toThrow("categories must be an integer");
    expect(() => randomizedResponsePld({ noise: 5e-324, categories: 2 })).toThrow("for a finite loss");
  });
});
