import { describe, expect, it } from "vitest";
import { importEdit } from "./importable-names.ts";

function edited(code: string): string {
  const { start, end, text } = importEdit(code, "laplace", "workbench");
  return code.slice(0, start) + text + code.slice(end);
}

describe("the edit that imports a name", () => {
  it.each([
    ["puts a statement at the head", "lapl", 'import { laplace } from "workbench";\nlapl'],
    ["also before other imports", 'import "x";\nlapl', 'import { laplace } from "workbench";\nimport "x";\nlapl'],
    [
      "below directives",
      "// @strict\n// text\nlapl",
      '// @strict\nimport { laplace } from "workbench";\n// text\nlapl',
    ],
    ["below a directive without a line break", "// @strict", '// @strict\nimport { laplace } from "workbench";\n'],
    ["adds to a list", "import { a } from 'workbench';\nlapl", "import { a, laplace } from 'workbench';\nlapl"],
    ["adds before the last comma", 'import {\n  a,\n} from "workbench"', 'import {\n  a, laplace,\n} from "workbench"'],
    ["adds to an empty list", 'import {} from "workbench"', 'import { laplace} from "workbench"'],
    [
      "adds beside a default",
      'import d, { a as b } from "workbench"',
      'import d, { a as b, laplace } from "workbench"',
    ],
    [
      "adds to no list of types",
      'import type { T } from "workbench"',
      'import { laplace } from "workbench";\nimport type { T } from "workbench"',
    ],
    [
      "adds to no list of another module",
      'import { a } from "workbench/data"',
      'import { laplace } from "workbench";\nimport { a } from "workbench/data"',
    ],
    [
      "adds to no namespace",
      'import * as e from "workbench"',
      'import { laplace } from "workbench";\nimport * as e from "workbench"',
    ],
  ])("%s", (_, code, expected) => {
    expect(edited(code)).toBe(expected);
  });
});
