/** Reference walker: finds every name of a cell that its own blocks and functions do not bind, and edits it. */
import type {
  AnyNode,
  AwaitExpression,
  Class,
  Function as FunctionNode,
  Identifier,
  LabeledStatement,
  Property,
  UpdateExpression,
  VariableDeclaration,
} from "acorn";
import { mendCatch } from "./caught-errors.ts";
import type { CellDeclarations } from "./cell-declarations.ts";
import { lexicalNames, namesOfPattern, variableNames } from "./declared-names.ts";
import type { Edits } from "./edits.ts";
import { type Loop, partOf, type ReferenceMode } from "./loop-variables.ts";
import { childrenOf } from "./transpiled-code.ts";

/** Names that a block or function binds, inside another. */
interface Scope {
  readonly names: ReadonlySet<string>;
  readonly parent: Scope | undefined;
  /** How many functions deep. */
  readonly depth: number;
}

/** What gives names of the top level their first value: at `start` the assignment that the declaration becomes. */
export interface Initialiser {
  readonly names: readonly string[];
  readonly start: number;
  readonly value: AnyNode | undefined;
}

export interface WalkerParameters {
  readonly code: string;
  readonly edits: Edits;
  readonly marker: string;
  readonly declarations: CellDeclarations;
  /** What to write instead of a name, or undefined to leave it: a global. `loop` is the outermost of the top level. */
  readonly boxOf: (
    identifier: Identifier,
    context: { readonly depth: number; readonly mode: ReferenceMode; readonly loop: AnyNode | undefined },
  ) => string | undefined;
  readonly isKnown: (name: string) => boolean;
  /** The code before an outermost loop of the top level. */
  readonly loadsOf: (loop: AnyNode) => string;
}

/** The assignments that name an anonymous function. */
const NAMING = new Set(["=", "??=", "||=", "&&="]);
const LOOPS = /^(For|ForIn|ForOf|While|DoWhile)Statement$/;
/** As the transpiler prints it. */
const DEFAULT_EXPORT = "export default ";

export class ReferenceWalker {
  /** Whether something at the top level is awaited. */
  isAsync = false;
  /** The statements of the top level that declare by `let`, `const` or `class`, each name or pattern in its place. */
  readonly initialisers: Initialiser[] = [];
  /** The outermost loop of the top level that is being visited. */
  #loop: AnyNode | undefined;
  readonly #root: Scope;
  readonly #parameters: WalkerParameters;

  constructor(parameters: WalkerParameters) {
    this.#parameters = parameters;
    this.#root = { names: parameters.declarations.locals, parent: undefined, depth: 0 };
  }

  topLevel(statement: AnyNode): void {
    const { edits, code } = this.#parameters;
    switch (statement.type) {
      case "ImportDeclaration":
      case "ExportAllDeclaration":
        edits.remove(statement, code);
        break;
      case "ExportNamedDeclaration":
        if (statement.declaration) {
          edits.remove({ start: statement.start, end: statement.declaration.start }, code);
          this.topLevel(statement.declaration);
        } else edits.remove(statement, code);
        break;
      case "ExportDefaultDeclaration": {
        const { declaration, start, end } = statement;
        // A function or class without a name is no statement, but an operand.
        const isNameless = /Declaration$/.test(declaration.type) && "id" in declaration && !declaration.id;
        edits.replace({ start, end: start + DEFAULT_EXPORT.length }, isNameless ? "void " : "");
        this.topLevel(declaration);
        if (isNameless) edits.append(end, ";");
        break;
      }
      case "ClassDeclaration":
        if (statement.id) {
          const box = this.#box(statement.id, this.#root, "declare");
          this.initialisers.push({ names: [statement.id.name], start: statement.start, value: undefined });
          edits.insert(statement.start, `${box}=`);
          edits.append(statement.end, ";");
        }
        this.#visitClass(statement, this.#root);
        break;
      default:
        this.#visit(statement, this.#root);
    }
  }

  /** What stands for a name; undefined if it stays as it is. */
  #box(identifier: Identifier, scope: Scope, mode: ReferenceMode): string | undefined {
    for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
      if (at.names.has(identifier.name)) return undefined;
    }
    const loop = scope.depth === 0 ? this.#loop : undefined;
    return this.#parameters.boxOf(identifier, { depth: scope.depth, mode, loop });
  }

  #visit(node: AnyNode | null | undefined, scope: Scope, mode: ReferenceMode = "read"): void {
    if (node === null || node === undefined) return;
    const { edits, marker, code } = this.#parameters;
    switch (node.type) {
      case "Identifier": {
        const box = this.#box(node, scope, mode);
        if (box !== undefined) edits.replace(node, box);
        break;
      }
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        this.#visitFunction(node, scope);
        break;
      case "ClassDeclaration":
      case "ClassExpression":
        this.#visitClass(node, scope);
        break;
      case "VariableDeclaration":
        this.#visitVariables(node, scope, mode);
        break;
      case "CallExpression":
        this.#visitCallee(node.callee, scope);
        this.#visitAll(node.arguments, scope);
        break;
      case "MemberExpression":
        this.#visit(node.object, scope);
        if (node.computed) this.#visit(node.property, scope);
        break;
      case "TaggedTemplateExpression":
        this.#visitCallee(node.tag, scope);
        this.#visit(node.quasi, scope);
        break;
      case "Property":
        this.#visitProperty(node as Property, scope, mode);
        break;
      case "ObjectPattern":
      case "ArrayPattern":
      case "RestElement":
        for (const part of childrenOf(node)) this.#visit(part, scope, partOf(mode));
        break;
      case "AssignmentPattern":
        this.#visit(node.left, scope, partOf(mode));
        this.#visitNamed(node.left, node.right, scope);
        break;
      case "AssignmentExpression":
        this.#visit(node.left, scope, "write");
        if (NAMING.has(node.operator)) this.#visitNamed(node.left, node.right, scope);
        else this.#visit(node.right, scope);
        break;
      case "UpdateExpression":
        this.#visitUpdate(node, scope);
        break;
      case "UnaryExpression":
        if (node.operator === "typeof" && node.argument.type === "Identifier") this.#visitTypeof(node.argument, scope);
        else this.#visit(node.argument, scope);
        break;
      case "AwaitExpression":
        this.#visitAwait(node, scope);
        break;
      case "ImportExpression":
        edits.replace({ start: node.start, end: node.start + "import".length }, `${marker}s.import`);
        this.#visitAll([node.source, node.options], scope);
        break;
      case "MetaProperty":
        if (node.meta.name === "import") edits.replaceLines(node, `${marker}s.meta`, code);
        break;
      case "BreakStatement":
      case "ContinueStatement":
        break; // their labels are no names
      case "BlockStatement":
        this.#visitAll(node.body, inner(scope, lexicalNames(node.body)));
        break;
      case "SwitchStatement": {
        this.#visit(node.discriminant, scope);
        const body = node.cases.flatMap(({ consequent }) => consequent);
        this.#visitAll(node.cases, inner(scope, lexicalNames(body)));
        break;
      }
      case "LabeledStatement":
      case "ForStatement":
      case "ForInStatement":
      case "ForOfStatement":
      case "WhileStatement":
      case "DoWhileStatement":
        this.#visitLabelled(node, scope);
        break;
      case "CatchClause": {
        const own = inner(scope, node.param ? namesOfPattern(node.param, new Set()) : new Set());
        this.#visitAll([node.param, node.body], own);
        mendCatch(node, this.#parameters);
        break;
      }
      default:
        this.#visitAll(childrenOf(node), scope);
    }
  }

  #visitAll(nodes: readonly (AnyNode | null | undefined)[], scope: Scope): void {
    for (const node of nodes) this.#visit(node, scope);
  }

  /** `mode` is `write-part` in the head of a loop over values. */
  #visitVariables(node: VariableDeclaration, scope: Scope, mode: ReferenceMode): void {
    const { code, edits, declarations } = this.#parameters;
    const isTop = scope.depth === 0 && (node.kind === "var" || scope === this.#root) && !declarations.isLocal(node);
    if (isTop) edits.remove({ start: node.start, end: node.declarations[0].start }, code);
    for (const { id, init, end } of node.declarations) {
      const isPattern = isTop && init && id.type !== "Identifier";
      if (isTop && node.kind !== "var")
        this.initialisers.push({
          names: [...namesOfPattern(id, new Set())],
          start: id.start,
          value: init ?? undefined,
        });
      if (isPattern) edits.insert(id.start, "(");
      this.#visit(id, scope, mode === "write-part" ? "declare-part" : "declare");
      if (init) this.#visitNamed(id, init, scope);
      else if (isTop && node.kind === "let") edits.append(end, "=void 0");
      if (isPattern) edits.append(end, ")");
    }
  }

  #visitFunction(node: FunctionNode, scope: Scope): void {
    const names = new Set<string>(node.type === "ArrowFunctionExpression" ? [] : ["arguments"]);
    if (node.type === "FunctionExpression" && node.id) names.add(node.id.name);
    for (const parameter of node.params) namesOfPattern(parameter, names);
    const own: Scope = { names, parent: scope, depth: scope.depth + 1 };
    this.#visitAll(node.params, own); // which do not see the variables of the body
    this.#visit(node.body, node.body.type === "BlockStatement" ? inner(own, variableNames(node.body.body)) : own);
  }

  #visitClass(node: Class, scope: Scope): void {
    const own = inner(scope, new Set(node.id ? [node.id.name] : []));
    const body: Scope = { ...own, parent: own, depth: scope.depth + 1 };
    this.#visit(node.superClass, own);
    for (const member of node.body.body) {
      if (member.type === "StaticBlock") {
        this.#visitAll(member.body, inner(body, lexicalNames(member.body, variableNames(member.body))));
      } else {
        if (member.computed) this.#visit(member.key, own);
        this.#visit(member.value, body);
      }
    }
  }

  #visitProperty(node: Property, scope: Scope, mode: ReferenceMode): void {
    if (node.computed) this.#visit(node.key, scope);
    if (!node.shorthand) {
      this.#visit(node.value, scope, mode);
      return;
    }
    const value = node.value as AnyNode;
    const identifier = value.type === "AssignmentPattern" ? (value.left as Identifier) : (value as Identifier);
    const box = this.#box(identifier, scope, mode);
    if (box !== undefined) this.#parameters.edits.replace(identifier, `${identifier.name}: ${box}`);
    if (value.type === "AssignmentPattern") this.#visitNamed(identifier, value.right, scope);
  }

  /** A call of a boxed function must not pass the box as `this`. */
  #visitCallee(callee: AnyNode, scope: Scope): void {
    const box = callee.type === "Identifier" ? this.#box(callee, scope, "read") : undefined;
    if (box === undefined) this.#visit(callee, scope);
    else this.#parameters.edits.replace(callee, `(0,${box})`);
  }

  /** An anonymous function takes the name of the variable, which an assignment to a property would not give it. */
  #visitNamed(target: AnyNode, value: AnyNode, scope: Scope): void {
    const isAnonymous =
      value.type === "ArrowFunctionExpression" ||
      ((value.type === "FunctionExpression" || value.type === "ClassExpression") && !value.id);
    const name = target.type === "Identifier" && isAnonymous ? target.name : undefined;
    const isBoxed = name !== undefined && name !== "__proto__" && this.#box(target as Identifier, scope, "declare");
    if (isBoxed) this.#parameters.edits.insert(value.start, `({${name}:`);
    this.#visit(value, scope);
    if (isBoxed) this.#parameters.edits.append(value.end, `}).${name}`);
  }

  /** Inside a function the promise is awaited as it is; at the top level an interrupt can end the waiting. */
  #visitAwait(node: AwaitExpression, scope: Scope): void {
    const { edits, marker } = this.#parameters;
    if (scope.depth > 0) {
      edits.insert(node.start, `${marker}s.resumed(`);
      this.#visit(node.argument, scope);
      edits.append(node.end, `,${marker}s.goesOn()||await ${marker}s.reenter())`);
      return;
    }
    this.isAsync = true;
    edits.insert(node.argument.start, `${marker}s.hold((`);
    this.#visit(node.argument, scope);
    edits.append(node.argument.end, "))");
  }

  /** A name that may not exist. */
  #visitTypeof(identifier: Identifier, scope: Scope): void {
    const { edits, marker, isKnown } = this.#parameters;
    if (isKnown(identifier.name)) this.#visit(identifier, scope);
    else if (this.#box(identifier, scope, "read") !== undefined)
      edits.replace(identifier, `${marker}s.peek("${identifier.name}")`);
  }

  #visitUpdate(node: UpdateExpression, scope: Scope): void {
    const { argument } = node;
    const target = argument.type === "Identifier" ? this.#box(argument, scope, "write") : undefined;
    const through = target === undefined ? undefined : updateThrough(node, target, this.#parameters.marker);
    if (through === undefined) this.#visit(argument, scope, "write");
    else this.#parameters.edits.replaceLines(node, through, this.#parameters.code);
  }

  /** A loop, which may be labelled; an outermost one at the top level keeps variables in locals. */
  #visitLabelled(node: Loop | LabeledStatement, scope: Scope): void {
    const { edits, loadsOf } = this.#parameters;
    let innermost: AnyNode = node;
    while (innermost.type === "LabeledStatement") innermost = innermost.body;
    const isOutermost = scope.depth === 0 && this.#loop === undefined && LOOPS.test(innermost.type);
    const loads = isOutermost ? loadsOf(node) : "";
    if (loads !== "") edits.insertFirst(node.start, `{${loads}`);
    if (isOutermost) this.#loop = node;
    if (node.type === "LabeledStatement") this.#visit(node.body, scope);
    else this.#visitLoop(node, scope);
    if (loads !== "") edits.append(node.end, "}");
    if (isOutermost) this.#loop = undefined;
  }

  #visitLoop(node: Loop, scope: Scope): void {
    const { edits, marker } = this.#parameters;
    const head = "left" in node ? node.left : "init" in node ? node.init : undefined;
    const own = inner(scope, lexicalNames(head ? [head] : []));
    if ("left" in node) {
      this.#visit(node.left, own, "write-part");
      this.#visit(node.right, own);
      if (node.type === "ForOfStatement" && node.await && scope.depth === 0) {
        this.isAsync = true;
        edits.insertFirst(node.right.start, `${marker}s.each((`);
        edits.append(node.right.end, "))");
      }
    } else this.#visitAll([head, node.test, "update" in node ? node.update : undefined], own);
    this.#visit(node.body, own);
  }
}

function inner(scope: Scope, names: ReadonlySet<string>): Scope {
  return { names, parent: scope, depth: scope.depth };
}

/** `x++` of a variable whose writes go to its box as well: `box=local` is what an assignment has on its left. */
function updateThrough({ operator, prefix }: UpdateExpression, target: string, marker: string): string | undefined {
  const [box, local] = target.split("=");
  if (local === undefined) return undefined;
  return prefix ? `(${box}=${operator}${local})` : `(${marker}p=${local}${operator},${box}=${local},${marker}p)`;
}
