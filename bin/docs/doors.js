/**
 * The doors of the package: the names by which it can be imported, read from the `exports` of package.json.
 */
import { readFileSync } from "node:fs";
import { inProject } from "../setup/project.js";

/**
 * @typedef {object} Door
 * @property {string} name as it is imported, such as `epsilab/mechanisms`
 * @property {string} source the file behind it, relative to the project, such as `lib/mechanisms/index.ts`
 */

/** The doors of this package, the one without a path last: what several doors export is then at home in another. */
export function packageDoors() {
  return doorsOf(JSON.parse(readFileSync(inProject("package.json"), "utf8")));
}

/**
 * @param {{ name: string, exports: Record<string, string | { types?: string }> }} manifest
 * @returns {Door[]}
 */
export function doorsOf({ name, exports }) {
  const doors = Object.entries(exports).flatMap(([path, target]) => {
    const types = typeof target === "string" ? undefined : target.types;
    if (types === undefined) return [];
    const source = /^\.\/dist\/(.*)\.d\.ts$/.exec(types)?.[1];
    if (source === undefined)
      throw new RangeError(`package.json: the types of "${path}" are ${types}, not in ./dist as .d.ts`);
    return [{ name: path === "." ? name : `${name}/${path.slice(2)}`, source: `${source}.ts` }];
  });
  return [...doors.filter((door) => door.name !== name), ...doors.filter((door) => door.name === name)];
}
