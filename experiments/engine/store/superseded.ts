/**
 * Superseded results: those that were cited and that another has replaced since, because a number moved or a figure was redrawn.
 *
 * The folder goes, whole, from `results/<experiment>/<run>` to
 * `results/<experiment>/superseded/<run>-<first 16 digits of its hash>`, where its seals can be checked, and
 * `results/<experiment>/superseded.jsonl` says in a line what it was and why it was replaced. The published package has these lines
 * and leaves the folders out; the repository has both. What replaces a result is not recorded but looked for, so that it is always
 * the one of today.
 */
import { existsSync, readFileSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { BrokenResult, type Result } from "../format/read-result.ts";
import { makeFolder } from "../machine/folder.ts";
import { atPath } from "../machine/storage-error.ts";
import { writeWhole } from "../machine/whole-file.ts";
import { canonicalJson } from "../text/canonical-json.ts";

export const SUPERSEDED = "superseded";
const RECORD = `${SUPERSEDED}.jsonl`;

const recordSchema = z.strictObject({
  experiment: z.string(),
  run: z.string().regex(/^[0-9a-f]{12}$/),
  /** The SHA-256 of MANIFEST. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  version: z.int(),
  seed: z.int(),
  /** Of the program that computed it; absent where it was not in a repository. */
  commit: z.string().optional(),
  /** When it was computed, in UTC. */
  finished: z.string(),
  /** When it was replaced, in UTC. */
  superseded: z.string(),
  reason: z.string(),
});

type Line = z.infer<typeof recordSchema>;

/** What is known of a superseded result. */
export interface Supersession extends Readonly<Line> {
  /** How it is cited. */
  readonly citation: string;
  /** Where its files are, if they are there. */
  readonly folder: string;
}

/** The superseded results of an experiment, the last replaced first. */
export function supersededIn(places: readonly string[], experiment: string): readonly Supersession[] {
  const known = places.flatMap((place) =>
    linesOf(join(place, experiment)).map((line): Supersession => {
      const hash = line.hash.slice(0, 16);
      const folder = join(place, experiment, SUPERSEDED, `${line.run}-${hash}`);
      return { ...line, citation: `epsilab:${experiment}/${line.run}#${hash}`, folder };
    }),
  );
  return known.sort((one, other) => (one.superseded < other.superseded ? 1 : -1));
}

/** What is recorded of a result that lies among the superseded ones. */
export function supersessionOf({ folder, id, spec }: Pick<Result, "folder" | "id" | "spec">): Supersession | undefined {
  if (basename(dirname(folder)) !== SUPERSEDED) return undefined;
  const place = join(folder, "..", "..", "..");
  return supersededIn([place], spec.experiment).find(({ hash }) => hash === id);
}

/** Moves a result among the superseded ones. The line is written first: after an interruption the same call goes on. */
export function supersede(result: Result, { reason, date }: { reason: string; date: string }): Supersession {
  const { folder, spec, runId, id, environment } = result;
  const home = dirname(folder);
  const place = dirname(home);
  const text = (name: string) => (typeof environment[name] === "string" ? environment[name] : undefined);
  const line: Line = {
    experiment: spec.experiment,
    run: runId,
    hash: id,
    version: spec.version,
    seed: spec.seed,
    ...(text("commit") === undefined ? {} : { commit: text("commit") }),
    finished: text("finished") ?? "",
    superseded: date,
    reason,
  };
  const others = linesOf(home).filter(({ hash }) => hash !== id);
  const record = join(home, RECORD);
  const lines = [...others, line].map((each) => `${canonicalJson(each)}\n`);
  atPath("the record", record, () => writeWhole(record, lines.join("")));
  const [found] = supersededIn([place], spec.experiment).filter(({ hash }) => hash === id);
  atPath("the result", found.folder, () => {
    makeFolder(dirname(found.folder));
    renameSync(folder, found.folder);
  });
  return found;
}

function linesOf(home: string): readonly Line[] {
  const path = join(home, RECORD);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  if (lines.pop() !== "") throw new BrokenResult(`${path}, line ${lines.length + 1} is cut short`);
  return lines.map((line, k) => {
    try {
      return recordSchema.parse(JSON.parse(line));
    } catch {
      throw new BrokenResult(`${path}, line ${k + 1} is not the record of a superseded result`);
    }
  });
}
