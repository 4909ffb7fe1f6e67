import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256Hex } from "../../../lib/random/sha256.ts";
import { WRITTEN, writeFolder } from "./written-folder.ts";

describe("a written folder", () => {
  let place: string;
  let folder: string;
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), "epsilab-written-"));
    folder = join(place, "site");
  });
  afterEach(() => rmSync(place, { recursive: true, force: true }));

  const files = (...names: readonly string[]) => new Map(names.map((name) => [name, `of ${name}`]));

  it("loses its own files of an earlier time, and no other", () => {
    expect(writeFolder(folder, files("index.html", "programs/a-1.js", "programs/b-1.js", "programs/c-1.js"))).toBe(0);
    writeFileSync(join(folder, "programs/mine.js"), "mine");
    writeFileSync(join(folder, "programs/b-1.js"), "changed by hand");
    rmSync(join(folder, "programs/c-1.js"));
    expect(writeFolder(folder, files("index.html", "programs/a-2.js"))).toBe(1);
    expect(readdirSync(join(folder, "programs")).sort()).toEqual(["a-2.js", "b-1.js", "mine.js"]);
    expect(readFileSync(join(folder, "programs/b-1.js"), "utf8")).toBe("changed by hand");
    expect(writeFolder(folder, files("index.html"))).toBe(1);
    expect(readdirSync(join(folder, "programs")).sort()).toEqual(["b-1.js", "mine.js"]);
  });

  it("never removes what its list names outside of it", () => {
    writeFolder(folder, files("index.html"));
    const outside = join(place, "precious");
    writeFileSync(outside, "precious");
    const hash = sha256Hex("precious");
    const names = ["../precious", outside, "programs/../../precious", "./../precious", "programs/..", ".."];
    writeFileSync(join(folder, WRITTEN), names.map((name) => `${hash}  ${name}\n`).join(""));
    expect(writeFolder(folder, files("index.html"))).toBe(0);
    expect(existsSync(outside)).toBe(true);
  });
});
