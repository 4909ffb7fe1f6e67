import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { jupyterDisplay } from "../data/jupyter-display.ts";
import { captioned } from "./caption.ts";
import { figure, figureFromJson } from "./figure.ts";
import type { FigureContent } from "./figure-content.ts";
import { examples } from "./reference/examples.ts";

const content: FigureContent = JSON.parse(JSON.stringify(examples.tail()));

function withFirst(values: unknown): FigureContent {
  const [first, ...rest] = content.data;
  return { ...content, data: [{ ...first, x: values } as never, ...rest] };
}

describe("figure", () => {
  it("is its content and nothing else, as JSON and as keys", () => {
    expect(JSON.parse(JSON.stringify(figure(content)))).toEqual(content);
    expect(Object.keys(figure(content))).toEqual(["kind", "caption", "data", "layout"]);
  });

  it("turns typed arrays into arrays and -0 into 0", () => {
    const { data } = figure(withFirst(Float64Array.of(1, -0)));
    expect(data[0].x).toEqual([1, 0]);
    expect(Object.is(data[0].x[1], 0)).toBe(true);
  });

  it.each([Number.NaN, Infinity, -Infinity])("refuses %s with its place", (value) => {
    expect(() => figure(withFirst([1, value]))).toThrow(`figure.data[0].x[1] must be finite, got ${value}`);
  });

  it("refuses what JSON would lose", () => {
    expect(() => figure(withFirst([null]))).toThrow("figure.data[0].x[0] must be a plain JSON value");
    expect(() => figure(withFirst(() => 1))).toThrow("figure.data[0].x must be a plain JSON value");
  });

  it("cannot be changed", () => {
    expect(() => Object.assign(figure(content).layout, { width: 1 })).toThrow(TypeError);
  });
});

describe("figureFromJson", () => {
  it("revives a text and what it parses to", () => {
    for (const stored of [JSON.stringify(content), content]) {
      expect(JSON.stringify(figureFromJson(stored))).toBe(JSON.stringify(figure(content)));
    }
  });

  it.each([
    [
      { ...content, kind: "pie" },
      'kind must be one of trade-off, rate, coverage, verdict-grid, density, tail, got "pie"',
    ],
    [{ ...content, caption: 3 }, "caption must be a text, got a number"],
    [{ ...content, data: {} }, "data must be an array or a typed array, got an object"],
    [{ ...content, layout: [] }, "layout must be an object, got"],
    [[], "figure must be an object with kind, caption, data, layout, got an array"],
  ])("refuses what is not a figure (case %#)", (stored, message) => {
    expect(() => figureFromJson(stored)).toThrow(message);
  });
});

describe("the way a figure shows itself", () => {
  it("is Plotly's JSON, a PNG and a text, and no SVG", async () => {
    const bundle = await examples.tail()[jupyterDisplay]();
    expect(Object.keys(bundle)).toEqual(["application/vnd.plotly.v1+json", "image/png", "text/plain"]);
    const png = Buffer.from(bundle["image/png"] ?? "", "base64");
    expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    const { layout } = captioned(examples.tail()); // as a paper has it
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2 * layout.width, 2 * layout.height]);
    expect(bundle["text/plain"]).toBe(`Figure (tail): ${examples.tail().caption}`);
  });

  it("has the caption in the interactive form", async () => {
    const { layout } = (await examples.tail()[jupyterDisplay]())["application/vnd.plotly.v1+json"];
    expect(layout.annotations.map(({ text }) => text.replaceAll("<br>", " "))).toContain(examples.tail().caption);
  });

  it("is found by the symbol that kernels look for", () => {
    expect(Reflect.get(examples.tail(), Symbol.for("Jupyter.display"))).toBeTypeOf("function");
  });

  it("is one line where it is printed and not displayed", () => {
    expect(inspect(examples.tail())).toBe(`Figure (tail): ${content.caption}`);
    expect(inspect({ nested: [examples.tail()] })).toContain(`Figure (tail): ${content.caption}`);
    expect(Object.keys(examples.tail())).toEqual(["kind", "caption", "data", "layout"]);
  });

  it("says why where there is no PNG", async () => {
    const odd = figure({ ...content, data: [{ ...content.data[0], type: "pie" } as never] });
    const bundle = await odd[jupyterDisplay]();
    expect(bundle).not.toHaveProperty("image/png");
    expect(bundle["text/plain"]).toContain('(no PNG: our renderer cannot draw data[0] of type "pie"');
  });
});
