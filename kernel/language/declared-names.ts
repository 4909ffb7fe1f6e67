/**
 * Declared names: which names a cell declares at its top level, as the server lists them where a module exports names.
 *
 * Limits: a type alias is distinguished from a class, a type beside a value of its name, and what is imported, by the words before it.
 */

import { cellWords } from "./cell-words.ts";
import type { ServerCompletionItem } from "./completion.ts";

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

/** `header` are names that our lines before the cell declare. */
export function declaredNames(
  code: string,
  listed: readonly ServerCompletionItem[],
  header: readonly string[],
): readonly DeclaredName[] {
  const { declared, imported, importedTypes, typeAliases, interfaces } = cellWords(code);
  const ours = new Set(header);
  return listed.flatMap(({ label: name, kind, sortText = "" }): DeclaredName[] => {
    if (!ranks.has(sortText) || !/^[\p{ID_Start}$_]/u.test(name) || /^[\uA000-\uA3FF]/.test(name)) return [];
    const isImported = imported.has(name);
    if (ours.has(name) && !isImported && !declared.has(name)) return [];
    const isExported = sortText === "12";
    const [isAlias, isInterface, isTypeImport] = [typeAliases, interfaces, importedTypes].map((names) =>
      names.has(name),
    ) as [boolean, boolean, boolean];
    if (isImported) return [{ name, isValue: !isTypeImport, isType: true, isWhole: false, isExported }];
    const isOnlyType = kind === kinds.interface || (kind === kinds.class && isAlias);
    const isWhole = !isOnlyType && (kind === kinds.class || kind === kinds.enum || kind === kinds.namespace);
    return [{ name, isValue: !isOnlyType, isType: isWhole || isAlias || isInterface, isWhole, isExported }];
  });
}
