/**
 * The modules that a TypeScript text imports, in every form the language has: static, for side effects, `export from`,
 * `import type`, `import(...)` as value and as type, `require(...)`, and workers and files addressed by `new URL(...)`.
 *
 * Method: comments are blanked and the literals left as they are, by one pass over the text that knows where strings,
 * templates and comments begin and end; then the words before a literal tell an import.
 * Limits: an import whose name is computed cannot be known; it is reported as `unknownImport`. A regular expression
 * that holds a quote can hide what follows it on its line.
 */

/** Stands for a dynamic import whose module is not a plain string. */
export const unknownImport = "(computed)";

const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`/g;
const LITERAL = `["'\`]([^"'\`\\n]*)["'\`]`;
/** Not the content of a literal: a scanner of TypeScript has these words in quotes. */
const BARE = `(?<!["'\`])`;
const FORMS = [
  new RegExp(`${BARE}\\bfrom\\s*${LITERAL}`, "g"),
  new RegExp(`${BARE}\\bimport\\s*${LITERAL}`, "g"),
  new RegExp(`\\b(?:import|require)\\s*\\(\\s*${LITERAL}\\s*[,)]`, "g"),
  new RegExp(`\\bnew\\s+URL\\s*\\(\\s*${LITERAL}\\s*,\\s*import\\.meta\\.url`, "g"),
];
const COMPUTED = /\bimport\s*\(\s*(?!["'`][^"'`$\n]*["'`]\s*[,)])/g;

/** The names of all modules that a text imports, in the order of the forms; a name may appear twice. */
export function importsOf(text: string): string[] {
  const code = text.replace(TOKEN, (token) => (token.startsWith("/") ? " " : token));
  const named = FORMS.flatMap((form) => [...code.matchAll(form)].map((match) => match[1] ?? "")).filter(
    // Neither the text of a module that is being written nor the place of a folder is an import.
    (name) => !name.includes("${") && !/(^|\/)\.{1,2}\/?$/.test(name),
  );
  return [...named, ...[...code.matchAll(COMPUTED)].map(() => unknownImport)];
}
