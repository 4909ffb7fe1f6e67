import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textWidth } from "./text-width.ts";
import { TEXT_SIZE } from "./theme.ts";
import { decadeOf, positionOn, powerOfTen, type TickAxis, ticksAt, ticksOf } from "./ticks.ts";

const horizontal = { direction: "horizontal", pixels: 250 } as const;

describe("ticksAt", () => {
  const epsilons = { scale: "log", range: [-1.5, 1], ...horizontal } as const;

  it("labels all places that there is room for, in order and once", () => {
    expect(ticksAt([4, 0.1, 1, 4], epsilons).texts).toEqual(["0.1", "1", "4"]);
  });

  it("keeps both ends, and of what is too close the larger", () => {
    const { values } = ticksAt([0.05, 0.1, 0.2, 0.5, 1, 1.5, 2, 3, 3.9, 4, 6, 8], epsilons);
    expect(values[0]).toBe(0.05);
    expect(values.at(-1)).toBe(8);
    expect(values).toContain(4);
    expect(values).not.toContain(3.9);
  });

  it("labels one place where two have no room, and writes far numbers as powers", () => {
    expect(ticksAt([10, 10.001], { scale: "linear", range: [0, 20], ...horizontal }).texts).toEqual(["10.001"]);
    expect(ticksAt([1e-6, 1], { scale: "log", range: [-7, 1], ...horizontal }).texts).toEqual(["10⁻⁶", "1"]);
  });
});

describe("ticksOf", () => {
  it.each<[Pick<TickAxis, "scale" | "range">, string]>([
    [{ scale: "linear", range: [0, 1] }, "0.0 0.2 0.4 0.6 0.8 1.0"],
    [{ scale: "linear", range: [-1, 1] }, "−1.0 −0.5 0.0 0.5 1.0"],
    [{ scale: "linear", range: [0, 6] }, "0 1 2 3 4 5 6"],
    [{ scale: "linear", range: [0, 4e6] }, "0 10⁶ 2×10⁶ 3×10⁶ 4×10⁶"],
    [{ scale: "linear", range: [0.99, 1] }, "0.990 0.992 0.994 0.996 0.998 1.000"],
    [{ scale: "log", range: [-3, 2] }, "10⁻³ 10⁻² 10⁻¹ 1 10 10²"],
    [{ scale: "log", range: [-30, 0] }, "10⁻³⁰ 10⁻²⁵ 10⁻²⁰ 10⁻¹⁵ 10⁻¹⁰ 10⁻⁵ 1"],
    [{ scale: "log", range: [0, 1.5] }, "1 2 5 10 20"],
    [{ scale: "log", range: [-1, -0.5] }, "0.10 0.15 0.20 0.25 0.30"],
  ])("labels %j with %s", (axis, texts) => {
    expect(ticksOf({ ...axis, ...horizontal }).texts.join(" ")).toBe(texts);
  });

  it("keeps labels apart and inside the range, on any axis", () => {
    const ends = fc.tuple(
      fc.double({ min: -20, max: 20, noNaN: true }),
      fc.double({ min: 0.01, max: 40, noNaN: true }),
    );
    fc.assert(
      fc.property(
        ends,
        fc.constantFrom("linear", "log"),
        fc.integer({ min: 60, max: 700 }),
        ([low, span], scale, pixels) => {
          const axis = { scale, range: [low, low + span], direction: "horizontal", pixels } as const;
          const { values, texts } = ticksOf(axis);
          const places = values.map((value) => positionOn(axis, value) * pixels);
          for (const place of places) {
            expect(place).toBeGreaterThan(-0.01);
            expect(place).toBeLessThan(pixels + 0.01);
          }
          for (let k = 1; k < places.length; k++) {
            const half = (textWidth(texts[k], TEXT_SIZE) + textWidth(texts[k - 1], TEXT_SIZE)) / 2;
            expect(places[k] - places[k - 1]).toBeGreaterThan(half);
          }
        },
      ),
    );
  });

  it("refuses a range that does not increase", () => {
    expect(() => ticksOf({ scale: "linear", range: [1, 1], ...horizontal })).toThrow("range must be increasing");
  });
});

describe("decadeOf", () => {
  it("is exact at every power of ten", () => {
    for (let exponent = -307; exponent <= 308; exponent++) expect(decadeOf(powerOfTen(exponent))).toBe(exponent);
  });
});
