/**
 * Registration: what will be computed, by which program, written down before anything is, so that nobody can say afterwards that the
 * question was fitted to the answer.
 *
 * A run's id is 48 bits of its spec alone: too few to commit to, as two specs of one id can be searched for, and it says nothing of the
 * program. A registration holds the whole spec, its SHA-256 and that of the program; its own SHA-256, of the bytes of its file, is what
 * one cites or has time-stamped by others. It has no date of its own: nobody need believe one that we write.
 * It lies in `registrations/<experiment>-<first 16 digits>.json` of the project.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { sha256Hex } from "../../../lib/random/sha256.ts";
import type { Result } from "../format/read-result.ts";
import { runIdOf, type Spec } from "../format/spec.ts";
import { makeFolder } from "../machine/folder.ts";
import { atPath } from "../machine/storage-error.ts";
import { writeWhole } from "../machine/whole-file.ts";
import type { Project } from "../program/project.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import { counted } from "../text/counted.ts";
import { messageOf } from "../text/thrown.ts";

export const REGISTRATIONS = "registrations";
const SHOWN_DIFFERENCES = 5;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const registrationSchema = z.strictObject({
  format: z.literal(1),
  experiment: z.string(),
  run: z.string().regex(/^[0-9a-f]{12}$/),
  spec: z.record(z.string(), z.unknown()),
  specSha256: hash,
  programSha256: hash,
});

interface Registration {
  readonly path: string;
  /** The SHA-256 of the file. */
  readonly id: string;
  readonly run: string;
  readonly spec: Spec;
  readonly programSha256: string;
}

/** Writes what will be computed into `folder`; the same again is the same file. */
export function writeRegistration(folder: string, spec: Spec, programSha256: string): Registration {
  const { experiment } = spec;
  const run = runIdOf(spec);
  const specSha256 = sha256Hex(canonicalJson(spec));
  const text = `${canonicalJson({ format: 1, experiment, run, spec, specSha256, programSha256 })}\n`;
  const id = sha256Hex(text);
  const path = join(folder, `${experiment}-${id.slice(0, 16)}.json`);
  atPath("the registration", path, () => {
    makeFolder(folder);
    writeWhole(path, text);
  });
  return { path, id, run, spec, programSha256 };
}

/** The registrations of an experiment, in the order of their names. */
function registrationsOf(folder: string, experiment: string): readonly Registration[] {
  if (!existsSync(folder)) return [];
  const isOne = (name: string) => name.startsWith(`${experiment}-`) && /-[0-9a-f]{16}\.json$/.test(name);
  const own = readdirSync(folder).filter((name) => isOne(name) && name.length === experiment.length + 22);
  return own.sort().map((name) => readRegistration(join(folder, name)));
}

function readRegistration(path: string): Registration {
  const text = readFileSync(path, "utf8");
  const id = sha256Hex(text);
  const damaged = (what: string) => new RangeError(`${path} must be a registration as it was written, got ${what}`);
  if (!basename(path).endsWith(`-${id.slice(0, 16)}.json`)) throw damaged(`one of SHA-256 ${id.slice(0, 16)}...`);
  const read = registrationSchema.safeParse(JSON.parse(text));
  if (!read.success) throw damaged(`${read.error.issues[0]?.path.join(".")}: ${read.error.issues[0]?.message}`);
  const { spec, specSha256, programSha256, run, experiment } = read.data;
  if (sha256Hex(canonicalJson(spec)) !== specSha256) throw damaged("a spec of another SHA-256");
  if (spec.experiment !== experiment) throw damaged(`a spec of "${spec.experiment}"`);
  return { path, id, run, spec: spec as unknown as Spec, programSha256 };
}

/** What was computed. */
interface Done {
  readonly spec: Spec;
  /** The SHA-256 of the program; undefined where it was not recorded. */
  readonly program: string | undefined;
}

/** Whether a result is one that was registered, or else what differs from the registration nearest to it; undefined without any. */
function registrationNote(known: readonly Registration[], done: Done): string | undefined {
  const judged = known.map((each) => ({ ...each, differences: differencesFrom(each, done) }));
  const [nearest] = judged.sort((one, other) => one.differences.length - other.differences.length);
  if (nearest === undefined) return undefined;
  const { id, differences } = nearest;
  if (differences.length === 0) return `As registered by SHA-256 ${id}`;
  const more = differences.length - SHOWN_DIFFERENCES;
  const rest = more > 0 ? `; ${counted(more, "more difference")}` : "";
  return `Not as registered by SHA-256 ${id}: ${differences.slice(0, SHOWN_DIFFERENCES).join("; ")}${rest}`;
}

/** The note of a stored result, by the registrations of a project; one that was changed is named, and spoils nothing. */
export function noteOfRegistration(project: Project, { spec, environment }: Result): string | undefined {
  const program = typeof environment.code === "string" ? environment.code : undefined;
  try {
    const known = registrationsOf(join(project.folder, REGISTRATIONS), spec.experiment);
    return registrationNote(known, { spec, program });
  } catch (error) {
    return `Not held against registrations: ${messageOf(error)}`;
  }
}

function differencesFrom({ spec, programSha256 }: Registration, done: Done): readonly string[] {
  const [registered, now] = [leaves(spec), leaves(done.spec)];
  const names = [...new Set([...registered.keys(), ...now.keys()])];
  const changed = names
    .filter((name) => registered.get(name) !== now.get(name))
    .map((name) => `${name} ${now.get(name) ?? "is absent"}, registered ${registered.get(name) ?? "as absent"}`);
  if (done.program === programSha256) return changed;
  const program = done.program === undefined ? "not recorded" : `${done.program.slice(0, 16)}...`;
  return [...changed, `the program ${program}, registered ${programSha256.slice(0, 16)}...`];
}

/** The values of a spec by their paths; lists are values. */
function leaves(value: unknown, path: readonly string[] = []): ReadonlyMap<string, string> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return new Map([[path.join("."), canonicalJson(value)]]);
  return new Map(Object.entries(value).flatMap(([name, inner]) => [...leaves(inner, [...path, name])]));
}
