/**
 * Reached sources: which files that the cells import, directly or through others, were written since the last look.
 *
 * Method: imports are followed from the notebook's folder and from the project's own declarations, as far as they lead to
 * somebody's sources: by path, by `paths` of the tsconfig, or by the name of a package that is a link (a workspace, `npm link`)
 * or the notebook's own. A file is read again only when its time or size changed. The server itself watches nothing.
 * Limits: installed and preloaded packages are not followed. What an import leads to is found once, and again if that file is gone.
 */

import { readFileSync, realpathSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, isAbsolute, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { findTypes } from "../project/file-resolution.ts";
import { isInstalled } from "../project/package-map.ts";
import { resolvePackage } from "../project/package-resolution.ts";
import { stampOf } from "../project/stamps.ts";
import { mappedPaths, type Paths } from "../project/tsconfig.ts";

/** An event of the Language Server Protocol: 1 created, 2 changed, 3 deleted. */
export interface FileEvent {
  readonly uri: string;
  readonly type: 1 | 2 | 3;
}

interface Source {
  readonly stamp: string;
  readonly imports: readonly string[];
}

const SPECIFIER = /\b(?:from|import|require)\s*(?:\(\s*)?["'`]([^"'`\n]*)/g;
const REFERENCE = /^\/\/\/\s*<reference\s+path\s*=\s*["']([^"'\n]+)["']/gm;
const MOST_FILES = 2000;

export class ReachedSources {
  readonly #folder: string;
  readonly #sources = new Map<string, Source>();
  /** What specifiers lead to, by the folder that asks; empty for what is not followed. */
  readonly #found = new Map<string, string>();
  #paths: Paths = {};
  #declarations: readonly string[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Where the project's names lead, and which of its files are always read. */
  configure(paths: Paths, declarations: readonly string[]): void {
    this.#paths = paths;
    this.#declarations = declarations;
    this.#found.clear();
  }

  /** Looks at all files that were reached before, and at those that the code reaches. */
  changes(code: string): readonly FileEvent[] {
    const events: FileEvent[] = [];
    for (const [file, { stamp }] of this.#sources) {
      const now = stampOf(file);
      if (now === stamp) continue;
      events.push(...eventsOf(file, now === "" ? 3 : 2));
      if (now === "") this.#sources.delete(file);
      else this.#sources.set(file, { stamp: now, imports: importsOf(file) });
    }
    const reached = new Set([...this.#declarations, ...this.#files(this.#folder, specifiersOf(code))]);
    for (const file of reached) {
      let source = this.#sources.get(file);
      if (source === undefined) {
        if (this.#sources.size >= MOST_FILES) break;
        source = { stamp: stampOf(file), imports: importsOf(file) };
        this.#sources.set(file, source);
        events.push(...eventsOf(file, 1), ...eventsOf(file, 2)); // the server may have missed it, or read it as it was
      }
      for (const next of this.#files(dirname(file), source.imports)) reached.add(next);
    }
    return events;
  }

  /** Where specifiers lead to somebody's sources. */
  #files(folder: string, specifiers: readonly string[]): readonly string[] {
    return specifiers.flatMap((name) => {
      const question = `${name}\n${folder}`;
      const known = this.#found.get(question);
      if (known !== undefined && (known === "" || stampOf(known) !== "")) return known === "" ? [] : [known];
      const file = this.#find(folder, name);
      if (file === undefined) this.#found.delete(question);
      else this.#found.set(question, file);
      return file ? [file] : [];
    });
  }

  /** Empty for what is not followed; undefined for what is not there, and may come. */
  #find(folder: string, name: string): string | undefined {
    if (name === "" || /\s/.test(name) || isBuiltin(name)) return "";
    try {
      if (/^\.{1,2}(?:\/|$)/.test(name) || isAbsolute(name)) return findTypes(resolve(folder, name));
      const mapped = mappedPaths(name, this.#paths);
      if (mapped?.length === 0) return "";
      const file = mapped?.map(findTypes).find((path) => path !== undefined) ?? resolvePackage(name, folder, "types");
      const real = file && realpathSync(file);
      return real !== undefined && isInstalled(real) ? "" : real;
    } catch {
      return undefined; // a name that is too long, or no permission
    }
  }
}

/** What the code imports. */
function specifiersOf(code: string): readonly string[] {
  return [...code.matchAll(SPECIFIER)].map(([, name = ""]) => name);
}

function importsOf(file: string): readonly string[] {
  if (!/\.[cm]?[jt]sx?$/.test(file)) return [];
  try {
    const code = readFileSync(file, "utf8");
    const references = [...code.matchAll(REFERENCE)].map(([, name = ""]) => resolve(dirname(file), name));
    return [...specifiersOf(code), ...references];
  } catch {
    return []; // no permission, or gone in between
  }
}

/** For the path, and for what it is a link to: the server knows a file by one or the other. */
function eventsOf(file: string, type: FileEvent["type"]): readonly FileEvent[] {
  const names = new Set([file, stampOf(file) === "" ? file : realpathSync(file)]);
  return [...names].map((name) => ({ uri: pathToFileURL(name).href, type }));
}
