/**
 * Transpile: TypeScript to the JavaScript that Node 20 runs, one file at a time, without checking types.
 *
 * Enums, namespaces, parameter properties, decorators (the standard ones; legacy ones where the tsconfig asks for them)
 * and `using` become plain code. Imports of a cell are all kept, because a later cell may be the first to use them.
 */
import { createRequire } from "node:module";
import type { Options } from "@swc/core";
import { CellSyntaxError } from "../errors/cell-syntax-error.ts";
import { allowAliasesOfTypes } from "./alias-imports.ts";
import { nameAnonymousClasses } from "./anonymous-classes.ts";
import { spellAccessors } from "./auto-accessors.ts";
import { openDecoratedClasses } from "./decorated-classes.ts";
import { nameDecoratedClasses } from "./decorated-names.ts";
import { completeEnums } from "./enum-members.ts";
import { Jsx } from "./jsx.ts";
import { mayMerge, qualifyMembers } from "./namespace-members.ts";
import { tooDeep } from "./nesting.ts";
import { restoreNames } from "./numbered-names.ts";
import type { JsxSettings } from "./project-settings.ts";
import { bareExports, plainForms, type SourceTree } from "./source-forms.ts";
import { swcErrorPosition } from "./swc-error-position.ts";

export interface Transpiled {
  readonly code: string;
  /** Source map as JSON. */
  readonly map: string;
}

export interface TranspileParameters {
  readonly isCell?: boolean;
  readonly keepImports: boolean;
  readonly legacyDecorators?: boolean;
  readonly decoratorMetadata?: boolean;
  /** Whether fields of classes are assigned to, not defined. */
  readonly assignsFields?: boolean;
  /** What JSX becomes, if the text may have it. */
  readonly jsx?: JsxSettings | undefined;
  /** Whether the text is JavaScript, and whether it is to be CommonJS. */
  readonly isPlain?: boolean;
  readonly isCommon?: boolean;
  /** Whether the source map is made: yes if nothing is said. */
  readonly maps?: boolean;
}

export function transpile(source: string, parameters: TranspileParameters): Transpiled {
  const deep = tooDeep(source);
  if (deep !== undefined) {
    const before = source.slice(0, deep).split("\n");
    throw new CellSyntaxError("nested too deeply to be read", before.length, (before.at(-1) ?? "").length + 1);
  }
  const jsx = parameters.jsx && new Jsx(parameters.jsx);
  const { isCell = false } = parameters;
  try {
    if (jsx === undefined) {
      const { code, map } = transform(source, settings(source, parameters), isCell);
      return { code: isCell ? restoreNames(code, source) : code, map };
    }
    const text = parameters.keepImports ? source : jsx.before(source);
    const { code, map } = transform(text, settings(source, parameters, jsx), isCell);
    return { code: jsx.after(code), map };
  } catch (error) {
    throw syntaxError(error as Error, source);
  }
}

/** By the transpiler's settings, as JSON; with what it leaves undone. */
function transform(source: string, choices: Buffer, isCell: boolean): Transpiled {
  let text = plainForms(source, treeOf, isCell);
  if (/\baccessor\b/.test(text) && choices.includes('"legacyDecorator":true')) text = spellAccessors(text, treeOf);
  const { code: made, map = "" } = transformed(text, choices);
  const code = completed(made, source, isCell);
  return { code: isCell && code.includes("_ts_metadata(") ? code.replace(DESCRIBED, DESCRIBED_OR_NOT) : code, map };
}

const GLOBAL = "globalThis";
/** For what the text itself says of it: a name that nobody uses, of the same length. */
const GLOBAL_STAND_IN = "\uA4D2".repeat(GLOBAL.length);
const GLOBAL_MEMBER = new RegExp(`\\b${GLOBAL}\\.([\\p{ID_Start}$_][\\p{ID_Continue}$]*)`, "gu");

/**
 * In functions of decorators the transpiler writes `globalThis.name` for every name that the text does not declare, which may
 * be a variable of another cell, or nothing at all. Here it is the name again; places stay.
 */
function transformed(text: string, choices: Buffer): { readonly code: string; readonly map?: string } {
  const made = transpiler().transformSync(text, false, choices);
  if (!text.includes("@") || !made.code.includes(`${GLOBAL}.`)) return made;
  const { code, map = "" } = transpiler().transformSync(text.replaceAll(GLOBAL, GLOBAL_STAND_IN), false, choices);
  const named = code.replace(GLOBAL_MEMBER, (member, name: string) => name.padEnd(member.length));
  return { code: named.replaceAll(GLOBAL_STAND_IN, GLOBAL), map };
}

/** A type that decorators are told of may be an import that is no value, which in a cell is found out when it is read. */
const DESCRIBED = /typeof ([\p{ID_Start}$_][\p{ID_Continue}$]*) === "undefined" \? Object : \1(?![\p{ID_Continue}$])/gu;
const DESCRIBED_OR_NOT = "(()=>{ try { return $1 } catch { return Object } })()";

function completed(made: string, source: string, isCell: boolean): string {
  try {
    let code = /\benum\b/.test(source) ? completeEnums(made) : made;
    if (mayMerge(source)) {
      const bare = /\bexport\s+(?:let|var)\b/.test(source) ? bareExports(treeOf(source)) : new Map();
      code = qualifyMembers(code, bare);
    }
    if (isCell) code = nameDecoratedClasses(code, source);
    code = nameAnonymousClasses(code, source);
    return openDecoratedClasses(allowAliasesOfTypes(code, source));
  } catch {
    return made; // which does not parse; whoever runs it says so
  }
}

/** swc's own binding: what its package puts around it only makes JSON of the settings, for every cell anew. */
interface Transpiler {
  transformSync(source: string, isProgram: boolean, settings: Buffer): { readonly code: string; readonly map?: string };
  parseSync(source: string, settings: Buffer, name: string): string;
}

const load = createRequire(import.meta.url);
let loaded: Transpiler | undefined;

function transpiler(): Transpiler {
  try {
    loaded ??= load("@swc/core/binding.js") as Transpiler;
    return loaded;
  } catch {
    throw new Error("swc, which reads cells, cannot be loaded; Node's permission model needs --allow-addons for it");
  }
}

/** Before the first cell, which would have to wait, and might replace builtins that loading needs. */
export function loadTranspiler(): void {
  try {
    transpile("1", { isCell: true, keepImports: true, maps: false });
  } catch {
    // The first cell tells why.
  }
}

/** Throws if the text is no TypeScript, or only with JSX. */
export function typeScriptTree(source: string, tsx = false): SourceTree {
  const syntax = Buffer.from(JSON.stringify({ syntax: "typescript", decorators: true, tsx }));
  return JSON.parse(transpiler().parseSync(source, syntax, "source.ts")) as SourceTree;
}

function treeOf(source: string): SourceTree {
  try {
    return typeScriptTree(source);
  } catch {
    return typeScriptTree(source, true);
  }
}

const kept = new Map<string, Buffer>();

/**
 * As JSON; the same for all texts of one kind, since the name of a text is in no output that is used. Only a text with decorators is
 * given to the standard ones: they would also change how other classes compute the names of their members.
 */
function settings(source: string, parameters: TranspileParameters, jsx?: Jsx): Buffer {
  const { keepImports, legacyDecorators = false, decoratorMetadata = false, assignsFields = false } = parameters;
  const { maps = true, isPlain = false, isCommon = false } = parameters;
  const decorators =
    legacyDecorators || !/@|\baccessor\b/.test(source)
      ? { legacyDecorator: true, decoratorMetadata }
      : { decoratorVersion: "2023-11" as const };
  const kind = JSON.stringify([keepImports, decorators, assignsFields, maps, isPlain, isCommon, jsx?.options]);
  let json = kept.get(kind);
  if (json === undefined) {
    const isJsx = jsx !== undefined;
    const options: Options = {
      filename: isJsx ? "source.tsx" : "source.ts",
      swcrc: false,
      configFile: false,
      isModule: true,
      module: isCommon ? { type: "commonjs", ignoreDynamic: true } : { type: "es6" },
      sourceMaps: maps,
      jsc: {
        parser: isPlain ? { syntax: "ecmascript" } : { syntax: "typescript", decorators: true, tsx: isJsx },
        target: "es2022",
        externalHelpers: true,
        keepClassNames: true,
        transform: {
          useDefineForClassFields: !assignsFields,
          verbatimModuleSyntax: keepImports && !isCommon,
          ...(isJsx && { react: jsx.options }),
          ...decorators,
        },
      },
    };
    json = Buffer.from(JSON.stringify(options));
    kept.set(kind, json);
  }
  return json;
}

function syntaxError(error: Error, source: string): CellSyntaxError {
  const [first = ""] = error.message.split("\n");
  const message = /^\s*x (.*)$/.exec(first)?.[1] ?? (first || "invalid syntax");
  const { line, column } = swcErrorPosition(error.message, source);
  return new CellSyntaxError(message, line, column);
}
