import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
  JSON.parse(projectConfiguration({ folder: join(root, folder), preload, files: ["cell.ts"] }).text);

describe("projectConfiguration", () => {
  it("has the options of the nearest configuration above and lists itself", () => {
    write("tsconfig.json", '{ "compilerOptions": { "strictNullChecks": false } }');
    mkdirSync(join(root, "a/b"), { recursive: true });
    const made = configure("a/b");
    expect(made.compilerOptions.strictNullChecks).toBe(false);
    expect(made.files).toEqual(["tsconfig.json", "cell.ts"]);
    expect(made.compilerOptions).toMatchObject({
      moduleResolution: "bundler",
      erasableSyntaxOnly: false,
      outDir: null,
    });
    expect(made.compilerOptions).not.toHaveProperty("strict");
    expect(made.compilerOptions).not.toHaveProperty("jsx");
  });

  it.each([
    '"files": null, "include": "x"',
    '"compilerOptions": { "lib": "es2022" }',
    '"compilerOptions": { "lib": [5] }',
    '"compilerOptions": { "paths": { "a": 5, "b": null, "c": [7] } }',
    '"compilerOptions": { "paths": null, "baseUrl": null }',
    '"compilerOptions": { "paths": { "c": [] }, "baseUrl": 5 }',
  ])("leaves out what is of a wrong kind: %s", (content) => {
    write("tsconfig.json", `{ ${content} }`);
    mkdirSync(join(root, "below"));
    const { files, compilerOptions } = configure("below");
    expect(files).toEqual(["tsconfig.json", "cell.ts"]);
    expect(compilerOptions.lib).toEqual(["esnext"]);
    expect(Object.values(compilerOptions.paths ?? {}).flat()).toEqual([]);
  });

  it("is strict where there is no configuration, but for what has no types, and knows markup, which runs there", () => {
    mkdirSync(join(root, "alone"));
    const lenient = { noImplicitAny: false, noImplicitThis: false };
    expect(configure("alone").compilerOptions).toMatchObject({ strict: true, ...lenient, jsx: "preserve" });
  });

  it("has those of the folder itself over those that it extends, and its own over both", () => {
    write(
      "base.json",
      '{ "compilerOptions": { "strictNullChecks": true, "noImplicitReturns": true, "noEmit": false } }',
    );
    write("tsconfig.json", '{ "extends": "./base.json", "compilerOptions": { "strictNullChecks": false } }');
    const made = configure(".");
    expect(made).not.toHaveProperty("extends");
    expect(made.compilerOptions).toMatchObject({ strictNullChecks: false, noImplicitReturns: true, noEmit: true });
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

  it("has fields of classes as the target of the project has them", () => {
    const defines = (options: object) => {
      write("tsconfig.json", JSON.stringify({ compilerOptions: options }));
      return configure("notebooks").compilerOptions.useDefineForClassFields;
    };
    expect([defines({ target: "ES2020" }), defines({ target: "es6" })]).toEqual([false, false]);
    expect([defines({ target: "es2022" }), defines({ target: "ESNext" }), defines({})]).toEqual([true, true, true]);
    expect(defines({ target: "ES2020", useDefineForClassFields: true })).toBe(true);
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

  it("finds what a preloaded package depends on where the folder has none of that name", () => {
    write(
      "package/package.json",
      '{ "exports": "./index.js", "dependencies": { "tiny": "1", "other": "1", "absent": "1" } }',
    );
    const entry = write("package/index.d.ts");
    for (const name of ["tiny", "other"]) {
      write(`package/node_modules/${name}/package.json`, '{ "types": "main.d.ts" }');
      write(`package/node_modules/${name}/main.d.ts`);
    }
    const preload = [{ name: "bench", path: join(root, "package") }];
    const typesOf = (name: string) => join(root, `package/node_modules/${name}/main.d.ts`);
    mkdirSync(join(root, "apart"));
    expect(configure("apart", preload).compilerOptions.paths).toMatchObject({
      ...{ bench: [entry], tiny: [typesOf("tiny")], other: [typesOf("other")] },
    });
    write("apart/node_modules/tiny/package.json", "{}");
    write("apart/tsconfig.json", '{ "compilerOptions": { "paths": { "other": ["./own.ts"] } } }');
    const { paths } = configure("apart", preload).compilerOptions;
    expect(paths).toMatchObject({ bench: [entry], other: [join(root, "apart/own.ts")] });
    expect(Object.keys(paths)).not.toContain("tiny");
    expect(Object.keys(paths)).not.toContain("absent");
  });

  it("does without a configuration that is broken or absent", () => {
    write("tsconfig.json", "{ rubbish");
    expect(configure(".").compilerOptions).toMatchObject({ noEmit: true });
  });
});
