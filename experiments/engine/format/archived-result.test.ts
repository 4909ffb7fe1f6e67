import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, describe, expect, it } from "vitest";
import { isArchive, unpackArchive } from "./archived-result.ts";

const place = mkdtempSync(join(tmpdir(), "epsilab-archive-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const content = new TextEncoder().encode("content");
let archives = 0;
function archive(...names: readonly string[]): string {
  const path = join(place, `${archives++}.zip`);
  writeFileSync(path, zipSync(Object.fromEntries(names.map((name) => [name, content]))));
  return path;
}

describe("the archive of a result", () => {
  it("is unpacked, with its figures", () => {
    const path = archive("0123456789ab/MANIFEST", "0123456789ab/cells.jsonl", "0123456789ab/figures/a-curve.json");
    expect(isArchive(path)).toBe(true);
    const folder = unpackArchive(path, join(place, "good"));
    expect(folder).toBe(join(place, "good", "0123456789ab"));
    for (const name of ["MANIFEST", "cells.jsonl", "figures/a-curve.json"])
      expect(readFileSync(join(folder, name), "utf8")).toBe("content");
  });

  it.each([
    "../outside",
    "/outside",
    "run/../outside",
    "run/figures/../../outside",
    "run\\..\\outside",
    "run/.hidden",
    "run/other/file",
    "outside",
    "run/..",
  ])("is refused with a file %j, and nothing is written", (name) => {
    const into = join(place, "refused");
    const message = `is not the archive of a result: it names ${JSON.stringify(name)}`;
    expect(() => unpackArchive(archive("run/MANIFEST", name), into)).toThrow(message);
    expect(existsSync(into)).toBe(false);
    expect(existsSync(join(place, "outside"))).toBe(false);
  });

  it("is refused with two folders, with none, with very many files, and where it is none", () => {
    expect(() => unpackArchive(archive("a/MANIFEST", "b/MANIFEST"), place)).toThrow("must have one folder, got 2");
    expect(() => unpackArchive(archive(), place)).toThrow("must have one folder, got 0");
    const many = Array.from({ length: 10_001 }, (_, k) => `a/${k}`);
    expect(() => unpackArchive(archive(...many), place)).toThrow("it has more than 10000 files");
    const junk = join(place, "junk.zip");
    writeFileSync(junk, "junk");
    expect(() => unpackArchive(junk, place)).toThrow("is not the archive of a result: invalid zip data");
    expect(isArchive(join(place, "absent.zip"))).toBe(false);
    expect(isArchive(place)).toBe(false);
  });

  it("is refused where it says that it has more than a gigabyte", () => {
    const bytes = readFileSync(archive("a/cells.jsonl"));
    const directory = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bytes.writeUInt32LE(2_000_000_000, directory + 24);
    const path = join(place, "large.zip");
    writeFileSync(path, bytes);
    expect(() => unpackArchive(path, place)).toThrow("its files have more than 1000000000 bytes");
  });
});
