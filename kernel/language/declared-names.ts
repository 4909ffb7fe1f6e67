/**
 * Declared names: which names a cell declares at its top level, as the server lists them where a module exports names.
 */
import type { ServerCompletionItem } from "./completion.ts";
import { moduleClauses } from "./module-clause.ts";

export interface DeclaredName {
  readonly name: string;
  readonly isValue: boolean;
  readonly isType: boolean;
  /** A class, an enum or a namespace, which is both at once. */
  readonly isWhole: boolean;
  readonly isExported: boolean;
}

/** Behind a cell this lists its names, in the column. */
export const nameList = { text: "\n;export { };", column: 10 };
/** What the server sorts the module's own names by, and those that it exports already. */
const ranks = new Set(["11", "12"]);
/** Kinds of the Language Server Protocol. */
const kinds = { class: 7, interface: 8, namespace: 9, enum: 13 };

/** Whether a cell declares a name right behind the word that does so, or in a pattern. */
export function mayDeclare(code: string, name: string): boolean {
  const word = `(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`;
  const behind = `\\b(?:const|let|var|using|function\\s*\\*?|class|enum|namespace|interface|type)\\s*${word}`;
  return new RegExp(`${behind}|\\b(?:const|let|var)\\s*[{[][^=;]*${word}[^=;]*=`).test(code);
}

/**
 * `reserved` are names that our lines before the cell declare.
 * Limits: a type alias is told from a class, and a type beside a value of its name, by the words before it.
 */
export function declaredNames(
  code: string,
  listed: readonly ServerCompletionItem[],
  reserved: readonly string[],
): readonly DeclaredName[] {
  const clauses = moduleClauses(code).filter(({ word }) => word === "import");
  const imported = new Map(clauses.flatMap(({ names }) => names.map(({ outer, isType }) => [outer, isType])));
  return listed.flatMap(({ label: name, kind, sortText = "" }): DeclaredName[] => {
    if (!ranks.has(sortText) || !/^[\p{ID_Start}$_]/u.test(name) || /^[\uA000-\uA3FF]/.test(name)) return [];
    if (reserved.includes(name) && !imported.has(name) && !mayDeclare(code, name)) return [];
    const isExported = sortText === "12";
    const isTypeImport = imported.get(name);
    if (isTypeImport !== undefined) return [{ name, isValue: !isTypeImport, isType: true, isWhole: false, isExported }];
    const isAlias = new RegExp(`\\btype\\s+${name.replaceAll("$", "\\$")}\\s*[<=]`).test(code);
    const isInterface = new RegExp(`\\binterface\\s+${name.replaceAll("$", "\\$")}(?![\\w$])`).test(code);
    const isOnlyType = kind === kinds.interface || (kind === kinds.class && isAlias);
    const isWhole = !isOnlyType && (kind === kinds.class || kind === kinds.enum || kind === kinds.namespace);
    return [{ name, isValue: !isOnlyType, isType: isWhole || isAlias || isInterface, isWhole, isExported }];
  });
}
