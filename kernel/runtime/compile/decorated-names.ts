/**
 * Decorated names: a class of a cell that has standard decorators is the variable of its name, like any other class.
 *
 * The transpiler keeps what the decorators made of `A` in a variable of its own, `_A`, and writes that wherever the cell
 * says `A`. A class with static members it does not even declare, but makes as `new class extends _identity { ... }()`,
 * whose value is `_A`. Here both declare `A`, with that value, and outside of the class it is `A` that is meant, so that
 * later cells find it, and functions of this one find what a later cell makes of the name. Places stay.
 */
import type { AnyNode, Class } from "acorn";
import { Edits } from "./edits.ts";
import { childrenOf, isDisposal, parseTranspiledCode, wordsOf } from "./transpiled-code.ts";

interface DecoratedClass {
  readonly name: string;
  /** The transpiler's variable. */
  readonly made: string;
  /** The value of its declaration. */
  readonly node: AnyNode;
}

/** `source` is the cell from which the transpiler made `code`. */
export function nameDecoratedClasses(code: string, source: string): string {
  if (!/\bc: \[[^\]]*\] \} = _apply_decs_\d+/.test(code)) return code;
  const program = parseTranspiledCode(code);
  const written = wordsOf(source);
  const edits = new Edits();
  const nameIn = (statements: readonly AnyNode[], kind: "let" | "var") => {
    for (const statement of statements) {
      if (statement.type === "TryStatement" && isDisposal(statement.finalizer)) nameIn(statement.block.body, "var");
      const found = declaredBy(code, statement) ?? evaluatedBy(code, statement);
      if (found === undefined) continue;
      const { name, made, node } = found;
      if (statement.type === "ExpressionStatement") edits.insert(node.start, `${kind} ${name} = `);
      else {
        const space = code[node.start - 1] === " " ? 1 : 0;
        edits.replace({ start: node.start - space, end: node.start }, "(");
        edits.insert(node.end, `, ${made})`);
      }
      if (!written.has(made) && timesBound(program, made) === 1) rename(program, found, edits);
    }
  };
  nameIn(program.body, "let");
  return edits.apply(code);
}

/** `let A = class A { ... }`. */
function declaredBy(code: string, statement: AnyNode): DecoratedClass | undefined {
  const node = statement.type === "VariableDeclaration" ? statement.declarations[0].init : undefined;
  return node?.type === "ClassExpression" ? decorated(code, node, node) : undefined;
}

/** `new class extends _identity { static [class A { ... }]; ... }()`. */
function evaluatedBy(code: string, statement: AnyNode): DecoratedClass | undefined {
  const node = statement.type === "ExpressionStatement" ? statement.expression : undefined;
  if (node?.type !== "NewExpression" || node.callee.type !== "ClassExpression") return undefined;
  for (const member of node.callee.body.body) {
    if (member.type !== "PropertyDefinition" || !member.static || member.key.type !== "ClassExpression") continue;
    return decorated(code, member.key, node);
  }
  return undefined;
}

/** By `static{ ({ c: [_A, _initClass] } = _apply_decs_2311(...)) }`, where the class has decorators itself. */
const MADE = /^\{\s*static\{\s*\(\{[^}]*\bc: \[([\p{ID_Start}$_][\p{ID_Continue}$]*)/u;

function decorated(code: string, { id, body }: Class, node: AnyNode): DecoratedClass | undefined {
  const made = MADE.exec(code.slice(body.start, body.end))?.[1];
  return id && made !== undefined ? { name: id.name, made, node } : undefined;
}

function timesBound(node: AnyNode, name: string): number {
  let times = node.type === "VariableDeclarator" && node.id.type === "Identifier" && node.id.name === name ? 1 : 0;
  for (const child of childrenOf(node)) times += timesBound(child, name);
  return times;
}

/** But not in the class, for which its name is what its decorators made of it whatever becomes of the variable. */
function rename(at: AnyNode, found: DecoratedClass, edits: Edits): void {
  const { name, made, node } = found;
  if (at === node || at.type === "ExportSpecifier") return;
  if (at.type === "Identifier" && at.name === made) edits.replace(at, name.padEnd(made.length));
  for (const child of childrenOf(at)) {
    if (at.type !== "VariableDeclarator" || child !== at.id || child.type !== "Identifier") rename(child, found, edits);
  }
}
