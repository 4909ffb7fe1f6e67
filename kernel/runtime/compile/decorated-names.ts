/**
 * Decorated names: a class of a cell with standard decorators is a variable of that name, like any other class.
 *
 * swc stores the result of the decorators of `A` in a variable `_A`, and writes `_A` wherever the cell says `A`. A class with
 * static members is not declared at all: it becomes `new class extends _identity { ... }()`, whose value is `_A`. Here both
 * declare `A` with that value, for later cells. Lines and columns stay.
 * Limits: functions of the same cell keep the class if a later cell declares the name again.
 */
import type { AnyNode, ClassExpression, Program } from "acorn";
import { Edits } from "./edits.ts";
import { isDisposal, nameOf } from "./transpiled-code.ts";

export function nameDecoratedClasses(code: string, program: Program): string {
  const edits = new Edits();
  const nameIn = (statements: readonly AnyNode[], kind: "let" | "var") => {
    for (const statement of statements) {
      if (statement.type === "TryStatement" && isDisposal(statement.finalizer)) nameIn(statement.block.body, "var");
      const declared = statement.type === "VariableDeclaration" ? statement.declarations[0].init : undefined;
      const value = statement.type === "ExpressionStatement" ? statement.expression : declared;
      const [name, made] = decoratedBy(value);
      if (!value || made === undefined) continue;
      if (declared) {
        const space = code[value.start - 1] === " " ? 1 : 0;
        edits.replace({ start: value.start - space, end: value.start }, "(");
        edits.insert(value.end, `, ${made})`);
      } else edits.insert(value.start, `${kind} ${name} = `);
    }
  };
  nameIn(program.body, "let");
  return edits.apply(code);
}

/** `A` and `_A` of `class A { ... }` or `new class extends _identity { static [class A { ... }]; ... }()`. */
function decoratedBy(value: AnyNode | null | undefined): readonly (string | undefined)[] {
  const around =
    value?.type === "NewExpression" && value.callee.type === "ClassExpression" ? value.callee.body.body : [];
  const inside = around.map((member): AnyNode => ("key" in member ? member.key : member));
  const own = [value, ...inside].find((each) => each?.type === "ClassExpression");
  if (own?.type !== "ClassExpression" || !own.id) return [];
  return [own.id.name, classMade(own)];
}

/** `_A` of `static{ ({ c: [_A, _initClass] } = _apply_decs_2311(...)) }`, where the class has decorators itself. */
function classMade({ body: { body } }: ClassExpression): string | undefined {
  const [first] = body;
  const [statement] = first?.type === "StaticBlock" ? first.body : [];
  const made = statement?.type === "ExpressionStatement" ? statement.expression : undefined;
  if (made?.type !== "AssignmentExpression" || made.left.type !== "ObjectPattern") return undefined;
  for (const property of made.left.properties) {
    if (property.type !== "Property" || nameOf(property.key) !== "c") continue;
    return property.value.type === "ArrayPattern" ? nameOf(property.value.elements[0]) : undefined;
  }
  return undefined;
}
