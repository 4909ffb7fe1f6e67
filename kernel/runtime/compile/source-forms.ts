/**
 * Source forms: what TypeScript accepts and the transpiler drops or refuses, written so that it runs; places stay.
 *
 * `import fs = require("fs")`, which is CommonJS's, is a constant. `declare const enum` has its values in the text, so it
 * is an enum like others. The default export of a type exports nothing. What a cell exports as CommonJS (`export = value`)
 * is its value; files that do are CommonJS. What is exported beside a `using` declaration is exported by its name alone, at
 * the end, or in a cell not at all, for the transpiler would evaluate it last, after the resource is disposed of.
 */

/** Nodes of the transpiler's own tree, as far as they are asked for. */
export interface SourceNode {
  readonly type: string;
  /** In bytes of the text as UTF-8, from where the text starts. */
  readonly span: { readonly start: number; readonly end: number };
  readonly declare?: boolean;
  readonly isConst?: boolean;
  readonly isTypeOnly?: boolean;
  readonly declaration?: SourceNode;
  /** What follows `export default`. */
  readonly decl?: SourceNode;
  readonly expression?: SourceNode;
  readonly moduleRef?: SourceNode;
  readonly id?: SourceNode;
  readonly identifier?: SourceNode;
  readonly local?: SourceNode;
  readonly declarations?: readonly SourceNode[];
  readonly specifiers?: readonly SourceNode[];
  readonly source?: SourceNode;
  readonly imported?: SourceNode | null;
  readonly typeOnly?: boolean;
  readonly with?: SourceNode | null;
  readonly kind?: string;
  readonly superClass?: SourceNode | null;
  readonly isStatic?: boolean;
  readonly value?: unknown;
  readonly init?: SourceNode | null;
  readonly elements?: readonly (SourceNode | null)[];
  readonly properties?: readonly SourceNode[];
  readonly key?: SourceNode;
  readonly left?: SourceNode;
  readonly argument?: SourceNode;
  readonly body?: SourceNode | readonly SourceNode[];
}

export interface SourceTree {
  readonly program: { readonly body: readonly SourceNode[] };
  readonly sourceContext: { readonly startPos: number };
}

/** Undefined where it cannot be parsed: the transpiler will say why. */
export function treeOf(source: string, parse: (source: string) => SourceTree): SourceTree | undefined {
  try {
    return parse(source);
  } catch {
    return undefined;
  }
}

const FORMS = /\bimport\s[^;'"]*=\s*require\s*\(|\bdeclare\s+const\s+enum\b/;
const USING = /(?:^|[;})/])\s*(?:await\s+)?using\s+[\p{ID_Start}$_][\p{ID_Continue}$]*\s*[=:!]/mu;
const DEFAULT = /\bexport\s+default\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/u;

function mayHaveForms(source: string, isCell: boolean): boolean {
  if (FORMS.test(source) || (isCell && /\bexport\s*=/.test(source))) return true;
  if (source.includes("using") && /\bexport\b/.test(source) && USING.test(source)) return true;
  const name = DEFAULT.exec(source)?.[1].replaceAll("$", "\\$");
  return name !== undefined && new RegExp(`\\b(?:interface|type)\\s+${name}(?![\\p{ID_Continue}$])`, "u").test(source);
}

/** `parse` is asked only if the text may have such a form; where it cannot parse, the text stays. */
export function plainForms(source: string, parse: (source: string) => SourceTree, isCell: boolean): string {
  if (!mayHaveForms(source, isCell)) return source;
  const tree = treeOf(source, parse);
  if (tree === undefined) return source;
  const bytes = Buffer.from(source);
  const { body } = tree.program;
  const replace = ({ start, end }: SourceNode["span"], before: RegExp, after: string) => {
    const from = start - tree.sourceContext.startPos;
    const text = bytes.toString("utf8", from, end - tree.sourceContext.startPos);
    const found = before.exec(text)?.[0] ?? "";
    if (after.length <= found.length) bytes.write(after + found.slice(after.length).replace(/[^\s]/g, " "), from);
  };
  const isDisposed = body.some(({ type }) => type === "UsingDeclaration");
  const exported = new Set<string>();
  const defaultName = isDisposed ? unusedName(source) : "";
  for (const node of flat(body)) {
    const { type, span, declaration = node } = node;
    if (isDisposed && type === "ExportDeclaration" && body.includes(node) && isLate(declaration)) {
      const names = namesOf(declaration);
      const others = body.filter((each) => names.includes(String(each.declaration?.identifier?.value)));
      if (others.some((each) => each.declaration?.type === "FunctionDeclaration")) continue;
      replace(span, /^export/, "");
      if (others.length === 0 && hasValues(declaration)) for (const name of names) exported.add(name);
    }
    if (type === "TsExportAssignment" && isCell) replace(span, /^export\s*=/, ";0,");
    else if (type === "ExportDefaultExpression" && isType(node.expression, body)) replace(span, /^[\s\S]*$/, "");
    else if (type === "ExportDefaultExpression" && isDisposed) {
      replace(span, /^export\s+default/, isCell ? ";0," : `let ${defaultName} =`);
      exported.add(`${defaultName} as default`);
    } else if (declaration.type === "TsEnumDeclaration" && declaration.declare && declaration.isConst) {
      replace(declaration.span, /^declare/, "");
    } else if (node.moduleRef?.type === "TsExternalModuleReference" && !node.isTypeOnly) {
      const isExported = /^export/.test(bytes.toString("utf8", span.start - tree.sourceContext.startPos, span.end));
      replace(span, isExported ? /^export\s+import/ : /^import/, isExported ? "export const" : "const");
    }
  }
  return bytes.toString() + (exported.size > 0 && !isCell ? `\nexport { ${[...exported].join(", ")} };` : "");
}

/** The variables that namespaces export without a value, by the path of the namespace, `Space.Inner`. */
export function bareExports({ program }: SourceTree): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const look = (nodes: readonly SourceNode[], path: string) => {
    for (const node of nodes) {
      let space = node.declaration ?? node;
      const isBare = ({ init }: SourceNode) => !init && path !== "" && space !== node && !space.declare;
      for (const { id } of (space.declarations ?? []).filter(isBare)) {
        found.set(path, (found.get(path) ?? new Set()).add(String(id?.value)));
      }
      let inner = path;
      for (; space.type.startsWith("Ts") && space.body && "type" in space.body; space = space.body) {
        inner += `${inner === "" ? "" : "."}${space.id?.value}`;
      }
      if (space.type === "TsModuleBlock") look(space.body as readonly SourceNode[], inner);
    }
  };
  look(program.body, "");
  return found;
}

/** With what stands in namespaces. */
function* flat(nodes: readonly SourceNode[]): Generator<SourceNode> {
  for (const node of nodes) {
    yield node;
    let space: SourceNode = node.declaration ?? node;
    if (space.declare) continue;
    while (space.type.startsWith("Ts") && space.body !== undefined && !Array.isArray(space.body)) {
      space = space.body as SourceNode;
    }
    if (space.type === "TsModuleBlock") yield* flat(space.body as readonly SourceNode[]);
  }
}

/**
 * Whether the transpiler would evaluate its export after all other statements; it does not so with classes. The namespace
 * of a function must stay where that is, after them.
 */
function isLate(node: SourceNode): boolean {
  return !node.declare && /^(?:Variable|TsEnum|TsModule)Declaration$/.test(node.type);
}

/** Whether a statement is more than types; a namespace of nothing else is none itself. */
export function hasValues({ type, declare = false, body }: SourceNode): boolean {
  if (declare || /^Ts(?:Interface|TypeAlias|ImportEquals)Declaration$/.test(type)) return false;
  if (!/^Ts(?:Module|Namespace)/.test(type)) return true;
  const inner = body === undefined || "type" in body ? [body] : body;
  return inner.some((each) => each !== undefined && hasValues(each.declaration ?? each));
}

/** What a declaration or a pattern binds. */
export function namesOf(node: SourceNode | null | undefined): string[] {
  switch (node?.type) {
    case "VariableDeclaration":
      return (node.declarations ?? []).flatMap(({ id }) => namesOf(id));
    case "TsEnumDeclaration":
    case "TsModuleDeclaration":
      return namesOf(node.id);
    case "Identifier":
      return [String(node.value)];
    case "ArrayPattern":
      return (node.elements ?? []).flatMap(namesOf);
    case "ObjectPattern":
      return (node.properties ?? []).flatMap(namesOf);
    case "KeyValuePatternProperty":
      return namesOf(node.value as SourceNode);
    case "AssignmentPatternProperty":
      return namesOf(node.key);
    case "AssignmentPattern":
      return namesOf(node.left);
    case "RestElement":
      return namesOf(node.argument);
    default:
      return [];
  }
}

/** Short enough to be declared where `export default` stood. */
function unusedName(source: string): string {
  let count = 0;
  while (source.includes(`_${count}`)) count++;
  return `_${count}`;
}

/** Whether the name is that of a type of this text, and of nothing else in it. */
function isType(expression: SourceNode | undefined, body: readonly SourceNode[]): boolean {
  if (expression?.type !== "Identifier") return false;
  const named = body.map((node) => node.declaration ?? node).filter((node) => declares(node, expression.value));
  return named.length > 0 && named.every(({ type }) => /^Ts(?:Interface|TypeAlias)Declaration$/.test(type));
}

function declares({ id, identifier, declarations = [], specifiers = [] }: SourceNode, name: unknown): boolean {
  const heads = [id, identifier, ...declarations.map((each) => each.id), ...specifiers.map((each) => each.local)];
  const text = JSON.stringify(heads, (key, value: unknown) => (key === "typeAnnotation" ? undefined : value));
  return text.includes(`"value":${JSON.stringify(name)}`);
}
