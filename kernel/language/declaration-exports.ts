/**
 * Exports of declaration files: which names a file exports, and which statement declares each.
 *
 * Method: lists are found by their lines, declarations by their tokens. `export * from` is followed when all names are asked for; a
 * name that is passed on from another file is followed only when that name is asked for, so most files are never read.
 * Limits: relative paths only; default exports and `export =` are left out. Files are read once. `@also` is looked for in the file
 * that an entry point names.
 */
import { readFileSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";
import { findTypes } from "../project/file-resolution.ts";
import { type DeclarationStatement, declarations } from "./declaration-statement.ts";

/** Where a name is declared. */
interface Declaration {
  readonly file: string;
  readonly text: string;
  /** All statements that declare it: a function may have overloads, and a type may have the name of a value. */
  readonly statements: readonly DeclarationStatement[];
}

/** A name that a file passes on: its name there, and the other file, if it is not declared in this one. */
interface Passed {
  readonly name: string;
  readonly from: string | undefined;
  readonly isType: boolean;
}

interface Module {
  readonly file: string;
  readonly text: string;
  readonly exported: ReadonlyMap<string, Passed>;
  readonly imported: ReadonlyMap<string, Passed>;
  readonly stars: readonly { readonly from: string; readonly isType: boolean }[];
}

/** By name: whether it is known to be a type without a look at its declaration. */
type Names = ReadonlyMap<string, boolean>;

export class DeclarationExports {
  readonly #modules = new Map<string, Module | undefined>();
  readonly #names = new Map<string, Names>();
  readonly #values = new Map<string, boolean>();
  readonly #tagged = new Map<string, boolean>();

  /** The names that a file exports. */
  names(file: string): Names {
    const known = this.#names.get(file);
    if (known !== undefined) return known;
    const names = new Map<string, boolean>();
    this.#names.set(file, names); // files may export each other
    const module = this.#module(file);
    for (const [name, { isType }] of module?.exported ?? []) names.set(name, isType);
    for (const { from, isType } of module?.stars ?? [])
      for (const [name, isOther] of this.names(from)) if (!names.has(name)) names.set(name, isType || isOther);
    return names;
  }

  /** Whether an exported name is a value; one from a package that is not followed is taken for one unless it is marked as a type. */
  isValue(file: string, name: string): boolean {
    const key = `${file}\0${name}`;
    const known = this.#values.get(key) ?? this.#isValue(file, name);
    this.#values.set(key, known);
    return known;
  }

  #isValue(file: string, name: string): boolean {
    if (this.names(file).get(name) !== false) return false;
    const declaration = this.declaration(file, name);
    return declaration === undefined || declaration.statements.some(({ kind }) => kind !== "type");
  }

  /** Where an exported name is declared; undefined if that cannot be found. */
  declaration(file: string, name: string, seen: ReadonlySet<string> = new Set()): Declaration | undefined {
    const key = `${file}\0${name}`;
    const module = seen.has(key) ? undefined : this.#module(file);
    if (module === undefined) return undefined;
    const now = new Set([...seen, key]);
    const passed = module.exported.get(name);
    if (passed === undefined) {
      for (const { from } of module.stars) {
        const found = this.declaration(from, name, now);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    const origin = passed.from === undefined ? (module.imported.get(passed.name) ?? passed) : passed;
    return origin.from === undefined ? declared(module, origin.name) : this.declaration(origin.from, origin.name, now);
  }

  /** What an exported name is called besides, by `@also` in its doc comment: `@also rdp, moments accountant`. */
  also(file: string, name: string): readonly string[] {
    const from = this.#module(file)?.exported.get(name)?.from ?? file;
    if (!this.#hasOtherNames(from)) return [];
    const declaration = this.declaration(file, name);
    const comments = declaration?.statements.map(({ start, tokens: [first] }) =>
      declaration.text.slice(start, first?.start ?? start),
    );
    return (comments ?? []).flatMap((comment) =>
      [...comment.matchAll(OTHER_NAMES)].flatMap(([, list = ""]) => list.split(",").map((one) => one.trim())),
    );
  }

  /** Whether a file has the tag at all: to find a declaration takes far longer than to read a text. */
  #hasOtherNames(path: string): boolean {
    const known = this.#tagged.get(path);
    if (known !== undefined) return known;
    const file = isAbsolute(path) ? findTypes(path) : undefined;
    const has = file !== undefined && readFileSync(file, "utf8").includes("@also");
    this.#tagged.set(path, has);
    return has;
  }

  #module(path: string): Module | undefined {
    if (!this.#modules.has(path)) {
      const file = isAbsolute(path) ? findTypes(path) : undefined;
      this.#modules.set(path, file === undefined ? undefined : readModule(file));
    }
    return this.#modules.get(path);
  }
}

function declared({ file, text }: Module, name: string): Declaration | undefined {
  const own = declarations(text).filter(({ names }) => names.some((one) => one.text === name));
  return own.length === 0 ? undefined : { file, text, statements: own };
}

const OTHER_NAMES = /^[ \t]*(?:\/\*)?\*+[ \t]*@also[ \t]+(.*?)[ \t]*(?:\*\/.*)?$/gm;

/** `import { a, type b as c } from "d"`, and `export` with or without a module; the lists begin their lines. */
const LISTS = /^[ \t]*(import|export)\s+(type\s+)?\{([^{}]*)\}(?:\s*from\s*["']([^"'\n]+)["'])?/gm;
const STARS = /^[ \t]*export\s+(type\s+)?\*\s*(?:as\s+([\w$]+)\s*)?from\s*["']([^"'\n]+)["']/gm;
/** An export that is neither: most index files have none, and need no second look. */
const DECLARES = /^[^\S\n\r\u2028\u2029]*export\s+(?!(?:type\s*)?[{*])/m;

function readModule(file: string): Module {
  const text = readFileSync(file, "utf8");
  const exported = new Map<string, Passed>();
  const imported = new Map<string, Passed>();
  const passedOn: { from: string; isType: boolean }[] = [];
  const placeOf = (specifier: string) =>
    /^\.{1,2}(?:\/|$)/.test(specifier) ? resolve(dirname(file), specifier) : specifier;
  for (const [, type, name, specifier = ""] of text.matchAll(STARS)) {
    const from = { from: placeOf(specifier), isType: type !== undefined };
    if (name === undefined) passedOn.push(from);
    else exported.set(name, { name: "*", ...from });
  }
  for (const [, word, type, list = "", specifier] of text.matchAll(LISTS)) {
    const from = specifier === undefined ? undefined : placeOf(specifier);
    for (const [, isMarked, inner = "", outer = inner] of list.matchAll(
      /(type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*(?:,|$)/g,
    )) {
      if (outer === "default") continue;
      const isType = type !== undefined || isMarked !== undefined;
      (word === "export" ? exported : imported).set(outer, { name: inner, from, isType });
    }
  }
  for (const { tokens, kind, names } of DECLARES.test(text) ? declarations(text) : []) {
    if (tokens[0]?.text !== "export" || tokens[1]?.text === "default") continue;
    for (const { text: name } of names) {
      const isType = kind === "type" && exported.get(name)?.isType !== false;
      exported.set(name, { name, from: undefined, isType });
    }
  }
  return { file, text, exported, imported, stars: passedOn };
}
