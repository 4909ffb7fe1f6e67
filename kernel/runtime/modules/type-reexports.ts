/**
 * Type re-exports: names that a TypeScript file takes from elsewhere and exports, without those that are types.
 *
 * `export { Shape, area } from "./shapes.ts"` does not say which of its names are types. TypeScript knows; the transpiler,
 * which sees one file, keeps them all, and linking the modules would fail. So a name is left out that the module it is taken
 * from does not have; one that should have been there is missed by whoever uses it. The same is done with imports that only
 * the types use that decorators are told of (`emitDecoratorMetadata`).
 */
import type { AnyNode, ExportNamedDeclaration, ImportDeclaration, Program } from "acorn";
import { lexicalNames, variableNames } from "../compile/declared-names.ts";
import { Edits } from "../compile/edits.ts";
import { childrenOf, parseTranspiledCode } from "../compile/transpiled-code.ts";

/** Where an imported or exported name comes from. */
interface Origin {
  readonly specifier: string;
  readonly name: string;
}

interface Exports {
  readonly own: ReadonlySet<string>;
  readonly passed: ReadonlyMap<string, Origin>;
  readonly stars: readonly string[];
}

/** The compiled code of a file; it is parsed when somebody asks for its exports. */
export class FileCode {
  readonly file: string;
  readonly code: string;
  private known: { readonly program: Program; readonly exports: Exports } | undefined;

  constructor(file: string, code: string) {
    this.file = file;
    this.code = code;
  }

  parsed(): { readonly program: Program; readonly exports: Exports } {
    if (this.known === undefined) {
      const program = parseTranspiledCode(this.code);
      this.known = { program, exports: exportsOf(program) };
    }
    return this.known;
  }
}

/** What a specifier in a file leads to: the code of another file, or a namespace; undefined if any name may be there. */
export type LookUp = (specifier: string, from: string) => Promise<FileCode | object | undefined>;

/** The code of a TypeScript file without the types that it passes on. */
export async function withoutTypes(target: FileCode, lookUp: LookUp): Promise<string> {
  const { file, code } = target;
  const isTold = code.includes("_ts_metadata(");
  if (!isTold && !/\bexport \{|\bexport default [^\s;]+;/.test(code)) return code;
  const { program, exports } = target.parsed();
  const told = [...(isTold ? importsOf(program) : [])].filter(([local]) => !isMentioned(local, program));
  const absent = async (names: Iterable<readonly [string, Origin]>) => {
    const found = new Set<string>();
    for (const [name, origin] of names) if (!(await hasValue(origin, file, lookUp))) found.add(name);
    return found;
  };
  const [missing, unused] = [await absent(exports.passed), await absent(told)];
  return missing.size + unused.size === 0 ? code : without({ missing, unused, program, code });
}

/** Whether there is a value of that name; also if nobody can tell. */
async function hasValue(origin: Origin, from: string, lookUp: LookUp, asked = new Set<string>()): Promise<boolean> {
  const { specifier, name } = origin;
  const target = await lookUp(specifier, from);
  if (target === undefined) return true;
  if (!(target instanceof FileCode)) return name in target;
  const question = `${name} ${target.file}`;
  if (asked.has(question)) return false;
  asked.add(question);
  const { own, passed, stars } = target.parsed().exports;
  if (own.has(name)) return true;
  const further = passed.get(name);
  if (further !== undefined) return hasValue(further, target.file, lookUp, asked);
  for (const star of name === "default" ? [] : stars) {
    if (await hasValue({ specifier: star, name }, target.file, lookUp, asked)) return true;
  }
  return false;
}

function exportsOf(program: Program): Exports {
  const own = new Set<string>();
  const passed = new Map<string, Origin>();
  const stars: string[] = [];
  const imported = importsOf(program);
  const add = (exported: string, origin: Origin | undefined) =>
    origin === undefined ? own.add(exported) : passed.set(exported, origin);
  for (const statement of program.body) {
    if (statement.type === "ExportAllDeclaration") {
      if (statement.exported) own.add(nameOf(statement.exported));
      else stars.push(String(statement.source.value));
    } else if (statement.type === "ExportDefaultDeclaration") {
      add("default", imported.get(nameOf(statement.declaration)));
    } else if (statement.type === "ExportNamedDeclaration") {
      if (statement.declaration) lexicalNames([statement.declaration], variableNames([statement.declaration], own));
      for (const { local, exported } of statement.specifiers) {
        const name = nameOf(local);
        const origin = statement.source ? { specifier: String(statement.source.value), name } : imported.get(name);
        add(nameOf(exported), origin);
      }
    }
  }
  return { own, passed, stars };
}

/** By their local names, but for whole modules. */
function importsOf({ body }: Program): Map<string, Origin> {
  const imported = new Map<string, Origin>();
  for (const statement of body) {
    if (statement.type !== "ImportDeclaration") continue;
    const specifier = String(statement.source.value);
    for (const item of statement.specifiers) {
      if (item.type === "ImportNamespaceSpecifier") continue;
      imported.set(item.local.name, { specifier, name: "imported" in item ? nameOf(item.imported) : "default" });
    }
  }
  return imported;
}

interface Omission {
  /** Names of exports. */
  readonly missing: ReadonlySet<string>;
  /** Names of imports that are not needed, or perhaps not. */
  readonly unused: Set<string>;
  readonly program: Program;
  readonly code: string;
}

function without({ missing, unused, program, code }: Omission): string {
  const edits = new Edits();
  for (const statement of program.body) {
    if (statement.type === "ExportDefaultDeclaration" && missing.has("default")) {
      unused.add(nameOf(statement.declaration));
      edits.remove(statement, code);
    } else if (statement.type === "ExportNamedDeclaration" && !statement.declaration) {
      const dropped = statement.specifiers.filter(({ exported }) => missing.has(nameOf(exported)));
      if (!statement.source) for (const { local } of dropped) unused.add(nameOf(local));
      keepOnly(statement, (item) => !dropped.some((each) => each === item), { edits, code });
    }
  }
  for (const statement of program.body) {
    if (statement.type !== "ImportDeclaration") continue;
    const isUsed = (name: string) => !unused.has(name) || isMentioned(name, program);
    keepOnly(statement, (item) => "local" in item && isUsed(nameOf(item.local)), { edits, code });
  }
  return edits.apply(code);
}

type Listing = ImportDeclaration | ExportNamedDeclaration;

/** Of what a statement lists; all of it goes if nothing is left, as in TypeScript. */
function keepOnly(
  { specifiers, start, end, source, type }: Listing,
  isKept: (item: Listing["specifiers"][number]) => boolean,
  { edits, code }: { readonly edits: Edits; readonly code: string },
): void {
  const kept = specifiers.filter(isKept);
  if (kept.length === specifiers.length) return;
  const textOf = (node: AnyNode) => code.slice(node.start, node.end);
  const named = kept.filter(({ type: kind }) => kind === "ImportSpecifier" || kind === "ExportSpecifier");
  const whole = kept.filter((item) => !named.includes(item)).map(textOf);
  const list = [...whole, ...(named.length > 0 ? [`{ ${named.map(textOf).join(", ")} }`] : [])].join(", ");
  const rest = source ? ` from ${code.slice(source.start, end)}` : ";";
  const word = type === "ImportDeclaration" ? "import" : "export";
  edits.replaceLines({ start, end }, kept.length === 0 ? "" : `${word} ${list}${rest}`, code);
}

function isMentioned(name: string, { body }: Program): boolean {
  return body.some((node) => mentions(node, name));
}

/** Whether the name stands anywhere but in imports, lists of exports, and the types that decorators are told of. */
function mentions(node: AnyNode, name: string): boolean {
  if (node.type === "CallExpression" && mentions(node.callee, "_ts_metadata")) return false;
  if (node.type === "ImportDeclaration" || (node.type === "ExportNamedDeclaration" && !node.declaration)) return false;
  if (node.type === "ExportDefaultDeclaration" && node.declaration.type === "Identifier") return false;
  if (node.type === "Identifier") return node.name === name;
  if (node.type === "MemberExpression" && !node.computed) return mentions(node.object, name);
  if ("key" in node && "computed" in node && !node.computed) return node.value ? mentions(node.value, name) : false;
  return childrenOf(node).some((child) => mentions(child, name));
}

function nameOf(node: AnyNode): string {
  if (node.type === "Identifier") return node.name;
  return node.type === "Literal" ? String(node.value) : "";
}
