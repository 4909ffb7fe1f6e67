import { describe, expect, it } from "vitest";
import { legendLayout, RIGHT_MARGIN } from "./legend-layout.ts";
import { crowdedExamples } from "./reference/crowded-examples.ts";
import { examples } from "./reference/examples.ts";
import { SCREEN_TEXT_SIZE, SCREEN_WIDTH, screenFigure, screenPanels, stillWidth, TOOLBAR_HEIGHT } from "./screen.ts";
import { textHeight, textWidth } from "./text-width.ts";

const all = Object.entries({ ...examples, ...crowdedExamples });

/** The sizes of all letters. */
function sizes(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(sizes);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    /font$/.test(key) ? [(part as { size: number }).size] : sizes(part),
  );
}

describe.each(all)("the figure %s on a screen", (_, make) => {
  const { data, layout } = screenFigure(make());

  it("is at least 640 pixels wide, and grows only where it was made for two columns", () => {
    expect(layout.width).toBeGreaterThanOrEqual(SCREEN_WIDTH);
    expect(layout.autosize === true).toBe(make().layout.width > 500);
  });

  it("has letters that can be read; powers of ten, which Plotly enlarges, are set smaller", () => {
    expect(Math.min(...sizes(layout))).toBeGreaterThanOrEqual((SCREEN_TEXT_SIZE - 0.01) / 1.25);
  });

  it("leaves paper and ink to the page", () => {
    expect(layout).not.toHaveProperty("paper_bgcolor");
    expect(layout).not.toHaveProperty("plot_bgcolor");
    expect(layout.font).not.toHaveProperty("color");
  });

  it("has room for buttons above the legend, and for the legend above the panels", () => {
    const { margin, height, width } = layout;
    const panels = height - margin.t - margin.b;
    const above = (((layout.legend as { y?: number }).y ?? 0) - 1) * panels;
    const legend = legendLayout(data, width - margin.l - margin.r + RIGHT_MARGIN, SCREEN_TEXT_SIZE);
    expect(above).toBeGreaterThanOrEqual(0);
    expect(margin.t - above - legend.height).toBeGreaterThanOrEqual(TOOLBAR_HEIGHT - 1);
  });

  it("has its caption in lines no wider than itself, and says how high that is", () => {
    const caption = layout.annotations.find(({ name }) => name === "caption");
    expect(caption?.text.replaceAll("<br>", " ")).toBe(make().caption);
    expect(textWidth(caption?.text ?? "", caption?.font.size ?? 0)).toBeLessThanOrEqual(layout.width);
    expect(caption?.height).toBeGreaterThanOrEqual(textHeight(caption?.text ?? "", caption?.font.size ?? 0));
    expect(caption?.font.size).toBeGreaterThanOrEqual(12);
    const { layout: without } = screenPanels(make());
    expect(layout.height - without.height).toBe(caption?.height);
    expect(without.annotations).toHaveLength(layout.annotations.length - 1);
  });

  it("leaves the stored figure as it was", () => {
    expect(JSON.stringify(make())).toBe(JSON.stringify(make()));
    expect(data.map(({ x, y }) => [x, y])).toEqual(make().data.map(({ x, y }) => [x, y]));
  });
});

it("a still picture of one column is shown wide enough to be read", () => {
  expect(stillWidth(examples.tail())).toBe(560);
  expect(stillWidth(examples["trade-off-multiples"]())).toBeGreaterThan(800);
});
