import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256Hex } from "../../../lib/random/sha256.ts";
import { smallStore } from "../command/reference/small-results.ts";
import type { Result } from "../format/read-result.ts";
import { readTexts, type StoredTexts } from "./stored-texts.ts";

describe("the texts of a stored result", () => {
  const store = smallStore();
  let result: Result;
  let texts: StoredTexts;
  beforeAll(async () => {
    result = await store.compute();
    const text = (name: string) => readFileSync(join(result.folder, name), "utf8");
    texts = {
      ...{ manifest: text("MANIFEST"), spec: text("spec.json") },
      ...{ cells: text("cells.jsonl"), blocks: text("blocks.jsonl") },
    };
  });
  afterAll(() => store.remove());

  /** With a line changed, and its hash written into MANIFEST, as whoever makes a result can. */
  const forged = (name: "cells" | "blocks", change: (line: string) => string): StoredTexts => {
    const [first, ...others] = texts[name].split("\n");
    const text = [change(first), ...others].join("\n");
    return { ...texts, [name]: text, manifest: texts.manifest.replace(sha256Hex(texts[name]), sha256Hex(text)) };
  };

  it("are read as Node reads the folder", () => {
    const read = readTexts(texts);
    expect(read).toMatchObject({ spec: result.spec, runId: result.runId, id: result.id, faults: [] });
    expect(read.rows).toEqual(result.rows);
    expect(read.blocks).toEqual(result.blocks);
    expect([read.changedRows.size, read.changedBlocks.size]).toEqual([0, 0]);
  });

  it("name each line that was changed, and what still has its shape is read", () => {
    const changed = readTexts({ ...texts, cells: texts.cells.replace(/"estimate":0\.\d+/, '"estimate":0.5') });
    expect(changed.faults[0]).toBe("cells.jsonl does not have the hash that MANIFEST lists: it was changed");
    expect(changed.faults[1]).toMatch(/^cells\.jsonl, line \d+, the cell .* does not have its seal/);
    expect(changed.changedRows.size).toBe(1);
    expect(changed.rows).toHaveLength(result.rows.length);
    const block = readTexts({ ...texts, blocks: texts.blocks.replace(/"sha256":"./, '"sha256":"z') });
    expect(block.faults[1]).toMatch(/^blocks\.jsonl, line 1 sha256/);
    expect(block.blocks).toHaveLength(result.blocks.length - 1);
  });

  it("are held against their shape although every hash fits", () => {
    const odd = readTexts(forged("cells", () => '{"part":{"toString":1}}'));
    expect(odd.faults).toEqual([expect.stringMatching(/^cells\.jsonl, line 1 /)]);
    expect(odd.rows[0]).toBeUndefined();
    expect(readTexts(forged("blocks", (line) => line.replace(/"block":0/, '"block":1e9'))).faults).toHaveLength(1);
  });

  it("are refused without a spec", () => {
    expect(() => readTexts({ ...texts, spec: '{"format":1}' })).toThrow("spec.json is no spec");
  });
});
