/**
 * File source: the text of a user's file as a function that runs it.
 *
 * Every file runs as CommonJS. Of a module the transpiler makes some: imports become calls of `require`, and bindings stay
 * live. A module that awaits at its top level is an async function. JSX becomes what the tsconfig says.
 */
import { compileFunction, Script } from "node:vm";
import type { AnyNode } from "acorn";
import { formatOf, isTypeScript } from "../../project/file-resolution.ts";
import { Edits } from "../compile/edits.ts";
import type { ProjectSettings } from "../compile/project-settings.ts";
import { type Transpiled, transpile } from "../compile/transpile.ts";
import { childrenOf, parseFileCode } from "../compile/transpiled-code.ts";
import { CellSyntaxError } from "../errors/cell-syntax-error.ts";
import { originalPosition, type Position, rememberSource } from "../errors/source-positions.ts";
import { makeExportsRemovable } from "./module-links.ts";

/** What stands for the keyword in `import(...)`, and for `import` with its `.meta`: as long, so that columns stay. */
export const DYNAMIC_IMPORT = "_$load";
export const IMPORT_META = "$importMeta";

/** The code, whose positions are remembered for traces. */
export function fileCode(file: string, source: string, settings: ProjectSettings): string {
  rememberSource(file, source);
  const { code, map, marks } = placingErrors(file, source, () => compileFile(file, source, settings));
  const unmarked = (line: number, column: number) => marks?.columnBefore(source, line, column) ?? column;
  rememberSource(file, source, map === "" ? undefined : { map, unmarked });
  return placingErrors(file, code, () => withOwnImports(code, formatOf(file) === "module"));
}

export function compileFile(file: string, source: string, settings: ProjectSettings): Transpiled {
  const isPlain = !isTypeScript(file);
  const isModule = formatOf(file) === "module";
  const text = source.replace(/^#!/, "//");
  if (isPlain && !isModule) return { code: text, map: "" };
  const { legacyDecorators, decoratorMetadata = false, assignsFields, keepsImports = false, jsx } = settings;
  return transpile(text, {
    keepImports: keepsImports && isModule,
    legacyDecorators,
    decoratorMetadata,
    assignsFields,
    isPlain,
    jsx: file.endsWith(".tsx") ? jsx : undefined,
  });
}

export interface FileFunction {
  readonly isAsync: boolean;
  /** Called with the values of the names. */
  readonly run: (...values: unknown[]) => unknown;
}

export function fileFunction(file: string, code: string, names: readonly string[]): FileFunction {
  const isAsync = /\bawait\b/.test(code) && formatOf(file) === "module" && awaitsAtTop(code);
  const text = isAsync ? `return (async () => {${code}\n})()` : code;
  const run = placingErrors(file, code, () => compileFunction(text, names, { filename: file }));
  return { isAsync, run: run as FileFunction["run"] };
}

/** In a static block `await` is no name, so that it cannot be one of a function: `await (0)`. */
function awaitsAtTop(code: string): boolean {
  try {
    new Script(`class Top { static {${code}\n} }`);
    return false;
  } catch {
    return true;
  }
}

/** With imports that are ours, and exports that can be taken out. */
function withOwnImports(code: string, isModule: boolean): string {
  const hasImports = /\bimport\s*[.(]/.test(code);
  if (!hasImports && !isModule) return code;
  const program = parseFileCode(code);
  const edits = new Edits();
  if (isModule) makeExportsRemovable(program, edits);
  const pending: AnyNode[] = hasImports ? [program] : [];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === "MetaProperty" && node.meta.name === "import") edits.replace(node, IMPORT_META);
    if (node.type === "ImportExpression")
      edits.replace({ start: node.start, end: node.start + DYNAMIC_IMPORT.length }, DYNAMIC_IMPORT);
    pending.push(...childrenOf(node));
  }
  return edits.apply(code);
}

/** What `work` makes of the code of a file; an error of its syntax names the file and the place as it was written. */
function placingErrors<Result>(file: string, code: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { line, column } = originalPosition(file, errorPosition(code));
    const placed = error instanceof CellSyntaxError ? error : new CellSyntaxError(error.message, line, column);
    placed.file = file;
    throw placed;
  }
}

/** V8 tells the place in a form that is hard to read, so the code is parsed once more; the first line if that finds no error. */
function errorPosition(code: string): Position {
  try {
    parseFileCode(code);
  } catch (error) {
    const { loc } = error as { readonly loc?: Position };
    if (loc !== undefined) return { line: loc.line, column: loc.column + 1 };
  }
  return { line: 1, column: 1 };
}
