import { describe, expect, it } from "vitest";
import { pictureOf, svgOf } from "./picture.ts";
import { type Pixels, PNG_SIGNATURE, readPixels } from "./reference/pixels.ts";

type Trace = Readonly<Record<string, unknown>>;

const WHITE = "#ffffff";
const BLUE = "#1f77b4";
const ORANGE = "#ff7f0e";

function draw(data: readonly Trace[], layout: Trace = {}): Pixels {
  return readPixels(pictureOf({ data, layout: { width: 320, height: 240, ...layout } }).png);
}

function svg(data: readonly Trace[], layout: Trace = {}): string {
  return svgOf({ data, layout }).svg;
}

/** The texts of a picture, each with its place. */
function texts(picture: string): { readonly text: string; readonly x: number; readonly y: number }[] {
  return [...picture.matchAll(/<text x="([^"]+)" y="([^"]+)"[^>]*>(.*?)<\/text>/g)].map(([, x, y, content]) => ({
    text: (content as string).replace(/<[^>]*>/g, ""),
    x: Number(x),
    y: Number(y),
  }));
}

const words = (picture: string) => texts(picture).map(({ text }) => text);

describe("the picture of a figure", () => {
  const figures: readonly (readonly [string, Trace])[] = [
    ["lines", { x: [1, 2, 3], y: [4, 8, 6], mode: "lines" }],
    ["markers", { x: [1, 2, 3], y: [4, 8, 6], mode: "markers" }],
    ["an area", { y: [4, 8, 6], fill: "tozeroy" }],
    ["error bars", { y: [4, 8, 6], error_y: { array: [1, 2, 1] } }],
    ["points for the graphics card", { type: "scattergl", y: [4, 8, 6] }],
    ["bars", { type: "bar", x: ["a", "b"], y: [1, 2] }],
    ["lying bars", { type: "bar", orientation: "h", y: ["a", "b"], x: [1, 2] }],
    ["a histogram", { type: "histogram", x: [1, 2, 2, 3, 3, 3] }],
    ["boxes", { type: "box", y: [1, 2, 3, 4, 20] }],
    ["a violin", { type: "violin", y: [1, 2, 3, 4, 5] }],
    ["a pie", { type: "pie", labels: ["a", "b"], values: [1, 2] }],
  ];

  it.each(figures)("is a PNG of twice the size in pixels, with %s in the first colour", (_, trace) => {
    const picture = pictureOf({ data: [trace], layout: { width: 300, height: 200 } });
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
    const sizeOf = (layout: Trace) => {
      const { width, height } = svgOf({ data: [], layout });
      return [width, height];
    };
    expect(sizeOf({})).toEqual([700, 450]);
    expect(sizeOf({ width: 300, height: "200" })).toEqual([300, 200]);
    expect(sizeOf({ width: -5, height: 1e9 })).toEqual([80, 4000]);
  });

  it("is the same each time", () => {
    const figure = {
      data: [{ type: "violin", y: [1, 2, 3], points: "all" }],
      layout: { title: "t", width: 200, height: 150 },
    };
    expect(Buffer.from(pictureOf(figure).png).equals(Buffer.from(pictureOf(figure).png))).toBe(true);
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
    const [grouped, stacked] = [
      draw(traces, { showlegend: false }),
      draw(traces, { showlegend: false, barmode: "stack" }),
    ];
    expect(grouped.boxOf(BLUE).right).toBeLessThan(grouped.boxOf(ORANGE).left);
    const [below, above] = [stacked.boxOf(BLUE), stacked.boxOf(ORANGE)];
    expect(below.left).toBe(above.left);
    expect(stacked.at(below.left + 10, below.bottom - 10)).toBe(BLUE);
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

  it("stay visible when there are more than pixels", () => {
    const pixels = draw([{ type: "bar", y: Array.from({ length: 20_000 }, (_, k) => k) }]);
    expect(pixels.count(BLUE)).toBeGreaterThan(20_000);
  });
});

describe("cells of a heatmap", () => {
  it("have the colours of the ends of the scale", () => {
    const pixels = draw([
      {
        type: "heatmap",
        z: [
          [0, 1],
          [1, null],
        ],
        colorscale: [
          [0, "#000080"],
          [1, "#ffff00"],
        ],
        showscale: false,
      },
    ]);
    const [low, high] = [pixels.boxOf("#000080"), pixels.boxOf("#ffff00")];
    expect(low.top).toBeGreaterThan(high.top); // the first row is the lowest
    expect(low.left).toBe(high.left);
    expect(pixels.at(high.right - 10, low.bottom - 10)).toBe("#ffff00");
    expect(pixels.at(high.right - 10, high.top + 10)).not.toMatch("#ffff00"); // null
  });

  it("have a colour bar beside them, with its title", () => {
    const picture = svg([{ type: "heatmap", z: [[0, 10]], colorbar: { title: { text: "heat" } } }]);
    expect(words(picture)).toContain("heat");
    expect(words(picture)).toContain("10");
  });
});

describe("a line", () => {
  it("has a gap where a value is missing", () => {
    const paths = (y: unknown) => svg([{ x: [0, 1, 2, 3, 4], y, mode: "lines" }]).match(/stroke="#1f77b4"/g)?.length;
    expect(paths([1, 2, 3, 4, 5])).toBe(1);
    expect(paths([1, 2, null, 4, 5])).toBe(2);
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

  it("with categories name them in their order", () => {
    expect(words(svg([{ type: "bar", x: ["pear", "apple"], y: [1, 2] }])).slice(0, 2)).toEqual(["pear", "apple"]);
    const sorted = svg([{ type: "bar", x: ["pear", "apple"], y: [1, 2] }], {
      xaxis: { categoryorder: "category ascending" },
    });
    expect(words(sorted).slice(0, 2)).toEqual(["apple", "pear"]);
  });

  it("of logarithms put equal factors at equal distances", () => {
    const picture = svg([{ x: [1, 2], y: [1e-6, 1e2] }], { yaxis: { type: "log" } });
    const at = new Map(texts(picture).map(({ text, y }) => [text, y]));
    expect(at.has("10⁻⁴")).toBe(true);
    const [one, two, three] = ["10⁻⁴", "0.01", "1"].map((text) => at.get(text) as number);
    expect((one as number) - (two as number)).toBeCloseTo((two as number) - (three as number), 1);
  });

  it("with dates are labelled in calendar units", () => {
    expect(words(svg([{ x: ["2023-01-01", "2024-01-15"], y: [1, 2] }]))).toEqual(
      expect.arrayContaining(["Mar", "May", "2023", "2024"]),
    );
  });

  it("leave room for their labels and titles, so that no text leaves the picture", () => {
    const name = "a category with a name";
    const picture = svg([{ type: "bar", orientation: "h", y: [name], x: [123_456] }], {
      margin: { l: 0, r: 0, t: 0, b: 0 },
      xaxis: { title: { text: "below" } },
      title: { text: "above" },
    });
    for (const { x, y } of texts(picture)) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(700);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(450);
    }
    const label = texts(picture).find(({ text }) => text === name);
    expect(label?.x).toBeGreaterThan(115); // to the left of which it is written
  });

  it("of a grid lie in its cells", () => {
    const data = [{ y: [1, 2] }, { y: [1, 2], xaxis: "x2", yaxis: "y2" }];
    const picture = draw(data, { grid: { rows: 1, columns: 2, pattern: "independent" }, showlegend: false });
    expect(picture.boxOf(BLUE).right).toBeLessThan(picture.boxOf(ORANGE).left);
  });

  it("on the right have their own range", () => {
    const picture = svg([{ y: [1, 2] }, { y: [1000, 2000], yaxis: "y2" }], {
      yaxis2: { overlaying: "y", side: "right" },
    });
    const label = texts(picture).find(({ text }) => text === "2000");
    expect(label?.x).toBeGreaterThan(400);
  });
});

describe("texts", () => {
  it("are drawn as written, whatever they contain", () => {
    const picture = svg(
      [
        { y: [1, 2], name: "a < b & c" },
        { y: [1, 2], name: "😀 \u0000</svg>" },
      ],
      { title: { text: "x<y" } },
    );
    expect(picture).toContain("a &lt; b &amp; c");
    expect(picture).not.toContain("\u0000");
    expect(words(picture)).toContain("x&lt;y");
    expect(draw([{ y: [1, 2], name: "</svg>" }], { showlegend: true }).count(BLUE)).toBeGreaterThan(100);
  });

  it("know bold, raised and broken lines", () => {
    const picture = svg([], { title: { text: "<b>n</b><sup>2</sup><br>below" } });
    expect(picture).toContain('font-weight="bold">n<');
    expect(picture).toMatch(/<tspan dy="-[\d.]+" font-size="[\d.]+">2</);
    expect(words(picture)).toContain("below");
  });
});

describe("the legend", () => {
  it("is there from the second trace on, beside the plot and not on it", () => {
    expect(words(svg([{ y: [1, 2], name: "alone" }]))).not.toContain("alone");
    const picture = svg([
      { y: [1, 2], name: "first" },
      { y: [2, 1], name: "second" },
    ]);
    const entry = texts(picture).find(({ text }) => text === "second");
    const clip = /id="frame-0"><rect x="([\d.]+)"[^>]*width="([\d.]+)"/.exec(picture);
    expect(entry?.x).toBeGreaterThan(Number(clip?.[1]) + Number(clip?.[2]));
  });

  it("ends with the number of those that it has no room for", () => {
    const data = Array.from({ length: 60 }, (_, k) => ({ y: [k, k], name: `series ${k}` }));
    expect(words(svg(data)).some((text) => /^… \d+ more$/.test(text))).toBe(true);
  });
});

describe("annotations and shapes", () => {
  it("lie at their places on the axes or on the paper", () => {
    const layout = {
      xaxis: { range: [0, 10] },
      yaxis: { range: [0, 10] },
      annotations: [
        { x: 5, y: 5, text: "middle", showarrow: false },
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
    const middle = texts(svg(data, layout)).find(({ text }) => text === "middle");
    expect(Math.abs(2 * (middle?.x ?? 0) - (line.left + line.right) / 2)).toBeLessThan(4);
    expect(texts(svg(data, layout)).find(({ text }) => text === "above")?.y).toBeGreaterThan(0);
  });
});

describe("what is not drawn", () => {
  it("is named in the picture, and the rest is drawn", () => {
    const data = [
      { type: "surface", z: [[1, 2]] },
      { type: "scatter3d" },
      { y: [1, 2], mode: "lines", line: { color: "red" } },
    ];
    expect(words(svg(data))).toContain("Not drawn in this picture: surface, scatter3d. Plotly itself shows them.");
    expect(draw(data).count("#ff0000")).toBeGreaterThan(200);
    expect(words(svg([{ type: "choropleth" }]))).toEqual([
      "Not drawn in this picture: choropleth. Plotly itself shows it.",
    ]);
  });
});
