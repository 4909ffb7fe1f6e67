/**
 * Doors: the files behind `epsilab` and `epsilab/...` of the installation that runs, as the exports of its package.json name them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { messageOf } from "../text/thrown.ts";
import { packageFolder } from "./project.ts";

type Exports = Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;

function exportsOf(): Exports {
  return JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")).exports;
}

/** The declarations of each door, as `paths` of the compiler has them. */
export function doorTypes(): Readonly<Record<string, readonly string[]>> {
  const doors = Object.entries(exportsOf()).flatMap(([door, target]) =>
    typeof target === "string" ? [] : [[`epsilab${door.slice(1)}`, [join(packageFolder, target.types)]] as const],
  );
  return Object.fromEntries(doors);
}

/** The files of all doors, by their names. */
export function doorFiles(): Readonly<Record<string, string>> {
  const doors = Object.entries(exportsOf()).flatMap(([door, target]) =>
    typeof target === "string" ? [] : [[`epsilab${door.slice(1)}`, join(packageFolder, target.default)] as const],
  );
  return Object.fromEntries(doors);
}

/** The file of a door, or nothing where the name is another package's; an unknown door is refused. */
export function doorFile(name: string): string | undefined {
  if (name !== "epsilab" && !name.startsWith("epsilab/")) return undefined;
  const exported = exportsOf();
  const door = `.${name.slice("epsilab".length)}`;
  const target = Object.hasOwn(exported, door) ? exported[door] : undefined;
  if (target === undefined) {
    const known = Object.keys(exported).map((each) => `epsilab${each.slice(1)}`);
    throw new RangeError(`an import of epsilab must be one of ${known.join(", ")}, got "${name}"`);
  }
  return join(packageFolder, typeof target === "string" ? target : target.default);
}

const MISSING = /^The requested module '(.+)' does not provide an export named '(.+)'$/;

/** An import of a name that a door does not have, said by the names of the doors, with those that have it; any other error as it is. */
export async function explainImport(error: unknown): Promise<unknown> {
  const [, address, name] = MISSING.exec(messageOf(error)) ?? [];
  const doors = Object.entries(exportsOf()).flatMap(([door, target]) =>
    typeof target === "string"
      ? []
      : [{ door: `epsilab${door.slice(1)}`, address: pathToFileURL(join(packageFolder, target.default)).href }],
  );
  const asked = doors.find((each) => each.address === address);
  if (asked === undefined) return error;
  const has = await Promise.all(doors.map(async (each) => name in (await import(/* @vite-ignore */ each.address))));
  const right = doors.filter((_, k) => has[k]).map(({ door }) => `"${door}"`);
  const advice = right.length === 0 ? "" : `; import it from ${right.join(" or ")}`;
  return new RangeError(`an import from "${asked.door}" must be one of its exports, got "${name}"${advice}`);
}
