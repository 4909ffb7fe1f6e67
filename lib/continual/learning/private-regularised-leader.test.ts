import { describe, expect, it } from "vitest";
import { gaussianDp, pure, zeroConcentrated } from "../../privacy/guarantees/guarantee.ts";
import { stream } from "../../random/stream.ts";
import { changepoint } from "../changepoints/changepoint.ts";
import { treeSum } from "../counters/tree-sum.ts";
import { euclideanBall } from "./convex-set.ts";
import { quadraticOnlineLoss } from "./online-loss.ts";
import { privateFollowTheLeader } from "./private-follow-the-leader.ts";
import { privateRegularisedLeader } from "./private-regularised-leader.ts";

const records = { dimension: 2, radius: 10 };
const sums = treeSum({ horizon: 64, records, guarantee: zeroConcentrated(0.5), neighbours: "zero-out" });
const silent = treeSum({ horizon: 64, records, guarantee: gaussianDp(1e12), neighbours: "event" });
const loss = quadraticOnlineLoss({ target: [1, -2], curvature: 1 });
const losses = Array.from({ length: 64 }, () => loss);

describe("the private regularised leader", () => {
  it("has the guarantee, the neighbours and the horizon of its sums", () => {
    const learner = privateRegularisedLeader({ sums, stepSize: 0.1 });
    expect(learner.guarantee).toEqual(zeroConcentrated(0.5));
    expect([learner.neighbours, learner.horizon, learner.dimension]).toEqual(["zero-out", 64, 2]);
  });

  it.each([0, 0.5, 0.9])("with hardly any noise is descent with momentum %d", (momentum) => {
    const points = privateRegularisedLeader({ sums: silent, stepSize: 0.1, momentum }).release(losses, stream(1, "a"));
    let [at, velocity] = [
      [0, 0],
      [0, 0],
    ];
    for (let t = 1; t <= 64; t++) {
      velocity = [momentum * velocity[0] + (at[0] - 1), momentum * velocity[1] + (at[1] + 2)];
      at = at.map((x, j) => x - 0.1 * velocity[j]);
      for (const j of [0, 1]) expect(Math.abs(points[2 * t + j] - at[j])).toBeLessThan(1e-7);
    }
  });

  it("stays in its set, and takes steps from its start", () => {
    const set = euclideanBall({ centre: [0, 0], radius: 0.5 });
    const points = privateRegularisedLeader({ sums, stepSize: 1, set, start: [0.3, 0.4] }).release(
      losses,
      stream(2, "b"),
    );
    expect([...points.slice(0, 2)]).toEqual([0.3, 0.4]);
    for (let t = 0; t <= 64; t++) expect(set.contains(points.slice(2 * t, 2 * t + 2))).toBe(true);
  });

  it("gives the points of its session, and clips a gradient to the radius of the sum's records", () => {
    const learner = privateRegularisedLeader({ sums: silent, stepSize: 0.1 });
    const session = learner.start();
    const random = stream(3, "c");
    const stepped = losses.flatMap(({ gradient }) => [...session.step(gradient(session.point), random)]);
    expect([0, 0, ...stepped]).toEqual([...learner.release(losses, stream(3, "c"))]);
    const far = learner.release([[60, -80]], stream(3, "c"));
    for (const [j, x] of [-0.6, 0.8].entries()) expect(Math.abs(far[2 + j] - x)).toBeLessThan(1e-9);
  });

  it("refuses a bad gradient and one after the horizon, and stays as it was", () => {
    const session = privateRegularisedLeader({ sums, stepSize: 0.1 }).start();
    const random = stream(4, "d");
    session.step([1, 0], random);
    const [point, position] = [session.point, random.position];
    expect(() => session.step([Number.NaN, 0], random)).toThrow("gradient[0]");
    expect(() => session.step([0], random)).toThrow("gradient must be of length 2");
    expect([session.point, session.time, random.position]).toEqual([point, 1, position]);
    for (let t = 1; t < 64; t++) session.step([0, 0], random);
    const last = session.point;
    expect(() => session.step([0, 0], random)).toThrow("horizon");
    expect([session.point, session.time]).toEqual([last, 64]);
  });

  it.each([
    ["stepSize", { stepSize: 0 }],
    ["momentum", { momentum: 1 }],
    ["set", { set: euclideanBall({ centre: [0], radius: 1 }) }],
    ["start", { start: [0] }],
    ["start", { set: euclideanBall({ centre: [0, 0], radius: 1 }), start: [2, 0] }],
  ])("refuses a wrong %s", (named, wrong) => {
    const call = () => privateRegularisedLeader({ sums, stepSize: 0.1, ...wrong });
    expect(call).toThrow(RangeError);
    expect(call).toThrow(named);
  });
});

describe("what a learner cannot learn with", () => {
  const scalar = treeSum({
    horizon: 3,
    records: { lower: -1, upper: 1 },
    guarantee: pure(1),
    neighbours: "event",
  });
  const learner = { curvature: 1, lipschitz: 1, horizon: 3, epsilon: 1, neighbours: "event" } as const;

  it.each([
    ["sums", "tree-sum", () => privateRegularisedLeader({ sums: scalar as never, stepSize: 0.1 })],
    ["sums", "null", () => privateRegularisedLeader({ sums: null as never, stepSize: 0.1 })],
    ["set", "null", () => privateFollowTheLeader({ ...learner, set: null as never })],
    ["model", "null", () => changepoint({ epsilon: 1, model: null as never })],
  ])("is refused by name: %s, got %s", (parameter, got, build) => {
    expect(build).toThrow(RangeError);
    expect(build).toThrow(new RegExp(`^${parameter} must be .*, got "?${got}"?$`));
  });
});
