import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolvePackage } from "./package-resolution.ts";

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "epsilab-packages-")));
  const empty = [
    "a.mjs",
    "a.cjs",
    "b.js",
    "index.js",
    "lib/main.js",
    "lib/x.js",
    "lib/deep/y.js",
    "lib/deep/z.node.js",
  ];
  const describe = (name: string, description: object) => {
    const root = join(folder, name);
    for (const file of empty) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), "");
    }
    writeFileSync(join(root, "package.json"), JSON.stringify(description));
  };
  describe("node_modules/plain", { name: "plain", main: "lib/main" });
  describe("node_modules/bare", {});
  describe("node_modules/text", { exports: "./b.js" });
  describe("node_modules/chosen", {
    exports: {
      ".": { types: "./t.d.ts", browser: "./none.js", import: "./a.mjs", require: "./a.cjs", default: "./b.js" },
      "./nested": { node: { import: "./a.mjs", default: "./a.cjs" } },
      "./listed": [{ browser: "./b.js" }, "./lib/x.js"],
      "./none": { browser: "./b.js" },
      "./missing": "./nowhere.js",
      "./lib/*": "./lib/*.js",
      "./lib/deep/*": "./lib/deep/*.js",
      "./lib/deep/*.node": "./lib/deep/*.node.js",
      "./lib/deep/hidden/*": null,
    },
  });
  describe("node_modules/@scope/part", { exports: { default: "./a.cjs" } });
  describe("self", {
    name: "self",
    exports: { "./own": "./lib/x.js" },
    imports: {
      "#own": "./b.js",
      "#other": "chosen",
      "#deep/*": "./lib/deep/*.js",
      "#cond": { require: "./a.cjs", default: "./a.mjs" },
    },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SPECIFIERS = [
  ..."plain plain/lib/x.js bare text text/b.js chosen chosen/nested chosen/listed chosen/none chosen/missing".split(
    " ",
  ),
  ..."chosen/lib/x chosen/lib/deep/y chosen/lib/deep/z.node chosen/lib/deep/hidden/y chosen/b.js".split(" "),
  ..."@scope/part @scope @scope/none self self/own #own #other #deep/y #cond #none # none ".split(" "),
];

/** What Node finds, or undefined if there is no such file. */
function byNode(manner: "import" | "require", from: string): Record<string, string | undefined> {
  const file = join(from, "asks.mjs");
  const isThere = (path: string | undefined) => (path !== undefined && isReal(path) ? path : undefined);
  if (manner === "require") {
    const { resolve } = createRequire(file);
    return Object.fromEntries(SPECIFIERS.map((name) => [name, attempt(() => resolve(name))]));
  }
  const code = `console.log(JSON.stringify(${JSON.stringify(SPECIFIERS)}.map((name) => {
    try { return [name, import.meta.resolve(name, ${JSON.stringify(pathToFileURL(file).href)})] } catch { return [name] }
  })))`;
  const words = ["--experimental-import-meta-resolve", "--input-type=module", "--eval", code];
  const { stdout } = spawnSync(process.execPath, words, { encoding: "utf8" });
  const found = JSON.parse(stdout) as [string, string?][];
  return Object.fromEntries(found.map(([name, url]) => [name, isThere(url && fileURLToPath(url))]));
}

function isReal(path: string): boolean {
  return attempt(() => realpathSync(path)) === path;
}

function attempt(work: () => string): string | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

describe("the file of a package", () => {
  it.each([
    ["import", "."],
    ["import", "self"],
    ["import", "self/lib"],
    ["require", "."],
    ["require", "self/lib"],
  ] as const)("is the one that Node finds, by %s from %s", (manner, place) => {
    const from = join(folder, place);
    const found = Object.fromEntries(SPECIFIERS.map((name) => [name, resolvePackage(name, from, manner)]));
    expect(found).toEqual(byNode(manner, from));
  });

  it("may be named without its extension where there is no exports map", () => {
    expect(resolvePackage("plain/lib/x", folder, "import")).toBe(join(folder, "node_modules/plain/lib/x.js"));
  });
});
