import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { norm } from "../../numerics/smooth-objective.ts";
import { box, type ConvexSet, euclideanBall } from "./convex-set.ts";

const coordinate = fc.double({ min: -1e3, max: 1e3, noNaN: true });
const point = fc.tuple(coordinate, coordinate, coordinate).map((values) => Float64Array.from(values));
const distance = (one: Float64Array, other: Float64Array) => norm(one.map((x, j) => x - other[j]));

const ball = fc.record({ centre: point, radius: fc.double({ min: 1e-3, max: 1e3, noNaN: true }) }).map(euclideanBall);
const boxes = fc
  .tuple(point, point)
  .map(([one, other]) =>
    box({ lower: one.map((x, j) => Math.min(x, other[j])), upper: one.map((x, j) => Math.max(x, other[j])) }),
  );
const set: fc.Arbitrary<ConvexSet> = fc.oneof(ball, boxes);

describe("the projection onto a ball or a box", () => {
  it("gives a point of the set, and leaves that where it is, to the last bit", () => {
    fc.assert(
      fc.property(set, point, (convex, from) => {
        const nearest = convex.project(from);
        expect(convex.contains(nearest)).toBe(true);
        expect(convex.project(nearest)).toEqual(nearest);
      }),
    );
  });

  it("is nearest: no other point of the set is closer, and the way there makes no acute angle with the set", () => {
    fc.assert(
      fc.property(set, point, point, (convex, from, other) => {
        const nearest = convex.project(from);
        const inside = convex.project(other);
        const scale = 1 + norm(from) + norm(inside) + convex.diameter;
        expect(distance(from, nearest)).toBeLessThanOrEqual(distance(from, inside) + 1e-12 * scale);
        const angle = from.reduce((sum, x, j) => sum + (x - nearest[j]) * (inside[j] - nearest[j]), 0);
        expect(angle).toBeLessThanOrEqual(1e-12 * scale * scale);
      }),
    );
  });

  it("moves two points no farther apart", () => {
    fc.assert(
      fc.property(set, point, point, (convex, one, other) => {
        const moved = distance(convex.project(one), convex.project(other));
        expect(moved).toBeLessThanOrEqual(
          distance(one, other) + 1e-12 * (1 + norm(one) + norm(other) + convex.diameter),
        );
      }),
    );
  });

  it("writes into an array of the caller's, the point's own too", () => {
    const from = Float64Array.of(3, 4);
    const out = new Float64Array(2);
    const convex = euclideanBall({ centre: [0, 0], radius: 5 });
    expect(convex.project([6, 8], out)).toBe(out);
    expect([...out]).toEqual([3, 4]);
    expect(convex.project(from, from)).toBe(from);
    expect(box({ lower: [0, 0], upper: [1, 9] }).project(from, from)).toEqual(Float64Array.of(1, 4));
  });

  it("stays in a ball whose centre is so far that the radius is a few roundings", () => {
    const far = euclideanBall({ centre: [1e16], radius: 3 });
    expect(far.contains(far.project([0]))).toBe(true);
    expect(far.project([0])[0]).toBeGreaterThanOrEqual(1e16 - 3);
  });
});

describe("a convex set", () => {
  it("knows its diameter, and where a linear function is least", () => {
    expect(euclideanBall({ centre: [1, 2], radius: 3 }).diameter).toBe(6);
    expect(box({ lower: [0, 0], upper: [3, 4] }).diameter).toBe(5);
    expect(euclideanBall({ centre: [1, 0], radius: 2 }).lowest([0, 3])).toEqual(Float64Array.of(1, -2));
    expect(box({ lower: [0, -1], upper: [3, 4] }).lowest([2, -5])).toEqual(Float64Array.of(0, 4));
    fc.assert(
      fc.property(set, point, point, (convex, direction, other) => {
        const along = (at: Float64Array) => at.reduce((sum, x, j) => sum + x * direction[j], 0);
        const lowest = convex.lowest(direction);
        const inside = convex.project(other);
        const scale = 1 + norm(direction) * (norm(inside) + convex.diameter);
        expect(along(lowest)).toBeLessThanOrEqual(along(inside) + 1e-12 * scale);
      }),
    );
  });

  it.each([
    ["radius", () => euclideanBall({ centre: [0], radius: 0 })],
    ["radius", () => euclideanBall({ centre: [0], radius: Number.NaN })],
    ["centre", () => euclideanBall({ centre: [], radius: 1 })],
    ["centre[1]", () => euclideanBall({ centre: [0, Number.NaN], radius: 1 })],
    ["upper", () => box({ lower: [0, 0], upper: [1] })],
    ["upper[1]", () => box({ lower: [0, 2], upper: [1, 1] })],
    ["lower[0]", () => box({ lower: [-Infinity], upper: [1] })],
    ["point must be of length 2", () => euclideanBall({ centre: [0, 0], radius: 1 }).project([1])],
    ["point must be of length 1", () => box({ lower: [0], upper: [1] }).contains([1, 2])],
    ["direction must be of length 1", () => box({ lower: [0], upper: [1] }).lowest([1, 2])],
    ["out", () => box({ lower: [0], upper: [1] }).project([1], new Float64Array(2))],
  ])("refuses a wrong %s", (named, call) => {
    expect(call).toThrow(RangeError);
    expect(call).toThrow(named);
  });

  it("does not show the coordinates of a point that it refuses", () => {
    const call = () => euclideanBall({ centre: [0, 0], radius: 1 }).project([1234.5, Number.NaN]);
    expect(call).toThrow("point[1]");
    expect(call).not.toThrow("1234.5");
  });
});
