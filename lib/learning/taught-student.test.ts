import { describe, expect, it } from "vitest";
import { gaussianDelta } from "../privacy/loss/gaussian-profile.ts";
import { stream } from "../random/stream.ts";
import { dataset } from "./dataset.ts";
import { noisyVotes } from "./noisy-votes.ts";
import { taughtStudent } from "./taught-student.ts";
import { teachers } from "./teachers.ts";

const points = Float64Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? -1 : 1) * (1 + i / 40));
const isRight = (features: Float64Array, row: number) => (features[row] > 0 ? 1 : 0);
const data = dataset({ features: points, labels: points.map((x) => (x > 0 ? 1 : 0)), columns: 1 });
const ensemble = teachers({ data, count: 20, classes: 2, train: () => isRight });
const questions = dataset({ features: Float64Array.of(-3, 2, 5, -1), labels: Float64Array.of(9, 9, 9, 9), columns: 1 });
const mechanism = noisyVotes({ classes: 2, sigma: 2, neighbours: "swap" });

describe("taughtStudent", () => {
  it("is trained on the questions with the teachers' labels, whatever labels they had", () => {
    let seen: number[] = [];
    const student = taughtStudent(
      {
        ...{ teachers: ensemble, questions, mechanism },
        train: (records) => {
          seen = Array.from(records.labels);
          return isRight;
        },
      },
      stream(1, "student"),
    );
    expect(seen).toEqual([0, 1, 1, 0]);
    expect(Array.from(student.records.labels)).toEqual(seen);
    expect(student.classify(Float64Array.of(4), 0)).toBe(1);
  });

  it("costs all answers together: the closed form of mu = sqrt(2 T) / sigma, and more than one of them", () => {
    const { epsilonAt } = taughtStudent({ teachers: ensemble, questions, mechanism, train: () => isRight }, stream(2));
    const { lower, upper } = epsilonAt(1e-5);
    const mu = Math.sqrt(2 * 4) / 2;
    expect(gaussianDelta({ epsilon: lower, mu })).toBeGreaterThan(1e-5 * 0.999);
    expect(gaussianDelta({ epsilon: upper, mu })).toBeLessThanOrEqual(1e-5 * 1.001);
  });
});
