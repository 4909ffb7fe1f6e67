import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import type { Rich } from "./mime-bundle.ts";
import { inItsTurn, plotlyBundle } from "./plotly-figure.ts";

const PLOTLY = "application/vnd.plotly.v1+json";
const SMALL = { width: 100, height: 80 };

/** Undefined where the value counts as no figure. */
async function bundleOf(value: unknown): Promise<Rich | undefined> {
  return await plotlyBundle(value as object);
}

function isPng(data: Rich["data"] | undefined): boolean {
  return String(data?.["image/png"]).startsWith("iVBORw0KGgo");
}

const strange: Readonly<Record<string, { readonly data: unknown; readonly layout: unknown }>> = {
  "no traces": { data: [], layout: SMALL },
  "an empty trace": { data: [{}], layout: SMALL },
  "traces of every type without values": {
    data: ["scatter", "bar", "histogram", "heatmap", "box", "pie"].map((type) => ({
      type,
      x: [],
      y: [],
      z: [],
    })),
    layout: SMALL,
  },
  "nothing but gaps": { data: [{ x: [null, Number.NaN], y: [Number.NaN, Number.POSITIVE_INFINITY] }], layout: SMALL },
  "numbers at the ends of what there is": { data: [{ y: [1.7e308, -1.7e308, 5e-324] }], layout: SMALL },
  "one number": { data: [{ x: [1e15], y: [3] }], layout: SMALL },
  "a logarithm of nothing positive": { data: [{ y: [-1, 0] }], layout: { ...SMALL, yaxis: { type: "log" } } },
  "big integers": { data: [{ y: [1n, 2n] }], layout: SMALL },
  "values of wrong types": {
    data: [
      { x: "abc", y: { a: 1 }, type: 5, mode: 7, marker: "red", line: [1], name: {}, error_y: 3, visible: {} },
      { type: "bar", x: [[1, 2], [3]], y: [{}], text: 5, width: "x" },
      { type: "heatmap", z: [1, "x", [2, 3]], colorscale: [["x", 1]], colorbar: 1, zmin: {} },
      { type: "pie", labels: 5, values: "x" },
      { type: "histogram", x: [{}, [], true], xbins: 7 },
      { type: "box", y: [[]], x: {} },
      { type: "__proto__" },
      { type: "constructor", x: [1] },
    ],
    layout: {
      ...SMALL,
      title: [1],
      xaxis: 5,
      yaxis: { range: ["a", 1], tickvals: 3, domain: [2, 1], title: {}, matches: "y" },
      margin: "x",
      legend: 3,
      annotations: "a",
      shapes: [1, null, { type: {} }],
      font: 1,
      template: { layout: 3, data: [] },
      grid: { rows: 1e9, columns: 1e9 },
      colorway: [1, {}],
      coloraxis: 5,
    },
  },
  "texts that are no XML": {
    data: [{ x: ["a<b", "c&d", "😀", "\u0000\ud800", "]]></svg>"], y: [1, 2, 3, 4, 5], name: "<script>", type: "bar" }],
    layout: { ...SMALL, title: { text: "<b>x<y & \u0007<i>" }, xaxis: { title: "<!-- &bogus; &#x110000;" } },
  },
};

describe("a plain value with data and layout", () => {
  it.each(Object.entries(strange))("has a picture with %s", async (_, figure) => {
    const bundle = await bundleOf(figure);
    expect(bundle?.data["text/plain"]).toMatch(/^Plotly figure.*\.$/s);
    expect(isPng(bundle?.data)).toBe(true);
    expect(bundle?.metadata).toEqual({ "image/png": SMALL });
    expect(JSON.parse(JSON.stringify(bundle?.data[PLOTLY]))).toEqual(bundle?.data[PLOTLY]);
  });

  it("goes out as JSON would carry it", async () => {
    const date = new Date(Date.UTC(2024, 0, 2));
    const data = [{ x: [date, undefined], y: Float32Array.of(1, Number.NaN), z: 3n, f: () => 1, u: undefined }];
    const bundle = await bundleOf({
      data,
      layout: { ...SMALL, a: { b: Number.POSITIVE_INFINITY } },
      config: { c: 1 },
      frames: [],
    });
    expect(bundle?.data[PLOTLY]).toEqual({
      data: [{ x: ["2024-01-02T00:00:00.000Z", null], y: [1, null], z: 3 }],
      layout: { ...SMALL, a: { b: null } },
      config: { c: 1 },
      frames: [],
    });
  });

  it("says how many traces it has, and of which types", async () => {
    const text = async (data: readonly object[], layout = {}) =>
      (await bundleOf({ data, layout: { ...SMALL, ...layout } }))?.data["text/plain"];
    expect(await text([{}, { type: "bar" }], { title: { text: "u" } })).toBe(
      'Plotly figure "u": 2 traces (scatter, bar).',
    );
    expect(await text([])).toBe("Plotly figure: 0 traces.");
  });

  it("that cannot be read is no figure, and never an error", async () => {
    const failing = {
      get data(): never {
        throw new Error("no");
      },
      layout: {},
    };
    expect(await bundleOf(failing)).toBeUndefined();
    expect(await bundleOf({ data: [{ toJSON: () => failing.data }], layout: {} })).toBeUndefined();
    const layout: Record<string, unknown> = {};
    layout.self = layout;
    expect(await bundleOf({ data: [], layout })).toBeUndefined();
    expect(await bundleOf({ data: 1, layout: {} })).toBeUndefined();
    expect(await bundleOf({ data: [1], layout: {} })).toBeUndefined();
    expect(await bundleOf({ data: [], layout: [] })).toBeUndefined();
  });

  it("of a million points is drawn in seconds", async () => {
    const length = 1_000_000;
    const wave = Float64Array.from({ length }, (_, k) => (k * 7919) % 1000);
    const start = process.cpuUsage();
    const bundle = await bundleOf({ data: [{ y: wave }, { x: wave, y: wave, mode: "markers" }], layout: {} });
    const { user, system } = process.cpuUsage(start);
    expect(isPng(bundle?.data)).toBe(true);
    expect((user + system) / 1e6).toBeLessThan(30);
  });
});

describe("in the built kernel", () => {
  it("a figure is drawn at once, and nothing of its renderer is loaded before", () => {
    const script = `
      import { createRequire } from "node:module";
      const require = createRequire(import.meta.url);
      const { richOf } = await import(process.argv[1]);
      const drawing = () => Object.keys(require.cache).filter((file) => /resvg|draw-figure/.test(file)).length;
      const before = drawing();
      const rich = richOf({ data: [{ y: [1, 2] }], layout: {} });
      const png = typeof rich.data?.["image/png"];
      console.log(JSON.stringify({ before, after: drawing() > 0, isPromise: rich instanceof Promise, png }));
    `;
    const module = fileURLToPath(new URL("../../dist/kernel/display/rich-value.js", import.meta.url));
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", script, module], { encoding: "utf8" });
    expect(JSON.parse(output)).toEqual({ before: 0, after: true, isPromise: false, png: "string" });
  });
});

describe("pictures of one turn of the event loop", () => {
  beforeEach(() => pause(1));

  it("are drawn at once while they are few, the others later in their order, and then at once again", async () => {
    const order: number[] = [];
    const pictures = Array.from({ length: 30 }, (_, k) => inItsTurn(() => order.push(k)));
    expect(pictures.filter((picture) => picture instanceof Promise).length).toBe(6);
    expect(order.length).toBe(24);
    await Promise.all(pictures);
    expect(order).toEqual(Array.from({ length: 30 }, (_, k) => k));
    await pause(1);
    expect(inItsTurn(() => "at once again")).toBe("at once again");
  });

  it("go on after one that failed", async () => {
    const fail = () => {
      throw new Error("no");
    };
    expect(() => inItsTurn(fail)).toThrow("no");
    for (let k = 0; k < 30; k++) void inItsTurn(() => k);
    await expect(inItsTurn(fail)).rejects.toThrow("no");
    await expect(Promise.resolve(inItsTurn(() => 1))).resolves.toBe(1);
  });
});
