import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { printed } from "../citation/reference/sample-result.ts";
import { run } from "./figure.ts";
import { smallStore } from "./reference/small-results.ts";

const store = smallStore();
store.picture();
afterAll(store.remove);

describe("epsilab figure", () => {
  it("writes a PDF of one page and the size of the figure, by Chromium", async () => {
    const args = ["pictured", "--format", "svg,pdf", "--output", store.place, "--results", store.out];
    const { code, text } = await printed(() => run(args));
    expect(code, text).toBe(0);
    const pdf = readFileSync(join(store.place, "pictured-grid.pdf"), "latin1");
    expect(pdf).toMatch(/^%PDF-1\.\d[\s\S]*%%EOF\s*$/);
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
    const svg = readFileSync(join(store.place, "pictured-grid.svg"), "utf8");
    const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
    const [, right, top] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/.exec(pdf) ?? [];
    // 96 pixels and 72 points to the inch; Chromium rounds to whole device units.
    expect(Math.abs(Number(right) - 0.75 * Number(width))).toBeLessThan(1);
    expect(Math.abs(Number(top) - 0.75 * Number(height))).toBeLessThan(1);
  });
});
