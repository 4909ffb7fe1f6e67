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
