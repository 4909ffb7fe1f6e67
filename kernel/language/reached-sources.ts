/**
 * Reached sources: which files that the cells import, directly or through others, were written since the last look.
 *
 * Method: imports are followed from the notebook's folder and from the project's own declarations, as far as they lead to
 * somebody's sources; a file is looked into again only when its time or size changed. Places where a file was looked for and
 * missed are watched too. The server itself watches nothing.
 * Limits: installed and preloaded packages are not followed.
 */

import { readFileSync, realpathSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { stampOf } from "../project/stamps.ts";
import type { Paths } from "../project/tsconfig.ts";
import { modulePlaces, type Places } from "./module-places.ts";

/** An event of the Language Server Protocol: 1 created, 2 changed, 3 deleted. */
export interface FileEvent {
  readonly uri: string;
  readonly type: 1 | 2 | 3;
}

interface Look {
  readonly stamp: string;
  readonly specifiers: readonly string[];
  readonly places: Places;
  /** For which configuration and manifests the places hold. */
  readonly epoch: number;
}

const nowhere: Places = { groups: [], isSettled: true };
const missing: Look = { stamp: "", specifiers: [], places: nowhere, epoch: 0 };
const specifier = /\b(?:from|import|require)\s*(?:\(\s*)?["'`]([^"'`\n]*)/g;
const reference = /^\/\/\/\s*<reference\s+path\s*=\s*["']([^"'\n]+)["']/gm;
const mostFiles = 2000;

export class ReachedSources {
  readonly #folder: string;
  #known = new Map<string, Look>();
  #paths: Paths = {};
  #declarations: readonly string[] = [];
  #epoch = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Where the project's names lead, and which of its files are always read. */
  configure(paths: Paths, declarations: readonly string[]): void {
    this.#paths = paths;
    this.#declarations = declarations;
    this.#epoch++;
  }

  /** Looks at all files that the code reaches; what was never seen before is no event. */
  changes(code: string): readonly FileEvent[] {
    const events: FileEvent[] = [];
    const reached = new Map<string, Look>();
    const waiting = [this.#declarations.map((path) => [path]), this.#places(this.#folder, specifiersOf(code)).groups];
    for (let groups = waiting.pop(); groups !== undefined; groups = waiting.pop()) {
      for (const group of groups) {
        for (const path of group) {
          const seen = reached.get(path);
          if (seen === undefined && reached.size >= mostFiles) break;
          const now = seen ?? this.#look(path, events);
          if (seen === undefined) {
            reached.set(path, now);
            waiting.push(now.places.groups);
          }
          if (now.stamp !== "") break;
        }
      }
    }
    // What no cell reaches now keeps its stamp: the server may still hold it as it was.
    if (this.#known.size > mostFiles) this.#known = new Map();
    for (const [path, found] of reached) this.#known.set(path, found);
    if (events.some(({ uri }) => uri.endsWith("/package.json"))) this.#epoch++;
    return events;
  }

  #look(path: string, events: FileEvent[]): Look {
    const before = this.#known.get(path);
    const now = this.#lookAgain(path, before);
    if (before !== undefined && before.stamp !== now.stamp) {
      const type = before.stamp === "" ? 1 : now.stamp === "" ? 3 : 2;
      for (const name of namesOf(path)) events.push({ uri: pathToFileURL(name).href, type });
    }
    return now;
  }

  #lookAgain(path: string, before: Look | undefined): Look {
    try {
      const stamp = stampOf(path);
      if (stamp === "") return missing;
      const isSame = before?.stamp === stamp;
      if (isSame && before.places.isSettled && before.epoch === this.#epoch) return before;
      const specifiers = isSame ? before.specifiers : importsOf(path);
      return { stamp, specifiers, places: this.#places(dirname(path), specifiers), epoch: this.#epoch };
    } catch {
      return missing; // no permission, or gone in between
    }
  }

  #places(folder: string, specifiers: readonly string[]): Places {
    const all = [...new Set(specifiers)].map((specifier) => placesOf(folder, specifier, this.#paths));
    return { groups: all.flatMap(({ groups }) => groups), isSettled: all.every(({ isSettled }) => isSettled) };
  }
}

function placesOf(folder: string, specifier: string, paths: Paths): Places {
  try {
    return modulePlaces(folder, specifier, paths);
  } catch {
    return { groups: [], isSettled: false };
  }
}

/** What the code imports. */
function specifiersOf(code: string): readonly string[] {
  return [...code.matchAll(specifier)].map(([, name = ""]) => name);
}

function importsOf(path: string): readonly string[] {
  if (!/\.[cm]?[jt]sx?$/.test(path)) return [];
  const code = readFileSync(path, "utf8");
  const references = [...code.matchAll(reference)].map(([, name = ""]) => resolve(dirname(path), name));
  return [...specifiersOf(code), ...references];
}

/** The path, and what it is a link to: the server knows a file by one or the other. */
function namesOf(path: string): readonly string[] {
  try {
    const folder = realpathSync(dirname(path));
    const real = stampOf(path) === "" ? resolve(folder, basename(path)) : realpathSync(path);
    return [...new Set([path, real])];
  } catch {
    return [path];
  }
}
