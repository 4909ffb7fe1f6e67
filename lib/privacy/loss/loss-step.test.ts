import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anchorsOf, extentOf, fittedStep, latticeOf } from "./loss-step.ts";

const pieces = (...atoms: readonly (readonly [number, number])[]) => ({
  atoms: atoms.map(([loss, mass]) => ({ loss, mass })),
  densities: [],
  infinite: 0,
  beneath: 0,
  beyond: 0,
});

describe("fittedStep", () => {
  it("puts the first anchor on the grid, a fifth below the step wanted at the most", () => {
    const loss = fc.double({ min: 1e-3, max: 100, noNaN: true });
    fc.assert(
      fc.property(loss, loss, fc.double({ min: 1e-5, max: 1, noNaN: true }), (first, second, wanted) => {
        fc.pre(first >= wanted);
        const step = fittedStep(wanted, [
          { loss: first, weight: 2 },
          { loss: second, weight: 1 },
        ]);
        expect(Math.abs(first - step * Math.round(first / step))).toBeLessThanOrEqual(1e-15 * Math.max(1, first));
        // The fewest cells are a whole number: one more than wanted, at most.
        expect(step).toBeLessThanOrEqual(wanted * (1 + 1e-15));
        expect(first / step).toBeLessThanOrEqual(1.25 * (first / wanted + 1) * (1 + 1e-12));
      }),
    );
  });

  it("puts two losses on the grid that have a common measure, and nearly any other", () => {
    const anchors = [
      { loss: 1, weight: 1 },
      { loss: 0.7, weight: 1 },
    ];
    const step = fittedStep(0.0013, anchors);
    expect(Math.abs(0.7 / step - Math.round(0.7 / step))).toBeLessThan(1e-9);
    const other = fittedStep(1e-4, [anchors[0], { loss: Math.SQRT1_2, weight: 1 }]);
    expect(Math.SQRT1_2 / other - Math.floor(Math.SQRT1_2 / other)).toBeLessThan(0.01);
  });

  it("is the step wanted without an anchor, or where that is nearer to 0", () => {
    expect(fittedStep(0.1, [])).toBe(0.1);
    expect(fittedStep(0.1, [{ loss: 0.05, weight: 1 }])).toBe(0.1);
  });
});

describe("anchorsOf", () => {
  it("has the heaviest positive loss first, by mass and times, then the others", () => {
    const parts = [
      { pieces: pieces([-3, 0.9], [3, 0.1]), times: 2 },
      { pieces: pieces([0, 0.5], [1, 0.3]), times: 1 },
    ];
    expect(anchorsOf(parts).map(({ loss }) => loss)).toEqual([1, -3, 3]);
    expect(anchorsOf([{ pieces: pieces([-1, 1]), times: 1 }])).toEqual([]);
    expect(extentOf(parts)).toBe(3);
  });
});

describe("latticeOf", () => {
  it("is the finest if the others are multiples of it", () => {
    expect(latticeOf([0.5, 1.5, 0.5])).toBe(0.5);
    expect(latticeOf([0.1, 0.1 * 3])).toBe(0.1);
    expect(latticeOf([0.43, 1.7707])).toBe(undefined);
    expect(latticeOf([0.5, undefined])).toBe(undefined);
  });
});
