/**
 * Parameters: values from outside in place of those that a notebook declares.
 *
 * As papermill does: the cell tagged `parameters` holds the usual values; a cell tagged `injected-parameters` follows it, or comes
 * first where there is none, and a rerun replaces it. Its declarations stand in the place of the earlier ones, `const` or not,
 * with the type that was declared, so that the cells below are checked against that.
 * Limits: declarations are found by their tokens, as the language service does; one without a type has that of its value.
 */
import { Script } from "node:vm";
import { declarations } from "../language/declaration-statement.ts";
import { type Cell, type CodeCell, type Document, hasTag } from "./document.ts";
import { newId } from "./notebook-file.ts";

export const PARAMETERS = "parameters";
export const INJECTED = "injected-parameters";

/** A parameter from the command line, `name=value`; the value as the TypeScript that is injected. */
export interface Parameter {
  readonly name: string;
  readonly code: string;
  /** The value as it was written, which a parameter declared as a string takes. */
  readonly text: string;
}

/** As papermill reads them, whose notebooks are Python's. */
const words = new Map([
  ["True", "true"],
  ["False", "false"],
  ["None", "null"],
  ["NaN", "NaN"],
  ["nan", "NaN"],
  ["inf", "Infinity"],
  ["-inf", "-Infinity"],
]);

export function parseParameter(text: string): Parameter {
  const equals = text.indexOf("=");
  const name = equals < 0 ? text : text.slice(0, equals);
  if (equals < 0) throw new RangeError(`a parameter must be name=value, got ${JSON.stringify(text)}`);
  if (!isIdentifier(name)) {
    throw new RangeError(`the name of a parameter must be an identifier, got ${JSON.stringify(name)}`);
  }
  const value = text.slice(equals + 1);
  return { name, code: codeOf(name, value), text: value };
}

/** Whether a module may declare a variable of that name: reserved words are none. */
function isIdentifier(name: string): boolean {
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) return false;
  try {
    new Script(`"use strict"; async () => { let ${name}; }`);
    return true;
  } catch {
    return false;
  }
}

/** A number, true, false, null or other JSON is taken as such, and so are Python's words for them; all else as a string. */
function codeOf(name: string, text: string): string {
  const trimmed = text.trim();
  const word = words.get(trimmed);
  if (word !== undefined) return word;
  if (/^[+-]?Infinity$/.test(trimmed)) return trimmed.replace("+", "");
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(trimmed)) return numberCode(name, trimmed);
  try {
    return JSON.stringify(JSON.parse(trimmed));
  } catch {
    return JSON.stringify(text);
  }
}

function numberCode(name: string, text: string): string {
  const value = Number(text);
  const isWhole = /^[+-]?\d+$/.test(text);
  if (!Number.isFinite(value) || (isWhole && BigInt(text.replace("+", "")) !== BigInt(value))) {
    throw new RangeError(`${name} must be a number that float64 holds, got ${text}; in quotes ("...") it is a string`);
  }
  return Object.is(value, -0) ? "-0" : String(value);
}

/** What the cells tagged `parameters` declare: names to the types that were written beside them, if any. */
export function declaredParameters({ cells }: Document): ReadonlyMap<string, string | undefined> {
  const declared = new Map<string, string | undefined>();
  for (const { source } of cells.filter(isParameters)) {
    for (const { kind, names, tokens } of declarations(source)) {
      if (kind !== "variable") continue;
      for (const { text, end } of names) {
        const at = tokens.findIndex((token) => token.start >= end);
        const equals = tokens.findIndex((token, index) => index >= at && token.text === "=");
        const typed = at >= 0 && equals > at && tokens[at]?.text === ":" && names.length === 1;
        const [from, to] = [tokens[at]?.end, tokens[equals]?.start];
        declared.set(text, typed ? source.slice(from, to).trim() : undefined);
      }
    }
  }
  return declared;
}

export interface Injection {
  readonly document: Document;
  /** Whether a cell is tagged `parameters`. */
  readonly tagged: boolean;
  /** Names that the notebook does not declare. */
  readonly unknown: readonly string[];
  /** Names that a cell behind the parameters declares again, so that their values are lost; the first such cell. */
  readonly overridden: readonly { readonly name: string; readonly index: number }[];
}

/** The document with the parameters in a cell of their own. */
export function injectParameters(document: Document, parameters: readonly Parameter[]): Injection {
  const tagged = document.cells.some(isParameters);
  if (parameters.length === 0) return { document, tagged, unknown: [], overridden: [] };
  const declared = declaredParameters(document);
  const last = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const lines = [...last.values()].map(({ name, code, text }) => {
    const type = declared.get(name);
    const value = type === "string" && !code.startsWith('"') ? JSON.stringify(text) : code;
    return `let ${name}${type === undefined ? "" : `: ${type}`} = ${value};`;
  });
  const { cells } = document;
  const old = cells.find((cell) => hasTag(cell, INJECTED));
  const injected: CodeCell = {
    cell_type: "code",
    id: old?.id ?? newId(),
    metadata: { tags: [INJECTED] },
    source: ["// Parameters", ...lines].join("\n"),
    outputs: [],
    execution_count: null,
  };
  const others = cells.filter((cell) => !hasTag(cell, INJECTED));
  const place = others.findLastIndex(isParameters) + 1;
  const together = others.toSpliced(place, 0, injected);
  const overridden = [...last.keys()].flatMap((name) => {
    const index = together.findIndex((cell, k) => k > place && declaresValue(cell, name));
    return index < 0 ? [] : [{ name, index }];
  });
  const unknown = [...last.keys()].filter(
    (name) => !declared.has(name) && !overridden.some((each) => each.name === name),
  );
  return { document: { ...document, cells: together }, tagged, unknown, overridden };
}

function declaresValue(cell: Cell, name: string): boolean {
  if (cell.cell_type !== "code") return false;
  return declarations(cell.source).some(
    ({ kind, names }) => kind !== "type" && names.some(({ text }) => text === name),
  );
}

function isParameters(cell: Cell): boolean {
  return cell.cell_type === "code" && hasTag(cell, PARAMETERS);
}
