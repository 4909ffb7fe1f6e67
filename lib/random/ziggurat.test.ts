import { describe, expect, it } from "vitest";
import { fillExponential, sampleExponential } from "./exponential.ts";
import { fillGumbel, sampleGumbel } from "./gumbel.ts";
import { fillLaplace, sampleLaplace } from "./laplace.ts";
import { fillNormal, sampleNormal } from "./normal.ts";
import { secureRandom } from "./secure.ts";
import { type Stream, stream } from "./stream.ts";
import { exponentialZiggurat, normalZiggurat } from "./ziggurat.ts";

const out = new Float64Array(1);
const SCALES = "positive and at most 1e+300";
const draws: [string, string, (value: number, random: Stream) => unknown, expected?: string][] = [
  ["sampleLaplace", "scale", sampleLaplace],
  ["fillLaplace", "scale", (scale, random) => fillLaplace(scale, out, random)],
  ["sampleExponential", "scale", sampleExponential],
  ["fillExponential", "scale", (scale, random) => fillExponential(scale, out, random)],
  ["sampleNormal", "sigma", (sigma, random) => sampleNormal({ mean: 0, sigma }, random), SCALES],
  ["fillNormal", "sigma", (sigma, random) => fillNormal({ mean: 0, sigma }, out, random), SCALES],
  ["sampleGumbel", "scale", (scale, random) => sampleGumbel({ location: 0, scale }, random), SCALES],
  ["fillGumbel", "scale", (scale, random) => fillGumbel({ location: 0, scale }, out, random), SCALES],
];

describe("the distributions by ziggurat", () => {
  it.each(draws)(
    "%s refuses a %s that is not positive and finite",
    (_, name, draw, expected = "positive and finite") => {
      for (const value of [0, -1, Number.NaN, Infinity]) {
        expect(() => draw(value, stream(1))).toThrow(new RangeError(`${name} must be ${expected}, got ${value}`));
      }
      expect(() => draw("2" as unknown as number, stream(1))).toThrow(`${name} must be ${expected}, got "2"`);
    },
  );

  it("refuse a location that is not finite", () => {
    const mean = Number.NaN;
    expect(() => sampleNormal({ mean, sigma: 1 }, stream(1))).toThrow("mean must be finite, got NaN");
    expect(() => sampleGumbel({ location: Infinity, scale: 1 }, stream(1))).toThrow("location must be finite, got Inf");
  });

  it("are for study: their types refuse the secure source", () => {
    // @ts-expect-error: a secure source is no Stream
    expect(() => sampleLaplace(1, secureRandom())).toThrow("random must be a stream for float64 noise");
  });

  it.each([
    ["exponential", exponentialZiggurat, 9.256164544265545],
    ["normal", normalZiggurat, 4.038849846109505],
  ])("the %s table has layers of equal area below the tail", (_, { table }, tail) => {
    // Layer l: its width times the height that it adds; widths fall, heights rise to 1.
    const area = table[3] * 9007199254740992 * (table[4096 + 2] - table[4096 + 1]);
    for (let layer = 1; layer < 1024; layer++) {
      const width = table[2 * layer + 1] * 9007199254740992;
      const rise = table[4096 + layer + 1] - table[4096 + layer];
      expect(Math.abs((width * rise) / area - 1)).toBeLessThan(1e-9);
      if (layer > 1) expect(table[2 * layer + 1]).toBeLessThan(table[2 * layer - 1]);
    }
    expect(table[4096 + 1024]).toBe(1);
    expect(table[4096 + 1025]).toBe(tail);
  });
});
