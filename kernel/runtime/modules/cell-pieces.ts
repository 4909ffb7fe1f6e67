/**
 * Cell pieces: the imports and declarations at the top level of a cell, each as a text that can stand in a module by itself.
 *
 * A statement that declares several variables is as many pieces; a pattern is one. What is written with `export` loses it.
 * Limits: JSX is not read.
 */
import { hasValues, namesOf, type SourceNode } from "../compile/source-forms.ts";
import { typeScriptTree } from "../compile/transpile.ts";

export interface Piece {
  readonly kind: "import" | "function" | "class" | "enum" | "namespace" | "variable";
  readonly names: readonly string[];
  readonly text: string;
  /** Where it begins in its cell. */
  readonly position: number;
  /** Whether nothing but its functions, if they are called, uses other names: so their later declarations count. */
  readonly isLazy: boolean;
  readonly hasDecorators: boolean;
  /** Of an import: the module, and the name there; undefined for the module itself. */
  readonly specifier?: string;
  readonly exported?: string | undefined;
}

/** Throws if the text cannot be read. */
export function piecesOf(source: string): readonly Piece[] {
  const text = source.startsWith("#!") ? `//${source.slice(2)}` : source;
  const tree = typeScriptTree(text);
  const bytes = Buffer.from(text);
  const { startPos } = tree.sourceContext;
  const slice = ({ span }: SourceNode) => bytes.toString("utf8", span.start - startPos, span.end - startPos);
  return tree.program.body.flatMap((statement) => {
    if (statement.type === "ImportDeclaration") return statement.typeOnly ? [] : importPieces(statement, slice);
    const node = statement.declaration ?? statement.decl ?? statement;
    if (!hasValues(node)) return [];
    if (node.type === "VariableDeclaration") return variablePieces(node, slice);
    const kind = KINDS[node.type];
    const name = (node.identifier ?? node.id)?.value;
    if (kind === undefined || typeof name !== "string" || (kind === "function" && !node.body)) return [];
    return [{ kind, names: [name], text: slice(node), ...traitsOf(node, isLazy(node)) }];
  });
}

/** With the names of what follows `export default`. */
const KINDS: Readonly<Record<string, Piece["kind"]>> = {
  FunctionDeclaration: "function",
  FunctionExpression: "function",
  ClassDeclaration: "class",
  ClassExpression: "class",
  TsEnumDeclaration: "enum",
  TsModuleDeclaration: "namespace",
};

function traitsOf(node: SourceNode, lazy: boolean): Pick<Piece, "position" | "isLazy" | "hasDecorators"> {
  const hasDecorators = JSON.stringify(node).includes('"type":"Decorator"');
  return { position: node.span.start, isLazy: lazy, hasDecorators };
}

function importPieces(node: SourceNode, slice: (node: SourceNode) => string): Piece[] {
  const { specifiers = [], source, with: attributes } = node;
  const from = `from ${slice(source as SourceNode)}${attributes ? ` with ${slice(attributes)}` : ""};`;
  return specifiers
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map((item) => {
      const local = String(item.local?.value);
      const isNamed = item.type === "ImportSpecifier";
      const isModule = item.type === "ImportNamespaceSpecifier";
      return {
        kind: "import",
        names: [local],
        text: `import ${isNamed ? `{ ${slice(item)} }` : slice(item)} ${from}`,
        ...traitsOf(node, true),
        specifier: String(source?.value),
        exported: isModule ? undefined : isNamed ? String((item.imported ?? item.local)?.value) : "default",
      };
    });
}

function variablePieces(node: SourceNode, slice: (node: SourceNode) => string): Piece[] {
  return (node.declarations ?? []).map((declarator) => ({
    kind: "variable",
    names: namesOf(declarator.id),
    text: `${node.kind} ${slice(declarator)};`,
    ...traitsOf(declarator, !declarator.init || isLazy(declarator.init)),
  }));
}

/** A function; a class that is made without asking for anything. */
function isLazy(node: SourceNode): boolean {
  if (/^(?:Function|ArrowFunction)/.test(node.type)) return true;
  if (!node.type.startsWith("Class") || node.superClass) return false;
  return (node.body as readonly SourceNode[]).every(
    ({ type, isStatic, key }) =>
      type !== "StaticBlock" && !(isStatic && /Property$/.test(type)) && key?.type !== "Computed",
  );
}
