import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { pure, zeroConcentrated } from "../privacy/guarantees/guarantee.ts";
import { assouad } from "./assouad.ts";
import { centredBinomialDistance } from "./binomial-overlap.ts";
import { fano } from "./fano.ts";
import { logCodeSize } from "./gilbert-varshamov.ts";
import { leCam } from "./le-cam.ts";
import { privateLeCam } from "./private-le-cam.ts";

const bits = (dimension: number) => ({ kind: "product-bernoulli", dimension }) as const;

describe("Gilbert-Varshamov codes", () => {
  it("have the sizes of the theorem: 2^7 over 1 + 7 + 21 words, and all words at distance 1", () => {
    expect(exp(logCodeSize({ dimension: 7, distance: 3 }))).toBeCloseTo(128 / 29, 12);
    expect(logCodeSize({ dimension: 300, distance: 1 })).toBeCloseTo(300 * log(2), 12);
    expect(logCodeSize({ dimension: 64, distance: 8 })).toBeGreaterThan((64 / 8) * log(2));
  });

  it("refuse impossible distances", () => {
    expect(() => logCodeSize({ dimension: 4, distance: 5 })).toThrow("distance must be an integer from 1");
  });
});

describe("Fano's bound", () => {
  it.each([
    [1e-3, "privacy"],
    [0.5, "the sample"],
  ])("is the product of half the separation and the error of its packing, at epsilon %f by %s", (epsilon, decides) => {
    const [size, dimension] = [1000, 32];
    const { value, packing } = fano({ model: bits(dimension), size, guarantee: pure(epsilon), markov: "ten" });
    const changes = size * centredBinomialDistance(dimension, packing.gap);
    const privately = 0.9 - exp(10 * epsilon * changes - packing.logCount);
    const record = packing.gap * (log(1 + packing.gap) - log(1 - packing.gap)) * dimension;
    const openly = 1 - (size * record + log(2)) / packing.logCount;
    expect(privately > openly).toBe(decides === "privacy");
    expect(value).toBeCloseTo((packing.separation / 2) * Math.max(privately, openly), 12);
    expect(packing.separation).toBeCloseTo(packing.gap * Math.sqrt(packing.distance), 14);
  });

  it("under zero-concentrated privacy has the divergence rho E h^2 in place of that of the records", () => {
    const [size, dimension, rho] = [1000, 32, 1e-6];
    const { value, packing } = fano({ model: bits(dimension), size, guarantee: zeroConcentrated(rho), markov: "ten" });
    const distance = centredBinomialDistance(dimension, packing.gap);
    const squares = size * size * distance * distance + size * distance * (1 - distance);
    const error = 1 - (rho * squares + log(2)) / packing.logCount;
    expect(value).toBeCloseTo((packing.separation / 2) * error, 12);
    expect(value).toBeGreaterThan(fano({ model: bits(dimension), size, markov: "ten" }).value);
  });

  it("grows like d / (n epsilon) under pure privacy and like sqrt(d / n) without", () => {
    const privately = (dimension: number, size: number) =>
      fano({ model: bits(dimension), size, guarantee: pure(1e-4), markov: "ten" }).value;
    expect(privately(256, 100_000) / privately(64, 100_000)).toBeGreaterThan(3.5);
    expect(privately(64, 400_000) / privately(64, 100_000)).toBeCloseTo(1 / 4, 2);
    const openly = (dimension: number, size: number) => fano({ model: bits(dimension), size, markov: "ten" }).value;
    expect(openly(256, 10_000) / openly(64, 10_000)).toBeCloseTo(2, 0);
    expect(openly(64, 40_000) / openly(64, 10_000)).toBeCloseTo(1 / 2, 3);
  });

  it("is sharper with the best constant, and never below the bound for all estimators", () => {
    const common = { model: bits(48), size: 5000 };
    const open = fano({ ...common, markov: "ten" }).value;
    for (const guarantee of [pure(0.01), zeroConcentrated(1e-4)]) {
      const ten = fano({ ...common, guarantee, markov: "ten" }).value;
      expect(fano({ ...common, guarantee, markov: "best" }).value).toBeGreaterThanOrEqual(ten);
      expect(ten).toBeGreaterThanOrEqual(open);
    }
  });

  it("refuses other guarantees and models", () => {
    const wrong = { kind: "gaussian", mu: 1 } as never;
    expect(() => fano({ model: bits(4), size: 9, guarantee: wrong, markov: "ten" })).toThrow(
      'guarantee.kind must be "pure" or "zero-concentrated"',
    );
    expect(() => fano({ model: { kind: "bernoulli" } as never, size: 9, markov: "ten" })).toThrow(
      "model must be product",
    );
  });
});

describe("Assouad's bound", () => {
  it("is that of one bit in one dimension, and a multiple of it in more", () => {
    const one = privateLeCam({ model: { kind: "bernoulli" }, size: 200, guarantee: pure(0.05), form: "metric" }).value;
    const at = (dimension: number, norm: "euclidean" | "absolute") =>
      assouad({ model: bits(dimension), size: 200, guarantee: pure(0.05), norm }).value;
    expect(at(1, "euclidean")).toBe(one);
    expect(at(9, "euclidean")).toBeCloseTo(3 * one, 14);
    expect(at(9, "absolute")).toBeCloseTo(9 * one, 14);
    const open = leCam({ model: { kind: "bernoulli" }, size: 200, form: "total-variation", factor: "half" }).value;
    expect(assouad({ model: bits(4), size: 200, norm: "absolute" }).value).toBe(4 * open);
  });

  it("is sharper than Fano's in few dimensions and less so in many, under pure privacy", () => {
    const compare = (dimension: number) => {
      const common = { model: bits(dimension), size: 100_000, guarantee: pure(1e-4) };
      return assouad({ ...common, norm: "euclidean" }).value / fano({ ...common, markov: "best" }).value;
    };
    expect(compare(8)).toBeGreaterThan(1);
    expect(compare(4000)).toBeLessThan(1);
  });
});
