/** Library names: what the declarations of ECMAScript 2024 and later say there is, as owner and member. For tests. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

interface LibraryName {
  /** The interface, or "" for what is global or in the namespace itself. */
  readonly owner: string;
  readonly namespace: string;
  readonly name: string;
}

const NEWER = /^lib\.(es202[4-9]|es20[3-9]\d|esnext)\..*d\.ts$/;

export function libraryNames(): LibraryName[] {
  const { platform, arch } = process;
  const load = createRequire(createRequire(import.meta.url).resolve("typescript/package.json"));
  const folder = join(dirname(load.resolve(`@typescript/typescript-${platform}-${arch}/package.json`)), "lib");
  const files = readdirSync(folder).filter((file) => NEWER.test(file));
  return files.flatMap((file) => namesIn(readFileSync(join(folder, file), "utf8")));
}

/** By the lines: the declarations put every member on a line of its own. */
function namesIn(text: string): LibraryName[] {
  const names: LibraryName[] = [];
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  let [namespace, owner, depth, base] = ["", "", 0, 0];
  for (const line of code.split("\n")) {
    const outer = depth === 0 ? /^declare (?:namespace (\w+)|global) /.exec(line) : null;
    if (outer) [namespace, base] = [outer[1] ?? "", 1];
    else if (depth === base) {
      const value = /^\s*(?:export )?(?:declare )?(?:var|const|let|function) (\w+)/.exec(line);
      if (value) names.push({ owner: "", namespace, name: value[1] });
      owner = /^\s*interface (\w+)/.exec(line)?.[1] ?? "";
      const disposal = / extends .*\b(Async)?Disposable\b/.exec(line);
      if (disposal) names.push({ owner, namespace, name: disposal[1] ? "[Symbol.asyncDispose]" : "[Symbol.dispose]" });
    } else if (depth === base + 1 && owner !== "") {
      const member = /^\s*(?:readonly |get |set )*(\[Symbol\.\w+\]|(?!new\b)\w+)\??\s*[(:<]/.exec(line);
      if (member) names.push({ owner, namespace, name: member[1] });
    }
    depth += (line.match(/[{([]/g)?.length ?? 0) - (line.match(/[})\]]/g)?.length ?? 0);
    if (depth === 0) [namespace, base] = ["", 0];
  }
  return names;
}
