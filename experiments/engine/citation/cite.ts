/**
 * Citing: a stored result in the forms in which papers and repositories cite it, with its makers.
 *
 * A result of one's own is by the authors of the project, as its CITATION.cff or package.json names them, and Epsilab is cited
 * beside it as software.
 * @example
 * ```ts
 * import { cite } from "epsilab/experiments";
 * (await cite("erm-excess-risk")).includes("epsilab:erm-excess-risk/ef8645fd7493#833c38d8742459b8"); // => true
 * ```
 */

import type { Result } from "../format/read-result.ts";
import { type Workbench, workbenchAt } from "../program/workbench.ts";
import { type ResultChoice, resultNamed, supersessionNote } from "../store/named-results.ts";
import { noteOfRegistration } from "../store/registration.ts";
import { bibtexEntry } from "./bibtex.ts";
import { type Citation, citationOf, plainCitation, requireCitable } from "./citation.ts";
import { epsilabCitation, projectCitation } from "./citation-file.ts";
import { citationFileEntry } from "./citation-file-entry.ts";
import { siteLink } from "./project-site.ts";

export interface CiteOptions extends ResultChoice {
  /** In plain words and as BibTeX unless it is given. */
  readonly as?: "text" | "bibtex" | "cff";
  /** Whether a result that was computed from modified files may be cited, and say so. */
  readonly allowDirty?: boolean;
  /** The folder of results; those of the project, and then Epsilab's own, unless it is given. */
  readonly results?: string;
}

/** The citation of the result that a name means. */
export async function cite(what: string | Result, options: CiteOptions = {}): Promise<string> {
  const bench = workbenchAt(process.cwd(), options.results);
  const result = typeof what === "string" ? await resultNamed(what, bench, options) : what;
  const citation = await citationIn(bench, result);
  requireCitable(citation, options.allowDirty === true);
  switch (options.as) {
    case "text":
      return plainCitation(citation);
    case "bibtex":
      return bibtexEntry(citation);
    case "cff":
      return citationFileEntry(citation);
    case undefined:
      return `${plainCitation(citation)}\n${bibtexEntry(citation)}`;
    default:
      throw new RangeError(`as must be text, bibtex or cff, got ${JSON.stringify(options.as)}`);
  }
}

/** An experiment that is not here goes by the title that was recorded, or by its id. */
export async function citationIn(bench: Workbench, result: Result): Promise<Citation> {
  const { catalogue, project } = bench;
  const experiment = await catalogue.experiment(result.spec.experiment).catch(() => undefined);
  const makers = { work: projectCitation(project), epsilab: epsilabCitation() };
  const { project: recorded } = result.environment as { readonly project?: { readonly title?: string } };
  const citation = citationOf(result, experiment?.title ?? recorded?.title ?? result.spec.experiment, makers);
  const link = siteLink(project, citation.key);
  const superseded = await supersessionNote(result, bench);
  const registered = noteOfRegistration(project, result);
  return {
    ...citation,
    ...(link === undefined ? {} : { link }),
    ...(registered === undefined ? {} : { registered }),
    ...(superseded === undefined ? {} : { superseded }),
  };
}
