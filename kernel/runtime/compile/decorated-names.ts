/**
 * Decorated names: a class of a cell with standard decorators is a variable of that name, like any other class.
 *
 * swc stores the result of the decorators of `A` in a variable `_A`, and writes `_A` wherever the cell says `A`. A class with
 * static members is not declared at all: it becomes `new class extends _identity { ... }()`, whose value is `_A`. Here both
 * declare `A` with that value. Outside of the class `_A` becomes `A`, so that later cells find the class, and functions of this
 * cell see a later declaration of the name. Lines and columns stay.
 */
import type { AnyNode } from "acorn";
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
      const found = decoratedBy(statement, code);
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

/** By `static{ ({ c: [_A, _initClass] } = _apply_decs_2311(...)) }`, where the class has decorators itself. */
const MADE = /^\{\s*static\{\s*\(\{[^}]*\bc: \[([\p{ID_Start}$_][\p{ID_Continue}$]*)/u;

/** In `let A = class A { ... }` or `new class extends _identity { static [class A { ... }]; ... }()`. */
function decoratedBy(statement: AnyNode, code: string): DecoratedClass | undefined {
  const declared = statement.type === "VariableDeclaration" ? statement.declarations[0].init : undefined;
  const node = statement.type === "ExpressionStatement" ? statement.expression : declared;
  const around = node?.type === "NewExpression" && node.callee.type === "ClassExpression" ? node.callee.body.body : [];
  const inside = around.map((member): AnyNode => ("key" in member ? member.key : member));
  const own = [node, ...inside].find((each) => each?.type === "ClassExpression");
  if (!node || own?.type !== "ClassExpression" || !own.id) return undefined;
  const made = MADE.exec(code.slice(own.body.start, own.body.end))?.[1];
  return made === undefined ? undefined : { name: own.id.name, made, node };
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
