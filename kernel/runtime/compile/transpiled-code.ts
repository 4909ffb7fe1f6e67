/** Transpiled code: what the transpiler made, as a tree. */
import { type AnyNode, type Options, Parser, type Program } from "acorn";

/** Acorn 8.19.0's methods that plugins override, which its declarations leave out; the version is exact in package.json. */
declare class ParserInternals {
  constructor(options: Options, input: string);
  exprAllowed: boolean;
  parse(): Program;
  parseYield(forInit: unknown): AnyNode;
  checkLocalExport(): void;
}

class CodeParser extends (Parser as unknown as typeof ParserInternals) {
  /** Acorn takes a regular expression after it for a division in methods and in `async function*` expressions. */
  override parseYield(forInit: unknown): AnyNode {
    this.exprAllowed = true;
    return super.parseYield(forInit);
  }
}

class CellParser extends CodeParser {
  /** What a cell exports may be of an earlier one, or a type. */
  override checkLocalExport(): void {}
}

/** Throws acorn's SyntaxError, with `loc`. */
export function parseTranspiledCode(code: string): Program {
  return new CellParser({ ecmaVersion: "latest", sourceType: "module" }, code).parse();
}

const FILE_SYNTAX: Options = {
  ecmaVersion: "latest",
  sourceType: "script",
  allowHashBang: true,
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  allowImportExportEverywhere: true,
};

/** The code of a file, which is CommonJS; throws acorn's SyntaxError, with `loc`. */
export function parseFileCode(code: string): Program {
  return new CodeParser(FILE_SYNTAX, code).parse();
}

export function nameOf(node: AnyNode | null | undefined): string | undefined {
  return node?.type === "Identifier" ? node.name : undefined;
}

/** `object` and `name` of `object.name`, where both are names. */
export function memberOf(
  node: AnyNode | null | undefined,
): { readonly object: string; readonly name: string } | undefined {
  if (node?.type !== "MemberExpression" || node.computed) return undefined;
  const [object, name] = [nameOf(node.object), nameOf(node.property)];
  return object === undefined || name === undefined ? undefined : { object, name };
}

/** `T` of `typeof T === "undefined" ? Object : T`, by which decorators are handed a type that may be no value. */
export function describedType(node: AnyNode): AnyNode | undefined {
  if (node.type !== "ConditionalExpression" || nameOf(node.consequent) !== "Object") return undefined;
  const { test, alternate } = node;
  if (test.type !== "BinaryExpression" || test.left.type !== "UnaryExpression") return undefined;
  const { operator, argument } = test.left;
  const asked = textOf(argument);
  return operator === "typeof" && asked !== undefined && asked === textOf(alternate) ? alternate : undefined;
}

/** Of a name, or a member by names. */
function textOf(node: AnyNode): string | undefined {
  const { object, name } = memberOf(node) ?? {};
  return name === undefined ? nameOf(node) : `${object}.${name}`;
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
