import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isTest, projectFolder, sourcesUnder, typeScriptUnder } from "./project-files.ts";

const longestFile = 400;

/** Runs a program of node_modules in the project; gives its exit code with what it printed. */
function run(program: string, ...args: readonly string[]): { status: number | null; output: string } {
  const path = join(projectFolder, "node_modules", program);
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], {
    cwd: projectFolder,
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

/** Only liveness: both take seconds on a quiet machine. */
const timeout = 900_000;

describe("the sources", () => {
  it("pass the linter and the formatter", { timeout }, () => {
    const { status, output } = run("@biomejs/biome/bin/biome", "check", "--error-on-warnings", "--colors=off");
    expect(status, output).toBe(0);
  });

  it("pass the type checker", { timeout }, () => {
    const { status, output } = run("typescript/bin/tsc", "--noEmit", "--pretty", "false");
    expect(status, output).toBe(0);
  });

  it(`have no file over ${longestFile} lines, tests apart`, () => {
    const long = typeScriptUnder(["lib", "experiments", "kernel"])
      .filter(({ path }) => !isTest(path))
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n").length }))
      .filter(({ lines }) => lines > longestFile);
    expect(long).toEqual([]);
  });
});

const longestLine = 140;

/** What cannot be broken: a regular expression, an address, a row of a Markdown table, data in hexadecimal or base64. */
const UNBREAKABLE = [
  /^\s*\/(?![/*]).+\/[a-z]*[,;]?$/,
  /^\W*https?:\/\/\S+$/,
  /^\s*(?:\/\/|\*|#) \|.*\|$/,
  /^\s*["'`]?(?:[0-9a-f]+|[A-Za-z0-9+/]+={0,2})["'`]?[,;]?$/,
];

function isTooLong(line: string): boolean {
  return (
    line.length > longestLine && [...line].length > longestLine && !UNBREAKABLE.some((pattern) => pattern.test(line))
  );
}

describe("a line", () => {
  const words = "word ".repeat(30);

  it.each([
    `// ${words}`,
    ` * ${words}`,
    `const text = "${words}";`,
    `see https://example.org/${words}`,
    `| ${words}|`,
    `// ${words}/`,
  ])("would be refused if it were as long as %s", (line) => {
    expect(isTooLong(line)).toBe(true);
    expect(isTooLong(line.slice(0, longestLine))).toBe(false);
  });

  it.each([
    ["a regular expression", `  /^${words}$/m,`],
    ["an address", ` * https://example.org/${"path/".repeat(30)}`],
    ["a row of a table", ` * | ${words}|`],
    ["data in one piece", `  "${"0f".repeat(80)}",`],
  ])("may be long if it is %s, which cannot be broken", (_, line) => {
    expect(line.length).toBeGreaterThan(longestLine);
    expect(isTooLong(line)).toBe(false);
  });

  it(`of code or comment has at most ${longestLine} characters`, () => {
    const folders = ["lib", "experiments", "kernel", "bench", "bin", "testing", "template", "clients"];
    const sources = sourcesUnder(folders, [".ts", ".js", ".cts", ".mjs", ".py", ".R"]);
    expect(sources.length).toBeGreaterThan(0);
    const long = sources.flatMap(({ path, text }) =>
      text.split("\n").flatMap((line, index) => (isTooLong(line) ? [`${path}:${index + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });
});

/** A claim by a number, unless it is that of a book which is named. */
const NUMBERED = /(?<!Roth \(2014\), |dworkRoth2014, ")\b[Cc]laims? \d+\.\d+(?! of Dwork)/;

describe("references", () => {
  it.each(["claim 8.5", "Claims 3.4 and 3.5", "claims 1.3-1.8"])("would be refused as %s", (text) =>
    expect(text).toMatch(NUMBERED),
  );

  it("name a claim by its id, which one can look up, and not by a number", () => {
    const self = "bin/guards/sources.test.ts";
    const numbered = typeScriptUnder(["lib", "experiments", "kernel", "bench", "bin", "testing"]).flatMap(
      ({ path, text }) =>
        text
          .split("\n")
          .flatMap((line, index) => (path !== self && NUMBERED.test(line) ? [`${path}:${index + 1}`] : [])),
    );
    expect(numbered).toEqual([]);
  });
});

describe("the tests", () => {
  const skipping =
    /\b(?:it|test|describe|suite|bench)(?:\.\w+)*\.(?:skip|only|todo|skipIf|runIf|fails)\b|\bskip\s*:\s*true/;

  it.each(["it.skip(", "test.only(", "describe.todo(", "it.concurrent.skip(", "describe.skipIf(", "{ skip: true }"])(
    "would be refused with %s",
    (text) => expect(text).toMatch(skipping),
  );

  it("are all run: none is skipped, singled out or left for later", () => {
    const tests = typeScriptUnder(["lib", "experiments", "kernel", "bench", "bin", "testing"]).filter(({ path }) =>
      isTest(path),
    );
    expect(tests.length).toBeGreaterThan(0);
    const self = "bin/guards/sources.test.ts";
    expect(tests.filter(({ path, text }) => path !== self && skipping.test(text)).map(({ path }) => path)).toEqual([]);
  });
});
