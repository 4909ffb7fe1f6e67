import { describe, expect, it } from "vitest";
import { coverageFigure } from "./coverage-figure.ts";
import { densityFigure } from "./density-figure.ts";
import type { ScatterTrace } from "./plotly.ts";
import { rateFigure } from "./rate-figure.ts";
import type { SeriesPanel } from "./series-panels.ts";

function rate(...panels: SeriesPanel[]) {
  return rateFigure({ caption: "A test", source: "none", x: { label: "n" }, y: { label: "risk" }, panels });
}

const series = (name: string) => ({ name, x: [1, 10], y: [1, 0.1] });
const lines = (panel: SeriesPanel) => (rate(panel).data as readonly ScatterTrace[]).map(({ line }) => line?.dash);

describe("series in panels", () => {
  it("keep their colour and symbol from panel to panel", () => {
    const { data } = rate({ estimates: [series("a"), series("b")] }, { estimates: [series("b")] });
    const [, first, second] = data as readonly ScatterTrace[];
    expect(second.marker).toEqual(first.marker);
    expect(second.showlegend).toBe(false);
  });

  it("share the colour with their theory", () => {
    const panel = {
      estimates: [series("a"), series("b")],
      theory: [{ ...series("bound of b"), of: "b", role: "bound" as const }],
    };
    const [bound, , b] = rate(panel).data as readonly ScatterTrace[];
    expect(bound.line?.color).toBe(b.marker?.color);
    expect(() => rate({ theory: [{ ...series("lost"), of: "c" }], estimates: [series("a")] })).toThrow(
      'of, in "lost", must be one of a, got "c"',
    );
  });

  it("have one solid line of theory, the first exact one, and broken lines that differ", () => {
    const dashes = lines({ theory: [{ ...series("bound"), role: "bound" }, series("exact"), series("exact too")] });
    expect(dashes[1]).toBe("solid");
    expect(new Set(dashes).size).toBe(3);
  });

  it("share the ranges of their axes, so that only the first is labelled", () => {
    const { layout } = rate({ estimates: [series("a")] }, { estimates: [{ name: "a", x: [100], y: [1e-3] }] });
    expect(layout.yaxis).toMatchObject({ range: (layout.yaxis2 as { range: unknown }).range, showticklabels: true });
    expect(layout.yaxis2).toMatchObject({ showticklabels: false, title: { text: "" } });
  });

  it("have a range and labels each where an axis says so", () => {
    const panels = [{ estimates: [series("a")] }, { estimates: [{ name: "a", x: [1, 10], y: [1e-6, 1e-5] }] }];
    const y = { label: "risk", ownRanges: true };
    const { layout } = rateFigure({ caption: "A test", source: "none", x: { label: "n" }, y, panels });
    expect(layout.yaxis).toMatchObject({ range: [-1.05, 0.05], showticklabels: true });
    expect(layout.yaxis2).toMatchObject({ range: [-6.05, -4.95], showticklabels: true });
    expect(layout.xaxis2).toMatchObject({ range: (layout.xaxis as { range: unknown }).range });
  });

  it("leave the legend to others where they say so", () => {
    const curve = { ...series("further points"), of: "a", legend: false };
    const band = { name: "box", of: "a", x: [1, 10], lower: [0.5, 0.05], upper: [2, 0.2], legend: false };
    const { data } = rate({ bands: [band], theory: [curve], estimates: [series("a")] });
    expect(data.filter(({ showlegend }) => showlegend).map(({ name }) => name)).toEqual(["a"]);
  });

  it("are labelled at the places that an axis names", () => {
    const axis = { label: "ε", ticks: [1, 4] };
    const panels = [{ estimates: [{ name: "a", x: [1, 4], y: [1, 0.1] }] }];
    const { layout } = rateFigure({ caption: "A test", source: "none", x: axis, y: { label: "risk" }, panels });
    expect(layout.xaxis).toMatchObject({ tickmode: "array", tickvals: [1, 4], ticktext: ["1", "4"] });
  });

  it("lie over their bands", () => {
    const band = { name: "spread of a", of: "a", x: [1, 10], lower: [0.5, 0.05], upper: [2, 0.2] };
    const [area, points] = rate({ bands: [band], estimates: [series("a")] }).data as readonly ScatterTrace[];
    expect(area.fill).toBe("toself");
    expect(points.mode).toBe("markers");
  });

  it("are refused without a panel, and with half a column", () => {
    expect(() => rate()).toThrow("panels must be a list of at least 1, got");
    const parts = {
      caption: "A test",
      source: "none",
      x: { label: "n" },
      y: { label: "risk" },
      panels: [{ estimates: [series("a")] }],
    };
    expect(() => rateFigure({ ...parts, columns: 0.5 })).toThrow("columns must be an integer of at least 1, got 0.5");
  });
});

describe("coverageFigure", () => {
  const parts = {
    caption: "A test",
    source: "none",
    x: { label: "n", scale: "linear" as const },
    panels: [{ estimates: [series("a")] }],
  };

  it("draws the nominal level across the whole axis, under a name if it has one", () => {
    const figure = coverageFigure({ ...parts, nominal: { name: "chance", level: 0.5 } });
    const [level] = figure.data;
    expect(level).toMatchObject({
      name: "chance",
      x: (figure.layout.xaxis as { range: unknown }).range,
      y: [0.5, 0.5],
    });
  });

  it("does without one", () => {
    expect(coverageFigure(parts).data).toHaveLength(1);
  });

  it("refuses a level that is no probability", () => {
    expect(() => coverageFigure({ ...parts, nominal: 95 })).toThrow("nominal must be between 0 and 1, got 95");
  });
});

describe("laws in a density figure", () => {
  it("have a broken line but for the first, or a solid one where they say so", () => {
    const dashes = (solid?: boolean) => {
      const laws = [series("a"), { ...series("b"), ...(solid === undefined ? {} : { solid }) }];
      const { data } = densityFigure({ caption: "A test", source: "none", x: { label: "n" }, laws });
      return (data as readonly ScatterTrace[]).map(({ line }) => line?.dash === "solid");
    };
    expect([dashes(), dashes(true), dashes(false)]).toEqual([
      [true, false],
      [true, true],
      [true, false],
    ]);
  });
});
