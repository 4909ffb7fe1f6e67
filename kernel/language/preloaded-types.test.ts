import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { preloadedPaths, preloadedTypes } from "./preloaded-types.ts";
import { TypeScriptService } from "./typescript-service.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "epsilab-preloaded-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const write = (path: string, text = "") => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  return join(root, path);
};

describe("preloadedTypes", () => {
  it.each([
    ['{ "exports": { ".": { "types": "./t.d.ts", "default": "./m.js" } } }', "t.d.ts"],
    ['{ "exports": { "import": "./m.js" } }', "m.d.ts"],
    ['{ "types": "./t.d.ts", "main": "./m.js" }', "t.d.ts"],
    ['{ "main": "./m.js" }', "m.d.ts"],
    ["not JSON", "index.ts"],
  ])("follows %s", (manifest, expected) => {
    for (const file of ["t.d.ts", "m.d.ts", "m.js", "index.ts"]) write(file);
    write("package.json", manifest);
    expect(preloadedTypes(root)).toBe(join(root, expected));
  });

  it("takes the declarations beside an entry file, else the file, else nothing", () => {
    const declarations = write("a.d.mts");
    const script = write("b.js");
    write("a.mjs");
    expect(preloadedTypes(join(root, "a.mjs"))).toBe(declarations);
    expect(preloadedTypes(script)).toBe(script);
    expect(preloadedTypes(join(root, "missing"))).toBeUndefined();
  });
});

describe("preloadedPaths", () => {
  const pathsOf = (...names: readonly string[]) =>
    preloadedPaths(names.map((name) => ({ name, path: join(root, name) })));

  it("follow the exports map of a package, patterns and data too", () => {
    const exports = {
      ".": "./m.js",
      "./part": { types: "./p.d.ts", default: "./p.js" },
      "./x/*": "./x/*.js",
      "./y/*.js": { types: "./types/*.d.ts", default: "./y/*.js" },
      "./twice/*": "./*/*.js",
      "./*/*": "./z/*.js",
      "./hidden/*": null,
      "./data": "./d.json",
      "./missing": "./missing.js",
      "./text": "./d.txt",
    };
    write("bench/package.json", JSON.stringify({ exports }));
    const [entry, part, data] = ["m.d.ts", "p.d.ts", "d.json"].map((name) => write(`bench/${name}`));
    write("bench/d.txt");
    expect(pathsOf("bench")).toEqual({
      bench: [entry],
      "bench/part": [part],
      "bench/x/*": [join(root, "bench/x/*.d.ts"), join(root, "bench/x/*.js")],
      "bench/y/*.js": [join(root, "bench/types/*.d.ts")],
      "bench/data": [data],
    });
  });

  it("are all files of a folder without such a map, and none beside a file", () => {
    const files = ["plain/index.ts", "one.ts"].map((name) => write(name));
    expect(pathsOf("plain", "one.ts", "absent")).toEqual({
      plain: [files[0]],
      "plain/*": [join(root, "plain/*")],
      "one.ts": [files[1]],
    });
  });

  it("are what the server resolves imports of a cell by", async () => {
    write("plain/sub.ts", "export const sub = 1;");
    write("plain/deep/more.js", "export const more = 2;");
    write("plain/deep/index.ts", "export const index = 3;");
    write("plain/package.json", '{ "name": "plain", "version": "1" }');
    write(
      "mapped/package.json",
      '{ "exports": { "./s/*": "./src/*.ts", "./b/*": "./built/*.js", "./p.json": "./p.json" } }',
    );
    write("mapped/src/a.ts", "export const a = 4;");
    write("mapped/built/b.js", "export const b = 'no';");
    write("mapped/built/b.d.ts", "export declare const b: number;");
    write("mapped/p.json", '{ "version": 5 }');
    mkdirSync(join(root, "notebooks"));
    const preload = ["plain", "mapped"].map((name) => ({ name, path: join(root, name) }));
    const service = new TypeScriptService({ folder: join(root, "notebooks"), preload, patience: 60_000 });
    try {
      const code = `import { sub } from "plain/sub"; import { more } from "plain/deep/more.js"; import { index } from "plain/deep";
        import manifest from "plain/package.json" with { type: "json" }; import { a } from "mapped/s/a";
        import { b } from "mapped/b/b"; import json from "mapped/p.json" with { type: "json" };
        const numbers: number[] = [sub, more, index, a, b, json.version]; const text: string = manifest.version;`;
      expect(await service.diagnose(code)).toEqual([]);
      const wrong = await service.diagnose(
        'import "mapped/built/b"; import "plain/absent"; import { a } from "mapped/s/a"; const c: string = a',
      );
      expect(wrong.map(({ code: number }) => number)).toEqual([2882, 2882, 2322]);
    } finally {
      service.stop();
    }
  });
});
