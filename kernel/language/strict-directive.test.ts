import { expect, it } from "vitest";
import { hasStrictDirective } from "./strict-directive.ts";

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
