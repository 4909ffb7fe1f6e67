/**
 * File source: the text of a user's file as the JavaScript that runs, as a module or, for `require`, as CommonJS.
 *
 * A module may be compiled either way; imports then become calls of `require`, bindings stay live, and only a top-level
 * `await` has no such form. JSX becomes what the tsconfig says.
 */
import { createRequire } from "node:module";
import type { Options } from "@swc/core";
import { formatOf, isTypeScript } from "./file-resolution.ts";
import { Markup } from "./markup.ts";
import type { ProjectSettings } from "./project-settings.ts";
import { sourceOf } from "./source-positions.ts";
import { type Transpiled, transpile } from "./transpile.ts";

export interface FileSourceParameters {
  readonly file: string;
  readonly settings: ProjectSettings;
  /** What the code is to be run as. */
  readonly as: "module" | "commonjs";
}

interface Transpiler {
  transformSync(source: string, isProgram: boolean, settings: Buffer): { readonly code: string; readonly map?: string };
}

const load = createRequire(import.meta.url);

export function compileFile(source: string, { file, settings, as }: FileSourceParameters): Transpiled {
  const isPlain = !isTypeScript(file);
  const text = source.replace(/^#!/, "//");
  if (isPlain && formatOf(file) === as) return { code: text, map: "" };
  const parameters = { keepImports: false, legacyDecorators: settings.legacyDecorators, markup: isMarkup(file) };
  if (as === "module" && !isMarkup(file)) return transpile(text, parameters);
  const markup = new Markup(settings.markup);
  const options: Options = {
    filename: file,
    swcrc: false,
    configFile: false,
    isModule: true,
    module: as === "module" ? { type: "es6" } : { type: "commonjs", ignoreDynamic: true },
    sourceMaps: true,
    jsc: {
      parser: isPlain ? { syntax: "ecmascript" } : { syntax: "typescript", decorators: true, tsx: isMarkup(file) },
      target: "es2022",
      externalHelpers: true,
      keepClassNames: true,
      transform: {
        useDefineForClassFields: true,
        react: markup.options,
        ...(settings.legacyDecorators
          ? { legacyDecorator: true, decoratorMetadata: true }
          : { decoratorVersion: "2022-03" as const }),
      },
    },
  };
  try {
    const { transformSync } = load("@swc/core/binding.js") as Transpiler;
    const input = isMarkup(file) ? markup.before(text) : text;
    const { code, map } = transformSync(input, false, Buffer.from(JSON.stringify(options)));
    return { code: markup.after(code), map: map ?? "" };
  } catch (error) {
    transpile(text, parameters); // which says it with its place
    throw error;
  }
}

/** Whether other settings make something else of a file that was compiled. */
export function isAffected(file: string, before: ProjectSettings, after: ProjectSettings): boolean {
  if (isMarkup(file) && JSON.stringify(before.markup) !== JSON.stringify(after.markup)) return true;
  if (before.legacyDecorators === after.legacyDecorators || !isTypeScript(file)) return false;
  const source = sourceOf(file);
  return source === undefined || /(?:^|[\s(])@[\w(]/m.test(source);
}

function isMarkup(file: string): boolean {
  return file.endsWith(".tsx");
}
