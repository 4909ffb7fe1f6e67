import { describe, expect, it } from "vitest";
import { log } from "../../numerics/logarithm.ts";
import { discretePld, randomizedResponsePld } from "./discrete-pld.ts";

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
