import { describe, expect, it } from "vitest";
import { dataset } from "../learning/dataset.ts";
import { fillNormal } from "../random/normal.ts";
import { stream } from "../random/stream.ts";
import { poisoningCanary } from "./poisoning-canary.ts";

const features = fillNormal({ mean: 0, sigma: 1 }, new Float64Array(60), stream(4, "poisoned"));
const data = dataset({ features, labels: new Float64Array(20).fill(1), columns: 3 });

describe("poisoningCanary", () => {
  it("is a direction in which no other has less variance, of the length wanted", () => {
    const canary = poisoningCanary({ data, length: 5 });
    const spread = (direction: ArrayLike<number>) => {
      let sum = 0;
      for (let i = 0; i < 20; i++) {
        let along = 0;
        for (let j = 0; j < 3; j++) along += features[3 * i + j] * direction[j];
        sum += along * along;
      }
      return sum;
    };
    const least = spread(canary.features.map((x) => x / 5));
    expect(Math.sqrt(canary.features.reduce((sum, x) => sum + x * x, 0))).toBeCloseTo(5, 12);
    const random = stream(5, "directions");
    for (let k = 0; k < 500; k++) {
      const direction = fillNormal({ mean: 0, sigma: 1 }, new Float64Array(3), random);
      const length = Math.sqrt(direction.reduce((sum, x) => sum + x * x, 0));
      expect(spread(direction.map((x) => x / length))).toBeGreaterThanOrEqual(least * (1 - 1e-12));
    }
  });

  it("stands at the end of the data, as often as wanted, and scores what weights have in its direction", () => {
    const canary = poisoningCanary({ data, length: 2 });
    const poisoned = canary.poisoned(-1, 3);
    expect([poisoned.rows, poisoned.labels[19], poisoned.labels[20], poisoned.labels[22]]).toEqual([23, 1, -1, -1]);
    expect(Array.from(poisoned.features.subarray(0, 60))).toEqual(Array.from(features));
    expect(Array.from(poisoned.features.subarray(66))).toEqual(Array.from(canary.features));
    expect(canary.score(canary.features)).toBeCloseTo(2, 12);
    expect(() => canary.poisoned(1, 0)).toThrow("copies must be an integer of at least 1, got 0");
    expect(() => canary.score([1, 2])).toThrow("weights must be of length 3, got");
  });
});
