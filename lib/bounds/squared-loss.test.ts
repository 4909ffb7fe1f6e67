import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { approximate, gaussianDp, pure, zeroConcentrated } from "../privacy/guarantees/guarantee.ts";
import { stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { assouad } from "./assouad.ts";
import { exactMinimax } from "./exact-minimax.ts";
import { fano } from "./fano.ts";
import { harmonicOverlap, leastOverlap } from "./indistinguishability.ts";
import { instanceBound } from "./instance-bound.ts";
import { leCam } from "./le-cam.ts";
import { privateLeCam, privateLeCamAt } from "./private-le-cam.ts";

const bernoulli = { kind: "bernoulli" } as const;

describe("bounds for the squared error", () => {
  it("are below the exact optimum, with and without delta, and within a factor of 7", async () => {
    const random = stream(3, "squared optima");
    for (let trial = 0; trial < 14; trial++) {
      const size = 1 + (trial % 7);
      const epsilon = 0.1 + 2 * sampleUniform(random);
      const guarantee = trial % 2 === 0 ? pure(epsilon) : approximate(epsilon, 0.1 * sampleUniform(random));
      const loss = "squared" as const;
      const exact = { size, guarantee, model: "central", target: "population", loss, grid: 11 } as const;
      const { upper } = await exactMinimax(exact);
      const open = leCam({ model: bernoulli, size, form: "total-variation", factor: "half", loss }).value;
      const hidden = privateLeCam({ model: bernoulli, size, guarantee, form: "metric", loss }).value;
      expect(Math.max(open, hidden)).toBeLessThanOrEqual(upper);
      expect(Math.max(open, hidden)).toBeGreaterThan(upper / 7);
      for (const form of ["coupling", "printed"] as const)
        expect(privateLeCam({ model: bernoulli, size, guarantee, form, loss }).value).toBeLessThanOrEqual(hidden);
    }
  });

  it("know the least harmonic overlap: that of randomized response, which is at least the overlap", () => {
    for (const changes of [0, 1, 3]) {
      const p = 1 / (1 + exp(-0.4 * changes));
      expect(harmonicOverlap(pure(0.4), changes)).toBeCloseTo(4 * p * (1 - p), 14);
      for (const guarantee of [pure(0.4), approximate(0.4, 0.01), zeroConcentrated(0.1), gaussianDp(0.5)])
        expect(harmonicOverlap(guarantee, changes)).toBeGreaterThanOrEqual(leastOverlap(guarantee, changes));
    }
  });

  it("of dimensions and of packings are those of a bit and of half a separation, squared", () => {
    const model = { kind: "product-bernoulli", dimension: 9 } as const;
    const guarantee = pure(0.05);
    const bit = privateLeCam({ model: bernoulli, size: 200, guarantee, form: "metric", loss: "squared" }).value;
    expect(assouad({ model, size: 200, guarantee, norm: "squared" }).value).toBeCloseTo(9 * bit, 14);
    const wide = { model: { kind: "product-bernoulli", dimension: 32 }, size: 1000, guarantee, markov: "ten" } as const;
    const { value, packing } = fano({ ...wide, loss: "squared" });
    const root = fano(wide).value;
    expect(value).toBeGreaterThanOrEqual(root * root);
    expect(value).toBeLessThanOrEqual((packing.separation / 2) * (packing.separation / 2));
  });

  it("on one dataset are attained by randomized response at one record", () => {
    // The best estimate from one response of a bit, when the dataset is 0 or 1 alike: p (1 - p).
    const p = 1 / (1 + exp(-1));
    const { value } = instanceBound({ guarantee: pure(1), moves: [1], loss: "squared" });
    expect(value).toBeCloseTo(p * (1 - p), 14);
  });
});

describe("bounds under add-remove", () => {
  it("are those of the guarantee for a group of two", () => {
    const common = { model: bernoulli, size: 100, form: "metric" } as const;
    for (const [one, two] of [
      [pure(0.1), pure(0.2)],
      [zeroConcentrated(0.01), zeroConcentrated(0.04)],
      [gaussianDp(0.1), gaussianDp(0.2)],
    ] as const) {
      const under = privateLeCam({ ...common, guarantee: one, neighbours: "add-remove" }).value;
      expect(under).toBe(privateLeCam({ ...common, guarantee: two }).value);
      expect(under).toBeLessThan(privateLeCam({ ...common, guarantee: one }).value);
    }
    const delta = approximate(0.1, 1e-4);
    const pair = approximate(0.2, 1e-4 * (1 + exp(0.1)));
    const under = privateLeCamAt({ ...common, guarantee: delta, neighbours: "add-remove" }, 0.05).value;
    expect(under).toBeCloseTo(privateLeCamAt({ ...common, guarantee: pair }, 0.05).value, 14);
    const moves = [1, 2, 3];
    expect(instanceBound({ guarantee: pure(0.3), moves, neighbours: "add-remove" }).value).toBe(
      instanceBound({ guarantee: pure(0.6), moves }).value,
    );
    const model = { kind: "product-bernoulli", dimension: 4 } as const;
    const bits = { model, size: 50 } as const;
    expect(assouad({ ...bits, guarantee: pure(0.1), norm: "absolute", neighbours: "add-remove" }).value).toBe(
      assouad({ ...bits, guarantee: pure(0.2), norm: "absolute" }).value,
    );
    expect(fano({ ...bits, guarantee: pure(0.1), markov: "best", neighbours: "add-remove" }).value).toBe(
      fano({ ...bits, guarantee: pure(0.2), markov: "best" }).value,
    );
  });

  it("refuse other relations and losses by name", () => {
    const common = { model: bernoulli, size: 100, form: "metric", guarantee: pure(1) } as const;
    expect(() => privateLeCam({ ...common, neighbours: "event" as never })).toThrow("neighbours must be swap or");
    expect(() => privateLeCam({ ...common, loss: "cubic" as never })).toThrow("loss must be absolute or squared");
    const { guarantee: _, ...open } = common;
    expect(() => leCam({ ...open, form: "total-variation", factor: "half", loss: 2 as never })).toThrow(
      "loss must be absolute or squared, got 2",
    );
  });
});
