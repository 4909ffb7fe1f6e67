/** Module exports: which names a module exports, its own and those that it takes from others. */
import type { AnyNode, Program } from "acorn";
import { lexicalNames, variableNames } from "../compile/declared-names.ts";

/** Where an exported name comes from. */
export interface Origin {
  readonly specifier: string;
  readonly name: string;
}

export interface Exports {
  readonly own: ReadonlySet<string>;
  readonly passed: ReadonlyMap<string, Origin>;
  readonly stars: readonly string[];
}

export function exportsOf({ body }: Program): Exports {
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
export function importsOf(body: Program["body"]): Map<string, Origin> {
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

const NAME = "[\\p{ID_Start}$_][\\p{ID_Continue}$]*";
/** The transpiler puts a comment before a statement on its line. */
const START = "(?<=^|\\*/ )";
const FROM = "from ([\"'])(.*)";
const IMPORT = new RegExp(`${START}import (.+?) ${FROM}\\2`, "gmu");
const LIST = new RegExp(`${START}export \\{([^}]*)\\}(?: ${FROM}\\2)?`, "gmu");
const STAR = new RegExp(`${START}export \\* ${FROM}\\1`, "gmu");
const WHOLE = new RegExp(`${START}export \\* as (${NAME}) from\\b`, "gmu");
const DECLARED = new RegExp(`${START}export (?:async )?(?:const|let|var|class|function\\*?) (${NAME})`, "gmu");
const DEFAULT = new RegExp(`${START}export default (?:(${NAME});)?`, "mu");

/** What the lines of transpiled code say at a glance; there may be more, and what stands in a template is taken for code. */
export function evidentExports(code: string): Exports {
  const own = new Set([...code.matchAll(DECLARED), ...code.matchAll(WHOLE)].map(([, name]) => name));
  const passed = new Map<string, Origin>();
  const imported = new Map<string, Origin>();
  for (const [, what, , specifier] of code.matchAll(IMPORT)) {
    const [whole = "", list = ""] = what.split("{");
    if (/^[^*]/.test(whole)) imported.set(whole.replace(/[ ,]+$/, ""), { specifier, name: "default" });
    for (const [name, local] of listed(list)) imported.set(local, { specifier, name });
  }
  for (const [, list, , specifier] of code.matchAll(LIST)) {
    for (const [name, exported] of listed(list)) {
      const origin = specifier === undefined ? imported.get(name) : { specifier, name };
      if (origin === undefined) own.add(exported);
      else passed.set(exported, origin);
    }
  }
  const [isThere, name = ""] = DEFAULT.exec(code) ?? [];
  const origin = imported.get(name);
  if (origin !== undefined) passed.set("default", origin);
  else if (isThere !== undefined) own.add("default");
  return { own, passed, stars: [...code.matchAll(STAR)].map(([, , specifier]) => specifier) };
}

/** `a, b as c`: the name, and what it is called. */
function listed(list: string): [string, string][] {
  const items = list
    .replace("}", "")
    .split(",")
    .map((item) => item.trim());
  return items
    .filter((item) => item !== "")
    .map((item) => {
      const [name, other = name] = item.split(" as ");
      return [name, other];
    });
}

export function nameOf(node: AnyNode): string {
  if (node.type === "Identifier") return node.name;
  return node.type === "Literal" ? String(node.value) : "";
}
