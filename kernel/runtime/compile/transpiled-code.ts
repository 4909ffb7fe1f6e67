/** Transpiled code: what the transpiler made, as a tree. */
import {
  type AnyNode,
  type BinaryExpression,
  type Expression,
  type LogicalExpression,
  type Options,
  Parser,
  type Program,
} from "acorn";

/** Acorn 8.19.0's methods that plugins override, which its declarations leave out; the version is exact in package.json. */
declare class ParserInternals {
  constructor(options: Options, input: string);
  parse(): Program;
  checkLocalExport(): void;
  parseExprOp(left: Expression, start: number, location: undefined, precedence: number, forInit: unknown): Expression;
}

class TranspiledParser extends (Parser as unknown as typeof ParserInternals) {
  /** The chain of operators that is being read: where it starts, and what binds less ends it. */
  private chain = { start: -1, precedence: -1 };

  /** What a cell exports may be of an earlier one, or a type. */
  override checkLocalExport(): void {}

  /** Reads `a + b + c` in a loop; acorn's own would call itself for each operator, and may have more than the stack is deep. */
  override parseExprOp(
    left: Expression,
    start: number,
    location: undefined,
    precedence: number,
    forInit: unknown,
  ): Expression {
    const outer = this.chain;
    if (outer.start === start && outer.precedence === precedence) return left; // the loop below goes on
    this.chain = { start, precedence };
    let [before, chained] = [left, super.parseExprOp(left, start, location, precedence, forInit)];
    while (chained !== before) {
      before = chained;
      chained = super.parseExprOp(chained, start, location, precedence, forInit);
    }
    this.chain = outer;
    return chained;
  }
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

export const WORD = /[\p{ID_Continue}$]+/gu;

/** Names, words of strings and comments, and numbers. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(WORD));
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value;
}
