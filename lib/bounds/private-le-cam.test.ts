import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binomialLogMass } from "../numerics/binomial.ts";
import { exp, expm1 } from "../numerics/exponential.ts";
import { log1p } from "../numerics/logarithm.ts";
import { normalCdf } from "../numerics/normal.ts";
import { approximate, gaussianDp, pure, zeroConcentrated } from "../privacy/guarantees/guarantee.ts";
import { type BoundedGuarantee, leastOverlap } from "./indistinguishability.ts";
import { type PrivateLeCamForm, privateLeCam, privateLeCamAt } from "./private-le-cam.ts";

const model = { kind: "bernoulli" } as const;
const bound = (size: number, guarantee: BoundedGuarantee, form: PrivateLeCamForm) =>
  privateLeCam({ model, size, guarantee, form });

/** d times the mean of half the overlap over all numbers of changes, without any short cut. */
function metricBySum(size: number, separation: number, guarantee: BoundedGuarantee): number {
  let sum = 0;
  for (let changes = 0; changes <= size; changes++) {
    const mass = exp(binomialLogMass({ trials: size, successes: changes, probability: separation }));
    sum += mass * leastOverlap(guarantee, changes);
  }
  return (separation / 2) * sum;
}

describe("the private two-point bound", () => {
  // Reference values.
  it.each([
    [100, 0.1, 9.616456e-3],
    [1000, 1, 1.454215e-4],
    [10_000, 0.01, 9.242585e-4],
  ])("for %i bits at epsilon %f is the published value in its coupling form", (size, epsilon, value) => {
    expect(Math.abs(bound(size, pure(epsilon), "coupling").value - value)).toBeLessThan(5e-7 * value);
  });

  it("has the closed form (n / (n + 1))^n / (4 (n + 1)(1 - e^-epsilon)) for bits", () => {
    for (const [size, epsilon] of [
      [20, 0.3],
      [500, 2],
    ]) {
      const gap = 1 / ((size + 1) * -expm1(-epsilon));
      const closed = (gap / 4) * exp(-size * log1p(1 / size));
      const { value, pair } = bound(size, pure(epsilon), "coupling");
      expect(Math.abs(value / closed - 1)).toBeLessThan(1e-13);
      expect(Math.abs(pair.separation / gap - 1)).toBeLessThan(1e-6);
    }
  });

  it("as printed is 1 / (4 e n epsilon) for bits, and e^(-n epsilon) / 4 below n epsilon = 1", () => {
    expect(bound(1000, pure(0.1), "printed").value * 100).toBeCloseTo(0.0919698602928606, 13);
    expect(bound(10, pure(0.05), "printed").value).toBeCloseTo(exp(-0.5) / 4, 14);
  });

  it("in its metric form is at least 0.278465 / (n epsilon), or 1 / (1 + e^(n epsilon)) below n epsilon = 1.27846", () => {
    for (const [size, epsilon] of [
      [100, 0.02],
      [1000, 0.01],
      [1000, 1],
    ]) {
      expect(bound(size, pure(epsilon), "metric").value).toBeGreaterThan(0.278464 / (size * epsilon));
    }
    expect(bound(1_000_000, pure(1e-4), "metric").value * 100).toBeCloseTo(0.278465, 4);
    expect(bound(10, pure(0.1), "metric").value).toBeCloseTo(1 / (1 + exp(1)), 14);
  });

  // The least larger risk of all epsilon-private mechanisms with nine outputs between the two parameters, by linear programming (HiGHS).
  it.each([
    [1, 0.5, 1, 0.19223535534249878],
    [1, 1, 0.3, 0.42555748318834097],
    [2, 0.4, 1, 0.14943035529371537],
    [3, 0.3, 0.5, 0.12363596469925588],
    [3, 0.6, 2, 0.08787669095668531],
    [5, 0.2, 1, 0.07378517795614992],
    [8, 0.1, 0.3, 0.04557354410719357],
    [8, 0.25, 1.5, 0.06720883695756799],
  ])("never exceeds the optimum for %i bits at distance %f and epsilon %f", (size, separation, epsilon, optimum) => {
    const guarantee = pure(epsilon);
    const { value } = privateLeCamAt({ model, size, guarantee, form: "metric" }, separation);
    expect(value).toBeLessThanOrEqual(optimum * (1 + 1e-9));
    if (size === 1) expect(value).toBeCloseTo(optimum, 9);
  });

  it.each<[string, BoundedGuarantee]>([
    ["pure", pure(0.7)],
    ["approximate", approximate(0.7, 1e-3)],
    ["approximate with epsilon 0", approximate(0, 0.01)],
    ["zero-concentrated", zeroConcentrated(0.2)],
    ["Gaussian", gaussianDp(0.5)],
  ])("is the best of a fine grid of pairs, each a plain sum: %s", (_, guarantee) => {
    const best = bound(30, guarantee, "metric");
    const grid = Array.from({ length: 1000 }, (__, k) => metricBySum(30, (k + 1) / 1000, guarantee));
    const largest = Math.max(...grid);
    expect(best.value).toBeGreaterThanOrEqual(largest * (1 - 1e-13));
    expect(best.value).toBeLessThan(largest * (1 + 1e-4));
    expect(best.value).toBeCloseTo(metricBySum(30, best.pair.separation, guarantee), 14);
  });

  it("has the forms of the catalogue for approximate, zero-concentrated and Gaussian privacy", () => {
    const [size, gap, epsilon, delta, rho, mu] = [50, 0.03, 0.4, 1e-4, 0.1, 0.3];
    const at = (guarantee: BoundedGuarantee, form: PrivateLeCamForm) =>
      privateLeCamAt({ model, size, guarantee, form }, gap).value;
    const kept = exp(size * log1p(expm1(-epsilon) * gap));
    expect(at(approximate(epsilon, delta), "coupling")).toBeCloseTo(
      (gap / 4) * (kept - (delta / expm1(epsilon)) * (1 - kept)),
      15,
    );
    const pinsker = 1 - size * gap * Math.sqrt(rho / 2);
    const huber = exp(-rho * (size * size * gap * gap + size * gap * (1 - gap))) / 2;
    expect(at(zeroConcentrated(rho), "printed")).toBeCloseTo((gap / 4) * Math.max(pinsker, huber), 15);
    expect(at(gaussianDp(mu), "printed")).toBeCloseTo((gap / 2) * normalCdf((-size * gap * mu) / 2), 15);
  });

  it("is ordered: printed, coupling, metric; less privacy, more records, a delta or fewer bits of noise never raise it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.double({ min: 0.01, max: 3, noNaN: true }),
        fc.double({ min: 0, max: 0.01, noNaN: true }),
        (size, epsilon, delta) => {
          const guarantee = approximate(epsilon, delta);
          const [printed, coupling, metric] = (["printed", "coupling", "metric"] as const).map(
            (form) => bound(size, guarantee, form).value,
          );
          expect(coupling).toBeGreaterThanOrEqual(printed * (1 - 1e-9));
          expect(metric).toBeGreaterThanOrEqual(2 * coupling * (1 - 1e-9));
          expect(bound(size, pure(epsilon), "metric").value).toBeGreaterThanOrEqual(metric * (1 - 1e-9));
          expect(bound(size + 1, guarantee, "metric").value).toBeLessThanOrEqual(metric * (1 + 1e-9));
          expect(bound(size, approximate(1.1 * epsilon, delta), "metric").value).toBeLessThanOrEqual(
            metric * (1 + 1e-9),
          );
        },
      ),
      { numRuns: 15 },
    );
  });

  it("is multiplied by 1 / (1 - e^-epsilon) for Uniform[0, theta], whatever n is, in its coupling form", () => {
    for (const size of [50, 5000]) {
      const uniform = { kind: "uniform", least: 0.5, most: 1 } as const;
      const open = (1 / (4 * (size + 1))) * exp(-size * log1p(1 / size));
      const { value } = privateLeCam({ model: uniform, size, guarantee: pure(0.5), form: "coupling" });
      expect(Math.abs((value / open) * -expm1(-0.5) - 1)).toBeLessThan(1e-13);
    }
  });

  it("scales with the sigma of normal records, and gains from dimensions of bits", () => {
    const gaussian = (sigma: number) =>
      privateLeCam({ model: { kind: "gaussian-mean", sigma }, size: 100, guarantee: pure(0.1), form: "metric" });
    expect(gaussian(3).value).toBeCloseTo(3 * gaussian(1).value, 12);
    const product = { kind: "product-bernoulli", dimension: 16 } as const;
    const diagonal = privateLeCam({ model: product, size: 100, guarantee: pure(0.1), form: "metric" }).value;
    expect(diagonal).toBeGreaterThan(1.1 * bound(100, pure(0.1), "metric").value);
  });

  it("refuses what it cannot bound", () => {
    const renyi = { kind: "renyi", epsilonAt: () => 1 } as never;
    expect(() => bound(10, renyi, "metric")).toThrow('guarantee.kind must be "pure" or "approximate"');
    expect(() => bound(10, pure(1), "sharp" as never)).toThrow("form must be one of metric, coupling, printed");
    expect(() => bound(1.5, pure(1), "metric")).toThrow("size must be an integer");
  });
});
