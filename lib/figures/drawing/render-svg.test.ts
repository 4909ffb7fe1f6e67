import { describe, expect, it } from "vitest";
import type { FigureContent } from "../figure-content.ts";
import type { ScatterTrace } from "../plotly.ts";
import { examples } from "../reference/examples.ts";
import { renderSvg } from "./render-svg.ts";

const { data, layout } = examples.rate();
const [first] = data as readonly ScatterTrace[];
const points = data.find((trace) => (trace as ScatterTrace).mode === "markers") as ScatterTrace;

/** A figure whose only trace is the first of the example, changed. */
function changed(part: object, trace: ScatterTrace = first): Pick<FigureContent, "data" | "layout"> {
  return { data: [{ ...trace, ...part } as never], layout };
}

describe("renderSvg", () => {
  it.each<[object, string]>([
    [{ type: "violin" }, 'our renderer cannot draw data[0] of type "violin"'],
    [{ stackgroup: "one" }, "our renderer cannot draw data[0].stackgroup of a scatter trace"],
    [{ mode: "text" }, 'our renderer cannot draw data[0].mode "text"'],
    [{ fill: "tonexty" }, 'our renderer cannot draw data[0].fill "tonexty"'],
    [
      { line: { color: "#000000", width: 1, dash: "dashdot" } },
      'line.dash must be "solid" or lengths like "5px,3px", got "dashdot"',
    ],
    [{ line: { color: "red", width: 1 } }, 'color must be #rrggbb in small letters or rgba(r, g, b, a), got "red"'],
    [{ xaxis: "x9" }, "xaxis9 must be among the axes of the layout, got undefined"],
    [{ x: [1, 2, 3] }, "data[0].y must be of length 3, got an array of length 7"],
    [{ y: [1, 1, 1, 0, 1, 1, 1] }, "value on a log axis must be positive, got 0"],
    [{ name: "<b>bold</b>", showlegend: true }, "text must be free of tags other than <br>"],
  ])("draws no wrong picture of %j", (part, message) => {
    expect(() => renderSvg(changed(part))).toThrow(message);
  });

  it("names the symbols that it knows", () => {
    const marker = { ...points.marker, symbol: "star" };
    expect(() => renderSvg(changed({ marker }, points))).toThrow(
      'marker.symbol must be one of circle, square, diamond, triangle-up, triangle-down, cross, x, or one of these with -open, got "star"',
    );
  });

  it("refuses parts of a layout that it does not draw", () => {
    expect(() => renderSvg({ data, layout: { ...layout, images: [] } })).toThrow(
      "our renderer cannot draw layout.images",
    );
  });

  it("draws a point where the axes say", () => {
    const { margin, width, height } = layout;
    const axes = {
      xaxis: { ...(layout.xaxis as object), range: [0, 2] },
      yaxis: { ...(layout.yaxis as object), range: [-1, 1] },
    };
    const { error_y: _, ...bare } = points;
    const svg = renderSvg({ data: [{ ...bare, x: [10], y: [1], showlegend: false }], layout: { ...layout, ...axes } });
    const x = margin.l + (width - margin.l - margin.r) / 2;
    const y = margin.t + (height - margin.t - margin.b) / 2;
    expect(svg).toContain(`<path d="M${x - 2.5} ${y}A2.5 2.5 0 1 1 ${x + 2.5} ${y}`);
  });

  it("keeps lines inside their axes", () => {
    const svg = renderSvg(changed({ x: [1, 1e9], y: [1e-9, 1e9], showlegend: false }));
    const right = layout.width - layout.margin.r;
    for (const [, x] of svg.matchAll(/[ML](-?[\d.]+) /g)) expect(Number(x)).toBeLessThanOrEqual(right + 0.01);
  });

  it("escapes what XML reserves", () => {
    expect(renderSvg(changed({ name: 'P[X > t] & "a" < b', showlegend: true }))).toContain(
      "P[X &gt; t] &amp; &quot;a&quot; &lt; b",
    );
  });
});
