/**
 * Importable names: what completion offers of preloaded packages that no cell has imported yet.
 *
 * They are offered after the names in scope, where the server offers values at all, once two letters are typed. A name is also
 * offered for what it is called besides (`@also` in its doc comment), after the others.
 */
import { isMember, type ServerCompletionItem, typedWord } from "./completion.ts";
import { type EntryPoints, importOf } from "./entry-points.ts";
import type { CompletionItem, TextEdit } from "./language-service.ts";
import { plainText } from "./name-search.ts";

const FEWEST_LETTERS = 2;
const MOST_NAMES = 100;
/** A value and no type: the server offers it where a value may stand. */
const SOME_VALUE = "parseInt";

/**
 * Those that start as typed, in any case, or else those that contain it, or are called so besides; the names of the shortest
 * specifier first.
 */
export function importableNames(entries: EntryPoints, code: string, cursor: number): readonly CompletionItem[] {
  const word = typedWord(code, cursor);
  const typed = word.toLowerCase();
  if (typed.length < FEWEST_LETTERS || /^[\d#]/.test(typed)) return [];
  if (isMember(code, cursor)) return [];
  const names = [...entries.names.keys()];
  const begins = values(
    entries,
    names.filter((name) => name.toLowerCase().startsWith(typed)),
  );
  const called = new Set(begins.length > 0 ? [] : calledAlso(entries, typed));
  const others = () => [...called, ...names.filter((name) => name.toLowerCase().includes(typed) && !called.has(name))];
  const range = { start: cursor - word.length, end: cursor };
  const isOther = ({ name }: Importable) => Number(!called.has(name));
  return (begins.length > 0 ? begins : values(entries, others()))
    .sort((one, other) => isOther(one) - isOther(other) || compare(one, other, word))
    .slice(0, MOST_NAMES)
    .map(({ name, specifier }) => ({
      text: name,
      type: originOf(specifier),
      signature: "",
      ...range,
      edit: importEdit(code, name, specifier),
    }));
}

/** Those of the names that are values, each with where it can be imported from. */
function values(entries: EntryPoints, names: readonly string[]): Importable[] {
  return names.flatMap((name) => {
    const specifier = entries.specifierOf(name);
    return specifier === undefined ? [] : [{ name, specifier }];
  });
}

/** The names of which another name, or a word of it, starts so. */
function calledAlso(entries: EntryPoints, typed: string): readonly string[] {
  const wanted = plainText(typed);
  if (wanted.length < 3) return [];
  return [...entries.also].flatMap(([name, others]) =>
    others.some((other) => [other, ...other.split(/[\s-]+/)].some((word) => plainText(word).startsWith(wanted)))
      ? [name]
      : [],
  );
}

/** With spaces that do not break: JupyterLab shows it in one narrow line. */
function originOf(specifier: string): string {
  return `import\u00a0from\u00a0${JSON.stringify(specifier)}`;
}

/** Whether a value may stand where the server offers these. */
export function areOfValues(offered: readonly ServerCompletionItem[]): boolean {
  return offered.some(({ label }) => label === SOME_VALUE);
}

interface Importable {
  readonly name: string;
  readonly specifier: string;
}

function compare(one: Importable, other: Importable, word: string): number {
  const isOtherCase = ({ name }: Importable) => Number(!name.startsWith(word));
  return (
    isOtherCase(one) - isOtherCase(other) ||
    one.specifier.length - other.specifier.length ||
    one.name.length - other.name.length ||
    (one.name < other.name ? -1 : 1)
  );
}

const DIRECTIVES = /^(?:[ \t]*(?:\/\/\/?[ \t]*@|#!).*(?:\n|$))+/;

/**
 * The change of a cell that imports one more name. A list `{ ... }` that the cell already imports from the same module gets the name;
 * otherwise a statement is put at the head of the cell, below lines such as `// @strict`, which hold only there.
 */
export function importEdit(code: string, name: string, specifier: string): TextEdit {
  const end = endOfList(code, specifier);
  if (end !== undefined) return { start: end, end, text: code.charAt(end - 1) === "{" ? ` ${name}` : `, ${name}` };
  const head = DIRECTIVES.exec(code)?.[0] ?? "";
  const isLineOpen = head !== "" && !head.endsWith("\n");
  return { start: head.length, end: head.length, text: `${isLineOpen ? "\n" : ""}${importOf(name, specifier)}\n` };
}

const LIST_HEAD = /(?:^|;)[ \t]*import\s+(?:[\w$]+\s*,\s*)?\{/gm;

/** Where the list of names ends that a cell imports from a module, before a last comma; undefined if it has none. */
function endOfList(code: string, specifier: string): number | undefined {
  const tail = new RegExp(`\\}\\s*from\\s*["']${specifier.replace(/\W/g, "\\$&")}["']`, "y");
  LIST_HEAD.lastIndex = 0;
  while (LIST_HEAD.test(code)) {
    const start = LIST_HEAD.lastIndex;
    const close = code.indexOf("}", start);
    if (close < 0) return undefined;
    tail.lastIndex = close;
    if (tail.test(code)) return start + code.slice(start, close).trimEnd().replace(/,$/, "").trimEnd().length;
    LIST_HEAD.lastIndex = close;
  }
  return undefined;
}
