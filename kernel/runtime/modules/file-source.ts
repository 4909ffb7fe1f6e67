/**
 * File source: the text of a user's file as the JavaScript that runs, as a module or, for `require`, as CommonJS.
 *
 * A module may be compiled either way; imports then become calls of `require`, bindings stay live, and only a top-level
 * `await` has no such form. JSX becomes what the tsconfig says.
 */
import { parse } from "acorn";
import { formatOf, isTypeScript } from "../../project/file-resolution.ts";
import type { ProjectSettings } from "../compile/project-settings.ts";
import { type Transpiled, transpile } from "../compile/transpile.ts";
import { CellSyntaxError } from "../errors/cell-syntax-error.ts";
import { originalPosition, type Position, rememberSource } from "../errors/source-positions.ts";

export interface FileSourceParameters {
  readonly file: string;
  readonly settings: ProjectSettings;
  /** What the code is to be run as. */
  readonly as: "module" | "commonjs";
}

/** The code, whose positions are remembered for traces. */
export function fileCode(source: string, parameters: FileSourceParameters): string {
  const { file } = parameters;
  rememberSource(file, source, "");
  const { code, map } = parsing(file, source, () => compileFile(source, parameters));
  rememberSource(file, source, map);
  return code;
}

export function compileFile(source: string, { file, settings, as }: FileSourceParameters): Transpiled {
  const isPlain = !isTypeScript(file);
  const text = source.replace(/^#!/, "//");
  if (isPlain && formatOf(file) === as) return { code: text, map: "" };
  const { legacyDecorators, decoratorMetadata = false, assignsFields, keepsImports = false, jsx } = settings;
  return transpile(text, {
    keepImports: keepsImports,
    legacyDecorators,
    decoratorMetadata,
    assignsFields,
    isPlain,
    isCommon: as === "commonjs",
    jsx: file.endsWith(".tsx") ? jsx : undefined,
  });
}

/** What `work` makes of the code of a file; an error of its syntax names the file and the place as it was written. */
export function parsing<Result>(file: string, code: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { line, column } = originalPosition(file, positionIn(code));
    const placed = error instanceof CellSyntaxError ? error : new CellSyntaxError(error.message, line, column);
    placed.file = file;
    throw placed;
  }
}

/** V8 does not tell where in a module the error is, so the code is parsed once more; the first line if that finds no error. */
function positionIn(code: string): Position {
  try {
    parse(code, { ecmaVersion: "latest", sourceType: "module", allowHashBang: true });
  } catch (error) {
    const { loc } = error as { readonly loc?: Position };
    if (loc !== undefined) return { line: loc.line, column: loc.column + 1 };
  }
  return { line: 1, column: 1 };
}
