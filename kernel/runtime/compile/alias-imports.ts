/**
 * Alias imports: `import Short = Space.Inner.Long`, which may mean a value or a type.
 *
 * TypeScript drops an alias of a type. The transpiler cannot tell, and keeps those that are exported and all of a cell; but
 * a namespace of nothing but types is not there when the code runs. Such an alias has no value then.
 */
import type { AnyNode } from "acorn";
import { Edits } from "./edits.ts";
import { childrenOf, parseTranspiledCode } from "./transpiled-code.ts";

const ALIAS = /\bimport\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*=\s*(?!require\b)[\p{ID_Start}$_]/gu;

export function allowAliasesOfTypes(code: string, source: string): string {
  const names = new Set([...source.matchAll(ALIAS)].map(([, name]) => name));
  if (names.size === 0) return code;
  const edits = new Edits();
  allowIn(parseTranspiledCode(code), names, edits);
  return edits.apply(code);
}

function allowIn(node: AnyNode, names: ReadonlySet<string>, edits: Edits): void {
  if (node.type === "VariableDeclaration" && node.kind === "const") {
    const [{ id, init }] = node.declarations;
    if (id.type === "Identifier" && names.has(id.name) && init && isPath(init)) {
      edits.insert(init.start, "(()=>{ try { return ");
      edits.insert(init.end, "; } catch {} })()");
    }
  } else if (node.type === "ExpressionStatement" && node.expression.type === "AssignmentExpression") {
    const { left, right } = node.expression;
    const name = left.type === "MemberExpression" && left.property.type === "Identifier" ? left.property.name : "";
    if (names.has(name) && isPath(left) && isPath(right)) {
      edits.insert(node.start, "try { ");
      edits.insert(node.end, " } catch {}");
    }
  } else for (const child of childrenOf(node)) allowIn(child, names, edits);
}

/** `Space.Inner.Long`. */
function isPath(node: AnyNode): boolean {
  return node.type === "Identifier" || (node.type === "MemberExpression" && !node.computed && isPath(node.object));
}
