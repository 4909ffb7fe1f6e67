/** Transpiled code: what the transpiler made, as a tree. */
import type { AnyNode, BinaryExpression, LogicalExpression, Program } from "acorn";
import { AcornParser } from "./acorn-internals.ts";

class TranspiledParser extends AcornParser {
  /** What a cell exports may be of an earlier one, or a type. */
  override checkLocalExport(): void {}
}

/** Throws acorn's SyntaxError, with `loc`. */
export function parseTranspiledCode(code: string): Program {
  return new TranspiledParser({ ecmaVersion: "latest", sourceType: "module" }, code).parse();
}

/** What `a + b + c` joins, in order: such a chain may be longer than the stack is deep. */
export function operandsOf(node: BinaryExpression | LogicalExpression): AnyNode[] {
  const operands: AnyNode[] = [];
  let first: AnyNode = node;
  for (; first.type === "BinaryExpression" || first.type === "LogicalExpression"; first = first.left) {
    operands.push(first.right);
  }
  operands.push(first);
  return operands.reverse();
}

export function childrenOf(node: AnyNode): AnyNode[] {
  if (node.type === "BinaryExpression" || node.type === "LogicalExpression") return operandsOf(node);
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

/** Whether the name stands in a text as a whole word. */
export function standsIn(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!isWord(text, at - 1) && !isWord(text, at + name.length)) return true;
  }
  return false;
}

function isWord(text: string, index: number): boolean {
  return /[\w$]/.test(text.charAt(index));
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value;
}
