import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TypeScriptService } from "./typescript-service.ts";

let root: string;
let service: TypeScriptService | undefined;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "epsilab-project-"));
  mkdirSync(join(root, "notebooks"));
});
afterEach(() => {
  service?.stop();
  service = undefined;
  rmSync(root, { recursive: true, force: true });
});
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const tsconfig = (compilerOptions: object) => JSON.stringify({ compilerOptions: { strict: true, ...compilerOptions } });
const start = (folder = "notebooks") => {
  service = new TypeScriptService({ folder: join(root, folder), preload: [], patience: 60_000 });
};
const errors = async (code: string) => ((await service?.diagnose(code)) ?? []).map(({ code: number }) => number);

/** What a cell imports is a number at first and a text after the edit; both are asked about before and after, cell by cell. */
async function expectEdited(specifier: string, edit: () => void): Promise<void> {
  const [number, text] = ["toFixed", "toUpperCase"].map((use) => `import { one } from '${specifier}'; one.${use}()`);
  expect(await errors(number as string)).toEqual([]);
  expect(await errors(text as string)).toEqual([2339]);
  service?.cellRan(number as string);
  edit();
  expect(await errors(text as string)).toEqual([]);
  expect(await errors(number as string)).toEqual([2551]);
  expect(await errors("one.toUpperCase()")).toEqual([]);
}

const before = "export const one: number = 1;\n";
const after = "export const one: string = 'text';\n";

describe("an edited file", () => {
  it.each([
    ["`paths`", tsconfig({ paths: { "@app/*": ["./src/*"] } }), "@app/one"],
    ["`paths` with an ending", tsconfig({ paths: { "@app/*": ["./src/*"] } }), "@app/one.js"],
    ["`paths` over a `baseUrl`", tsconfig({ baseUrl: ".", paths: { "@app/*": ["src/*"] } }), "@app/one"],
    ["an exact name in `paths`", tsconfig({ paths: { uno: ["./missing/one", "./src/one"] } }), "uno"],
    ["a relative path", tsconfig({}), "../src/one"],
  ])("is seen as it is where it is imported by %s", async (_, configuration, specifier) => {
    write("tsconfig.json", configuration);
    write("src/one.ts", before);
    start();
    await expectEdited(specifier, () => write("src/one.ts", after));
  });

  it("is seen as it is behind another that `paths` lead to", async () => {
    write("tsconfig.json", tsconfig({ paths: { "@app/*": ["./src/*"] } }));
    write("src/one.ts", "export { one } from '@app/deep/two';\n");
    write("src/deep/two/index.ts", before);
    start();
    await expectEdited("@app/one", () => write("src/deep/two/index.ts", after));
  });

  it("is seen as it is where it is imported by an absolute path", async () => {
    write("src/one.ts", before);
    start();
    await expectEdited(join(root, "src/one.ts"), () => write("src/one.ts", after));
  });

  it("is seen as it is where it is a declaration, imported or beside the tsconfig", async () => {
    write("tsconfig.json", tsconfig({}));
    write("notebooks/declared.d.ts", before);
    write("own.d.ts", "declare const ambient: number;\n");
    start();
    await expectEdited("./declared", () => write("notebooks/declared.d.ts", after));
    expect(await errors("ambient.toFixed()")).toEqual([]);
    write("own.d.ts", "declare const ambient: string;\n");
    expect(await errors("ambient.toUpperCase()")).toEqual([]);
    write("more.d.ts", "declare const more: string;\n");
    expect(await errors("more.toUpperCase()")).toEqual([]);
  });

  it.each([
    ["an exports map", '{ "name": "linked", "exports": { ".": { "types": "./src/i.ts", "default": "./i.js" } } }'],
    ["its main entry", '{ "name": "linked", "main": "./src/i" }'],
    ["a pattern", '{ "name": "linked", "exports": { "./*": "./src/*.ts" } }', "linked/i"],
  ])(
    "is seen as it is in a package that is a link to its sources, by %s",
    async (_, manifest, specifier = "linked") => {
      write("packages/linked/package.json", manifest);
      write("packages/linked/src/i.ts", "export * from './more.js';\n");
      write("packages/linked/src/more.ts", before);
      mkdirSync(join(root, "node_modules"));
      symlinkSync(join(root, "packages/linked"), join(root, "node_modules/linked"));
      start();
      await expectEdited(specifier, () => write("packages/linked/src/more.ts", after));
    },
  );

  it("is seen as it is where the package of the notebook itself names it", async () => {
    write(
      "package.json",
      '{ "name": "mine", "imports": { "#src/*": "./src/*.ts" }, "exports": { "./src/*": "./src/*.ts" } }',
    );
    write("src/one.ts", before);
    start();
    await expectEdited("#src/one", () => write("src/one.ts", after));
    write("src/one.ts", before);
    await expectEdited("mine/src/one", () => write("src/one.ts", after));
  });

  it("is seen as it is where it was made after the look and before the server read it", async () => {
    start();
    const cell = "import { one } from './late.ts'; one.toFixed()";
    const first = errors(cell);
    write("notebooks/late.ts", before);
    expect(await first).toEqual([]);
    write("notebooks/late.ts", after);
    expect(await errors(cell)).toEqual([2551]);
  });

  it("is seen as it is although nobody asked about the cell that imported it", async () => {
    write("tsconfig.json", tsconfig({ paths: { "@app/*": ["./src/*"] } }));
    write("src/one.ts", before);
    start();
    expect(await errors("const warm: number = 1")).toEqual([]);
    service?.cellRan("import { one } from '@app/one'");
    await new Promise((resolve) => setTimeout(resolve, 1000)); // the session is written at leisure
    write("src/one.ts", after);
    expect(await errors("one.toUpperCase()")).toEqual([]);
  });
});

describe("a tsconfig", () => {
  it.each(["notebooks", "."])(
    "that is made, changed and removed while the notebook in %j is open counts",
    async (folder) => {
      write("src/one.ts", before);
      start(folder);
      const cell = "import { one } from '#x/one'; one.toFixed()";
      expect(await errors(cell)).toEqual([2307]);
      write("tsconfig.json", tsconfig({ paths: { "#x/*": ["./src/*"] } }));
      expect(await errors(cell)).toEqual([]);
      service?.cellRan(cell);
      write("src/one.ts", after);
      expect(await errors(cell)).toEqual([2551]);
      write("other/one.ts", before);
      write("tsconfig.json", tsconfig({ paths: { "#x/*": ["./other/*"] } }));
      expect(await errors(cell)).toEqual([]);
      rmSync(join(root, "tsconfig.json"));
      expect(await errors(cell)).toEqual([2307]);
    },
  );

  it("counts as it is now where another extends it", async () => {
    write("base.json", '{ "compilerOptions": { "strict": false } }');
    write("tsconfig.json", '{ "extends": "./base.json" }');
    start();
    const cell = "const text: string = null";
    expect(await errors(cell)).toEqual([]);
    write("base.json", '{ "compilerOptions": { "strict": true } }');
    expect(await errors(cell)).toEqual([2322]);
  });
});
