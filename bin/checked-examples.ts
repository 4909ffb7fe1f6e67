/**
 * Examples that are run: of doc comments (`@example`) and of Markdown, on the built package, with the values that they state.
 *
 * A value is stated behind a statement, as `expression; // => value` or `const name = expression; // => value`, and is what Node's
 * `inspect` prints; `...` in it stands for more digits: `log(3); // => 1.0986...`.
 * Limits: a statement of several lines starts at the nearest line above that is not indented and closes nothing.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { agreesWithStated } from "../experiments/engine/text/stated-value.ts";
import type { Example } from "./docs/examples.js";
import { inCache } from "./setup/project.js";

interface Checked {
  /** How many values the examples state. */
  readonly stated: number;
  /** What is wrong, a line or more for each. */
  readonly wrong: readonly string[];
}

interface Stated {
  readonly line: number;
  readonly value: string;
}

/** What one example did in its process. */
interface Done {
  readonly values: Readonly<Record<string, string>>;
  readonly error?: string;
}

/** An import stays where nothing uses it: that it can be made is part of the example. */
const TYPESCRIPT = {
  loader: "ts",
  format: "esm",
  target: "node20",
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
} as const;
const run = promisify(execFile);

/** Runs all examples in one process, each a module, and compares the values that they state. `mark` stands before a value. */
export async function checkExamples(examples: readonly Example[], mark = "=> "): Promise<Checked> {
  const prepared = examples.map(({ place, code }, k) => ({ place, ...instrumented(code, k, mark) }));
  // Inside the project, where "epsilab" is the project itself.
  await mkdir(inCache(), { recursive: true });
  const folder = await mkdtemp(inCache("examples-"));
  try {
    const files = await Promise.all(
      prepared.map(async ({ code, place }, k) => {
        const file = join(folder, `example-${k}.mjs`);
        const compiled = await transform(code, TYPESCRIPT).then(
          (built) => built.code,
          (error: Error) => `throw new SyntaxError(${JSON.stringify(`${place}: ${error.message}`)});`,
        );
        await writeFile(file, compiled);
        return pathToFileURL(file).href;
      }),
    );
    const report = join(folder, "report.json");
    await writeFile(join(folder, "run.mjs"), runner(files, report));
    await run(process.execPath, [join(folder, "run.mjs")], { maxBuffer: 1 << 26 });
    const done = JSON.parse(await readFile(report, "utf8")) as readonly Done[];
    const wrong = prepared.flatMap(({ place, stated }, k) => faults(place, stated, done[k]));
    return { stated: prepared.reduce((total, { stated }) => total + stated.length, 0), wrong };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The code with a call behind each statement that states a value. */
function instrumented(code: string, example: number, mark: string): { code: string; stated: readonly Stated[] } {
  const lines = code.split("\n");
  const stated: Stated[] = [];
  const comment = new RegExp(`^(.*?);?\\s*// ${mark}(.*)$`);
  for (const [k, line] of lines.entries()) {
    const [, statement, value] = comment.exec(line) ?? [];
    if (statement === undefined || value === undefined || statement.trim() === "") continue;
    let start = k;
    while (start > 0 && /^[\s)\]}]/.test(lines[start] ?? "")) start--;
    const name = /^(?:const|let) (\w+)\b/.exec(lines[start] ?? "")?.[1];
    lines[k] = name === undefined ? `${statement});` : `${statement}; __state(${example}, ${k}, ${name});`;
    if (name === undefined) lines[start] = `__state(${example}, ${k}, ${lines[start]}`;
    stated.push({ line: k, value: value.trim() });
  }
  return { code: lines.join("\n"), stated };
}

/** The program that imports one example after another and writes what each did. */
function runner(files: readonly string[], report: string): string {
  return `
    import { writeFileSync } from "node:fs";
    import { inspect } from "node:util";
    const done = ${JSON.stringify(files)}.map(() => ({ values: {} }));
    globalThis.__state = (example, line, value) => {
      done[example].values[line] = inspect(value, { depth: 8, breakLength: Infinity, compact: 8, maxArrayLength: 1000 });
    };
    for (const [k, file] of ${JSON.stringify(files)}.entries()) {
      try {
        await import(file);
      } catch (error) {
        done[k].error = String(error);
      }
    }
    writeFileSync(${JSON.stringify(report)}, JSON.stringify(done));`;
}

function faults(place: string, stated: readonly Stated[], { values, error }: Done): string[] {
  if (error !== undefined) return [`${place}: the example throws ${error}`];
  return stated.flatMap(({ line, value }) => {
    const actual = values[line] ?? "nothing";
    return agreesWithStated(value, actual)
      ? []
      : [`${place}: line ${line + 1} of the example states ${value} and gives ${actual}`];
  });
}
