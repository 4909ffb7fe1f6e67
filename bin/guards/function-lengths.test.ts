import { describe, expect, it } from "vitest";
import { functionLengths } from "./function-lengths.ts";
import { isTest, sourcesUnder } from "./project-files.ts";

const LONGEST = 100;

describe("the functions", () => {
  it(`of the sources have at most ${LONGEST} lines, tests apart: a longer one falls into its steps`, () => {
    const folders = ["lib", "experiments", "kernel", "bench", "bin", "testing", "template"];
    const lengths = sourcesUnder(folders, [".ts", ".js"])
      .filter(({ path, text }) => !isTest(path) && text.split("\n").length > LONGEST)
      .flatMap(functionLengths);
    expect(lengths.length).toBeGreaterThan(5000);
    expect(lengths.filter(({ lines }) => lines > LONGEST)).toEqual([]);
  });

  it.each([
    ["function f() {\n  return 1;\n}\n", [{ line: 1, lines: 3 }]],
    ["// ä\n\nexport const f = (x: number) =>\n  x;\n", [{ line: 3, lines: 2 }]],
    [
      "class C {\n  get a() {\n    return 1;\n  }\n  #b() {}\n}\n",
      [
        { line: 2, lines: 3 },
        { line: 5, lines: 1 },
      ],
    ],
    [
      "const o = {\n  m() {\n    return () => {\n      return 1;\n    };\n  },\n};\n",
      [
        { line: 2, lines: 5 },
        { line: 3, lines: 3 },
      ],
    ],
  ])("are measured: %j", (text, lengths) => {
    expect(functionLengths({ path: "x.ts", text })).toEqual(lengths.map((each) => ({ path: "x.ts", ...each })));
  });
});
