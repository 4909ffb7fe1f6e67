import { Resvg } from "@resvg/resvg-js";
import { describe, expect, it } from "vitest";
import { type Pixels, PNG_SIGNATURE, readPixels } from "../reference/pixels.ts";
import { textBoxes } from "../reference/text-boxes.ts";
import { drawFigurePng, drawFigureSvg } from "./draw-figure.ts";

type Trace = Readonly<Record<string, unknown>>;

const WHITE = "#ffffff";
const BLUE = "#1f77b4";
const ORANGE = "#ff7f0e";

function draw(data: readonly Trace[], layout: Trace = {}): Pixels {
  return readPixels(drawFigurePng({ data, layout: { width: 320, height: 240, ...layout } }, Resvg).png);
}

function svg(data: readonly Trace[], layout: Trace = {}): string {
  return drawFigureSvg({ data, layout });
}

const words = (picture: string) => textBoxes(picture).map(({ text }) => text);
const boxOf = (picture: string, wanted: string) => textBoxes(picture).filter(({ text }) => text === wanted)[0];

describe("the picture of a figure", () => {
  const figures: readonly (readonly [string, Trace])[] = [
    ["lines", { x: [1, 2, 3], y: [4, 8, 6], mode: "lines" }],
    ["markers", { x: [1, 2, 3], y: [4, 8, 6], mode: "markers" }],
    ["an area", { y: [4, 8, 6], fill: "tozeroy" }],
    ["error bars", { y: [4, 8, 6], error_y: { array: [1, 2, 1] } }],
    ["lying error bars", { y: [4, 8, 6], error_x: { type: "constant", value: 0.2 } }],
    ["points for the graphics card", { type: "scattergl", y: [4, 8, 6] }],
    ["bars", { type: "bar", x: ["a", "b"], y: [1, 2] }],
    ["lying bars", { type: "bar", orientation: "h", y: ["a", "b"], x: [1, 2] }],
    ["a histogram", { type: "histogram", x: [1, 2, 2, 3, 3, 3] }],
    ["a lying histogram", { type: "histogram", y: [1, 2, 2, 3, 3, 3] }],
    ["boxes", { type: "box", y: [1, 2, 3, 4, 20] }],
    ["lying boxes", { type: "box", x: [1, 2, 3, 4, 20] }],
  ];

  it.each(figures)("is a PNG of twice the size in pixels, with %s in the first colour", (_, trace) => {
    const picture = drawFigurePng({ data: [trace], layout: { width: 300, height: 200 } }, Resvg);
    expect(Buffer.from(picture.png.subarray(0, 8)).toString("hex")).toBe(PNG_SIGNATURE);
    expect([picture.width, picture.height]).toEqual([300, 200]);
    const pixels = readPixels(picture.png);
    expect([pixels.width, pixels.height]).toEqual([600, 400]);
    expect(pixels.at(0, 0)).toBe(WHITE);
    const { left, right, top, bottom } = pixels.boxOf(BLUE);
    expect(right - left).toBeGreaterThan(80);
    expect(bottom - top).toBeGreaterThan(80);
  });

  it("has the size that the layout asks for, within reason", () => {
    const sizeOf = (layout: Trace) => /width="(\d+)" height="(\d+)"/.exec(svg([], layout))?.slice(1).map(Number);
    expect(sizeOf({})).toEqual([700, 450]);
    expect(sizeOf({ width: 300, height: "200" })).toEqual([300, 200]);
    expect(sizeOf({ width: -5, height: 1e9 })).toEqual([80, 4000]);
  });

  it("is the same each time", () => {
    const data = [{ type: "box", y: [1, 2, 3], boxpoints: "all" }];
    expect(svg(data, { title: "t" })).toBe(svg(data, { title: "t" }));
  });

  it("is dark on white, also where the figure wants no background", () => {
    const pixels = draw([{ y: [1, 2] }], { paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)" });
    expect(pixels.at(0, 0)).toBe(WHITE);
    expect(pixels.at(320, 100)).not.toBe("#000000");
    expect(draw([{ y: [1, 2] }], { paper_bgcolor: "#102030" }).at(0, 0)).toBe("#102030");
  });
});

describe("bars", () => {
  it("are as long as their values", () => {
    const pixels = draw([
      { type: "bar", x: ["a", "b", "c"], y: [1, 2, 4], marker: { color: ["red", "lime", "blue"] } },
    ]);
    const height = (color: string) => {
      const { top, bottom } = pixels.boxOf(color);
      return bottom - top + 1;
    };
    const unit = height("#0000ff") / 4;
    expect(Math.abs(height("#ff0000") - unit)).toBeLessThan(3);
    expect(Math.abs(height("#00ff00") - 2 * unit)).toBeLessThan(3);
    expect(pixels.boxOf("#ff0000").right).toBeLessThan(pixels.boxOf("#00ff00").left);
  });

  it("stand beside each other, or on each other where the layout says so", () => {
    const traces = [1, 2].map((value) => ({ type: "bar", x: ["a"], y: [value] }));
    const [grouped, stacked] = ["group", "stack"].map((barmode) => draw(traces, { showlegend: false, barmode }));
    expect(grouped.boxOf(BLUE).right).toBeLessThan(grouped.boxOf(ORANGE).left);
    const [below, above] = [stacked.boxOf(BLUE), stacked.boxOf(ORANGE)];
    expect(below.left).toBe(above.left);
    expect(above.bottom).toBeLessThan(below.top);
  });

  it("that lie grow to the right", () => {
    const pixels = draw([
      { type: "bar", orientation: "h", y: ["a", "b"], x: [1, 3], marker: { color: ["red", "blue"] } },
    ]);
    const [short, long] = [pixels.boxOf("#ff0000"), pixels.boxOf("#0000ff")];
    expect(short.left).toBe(long.left);
    expect(Math.abs((long.right - long.left) / (short.right - short.left) - 3)).toBeLessThan(0.05);
    expect(long.bottom).toBeLessThan(short.top);
  });

  it("on a log axis end at its lower end", () => {
    const pixels = draw([{ type: "bar", x: ["a", "b"], y: [10, 1000] }], { yaxis: { type: "log", range: [0, 4] } });
    const { top, bottom } = pixels.boxOf(BLUE);
    expect((bottom - top) / 480).toBeGreaterThan(0.5);
  });

  it("stay visible when there are more than pixels", () => {
    const pixels = draw([{ type: "bar", y: Array.from({ length: 20_000 }, (_, k) => k) }]);
    const { left, right, top, bottom } = pixels.boxOf(BLUE);
    expect(right - left).toBeGreaterThan(400);
    expect(bottom - top).toBeGreaterThan(300);
  });
});

describe("cells of a heatmap", () => {
  it("have the colours of the ends of the scale", () => {
    const colorscale = [
      [0, "#000080"],
      [1, "#ffff00"],
    ];
    const z = [
      [0, 1],
      [1, null],
    ];
    const pixels = draw([{ type: "heatmap", z, colorscale, showscale: false }]);
    const [low, high] = [pixels.boxOf("#000080"), pixels.boxOf("#ffff00")];
    expect(low.top).toBeGreaterThan(high.top); // the first row is the lowest
    expect(low.left).toBe(high.left);
    expect(pixels.at(high.right - 10, low.bottom - 10)).toBe("#ffff00");
    expect(pixels.at(high.right - 10, high.top + 10)).toBe(WHITE); // null
  });

  it("have a colour bar beside them, with its title", () => {
    const picture = svg([{ type: "heatmap", z: [[0, 10]], colorbar: { title: { text: "heat" } } }]);
    expect(words(picture)).toEqual(expect.arrayContaining(["heat", "10"]));
    expect(boxOf(picture, "heat").left).toBeGreaterThan(600);
  });

  it("of a large matrix are means of blocks", () => {
    const z = Array.from({ length: 1000 }, (_, r) => Array.from({ length: 1000 }, (_, c) => (r + c) % 2));
    expect(svg([{ type: "heatmap", z }]).length).toBeLessThan(3e6);
  });

  it("may have their numbers written in them", () => {
    const picture = svg([{ type: "heatmap", z: [[1, 0.25]], texttemplate: "%{z:.2f}", showscale: false }]);
    expect(words(picture)).toEqual(expect.arrayContaining(["1.00", "0.25"]));
  });
});

describe("a line", () => {
  it("has a gap where a value is missing, unless gaps are bridged", () => {
    const pieces = (trace: Trace) =>
      /d="([^"]*)" fill="none" stroke="#1f77b4"/
        .exec(svg([{ x: [0, 1, 2, 3, 4], mode: "lines", ...trace }]))?.[1]
        .match(/M/g)?.length;
    expect(pieces({ y: [1, 2, 3, 4, 5] })).toBe(1);
    expect(pieces({ y: [1, 2, null, 4, 5] })).toBe(2);
    expect(pieces({ y: [1, 2, null, 4, 5], connectgaps: true })).toBe(1);
  });

  it("may go in steps", () => {
    const corners = (shape: string) =>
      /d="([^"]*)" fill="none" stroke="#1f77b4"/
        .exec(svg([{ y: [1, 2], mode: "lines", line: { shape } }]))?.[1]
        .match(/L/g)?.length;
    expect(["linear", "hv", "vh", "hvh", "vhv"].map(corners)).toEqual([1, 2, 2, 3, 3]);
  });

  it("of a million points reaches as high and as low as they do", () => {
    const y = Array.from({ length: 1_000_000 }, (_, k) => (k === 777_777 ? 50 : k === 222_222 ? -50 : k % 10));
    const box = draw([{ y, mode: "lines" }]).boxOf(BLUE);
    expect(box.bottom - box.top).toBeGreaterThan(300);
  });
});

describe("axes", () => {
  it("are labelled at round numbers", () => {
    const picture = svg([{ x: [0.13, 9.7], y: [-0.0123, 0.0987] }]);
    expect(words(picture)).toEqual(expect.arrayContaining(["2", "4", "6", "8", "0.02", "0.04", "0.06", "0.08"]));
  });

  it("are labelled by powers of ten where numbers are tiny", () => {
    expect(words(svg([{ y: [1e-200, 3e-200] }]))).toContain("2×10⁻²⁰⁰");
  });

  it("are labelled as they are declared", () => {
    const xaxis = { tickvals: [0, 1], ticktext: ["none", "all"] };
    const picture = svg([{ y: [0.1, 0.2] }], { xaxis, yaxis: { tickformat: ".0%" } });
    expect(words(picture)).toEqual(expect.arrayContaining(["none", "all", "10%", "20%"]));
  });

  it("with categories name them in their order", () => {
    const places = (layout: Trace) => {
      const picture = svg([{ type: "bar", x: ["pear", "apple"], y: [1, 2] }], layout);
      return boxOf(picture, "pear").left < boxOf(picture, "apple").left;
    };
    expect(places({})).toBe(true);
    expect(places({ xaxis: { categoryorder: "category ascending" } })).toBe(false);
  });

  it("of logarithms put equal factors at equal distances", () => {
    const picture = svg([{ x: [1, 2], y: [1e-6, 1e2] }], { yaxis: { type: "log" } });
    const [one, two, three] = ["10⁻⁴", "10⁻²", "1"].map((text) => boxOf(picture, text).top);
    expect(one - two).toBeCloseTo(two - three, 1);
  });

  it("with dates are labelled in calendar units", () => {
    const labels = words(svg([{ x: ["2023-01-01", "2024-01-15"], y: [1, 2] }]));
    expect(labels).toEqual(expect.arrayContaining(["Mar", "2023", "2024"]));
  });

  it("leave room for their labels and titles, so that no text leaves the picture", () => {
    const data = [{ type: "bar", orientation: "h", y: ["a category with a name"], x: [123_456] }];
    const margin = { l: 0, r: 0, t: 0, b: 0 };
    const picture = svg(data, { margin, xaxis: { title: { text: "below" } }, title: { text: "above" } });
    for (const { left, right, top, bottom } of textBoxes(picture)) {
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(700);
      expect(bottom).toBeLessThanOrEqual(450);
    }
    expect(boxOf(picture, "a category with a name").left).toBeGreaterThanOrEqual(0);
  });

  it("of a grid lie in its cells", () => {
    const data = [{ y: [1, 2] }, { y: [1, 2], xaxis: "x2", yaxis: "y2" }];
    const picture = draw(data, { grid: { rows: 1, columns: 2, pattern: "independent" }, showlegend: false });
    expect(picture.boxOf(BLUE).right).toBeLessThan(picture.boxOf(ORANGE).left);
  });

  it("on the right have their own range", () => {
    const data = [{ y: [1, 2] }, { y: [1000, 2000], yaxis: "y2" }];
    const picture = svg(data, { yaxis2: { overlaying: "y", side: "right" } });
    expect(boxOf(picture, "2000").left).toBeGreaterThan(400);
  });
});

describe("texts", () => {
  it("are drawn as written, whatever they contain", () => {
    const names = ["a < b & c", "😀 \u0000</svg>"];
    const picture = svg(
      names.map((name) => ({ y: [1, 2], name })),
      { title: { text: "x < y" } },
    );
    expect(picture).toContain("a &lt; b &amp; c");
    expect(picture).not.toContain("\u0000");
    expect(words(picture)).toContain("x < y");
    expect(draw([{ y: [1, 2], name: "</svg>" }], { showlegend: true }).count(BLUE)).toBeGreaterThan(100);
  });
});

describe("the legend", () => {
  it("is there from the second trace on, above the axes and not on them", () => {
    expect(words(svg([{ y: [1, 2], name: "alone" }]))).not.toContain("alone");
    const picture = svg([
      { y: [1, 2], name: "first" },
      { y: [2, 1], name: "second" },
    ]);
    const frame = /<rect x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="[\d.]+" fill="none"/.exec(picture);
    expect(boxOf(picture, "second").bottom).toBeLessThan(Number(frame?.[1]));
  });

  it("says how many it has no room for", () => {
    const data = Array.from({ length: 60 }, (_, k) => ({ y: [k, k], name: `series ${k}` }));
    expect(words(svg(data)).some((text) => /^The legend names the first \d+ of 60 traces\.$/.test(text))).toBe(true);
  });
});

describe("annotations and shapes", () => {
  it("lie at their places on the axes or on the paper", () => {
    const layout = {
      xaxis: { range: [0, 10] },
      yaxis: { range: [0, 10] },
      annotations: [
        { x: 5, y: 5, text: "middle", showarrow: false },
        { x: 2, y: 8, text: "arrow", ax: 40, ay: 30 },
        { xref: "paper", yref: "paper", x: 0, y: 1.1, text: "above", showarrow: false },
      ],
      shapes: [{ type: "rect", x0: 2, x1: 4, y0: 2, y1: 4, fillcolor: "#123456", line: { width: 0 } }],
    };
    const data = [{ x: [0, 10], y: [0, 10], mode: "lines" }];
    const pixels = draw(data, { width: 700, height: 450, ...layout });
    const [line, shape] = [pixels.boxOf(BLUE), pixels.boxOf("#123456")];
    const scale = (line.right - line.left) / 10;
    expect(Math.abs(shape.left - (line.left + 2 * scale))).toBeLessThan(4);
    expect(Math.abs(shape.right - (line.left + 4 * scale))).toBeLessThan(4);
    const picture = svg(data, layout);
    const { left, right } = boxOf(picture, "middle");
    expect(Math.abs(left + right - (line.left + line.right) / 2)).toBeLessThan(4);
    expect(boxOf(picture, "above").top).toBeGreaterThan(0);
    expect(boxOf(picture, "arrow").left).toBeGreaterThan((line.left + 2 * scale) / 2);
  });

  it("of each kind are drawn, below the lines where they are to be", () => {
    const shapes = ["line", "rect", "circle"].map((type, k) => ({
      type,
      x0: 0,
      x1: 1,
      y0: 1,
      y1: 2,
      line: { color: `#11223${k}` },
      layer: k === 1 ? "below" : "above",
    }));
    const picture = svg([{ y: [1, 2], mode: "lines" }], { shapes });
    const at = (color: string) => picture.indexOf(`stroke="${color}"`);
    expect(at("#112231")).toBeGreaterThan(0);
    expect(at("#112231")).toBeLessThan(at(BLUE));
    expect(Math.min(at("#112230"), at("#112232"))).toBeGreaterThan(at(BLUE));
  });
});

describe("what is not drawn", () => {
  it("is named in the picture, and the rest is drawn", () => {
    const data = [
      { type: "surface", z: [[1, 2]] },
      { type: "pie" },
      { type: "pie" },
      { y: [1, 2], mode: "lines", line: { color: "red" } },
    ];
    expect(words(svg(data))).toContain(
      "Not drawn in this still picture: surface traces, pie traces. Open the notebook in JupyterLab to see all.",
    );
    expect(draw(data).count("#ff0000")).toBeGreaterThan(200);
    expect(words(svg([{ type: "violin" }]))).toEqual([
      "Not drawn in this still picture: violin traces. Open the notebook in JupyterLab to see all.",
    ]);
  });

  it("is named, too, where it is only a part", () => {
    const named = (data: Trace, layout: Trace = {}) => words(svg([data], layout)).join(" ");
    expect(named({ y: [1], stackgroup: "one" })).toContain("stacked areas");
    expect(named({ type: "histogram", x: [1], y: [2], histfunc: "sum" })).toContain("histograms with histfunc sum");
    expect(named({ y: [1] }, { shapes: [{ type: "path", path: "M0 0" }] })).toContain("shapes of type path");
    expect(named({ y: [1] }, { images: [{}] })).toContain("images");
  });
});
