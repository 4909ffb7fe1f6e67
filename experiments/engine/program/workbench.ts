/**
 * Workbench: what a command or a notebook works with: the project that it stands in, the experiments and claims that are known
 * there, and where results are.
 *
 * Results are written to `results/` of the project. They are looked for there, and then among those that Epsilab itself is
 * published with, unless a folder is named.
 */
import { existsSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { Catalogue } from "./catalogue.ts";
import { type Project, packageFolder, projectAt } from "./project.ts";

export interface Workbench {
  readonly project: Project;
  readonly catalogue: Catalogue;
  /** Where results are written. */
  readonly out: string;
  /** Where results are looked for, the first first. */
  readonly places: readonly string[];
}

export function workbenchAt(folder: string, results?: string): Workbench {
  const project = projectAt(folder);
  const catalogue = new Catalogue(project);
  if (results !== undefined)
    return { project, catalogue, out: resolve(folder, results), places: [resolve(folder, results)] };
  const published = join(packageFolder, "results");
  const isSame =
    existsSync(project.results) && existsSync(published) && realpathSync(project.results) === realpathSync(published);
  return {
    project,
    catalogue,
    out: project.results,
    places: isSame ? [project.results] : [project.results, published],
  };
}
