import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { normalDensity } from "../../numerics/normal.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { gaussianPld, subsampledGaussianPld } from "./gaussian-pld.ts";
import { pldDelta, pldEpsilon } from "./pld-accountant.ts";
import { replacedGaussianPld } from "./replaced-gaussian-pld.ts";

type Point = readonly [number, number];

/** The hockey-stick divergence of (1 - q) N(0, s^2 I) + q N(one, s^2 I) from the same with the other, in the plane, on a grid. */
function planeDelta(one: Point, other: Point, { q, s, epsilon }: { q: number; s: number; epsilon: number }): number {
  const [reach, step] = [7 * s + 1, 0.1 * s];
  const bell = (x: number, y: number) => normalDensity(x / s) * normalDensity(y / s);
  let sum = 0;
  for (let x = -reach; x <= reach; x += step) {
    for (let y = -reach; y <= reach; y += step) {
      const rest = (1 - q) * bell(x, y);
      const [p, r] = [rest + q * bell(x - one[0], y - one[1]), rest + q * bell(x - other[0], y - other[1])];
      sum += Math.max(0, p - exp(epsilon) * r);
    }
  }
  return (sum * step * step) / (s * s);
}

describe("the loss of a replaced record in a Poisson sample", () => {
  it.each([
    [0.3, 0.8, 0.5],
    [0.05, 1.1, 0.1],
    [0.9, 2, 0.3],
  ])("has the delta of its pair by quadrature: q = %d, s = %d, epsilon = %d", (q, s, epsilon) => {
    const side = (x: number, move: number) => ((1 - q) * normalDensity(x / s) + q * normalDensity((x - move) / s)) / s;
    const { value } = integrate((x) => Math.max(0, side(x, 1) - exp(epsilon) * side(x, -1)), {
      lower: -12 * s,
      upper: 1 + 12 * s,
      kinks: [0, 0.5, 1],
      relativeTolerance: 1e-9,
    });
    const loss = replacedGaussianPld({ noiseMultiplier: s, samplingRate: q });
    const found = pldDelta({ events: [{ loss, times: 1 }], epsilon });
    expect(found.lower).toBeLessThanOrEqual(value * (1 + 1e-7));
    expect(found.upper).toBeGreaterThanOrEqual(value * (1 - 1e-7));
    expect(found.upper / found.lower).toBeLessThan(1.01);
  });

  it("is that of a Gaussian of sensitivity 2 without sampling", () => {
    const at = (loss: ReturnType<typeof gaussianPld>) => pldEpsilon({ events: [{ loss, times: 10 }], delta: 1e-5 });
    const replaced = at(replacedGaussianPld({ noiseMultiplier: 8, samplingRate: 1 }));
    expect(replaced).toEqual(at(gaussianPld({ sigma: 8, sensitivity: 2 })));
  });

  it("loses about twice what adding or removing does", () => {
    const events = (loss: ReturnType<typeof gaussianPld>) => [{ loss, times: 1000 }];
    const parameters = { noiseMultiplier: 2, samplingRate: 0.02 };
    const swap = pldEpsilon({ events: events(replacedGaussianPld(parameters)), delta: 1e-6 });
    const addRemove = pldEpsilon({ events: events(subsampledGaussianPld(parameters)), delta: 1e-6 });
    expect(swap.lower / addRemove.upper).toBeGreaterThan(1.8);
    expect(swap.upper / addRemove.lower).toBeLessThan(2.2);
  });

  it("is no less than that of moves at any other angle, or shorter ones", () => {
    for (const epsilon of [0.1, 0.6]) {
      const shape = { q: 0.4, s: 0.7, epsilon };
      const worst = planeDelta([1, 0], [-1, 0], shape);
      const half = Math.sqrt(0.5);
      const others: Point[] = [
        [1, 0],
        [half, half],
        [0, 1],
        [-half, half],
        [-0.5, 0],
        [0, 0],
      ];
      for (const other of others) {
        expect(planeDelta([1, 0], other, shape)).toBeLessThan(worst);
        expect(planeDelta(other, [1, 0], shape)).toBeLessThan(worst);
      }
    }
  });

  it("refuses a rate of 0 and noise that is none", () => {
    expect(() => replacedGaussianPld({ noiseMultiplier: 1, samplingRate: 0 })).toThrow("samplingRate must be above 0");
    expect(() => replacedGaussianPld({ noiseMultiplier: 0, samplingRate: 1 })).toThrow("noiseMultiplier must be");
  });
});
