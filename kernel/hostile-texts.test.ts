import { describe, expect, it } from "vitest";
import { lineOf } from "./display/text.ts";
import { headOf } from "./language/cell-directives.ts";
import { cellDocument, plainDocument } from "./language/cell-document.ts";
import { cellWords } from "./language/cell-words.ts";
import { declarations } from "./language/declaration-statement.ts";
import { declaredNames } from "./language/declared-names.ts";
import type { ServerDiagnostic } from "./language/diagnosis.ts";
import { firstSentence } from "./language/documentation.ts";
import { importEdit } from "./language/importable-names.ts";
import { INVENTED_LETTERS, Session } from "./language/session.ts";
import { firstDifference } from "./notebook/comparison.ts";
import { transpile } from "./runtime/compile/transpile.ts";
import { orMagic } from "./runtime/errors/magics.ts";

const many = 100_000;
/** In milliseconds: what begins again at each place of such a text takes minutes, what does not some milliseconds. */
const patience = 20_000;
const lines = "\n".repeat(many);

const name = (index: number) => ({ name: `f${index}`, isValue: true, isType: true, isWhole: true, isExported: false });
const names = Array.from({ length: 20_000 }, (_, index) => name(index));
const code = names.map((each) => `function ${each.name}() { return 1 }`).join("\n");

/** What reads the text of a user, and a text on which an expression that backtracks would not end. */
const readings: readonly (readonly [string, () => unknown])[] = [
  ["the head of a cell that is blank lines", () => headOf(lines).length],
  ["the words of a cell that begins declarations", () => cellWords("let let { import type ".repeat(many / 5)).declared],
  ["an import into a cell with a list that is not closed", () => importEdit(`import {${" ".repeat(many)}`, "a", "b")],
  ["an import into a cell with many of them", () => importEdit("import {\n".repeat(many / 5), "a", "b")],
  ["the statements of a cell with many decorators", () => declarations("@a class A {}\n".repeat(many / 10)).length],
  [
    "a message with the name of the session in it",
    () => `import("${"session-".repeat(many / 5)}`.replace(INVENTED_LETTERS, ""),
  ],
  ["the first sentence of blanks", () => firstSentence(`a${" ".repeat(many)}b`)],
  ["a value that is blanks, in one line", () => lineOf(`a${" ".repeat(many)}b`)],
  ["an output that is one long whole number", () => differenceOf(`${"1".repeat(many)}n`)],
  ["a cell of blank lines", () => transpile(`export let a${lines}`, { isCell: true, keepImports: false })],
  ["a cell of one word", () => transpile(`/* ${"module ".repeat(many / 5)} */`, { isCell: true, keepImports: false })],
  ["a command of one word", () => orMagic(new SyntaxError("a"), `!${"pip ".repeat(many / 5)}`)],
  ["the session of a cell of blank lines", () => sessionOf(`const a = 1${lines}`, names.slice(0, 1)).texts],
];

function differenceOf(text: string) {
  const output = (each: string) => [{ output_type: "stream", name: "stdout", text: each } as const];
  return firstDifference(output(text), output(`${text} `), 1e-9);
}

function sessionOf(cell: string, declared: readonly ReturnType<typeof name>[]): Session {
  const session = new Session("session");
  for (const each of [cell, `${cell};`]) {
    session.add({ document: plainDocument(each, session), names: declared, isMarkup: false });
  }
  return session;
}

describe("is read in linear time:", () => {
  it.each(readings)("%s", { timeout: patience }, (_, read) => void read());

  it("a cell of 20 000 functions", { timeout: patience }, () => {
    const listed = names.map(({ name: label }) => ({ label, kind: 3, sortText: "11" }));
    const header = names.map(({ name: each }) => each);
    expect(declaredNames(code, listed, header)).toHaveLength(names.length);
  });

  it("a cell that declares 20 000 classes again, from which a later one takes as many", {
    timeout: patience,
  }, async () => {
    const session = sessionOf(code, names);
    session.reserve(new Set(names.map((each) => each.name)));
    const again = names.map((each) => `const ${each.name} = ${each.name};`).join("\n");
    const errors = names.map(({ name: each }, index) => {
      const [start, end] = [each.length + 9, 2 * each.length + 9].map((character) => ({ line: index + 1, character }));
      return { range: { start, end }, code: 2448, message: "" } as ServerDiagnostic;
    });
    const { cell, earlier } = await cellDocument(again, session, async () => errors);
    expect(cell).toHaveLength(again.length);
    expect(earlier.size).toBeGreaterThan(0);
  });
});
