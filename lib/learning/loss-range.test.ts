import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dataset } from "./dataset.ts";
import { exponentialConvex } from "./exponential-convex.ts";
import { exponentialGrid } from "./exponential-grid.ts";
import { hingeLoss, huberHingeLoss, type Loss, linearLoss, logisticLoss, squaredLoss } from "./loss.ts";
import { lossRange } from "./loss-range.ts";

const RADII = [0.05, 0.5, 0.99, 1, 1.01, 2, 10, 100];
const LOSSES: readonly (readonly [string, (radius: number) => Loss])[] = [
  ["logistic", () => logisticLoss],
  ["hinge", () => hingeLoss],
  ["huber-hinge", () => huberHingeLoss(0.1)],
  ["wide huber-hinge", () => huberHingeLoss(3)],
  ["linear", () => linearLoss],
  ["squared", squaredLoss],
  ["squared, of a longer reach", (radius) => squaredLoss(2 * radius)],
];

/** The loss of one record at the weight w, without what w does not change. */
const moved = (loss: Loss, prediction: number, label: number) => loss.value(prediction, label) - loss.value(0, label);

/** The largest difference between the losses of two records at one and the same w, over a fine net of records and weights on the line. */
function widestDifference(loss: Loss, radius: number): number {
  const labels = loss.labels === "signs" ? [-1, 1] : Array.from({ length: 41 }, (_, k) => -1 + k / 20);
  const net = Array.from({ length: 2001 }, (_, k) => -1 + k / 1000);
  // At w = radius the feature x predicts radius x: every prediction of the ball is among those of its rim.
  const [least, most] = labels
    .flatMap((label) => [...net, 1 / radius, -1 / radius].map((x) => [Math.max(-1, Math.min(1, x)), label]))
    .map(([x, label]) => moved(loss, radius * x, label))
    .reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
  return most - least;
}

describe("the range of a loss on a ball", () => {
  it("has its closed forms, below and above radius 1", () => {
    expect(lossRange(linearLoss, 3)).toBeCloseTo(6, 10);
    expect(lossRange(logisticLoss, 3)).toBeCloseTo(3, 10);
    expect(lossRange(huberHingeLoss(0.5), 3)).toBeCloseTo(4, 10);
    expect(lossRange(squaredLoss(0.5), 0.5)).toBeCloseTo(1, 10); // 2 R
    expect(lossRange(squaredLoss(1), 1)).toBeCloseTo(2, 10); // where both forms meet
    expect(lossRange(squaredLoss(3), 3)).toBeCloseTo(8, 10); // (R + 1)^2 / 2
    expect(lossRange(squaredLoss(9), 3)).toBeCloseTo(8, 10);
    expect(() => lossRange(squaredLoss(1), 2)).toThrow("radius must be at most 1, the reach of the loss, got 2");
  });

  it.each(LOSSES.flatMap(([name, make]) => RADII.map((radius) => [name, radius, make(radius)] as const)))(
    "of the %s loss at radius %d is the largest difference that two records make at one w",
    (_, radius, loss) => {
      const widest = widestDifference(loss, radius);
      expect(widest).toBeLessThanOrEqual(lossRange(loss, radius));
      expect(widest).toBeGreaterThan(0.9999 * lossRange(loss, radius));
    },
  );

  it.each([3e-16, 1.23e-12, 1e-6])("is not rounded below the slope at 0 times the width, at radius %d", (radius) => {
    expect(lossRange(logisticLoss, radius)).toBeGreaterThanOrEqual(radius);
    for (const loss of [hingeLoss, huberHingeLoss(0.1), linearLoss, squaredLoss(radius)])
      expect(lossRange(loss, radius)).toBeGreaterThanOrEqual(2 * radius);
  });

  it("bounds the difference of any two records at any w of the ball, in the plane", () => {
    const coordinate = fc.double({ min: -1, max: 1, noNaN: true });
    const unit = fc.tuple(coordinate, coordinate).map(([x, y]) => {
      const length = Math.max(1, Math.sqrt(x * x + y * y));
      return [x / length, y / length];
    });
    const label = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...RADII), unit, unit, unit, label, label, (radius, w, x, other, y, otherLabel) => {
        const dot = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1];
        for (const [, make] of LOSSES) {
          const loss = make(radius);
          const sign = (value: number) => (loss.labels === "signs" ? (value < 0 ? -1 : 1) : value);
          const one = moved(loss, radius * dot(w, x), sign(y));
          const two = moved(loss, radius * dot(w, other), sign(otherLabel));
          expect(Math.abs(one - two)).toBeLessThanOrEqual(lossRange(loss, radius));
        }
      }),
    );
  });
});

describe("the exponential mechanism for the squared loss", () => {
  /** Records (1, 1), but the first. */
  const line = (rows: number, feature: number, label: number) =>
    dataset({
      features: new Float64Array(rows).fill(1).with(0, feature),
      labels: new Float64Array(rows).fill(1).with(0, label),
      columns: 1,
    });

  it.each([
    [0.5, 200],
    [1, 200],
    [2, 3],
    [10, 200],
    [100, 200],
    [100, 5000],
  ])("loses at most epsilon in the ball of radius %d, of %d records", (radius, rows) => {
    const epsilon = 1;
    const mechanism = exponentialGrid({
      loss: squaredLoss(radius),
      regularisation: 0,
      radius,
      epsilon,
      dimension: 1,
      pointsPerAxis: rows > 1000 ? 201 : 2001, // both have the rim, where the loss is largest
    });
    const before = mechanism.logProbabilities(line(rows, 1, 1));
    for (const [feature, label] of [
      [0, 0],
      [1, -1],
      [-1, 1],
      [1 / Math.max(1, radius), -1],
    ]) {
      const after = mechanism.logProbabilities(line(rows, feature, label));
      const worst = before.reduce((most, logMass, k) => Math.max(most, Math.abs(logMass - after[k])), 0);
      expect(worst).toBeLessThanOrEqual(epsilon);
    }
  });

  it("is as sharp in the ball as on the grid", () => {
    const common = { loss: squaredLoss(10), radius: 10, epsilon: 1 };
    const ball = exponentialConvex({ ...common, regularisation: 0.1 });
    const grid = exponentialGrid({ ...common, regularisation: 0.1, dimension: 1, pointsPerAxis: 3 });
    expect(ball.sharpness(100)).toBe(grid.sharpness(100));
    expect(ball.sharpness(100)).toBeCloseTo(100 / (11 * 11), 10); // epsilon n / (2 (R + 1)^2 / 2)
  });
});
