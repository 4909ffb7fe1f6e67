/**
 * Reached declarations: the text of a declaration file, and of every file that it reaches by relative imports.
 *
 * Comments are blanks in it; what a directive refers to (`/// <reference ... />`) counts as an import.
 * Limits: what is imported by the name of a package is not followed.
 */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isFile, typedFiles } from "../project/file-resolution.ts";

const specifier = /\b(?:from|import|require)\s*(?:\(\s*)?["'`]([^"'`\n]*)/g;
const commentOrString = /\/\*[\s\S]*?\*\/|\/\/.*|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/g;
const directive = /^\/\/\/\s*<reference\s+\w+\s*=\s*(["'][^"']*["'])/gm;

/** What the code imports. */
export function specifiersOf(code: string): readonly string[] {
  return [...code.matchAll(specifier)].map(([, name = ""]) => name);
}

export const isRelative = (name: string) => /^\.{1,2}(?:\/|$)/.test(name);

/** Undefined where a file is missing. */
export function* reachedDeclarations(entry: string): Generator<string | undefined> {
  const seen = new Set<string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const file = declarationFile(path);
    if (file === undefined) yield undefined;
    if (file === undefined || (file !== path && seen.has(file))) continue;
    seen.add(file);
    const code = readFileSync(file, "utf8").replace(directive, "import $1 //");
    const text = code.replace(commentOrString, (_, quoted: string | undefined) => quoted ?? " ");
    const folder = dirname(file);
    for (const name of specifiersOf(text)) if (isRelative(name)) waiting.push(resolve(folder, name));
    yield text;
  }
}

/** The file with the declarations of a path, where the server finds it; undefined if there is none. */
export function declarationFile(path: string): string | undefined {
  return typedFiles(path).find(isFile);
}
