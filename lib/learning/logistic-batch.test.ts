import { describe, expect, it } from "vitest";
import { fillNormal } from "../random/normal.ts";
import { stream } from "../random/stream.ts";
import { logisticBatch, plainLogistic } from "./logistic-batch.ts";
import { type LossBlock, lossBlock } from "./loss-batch.ts";

function filled(predictions: ArrayLike<number>): LossBlock {
  const block = lossBlock();
  for (let i = 0; i < predictions.length; i++) {
    block.predictions[i] = predictions[i];
    block.labels[i] = i % 3 === 0 ? -1 : 1;
  }
  return block;
}

function requireSame(predictions: ArrayLike<number>): void {
  for (const fill of ["fillSlopes", "fillAll"] as const) {
    const [found, expected] = [filled(predictions), filled(predictions)];
    logisticBatch[fill](found, predictions.length);
    plainLogistic[fill](expected, predictions.length);
    expect(found).toEqual(expected);
  }
}

describe("the compiled logistic loss", () => {
  it("has the bits of the plain one, for blocks of any length and margins of any size", () => {
    for (const scale of [1e-300, 1e-20, 1e-9, 0.01, 0.5, 1, 3, 30, 200])
      for (const count of [8, 9, 100, 255, 256])
        requireSame(fillNormal({ mean: 0, sigma: scale }, new Float64Array(count), stream(1, "logistic", count)));
  });

  it("has them where the logarithm and the exponential change their way, and at no margin", () => {
    const around = [0, 0.2, 0.34657359027997264, Math.LN2, 0.891598119283784, 0.8814, 1.0986, 36.04, 37.43, 707.9];
    const margins = around.flatMap((margin) => [-2, -1, 0, 1, 2].map((step) => margin * (1 + step * Number.EPSILON)));
    requireSame([...margins, ...margins.map((margin) => -margin)]);
    requireSame(new Float64Array(10));
  });

  it("leaves a block with a margin beyond 708 to the plain form, and refuses NaN as that does", () => {
    requireSame([1, 2, 3, -800, 5, 6, 7, 1e300, 9]);
    requireSame([1, 2, 3, 4, 5, 6, 7, 8, Infinity]);
    expect(() => logisticBatch.fillAll(filled(new Float64Array(9).fill(Number.NaN)), 9)).toThrow("x must be a number");
  });
});
