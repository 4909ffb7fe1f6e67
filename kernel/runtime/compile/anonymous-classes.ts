/**
 * Anonymous classes: one with standard decorators has the name of what it is assigned to, and its decorators are told it.
 *
 * The transpiler makes `const A = (class { ... }, _class)` of `const A = @d class {}`, where nothing names the class, and calls the
 * default export `_default`. Here the class stands in an object, under its name. Lines stay.
 * Limits: a class under a computed key has no name.
 */
import type { AnyNode, Class } from "acorn";
import { Edits } from "./edits.ts";
import { childrenOf, parseTranspiledCode, wordsOf } from "./transpiled-code.ts";

const DEFAULT = "_default";
/** What the transpiler calls the field of `accessor x`. */
const ACCESSOR = /^___private_(.+)_\d+$/;

/** `source` is the text from which the transpiler made `code`. */
export function nameAnonymousClasses(code: string, source: string): string {
  if (!/ = _apply_decs_\d+/.test(code)) return code;
  const edits = new Edits();
  const hasOwnDefault = wordsOf(source).has(DEFAULT);
  const visit = (node: AnyNode) => {
    const [name, value] = namedBy(node);
    const made = value?.type === "SequenceExpression" ? value.expressions[0] : undefined;
    if (name !== undefined && made?.type === "ClassExpression" && !made.id && isDecorated(made)) {
      edits.insert(made.start, `{ ${JSON.stringify(name)}: `);
      edits.append(made.end, " }");
    }
    if (node.type === "ClassExpression" && node.id?.name === DEFAULT && !hasOwnDefault && isDecorated(node)) {
      edits.replace({ start: node.start, end: node.id.end }, "({ default: class");
      edits.append(node.end, " }).default");
    }
    childrenOf(node).forEach(visit);
  };
  visit(parseTranspiledCode(code));
  return edits.apply(code);
}

/** What a node gives a name, and the name. */
function namedBy(node: AnyNode): readonly [name?: string | undefined, value?: AnyNode | null | undefined] {
  switch (node.type) {
    case "VariableDeclarator":
      return [nameOf(node.id), node.init];
    case "AssignmentExpression":
    case "AssignmentPattern":
      return [nameOf(node.left), node.right];
    case "Property":
    case "PropertyDefinition":
      return node.computed ? [] : [nameOf(node.key), node.value as AnyNode];
    default:
      return [];
  }
}

function nameOf(node: AnyNode): string | undefined {
  if (node.type === "Identifier") return node.name;
  if (node.type === "PrivateIdentifier") return ACCESSOR.exec(node.name)?.[1] ?? `#${node.name}`;
  return node.type === "Literal" ? String(node.value) : undefined;
}

/** By `static { ({ c: [_class, _initClass] } = _apply_decs_2311(...)) }`. */
function isDecorated({ body }: Class): boolean {
  const [first] = body.body;
  const [statement] = first?.type === "StaticBlock" ? first.body : [];
  const assignment = statement?.type === "ExpressionStatement" ? statement.expression : undefined;
  if (assignment?.type !== "AssignmentExpression" || assignment.left.type !== "ObjectPattern") return false;
  return assignment.left.properties.some((each) => each.type === "Property" && nameOf(each.key) === "c");
}
