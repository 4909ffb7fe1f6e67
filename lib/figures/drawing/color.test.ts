import { describe, expect, it } from "vitest";
import { colorAt, cssColor, inkOn, parseColor } from "./color.ts";
import { colorScaleOf } from "./completion/color-scale.ts";

describe("a colour", () => {
  /** CSS Color Module Level 3: sections 4.2.1, 4.2.2, 4.2.4 (with its example hsl(120, 100%, 50%) = lime) and 4.3. */
  it.each([
    ["#f0a", "#ff00aa"],
    ["#FF00aa", "#ff00aa"],
    ["#ff00aa80", "rgba(255, 0, 170, 0.502)"],
    ["Rebeccapurple", "#663399"],
    ["rgb(1, 2, 3)", "#010203"],
    ["rgb(100%,0%,50%)", "#ff0080"],
    ["rgba(300, -5, 3, 0.25)", "rgba(255, 0, 3, 0.25)"],
    ["hsl(120, 100%, 50%)", "#00ff00"],
    ["hsla(240, 100%, 25%, 50%)", "rgba(0, 0, 128, 0.5)"],
    ["transparent", "rgba(0, 0, 0, 0)"],
  ])("is read as CSS writes it: %s", (text, written) => {
    const color = parseColor(text);
    expect(color && cssColor(color)).toBe(written);
  });

  it.each(["", "#12345", "constructor", "rgb(1,2)", "rgb(a,b,c)", 5, null, undefined, {}, "x".repeat(1e6)])(
    "is none if it is %s",
    (value) => expect(parseColor(value)).toBeUndefined(),
  );

  it("is written on in white where it is dark", () => {
    expect(inkOn({ red: 0, green: 0, blue: 128, alpha: 1 })).toBe("#ffffff");
    expect(inkOn({ red: 255, green: 255, blue: 0, alpha: 1 })).toBe("#000000");
    expect(inkOn({ red: 0, green: 0, blue: 0, alpha: 0.1 })).toBe("#000000");
  });
});

describe("a scale of colours", () => {
  const stops = [
    [0, "#000000"],
    [1, "#ffffff"],
  ] as const;

  it("goes from the lowest to the highest value", () => {
    const scale = colorScaleOf({ colorscale: stops }, "z", [3, null, 1, Number.NaN, 2]);
    expect(scale).toEqual({ low: 1, high: 3, stops });
    expect([-1, 0.2, 5].map((share) => colorAt(stops, share))).toEqual(["#000000", "#333333", "#ffffff"]);
  });

  it("may be given its ends or its middle, and may be turned round", () => {
    expect(colorScaleOf({ zmin: -1, zmax: 7 }, "z", [1, 2])).toMatchObject({ low: -1, high: 7 });
    expect(colorScaleOf({ zmid: 0 }, "z", [-1, 3])).toMatchObject({ low: -3, high: 3 });
    const turned = colorScaleOf({ colorscale: "Greys", reversescale: true }, "z", [0, 1]);
    expect(colorAt(turned.stops, 0)).toBe("#ffffff");
    expect(colorScaleOf({}, "z", [5, 5]).low).toBeLessThan(colorScaleOf({}, "z", [5, 5]).high);
  });

  /** As plotly.js 4.1.2 draws them. */
  it("is Plotly's where none is given: by the signs of the values for markers, always the same for cells", () => {
    const first = (letter: "z" | "c", values: readonly number[], share: number) =>
      colorAt(colorScaleOf({}, letter, values).stops, share);
    expect(first("c", [1, 3], 0)).toBe("#dcdcdc");
    expect(first("c", [-1, -3], 0)).toBe("#050aac");
    expect(first("c", [-1, 3], 1)).toBe("#b20a1c");
    expect(first("z", [1, 3], 0)).toBe("#050aac");
    expect(colorAt(colorScaleOf({ colorscale: "Viridis" }, "z", [0, 1]).stops, 0)).toBe("#440154");
  });
});
