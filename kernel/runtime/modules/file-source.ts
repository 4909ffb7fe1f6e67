/**
 * File source: the text of a user's file as the JavaScript that runs, as a module or, for `require`, as CommonJS.
 *
 * A module may be compiled either way; imports then become calls of `require`, bindings stay live, and only a top-level
 * `await` has no such form. JSX becomes what the tsconfig says.
 */
import { formatOf, isTypeScript } from "../../project/file-resolution.ts";
import type { ProjectSettings } from "../compile/project-settings.ts";
import { type Transpiled, transpile } from "../compile/transpile.ts";
import { sourceOf } from "../errors/source-positions.ts";

export interface FileSourceParameters {
  readonly file: string;
  readonly settings: ProjectSettings;
  /** What the code is to be run as. */
  readonly as: "module" | "commonjs";
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
    jsx: isJsx(file) ? jsx : undefined,
  });
}

/** Whether other settings make something else of a file that was compiled. */
export function isAffected(file: string, before: ProjectSettings, after: ProjectSettings): boolean {
  if (isJsx(file) && JSON.stringify(before.jsx) !== JSON.stringify(after.jsx)) return true;
  if (!isTypeScript(file)) return false;
  if (before.keepsImports !== after.keepsImports) return true;
  const source = sourceOf(file) ?? "@class class";
  if (before.assignsFields !== after.assignsFields && /\bclass\b/.test(source)) return true;
  const isSame =
    before.legacyDecorators === after.legacyDecorators && before.decoratorMetadata === after.decoratorMetadata;
  return !isSame && /(?:^|[\s(])@[\w(]/m.test(source);
}

function isJsx(file: string): boolean {
  return file.endsWith(".tsx");
}
