import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "acorn";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { typescriptProgram } from "../reference/typescript-programs.ts";
import { parseCell } from "./cell-parser.ts";
import { Edits } from "./edits.ts";
import { transpile } from "./transpile.ts";

type Tree = { readonly [key: string]: unknown } | readonly unknown[];

const IGNORED = new Set(["start", "end", "raw", "shorthand", "directive"]);

/**
 * Without positions, empty statements, and what the transpiler spells differently: classes, braces around an `if`, and
 * literals before a comma.
 */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => !isEmpty(each)).map(bare);
  if (value === null || typeof value !== "object" || value instanceof RegExp) {
    return value instanceof RegExp || typeof value === "bigint" ? String(value) : value;
  }
  const node = value as { type?: string; id?: unknown; body?: unknown };
  if (node.type === "ClassDeclaration") {
    const declarator = {
      type: "VariableDeclarator",
      id: bare(node.id),
      init: bare({ ...node, type: "ClassExpression" }),
    };
    return { type: "VariableDeclaration", declarations: [declarator], kind: "let" };
  }
  const entries = Object.entries(node).filter(([key]) => !IGNORED.has(key));
  const plain = Object.fromEntries(entries.map(([key, each]) => [key, bare(each)]));
  if (plain.type === "SequenceExpression") {
    const all = plain.expressions as { type: string }[];
    const kept = all.filter(({ type }, index) => index === all.length - 1 || type !== "Literal");
    return kept.length === 1 ? kept[0] : { ...plain, expressions: kept };
  }
  const [only, ...others] = plain.type === "BlockStatement" ? (plain.body as { type: string }[]) : [];
  return only?.type === "IfStatement" && others.length === 0 ? only : plain;
}

function isEmpty(value: unknown): boolean {
  const node = value as { type?: string; declaration?: unknown; source?: unknown; specifiers?: unknown[] } | null;
  if (node?.type === "ExportNamedDeclaration")
    return !node.declaration && !node.source && node.specifiers?.length === 0;
  return node?.type === "EmptyStatement";
}

/** The transpiler numbers local names that are also names from outside. */
function isSame(ours: unknown, theirs: unknown): boolean {
  if (typeof ours !== "object" || ours === null || typeof theirs !== "object" || theirs === null) {
    return Object.is(ours, theirs);
  }
  const [a, b] = [ours as { type?: string; name?: string }, theirs as { type?: string; name?: string }];
  if (a.type === "Identifier" && b.type === "Identifier")
    return `${b.name}`.replace(`${a.name}`, "").match(/^\d*$/) !== null;
  const keys = Object.keys(ours);
  if (keys.length !== Object.keys(theirs).length) return false;
  return keys.every((key) => isSame((ours as Tree)[key as never], (theirs as Tree)[key as never]));
}

function javaScriptOf(source: string): string | undefined {
  const edits = new Edits();
  const parsed = parseCell(source, edits);
  if (parsed === undefined) return undefined;
  for (const end of parsed.openEnds) edits.insert(end, ";");
  return edits.apply(source);
}

const programOf = (code: string) => bare(parse(code, { ecmaVersion: "latest", sourceType: "module" }).body);

/** `undecided` where the transpiler refuses, or moves code. */
function verdict(source: string): "refused" | "undecided" | "same" | "different" {
  const ours = javaScriptOf(source);
  if (ours === undefined) return "refused";
  let theirs: string;
  try {
    theirs = transpile(source, { keepImports: true, maps: false }).code;
  } catch {
    return "undecided";
  }
  if (theirs.includes("_computedKey")) return "undecided";
  const isOnItsLines = ours.split("\n").length === source.split("\n").length;
  return isOnItsLines && isSame(programOf(ours), programOf(theirs)) ? "same" : "different";
}

/** How often each verdict was given, and what must not be. */
function tally(sources: Iterable<string>) {
  const counts = { refused: 0, undecided: 0, same: 0, different: 0 };
  const wrong: string[] = [];
  for (const source of sources) {
    const given = verdict(source);
    counts[given]++;
    if (given === "different") wrong.push(source);
  }
  return { counts, wrong };
}

const kernel = fileURLToPath(new URL("../..", import.meta.url));

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending) && !file.includes("node_modules") && !file.includes("checkpoints"))
    .map((file) => readFileSync(join(folder, file), "utf8"));
}

function notebookCells(): string[] {
  return filesIn(join(kernel, "../notebooks"), ".ipynb").flatMap((text) => {
    const { cells } = JSON.parse(text) as { cells: { cell_type: string; source: string | string[] }[] };
    return cells.filter((cell) => cell.cell_type === "code").map(({ source }) => [source].flat().join(""));
  });
}

describe("a cell that needs no transpiler", () => {
  it("is nearly every one of the notebooks, and reads as the transpiler reads it", () => {
    const { counts, wrong } = tally(notebookCells());
    expect(wrong).toEqual([]);
    expect(counts.same).toBeGreaterThan(20 * counts.refused);
  });

  it("may be as long as a file of this kernel", () => {
    const { counts, wrong } = tally(filesIn(kernel, ".ts"));
    expect(wrong).toEqual([]);
    expect(counts.same).toBeGreaterThan(counts.refused);
  });

  it("is read as the transpiler reads it, if it is a text in our tests", () => {
    const texts = filesIn(kernel, ".test.ts").flatMap((file) =>
      [...file.matchAll(/"((?:[^"\\\n]|\\[n"\\])+)"|`([^`\\$]+)`/g)].map(([, quoted, template]) =>
        quoted === undefined ? template : (JSON.parse(`"${quoted}"`) as string),
      ),
    );
    const { counts, wrong } = tally(new Set(texts));
    expect(wrong).toEqual([]);
    expect(counts.same).toBeGreaterThan(500);
  });

  it("is read as the transpiler reads it, if it is made of pieces that can be read in two ways", () => {
    const taken = { count: 0 };
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const given = verdict(typescriptProgram(seed));
        if (given === "same") taken.count++;
        return given !== "different";
      }),
      { numRuns: 4000, seed: 5 },
    );
    expect(taken.count).toBeGreaterThan(400);
  });

  it.each([
    ["1 + 1"],
    ["interface Point { readonly x: number; move?(by: Point[]): void }"],
    ["class A { constructor(readonly x: number, private y?: string) {} get(): number { return this.x; } }"],
    ["const f = (x: number, by: (y: string) => void): Map<string, number[]> => new Map<string, number[]>();"],
    ["const g = async (x: number) => x as unknown as string;"],
    ["export type Pair<T> = readonly [T, T];\nimport { type A, b } from 'm';\nimport type { C } from 'm';"],
    ["list!.reduce<Record<string, number>>((a, b) => a, {});"],
    ["for (let i = 0; i < n; i++) if (list[i] > 3) count++;"],
    ["Plot.plot({ type: 'bar', as: 1, module: {} });"],
  ])("is taken: %s", (source) => {
    expect(verdict(source)).toBe("same");
  });

  it.each([
    ["enum Kind { A }"],
    ["namespace N { export const a = 1 }"],
    ["@decorated class A {}"],
    ["using a = b;"],
    ["class A extends B { constructor(readonly x: number) { super(); } }"],
    ["f(a < b, c > d)"],
    ["a ? (b) : c => d"],
    ["switch (a) { case (b): c => d }"],
    ["const x = a + b as number * c"],
    ["(a) = 1"],
    ["type\nX = 1"],
    ["declare const x: number"],
    ["import fs = require('fs')"],
    ["export default 1"],
    ["a\r\nb"],
    ["/(?<y>a)|(?<y>b)/"],
    ["let x = ;"],
  ])("is left to the transpiler: %s", (source) => {
    expect(verdict(source)).toBe("refused");
  });
});
