import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mappedPaths, readTsconfig } from "./tsconfig.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "epsilab-tsconfig-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const write = (path: string, content: object | string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === "string" ? content : JSON.stringify(content));
};
const at = (path: string) => join(root, path);

describe("readTsconfig", () => {
  it("reads the nearest above a folder, and says where it would look", () => {
    write("tsconfig.json", { compilerOptions: { strict: true } });
    const { file, options, sources } = readTsconfig(at("a/b"));
    expect([file, options]).toEqual([at("tsconfig.json"), { strict: true }]);
    expect(sources).toEqual([at("a/b/tsconfig.json"), at("a/tsconfig.json"), at("tsconfig.json")]);
  });

  it("reads comments, trailing commas and a byte order mark, and leaves texts as they are", () => {
    write("tsconfig.json", '\uFEFF{ /* one */ "compilerOptions": { "jsxFactory": "a//b,]/*\\"", }, } // end');
    expect(readTsconfig(root).options).toEqual({ jsxFactory: 'a//b,]/*"' });
  });

  it("has the last of several that it extends count, and its own before all", () => {
    write("one.json", { compilerOptions: { strict: false, target: "ES2019", jsx: "react" } });
    write("two.json", { extends: "./deep/three.json", compilerOptions: { strict: true } });
    write("deep/three.json", { compilerOptions: { target: "ES2020", jsx: "preserve" } });
    write("tsconfig.json", { extends: ["./one", "./two.json"], compilerOptions: { jsx: "react-jsx" } });
    const { options, definesFields, sources } = readTsconfig(root);
    expect(options).toEqual({ strict: true, target: "ES2020", jsx: "react-jsx" });
    expect(definesFields).toBe(false);
    expect(sources).toEqual(["tsconfig.json", "one", "one.json", "two.json", "deep/three.json"].map(at));
  });

  it("makes paths absolute from the file that names them, `paths` from `baseUrl` where there is one", () => {
    write("base/tsconfig.json", {
      compilerOptions: { paths: { "#a/*": ["./a/*"], b: ["$" + "{configDir}/b"] }, typeRoots: ["types"] },
      files: ["one.d.ts"],
      include: ["src"],
    });
    write("tsconfig.json", { extends: "./base/tsconfig.json", include: ["own/*"] });
    const { paths, options, named } = readTsconfig(root);
    expect(paths).toEqual({ "#a/*": [at("base/a/*")], b: [at("b")] });
    expect(options).toEqual({ typeRoots: [at("base/types")] });
    expect(named).toEqual([at("base/one.d.ts"), at("own/*")]);
    write("tsconfig.json", { extends: "./base/tsconfig.json", compilerOptions: { baseUrl: "source" } });
    expect(readTsconfig(root).paths).toEqual({ "#a/*": [at("source/a/*")], b: [at("b")] });
  });

  it("ends where files extend each other, and notices what they extend when it comes", () => {
    write("tsconfig.json", { extends: ["./other.json", "absent/tsconfig.json"], compilerOptions: { strict: true } });
    write("other.json", { extends: "./tsconfig.json" });
    const { options, sources } = readTsconfig(root);
    expect(options).toEqual({ strict: true });
    expect(sources).toContain(at("node_modules/absent/tsconfig.json"));
  });

  it.each(["[]", "5", "{", '{ "extends": 5, "files": 5 }', '{ "compilerOptions": [] }'])(
    "counts as empty what it cannot read: %s",
    (text) => {
      write("tsconfig.json", text);
      expect(readTsconfig(root)).toMatchObject({ options: {}, paths: {}, definesFields: true, named: [] });
    },
  );
});

describe("mappedPaths", () => {
  it("are those of the exact name, or of the longest beginning of a pattern", () => {
    const paths = { "*": ["/all/*"], "@a/*": ["/a/*", "/b/*"], "@a/deep/*": ["/deep/*"], "@a/x": ["/exact"] };
    expect(mappedPaths("@a/x", paths)).toEqual(["/exact"]);
    expect(mappedPaths("@a/y", paths)).toEqual(["/a/y", "/b/y"]);
    expect(mappedPaths("@a/deep/y", paths)).toEqual(["/deep/y"]);
    expect(mappedPaths("other", paths)).toEqual(["/all/other"]);
    expect(mappedPaths("other", { "@a/*": ["/a/*"] })).toBeUndefined();
  });
});
