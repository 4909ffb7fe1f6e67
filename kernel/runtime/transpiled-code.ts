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
  return (Object.values(node) as unknown[]).flat().filter(isNode);
}

function isNode(value: unknown): value is AnyNode {
  return value !== null && typeof value === "object" && "type" in value;
}
