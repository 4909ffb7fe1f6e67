import { describe, expect, it } from "vitest";
import { fillDiscreteLaplace, sampleDiscreteLaplace } from "./discrete-laplace.ts";
import { secureRandom } from "./secure.ts";
import { stream } from "./stream.ts";

describe("sampleDiscreteLaplace", () => {
  it.each([0, -1, Number.NaN, Infinity, 1e14, "3"])("refuses the scale %o", (value) => {
    const scale = value as number;
    const message = /^scale must be positive and at most 2\^46, got /;
    expect(() => sampleDiscreteLaplace(scale, stream(1))).toThrow(message);
    expect(() => fillDiscreteLaplace(scale, new Float64Array(1), stream(1))).toThrow(message);
  });

  it("is 0 where nothing else has room", () => {
    const draws = fillDiscreteLaplace(1e-320, new Float64Array(1000), stream(1));
    expect(draws.every((x) => Object.is(x, 0))).toBe(true);
  });

  it.each([40, 50, 7e13])("gives integers of both signs, never minus zero, at scale %d", (scale) => {
    const draws = fillDiscreteLaplace(scale, new Float64Array(20_000), stream(1));
    expect(draws.every((x) => Number.isSafeInteger(x) && !Object.is(x, -0))).toBe(true);
    expect(draws.some((x) => x < 0) && draws.some((x) => x > 0)).toBe(true);
  });

  it("is for study: its type refuses the secure source", () => {
    // @ts-expect-error: a secure source is no Stream
    expect(() => sampleDiscreteLaplace(1, secureRandom())).toThrow("random must be a stream for float64 noise");
  });
});
