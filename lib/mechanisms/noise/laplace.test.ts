import { describe, expect, it } from "vitest";
import { hockeyStick, largestLoss } from "../../../testing/contract/audit.ts";
import { laplace } from "./laplace.ts";

const law = (centre: number, scale: number) =>
  laplace({ epsilon: 1 / scale, sensitivity: 1, neighbours: "swap" }).law(centre);

describe("laplace", () => {
  // google/differential-privacy, python/dp_accounting, pld/privacy_loss_mechanism_test.py.
  it.each([
    [1, 1, 0, 0.39346934],
    [2, 4, 0.5, 0.52763345],
  ])("has the published delta at scale %d, distance %d, epsilon %d", (scale, distance, epsilon, delta) => {
    expect(Math.abs(hockeyStick(law(0, scale), law(distance, scale), epsilon) - delta)).toBeLessThan(1e-7);
  });

  it("loses sqrt 2 times epsilon if the standard deviation is taken for the scale", () => {
    const scale = Math.SQRT1_2;
    expect(largestLoss(law(0, scale), law(1, scale))).toBeCloseTo(Math.SQRT2, 12);
  });

  it("loses in proportion to the distance of its inputs", () => {
    for (const distance of [0.1, 0.5, 1, 3])
      expect(largestLoss(law(0, 2), law(distance, 2))).toBeCloseTo(distance / 2, 12);
  });
});
