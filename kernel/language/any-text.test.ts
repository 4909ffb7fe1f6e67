import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainDocument } from "./cell-document.ts";
import { completeness } from "./completeness.ts";
import { declarations } from "./declaration-statement.ts";
import { Session } from "./session.ts";
import { tokenize } from "./token.ts";

/** Texts of pieces of TypeScript in any order, with rubbish between. */
const pieces = [
  "const ",
  "let ",
  "a",
  "b",
  "data",
  "=",
  "1",
  ";",
  "\n",
  "{",
  "}",
  "(",
  ")",
  "[",
  "]",
  "`",
  "${",
  "/",
  "*/",
  "/*",
  "//",
  "'",
  "\\",
  "import ",
  "from ",
  "'m'",
  "class ",
  "function ",
  "=>",
  "<",
  ">",
  ",",
  ":",
  "@",
  "export ",
  "default ",
  "enum ",
  "var ",
  "for ",
  "...",
  "😀",
  "\u2028",
  "\r\n",
  "#x",
  "async ",
  "type ",
  "declare global ",
  "/** about\n it */",
  "// @ts-nocheck\n",
];
const code = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 60 }),
);

describe("any text at all", () => {
  it("is cut into tokens in order, with nothing but blanks and comments between", () => {
    fc.assert(
      fc.property(code, (text) => {
        let end = 0;
        for (const token of tokenize(text).tokens) {
          expect(token.start).toBeGreaterThanOrEqual(end);
          expect(token.end).toBeGreaterThan(token.start);
          expect(text.slice(token.start, token.end)).toBe(token.text);
          const between = text.slice(end, token.start);
          expect(between === "" || /^[\s\uFEFF]|^\/[/*]|^#!/.test(between), JSON.stringify(between)).toBe(true);
          end = token.end;
        }
      }),
    );
  });

  it("has declarations that stand one behind the other", () => {
    fc.assert(
      fc.property(code, (text) => {
        let end = 0;
        for (const { start, tokens } of declarations(text)) {
          expect(start).toBeGreaterThanOrEqual(end);
          end = tokens.at(-1)?.end ?? end;
        }
      }),
    );
  });

  it("can run, run again and be asked about, and keeps its length in the cell's document", () => {
    fc.assert(
      fc.property(fc.array(code, { maxLength: 4 }), code, (cells, text) => {
        const session = new Session("session");
        const names = [{ name: "data", isValue: true, isType: false, isWhole: false, isExported: false }];
        for (const cell of [...cells, ...cells])
          session.add({ document: plainDocument(cell, session), names, isMarkup: false });
        const filled = [...session.texts.values()].filter((one) => /^import \* as/.test(one));
        expect(filled).toHaveLength(session.has("data") ? 1 : 0);
        const document = plainDocument(text, session);
        expect(document.text.split("\n").slice(document.linesBefore).join("\n")).toBe(text);
      }),
    );
  });

  it("is judged without a server, and as wrong only where that is certain", async () => {
    await fc.assert(
      fc.asyncProperty(code, async (text) => {
        const alone = await completeness(text, async () => undefined);
        const served = await completeness(text, async () => []);
        const expected = { unknown: "complete", incomplete: "incomplete", invalid: "invalid", complete: "" };
        expect(served.status).toBe(expected[alone.status]);
      }),
    );
  });
});
