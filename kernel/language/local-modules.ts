/**
 * Local modules: which files that the cells import, directly or through others, were written since the last look.
 *
 * Method: relative specifiers are followed from the notebook's folder; a file is looked into again only when its time or
 * size changed. Places where a file was looked for and missed are watched too. The server itself watches nothing.
 * Limits: imports by `paths` or by package name are not followed.
 */

import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** An event of the Language Server Protocol: 1 created, 2 changed, 3 deleted. */
export interface FileEvent {
  readonly uri: string;
  readonly type: 1 | 2 | 3;
}

interface Look {
  readonly stamp: string;
  readonly imports: readonly string[];
}

const missing: Look = { stamp: "", imports: [] };
const specifier = /(?:\bfrom|\bimport|\brequire)\s*(?:\(\s*)?["'](\.{1,2}\/[^"'\n]+)["']/g;
const mostFiles = 2000;

export class LocalModules {
  readonly #folder: string;
  #known = new Map<string, Look>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Looks at all files that the code reaches; what was never seen before is no event. */
  changes(code: string): readonly FileEvent[] {
    const events: FileEvent[] = [];
    const reached = new Map<string, Look>();
    const waiting = candidates(this.#folder, code);
    for (let path = waiting.pop(); path !== undefined && reached.size < mostFiles; path = waiting.pop()) {
      if (reached.has(path)) continue;
      const before = this.#known.get(path);
      const now = look(path, before);
      reached.set(path, now);
      if (before !== undefined && before.stamp !== now.stamp) {
        const type = before.stamp === "" ? 1 : now.stamp === "" ? 3 : 2;
        events.push({ uri: pathToFileURL(path).href, type });
      }
      waiting.push(...now.imports);
    }
    // What no cell reaches now keeps its stamp: the server may still hold it as it was.
    if (this.#known.size > mostFiles) this.#known = new Map();
    for (const [path, found] of reached) this.#known.set(path, found);
    return events;
  }
}

function look(path: string, before: Look | undefined): Look {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isFile()) return missing;
    const stamp = `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
    if (before?.stamp === stamp) return before;
    const imports = /\.[cm]?[jt]sx?$/.test(path) ? candidates(dirname(path), readFileSync(path, "utf8")) : [];
    return { stamp, imports };
  } catch {
    return missing; // a file where a folder was looked for, a name that is too long, no permission
  }
}

/** Where the relative imports of the code may lead, in the notations TypeScript resolves. */
function candidates(folder: string, code: string): string[] {
  return [...code.matchAll(specifier)].flatMap(([, name]) => {
    const path = resolve(folder, name ?? "");
    if (/\.([cm]?ts|tsx|json)$/.test(path)) return [path];
    if (/\.[cm]?jsx?$/.test(path)) return [path.replace(/js(x?)$/, "ts$1"), path];
    return [`${path}.ts`, `${path}.tsx`, `${path}.js`, `${path}/index.ts`, `${path}/index.js`];
  });
}
