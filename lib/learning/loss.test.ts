import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hingeLoss, huberHingeLoss, type Loss, linearLoss, logisticLoss, squaredLoss } from "./loss.ts";
import { BLOCK, lossBlock } from "./loss-batch.ts";

const LOSSES: readonly Loss[] = [
  logisticLoss,
  hingeLoss,
  huberHingeLoss(0.5),
  huberHingeLoss(0.1),
  linearLoss,
  squaredLoss(3),
];
const prediction = fc.double({ min: -3, max: 3, noNaN: true });
const sign = fc.constantFrom(-1, 1);

describe("the logistic loss", () => {
  // mpmath, 50 digits: log(1 + e^-m), -1 / (1 + e^m), e^m / (1 + e^m)^2.
  it.each([
    [0, Math.LN2, -0.5, 0.25],
    [1, 0.31326168751822286, -0.2689414213699951, 0.19661193324148185],
    [-1, 1.3132616875182228, -0.7310585786300049, 0.19661193324148185],
    [40, 4.248354255291589e-18, -4.248354255291589e-18, 4.248354255291589e-18],
    [-40, 40, -1, 4.248354255291589e-18],
    [700, 9.85967654375977e-305, -9.85967654375977e-305, 9.85967654375977e-305],
    [-800, 800, -1, 0],
  ])("at the margin %d has the value, slope and curvature of 50 digits", (margin, value, slope, curvature) => {
    for (const label of [1, -1]) {
      const at = margin * label;
      expect(Math.abs(logisticLoss.value(at, label) / value - 1)).toBeLessThan(1e-15);
      expect(Math.abs((logisticLoss.derivative(at, label) * label) / slope - 1)).toBeLessThan(1e-15);
      expect(Math.abs(logisticLoss.curvature(at, label) - curvature)).toBeLessThanOrEqual(1e-15 * curvature);
    }
  });
});

describe("the Huber hinge", () => {
  it("is the hinge outside of its width and a parabola inside, without a jump of the slope", () => {
    const loss = huberHingeLoss(0.5);
    expect(loss.value(1.5, 1)).toBe(0);
    expect(loss.value(0.5, 1)).toBe(0.5);
    expect(loss.value(-2, 1)).toBe(3);
    expect(loss.value(1, 1)).toBe(0.125); // h / 4
    expect(loss.derivative(0.5, 1)).toBe(-1);
    expect(loss.derivative(1, -1)).toBe(1);
    expect(loss.derivative(1, 1)).toBe(-0.5);
    expect(loss.smoothness).toBe(1);
    expect(() => huberHingeLoss(0)).toThrow("halfWidth must be positive and finite, got 0");
  });
});

describe.each(LOSSES.map((loss) => [loss.name, loss] as const))("the %s loss", (_, loss) => {
  it("has the derivative of its value, and the curvature of its derivative", () => {
    const step = 1e-6;
    fc.assert(
      fc.property(prediction, sign, (p, y) => {
        // Kinks lie at margins 1, 1 - h and 1 + h.
        fc.pre([0, 0.1, -0.1, 0.5, -0.5].every((h) => Math.abs(p * y - 1 - h) > 2 * step));
        const slope = (loss.value(p + step, y) - loss.value(p - step, y)) / (2 * step);
        const bend = (loss.derivative(p + step, y) - loss.derivative(p - step, y)) / (2 * step);
        // Third derivatives are at most 1, rounding is 2^-52 times values up to 8 over the step.
        expect(Math.abs(slope - loss.derivative(p, y))).toBeLessThan(4e-9);
        expect(Math.abs(bend - loss.curvature(p, y))).toBeLessThan(4e-9);
      }),
    );
  });

  it("keeps to its constants", () => {
    fc.assert(
      fc.property(prediction, sign, (p, y) => {
        expect(Math.abs(loss.derivative(p, y))).toBeLessThanOrEqual(loss.lipschitz);
        expect(loss.curvature(p, y)).toBeLessThanOrEqual(loss.smoothness);
        expect(loss.curvature(p, y)).toBeGreaterThanOrEqual(0);
      }),
    );
    const steepest = Math.max(...[-3, 3, -40].map((p) => Math.abs(loss.derivative(Math.max(p, -3), 1))));
    expect(steepest).toBeGreaterThan(0.95 * loss.lipschitz); // the constant is not idle
  });

  it("bends no faster than its self-concordance allows", () => {
    if (loss.selfConcordance === Infinity) return expect(["hinge", "huber-hinge"]).toContain(loss.name);
    const step = 1e-5;
    fc.assert(
      fc.property(prediction, sign, (p, y) => {
        const third = (loss.curvature(p + step, y) - loss.curvature(p - step, y)) / (2 * step);
        expect(Math.abs(third)).toBeLessThanOrEqual(loss.selfConcordance * loss.curvature(p, y) + 1e-9);
      }),
    );
  });

  it("gives a block what it gives one by one", () => {
    const block = lossBlock();
    for (let i = 0; i < BLOCK; i++) {
      block.predictions[i] = (i - 100) / 17;
      block.labels[i] = i % 3 === 0 ? -1 : 1;
    }
    loss.fillAll(block, BLOCK - 1);
    const slopes = block.slopes.slice();
    loss.fillSlopes(block, BLOCK - 1);
    for (let i = 0; i < BLOCK - 1; i++) {
      const [p, y] = [block.predictions[i], block.labels[i]];
      const near = (a: number, b: number) => Math.abs(a - b) <= 4e-16 * Math.abs(b);
      expect(near(block.values[i], loss.value(p, y))).toBe(true);
      expect(near(block.slopes[i], loss.derivative(p, y)) && near(slopes[i], block.slopes[i])).toBe(true);
      expect(near(block.curvatures[i], loss.curvature(p, y))).toBe(true);
    }
    expect([block.values[BLOCK - 1], block.slopes[BLOCK - 1], block.curvatures[BLOCK - 1]]).toEqual([0, 0, 0]);
  });
});
