import { describe, expect, it } from "vitest";
import { sampleBall } from "../../random/sphere.ts";
import { stream } from "../../random/stream.ts";
import { box, euclideanBall } from "./convex-set.ts";
import { followTheLeader } from "./follow-the-leader.ts";
import { leaderRegretBound } from "./leader-regret-bound.ts";
import { quadraticOnlineLoss } from "./online-loss.ts";
import { quadraticRegret } from "./regret.ts";

const unitBall = euclideanBall({ centre: [0, 0], radius: 1 });
const losses = { horizon: 1024, dimension: 2, curvature: 1, lipschitz: 2, diameter: 2 };

/** Targets in the unit ball around a point, and the regret of the leader on them. */
function leaderRegret(horizon: number) {
  const random = stream(20261115, "leader", horizon);
  const targets = Array.from({ length: horizon }, () => sampleBall(2, random));
  const leader = followTheLeader({ set: unitBall, curvature: 1 });
  const points = targets.flatMap((target) => {
    const { point } = leader;
    leader.step(quadraticOnlineLoss({ target, curvature: 1 }).gradient(point));
    return [...point];
  });
  return { regret: quadraticRegret({ set: unitBall, curvature: 1, targets, points }).regret, leader, targets };
}

describe("the approximate leader", () => {
  it("stands at the mean of the targets of quadratic losses, whatever way it came", () => {
    const { leader, targets } = leaderRegret(200);
    const mean = [0, 1].map((j) => targets.reduce((sum, target) => sum + target[j], 0) / 200);
    for (const j of [0, 1]) expect(Math.abs(leader.point[j] - mean[j])).toBeLessThan(1e-13);
    expect(leader.time).toBe(200);
  });

  it("is the point of the set at which the sum of the quadratics below the losses is least", () => {
    const set = box({ lower: [-0.2, -1], upper: [0.3, 0.1] });
    const leader = followTheLeader({ set, curvature: 2, start: [0.1, 0] });
    const random = stream(20261115, "argmin");
    const seen: { point: Float64Array; gradient: Float64Array }[] = [];
    for (let t = 0; t < 12; t++) {
      const gradient = sampleBall(2, random);
      seen.push({ point: leader.point, gradient });
      leader.step(gradient);
    }
    const sum = (at: Float64Array) =>
      seen.reduce((total, { point, gradient }) => {
        const way = at.map((x, j) => x - point[j]);
        return total + gradient[0] * way[0] + gradient[1] * way[1] + way[0] * way[0] + way[1] * way[1];
      }, 0);
    const least = sum(leader.point);
    for (let k = 0; k < 200; k++) {
      const other = set.project(sampleBall(2, random));
      expect(sum(other)).toBeGreaterThanOrEqual(least - 1e-12);
    }
  });

  it("has a regret of about 1 after 1024 losses, far below its bound", () => {
    const { regret } = leaderRegret(1024);
    expect(regret).toBeGreaterThan(0.2);
    expect(regret).toBeLessThan(6);
    expect(leaderRegretBound(losses)).toBeGreaterThan(regret);
  });

  it("refuses a bad gradient, start or curvature, and stays as it was", () => {
    const leader = followTheLeader({ set: unitBall, curvature: 1 });
    leader.step([0.5, 0.25]);
    const before = leader.point;
    expect(() => leader.step([Number.NaN, 0])).toThrow("gradient[0]");
    expect(() => leader.step([1])).toThrow("gradient must be of length 2");
    expect([leader.point, leader.time]).toEqual([before, 1]);
    expect(leader.step([0, 0])).toEqual(Float64Array.of(-0.5, -0.25));
    expect(() => followTheLeader({ set: unitBall, curvature: 0 })).toThrow("curvature");
    expect(() => followTheLeader({ set: unitBall, curvature: 1, start: [1, 1] })).toThrow("start");
  });

  it("hands out copies: what is written to a point does not move the leader", () => {
    const leader = followTheLeader({ set: unitBall, curvature: 1 });
    leader.point[0] = 7;
    leader.step([0, 0])[0] = 7;
    expect(leader.point).toEqual(new Float64Array(2));
  });
});

describe("the regret bound", () => {
  it.each([
    // Scale 2 lipschitz L / epsilon with L = 11, or lipschitz L / epsilon for a declared sensitivity of 2.
    [(2 * 11) / 0.5, 5475],
    [(2 * 11) / 5, 676],
    [(4 * 11) / 0.5, 10_809],
    [(4 * 11) / 5, 1209],
  ])("at scale %d is %d, for 1024 losses in the plane", (scale, published) => {
    expect(Math.round(leaderRegretBound({ ...losses, scale }))).toBe(published);
  });

  it("without noise is G^2 / H times the sum of 1 / (t - 1/2)", () => {
    expect(leaderRegretBound({ ...losses, horizon: 2 })).toBeCloseTo(16 * (2 + 2 / 3), 12);
    expect(leaderRegretBound({ ...losses, horizon: 1, scale: 5 })).toBe(32);
  });

  it.each(["horizon", "dimension", "curvature", "lipschitz", "diameter", "scale"])("refuses a bad %s", (name) => {
    expect(() => leaderRegretBound({ ...losses, [name]: -1 })).toThrow(name);
    expect(() => leaderRegretBound({ ...losses, [name]: Number.NaN })).toThrow(name);
  });
});
