/** Transpiled code: what the transpiler made, as a tree. */
import { type AnyNode, type Options, Parser, type Program } from "acorn";

/** Acorn 8.19.0's methods that plugins override, which its declarations leave out; the version is exact in package.json. */
declare class ParserInternals {
  constructor(options: Options, input: string);
  parse(): Program;
  checkLocalExport(): void;
}

class TranspiledParser extends (Parser as unknown as typeof ParserInternals) {
  /** What a cell exports may be of an earlier one, or a type. */
  override checkLocalExport(): void {}
}

/** Throws acorn's SyntaxError, with `loc`. */
export function parseTranspiledCode(code: string): Program {
  return new TranspiledParser({ ecmaVersion: "latest", sourceType: "module" }, code).parse();
}

export function childrenOf(node: AnyNode): AnyNode[] {
  const children: AnyNode[] = [];
  for (const key in node) {
    const value: unknown = node[key as keyof AnyNode];
    if (Array.isArray(value)) {
      for (const each of value) if (isNode(each)) children.push(each);
    } else if (isNode(value)) children.push(value);
  }
  return children;
}

/** Whether this ends the block that `using` declarations are turned into. */
export function isDisposal(finalizer: AnyNode | null | undefined): boolean {
  return finalizer?.type === "BlockStatement" && JSON.stringify(finalizer).includes("_ts_dispose_resources");
}

export const WORD = /[\p{ID_Continue}$]+/gu;

/** Names, words of strings and comments, and numbers. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(WORD));
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value;
}
