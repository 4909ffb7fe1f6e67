import { describe, expect, it } from "vitest";
import { hockeyStick, largestLoss } from "../../../testing/contract/audit.ts";
import { exp } from "../../numerics/exponential.ts";
import { listedMoments } from "../../oracles/listed-law.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import { secureRandom } from "../../random/secure.ts";
import { discreteLaplace } from "./discrete-laplace.ts";

const neighbours = "swap";

function moments(law: NumberLaw) {
  const sums = listedMoments(law.support, (x) => exp(law.logMass(x)));
  return { ...sums, atZero: exp(law.logMass(0)), neglected: law.neglected };
}

describe("discreteLaplace", () => {
  const law = (epsilon: number, centre: number) => discreteLaplace({ epsilon, sensitivity: 1, neighbours }).law(centre);

  it("has the golden mass at 0 and variance at epsilon 1", () => {
    const { total, variance, atZero, neglected } = moments(law(1, 0));
    expect(Math.abs(atZero / 0.46211715726000974 - 1)).toBeLessThan(1e-12);
    expect(Math.abs(variance / 1.8413471884155848 - 1)).toBeLessThan(1e-12);
    expect(Math.abs(total - 1)).toBeLessThan(1e-14);
    expect(neglected).toBeLessThan(1e-18);
  });

  // google/differential-privacy, python/dp_accounting, pld/privacy_loss_mechanism_test.py.
  it.each([
    [0.5, 0.54202002],
    [1, 0.39346934],
    [-0.5, 0.7222211],
  ])("has the published delta at parameter 0.5, distance 4, epsilon %d", (epsilon, delta) => {
    expect(Math.abs(hockeyStick(law(0.5, 0), law(0.5, 4), epsilon) - delta)).toBeLessThan(1e-7);
  });

  it("loses 2 epsilon with a = e^(-2 epsilon)", () => {
    expect(largestLoss(law(2, 0), law(2, 1))).toBeCloseTo(2, 12);
  });

  it("never states less than a rational epsilon, and takes the secure source", () => {
    const mechanism = discreteLaplace({ epsilon: { numerator: 1, denominator: 3 }, sensitivity: 1, neighbours });
    if (mechanism.guarantee.kind !== "pure") throw new Error("not pure");
    expect(mechanism.guarantee.epsilon).toBeGreaterThan(1 / 3);
    expect(mechanism.guarantee.epsilon).toBeLessThan((1 / 3) * (1 + 1e-15));
    expect(Number.isInteger(mechanism.release(5, secureRandom()))).toBe(true);
  });

  it("refuses noise too large for float64 when it is built, unless epsilon is rational", () => {
    const neighbours = "swap";
    expect(() => discreteLaplace({ epsilon: 1e-14, sensitivity: 1, neighbours })).toThrow(
      "sensitivity / epsilon must be at most 2^46 for a float64 epsilon, got 1",
    );
    expect(() => discreteLaplace({ epsilon: 1, sensitivity: 70368744177664, neighbours })).not.toThrow();
    const epsilon = { numerator: 1, denominator: 1e14 };
    expect(discreteLaplace({ epsilon, sensitivity: 1, neighbours }).guarantee).toMatchObject({ kind: "pure" });
  });

  it("has a loss distribution at any sensitivity: randomized response where its own would be too long", () => {
    const at = (sensitivity: number) => discreteLaplace({ epsilon: 1, sensitivity, neighbours: "swap" }).privacyLoss();
    expect(at(1000)?.attained).toBe(true);
    expect(at(1000)?.remove.pieces(0).atoms).toHaveLength(1001);
    expect(at(2_000_000)?.attained).toBe(false);
    expect(at(2_000_000)?.remove.pieces(0).atoms).toHaveLength(2);
  });
});
