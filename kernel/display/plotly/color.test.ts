import { describe, expect, it } from "vitest";
import { inkOn, mix, opaque, parseColor } from "./color.ts";
import { colorAt, colorScaleOf } from "./color-scale.ts";

describe("a colour", () => {
  /** CSS Color Module Level 3: sections 4.2.1, 4.2.2, 4.2.4 (with its example hsl(120, 100%, 50%) = lime) and 4.3. */
  it.each([
    ["#f0a", [255, 0, 170, 1]],
    ["#ff00aa", [255, 0, 170, 1]],
    ["#ff00aa80", [255, 0, 170, 128 / 255]],
    ["Rebeccapurple", [102, 51, 153, 1]],
    ["rgb(1, 2, 3)", [1, 2, 3, 1]],
    ["rgb(100%,0%,50%)", [255, 0, 127.5, 1]],
    ["rgba(300, -5, 3, 0.25)", [255, 0, 3, 0.25]],
    ["hsl(120, 100%, 50%)", [0, 255, 0, 1]],
    ["hsla(240, 100%, 25%, 50%)", [0, 0, 127.5, 0.5]],
    ["transparent", [0, 0, 0, 0]],
  ])("is read as CSS writes it: %s", (text, [red, green, blue, alpha]) => {
    const color = parseColor(text);
    for (const [name, value] of Object.entries({ red, green, blue, alpha })) {
      expect(color?.[name as "red"]).toBeCloseTo(value as number, 10);
    }
  });

  it.each(["", "#12345", "constructor", "rgb(1,2)", "rgb(a,b,c)", 5, null, undefined, {}, "x".repeat(1e6)])(
    "is none if it is %s",
    (value) => expect(parseColor(value)).toBeUndefined(),
  );

  it("is written on in white where it is dark", () => {
    expect(inkOn(opaque(0, 0, 128))).toEqual(opaque(255, 255, 255));
    expect(inkOn(opaque(255, 255, 0))).toEqual(opaque(68, 68, 68));
    expect(inkOn({ ...opaque(0, 0, 0), alpha: 0.1 })).toEqual(opaque(68, 68, 68));
  });
});

describe("a scale of colours", () => {
  const scaleOf = (settings: Readonly<Record<string, unknown>>, values: readonly unknown[], letter: "z" | "c" = "z") =>
    colorScaleOf(settings, letter, { values, usual: {} });

  it("goes from the lowest to the highest value", () => {
    const scale = scaleOf(
      {
        colorscale: [
          [0, "black"],
          [1, "white"],
        ],
      },
      [3, null, 1, Number.NaN, 2],
    );
    expect([scale.low, scale.high]).toEqual([1, 3]);
    expect(colorAt(scale, 2)).toEqual(opaque(127.5, 127.5, 127.5));
    expect(colorAt(scale, -100)).toEqual(opaque(0, 0, 0));
    expect(colorAt(scale, 100)).toEqual(opaque(255, 255, 255));
  });

  it("may be told its ends or its middle, and may be turned round", () => {
    expect(scaleOf({ zmin: -1, zmax: 7 }, [1, 2])).toMatchObject({ low: -1, high: 7 });
    expect(scaleOf({ zmid: 0 }, [-1, 3])).toMatchObject({ low: -3, high: 3 });
    expect(colorAt(scaleOf({ colorscale: "Greys", reversescale: true }, [0, 1]), 0)).toEqual(opaque(255, 255, 255));
    expect(scaleOf({}, [5, 5]).low).toBeLessThan(scaleOf({}, [5, 5]).high);
  });

  /** As plotly.js 4.1.2 draws them. */
  it("is Plotly's where none is told: by the signs of the values for markers, always the same for cells", () => {
    expect(colorAt(scaleOf({}, [1, 3], "c"), 1)).toEqual(opaque(220, 220, 220));
    expect(colorAt(scaleOf({}, [-1, -3], "c"), -3)).toEqual(opaque(5, 10, 172));
    expect(colorAt(scaleOf({}, [-1, 3], "c"), 3)).toEqual(opaque(178, 10, 28));
    expect(colorAt(scaleOf({}, [1, 3]), 1)).toEqual(opaque(5, 10, 172));
    expect(colorAt(scaleOf({ colorscale: "Viridis" }, [0, 1]), 0)).toEqual(opaque(68, 1, 84));
  });

  it("passes through its stops", () => {
    const scale = scaleOf({ colorscale: "Jet" }, [0, 8]);
    expect(colorAt(scale, 3)).toEqual(opaque(5, 255, 255));
    expect(colorAt(scale, 4)).toEqual(mix(opaque(5, 255, 255), opaque(255, 255, 0), 0.5));
  });
});
