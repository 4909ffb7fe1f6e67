/**
 * Crate source: the files of the experiment that a crate carries, so that somebody else can recompute the result.
 *
 * Only files that still are the program which computed the result are carried. Experiments of the catalogue come with Epsilab, and
 * cells of a notebook are in env.json.
 */
import { relative, sep } from "node:path";
import type { Result } from "../format/read-result.ts";
import type { Environment } from "../program/environment.ts";
import type { Workbench } from "../program/workbench.ts";

export interface CrateSource {
  /** The project's. */
  readonly folder: string;
  /** Relative to it, with `/`. */
  readonly files: readonly string[];
  /** The one of the files that exports the experiment. */
  readonly entry: string;
}

/** The source of a result of one's own project, or why it cannot be carried; undefined where there are no files to carry. */
export async function crateSource(
  { spec, environment }: Result,
  { catalogue, project }: Workbench,
): Promise<CrateSource | { readonly reason: string } | undefined> {
  const { project: recorded, code, commit } = environment as Partial<Environment>;
  if (recorded === undefined || recorded.cells !== undefined) return undefined;
  const without = (why: string) => ({ reason: `the crate does not carry the source of ${spec.experiment}: ${why}` });
  const loaded = await catalogue.load(spec.experiment).catch(() => undefined);
  if (loaded?.origin.kind !== "own" || loaded.origin.file === undefined) return without("its file is not here");
  const { file, files, hash } = loaded.origin;
  if (hash !== code) {
    const where = commit === undefined ? "" : `; commit ${commit} has those that did`;
    return without(`its files, packages or Epsilab are not those that computed the result${where}`);
  }
  const outside = files.find((name) => name.startsWith("../"));
  if (outside !== undefined) return without(`${outside} is outside of the project`);
  return { folder: project.folder, files, entry: relative(project.folder, file).split(sep).join("/") };
}
