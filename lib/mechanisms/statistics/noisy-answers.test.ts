import { describe, expect, it } from "vitest";
import { noisyAnswers } from "./noisy-answers.ts";

describe("noisyAnswers", () => {
  it("lies exactly where the number is below the probability of a lie", () => {
    const least = Number.EPSILON / 2;
    for (const lie of [0, least, 0.1, 0.25, 0.5, 1 - least]) {
      const numbers = [least, 0.1, 0.25, 0.5, lie, lie + least / 2, lie - least / 2, 1 - least].filter(
        (u) => u > 0 && u < 1,
      );
      for (const truth of [0, 1]) {
        const answers = noisyAnswers(Float64Array.from(numbers), truth, lie);
        expect([...answers]).toEqual(numbers.map((u) => (u < lie ? 1 - truth : truth)));
      }
    }
  });
});
