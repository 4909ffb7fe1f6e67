/**
 * Transpile: TypeScript to the JavaScript that Node 20 runs, one file at a time, without checking types. A cell stays a module; a
 * file becomes CommonJS.
 *
 * Enums, namespaces, parameter properties, decorators (the standard ones; legacy ones where the tsconfig asks for them)
 * and `using` become plain code. Imports of a cell are all kept, because a later cell may be the first to use them.
 * What swc would get wrong is refused, with what to write instead (refused-forms.ts).
 * Limits: inside a class its name means the class before its legacy decorators, as swc has it.
 */
import { createRequire } from "node:module";
import type { Options, ReactConfig } from "@swc/core";
import type { AnyNode, Program } from "acorn";
import { CellSyntaxError } from "../errors/cell-syntax-error.ts";
import { nameDecoratedClasses } from "./decorated-names.ts";
import { Edits } from "./edits.ts";
import { completeEnums } from "./enum-members.ts";
import { hasDeepClasses } from "./nesting.ts";
import { restoreNames } from "./numbered-names.ts";
import { markLosses } from "./printer-losses.ts";
import type { JsxSettings } from "./project-settings.ts";
import { refuseDeepCode, refuseForms } from "./refused-forms.ts";
import type { SourceTree } from "./source-forms.ts";
import { plainText, swcErrorPosition } from "./swc-error-position.ts";
import { childrenOf, describedType, memberOf, nameOf, parseFileCode, parseTranspiledCode } from "./transpiled-code.ts";

export interface Transpiled {
  readonly code: string;
  /** Source map as JSON. */
  readonly map: string;
  /** Where marks were put into the text that the map speaks of (printer-losses.ts). */
  readonly marks?: Edits;
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
  /** Whether the text is JavaScript. */
  readonly isPlain?: boolean;
}

export function transpile(source: string, parameters: TranspileParameters): Transpiled {
  refuseDeepCode(source, parameters.jsx !== undefined);
  const { isCell = false } = parameters;
  const hasLegacyDecorators = parameters.legacyDecorators === true && source.includes("@");
  const parse = (text: string) => typeScriptTree(text, parameters.jsx !== undefined);
  const { code, map, marks } = transformedWhole(source, parameters, parse);
  if (!parameters.isPlain) refuseForms(source, parse, hasLegacyDecorators);
  const completed = completedCode(code, source, isCell);
  return { code: isCell ? restoreNames(completed, source) : completed, map, ...(marks && { marks }) };
}

/** With all parentheses that the code needs. */
function transformedWhole(
  source: string,
  parameters: TranspileParameters,
  parse: (text: string) => SourceTree,
): Transpiled {
  const marked = markLosses(source, parse);
  if (marked === undefined) return transformed(source, parameters);
  try {
    const { code, map } = transformed(marked.text, parameters);
    return { code: marked.unmarked(code), map, marks: marked.edits };
  } catch {
    return transformed(source, parameters); // whose error has the places as they were written
  }
}

const NAME = "[\\p{ID_Start}$_][\\p{ID_Continue}$]*";
/** `import fs = require("fs")`, which the transpiler refuses in a module. */
const REQUIRED = new RegExp(
  `((?:^|[;}])[^\\S\\n\\r\\u2028\\u2029]*(?:export\\s+)?)import(\\s+${NAME}\\s*=\\s*require\\s*\\()`,
  "gmu",
);
const GLOBAL = "globalThis";
/** For what the text itself says of it: a name that nobody uses, of the same length. */
const GLOBAL_STAND_IN = "\uA4D2".repeat(GLOBAL.length);

/**
 * In functions of decorators the transpiler writes `globalThis.name` for every name that the text does not declare, which may
 * be a variable of another cell, or nothing at all. Here it is the name again; places stay.
 */
function transformed(text: string, parameters: TranspileParameters): Transpiled {
  const choices = settings(text, parameters);
  if (!text.includes("@")) return transform(text, choices);
  const { code, map } = transform(text.replaceAll(GLOBAL, GLOBAL_STAND_IN), choices);
  const named = code.includes(GLOBAL) ? withBareNames(code, parameters) : code;
  return { code: named.replaceAll(GLOBAL_STAND_IN, GLOBAL), map };
}

function withBareNames(code: string, { isCell = false }: TranspileParameters): string {
  return editedCode(code, isCell, (node, edits) => {
    const { object, name = "" } = memberOf(node) ?? {};
    if (object === GLOBAL) edits.replace(node, name.padEnd(node.end - node.start));
  });
}

/** What `edit` makes of each part of the code; the code as it is if it does not parse, which whoever runs it says. */
function editedCode(code: string, isCell: boolean, edit: (node: AnyNode, edits: Edits) => void): string {
  const program = parsed(code, isCell);
  const edits = new Edits();
  const pending: AnyNode[] = program ? [program] : [];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    edit(node, edits);
    pending.push(...childrenOf(node));
  }
  return edits.apply(code);
}

function parsed(code: string, isCell: boolean): Program | undefined {
  try {
    return isCell ? parseTranspiledCode(code) : parseFileCode(code);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function transform(text: string, choices: Buffer): Transpiled {
  try {
    const { code, map = "" } = transpiler().transformSync(text, false, choices);
    return { code, map };
  } catch (error) {
    const escaped = /escape sequence in reserved word/.test(String(error)) ? withFirstLettersEscaped(text) : text;
    if (escaped !== text) return transform(escaped, choices);
    const constant = text.replace(REQUIRED, "$1const $2");
    if (constant !== text && /Import assignment/.test(String(error))) return transform(constant, choices);
    throw syntaxError(error as Error, text, choices);
  }
}

const ESCAPE = "\\\\u(?:00[0-9a-fA-F]{2}|\\{0*[0-9a-fA-F]{2}\\})";
const ESCAPED_WORD = new RegExp(`(?<![\\w$\\\\}])[a-z](?:[a-z]|${ESCAPE})*`, "g");

/**
 * A property may have the name of a keyword, written with escapes, and the transpiler takes it for one unless its first letter is
 * escaped: as many letters are, from the first on, so that places stay.
 */
function withFirstLettersEscaped(text: string): string {
  return text.replace(ESCAPED_WORD, (word) => {
    const escapes = word.match(new RegExp(ESCAPE, "g")) ?? [];
    const plain = word.replace(new RegExp(ESCAPE, "g"), letterOf);
    const first = escapes.map((written, index) => written.replace(/[0-9a-fA-F]{2}(?=\}?$)/, codeOf(plain[index])));
    return first.join("") + plain.slice(escapes.length);
  });
}

function letterOf(written: string): string {
  return String.fromCharCode(Number.parseInt(written.replace(/[\\u{}]/g, ""), 16));
}

function codeOf(letter = ""): string {
  return letter.charCodeAt(0).toString(16);
}

/** With what the transpiler leaves undone. */
function completedCode(made: string, source: string, isCell: boolean): string {
  const program = /\benum\b/.test(source) ? parsed(made, isCell) : undefined;
  const code = program ? completeEnums(made, program) : made;
  if (!isCell || !source.includes("@")) return code;
  const decorated = parsed(code, isCell);
  return editedCode(decorated ? nameDecoratedClasses(code, decorated) : code, isCell, readWhenAsked);
}

/** A type that decorators get may be an import that is no value, which in a cell is found out when it is read. */
function readWhenAsked(node: AnyNode, edits: Edits): void {
  const name = nameOf(describedType(node));
  if (name !== undefined) edits.replace(node, `(()=>{ try { return ${name} } catch { return Object } })()`);
}

/** swc's own binding: the package around it would run in the realm of cells, which may replace builtins. */
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

/** Throws if the text is no TypeScript; with `tsx`, it may have JSX. */
export function typeScriptTree(source: string, tsx = false): SourceTree {
  refuseDeepCode(source, tsx);
  const syntax = Buffer.from(JSON.stringify({ syntax: "typescript", decorators: true, tsx }));
  return JSON.parse(transpiler().parseSync(source, syntax, "source.ts")) as SourceTree;
}

/**
 * As JSON. Only a text with decorators is given to the standard ones: they would also change how other classes compute the
 * names of their members. The legacy ones leave `accessor` as it is, so a text without decorators is given to the others.
 */
function settings(source: string, parameters: TranspileParameters): Buffer {
  const { keepImports, legacyDecorators = false, decoratorMetadata = false, assignsFields = false } = parameters;
  const { isPlain = false, isCell = false, jsx } = parameters;
  const isLegacy = source.includes("@") ? legacyDecorators : !/\baccessor\b/.test(source);
  const isJsx = jsx !== undefined;
  const options: Options = {
    filename: isJsx ? "source.tsx" : "source.ts",
    swcrc: false,
    configFile: false,
    isModule: true,
    module: isCell ? { type: "es6" } : { type: "commonjs", ignoreDynamic: true, preserveImportMeta: true },
    sourceMaps: true,
    jsc: {
      parser: isPlain ? { syntax: "ecmascript" } : { syntax: "typescript", decorators: true, tsx: isJsx },
      target: "es2022",
      externalHelpers: true,
      keepClassNames: !hasDeepClasses(source, isJsx),
      ...(!isCell && { minify: { compress: false, mangle: false, format: { comments: false } } }),
      transform: {
        useDefineForClassFields: !assignsFields,
        verbatimModuleSyntax: keepImports,
        ...(isJsx && { react: jsxOptions(jsx) }),
        ...(isLegacy ? { legacyDecorator: true, decoratorMetadata } : { decoratorVersion: "2023-11" }),
      },
    },
  };
  return Buffer.from(JSON.stringify(options));
}

/** Of swc: a factory is the variable of that name at the top level. */
function jsxOptions({ jsx = "react", jsxFactory, jsxFragmentFactory, ...more }: JsxSettings): ReactConfig {
  const { jsxImportSource, reactNamespace: react = "React" } = more;
  return jsx.startsWith("react-jsx") || (jsxFactory === undefined && jsxImportSource !== undefined)
    ? { runtime: "automatic", importSource: jsxImportSource ?? "react", development: jsx === "react-jsxdev" }
    : {
        runtime: "classic",
        pragma: jsxFactory ?? `${react}.createElement`,
        pragmaFrag: jsxFragmentFactory ?? `${react}.Fragment`,
      };
}

function syntaxError({ message: drawing }: Error, source: string, choices: Buffer): CellSyntaxError {
  const [first = ""] = drawing.split("\n");
  const message = /^\s*x (.*)$/.exec(first)?.[1] ?? (first || "invalid syntax");
  const { line, column } = swcErrorPosition(plainDrawing(source, choices) ?? drawing, source);
  return new CellSyntaxError(message, line, column);
}

/** What swc says of the text without characters that its drawing shows as more or fewer columns than they are. */
function plainDrawing(source: string, choices: Buffer): string | undefined {
  try {
    transpiler().transformSync(plainText(source), false, choices);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
