import { describe, expect, it } from "vitest";
import { captioned } from "./caption.ts";
import { renderPng } from "./drawing/render-png.ts";
import { renderSvg } from "./drawing/render-svg.ts";
import { figureFromJson } from "./figure.ts";
import type { FigureContent } from "./figure-content.ts";
import { crowdedExamples } from "./reference/crowded-examples.ts";
import { examples } from "./reference/examples.ts";
import { overlaps, textBoxes } from "./reference/text-boxes.ts";

/** One line for each trace and each part of the layout, so that a change is seen. */
function readable({ kind, caption, data, layout }: FigureContent): string {
  const traces = data.map((trace) => JSON.stringify(trace)).join(",\n");
  const parts = Object.entries(layout).map(([key, part]) => `${JSON.stringify(key)}: ${JSON.stringify(part)}`);
  const head = `"kind": ${JSON.stringify(kind)},\n"caption": ${JSON.stringify(caption)}`;
  return `{${head},\n"data": [\n${traces}\n],\n"layout": {\n${parts.join(",\n")}\n}}\n`;
}

describe.each(Object.entries(examples))("the example of %s", (name, make) => {
  it("is the figure that was looked at", async () => {
    await expect(readable(make())).toMatchFileSnapshot(`reference/${name}.json`);
  });

  it("is the picture that was looked at", async () => {
    await expect(renderSvg(captioned(make()))).toMatchFileSnapshot(`reference/${name}.svg`);
  });

  it("survives being written and read", () => {
    const figure = make();
    const revived = figureFromJson(JSON.stringify(figure));
    expect(JSON.stringify(revived)).toBe(JSON.stringify(figure));
    expect(renderSvg(revived)).toBe(renderSvg(figure));
  });

  it("is the same bytes every time", async () => {
    expect(JSON.stringify(make())).toBe(JSON.stringify(make()));
    const [first, second] = [await renderPng(make()), await renderPng(make())];
    expect(Buffer.from(first).equals(second)).toBe(true);
  });

  it("names what each axis measures and says its source", () => {
    const { layout, caption } = make();
    const titles = Object.entries(layout).filter(([key]) => /^[xy]axis/.test(key));
    expect(titles.map(([, axis]) => (axis as { title: { text: string } }).title.text).join("")).not.toBe("");
    expect(caption).toMatch(/ Source: .+\.$/);
  });
});

describe.each(Object.entries({ ...examples, ...crowdedExamples }))("the picture of %s", (_, make) => {
  const svg = renderSvg(captioned(make()));
  const boxes = textBoxes(svg);

  it("has no text over another", () => {
    expect(boxes.length).toBeGreaterThan(4);
    expect(overlaps(boxes)).toEqual([]);
  });

  it("has all its texts on the paper", () => {
    const { width, height } = captioned(make()).layout;
    expect(
      boxes.filter(({ left, right, top, bottom }) => left < 0 || right > width || top < 0 || bottom > height),
    ).toEqual([]);
  });

  it("is made of rects, paths and texts alone", () => {
    const elements = [...svg.matchAll(/<(\w+)/g)].map(([, element]) => element);
    expect([...new Set(elements)].filter((element) => !["svg", "rect", "path", "text"].includes(element))).toEqual([]);
    expect(svg).not.toMatch(/NaN|Infinity|undefined|class=|style=/);
  });

  it("draws its marks inside the paper", () => {
    const { width, height } = captioned(make()).layout;
    for (const [, x, y] of svg.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)) {
      expect(Number(x)).toBeGreaterThanOrEqual(-1);
      expect(Number(x)).toBeLessThanOrEqual(width + 1);
      expect(Number(y)).toBeGreaterThanOrEqual(-1);
      expect(Number(y)).toBeLessThanOrEqual(height + 1);
    }
  });
});

describe("the check for overlapping texts", () => {
  it("finds two labels that meet", () => {
    const svg = renderSvg(examples.rate());
    const [first] = textBoxes(svg);
    const line = svg.split("\n").find((element) => element.startsWith("<text")) ?? "";
    expect(overlaps(textBoxes(svg.replace(line, `${line}\n${line}`)))).toContain(
      `"${first.text}" overlaps "${first.text}"`,
    );
  });
});
