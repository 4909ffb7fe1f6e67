/**
 * File source: the text of a user's file as the JavaScript that runs, as a module or, for `require`, as CommonJS.
 *
 * A module may be compiled either way; imports then become calls of `require`, bindings stay live, and only a top-level
 * `await` has no such form. JSX becomes what the tsconfig says.
 */
import type { Options } from "@swc/core";
import { formatOf, isTypeScript } from "./file-resolution.ts";
import { Markup } from "./markup.ts";
import type { ProjectSettings } from "./project-settings.ts";
import { sourceOf } from "./source-positions.ts";
import { type Transpiled, transform, transpile } from "./transpile.ts";

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
  const { legacyDecorators, decoratorMetadata = false, assignsFields, keepsImports = false } = settings;
  const classes = { legacyDecorators, decoratorMetadata, assignsFields };
  const parameters = { keepImports: keepsImports, ...classes, markup: isMarkup(file) };
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
        useDefineForClassFields: !assignsFields,
        verbatimModuleSyntax: keepsImports && as === "module",
        react: markup.options,
        ...(legacyDecorators ? { legacyDecorator: true, decoratorMetadata } : { decoratorVersion: "2023-11" as const }),
      },
    },
  };
  try {
    const input = isMarkup(file) ? markup.before(text) : text;
    const { code, map } = transform(input, Buffer.from(JSON.stringify(options)), false);
    return { code: markup.after(code), map };
  } catch (error) {
    transpile(text, parameters); // which says it with its place
    throw error;
  }
}

/** Whether other settings make something else of a file that was compiled. */
export function isAffected(file: string, before: ProjectSettings, after: ProjectSettings): boolean {
  if (isMarkup(file) && JSON.stringify(before.markup) !== JSON.stringify(after.markup)) return true;
  if (!isTypeScript(file)) return false;
  if (before.keepsImports !== after.keepsImports) return true;
  const source = sourceOf(file) ?? "@class class";
  if (before.assignsFields !== after.assignsFields && /\bclass\b/.test(source)) return true;
  const isSame =
    before.legacyDecorators === after.legacyDecorators && before.decoratorMetadata === after.decoratorMetadata;
  return !isSame && /(?:^|[\s(])@[\w(]/m.test(source);
}

function isMarkup(file: string): boolean {
  return file.endsWith(".tsx");
}
