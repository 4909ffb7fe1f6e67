import { describe, expect, it } from "vitest";
import { pow } from "../numerics/power.ts";
import { INK, SERIES_STYLES, seriesStyle, TEXT_SIZE, widthOf } from "./theme.ts";
import { VERDICT_STYLES } from "./verdict-style.ts";

/** CIE lightness, 0 to 100, of a colour of sRGB (IEC 61966-2-1; CIE 15). */
function lightness(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4);
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance > 216 / 24389 ? 116 * pow(luminance, 1 / 3) - 16 : (luminance * 24389) / 27;
}

function leastGap(colors: readonly string[]): number {
  const sorted = colors.map(lightness).sort((a, b) => a - b);
  return Math.min(...sorted.slice(1).map((value, k) => value - sorted[k]));
}

/** Ratio of contrast of two colours, by WCAG 2.1. */
function contrast(first: string, second: string): number {
  const luminance = (color: string) => pow((lightness(color) + 16) / 116, 3);
  const [low, high] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe("lightness", () => {
  it("is 0 for black, 100 for white and 53.585 for the grey of half strength", () => {
    expect(lightness("#000000")).toBe(0);
    expect(lightness("#ffffff")).toBeCloseTo(100, 10);
    expect(lightness("#808080")).toBeCloseTo(53.585, 3);
  });
});

describe("the series", () => {
  it("stay apart in grey, and from the black of theory", () => {
    expect(leastGap([INK, ...SERIES_STYLES.map(({ color }) => color)])).toBeGreaterThan(9);
  });

  it("differ by dash and by symbol too", () => {
    expect(new Set(SERIES_STYLES.map(({ dash }) => dash)).size).toBe(SERIES_STYLES.length);
    expect(new Set(SERIES_STYLES.map(({ symbol }) => symbol)).size).toBe(SERIES_STYLES.length);
  });

  it("are refused beyond what can be told apart", () => {
    expect(() => seriesStyle(6)).toThrow("number of series must be at most 6, got 7");
  });
});

describe("the verdicts", () => {
  const styles = Object.values(VERDICT_STYLES);

  it("stay apart in grey", () => {
    expect(leastGap(styles.map(({ fill }) => fill))).toBeGreaterThan(8);
  });

  it("have signs of their own, with contrast to their fill", () => {
    expect(new Set(styles.map(({ sign }) => sign)).size).toBe(styles.length);
    for (const { fill, text } of styles) expect(contrast(fill, text)).toBeGreaterThan(4.5);
  });
});

describe("the sizes", () => {
  it("are those of one and two columns, with letters of seven points", () => {
    expect((widthOf("one-column") * 25.4) / 96).toBeCloseTo(89, 0);
    expect((widthOf("two-column") * 25.4) / 96).toBeCloseTo(183, 0);
    expect((TEXT_SIZE * 72) / 96).toBeCloseTo(7, 10);
  });
});
