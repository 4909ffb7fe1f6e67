import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leakyAnswers, leakyDelta } from "../../oracles/listed-composition.ts";
import { leakyResponseDelta } from "./leaky-response-profile.ts";

describe("leakyResponseDelta", () => {
  it("is 0.28765 for randomized response with epsilon 1, read at 0.5 (claim delta-role)", () => {
    expect(leakyResponseDelta({ pureEpsilon: 1, leak: 0, epsilon: 0.5 })).toBeCloseTo(0.28765, 5);
  });

  it("is the sum over its four outcomes at every epsilon", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 8, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: -10, max: 10, noNaN: true }),
        (pureEpsilon, leak, epsilon) => {
          const delta = leakyResponseDelta({ pureEpsilon, leak, epsilon });
          const listed = leakyDelta(leakyAnswers({ epsilon: pureEpsilon, leak }), 1, epsilon);
          expect(Math.abs(delta - listed)).toBeLessThan(1e-13);
        },
      ),
    );
  });

  it("refuses a leak that is no probability", () => {
    expect(() => leakyResponseDelta({ pureEpsilon: 1, leak: 1.5, epsilon: 0 })).toThrow(
      "leak must be between 0 and 1, got 1.5",
    );
  });
});
