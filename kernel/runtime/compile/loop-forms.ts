/** Loop forms: the loops of a cell, for the reference walker; outermost ones at the top level keep variables in locals. */
import type {
  AnyNode,
  DoWhileStatement,
  ForInStatement,
  ForOfStatement,
  ForStatement,
  LabeledStatement,
  WhileStatement,
} from "acorn";
import { headNames } from "./binding-forms.ts";
import { inner, type ReferenceWalk, type Scope } from "./reference-walk.ts";

export type Loop = ForStatement | ForInStatement | ForOfStatement | WhileStatement | DoWhileStatement;

const LOOPS = /^(For|ForIn|ForOf|While|DoWhile)Statement$/;

/** A labelled statement or a loop; `visitInside` visits it once the region is entered. */
export function visitRegion(
  walker: ReferenceWalk,
  node: Loop | LabeledStatement,
  scope: Scope,
  visitInside: () => void,
): void {
  let innermost: AnyNode = node;
  while (innermost.type === "LabeledStatement") innermost = innermost.body;
  if (scope.depth > 0 || walker.region !== undefined || !LOOPS.test(innermost.type)) {
    visitInside();
    return;
  }
  const { edits, regionOf } = walker.parameters;
  const region = regionOf(node);
  walker.region = region;
  edits.insertFirst(node.start, region.before);
  visitInside();
  edits.append(node.end, region.after);
  walker.region = undefined;
}

export function visitLoop(walker: ReferenceWalk, node: Loop, scope: Scope): void {
  switch (node.type) {
    case "ForStatement": {
      const own = inner(scope, headNames(node.init));
      walker.visitAll([node.init, node.test, node.update], own);
      visitBody(walker, node.body, own);
      break;
    }
    case "WhileStatement":
      walker.visit(node.test, scope);
      visitBody(walker, node.body, scope);
      break;
    case "DoWhileStatement":
      visitBody(walker, node.body, scope);
      walker.visit(node.test, scope);
      break;
    default:
      visitEach(walker, node, scope);
  }
}

function visitEach(walker: ReferenceWalk, node: ForInStatement | ForOfStatement, scope: Scope): void {
  const { edits, marker } = walker.parameters;
  const own = inner(scope, headNames(node.left));
  walker.visit(node.left, own, "write-part");
  const isTopAwait = node.type === "ForOfStatement" && node.await && scope.depth === 0;
  if (isTopAwait) {
    walker.isAsync = true;
    edits.insert(node.right.start, `${marker}s.each((`);
  }
  walker.visit(node.right, own);
  if (isTopAwait) edits.append(node.right.end, "))");
  visitBody(walker, node.body, own);
}

function visitBody(walker: ReferenceWalk, body: AnyNode, scope: Scope): void {
  const { edits } = walker.parameters;
  const check = scope.depth === 0 ? (walker.region?.check ?? "") : "";
  const isBlock = body.type === "BlockStatement";
  if (check !== "") edits.insertFirst(isBlock ? body.start + 1 : body.start, isBlock ? check : `{${check}`);
  walker.visit(body, scope);
  if (check !== "" && !isBlock) edits.append(body.end, "}");
}
