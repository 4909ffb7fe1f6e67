import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { log1p } from "../../numerics/logarithm.ts";
import { findMinimum } from "../../numerics/minimum.ts";
import { sampleBall } from "../../random/sphere.ts";
import { stream } from "../../random/stream.ts";
import { box, euclideanBall } from "./convex-set.ts";
import { quadraticOnlineLoss } from "./online-loss.ts";
import { quadraticRegret, regret } from "./regret.ts";

const unitBall = euclideanBall({ centre: [0, 0], radius: 1 });
const random = stream(20261115, "regret");
const targets = Array.from({ length: 60 }, () => sampleBall(2, random).map((x) => 2 * x + 0.4));
const points = Float64Array.from(targets.flatMap((target) => [...unitBall.project(target.map((x) => -x))]));

describe("the regret", () => {
  it("of two losses on the line is what a hand calculation gives", () => {
    // Paid (0 - 1)^2 / 2 + (1/2)^2 / 2 = 0.625; the best point 1/2 pays 0.25.
    const set = box({ lower: [-1], upper: [1] });
    expect(quadraticRegret({ set, curvature: 1, targets: [[1], [0]], points: [0, 0.5] })).toEqual({
      regret: 0.375,
      gap: 0,
      best: Float64Array.of(0.5),
    });
  });

  it("of quadratic losses by the search is that of the closed form, within the gap", () => {
    for (const set of [
      unitBall,
      euclideanBall({ centre: [0, 0], radius: 0.3 }),
      box({ lower: [-1, 0.7], upper: [0.2, 2] }),
    ]) {
      const closed = quadraticRegret({ set, curvature: 3, targets, points });
      const losses = targets.map((target) => quadraticOnlineLoss({ target, curvature: 3 }));
      const found = regret({ set, losses, points });
      expect(found.gap).toBeLessThan(1e-6);
      expect(closed.regret - found.regret).toBeGreaterThan(-1e-9);
      expect(closed.regret - found.regret).toBeLessThan(found.gap + 1e-9);
    }
  });

  it("of logistic losses on the line is that of a search over all points", () => {
    const set = box({ lower: [-6], upper: [6] });
    const features = [0.9, -0.5, 0.3, -1, 0.8, 0.2];
    const losses = features.map((x) => ({
      value: (at: ArrayLike<number>) => log1p(exp(-at[0] * x)),
      gradient: (at: ArrayLike<number>) => [-x / (1 + exp(at[0] * x))],
    }));
    const total = (at: number) => losses.reduce((sum, loss) => sum + loss.value([at]), 0);
    const best = findMinimum(total, { lower: -6, upper: 6 });
    const found = regret({ set, losses, points: features.map(() => 1.5) });
    expect(found.gap).toBeLessThan(1e-8);
    expect(Math.abs(found.best[0] - best.at)).toBeLessThan(1e-5);
    expect(Math.abs(found.regret - (total(1.5) - best.value))).toBeLessThan(1e-9);
  });

  it("of losses with kinks lies between the value found and the value plus its gap", () => {
    const set = box({ lower: [-2], upper: [2] });
    const losses = [-1, 0.25, 0.5, 1.5].map((z) => ({
      value: (at: ArrayLike<number>) => Math.abs(at[0] - z),
      gradient: (at: ArrayLike<number>) => [Math.sign(at[0] - z)],
    }));
    const found = regret({ set, losses, points: losses.map(() => -2) });
    const exact = [-1, 0.25, 0.5, 1.5].reduce((sum, z) => sum + Math.abs(-2 - z) - Math.abs(0.25 - z), 0);
    expect(found.regret).toBeLessThanOrEqual(exact + 1e-12);
    expect(found.regret + found.gap).toBeGreaterThanOrEqual(exact - 1e-12);
  });

  it("does not look at the point after the last loss", () => {
    const more = Float64Array.of(...points, 9, 9);
    const asked = { set: unitBall, curvature: 1, targets };
    expect(quadraticRegret({ ...asked, points: more })).toEqual(quadraticRegret({ ...asked, points }));
  });

  it.each([
    ["points", { points: points.slice(2, -2) }],
    ["curvature", { curvature: 0 }],
    ["targets", { targets: [] }],
    ["targets[1]", { targets: targets.with(1, Float64Array.of(1)) }],
  ])("refuses wrong %s", (named, wrong) => {
    const call = () => quadraticRegret({ set: unitBall, curvature: 1, targets, points, ...wrong });
    expect(call).toThrow(RangeError);
    expect(call).toThrow(named);
  });
});
