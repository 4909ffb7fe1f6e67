/**
 * What computes results asks nothing of the machine that it runs on: the library, the experiments, and of the engine what plans a run,
 * computes its units, judges them and makes the files of a result. So the same code runs in Node, in a browser and wherever else.
 *
 * Method: from the files that are the ways in, all that they import is followed, types aside; none of it imports a module of Node or names
 * what is there in Node alone.
 */
import { builtinModules } from "node:module";
import { posix } from "node:path";
import { importsOf } from "./imports.ts";
import type { SourceFile } from "./project-files.ts";

/** Of the engine. All of lib/ counts, and all experiments. */
export const computingFiles: readonly string[] = [
  "experiments/kit.ts",
  "experiments/claims/index.ts",
  "experiments/engine/execution/plan.ts",
  "experiments/engine/execution/runner.ts",
  "experiments/engine/execution/unit.ts",
  "experiments/engine/execution/cells-under-way.ts",
  "experiments/engine/format/result-files.ts",
  "experiments/engine/format/spec.ts",
  "experiments/engine/verification/verification.ts",
  "experiments/battery/unit.ts",
];

const TYPE_IMPORT = /\b(?:import|export)\s+type\b[^;]*;/g;
const NODE_ONLY = /(?<![\w.$"'])(Buffer|process|__dirname|__filename|setImmediate)\b\s*[.(;,)]/g;
const REQUIRE = /(?<![\w.])require\s*\(\s*["'`]/;
const LITERAL = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/** Each use of Node in a file, as a sentence. */
export function hostUses({ path, text }: SourceFile): string[] {
  const running = text.replace(TYPE_IMPORT, "");
  const modules = importsOf(running).filter((name) => name.startsWith("node:") || builtinModules.includes(name));
  const names = [...running.replace(LITERAL, " ").matchAll(NODE_ONLY)].map(([, name]) => name);
  const required = REQUIRE.test(running) ? ["require"] : [];
  return [...modules, ...required, ...new Set(names)].map((name) => `${path} uses ${name}`);
}

/** The files that some files lead to by imports of the project's own, themselves included. */
export function reachedFrom(paths: readonly string[], files: ReadonlyMap<string, string>): readonly string[] {
  const reached = new Set<string>();
  const waiting = [...paths];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const text = files.get(path);
    if (text === undefined || reached.has(path)) continue;
    reached.add(path);
    const names = importsOf(text.replace(TYPE_IMPORT, "")).filter((name) => name.startsWith("."));
    waiting.push(...names.map((name) => posix.join(posix.dirname(path), name)));
  }
  return [...reached].sort();
}
