import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { notebookText, readNotebook, writeNotebook } from "./notebook-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "epsilab-notebook-file-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function fileWith(content: unknown): string {
  const path = join(folder, "x.ipynb");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const notebook = (...cells: readonly object[]) => ({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });
const cell = { cell_type: "code", id: "a", metadata: {}, source: "1", outputs: [], execution_count: null };

describe("a notebook file", () => {
  it("is written as Jupyter writes it: keys in order, one space, texts by lines", () => {
    const outputs = [
      { output_type: "stream", name: "stdout", text: "1\n2\n" },
      {
        output_type: "display_data",
        metadata: {},
        data: {
          "text/plain": "a\nb",
          "image/png": "AAAA\n",
          "image/svg+xml": "<svg>\n</svg>",
          "a/b+json": { text: "a\nb" },
        },
      },
    ];
    const path = fileWith(
      notebook({ ...cell, source: "1\n2", outputs }, { cell_type: "markdown", id: "m", source: [], metadata: {} }),
    );
    const text = notebookText(readNotebook(path));
    expect(text).toMatch(/^\{\n "cells": \[\n {2}\{\n {3}"cell_type": "code",\n {3}"execution_count": null,/);
    expect(text.endsWith('"nbformat": 4,\n "nbformat_minor": 5\n}\n')).toBe(true);
    const [code, markdown] = JSON.parse(text).cells;
    expect(code.source).toEqual(["1\n", "2"]);
    expect(code.outputs[0].text).toEqual(["1\n", "2\n"]);
    expect(code.outputs[1].data).toEqual({
      "a/b+json": { text: "a\nb" },
      "image/png": "AAAA\n",
      "image/svg+xml": ["<svg>\n", "</svg>"],
      "text/plain": ["a\n", "b"],
    });
    expect(markdown.source).toEqual([]);
  });

  it("has its numbers as Python writes those that a browser sends, and leaves the numbers of texts alone", () => {
    const numbers = [0.000058, 1e-7, -0.00001, 0.0001, 2.5e-10, -1.25e-7, 5e-324, 1e21, 1.5e300, 1e16, 0, 12, -0.5];
    const data = {
      "a/b+json": { y: numbers, 'say "x": ': 0.00002, text: "0.000058\n0.00001", deep: [[1e-5]] },
      "text/plain": "0.00001",
    };
    const outputs = [{ output_type: "display_data", metadata: {}, data }];
    const text = notebookText(readNotebook(fileWith(notebook({ ...cell, outputs }))));
    const lines = text.split("\n").map((line) => line.trim().replace(/,$/, ""));
    // The values of repr in Python 3.11.
    expect(lines.slice(lines.indexOf('"y": [') + 1).slice(0, numbers.length)).toEqual([
      ...["5.8e-05", "1e-07", "-1e-05", "0.0001", "2.5e-10", "-1.25e-07", "5e-324"],
      ...["1e+21", "1.5e+300", "10000000000000000", "0", "12", "-0.5"],
    ]);
    expect(lines).toContain('"say \\"x\\": ": 2e-05');
    expect(lines).toContain('"text": "0.000058\\n0.00001"');
    expect(lines).toContain('"0.00001"');
    expect(lines).toContain("1e-05");
    expect(JSON.parse(text).cells[0].outputs[0].data["a/b+json"].y).toEqual(numbers);
  });

  it("cuts texts where Python's splitlines does", () => {
    const source = "a\rb\r\nc\fd\u2028e\u0085f\n\ng";
    const [{ source: lines }] = JSON.parse(notebookText(readNotebook(fileWith(notebook({ ...cell, source }))))).cells;
    expect(lines).toEqual(["a\r", "b\r\n", "c\f", "d\u2028", "e\u0085", "f\n", "\n", "g"]);
  });

  it("comes back as it was", () => {
    const path = fileWith(notebook({ ...cell, metadata: { tags: ["x"], own: { deep: [1] } } }));
    const document = readNotebook(path);
    writeNotebook(path, document);
    expect(readNotebook(path)).toEqual(document);
    expect(notebookText(readNotebook(path))).toBe(readFileSync(path, "utf8"));
  });

  it("gets ids where it has none, and keeps the others", () => {
    const { id: _, ...nameless } = cell;
    const path = fileWith({ ...notebook(nameless, cell), nbformat_minor: 4 });
    const ids = readNotebook(path).cells.map(({ id }) => id);
    expect(ids[1]).toBe("a");
    expect(ids[0]).toMatch(/^[0-9a-f]{8}$/);
  });

  it("keeps its mode and its link when it is replaced, and leaves nothing beside it", () => {
    const path = fileWith(notebook(cell));
    const link = join(folder, "link.ipynb");
    symlinkSync("x.ipynb", link);
    writeFileSync(path, readFileSync(path), { mode: 0o600 });
    const { mode } = statSync(path);
    writeNotebook(link, readNotebook(link));
    expect(statSync(path).mode).toBe(mode);
    expect(readFileSync(path, "utf8")).toMatch(/^\{\n/);
    expect(readdirSync(folder).sort()).toEqual(["link.ipynb", "x.ipynb"]);
  });

  it.each([
    ["{", /x\.ipynb is not JSON: /],
    ["[]", /x\.ipynb is no notebook of nbformat 4/],
    [{ nbformat: 3, worksheets: [] }, /is no notebook of nbformat 4; JupyterLab converts older ones/],
    [{ nbformat: 4 }, /is no notebook/],
    [notebook({ ...cell, cell_type: "song" }), /x\.ipynb, cell 1, has the unknown type "song"/],
    [notebook(cell, { ...cell, source: 7 }), /x\.ipynb, cell 2, has a source that is not text/],
  ])("is refused when it holds %j", (content, message) => {
    expect(() => readNotebook(fileWith(content))).toThrow(message);
  });
});
