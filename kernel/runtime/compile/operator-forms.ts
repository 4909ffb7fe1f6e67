/** Operator forms: `await`, `typeof` and `++` in a cell, for the reference walker. */
import type { AwaitExpression, Identifier, UpdateExpression } from "acorn";
import type { ReferenceWalk, Scope } from "./reference-walk.ts";

/** Inside a function the promise is awaited as it is; at the top level an interrupt can end the waiting. */
export function visitAwait(walker: ReferenceWalk, node: AwaitExpression, scope: Scope): void {
  const { edits, marker } = walker.parameters;
  if (scope.depth > 0) {
    edits.insert(node.start, `${marker}s.resumed(`);
    walker.visit(node.argument, scope);
    edits.append(node.end, `,${marker}s.goesOn()||await ${marker}s.reenter())`);
    return;
  }
  walker.isAsync = true;
  edits.insert(node.argument.start, `${marker}s.hold((`);
  walker.visit(node.argument, scope);
  edits.append(node.argument.end, "))");
}

/** A name that may not exist. */
export function visitTypeof(walker: ReferenceWalk, identifier: Identifier, scope: Scope): void {
  const { edits, marker, isKnown } = walker.parameters;
  if (isKnown(identifier.name)) walker.visit(identifier, scope);
  else if (walker.box(identifier, scope, "read") !== undefined)
    edits.replace(identifier, `${marker}s.peek("${identifier.name}")`);
}

export function visitUpdate(walker: ReferenceWalk, node: UpdateExpression, scope: Scope): void {
  const { argument } = node;
  const target = argument.type === "Identifier" ? walker.box(argument, scope, "write") : undefined;
  const through = target === undefined ? undefined : updateThrough(node, target, walker.parameters.marker);
  if (through === undefined) walker.visit(argument, scope, "write");
  else walker.parameters.edits.replaceLines(node, through, walker.parameters.code);
}

/** `x++` of a variable whose writes go to its box as well: `box=local` is what an assignment has on its left. */
function updateThrough({ operator, prefix }: UpdateExpression, target: string, marker: string): string | undefined {
  const [box, local] = target.split("=");
  if (local === undefined) return undefined;
  return prefix ? `(${box}=${operator}${local})` : `(${marker}p=${local}${operator},${box}=${local},${marker}p)`;
}
