/**
 * Cell words: which names a cell declares and imports, judged by the words around them, in one pass over its text.
 *
 * Limits: not a parser. Comments and texts count as code, so a name may be taken for declared that is not: the server says which
 * names there are, and this only how they are declared.
 */
interface CellWords {
  /** Right behind a word that declares, or in a pattern that does. */
  readonly declared: ReadonlySet<string>;
  readonly imported: ReadonlySet<string>;
  /** Imported as types alone. */
  readonly importedTypes: ReadonlySet<string>;
  readonly typeAliases: ReadonlySet<string>;
  readonly interfaces: ReadonlySet<string>;
  /** Between `const`, `let` or `using` and the next equals sign, and elsewhere in the cell once more. */
  readonly initializedAndUsed: ReadonlySet<string>;
}

const WORD = /[\p{ID_Continue}$]+|[^\s\p{ID_Continue}$]/gu;
const declaring = new Set("const let var using function class enum namespace interface type".split(" "));
const endsImport = new Set([";", '"', "'", "(", ")"]);
const endsTypeImport = new Set([";", '"', "'"]);

let latest: { readonly code: string; readonly words: CellWords } | undefined;

/** The latest answer is kept: a cell is asked about several times in a row. */
export function cellWords(code: string): CellWords {
  if (latest?.code !== code) latest = { code, words: read(code.match(WORD) ?? []) };
  return latest.words;
}

function read(words: readonly string[]): CellWords {
  const declared = new Set<string>();
  const imported = new Set<string>();
  const importedTypes = new Set<string>();
  const typeAliases = new Set<string>();
  const interfaces = new Set<string>();
  const initialized = new Set<string>();
  /** Those that a pattern, an import, or what is initialized has had so far; undefined outside of one. */
  let pattern: string[] | undefined;
  let imports: string[] | undefined;
  let initializing: string[] | undefined;
  let isTypeImport = false;
  for (const [index, one] of words.entries()) {
    const [next = "", second = ""] = [words[index + 1], words[index + 2]];
    if (one === "=" || one === ";") {
      if (one === "=") addAll(declared, pattern);
      if (one === "=") addAll(initialized, initializing);
      [pattern, initializing] = [undefined, undefined];
    }
    if (imports !== undefined && (one === "from" || (one === "=" && next === "require"))) {
      addAll(imported, imports);
      imports = [];
    }
    if (endsImport.has(one)) imports = undefined;
    if (endsTypeImport.has(one)) isTypeImport = false;
    pattern?.push(one);
    initializing?.push(one);
    if (next !== "as") imports?.push(one);
    if (isTypeImport) importedTypes.add(one);
    if (declaring.has(one)) declared.add(one === "function" && next === "*" ? second : next);
    if (one === "const" || one === "let" || one === "var") {
      if (next === "{" || next === "[") pattern ??= [];
    }
    if (one === "const" || one === "let" || one === "using") initializing ??= [];
    if (one === "interface") interfaces.add(next);
    if (one === "import") {
      imports ??= [];
      isTypeImport ||= next === "type";
    }
    if (one === "type") {
      if (second === "<" || second === "=") typeAliases.add(next);
      if (second === "," || second === "}") importedTypes.add(next);
      const behind = words[index + 4];
      if (second === "as" && (behind === "," || behind === "}")) importedTypes.add(words[index + 3] as string);
    }
  }
  const initializedAndUsed = repeated(words, initialized);
  return { declared, imported, importedTypes, typeAliases, interfaces, initializedAndUsed };
}

function addAll(names: Set<string>, more: readonly string[] = []): void {
  for (const name of more) names.add(name);
}

/** Those of the names that are there twice. */
function repeated(words: readonly string[], names: ReadonlySet<string>): ReadonlySet<string> {
  const once = new Set<string>();
  const twice = new Set<string>();
  for (const one of words) if (names.has(one)) (once.has(one) ? twice : once).add(one);
  return twice;
}
