/**
 * Namespace members: what the parts of a namespace say to each other by a bare name.
 *
 * In TypeScript a part of a namespace sees what any part of it exports, and an alias in it (`export import`) too. The
 * transpiler resolves such names within one part only, and the others are left free: here they become `Space.name`.
 */
import type {
  AnyNode,
  CallExpression,
  FunctionExpression,
  Function as FunctionNode,
  Identifier,
  MemberExpression,
} from "acorn";
import { lexicalNames, namesOfPattern, variableNames } from "./declared-names.ts";
import { Edits } from "./edits.ts";
import { childrenOf, parseTranspiledCode } from "./transpiled-code.ts";

const SPACE = /\b(?:namespace|module)\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/gu;

/** Whether a namespace has several parts, or an alias. */
export function mayMerge(source: string): boolean {
  const names = [...source.matchAll(SPACE)].map(([, name]) => name);
  return new Set(names).size < names.length || (names.length > 0 && /\bexport\s+import\b/.test(source));
}

/** `bare` are the variables that are exported without a value, of which the code says nothing, by the path of the namespace. */
export function qualifyMembers(code: string, bare: ReadonlyMap<string, ReadonlySet<string>>): string {
  const program = parseTranspiledCode(code);
  const members = new Map([...bare].map(([path, names]) => [`${OUTERMOST} ${path}`, new Set(names)]));
  new ScopeWalker(members, undefined).visit(program, undefined);
  const edits = new Edits();
  new ScopeWalker(members, edits).visit(program, undefined);
  return edits.apply(code);
}

/** The scope of the program. */
const OUTERMOST = 1;

interface Scope {
  readonly names: Set<string>;
  readonly parent: Scope | undefined;
  readonly id: number;
  /** Set if this is a part of a namespace. */
  readonly part?: { readonly parameter: string; readonly key: string };
}

/** Gathers the members of namespaces; with edits, makes free names of them members. */
class ScopeWalker {
  private readonly members: Map<string, Set<string>>;
  private readonly edits: Edits | undefined;
  private count = OUTERMOST - 1;

  constructor(members: Map<string, Set<string>>, edits: Edits | undefined) {
    this.members = members;
    this.edits = edits;
  }

  visit(node: AnyNode, scope: Scope | undefined): void {
    switch (node.type) {
      case "Program": {
        const names = lexicalNames(node.body.map(withoutExport), variableNames(node.body));
        for (const statement of node.body) {
          if (statement.type === "ImportDeclaration")
            for (const { local } of statement.specifiers) names.add(local.name);
        }
        this.visitAll(node.body, this.within(scope, names));
        break;
      }
      case "ImportDeclaration":
      case "ExportAllDeclaration":
      case "BreakStatement":
      case "ContinueStatement":
      case "MetaProperty":
        break;
      case "ExportNamedDeclaration":
        if (node.declaration) this.visit(node.declaration, scope);
        break;
      case "LabeledStatement":
        this.visit(node.body, scope);
        break;
      case "CallExpression":
        this.visitCall(node, scope);
        break;
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        this.visitFunction(node, scope, undefined);
        break;
      case "ClassDeclaration":
      case "ClassExpression":
        this.visitChildren(node, this.within(scope, new Set(node.id ? [node.id.name] : [])));
        break;
      case "BlockStatement":
      case "StaticBlock":
        this.visitAll(node.body, this.within(scope, lexicalNames(node.body, variableNames(node.body))));
        break;
      case "ForStatement":
      case "ForInStatement":
      case "ForOfStatement": {
        const head = node.type === "ForStatement" ? node.init : node.left;
        this.visitChildren(node, this.within(scope, lexicalNames(head ? [head] : [])));
        break;
      }
      case "SwitchStatement":
        this.visit(node.discriminant, scope);
        this.visitAll(node.cases, this.within(scope, lexicalNames(node.cases.flatMap(({ consequent }) => consequent))));
        break;
      case "CatchClause": {
        this.visitChildren(node, this.within(scope, node.param ? namesOfPattern(node.param, new Set()) : new Set()));
        break;
      }
      case "MemberExpression":
        this.visitMember(node, scope);
        break;
      case "Property":
        if (node.computed) this.visit(node.key, scope);
        if (node.shorthand) this.refer(shorthandOf(node.value), scope, true);
        if (!node.shorthand) this.visit(node.value, scope);
        else if (node.value.type === "AssignmentPattern") this.visit(node.value.right, scope);
        break;
      case "MethodDefinition":
      case "PropertyDefinition":
        if (node.computed) this.visit(node.key, scope);
        if (node.value) this.visit(node.value, scope);
        break;
      case "Identifier":
        this.refer(node, scope, false);
        break;
      default:
        this.visitChildren(node, scope);
    }
  }

  private visitAll(nodes: readonly (AnyNode | null)[], scope: Scope): void {
    for (const node of nodes) if (node) this.visit(node, scope);
  }

  private visitChildren(node: AnyNode, scope: Scope | undefined): void {
    for (const child of childrenOf(node)) this.visit(child, scope);
  }

  /** `(function (Space) { ... })(Space || (Space = {}))` is a part of a namespace. */
  private visitCall(node: CallExpression, scope: Scope | undefined): void {
    const { callee, arguments: values } = node;
    const key = values.length === 1 ? this.keyOf(values[0], scope) : undefined;
    if (callee.type !== "FunctionExpression" || key === undefined) this.visitChildren(node, scope);
    else {
      this.visit(values[0], scope);
      this.visitFunction(callee, scope, isEnum(callee) ? `enum ${key}` : key);
    }
  }

  /** By what the parts of a namespace are known as one. */
  private keyOf(argument: AnyNode, scope: Scope | undefined): string | undefined {
    if (argument.type !== "LogicalExpression" || argument.operator !== "||") return undefined;
    const { left } = argument;
    if (left.type === "Identifier") return `${scopeOf(left.name, scope)?.id} ${left.name}`;
    if (left.type !== "MemberExpression" || left.object.type !== "Identifier") return undefined;
    const part = scopeOf(left.object.name, scope)?.part;
    const name = left.property.type === "Identifier" ? left.property.name : undefined;
    return part?.parameter === left.object.name && name !== undefined ? `${part.key}.${name}` : undefined;
  }

  private visitFunction(node: FunctionNode, scope: Scope | undefined, key: string | undefined): void {
    const names = new Set<string>(node.type === "FunctionExpression" && node.id ? [node.id.name] : []);
    for (const parameter of node.params) namesOfPattern(parameter, names);
    const [first] = node.params;
    const part = key !== undefined && first?.type === "Identifier" ? { parameter: first.name, key } : undefined;
    if (node.body.type === "BlockStatement") lexicalNames(node.body.body, variableNames(node.body.body, names));
    const inner = this.within(scope, names, part);
    this.visitAll(node.params, inner);
    if (node.body.type === "BlockStatement") this.visitAll(node.body.body, inner);
    else this.visit(node.body, inner);
  }

  private visitMember(node: MemberExpression, scope: Scope | undefined): void {
    const { object, property, computed } = node;
    this.visit(object, scope);
    if (computed) this.visit(property, scope);
    if (object.type !== "Identifier") return;
    const part = scopeOf(object.name, scope)?.part;
    const name = computed ? property.type === "Literal" && property.value : "name" in property && property.name;
    if (part?.parameter === object.name && typeof name === "string") this.membersOf(part.key).add(name);
  }

  private refer({ name, start, end }: Identifier, scope: Scope | undefined, isShorthand: boolean): void {
    if (this.edits === undefined) return;
    const passed = new Set<string>();
    for (let at = scope; at !== undefined && !at.names.has(name); at = at.parent) {
      const { part } = at;
      if (part !== undefined && this.membersOf(part.key).has(name) && !passed.has(part.parameter)) {
        this.edits.replace({ start, end }, `${isShorthand ? `${name}: ` : ""}${part.parameter}.${name}`);
        return;
      }
      for (const inner of at.names) passed.add(inner);
    }
  }

  private membersOf(key: string): Set<string> {
    let members = this.members.get(key);
    if (members === undefined) {
      members = new Set();
      this.members.set(key, members);
    }
    return members;
  }

  private within(parent: Scope | undefined, names: Set<string>, part?: Scope["part"]): Scope {
    this.count++;
    return { names, parent, id: this.count, ...(part !== undefined && { part }) };
  }
}

function scopeOf(name: string, scope: Scope | undefined): Scope | undefined {
  let at = scope;
  while (at !== undefined && !at.names.has(name)) at = at.parent;
  return at;
}

/** `Unit["Metre"]` gets a value first; members of an enum are no names in a namespace that is one with it. */
function isEnum({ body }: FunctionExpression): boolean {
  const [first] = body.body;
  if (first?.type !== "ExpressionStatement" || first.expression.type !== "AssignmentExpression") return false;
  const { left } = first.expression;
  return left.type === "MemberExpression" && left.computed;
}

function withoutExport(statement: AnyNode): AnyNode {
  return statement.type === "ExportNamedDeclaration" && statement.declaration ? statement.declaration : statement;
}

/** `{ name }` and `{ name = value }`. */
function shorthandOf(value: AnyNode): Identifier {
  return (value.type === "AssignmentPattern" ? value.left : value) as Identifier;
}
