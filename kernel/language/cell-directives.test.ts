import { expect, it } from "vitest";
import { hasNoCheckDirective, hasStrictDirective } from "./cell-directives.ts";

it.each([
  ["// @strict\nconst a = 1", true],
  ["\n  //@strict", true],
  ["// a cell\n/* that is */\n// @strict please\n1", true],
  ["const a = 1 // @strict", false],
  ["const a = 1\n// @strict", false],
  ["'// @strict'", false],
  ["// @strictly", false],
  ["", false],
])("finds @strict only in the comments at the head: %j", (code, expected) => {
  expect(hasStrictDirective(code)).toBe(expected);
});

it.each([
  ["blank", " ".repeat(2e7)],
  ["blank lines", "\n".repeat(2e6)],
  ["comments", "/* a */ // b\n".repeat(1e6)],
  ["a comment that is not closed", "/* ".repeat(1e6)],
])("reads any head: %s", (_, head) => {
  expect(hasStrictDirective(`${head}1`)).toBe(false);
  expect(hasStrictDirective(`${head}\n// @strict`)).toBe(!head.startsWith("/* /*"));
});

it.each([
  ["// @ts-nocheck\nconst a = 1", true],
  ["// a cell\n\n  //@ts-nocheck: not mine", true],
  ["// @strict\n// @ts-nocheck\n1", true],
  ["const a = 1\n// @ts-nocheck", false],
  ["// not @ts-nocheck", false],
  ["// @ts-nochecks", false],
  ["`\n// @ts-nocheck`", false],
])("finds @ts-nocheck where TypeScript does: %j", (code, expected) => {
  expect(hasNoCheckDirective(code)).toBe(expected);
});
