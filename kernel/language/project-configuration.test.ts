import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { preloadedTypes } from "./preloaded-types.ts";
import { projectConfiguration } from "./project-configuration.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "epsilab-configuration-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const write = (path: string, text = "") => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  return join(root, path);
};
const configure = (folder: string, preload: readonly { name: string; path: string }[] = []) =>
  JSON.parse(projectConfiguration({ folder: join(root, folder), preload, files: ["cell.ts"] }));

describe("projectConfiguration", () => {
  it("extends the nearest configuration above and lists itself", () => {
    const above = write("tsconfig.json", "{}");
    mkdirSync(join(root, "a/b"), { recursive: true });
    const made = configure("a/b");
    expect(made.extends).toBe(above);
    expect(made.files).toEqual(["tsconfig.json", "cell.ts"]);
    expect(made.compilerOptions).toMatchObject({
      moduleResolution: "bundler",
      erasableSyntaxOnly: false,
      outDir: null,
    });
    expect(made.compilerOptions).not.toHaveProperty("strict");
  });

  it("repeats the configuration of the folder itself, comments and trailing commas aside", () => {
    write(
      "tsconfig.json",
      '{ /* a */ "extends": "./base.json", "compilerOptions": { "strictNullChecks": false, "lib": ["dom"], }, } // end',
    );
    const made = configure(".");
    expect(made.extends).toBe("./base.json");
    expect(made.compilerOptions).toMatchObject({ strictNullChecks: false, noEmit: true });
  });

  it("adds the newest library to those of the project, and the declarations that it names or that lie beside it", () => {
    write("base.json", '{ "compilerOptions": { "lib": ["ES2022", "DOM"] } }');
    write("tsconfig.json", '{ "extends": "./base.json", "include": ["src", "types/more.d.ts", "types/missing.d.ts"] }');
    const files = [write("types/more.d.ts"), write("own.d.ts")];
    write("own.ts");
    mkdirSync(join(root, "notebooks"));
    const made = configure("notebooks");
    expect(made.compilerOptions.lib).toEqual(["esnext", "es2022", "dom"]);
    expect(made.files).toEqual(["tsconfig.json", "cell.ts", ...files]);
  });

  it("keeps inherited paths beside the preloaded packages", () => {
    write("base.json", '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }');
    write("nested/tsconfig.json", '{ "extends": "../base" }');
    const entry = write("package/index.d.ts");
    const { paths } = configure("nested/deep", [
      { name: "bench", path: join(root, "package/index.d.ts") },
    ]).compilerOptions;
    expect(paths).toEqual({ "@/*": [join(root, "src/*")], bench: [entry] });
  });

  it("knows the types of what the exports map of a preloaded package names", () => {
    const exports = {
      ".": "./m.js",
      "./part": { types: "./p.d.ts", default: "./p.js" },
      "./x/*": "./x/*.js",
      "./data": "./d.json",
    };
    write("package/package.json", JSON.stringify({ exports }));
    const [entry, part] = ["m.d.ts", "p.d.ts"].map((name) => write(`package/${name}`));
    const { paths } = configure(".", [{ name: "bench", path: join(root, "package") }]).compilerOptions;
    expect(paths).toEqual({ bench: [entry], "bench/part": [part] });
  });

  it("does without a configuration that is broken or absent", () => {
    write("tsconfig.json", "{ rubbish");
    expect(configure(".").compilerOptions).toMatchObject({ noEmit: true });
  });
});

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
