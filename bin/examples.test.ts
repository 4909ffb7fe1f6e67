import { describe, expect, it } from "vitest";
import { checkExamples } from "./checked-examples.ts";
import { examplesOf, namedExamplesOf } from "./docs/examples.js";
import { isTest, typeScriptUnder } from "./guards/project-files.ts";

describe("the examples of doc comments", () => {
  it("run on the built package and give the values that they state", async () => {
    const sources = typeScriptUnder(["lib", "experiments"]).filter(({ path }) => !isTest(path));
    expect(sources.length).toBeGreaterThan(0);
    const { wrong } = await checkExamples(sources.flatMap(({ path, text }) => examplesOf(text, path)));
    expect(wrong).toEqual([]);
  }, 600_000); // all of them in one go: a minute on a busy machine
});

describe("an example", () => {
  it("is the code of a tag, fenced or not, up to the next tag", () => {
    const source = [
      "/**",
      " * Doubles.",
      " *",
      " * @example Twice",
      " * ```ts",
      " * twice(1); // => 2",
      ' * "@claim";',
      " * ```",
      " * @claim a",
      " * @example",
      " * twice(2);",
      " */",
    ].join("\n");
    expect(examplesOf(`\n${source}\nexport {};`, "lib/a.ts")).toEqual([
      { place: "lib/a.ts:2", code: 'twice(1); // => 2\n"@claim";' },
      { place: "lib/a.ts:2", code: "twice(2);" },
    ]);
    expect(examplesOf("// @example no();\n/** Plain. */", "lib/b.ts")).toEqual([]);
  });

  it("is named after the export that shows its comment, and with what is said of that first", () => {
    const source = [
      "/**",
      " * Doubles numbers.",
      " *",
      " * Theorem: it does.",
      " * @example",
      " * half(twice(1)); // => 1",
      " */",
      "export function twice(x: number) {}",
      "export function half(x: number) {}",
      "/** Three times.",
      " * @example thrice(1); // => 3",
      " */",
      "export const thrice = 3;",
    ].join("\n");
    expect(namedExamplesOf(source, "lib/factors.ts")).toEqual([
      { title: "twice, half", text: "Doubles numbers.", code: "half(twice(1)); // => 1" },
      { title: "thrice", text: "Three times.", code: "thrice(1); // => 3" },
    ]);
    expect(namedExamplesOf(source, "lib/twice.ts")[0].title).toBe("twice");
  });

  const right = `
import { logNormalCdf } from "epsilab";
import { clopperPearson } from "epsilab/statistics";
const tail: number = logNormalCdf(-40); // => -804.60844...
logNormalCdf(-40); // => -804.6084420137538
clopperPearson({
  successes: 10,
  trials: 1000,
  errorRate: 0.05,
}); // => { lower: 0.0048055..., upper: 0.0183132... }
"text"; // => "text"
[1, 2].map((x) => 2 * x); // => [2, 4]`;

  it("passes with the values that it gives", async () => {
    expect(await checkExamples([{ place: "right", code: right.trim() }])).toEqual({ stated: 5, wrong: [] });
  });

  it.each([
    ["another digit", "1 / 3; // => 0.3334...", "line 1 of the example states 0.3334... and gives 0.3333333333333333"],
    ["fewer digits without a sign of it", "1 / 3; // => 0.3333", "line 1 of the example states 0.3333 and gives"],
    ["another number behind the ellipsis", "[1.5, 2]; // => [1.5..., 3]", "gives [ 1.5, 2 ]"],
    ["a name that is no export", 'import { astrology } from "epsilab";', "the example throws SyntaxError"],
    ["a door that is none", 'import "epsilab/astrology";', "the example throws Error"],
    ["an error", "throw new RangeError('epsilon is -1');", "the example throws RangeError: epsilon is -1"],
    ["no TypeScript", "const = 1;", "the example throws SyntaxError"],
    ["a value inside of a statement", "function one() {\n  return 1; // => 1\n}", "the example throws SyntaxError"],
  ])("fails with %s", async (_, code, reason) => {
    const { wrong } = await checkExamples([{ place: "wrong", code }]);
    expect(wrong).toEqual([expect.stringContaining(reason)]);
  });

  it("that fails leaves the others to be run", async () => {
    const { stated, wrong } = await checkExamples([
      { place: "first", code: "throw 1;" },
      { place: "second", code: "1 + 1; // => 3" },
    ]);
    expect(stated).toBe(1);
    expect(wrong).toEqual(["first: the example throws 1", "second: line 1 of the example states 3 and gives 2"]);
  });
});
