import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFolder } from "./folder.ts";
import { atPath } from "./storage-error.ts";

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "epsilab-folder-"));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

describe("a folder", () => {
  it("is made with those above it, and again without harm", () => {
    for (let again = 0; again < 2; again++) makeFolder(join(place, "a", "b", "c"));
    expect(statSync(join(place, "a", "b", "c")).isDirectory()).toBe(true);
  });

  it("is found behind a link, and where another process makes it meanwhile", () => {
    mkdirSync(join(place, "true"));
    symlinkSync(join(place, "true"), join(place, "link"));
    makeFolder(join(place, "link"));
    makeFolder(join(place, "link", "x"), (path) => {
      mkdirSync(path);
      mkdirSync(path);
    });
    expect(statSync(join(place, "true", "x")).isDirectory()).toBe(true);
  });

  it("that cannot be made has the reason of the first that fails: a read-only file system does not become an absent folder", () => {
    const asked: string[] = [];
    const readOnly = (path: string) => {
      asked.push(path);
      throw Object.assign(new Error("EROFS: read-only file system, mkdir"), { code: "EROFS" });
    };
    expect(() => atPath("the file", "x", () => makeFolder(join(place, "a", "b"), readOnly))).toThrow(
      "the file x cannot be written: the file system is read-only (EROFS)",
    );
    expect(asked).toEqual([join(place, "a")]);
  });

  it("below a file, or in the place of one, is refused", () => {
    const file = join(place, "file");
    writeFileSync(file, "");
    expect(() => makeFolder(file)).toThrow("EEXIST");
    expect(() => atPath("the file", file, () => makeFolder(join(file, "a")))).toThrow("cannot be written");
  });
});
