/**
 * Parameters: values from outside in place of those that a notebook declares.
 *
 * As papermill does: the cell tagged `parameters` holds the usual values; a cell tagged `injected-parameters` follows it, or comes
 * first where there is none, and a rerun replaces it. Its declarations stand in the place of the earlier ones, `const` or not,
 * with the type that was declared, so that the cells below are checked against that.
 * Limits: declarations are found by their tokens, as the language service does; one without a type has that of its value.
 */
import { declarations } from "../language/declaration-statement.ts";
import { type Cell, type CodeCell, type Document, hasTag } from "./document.ts";
import { newId } from "./notebook-file.ts";

export const PARAMETERS = "parameters";
const INJECTED = "injected-parameters";

/** A parameter from the command line, `name=value`; the value as the TypeScript that is injected. */
export interface Parameter {
  readonly name: string;
  readonly code: string;
  /** The value as it was written, which a parameter declared as a string takes. */
  readonly text: string;
}

export function parseParameter(text: string): Parameter {
  const equals = text.indexOf("=");
  const name = equals < 0 ? text : text.slice(0, equals);
  if (equals < 0) throw new RangeError(`a parameter must be name=value, got ${JSON.stringify(text)}`);
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) {
    throw new RangeError(`the name of a parameter must be an identifier, got ${JSON.stringify(name)}`);
  }
  const value = text.slice(equals + 1);
  return { name, code: codeOf(value), text: value };
}

/** JSON, `NaN` and `Infinity` are taken as such, all else as a string. */
function codeOf(text: string): string {
  if (/^(?:NaN|-?Infinity)$/.test(text)) return text;
  try {
    JSON.parse(text);
    return text.trim();
  } catch {
    return JSON.stringify(text);
  }
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

interface Injection {
  readonly document: Document;
  /** Names that no cell tagged `parameters` declares. */
  readonly unknown: readonly string[];
}

/** The document with the parameters in a cell of their own. */
export function injectParameters(document: Document, parameters: readonly Parameter[]): Injection {
  if (parameters.length === 0) return { document, unknown: [] };
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
  const unknown = [...last.keys()].filter((name) => !declared.has(name));
  return { document: { ...document, cells: others.toSpliced(place, 0, injected) }, unknown };
}

function isParameters(cell: Cell): boolean {
  return cell.cell_type === "code" && hasTag(cell, PARAMETERS);
}
