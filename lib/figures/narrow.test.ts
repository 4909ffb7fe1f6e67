import { describe, expect, it } from "vitest";
import { renderSvg } from "./drawing/render-svg.ts";
import type { FigureContent } from "./figure-content.ts";
import { legendLayout, RIGHT_MARGIN } from "./legend-layout.ts";
import { isGrid, NARROW_WIDTH, narrowPanels } from "./narrow.ts";
import type { Axis, BarTrace, Layout } from "./plotly.ts";
import { crowdedExamples } from "./reference/crowded-examples.ts";
import { examples } from "./reference/examples.ts";
import { SCREEN_TEXT_SIZE, screenPanels, TOOLBAR_HEIGHT } from "./screen.ts";
import { textHeight, textWidth } from "./text-width.ts";
import { verdictGrid } from "./verdict-grid.ts";

const every = Object.entries({ ...examples, ...crowdedExamples });
const all = every.filter(([, make]) => !isGrid(make()));

function axesOf(layout: Layout, letter: "x" | "y"): readonly Axis[] {
  const names = Object.keys(layout).filter((name) => new RegExp(`^${letter}axis\\d*$`).test(name));
  return names.map((name) => layout[name] as Axis);
}

describe.each(all)("the figure %s on a phone", (_, make) => {
  const content = make();
  const { data, layout } = narrowPanels(content);
  const wide = screenPanels(content).layout;
  const [horizontal, vertical] = [axesOf(layout, "x"), axesOf(layout, "y")];

  it("has the width of a phone, and all panels", () => {
    expect(layout.width).toBe(NARROW_WIDTH);
    expect(horizontal).toHaveLength(axesOf(wide, "x").length);
    expect(horizontal.map(({ domain }) => domain)).toEqual(horizontal.map(() => [0, 1]));
  });

  it("has its panels one above the other, in the order in which they are read, with room for labels between", () => {
    const tall = layout.height - layout.margin.t - layout.margin.b;
    const before = axesOf(wide, "y").map(({ domain }, k) => ({ top: domain[1], left: axesOf(wide, "x")[k].domain[0] }));
    const order = before.map((_, k) => k);
    order.sort((one, other) => before[other].top - before[one].top || before[one].left - before[other].left);
    const read = order.map((k) => vertical[k].domain);
    expect(read[0][1]).toBeCloseTo(1, 12);
    expect(read.at(-1)?.[0]).toBeCloseTo(0, 12);
    for (const [k, [bottom]] of read.slice(0, -1).entries()) {
      expect((bottom - read[k + 1][1]) * tall).toBeGreaterThanOrEqual(layout.margin.b - 1e-6);
    }
    for (const [bottom, top] of read) expect((top - bottom) * tall).toBeGreaterThan(50);
  });

  it("has labels and a title at every panel, where it has them at one", () => {
    for (const [letter, axes] of [
      ["x", horizontal],
      ["y", vertical],
    ] as const) {
      const isTitled = axesOf(wide, letter).some(({ title }) => title.text !== "");
      for (const axis of axes) expect([axis.showticklabels, axis.title.text !== ""]).toEqual([true, isTitled]);
    }
  });

  it("has room for the legend above the panels, and can be drawn", () => {
    const { margin, height, width, legend } = layout;
    const above = ((legend?.y ?? 0) - 1) * (height - margin.t - margin.b);
    const room = width - margin.l - margin.r + RIGHT_MARGIN;
    expect(margin.t - above - legendLayout(data, room, SCREEN_TEXT_SIZE).height).toBeGreaterThanOrEqual(
      TOOLBAR_HEIGHT - 1,
    );
    expect(renderSvg({ ...content, data, layout })).toMatch(new RegExp(`^<svg[^>]* width="${NARROW_WIDTH}`));
  });
});

describe.each(every.filter(([, make]) => isGrid(make())))("the grid %s on a phone", (_, make) => {
  const [{ data, layout }, wide] = [narrowPanels(make()), screenPanels(make())];
  const [[columns], [rows]] = [axesOf(layout, "x"), axesOf(layout, "y")];

  it("has the width of a phone, its cells where they were, and a sign in each", () => {
    expect(layout.width).toBe(NARROW_WIDTH);
    expect([columns.tickvals, rows.tickvals]).toEqual([
      axesOf(wide.layout, "x")[0].tickvals,
      axesOf(wide.layout, "y")[0].tickvals,
    ]);
    const placed = ({ x, y, base }: BarTrace) => ({ x, y, base });
    expect(data.map((trace) => placed(trace as BarTrace))).toEqual(wide.data.map((trace) => placed(trace as BarTrace)));
    const signs = (figure: Pick<FigureContent, "data">) =>
      figure.data.map((trace) => (trace as BarTrace).text?.map((text) => text.split(" ")[0]));
    expect(signs({ data })).toEqual(signs(wide));
  });

  it("has words that fit their cells, and names that fit beside and below them", () => {
    const { margin, width, height } = layout;
    const cell = (width - margin.l - margin.r) / (columns.tickvals?.length ?? 1);
    const row = (height - margin.t - margin.b) / (rows.tickvals?.length ?? 1);
    const texts = data.flatMap((trace) => (trace as BarTrace).text ?? []);
    for (const text of texts) expect(textWidth(text, SCREEN_TEXT_SIZE), text).toBeLessThan(cell);
    for (const name of rows.ticktext ?? []) {
      expect(textWidth(name, SCREEN_TEXT_SIZE), name).toBeLessThan(margin.l);
      expect(textHeight(name, SCREEN_TEXT_SIZE), name).toBeLessThan(row);
    }
    const isUpright = columns.tickangle === -90;
    for (const name of columns.ticktext ?? []) {
      const [along, down] = [textWidth(name, SCREEN_TEXT_SIZE), textHeight(name, SCREEN_TEXT_SIZE)];
      expect(isUpright ? down : along, name).toBeLessThan(isUpright ? 1.6 * cell : cell);
      expect(isUpright ? along : down, name).toBeLessThan(margin.b);
    }
    expect(cell).toBeGreaterThan(10);
    expect(renderSvg({ ...make(), data, layout } as FigureContent)).toMatch(
      new RegExp(`^<svg[^>]* width="${NARROW_WIDTH}`),
    );
  });
});

describe("bars of a stranger's figure", () => {
  it("without names stay as they are, and one text for all cells is no list of words", () => {
    const [grid] = every.map(([, make]) => make()).filter(isGrid);
    const { ticktext: _, ...xaxis } = axesOf(grid.layout, "x")[0];
    const nameless = { ...grid, layout: { ...grid.layout, xaxis } } as unknown as FigureContent;
    expect(narrowPanels(nameless)).toEqual(screenPanels(nameless));
    const data = grid.data.map((trace) => ({ ...trace, text: "x" })) as unknown as FigureContent["data"];
    expect(narrowPanels({ ...grid, data }).layout.width).toBe(NARROW_WIDTH);
  });
});

describe("a grid whose words are too long for a phone", () => {
  it("has them on a screen, and signs alone on a phone; the sign always", () => {
    const columns = ["0.1", "0.5", "1", "2", "4"];
    const cells = columns.map((column) => ({
      row: "Randomized response",
      column,
      verdict: "holds" as const,
      text: "0.913",
    }));
    const text = { caption: "Shares.", source: "made up", rowLabel: "mechanism", columnLabel: "claimed" };
    const grid = verdictGrid({ ...text, size: "two-column", rows: ["Randomized response"], columns, cells });
    const textsOf = ({ data }: Pick<FigureContent, "data">) => (data[0] as BarTrace).text;
    expect(textsOf(screenPanels(grid))).toEqual(columns.map(() => "✓ 0.913"));
    expect(textsOf(narrowPanels(grid))).toEqual(columns.map(() => "✓"));
  });
});
