/** Reference walker: finds every name of a cell that its own blocks and functions do not bind, and edits it. */
import type { AnyNode, CallExpression, Identifier, MemberExpression, Property } from "acorn";
import { visitClass, visitFunction, visitVariables } from "./binding-forms.ts";
import { visitArguments, visitCatch } from "./caught-errors.ts";
import { lexicalNames } from "./declared-names.ts";
import { visitLoop, visitRegion } from "./loop-forms.ts";
import { partOf, type ReferenceMode } from "./loop-variables.ts";
import { visitAwait, visitTypeof, visitUpdate } from "./operator-forms.ts";
import { visitPlain } from "./plain-forms.ts";
import { inner, type LoopRegion, type ReferenceWalk, type Scope, type WalkerParameters } from "./reference-walk.ts";

/** The assignments that name an anonymous function. */
const NAMING = new Set(["=", "??=", "||=", "&&="]);
/** As the transpiler prints it. */
const DEFAULT_EXPORT = "export default ";

export class ReferenceWalker implements ReferenceWalk {
  isAsync = false;
  region: LoopRegion | undefined;
  readonly root: Scope;

  readonly parameters: WalkerParameters;

  constructor(parameters: WalkerParameters) {
    this.parameters = parameters;
    this.root = { names: parameters.declarations.locals, parent: undefined, depth: 0 };
  }

  topLevel(statement: AnyNode): void {
    const { edits } = this.parameters;
    switch (statement.type) {
      case "ImportDeclaration":
      case "ExportAllDeclaration":
        edits.remove(statement, this.parameters.code);
        break;
      case "ExportNamedDeclaration":
        if (statement.declaration) {
          edits.remove({ start: statement.start, end: statement.declaration.start }, this.parameters.code);
          this.topLevel(statement.declaration);
        } else edits.remove(statement, this.parameters.code);
        break;
      case "ExportDefaultDeclaration":
        edits.replace({ start: statement.start, end: statement.start + DEFAULT_EXPORT.length }, "");
        this.topLevel(statement.declaration);
        break;
      case "ClassDeclaration":
        if (statement.id) {
          const box = this.box(statement.id, this.root, "declare");
          edits.insert(statement.start, `${box}=`);
          edits.append(statement.end, ";");
        }
        visitClass(this, statement, this.root);
        break;
      default:
        this.visit(statement, this.root);
    }
  }

  box(identifier: Identifier, scope: Scope, mode: ReferenceMode): string | undefined {
    for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
      if (at.names.has(identifier.name)) return undefined;
    }
    const region = scope.depth === 0 ? this.region : undefined;
    return this.parameters.boxOf(identifier, { depth: scope.depth, mode, region });
  }

  visit(node: AnyNode | null | undefined, scope: Scope, mode: ReferenceMode = "read"): void {
    if (node === null || node === undefined) return;
    const { edits, marker } = this.parameters;
    switch (node.type) {
      case "Identifier": {
        const box = this.box(node, scope, mode);
        if (box !== undefined) edits.replace(node, box);
        break;
      }
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        visitFunction(this, node, scope);
        break;
      case "ClassDeclaration":
      case "ClassExpression":
        visitClass(this, node, scope);
        break;
      case "VariableDeclaration":
        visitVariables(this, node, scope, mode);
        break;
      case "CallExpression":
      case "MemberExpression":
        this.visitChain(node, scope);
        break;
      case "TaggedTemplateExpression":
        this.visitCallee(node.tag, scope);
        this.visit(node.quasi, scope);
        break;
      case "Property":
        this.visitProperty(node as Property, scope, mode);
        break;
      case "ObjectPattern":
        for (const property of node.properties) this.visit(property, scope, partOf(mode));
        break;
      case "ArrayPattern":
        for (const element of node.elements) this.visit(element, scope, partOf(mode));
        break;
      case "RestElement":
        this.visit(node.argument, scope, partOf(mode));
        break;
      case "AssignmentPattern":
        this.visit(node.left, scope, partOf(mode));
        this.visitNamed(node.left, node.right, scope);
        break;
      case "AssignmentExpression":
        this.visit(node.left, scope, "write");
        if (NAMING.has(node.operator)) this.visitNamed(node.left, node.right, scope);
        else this.visit(node.right, scope);
        break;
      case "UpdateExpression":
        visitUpdate(this, node, scope);
        break;
      case "UnaryExpression":
        if (node.operator === "typeof" && node.argument.type === "Identifier") visitTypeof(this, node.argument, scope);
        else this.visit(node.argument, scope);
        break;
      case "AwaitExpression":
        visitAwait(this, node, scope);
        break;
      case "ImportExpression":
        edits.replace({ start: node.start, end: node.start + "import".length }, `${marker}s.import`);
        this.visit(node.source, scope);
        this.visit(node.options, scope);
        break;
      case "MetaProperty":
        if (node.meta.name === "import") edits.replaceLines(node, `${marker}s.meta`, this.parameters.code);
        break;
      case "LabeledStatement":
        visitRegion(this, node, scope, () => this.visit(node.body, scope));
        break;
      case "BlockStatement":
        this.visitAll(node.body, inner(scope, lexicalNames(node.body)));
        break;
      case "SwitchStatement": {
        this.visit(node.discriminant, scope);
        const body = node.cases.flatMap(({ consequent }) => consequent);
        this.visitAll(node.cases, inner(scope, lexicalNames(body)));
        break;
      }
      case "ForStatement":
      case "ForInStatement":
      case "ForOfStatement":
      case "WhileStatement":
      case "DoWhileStatement":
        visitRegion(this, node, scope, () => visitLoop(this, node, scope));
        break;
      case "CatchClause":
        visitCatch(this, node, scope);
        break;
      default:
        visitPlain(this, node, scope);
    }
  }

  visitAll(nodes: readonly (AnyNode | null | undefined)[], scope: Scope): void {
    for (const node of nodes) this.visit(node, scope);
  }

  private visitProperty(node: Property, scope: Scope, mode: ReferenceMode): void {
    if (node.computed) this.visit(node.key, scope);
    if (!node.shorthand) {
      this.visit(node.value, scope, mode);
      return;
    }
    const value = node.value as AnyNode;
    const identifier = value.type === "AssignmentPattern" ? (value.left as Identifier) : (value as Identifier);
    const box = this.box(identifier, scope, mode);
    if (box !== undefined) this.parameters.edits.replace(identifier, `${identifier.name}: ${box}`);
    if (value.type === "AssignmentPattern") this.visitNamed(identifier, value.right, scope);
  }

  /** `a.b(c).d(e)`, which may be longer than the stack is deep. */
  private visitChain(node: CallExpression | MemberExpression, scope: Scope): void {
    const links: (CallExpression | MemberExpression)[] = [];
    let first: AnyNode = node;
    while (first.type === "CallExpression" || first.type === "MemberExpression") {
      links.push(first);
      first = first.type === "CallExpression" ? first.callee : first.object;
    }
    if (links.at(-1)?.type === "CallExpression") this.visitCallee(first, scope);
    else this.visit(first, scope);
    for (const link of links.reverse()) {
      if (link.type === "CallExpression") visitArguments(this, link, scope);
      else if (link.computed) this.visit(link.property, scope);
    }
  }

  /** A call of a boxed function must not pass the box as `this`. */
  private visitCallee(callee: AnyNode, scope: Scope): void {
    const box = callee.type === "Identifier" ? this.box(callee, scope, "read") : undefined;
    if (box === undefined) this.visit(callee, scope);
    else this.parameters.edits.replace(callee, `(0,${box})`);
  }

  /** An anonymous function takes the name of the variable, which an assignment to a property would not give it. */
  visitNamed(target: AnyNode, value: AnyNode, scope: Scope): void {
    const isAnonymous =
      value.type === "ArrowFunctionExpression" ||
      ((value.type === "FunctionExpression" || value.type === "ClassExpression") && !value.id);
    const name = target.type === "Identifier" && isAnonymous ? target.name : undefined;
    const isBoxed = name !== undefined && name !== "__proto__" && this.box(target as Identifier, scope, "declare");
    if (isBoxed) this.parameters.edits.insert(value.start, `({${name}:`);
    this.visit(value, scope);
    if (isBoxed) this.parameters.edits.append(value.end, `}).${name}`);
  }
}
