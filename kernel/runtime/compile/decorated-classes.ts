/**
 * Decorated classes: with decorators of the older kind, a class's own name inside of it means what they made of it.
 *
 * The transpiler decorates a class after its end, `A = _ts_decorate([...], A)`, but inside the class `A` is bound to the
 * class alone. In TypeScript it is what the decorators return, so here the class has no name of its own but its variable's.
 */
import type { AnyNode, Class } from "acorn";
import { Edits } from "./edits.ts";
import { childrenOf, parseTranspiledCode } from "./transpiled-code.ts";

export function openDecoratedClasses(code: string): string {
  if (!/ = _ts_decorate\d*\(\[/.test(code)) return code;
  const edits = new Edits();
  openIn(parseTranspiledCode(code), edits);
  return edits.apply(code);
}

function openIn(node: AnyNode, edits: Edits): void {
  if (node.type === "Program" || node.type === "BlockStatement" || node.type === "StaticBlock") {
    const decorated = new Set(node.body.map(decoratedName));
    for (const statement of node.body) {
      const made = classOf(statement);
      if (made !== undefined && decorated.has(made.name) && mentions(made.node.body, made.name)) open(made, edits);
    }
  }
  for (const child of childrenOf(node)) openIn(child, edits);
}

interface NamedClass {
  readonly name: string;
  readonly node: Class;
  /** Where its declaration starts and what that is named ends. */
  readonly start: number;
  readonly end: number;
}

/** `let A = class A { ... }` or `class A { ... }`, which may be exported. */
function classOf(statement: AnyNode): NamedClass | undefined {
  if (statement.type === "ExportNamedDeclaration" && statement.declaration) return classOf(statement.declaration);
  const declared = statement.type === "VariableDeclaration" ? statement.declarations[0].init : statement;
  if (declared?.type !== "ClassExpression" && declared?.type !== "ClassDeclaration") return undefined;
  if (!declared.id) return undefined;
  return { name: declared.id.name, node: declared, start: statement.start, end: declared.id.end };
}

function open({ name, node, start, end }: NamedClass, edits: Edits): void {
  edits.replace({ start, end }, `let ${name}; ${name} = class`);
  edits.insert(node.body.start + 1, ` static { ${name} = this; }`);
  if (node.type === "ClassDeclaration") edits.insert(node.end, ";");
}

/** `A` of `A = _ts_decorate([...], A)`. */
function decoratedName(statement: AnyNode): string | undefined {
  if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression")
    return undefined;
  const { left, right } = statement.expression;
  if (right.type !== "CallExpression" || right.callee.type !== "Identifier") return undefined;
  return left.type === "Identifier" && right.callee.name.startsWith("_ts_decorate") ? left.name : undefined;
}

function mentions(node: AnyNode, name: string): boolean {
  return node.type === "Identifier" ? node.name === name : childrenOf(node).some((child) => mentions(child, name));
}
