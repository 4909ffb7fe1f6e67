import { describe, expect, it } from "vitest";
import { audit } from "../../auditing/mechanism-audit.ts";
import { gaussianDp, pure } from "../../privacy/guarantees/guarantee.ts";
import { stream } from "../../random/stream.ts";
import { treeLevels, treeSum } from "./tree-sum.ts";

const bits = { lower: 0, upper: 1 };

describe("treeSum", () => {
  it("has 10 levels at T = 1000, Var(v_1000) = 1200 and a mean variance of 987.6 (claims 14)", () => {
    const counter = treeSum({ horizon: 1000, records: bits, guarantee: pure(1), neighbours: "event" });
    expect(treeLevels(1000)).toBe(10);
    expect(counter.variance(1000)).toBe(1200);
    let sum = 0;
    for (let t = 1; t <= 1000; t++) sum += counter.variance(t);
    expect(Math.abs(sum / 1000 - 987.6)).toBeLessThan(0.05);
  });

  it("is audited exactly at epsilon for every horizon, powers of two and 1 among them", () => {
    for (const horizon of [1, 2, 3, 4, 7, 8, 9, 64, 100]) {
      const counter = treeSum({ horizon, records: bits, guarantee: pure(0.7), neighbours: "event" });
      const found = audit(counter.measured);
      expect(found.verdict).toBe("holds");
      expect(Math.abs(found.lowerBound - 0.7)).toBeLessThan(1e-12);
    }
  });

  it("gives the same bits one by one and all at once", () => {
    const counter = treeSum({
      horizon: 100,
      records: { dimension: 3, radius: 2 },
      guarantee: gaussianDp(0.5),
      neighbours: "zero-out",
    });
    const records = Float64Array.from({ length: 300 }, (_, i) => ((7 * i) % 11) - 5);
    const session = counter.start();
    const random = stream(1, "tree");
    const one: number[] = [];
    for (let t = 0; t < 100; t++) one.push(...session.push(records.subarray(3 * t, 3 * t + 3), random));
    expect([...counter.release(records, stream(1, "tree"))]).toEqual(one);
    expect(session.time).toBe(100);
    expect(() => session.push(new Float64Array(3), random)).toThrow(
      "the number of records must be at most the horizon, 100, got 101",
    );
  });
});
