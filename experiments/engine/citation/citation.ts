/**
 * Citation: what identifies a stored result in print: its key with the hash, the software and its commit, and whether that was modified.
 */
import type { Result } from "../format/read-result.ts";
import { citationKey } from "../format/result-files.ts";
import { authorName, type SoftwareCitation } from "./citation-file.ts";

/** Whether the program that computed it differed from the commit; unknown outside a repository. */
type TreeState = "clean" | "dirty" | "unknown";

export interface Citation {
  readonly key: string;
  readonly experiment: string;
  readonly runId: string;
  /** The first 16 digits of the result's id. */
  readonly hash: string;
  readonly title: string;
  /** Of the experiment. */
  readonly version: number;
  readonly seed: number;
  /** What the experiment is from: a project, or Epsilab itself. */
  readonly software: SoftwareCitation;
  /** Whether the experiment is a project's own, so that Epsilab is cited beside it. */
  readonly isOwn: boolean;
  readonly epsilab: SoftwareCitation;
  /** Of the Epsilab that computed it. */
  readonly softwareVersion: string;
  readonly commit: string | undefined;
  readonly state: TreeState;
  /** The SHA-256 of the program. */
  readonly code: string | undefined;
  /** When it was computed, in UTC. */
  readonly finished: string;
  /** Whether it is the audit of a program, judged from samples that are kept with it. */
  readonly isFromSamples: boolean;
  /** Where a reader computes it again in a browser, if the project names its site. */
  readonly link?: string;
  /** Why another has replaced it, and which. */
  readonly superseded?: string;
  /** Whether it is as it was registered, where the project has a registration of its experiment. */
  readonly registered?: string;
}

interface Makers {
  /** Of the project that one stands in. */
  readonly work: SoftwareCitation;
  readonly epsilab: SoftwareCitation;
}

export function citationOf(result: Result, title: string, { work, epsilab }: Makers): Citation {
  const { spec, runId, id, environment } = result;
  const text = (name: string) => (typeof environment[name] === "string" ? environment[name] : undefined);
  const finished = text("finished");
  if (finished === undefined || !/^\d{4}-\d\d-\d\d/.test(finished)) {
    throw new Error(`env.json in ${result.folder} must say when the result was finished, got ${finished}`);
  }
  const isOwn = environment.project !== undefined;
  const state = environment.dirty === true ? "dirty" : text("commit") === undefined ? "unknown" : "clean";
  return {
    key: citationKey(spec, id),
    experiment: spec.experiment,
    runId,
    hash: id.slice(0, 16),
    title,
    version: spec.version,
    seed: spec.seed,
    software: isOwn ? work : epsilab,
    isOwn,
    epsilab,
    softwareVersion: text("package") ?? epsilab.version,
    commit: text("commit"),
    state,
    code: text("code"),
    finished,
    isFromSamples: environment.program !== undefined,
  };
}

/** What can be done again of an audit of a program. */
export const FROM_SAMPLES = "judged from samples: can be judged again bit for bit from them, not drawn again";

export function requireCitable({ key, state }: Citation, allowDirty: boolean): void {
  if (state !== "dirty" || allowDirty) return;
  throw new Error(
    `${key} was computed from modified files, so its commit does not tell how. ` +
      "Commit them and run it again with --replace, or cite it as dirty with --allow-dirty",
  );
}

export function yearOf({ finished }: Citation): string {
  return finished.slice(0, 4);
}

/** "commit 0123... (dirty)", or what there is instead. */
export function provenanceOf({ commit, state, code }: Citation): string {
  if (commit !== undefined) return `commit ${commit}${state === "dirty" ? " (dirty)" : ""}`;
  return `commit not recorded${code === undefined ? "" : `, program ${code.slice(0, 16)}`}${state === "dirty" ? " (dirty)" : ""}`;
}

/** The project with its version and licence. */
export function workOf({ software: { title, version, license } }: Citation): string {
  return [title, version, license === undefined ? "" : `(${license})`].filter(Boolean).join(" ");
}

export function plainCitation(citation: Citation): string {
  const { title, experiment, version, software, softwareVersion, seed, key, isOwn, epsilab } = citation;
  const names = (work: SoftwareCitation) => work.authors.map(authorName).join(", ");
  const from = isOwn ? ` ${workOf(citation)}.` : "";
  return [
    `${names(software)} (${yearOf(citation)}). ${title}.${from} Experiment ${experiment}, version ${version}, seed ${seed}.`,
    `Computed ${citation.finished.slice(0, 10)} by Epsilab ${softwareVersion}, ${provenanceOf(citation)}.`,
    ...(citation.isFromSamples ? [`${FROM_SAMPLES[0].toUpperCase()}${FROM_SAMPLES.slice(1)}.`] : []),
    key,
    ...(citation.link === undefined ? [] : [`To be computed again in a browser: ${citation.link}`]),
    ...(citation.registered === undefined ? [] : [`${citation.registered}.`]),
    ...(citation.superseded === undefined ? [] : [`${citation.superseded}.`]),
    ...(isOwn ? ["", `${names(epsilab)}. ${epsilab.title}. Version ${softwareVersion}.`] : []),
    "",
  ].join("\n");
}
