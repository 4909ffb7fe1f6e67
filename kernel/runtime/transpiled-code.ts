/** Transpiled code: what the transpiler made, as a tree. */
import type { AnyNode, Program } from "acorn";
import { AcornParser } from "./acorn-internals.ts";

class TranspiledParser extends AcornParser {
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

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value;
}
