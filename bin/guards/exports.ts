/**
 * Who uses what a file exports: by import and re-export in every form, by `import(...)`, and, for what a door of the package shows,
 * by documents.
 *
 * Method: declarations at the start of a line and lists in braces, from texts without comments. A namespace that is used whole uses
 * all names of its module; of a module that is imported at run time, or is named by its path in another way, every name that the
 * importing text has as a word is taken as used.
 * Limits: a word of a document is a use whatever it means there; what a computed `import(...)` reads is not seen.
 */
import { dirname, join } from "node:path/posix";
import { isTest, type SourceFile } from "./project-files.ts";

/** One exported name of a file. */
export interface Export {
  readonly path: string;
  readonly name: string;
  readonly isType: boolean;
}

/** A name of another file that is passed on, maybe as a type alone. */
interface Passed {
  readonly path: string;
  readonly name: string;
  readonly isType: boolean;
}

const COMMENT_OR_LITERAL =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`/g;
const DECLARATION =
  /^export (?:declare )?(?:default )?(?:async )?(?:abstract )?(function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm;
const LOCAL_LIST = /^export (type )?\{([^}]*)\};/gm;
const FROM_LIST = /\b(import|export)\s+(type\s+)?(?:[\w$]+\s*,\s*)?\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;
const FROM_ALL = /\bexport\s+\*\s*from\s*["']([^"']+)["']/g;
const NAMESPACE = /\bimport\s+(?:type\s+)?\*\s+as\s+([\w$]+)\s+from\s*["']([^"']+)["']/g;
const BY_PATH = /["'`](?:file:)?((?:\.{1,2}\/|dist\/)[^"'`\s]*\.[cm]?[jt]s)["'`]/g;

/** A text without its comments. */
function codeOf(text: string): string {
  return text.replace(COMMENT_OR_LITERAL, (token) => (token.startsWith("/") ? " " : token));
}

/** The names of a list in braces, as they are called in the module that has them. */
function namesIn(list: string): { readonly name: string; readonly as: string; readonly isType: boolean }[] {
  return list
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "")
    .map((item) => {
      const isType = item.startsWith("type ");
      const [name, as = name] = item.replace(/^type /, "").split(/\s+as\s+/);
      return { name, as, isType };
    });
}

/** What a list of files exports, and who uses it. */
export class ExportUses {
  readonly exports: readonly Export[];
  readonly #code: ReadonlyMap<string, string>;
  readonly #own = new Map<string, Map<string, Export>>();
  /** Names that a file passes on: by the name it gives them, the file and name they come from. */
  readonly #passed = new Map<string, Map<string, Passed>>();
  /** Files of which a file passes on everything. */
  readonly #wholes = new Map<string, readonly string[]>();
  readonly #users = new Map<Export, Set<string>>();

  constructor(files: readonly SourceFile[]) {
    this.#code = new Map(files.map(({ path, text }) => [path, codeOf(text)]));
    for (const [path, code] of this.#code) this.#own.set(path, ownExports(path, code));
    for (const [path, code] of this.#code) {
      this.#passed.set(path, this.#passedOn(path, code));
      this.#wholes.set(
        path,
        [...code.matchAll(FROM_ALL)].flatMap(([, from]) => this.#resolve(path, from) ?? []),
      );
    }
    this.exports = [...this.#own.values()].flatMap((own) => [...own.values()]);
    for (const [path, code] of this.#code) this.#readUses(path, code);
  }

  /** The files that use a name, its own apart; those that only pass it on are none of them. */
  usersOf(exported: Export): readonly string[] {
    return [...(this.#users.get(exported) ?? [])].filter((path) => path !== exported.path);
  }

  /** What a file shows, its own names and those of others. */
  shownBy(path: string): readonly Export[] {
    const names = [...(this.#own.get(path)?.keys() ?? []), ...(this.#passed.get(path)?.keys() ?? [])];
    const wholes = (this.#wholes.get(path) ?? []).flatMap((source) => this.shownBy(source));
    return [...names.flatMap((name) => this.#find(path, name) ?? []), ...wholes];
  }

  /** Of these, the values: a class that is shown as a type alone is none. */
  valuesShownBy(path: string): readonly Export[] {
    return this.shownBy(path).filter(
      ({ name, isType }) => !isType && this.#passed.get(path)?.get(name)?.isType !== true,
    );
  }

  #passedOn(path: string, code: string): Map<string, Passed> {
    const passed = new Map<string, Passed>();
    for (const [, word, allTypes, list, from] of code.matchAll(FROM_LIST)) {
      const source = this.#resolve(path, from);
      if (word !== "export" || source === undefined) continue;
      for (const { name, as, isType } of namesIn(list))
        passed.set(as, { path: source, name, isType: isType || allTypes !== undefined });
    }
    return passed;
  }

  #readUses(path: string, code: string): void {
    for (const [, word, , list, from] of code.matchAll(FROM_LIST)) {
      const source = this.#resolve(path, from);
      if (word === "import" && source !== undefined)
        for (const { name } of namesIn(list)) this.#use(source, name, path);
    }
    for (const [, space, from] of code.matchAll(NAMESPACE)) {
      const source = this.#resolve(path, from);
      if (source === undefined) continue;
      const isWhole = new RegExp(`(?<!as |[\\w$.])${space}(?![\\w$.])`).test(code);
      const members = [...code.matchAll(new RegExp(`\\b${space}\\.([\\w$]+)`, "g"))].map(([, member]) => member);
      for (const name of isWhole ? this.shownBy(source).map((shown) => shown.name) : members)
        this.#use(source, name, path);
    }
    const listed = new Set([...code.matchAll(FROM_LIST), ...code.matchAll(NAMESPACE)].map((match) => match.at(-1)));
    const words = new Set(code.match(/[\w$]+/g));
    for (const [, from] of code.matchAll(BY_PATH)) {
      const source = listed.has(from) ? undefined : this.#resolve(path, from);
      if (source === undefined) continue;
      for (const { name } of this.shownBy(source)) if (words.has(name)) this.#use(source, name, path);
    }
  }

  #use(path: string, name: string, by: string): void {
    const found = this.#find(path, name);
    if (found === undefined) return;
    const users = this.#users.get(found) ?? new Set();
    this.#users.set(found, users.add(by));
  }

  #find(path: string, name: string): Export | undefined {
    const own = this.#own.get(path)?.get(name);
    const passed = this.#passed.get(path)?.get(name);
    if (own !== undefined) return own;
    if (passed !== undefined) return this.#find(passed.path, passed.name);
    return (this.#wholes.get(path) ?? []).flatMap((source) => this.#find(source, name) ?? [])[0];
  }

  /** The file behind a specifier; of the built package, its source. */
  #resolve(path: string, from: string): string | undefined {
    if (!/^\.{0,2}\/|^dist\//.test(from)) return undefined;
    const whole = (from.startsWith("dist/") ? from : join(dirname(path), from)).replace(/^dist\//, "");
    return [whole, whole.replace(/\.([cm]?)js$/, ".$1ts")].find((file) => this.#code.has(file));
  }
}

function ownExports(path: string, code: string): Map<string, Export> {
  const own = new Map<string, Export>();
  for (const [, kind, name] of code.matchAll(DECLARATION))
    own.set(name, { path, name, isType: kind === "interface" || kind === "type" });
  for (const [, isType, list] of code.matchAll(LOCAL_LIST))
    for (const item of namesIn(list))
      own.set(item.as, { path, name: item.as, isType: isType !== undefined || item.isType });
  return own;
}

/** Whether a use by this file shows that a name is needed, not only tested. */
export function isSource(path: string): boolean {
  return !isTest(path) && !path.startsWith("testing/") && !path.startsWith("bin/");
}

/** The words of the code that a document shows: fenced, or between backticks. */
export function codeWords(text: string): ReadonlySet<string> {
  const code = [...text.matchAll(/```[\s\S]*?```|`[^`\n]*`/g)].map(([shown]) => shown).join("\n");
  return new Set(code.match(/[\w$]+/g));
}
