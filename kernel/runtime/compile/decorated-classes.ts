/**
 * Decorated classes: inside a class with legacy decorators, its name means the class that the decorators return.
 *
 * swc decorates a class after its end, `A = _ts_decorate([...], A)`, but inside the class `A` is bound to the class before
 * decoration. TypeScript means the result there. So the class expression loses its own name, and `A` is the variable.
 */
import type { AnyNode } from "acorn";
import { Edits } from "./edits.ts";
import { childrenOf, parseTranspiledCode } from "./transpiled-code.ts";

const DECORATED = /^\s*([\p{ID_Start}$_][\p{ID_Continue}$]*) = _ts_decorate\d*(?:\._)?\(\[/gmu;

export function openDecoratedClasses(code: string): string {
  const decorated = new Set([...code.matchAll(DECORATED)].map(([, name]) => name));
  if (decorated.size === 0) return code;
  const edits = new Edits();
  /** `let A = class A { ... }` or `class A { ... }`. */
  const visit = (node: AnyNode) => {
    const made = node.type === "VariableDeclaration" ? node.declarations[0].init : node;
    if ((made?.type === "ClassExpression" && made !== node) || made?.type === "ClassDeclaration") {
      const { id, body, end } = made;
      if (id && decorated.has(id.name) && mentions(body, id.name)) {
        edits.replace({ start: node.start, end: id.end }, `let ${id.name}; ${id.name} = class`);
        edits.insert(body.start + 1, ` static { ${id.name} = this; }`);
        if (made === node) edits.insert(end, ";");
      }
    }
    childrenOf(node).forEach(visit);
  };
  visit(parseTranspiledCode(code));
  return edits.apply(code);
}

function mentions(node: AnyNode, name: string): boolean {
  return node.type === "Identifier" ? node.name === name : childrenOf(node).some((child) => mentions(child, name));
}
