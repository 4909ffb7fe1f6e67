/**
 * How many lines each function of a text has, from its first word to its closing brace, by the syntax trees of swc.
 */
import { parseSync } from "@swc/core";
import type { SourceFile } from "./project-files.ts";

interface FunctionLength {
  readonly path: string;
  /** Where it begins. */
  readonly line: number;
  readonly lines: number;
}

type Tree = { readonly [key: string]: unknown; readonly type?: string };
interface Span {
  readonly start: number;
  readonly end: number;
}

const FUNCTIONS = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "ClassMethod",
  "PrivateMethod",
  "Constructor",
  "MethodProperty",
  "GetterProperty",
  "SetterProperty",
]);
/** Places count bytes from a start that only the first statement tells. */
const FIRST = "0;\n";

export function functionLengths({ path, text }: SourceFile): readonly FunctionLength[] {
  const { body } = parseSync(FIRST + text, { syntax: "typescript", decorators: true });
  const offset = (body[0].span as Span).start + FIRST.length;
  const lineAt = lineCounter(text);
  return spansIn(body).map(({ start, end }) => {
    const line = lineAt(start - offset);
    return { path, line, lines: lineAt(end - offset) - line + 1 };
  });
}

/** The number of the line in which a byte stands. */
function lineCounter(text: string): (place: number) => number {
  const numbers = new Int32Array(Buffer.byteLength(text) + 1);
  let line = 1;
  for (const [place, byte] of Buffer.from(text).entries()) {
    numbers[place] = line;
    if (byte === 10) line++;
  }
  numbers[numbers.length - 1] = line;
  return (place) => numbers[place];
}

/** The places of all functions below a tree, inner ones too. */
function spansIn(tree: unknown, spans: Span[] = []): readonly Span[] {
  if (typeof tree !== "object" || tree === null) return spans;
  const { type, span } = tree as Tree;
  if (type !== undefined && FUNCTIONS.has(type)) spans.push(span as Span);
  for (const name in tree) if (name !== "span") spansIn((tree as Tree)[name], spans);
  return spans;
}
