import { describe, expect, it } from "vitest";
import { tanh } from "../numerics/hyperbolic-tangent.ts";
import { stream } from "../random/stream.ts";
import { dataset } from "./dataset.ts";
import { hiddenFeatures } from "./hidden-features.ts";
import { neuralNetwork } from "./neural-network.ts";

const network = neuralNetwork({ inputs: 2, hidden: [3, 2], classes: 4 });
const weights = network.initialWeights(stream(8, "hidden"));
const data = dataset({ features: Float64Array.of(0.5, -1, 2, 0.25), labels: Float64Array.of(-7, 9), columns: 2 });

describe("hiddenFeatures", () => {
  it("are the values of the last hidden layer, computed here unit by unit, with the labels as they were", () => {
    const { features, labels, columns, rows } = hiddenFeatures({ network, weights }, data);
    expect([columns, rows, ...labels]).toEqual([2, 2, -7, 9]);
    const layer = (start: number, entering: readonly number[], units: number) =>
      Array.from({ length: units }, (_, k) => {
        const at = start + k * (entering.length + 1);
        return tanh(entering.reduce((sum, x, j) => sum + weights[at + j] * x, 0) + weights[at + entering.length]);
      });
    for (let i = 0; i < 2; i++) {
      const first = layer(0, [data.features[2 * i], data.features[2 * i + 1]], 3);
      layer(9, first, 2).forEach((value, k) => {
        expect(features[2 * i + k]).toBeCloseTo(value, 14);
      });
    }
  });

  it("change with a record's own features alone, and refuse records of another width", () => {
    const changed = dataset({ features: Float64Array.of(0.5, -1, 9, 9), labels: data.labels.slice(), columns: 2 });
    const [one, other] = [data, changed].map((each) => hiddenFeatures({ network, weights }, each).features);
    expect(Array.from(one.slice(0, 2))).toEqual(Array.from(other.slice(0, 2)));
    expect(Array.from(one.slice(2))).not.toEqual(Array.from(other.slice(2)));
    const wide = dataset({ features: new Float64Array(3), labels: Float64Array.of(0), columns: 3 });
    expect(() => hiddenFeatures({ network, weights }, wide)).toThrow(
      "the number of features must be 2, as the network has inputs",
    );
  });
});
