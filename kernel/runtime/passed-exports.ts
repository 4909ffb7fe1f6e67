/**
 * Passed exports: names that a TypeScript file takes from elsewhere and exports, without those that are types.
 *
 * `export { Shape, area } from "./shapes.ts"` does not say which of its names are types. TypeScript knows; the transpiler,
 * which sees one file, keeps them all, and they would be missed when the modules are linked. So a name is left out that
 * what it is taken from does not have; one that should have been there is missed by whoever uses it. The same is true of
 * imports that only the types use that decorators are told of (`emitDecoratorMetadata`).
 */
import type { AnyNode, ExportNamedDeclaration, ImportDeclaration, Program } from "acorn";
import { lexicalNames, variableNames } from "./declared-names.ts";
import { Edits } from "./edits.ts";
import { childrenOf, parseTranspiledCode } from "./transpiled-code.ts";

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

/** Where an exported name comes from. */
interface Origin {
  readonly specifier: string;
  readonly name: string;
}

interface Exports {
  readonly own: ReadonlySet<string>;
  readonly passed: ReadonlyMap<string, Origin>;
  readonly stars: readonly string[];
}

const PASSED_FROM = /^export \{[^}]*\} from /m;
const PASSED = /^export (?:\{|default [\p{ID_Start}$_][\p{ID_Continue}$]*;)/mu;

export function mayPass(code: string): boolean {
  return PASSED_FROM.test(code) || ((PASSED.test(code) || code.includes("_ts_metadata(")) && /^import /m.test(code));
}

export class PassedExports {
  private readonly service: ExportsService;
  private readonly known = new WeakMap<FileCode, Exports>();

  constructor(service: ExportsService) {
    this.service = service;
  }

  async withoutTypes(file: string, code: string): Promise<string> {
    const program = parseTranspiledCode(code);
    const { passed } = exportsOf(program);
    const missing = new Set<string>();
    for (const [exported, origin] of passed) {
      if (!(await this.has(origin, file, new Set()))) missing.add(exported);
    }
    const unused = new Set<string>();
    for (const [local, origin] of code.includes("_ts_metadata(") ? importsOf(program.body) : []) {
      if (!isMentioned(local, program) && !(await this.has(origin, file, new Set()))) unused.add(local);
    }
    return missing.size + unused.size === 0 ? code : without({ missing, unused, program, code });
  }

  /** Whether there is a value of that name; also if nobody can tell. */
  private async has({ specifier, name }: Origin, from: string, asked: Set<string>): Promise<boolean> {
    const target = await this.service.lookUp(specifier, from);
    if (target === undefined) return true;
    if (!(target instanceof FileCode)) return name in target;
    const question = `${name} ${target.file}`;
    if (asked.has(question)) return false;
    asked.add(question);
    let exports = this.known.get(target);
    if (exports === undefined) {
      exports = exportsOf(parseTranspiledCode(target.code));
      this.known.set(target, exports);
    }
    if (exports.own.has(name)) return true;
    const origin = exports.passed.get(name);
    if (origin !== undefined) return this.has(origin, target.file, asked);
    if (name === "default") return false;
    for (const star of exports.stars) if (await this.has({ specifier: star, name }, target.file, asked)) return true;
    return false;
  }
}

function exportsOf({ body }: Program): Exports {
  const own = new Set<string>();
  const passed = new Map<string, Origin>();
  const stars: string[] = [];
  const imported = importsOf(body);
  for (const statement of body) {
    if (statement.type === "ExportAllDeclaration") {
      if (statement.exported) own.add(nameOf(statement.exported));
      else stars.push(String(statement.source.value));
    } else if (statement.type === "ExportDefaultDeclaration") {
      const origin = imported.get(nameOf(statement.declaration));
      if (origin === undefined) own.add("default");
      else passed.set("default", origin);
    } else if (statement.type === "ExportNamedDeclaration") {
      if (statement.declaration) lexicalNames([statement.declaration], variableNames([statement.declaration], own));
      for (const { local, exported } of statement.specifiers) {
        const name = nameOf(local);
        const origin = statement.source ? { specifier: String(statement.source.value), name } : imported.get(name);
        if (origin === undefined) own.add(nameOf(exported));
        else passed.set(nameOf(exported), origin);
      }
    }
  }
  return { own, passed, stars };
}

/** By their local names, but for whole modules. */
function importsOf(body: Program["body"]): Map<string, Origin> {
  const imported = new Map<string, Origin>();
  for (const statement of body) {
    if (statement.type !== "ImportDeclaration") continue;
    const specifier = String(statement.source.value);
    for (const item of statement.specifiers) {
      if (item.type === "ImportDefaultSpecifier") imported.set(item.local.name, { specifier, name: "default" });
      else if (item.type === "ImportSpecifier")
        imported.set(item.local.name, { specifier, name: nameOf(item.imported) });
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

function nameOf(node: AnyNode): string {
  if (node.type === "Identifier") return node.name;
  return node.type === "Literal" ? String(node.value) : "";
}
