import { describe, expect, it } from "vitest";
import { hockeyStick } from "../../../testing/contract/audit.ts";
import { stream } from "../../random/stream.ts";
import { chiSquareTest } from "../../statistics/chi-square.ts";
import { gaussian } from "./gaussian.ts";

const target = { epsilon: 1, delta: 1e-5, sensitivity: 1, neighbours: "swap" } as const;

describe("gaussian", () => {
  it("has the sigma of the scalar mechanism in every dimension", () => {
    // 80-digit arithmetic on theorem 8 of Balle, Wang (2018): 3.730631634815942.
    for (const dimension of [1, 3, 100]) {
      const { sigma } = gaussian({ ...target, dimension });
      expect(sigma).toBeCloseTo(3.730631634815942, 12);
      expect(sigma).toBe(gaussian(target).sigma);
    }
  });

  it("tells apart inputs by their l2 distance alone, and loses more than delta beyond the sensitivity", () => {
    const mechanism = gaussian({ ...target, delta: 0.01, dimension: 2 });
    const deltaOf = (change: Float64Array) => {
      const laws = [new Float64Array(2), change].map((value) => mechanism.law(value));
      return hockeyStick(laws[0], laws[1], 1);
    };
    expect(deltaOf(Float64Array.of(0, 1))).toBeCloseTo(0.01, 9);
    expect(deltaOf(Float64Array.of(1, 0))).toBeCloseTo(0.01, 9);
    expect(deltaOf(Float64Array.of(0, 1.1))).toBeGreaterThan(0.012);
  });

  it("draws directions evenly: each of the eight octants equally often", () => {
    const mechanism = gaussian({ ...target, dimension: 3 });
    const random = stream(20261115, "octants");
    const observed = new Array<number>(8).fill(0);
    const centre = Float64Array.of(1, -2, 3);
    for (let k = 0; k < 8000; k++) {
      const draw = mechanism.release(centre, random);
      observed[draw.reduce((code, x, i) => 2 * code + (x > centre[i] ? 1 : 0), 0)]++;
    }
    const expected = observed.map(() => 1000);
    expect(chiSquareTest({ observed, expected }).pValue).toBeGreaterThan(1e-3);
  });
});
