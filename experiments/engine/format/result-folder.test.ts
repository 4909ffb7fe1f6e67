import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import randomizedResponse from "../../local/randomized-response.ts";
import { planOf } from "../execution/plan.ts";
import { computeCells } from "../execution/runner.ts";
import { ownThread } from "../execution/worker-pool.ts";
import { readResult } from "./read-result.ts";
import { type ResultFiles, resultFiles } from "./result-files.ts";
import { runIdOf, specOf } from "./spec.ts";
import { DifferentResult, writeResult } from "./write-result.ts";

const overrides = { epsilon: [1], share: [0.5], respondents: [100] };
const plan = planOf(randomizedResponse, specOf(randomizedResponse, { size: "quick", seed: 3, overrides }));
const computed = await computeCells(plan, ownThread(plan));
const files: ResultFiles = resultFiles(randomizedResponse, plan.spec, computed);

let place = "";
let folder = "";
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "epsilab-results-"));
  folder = join(place, "randomized-response", runIdOf(plan.spec));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const write = (content = files, replace = false) =>
  writeResult({ folder, files: content, environment: "{}\n", replace, spec: plan.spec, rows: computed.rows });

describe("the store", () => {
  it("gives back what was written, with the id of the manifest", () => {
    expect(write()).toBe("new");
    const result = readResult(folder);
    expect(result.rows).toEqual(computed.rows);
    expect(result.blocks).toEqual([...computed.blocks]);
    expect(result.spec).toEqual(plan.spec);
    expect(result.id).toMatch(/^[0-9a-f]{64}$/);
    expect(write()).toBe("same");
  });

  it("keeps a different result of the same spec unless it is to be replaced", () => {
    write();
    const other = new Map(files).set("cells.jsonl", `${String(files.get("cells.jsonl")).split("\n")[0]}\n`);
    expect(() => write(other)).toThrow(DifferentResult);
    expect(() => write(other)).toThrow(/raise the experiment's version from \d+ to \d+ .* --replace/);
    expect(readResult(folder).rows).toHaveLength(computed.rows.length);
    expect(write(other, true)).toBe("replaced");
    expect(readResult(folder).rows).toHaveLength(1);
  });

  it("moves back a result that a killed process had moved aside", () => {
    write();
    const aside = join(place, "randomized-response", `.${runIdOf(plan.spec)}.old`);
    renameSync(folder, aside);
    expect(readResult(folder).rows).toEqual(computed.rows);
    cpSync(folder, aside, { recursive: true });
    expect(write()).toBe("same");
    expect(existsSync(aside)).toBe(false);
  });

  const edits: [string, string, (text: string) => string, RegExp][] = [
    [
      "a digit",
      "cells.jsonl",
      (text) => text.replace('"theory":0.69', '"theory":0.68'),
      /cells.jsonl, line 2, the cell .*, does not have its seal/,
    ],
    [
      "a verdict",
      "cells.jsonl",
      (text) => text.replace('"violated"', '"fine"'),
      /cells.jsonl, line 2 checks.epsilon.verdict/,
    ],
    ["white space", "cells.jsonl", (text) => text.replace(":", ": "), /cells.jsonl, line 1 is not canonical/],
    ["the end", "blocks.jsonl", (text) => text.slice(0, -20), /blocks.jsonl, line \d+ is cut short/],
    ["a line", "blocks.jsonl", (text) => text.slice(text.indexOf("\n") + 1), /blocks.jsonl does not have the hash/],
    ["the middle", "spec.json", (text) => text.replace(":", ";"), /spec.json, line 1 is not JSON/],
    ["the seed", "spec.json", (text) => text.replace('"seed":3', '"seed":4'), /spec.json does not have the hash/],
    ["a hash", "MANIFEST", (text) => `z${text.slice(1)}`, /MANIFEST, line 1 is not a line of sha256sum/],
  ];
  it.each(edits)("refuses a result in which %s of %s was changed", (_, name, edit, message) => {
    write();
    const path = join(folder, name);
    const text = readFileSync(path, "utf8");
    expect(edit(text)).not.toBe(text);
    writeFileSync(path, edit(text));
    expect(() => readResult(folder)).toThrow(message);
  });

  it("refuses a result of another format, though it has its hashes", () => {
    write(new Map(files).set("spec.json", String(files.get("spec.json")).replace(/"format":\d+/, '"format":99')));
    expect(() => readResult(folder)).toThrow(/spec.json, line 1 format/);
  });

  it("refuses a missing file and one that does not belong", () => {
    write();
    writeFileSync(join(folder, "notes.txt"), "mine");
    expect(() => readResult(folder)).toThrow(/notes.txt is not listed in MANIFEST/);
    rmSync(join(folder, "notes.txt"));
    rmSync(join(folder, "blocks.jsonl"));
    expect(() => readResult(folder)).toThrow(/blocks.jsonl is missing/);
  });
});
