import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DeclarationExports } from "./declaration-exports.ts";
import { EntryPoints } from "./entry-points.ts";

const folder = mkdtempSync(join(tmpdir(), "epsilab-entries-"));
const files: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({
    name: "bench",
    exports: {
      "./tools": { types: "./tools.d.ts", default: "./tools.js" },
      ".": { types: "./index.d.ts", default: "./index.js" },
      "./data/*": "./data/*.js",
      "./package.json": "./package.json",
    },
  }),
  "index.d.ts": `export * from "./noise.js";
export { type Plan, saw as chop, hammer } from "./tools.js";
export type { Nail } from "./tools.js";
import { rule } from "./tools.js";
export { rule };
export { outside, type Foreign } from "other";
export * as kit from "./tools.js";
export default function unnamed(): void;
`,
  "noise.d.ts": `/** Adds noise. */
export declare function noisy(value: number): number;
export declare function noisy(value: string): string;
export interface Noise { readonly scale: number }
export declare const Level: { readonly top: number };
export type Level = number;
export * from "./index.js";
declare const hidden: number;
`,
  "tools.d.ts": `export declare class saw { export: number }
export declare const hammer: number, rule: string;
export interface Plan {}
export interface Nail {}
export declare enum Wood { oak }
`,
};

beforeAll(() => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the entry points of a preloaded package", () => {
  const entries = new EntryPoints([{ name: "bench", path: folder }]);

  it("are those of its exports that have declarations, the shortest first", () => {
    expect(entries.all.map(({ specifier }) => specifier)).toEqual(["bench", "bench/tools"]);
  });

  it.each([
    ["noisy", "bench"],
    ["Level", "bench"],
    ["chop", "bench"],
    ["hammer", "bench"],
    ["rule", "bench"],
    ["outside", "bench"],
    ["kit", "bench"],
    ["saw", "bench/tools"],
    ["Wood", "bench/tools"],
  ])("give the value %s from %s", (name, specifier) => {
    expect(entries.specifierOf(name)).toBe(specifier);
  });

  it.each(["Noise", "Plan", "Nail", "Foreign", "hidden", "default", "unnamed", "toString"])(
    "give no value %s",
    (name) => {
      expect(entries.specifierOf(name)).toBeUndefined();
    },
  );

  it("lead to the statements that declare a name, through files that pass it on", () => {
    const declarationOf = (name: string) => new DeclarationExports().declaration(join(folder, "index.d.ts"), name);
    const noisy = declarationOf("noisy");
    expect([noisy?.file, noisy?.statements.length]).toEqual([join(folder, "noise.d.ts"), 2]);
    const chop = declarationOf("chop");
    expect([chop?.file, chop?.statements[0]?.names[0]?.text]).toEqual([join(folder, "tools.d.ts"), "saw"]);
    expect(declarationOf("outside")).toBeUndefined();
  });

  it("are none without packages", () => {
    const none = new EntryPoints([{ name: "gone", path: join(folder, "gone") }]);
    expect([none.all, none.specifierOf("noisy")]).toEqual([[], undefined]);
  });
});

describe("the entry points of this package", () => {
  it("give exactly the values that its modules export", async () => {
    const project = fileURLToPath(new URL("../..", import.meta.url));
    const entries = new EntryPoints([{ name: "epsilab", path: project }]);
    const told = new Map<string, string[]>();
    for (const name of entries.names.keys()) {
      const specifier = entries.specifierOf(name);
      if (specifier !== undefined) told.set(specifier, [...(told.get(specifier) ?? []), name]);
    }
    const seen = new Set<string>();
    for (const { specifier, file } of entries.all) {
      const exported = Object.keys(await import(file.replace(/\.d\.ts$/, ".js"))).filter((name) => !seen.has(name));
      for (const name of exported) seen.add(name);
      expect([...(told.get(specifier) ?? [])].sort()).toEqual(exported.sort());
    }
    expect(seen.size).toBeGreaterThan(0);
  });
});
