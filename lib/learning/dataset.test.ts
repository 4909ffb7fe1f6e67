import { describe, expect, it } from "vitest";
import { fillSphere } from "../random/sphere.ts";
import { stream } from "../random/stream.ts";
import { clipFeatures, type Dataset, dataset, requireDataset, requireLabels, requireUnitNorms } from "./dataset.ts";
import { logisticLoss, squaredLoss } from "./loss.ts";

const floats = (...values: readonly number[]) => Float64Array.from(values);

describe("a dataset", () => {
  it("measures the norm of every row", () => {
    const data = dataset({ features: floats(3, 4, 0, -2, 0, 0), labels: floats(1, -1, 1), columns: 2 });
    expect([data.rows, data.columns, data.largestNorm]).toEqual([3, 2, 5]);
    expect(Array.from(data.norms)).toEqual([5, 2, 0]);
  });

  it("refuses what is not a table of finite numbers", () => {
    const labels = floats(1, 1);
    expect(() => dataset({ features: floats(1, 2, 3), labels, columns: 2 })).toThrow(
      "features must be a Float64Array of 2 times 2 numbers, got an array of length 3",
    );
    expect(() => dataset({ features: floats(1, NaN), labels, columns: 1 })).toThrow("record 1 must be finite");
    expect(() => dataset({ features: floats(1, 2), labels: floats(1, Infinity), columns: 1 })).toThrow("labels[1]");
    expect(() => dataset({ features: floats(), labels: floats(), columns: 1 })).toThrow("labels must be");
    expect(() => dataset({ features: floats(1), labels: floats(1), columns: 0.5 })).toThrow("columns must be");
    const real = dataset({ features: floats(1, 2), labels, columns: 1 });
    expect(() => requireDataset({ ...real } as unknown as Dataset)).toThrow("data must be");
    expect(() => requireDataset(real)).not.toThrow();
  });

  it("shortens rows that are too long and leaves the others", () => {
    const data = dataset({ features: floats(3, 4, 0.6, 0), labels: floats(1, -1), columns: 2 });
    expect(() => requireUnitNorms(data)).toThrow(
      "the norm of every record's features must be at most 1, got a value that is not shown",
    );
    const clipped = clipFeatures(data, 1);
    expect(Array.from(clipped.features)).toEqual([3 * (1 / 5), 4 * (1 / 5), 0.6, 0]);
    expect(() => requireUnitNorms(clipped)).not.toThrow();
  });

  it("takes points of the sphere for points of norm 1, whatever the rounding", () => {
    for (const columns of [1, 2, 7, 100]) {
      const features = fillSphere(columns, new Float64Array(1000 * columns), stream(7, "norms", columns));
      requireUnitNorms(dataset({ features, labels: new Float64Array(1000), columns }));
    }
    const long = dataset({ features: floats(1 + 1e-11), labels: floats(1), columns: 1 });
    expect(() => requireUnitNorms(long)).toThrow("at most 1");
  });

  it("has the labels that the loss is meant for, or is refused", () => {
    const half = dataset({ features: floats(1), labels: floats(0.5), columns: 1 });
    expect(() => requireLabels(half, logisticLoss)).toThrow("labels[0] must be -1 or 1, got a value that is not shown");
    expect(() => requireLabels(half, squaredLoss(1))).not.toThrow();
    const two = dataset({ features: floats(1), labels: floats(-2), columns: 1 });
    expect(() => requireLabels(two, squaredLoss(1))).toThrow(
      "labels[0] must be between -1 and 1, got a value that is not shown",
    );
  });

  it("keeps its records and norms whatever is written to the arrays it was made from", () => {
    const [features, labels] = [floats(0.6, 0.8), floats(1)];
    const data = dataset({ features, labels, columns: 2 });
    features.fill(1e6);
    labels.fill(7);
    expect(Array.from(data.features)).toEqual([0.6, 0.8]);
    expect(Array.from(data.labels)).toEqual([1]);
    expect(() => requireUnitNorms(data)).not.toThrow();
    // Clipped again its records are as long as it says.
    expect(Array.from(clipFeatures(data, 0.5).norms)[0]).toBeCloseTo(0.5, 15);
    // What is written to its own arrays by force is measured.
    (data.features as Float64Array).fill(2);
    expect(() => requireUnitNorms(data)).toThrow("at most 1");
    expect(clipFeatures(data, 1).largestNorm).toBeCloseTo(1, 12);
    // @ts-expect-error: a dataset's own arrays cannot be assigned to.
    const write = () => (data.features[0] = 2);
    expect(write).toBeTypeOf("function");
  });
});
