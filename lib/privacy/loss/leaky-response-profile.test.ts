import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { leakyResponseDelta } from "./leaky-response-profile.ts";

/** Sum of (P - e^epsilon Q)_+ over the four outcomes of claim simulation-lemma: 0, 1 and the two leaks. */
function enumerated(pureEpsilon: number, leak: number, epsilon: number): number {
  const truth = ((1 - leak) * exp(pureEpsilon)) / (1 + exp(pureEpsilon));
  const lie = (1 - leak) / (1 + exp(pureEpsilon));
  const first = [truth, lie, leak, 0];
  const second = [lie, truth, 0, leak];
  return first.reduce((sum, mass, k) => sum + Math.max(0, mass - exp(epsilon) * second[k]), 0);
}

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
          expect(Math.abs(delta - enumerated(pureEpsilon, leak, epsilon))).toBeLessThan(1e-13);
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
