/**
 * Type re-exports: names that a TypeScript file takes from elsewhere and exports, without those that are types.
 *
 * `export { Shape, area } from "./shapes.ts"` does not say which of its names are types. TypeScript knows; the transpiler,
 * which sees one file, keeps them all, and they would be missed when the modules are linked. So a name is left out that
 * what it is taken from does not have; one that should have been there is missed by whoever uses it. The same is true of
 * imports that only the types use that decorators are told of (`emitDecoratorMetadata`).
 */
import type { AnyNode, ExportNamedDeclaration, ImportDeclaration, Program } from "acorn";
import { Edits } from "../compile/edits.ts";
import { childrenOf, parseTranspiledCode } from "../compile/transpiled-code.ts";
import { type Exports, evidentExports, exportsOf, importsOf, nameOf, type Origin } from "./module-exports.ts";

/** What is known of other modules; undefined if it is all that may be asked for. */
export interface ExportsService {
  /** What a specifier in a file leads to: the code of another file, or a module that is there. */
  lookUp(specifier: string, from: string): Promise<FileCode | object | undefined>;
}

export class FileCode {
  readonly file: string;
  readonly code: string;

  constructor(file: string, code: string) {
    this.file = file;
    this.code = code;
  }
}

export function mayPass(code: string): boolean {
  return /\bexport \{|\bexport default [^\s;]+;/.test(code) || code.includes("_ts_metadata(");
}

type Look = (target: FileCode) => Exports;

export class TypeReexports {
  private readonly service: ExportsService;
  private readonly evident = remembering(({ code }) => evidentExports(code));
  private readonly found = new Map<string, Promise<FileCode | object | undefined>>();
  private readonly exact = remembering(({ code }) => exportsOf(parseTranspiledCode(code)));

  constructor(service: ExportsService) {
    this.service = service;
  }

  /** What was looked up may have changed. */
  forget(): void {
    this.found.clear();
  }

  /** Most names are there at a glance; only if one is not, the code is parsed. */
  async withoutTypes(file: string, code: string): Promise<string> {
    const isTold = code.includes("_ts_metadata(");
    const glance = await this.missing(evidentExports(code).passed, file, this.evident);
    if (glance.size === 0 && !isTold) return code;
    const program = parseTranspiledCode(code);
    const missing = await this.missing(exportsOf(program).passed, file, this.exact);
    const told = [...(isTold ? importsOf(program.body) : [])].filter(([local]) => !isMentioned(local, program));
    const unused = await this.missing(new Map(told), file, this.exact);
    return missing.size + unused.size === 0 ? code : without({ missing, unused, program, code });
  }

  private async missing(names: ReadonlyMap<string, Origin>, file: string, look: Look): Promise<Set<string>> {
    const missing = new Set<string>();
    for (const [name, origin] of names) if (!(await this.has(origin, file, look, new Set()))) missing.add(name);
    return missing;
  }

  private lookUp(specifier: string, from: string): Promise<FileCode | object | undefined> {
    const question = `${specifier} ${from}`;
    const target = this.found.get(question) ?? this.service.lookUp(specifier, from);
    this.found.set(question, target);
    return target;
  }

  /** Whether there is a value of that name; also if nobody can tell. */
  private async has({ specifier, name }: Origin, from: string, look: Look, asked: Set<string>): Promise<boolean> {
    const target = await this.lookUp(specifier, from);
    if (target === undefined) return true;
    if (!(target instanceof FileCode)) return name in target;
    const question = `${name} ${target.file}`;
    if (asked.has(question)) return false;
    asked.add(question);
    const exports = look(target);
    if (exports.own.has(name)) return true;
    const origin = exports.passed.get(name);
    if (origin !== undefined) return this.has(origin, target.file, look, asked);
    if (name === "default") return false;
    for (const specifier of exports.stars) {
      if (await this.has({ specifier, name }, target.file, look, asked)) return true;
    }
    return false;
  }
}

function remembering(look: Look): Look {
  const known = new WeakMap<FileCode, Exports>();
  return (target) => {
    const exports = known.get(target) ?? look(target);
    known.set(target, exports);
    return exports;
  };
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
  const isWhole = ({ type: kind }: AnyNode) => kind === "ImportDefaultSpecifier" || kind === "ImportNamespaceSpecifier";
  const named = kept.filter((item) => !isWhole(item));
  const whole = kept.filter(isWhole).map(textOf);
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
