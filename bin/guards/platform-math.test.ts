import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectFolder, typeScriptUnder } from "./project-files.ts";

const forbiddenFunctions =
  "log log2 log10 log1p exp expm1 pow sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh cbrt hypot " +
  "random f16round sumPrecise";
const allowedFunctions = "sqrt abs floor ceil round trunc min max sign imul clz32 fround";
const constants = "E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2";

const refused = [
  ...forbiddenFunctions.split(" ").map((name) => `export const value = Math.${name}(2, 3);`),
  'export const value = Math["log"](2);',
  "export const value = Math[`log`](2);",
  "export const value = Math?.log(2);",
  "export const value = (Math).log(2);",
  "export const value = (Math as Math).log(2);",
  "export const value = Math.abs(Math.exp(2));",
  "export const value = [2].map(Math.log);",
  "export const { log } = Math;",
  "export const { floor } = Math;",
  "const alias = Math;\nexport const value = alias.log(2);",
  "export const value = { Math };",
  "export const value = globalThis.Math.log(2);",
  'export const value = globalThis["Math"].log(2);',
  "export const { Math: alias } = globalThis;",
  "export const value = global.Math.log(2);",
  "export const value = 2 ** 3;",
  "export const value = 2n ** 3n;",
  "export let value = 2;\nvalue **= 3;",
  "export const value = [2];\nvalue[value[0] === 2 ? 0 : 1] **= 3;",
  "export const value = new Date();",
  "export const value = Date.now();",
  "export const value = performance.now();",
  "export const value = process.hrtime();",
  "export const value = process.hrtime.bigint();",
  'export const value = process["hrtime"]();',
  "export const { hrtime } = process;",
  "export const value = process.uptime();",
  "export const value = Temporal.Now.instant();",
  'import { performance } from "node:perf_hooks";\nexport const value = performance;',
  'import { performance as clock } from "node:perf_hooks";\nexport const value = clock;',
  'import { hrtime } from "node:process";\nexport const value = hrtime;',
  'export const clock = await import("node:perf_hooks");',
];
const accepted = [
  ...allowedFunctions.split(" ").map((name) => `export const value = Math.${name}(2);`),
  ...constants.split(" ").map((name) => `export const value = Math.${name};`),
  "export const value = [2.5].map(Math.floor);",
  "export const value = Math.min(Math.max(2, 1), 3) * 2;",
  'export const value = "Math.log(2) ** new Date()"; // Math.log(2) ** new Date()',
  "function log(x: number): number {\n  return x;\n}\nexport const value = log(2);",
  "const numerics = { log: Math.floor };\nexport const value = numerics.log(2);",
  ...["MathDate", "aMath", "Dates", "aDate", "myperformance", "performances", "globals", "aglobalThis"].map(
    (name) => `const ${name} = 2;\nexport const value = ${name};`,
  ),
  "export const value = process.argv;",
];

describe("the lint rule on platform mathematics and clocks", () => {
  const folder = mkdtempSync(join(tmpdir(), "epsilab-lint-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The paths, relative to the folder, in which the rule found something. */
  let reported: Set<string>;

  beforeAll(() => {
    for (const name of ["biome.json", ".gitignore", "bin/lint"]) {
      cpSync(join(projectFolder, name), join(folder, name), { recursive: true });
    }
    const write = (path: string, text: string) => {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, path), `${text}\n`);
    };
    refused.forEach((text, index) => {
      for (const place of ["lib/random", "experiments/minimax", "bench", "bin", "kernel"]) {
        write(`${place}/refused-${index}.ts`, text);
      }
    });
    accepted.forEach((text, index) => {
      for (const place of ["lib/random", "experiments/minimax"]) write(`${place}/accepted-${index}.ts`, text);
    });
    reported = new Set(
      biome(folder, "--reporter=json")
        .filter(isRule)
        .map(({ location }) => location.path),
    );
  });

  it.each(refused.map((text, index) => [text, index] as const))("refuses %s", (_, index) => {
    expect(reported).toContain(`lib/random/refused-${index}.ts`);
    expect(reported).toContain(`experiments/minimax/refused-${index}.ts`);
  });

  it.each(accepted.map((text, index) => [text, index] as const))("accepts %s", (_, index) => {
    expect(reported).not.toContain(`lib/random/accepted-${index}.ts`);
    expect(reported).not.toContain(`experiments/minimax/accepted-${index}.ts`);
  });

  it("is not applied outside of lib/ and experiments/", () => {
    expect([...reported].filter((path) => !/^(lib|experiments)\//.test(path))).toEqual([]);
  });

  it("is switched off by a comment in lib/ and experiments/ for clocks and what a kernel or a page offers alone", () => {
    const suppressed = typeScriptUnder(["lib", "experiments"]).filter(({ text }) =>
      /biome-ignore(-\w+)? lint(\/plugin)?\s*[:(]/.test(text),
    );
    expect(suppressed.map(({ path }) => path)).toEqual([
      "experiments/engine/browser/dom.ts",
      "experiments/engine/machine/clock.ts",
      "experiments/engine/notebook/cell-hook.ts",
      "experiments/engine/notebook/run.test.ts",
    ]);
  });
});

interface Diagnostic {
  readonly category: string;
  readonly location: { readonly path: string };
}

function isRule({ category }: Diagnostic): boolean {
  return category === "plugin";
}

/** What the real Biome reports about a folder. */
function biome(folder: string, ...options: readonly string[]): Diagnostic[] {
  const program = join(projectFolder, "node_modules/@biomejs/biome/bin/biome");
  const { stdout, stderr } = spawnSync(process.execPath, [program, "lint", "--max-diagnostics=none", ...options], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const start = stdout.indexOf("{");
  if (start === -1) throw new Error(`Biome printed no report: ${stderr}`);
  return JSON.parse(stdout.slice(start)).diagnostics;
}
