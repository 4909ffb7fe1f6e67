/**
 * Cell namespace: a cell that ran, as a namespace of a module.
 *
 * What may not stand in a namespace (imports, `declare global`) goes before it; what is imported gets a name of its own there.
 */
import { declarations } from "./declaration-statement.ts";
import type { DeclaredName } from "./declared-names.ts";
import { moduleClauses } from "./module-clause.ts";
import { closes, opens, type Token, tokenize } from "./token.ts";

/** A cell that ran. */
export interface RanCell {
  readonly code: string;
  readonly names: readonly DeclaredName[];
  readonly isMarkup: boolean;
  /** The cell with its earlier variables under the names of `earlier`. */
  readonly text: string;
  /** What stands for earlier variables of the cell's own names: names to where these are declared. */
  readonly earlier: ReadonlyMap<string, string>;
}

/** What stands before the namespace of a cell, and what in it. */
export interface Placed {
  readonly top: string;
  readonly body: string;
}

/** A module in itself, and before a name, one that is declared again; no cell begins a name with this letter. */
export const own = "\uA3FF";

/** Names that later cells declared again are declared as others, so that the cell means theirs. */
export function placedIn(
  { text: written, names, isMarkup, earlier }: RanCell,
  space: string,
  lost: readonly string[],
): Placed {
  const text = lost.length === 0 ? written : renamed(written, lost);
  // What a cell's own name meant before it is lost where it was declared.
  const aliases = new Map([...earlier].map(([alias, place]) => [alias, place.replace(".", `.${own}`)]));
  let top = "";
  let body = "";
  let from = 0;
  for (const { start, end, statement } of outerStatements(text, space, aliases)) {
    top += `${statement}\n`;
    body += text.slice(from, start);
    from = end;
  }
  const before = [...aliases].map(([alias, place]) => `import ${alias} = ${place};`).join("");
  const inside = isMarkup ? names.filter(({ name }) => !aliases.has(name)).map(unknown) : [body, text.slice(from)];
  const exported = names.flatMap(({ name, isExported }) => {
    if (!lost.includes(name)) return isExported ? [] : [name];
    return text.includes(`${own}${name}`) ? [`${own}${name}`] : [`${name} as ${own}${name}`];
  });
  return { top, body: `${before}${inside.join("")}\nexport { ${exported.join(", ")} };` };
}

/** The text with other names in the place of some that it declares. */
function renamed(text: string, lost: readonly string[]): string {
  let result = text;
  const declared = declarations(text).flatMap(({ tokens, names }) => names.map((name) => ({ name, tokens })));
  for (const { name, tokens } of declared.toReversed()) {
    if (!lost.includes(name.text)) continue;
    const at = tokens.indexOf(name);
    const isShorthand = /^[{,]$/.test(tokens[at - 1]?.text ?? "") && isInBraces(tokens.slice(0, at));
    const other = `${isShorthand ? `${name.text}: ` : ""}${own}${name.text}`;
    result = `${result.slice(0, name.start)}${other}${result.slice(name.end)}`;
  }
  return result;
}

/** Whether the innermost bracket that is open behind tokens is a brace. */
function isInBraces(tokens: readonly Token[]): boolean {
  const open: string[] = [];
  for (const token of tokens) {
    if (opens(token)) open.push(token.text);
    else if (closes(token)) open.pop();
  }
  return open.at(-1) === "{";
}

function unknown({ name, isValue, isType }: DeclaredName): string {
  return `${isValue ? `declare const ${name}: any;` : ""}${isType ? `type ${name} = any;` : ""}`;
}

interface OuterStatement {
  readonly start: number;
  readonly end: number;
  readonly statement: string;
}

/** Imports, with other names that the module exports, and declarations that may not stand in a namespace. */
function outerStatements(text: string, space: string, aliases: Map<string, string>): readonly OuterStatement[] {
  const imports = moduleClauses(text).flatMap((clause): OuterStatement[] => {
    const { word, names, isType, isRequire, specifier, start, end } = clause;
    if (word !== "import") return [];
    for (const { outer } of names) aliases.set(outer, `${own}.${space}_${outer}`);
    const renamed = names.map(({ inner, outer }) => ({ inner, name: `${space}_${outer}` }));
    const all = renamed.map(({ inner, name }) => ({
      name,
      clause: inner === "*" ? `* as ${name}` : `{ ${inner} as ${name} }`,
    }));
    const statements = isRequire
      ? renamed.map(({ name }) => `import ${name} = require("${specifier}");`)
      : [
          ...all.map((one) => `import ${isType ? "type " : ""}${one.clause} from "${specifier}";`),
          `import "${specifier}";`,
        ];
    const exported = renamed.map(({ name }) => name).join(", ");
    return [{ start, end, statement: `${statements.join(" ")} export { ${exported} };` }];
  });
  return [...imports, ...augmentations(text), ...defaults(text)].sort((one, other) => one.start - other.start);
}

/** The words `export default`, which a namespace has not. */
function defaults(text: string): readonly OuterStatement[] {
  const { tokens } = tokenize(text);
  return tokens.flatMap(({ text: word, start }, at) => {
    const next = tokens[at + 1];
    return word === "export" && next?.text === "default" ? [{ start, end: next.end, statement: "" }] : [];
  });
}

/** `declare global { ... }` and `declare module "name" { ... }`. */
function augmentations(text: string): readonly OuterStatement[] {
  const { tokens } = tokenize(text);
  return tokens.flatMap(({ text: word, start }, at) => {
    const isOuter = tokens[at + 1]?.text === "global" || tokens[at + 2]?.kind === "string";
    const open =
      word === "declare" && isOuter ? tokens.findIndex((token, index) => index > at && token.text === "{") : -1;
    if (open < 0) return [];
    const end = closing(tokens, open);
    return [{ start, end, statement: text.slice(start, end) }];
  });
}

/** Behind the brace that closes the one at an index. */
function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (const { text, end } of tokens.slice(open)) {
    if (text === "{") depth++;
    else if (text === "}" && --depth === 0) return end;
  }
  return tokens.at(-1)?.end ?? 0;
}
