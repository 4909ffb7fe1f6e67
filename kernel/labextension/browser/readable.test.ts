import { describe, expect, it } from "vitest";
import { contrast, isDark, paintOf, readable } from "./readable.ts";

const dark = { ink: "#fff", paper: "#111" };
const light = { ink: "rgba(0, 0, 0, 0.87)", paper: "white" };
const onPaper = (color: unknown) => contrast(paintOf(color)?.rgb ?? [0, 0, 0], [17, 17, 17]);

describe("the colours of a figure on a dark page", () => {
  it("are turned round where they are greys", () => {
    const layout = { legend: { font: { color: "#000000" } }, xaxis: { gridcolor: "#e4e4e4", linecolor: "#000" } };
    const shown = readable(layout, dark) as { legend: { font: { color: string } }; xaxis: Record<string, string> };
    expect(shown.legend.font.color).toBe("rgb(255, 255, 255)");
    expect(shown.xaxis.linecolor).toBe("rgb(255, 255, 255)");
    expect(onPaper(shown.xaxis.gridcolor)).toBeLessThan(2);
    expect(readable({ color: "#ffffff" }, dark)).toEqual({ color: "rgb(17, 17, 17)" });
  });

  it.each(["#0072b2", "#e69f00", "#882255", "#009e73", "#332288", "#a6cee3", "#b2182b"])(
    "can be told from the paper: %s",
    (color) =>
      expect(
        onPaper((readable({ line: { color } }, dark) as { line: { color: string } }).line.color),
      ).toBeGreaterThanOrEqual(3),
  );

  it("keep their opacity, and stay where they can be seen", () => {
    expect(readable({ fillcolor: "rgba(230, 159, 0, 0.22)" }, dark)).toEqual({ fillcolor: "rgba(230, 159, 0, 0.22)" });
    expect(readable({ fillcolor: "rgba(51, 34, 136, 0.22)" }, dark).fillcolor).toMatch(
      /^rgba\(\d+, \d+, \d+, 0\.22\)$/,
    );
    expect(readable({ bgcolor: "rgba(0, 0, 0, 0)" }, dark)).toEqual({ bgcolor: "rgba(0, 0, 0, 0)" });
  });

  it.each([
    ["#000000", "rgb(0, 0, 0)"],
    ["#b2182b", "rgb(255, 255, 255)"],
  ])("leave the text in a bar of %s readable", (color, text) => {
    const bar = { type: "bar", marker: { color }, textfont: { size: 12, color: "#ffffff" } };
    expect(readable(bar, dark).textfont).toEqual({ size: 12, color: text });
  });

  it("are left alone in other words, in numbers, and on a light page", () => {
    const trace = { x: [1, 2], marker: { color: [1, 2], colorscale: "Viridis" }, line: { color: "teal" } };
    expect(readable(trace, dark)).toEqual(trace);
    expect(readable({ color: "#000" }, light)).toEqual({ color: "#000" });
    expect([isDark(dark), isDark(light), isDark({ ...light, paper: "#ffffff" })]).toEqual([true, false, false]);
  });
});

it("the contrast of black and white is 21, and of a colour with itself 1", () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 12);
  expect(contrast([3, 30, 60], [3, 30, 60])).toBe(1);
});
