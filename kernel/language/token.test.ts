import { describe, expect, it } from "vitest";
import { tokenize } from "./token.ts";

const texts = (code: string) => tokenize(code).tokens.map(({ text }) => text);
const kinds = (code: string) => tokenize(code).tokens.map(({ kind }) => kind);

describe("tokenize", () => {
  it("cuts names, numbers, strings and the longest punctuators", () => {
    expect(texts("a ??= 0x1fn + 1_000.5e-3 >>>= .5;")).toEqual([
      "a",
      "??=",
      "0x1fn",
      "+",
      "1_000.5e-3",
      ">>>=",
      ".5",
      ";",
    ]);
    expect(texts("x?.y ?? 'it\\'s' ? .5 : c?.5:1")).toEqual([
      "x",
      "?.",
      "y",
      "??",
      "'it\\'s'",
      "?",
      ".5",
      ":",
      "c",
      "?",
      ".5",
      ":",
      "1",
    ]);
  });

  it.each([
    ["a / b / c", ["name", "punctuator", "name", "punctuator", "name"]],
    [
      "x = /[/\\]]+/gi.test(y)",
      ["name", "punctuator", "expression", "punctuator", "name", "punctuator", "name", "punctuator"],
    ],
    [
      "if (x) /re/.exec(y)",
      [
        "name",
        "punctuator",
        "name",
        "punctuator",
        "expression",
        "punctuator",
        "name",
        "punctuator",
        "name",
        "punctuator",
      ],
    ],
    ["f(x) / 2", ["name", "punctuator", "name", "punctuator", "punctuator", "number"]],
    ["({}) / 2", ["punctuator", "punctuator", "punctuator", "punctuator", "punctuator", "number"]],
    ["{}\n/re/", ["punctuator", "punctuator", "expression"]],
    ["return /re/", ["name", "expression"]],
    ["x.return / 2", ["name", "punctuator", "name", "punctuator", "number"]],
  ])("tells division from a regular expression in %s", (code, expected) => {
    expect(kinds(code)).toEqual(expected);
  });

  it("reads templates with holes, nested templates and braces in holes", () => {
    const words = texts(`\`a\${ {b: \`c\${d}\`} }e\` + \`\``).join(" ");
    expect(words).toBe(`\` a \${ { b : \` c \${ d } \` } } e \` + \` \``);
  });

  it("skips comments and keeps the line breaks they contain", () => {
    const { tokens } = tokenize("a // one\nb /* two\n */ c");
    expect(tokens.map(({ text, newline }) => [text, newline])).toEqual([
      ["a", true],
      ["b", true],
      ["c", true],
    ]);
  });

  it.each([
    ["/* never closed", "comment"],
    ["const a = `text", "text"],
    [`\`\${a} text`, "text"],
    ["'continued \\\n", "text"],
    ["'not closed", "line"],
    ["x = /not closed", "line"],
    [`\`closed \${a}\``, "none"],
    ["// a line comment is never open", "none"],
  ])("says of %s what is open: %s", (code, open) => {
    expect(tokenize(code).open).toBe(open);
  });

  it("covers every character that is neither blank nor comment, astral ones too", () => {
    const code = "const 𝛼 = '😀' + \"\\u{1F600}\" // 😀\n§ 𝛼";
    expect(texts(code)).toEqual(["const", "𝛼", "=", "'😀'", "+", '"\\u{1F600}"', "§", "𝛼"]);
    for (const { text, start, end } of tokenize(code).tokens) expect(code.slice(start, end)).toBe(text);
  });
});
