/**
 * Running from code: an experiment, by its id or as a value, on the engine of the command line, with the same result.
 *
 * In a cell of the kernel TypeScript (Epsilab) a bar follows the run, the stop button stops it, and the same call goes on from its finished blocks. What is
 * stored already is not computed again, and says so: a result of the catalogue of the same spec, or one of your own of the same spec and program.
 * An experiment that is written in cells runs in worker threads if all that its functions use can be declared anew there, otherwise in the notebook's own
 * thread, which is told; the result is the same.
 * @example
 * ```ts
 * import { run } from "epsilab/experiments";
 * const result = await run("randomized-response", { epsilon: [0.3, 3], parts: ["privacy"], threads: 0, results: ".cache/example" });
 * result.number("epsilon=0.3/epsilon"); // => 0.3
 * result.outcome.passed; // => true
 * ```
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { AxisValue } from "./axis.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { Loaded } from "./catalogue.ts";
import { type CellHook, cellHook, showProgress } from "./cell-hook.ts";
import { clock } from "./clock.ts";
import type { Experiment } from "./experiment.ts";
import { importCode, ProgramError, programOf } from "./program.ts";
import { type Result, readResult } from "./read-result.ts";
import { MANIFEST } from "./result-files.ts";
import { runExperiment } from "./run-experiment.ts";
import { DEFAULT_SEED, runIdOf, specOf } from "./spec.ts";
import { readable, type StoredResult } from "./stored-result.ts";
import type { Study } from "./study.ts";
import { type Workbench, workbenchAt } from "./workbench.ts";

/** What is asked of a run; every other name is an axis: `epsilon: [0.3, 1]`, or `"part.epsilon"` for one part. */
export interface RunOptions {
  /** The parts to run; all unless it is given. */
  readonly parts?: readonly string[];
  /** The size that is cited, instead of the quick one. */
  readonly full?: boolean;
  readonly seed?: number;
  /** Worker threads; all cores unless it is given, 0 for none. */
  readonly threads?: number;
  /** The folder of results; that of the project unless it is given. */
  readonly results?: string;
  /** Whether a different result of the same spec gives way. */
  readonly replace?: boolean;
  /** Whether to compute what is stored already. */
  readonly again?: boolean;
  readonly [axis: string]: AxisValue | readonly AxisValue[] | undefined;
}

export interface RunResult extends StoredResult {
  /** Whether it was computed now or had been stored. */
  readonly from: "computed" | "stored";
}

export async function run(what: string | Experiment, options: RunOptions = {}): Promise<RunResult> {
  const {
    parts,
    full = false,
    seed = DEFAULT_SEED,
    threads = availableParallelism(),
    results,
    replace = false,
    again = false,
    ...axes
  } = options;
  requireThreads(threads);
  const bench = workbenchAt(process.cwd(), results);
  const hook = cellHook();
  const { loaded, note } =
    typeof what === "string"
      ? { loaded: await bench.catalogue.load(what), note: "" }
      : await loadValue(what, bench, hook);
  const { experiment } = loaded;
  const overrides = Object.fromEntries(
    Object.entries(axes).flatMap(([name, values]) =>
      values === undefined ? [] : [[name, Array.isArray(values) ? values : [values]]],
    ),
  );
  const asked = { size: full ? "full" : "quick", seed, overrides, ...(parts === undefined ? {} : { parts }) } as const;
  const folder = join(bench.out, experiment.id, runIdOf(specOf(experiment, asked)));
  const stored = again || replace ? undefined : storedAt(folder, loaded);
  if (stored !== undefined) {
    const date = String(stored.environment.finished ?? "").slice(0, 10);
    return answered(stored, experiment, "stored", `Stored on ${date} and not computed again; { again: true } does.`);
  }
  if (note !== "") console.log(note);
  const display = showProgress(experiment.id, hook);
  const question = { ...asked, loaded, project: bench.project, out: bench.out, threads, replace, clock };
  const signal = hook?.signal;
  let isComplete = false;
  try {
    const watched = { ...question, ...(signal === undefined ? {} : { signal }), progress: display.show };
    const { result } = await runExperiment(watched);
    isComplete = true;
    return answered(result, experiment, "computed", "");
  } finally {
    await display.end(isComplete);
  }
}

function requireThreads(threads: number): void {
  if (!Number.isInteger(threads) || threads < 0 || threads > 1024) {
    throw new RangeError(`threads must be a whole number from 0 to 1024, got ${threads}`);
  }
}

function answered(result: Result, experiment: Experiment, from: RunResult["from"], note: string): RunResult {
  return Object.assign(readable(result, experiment, note), { from });
}

/** The result of this spec, if it is stored and this program's. The catalogue's experiments raise their version when a number may move. */
function storedAt(folder: string, { origin }: Loaded): Result | undefined {
  if (!existsSync(join(folder, MANIFEST))) return undefined;
  const result = readResult(folder);
  return origin.kind === "built-in" || result.environment.code === origin.hash ? result : undefined;
}

interface LoadedValue {
  readonly loaded: Loaded;
  readonly note: string;
}

/** An experiment that is a value: carried to threads as the cells that declare it, or run here. */
async function loadValue(
  experiment: Experiment,
  { project }: Workbench,
  hook: CellHook | undefined,
): Promise<LoadedValue> {
  const here = (reason: string): LoadedValue => ({
    loaded: { experiment, origin: { kind: "value", hash: textHash(experiment), files: [] } },
    note: `${experiment.id} runs in this thread alone: ${reason}`,
  });
  if (hook === undefined) return here("its functions cannot be carried to others; give run the path of its file");
  const cells = hook.moduleOf(experiment);
  if ("reason" in cells) return here(cells.reason);
  try {
    const { source, folder, name, values } = cells;
    const program = await programOf({ source, folder, name: `<cells of ${name}>` }, project.folder);
    const module = await importCode(program.code);
    const changed = changedValue(values, (module.$carried as () => Readonly<Record<string, unknown>>)());
    if (changed !== undefined) return here(`${changed} has changed since it was declared`);
    return { loaded: { experiment, origin: { kind: "own", ...program } }, note: "" };
  } catch (error) {
    if (error instanceof ProgramError) return here(error.message);
    return here(`its cells do not run a second time: ${(error as Error).message}`);
  }
}

/** The name of a value that is not what its declaration makes anew. */
function changedValue(
  live: Readonly<Record<string, unknown>>,
  fresh: Readonly<Record<string, unknown>>,
): string | undefined {
  return Object.keys(live).find((name) => !isAlike(live[name], fresh[name], new Map()));
}

/** Alike in all that can be seen: functions count as alike, since what they use is compared by itself. */
function isAlike(one: unknown, other: unknown, seen: Map<unknown, unknown>): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== typeof other) return false;
  if (typeof one === "function") return true;
  if (typeof one !== "object" || one === null || other === null) return false;
  if (seen.has(one)) return seen.get(one) === other;
  seen.set(one, other);
  const [first, second] = [one, other as object].map(entriesOf);
  return (
    first.length === second.length &&
    first.every(([key, value], k) => isAlike(key, second[k][0], seen) && isAlike(value, second[k][1], seen))
  );
}

function entriesOf(value: object): readonly (readonly [unknown, unknown])[] {
  if (value instanceof Map) return [...value];
  if (value instanceof Set) return [...value].map((each) => [each, true] as const);
  return Reflect.ownKeys(value)
    .map((key) => [key, Object.getOwnPropertyDescriptor(value, key)] as const)
    .flatMap(([key, descriptor]) =>
      descriptor !== undefined && "value" in descriptor ? [[key, descriptor.value] as const] : [],
    );
}

/** What is known of a program that cannot be read: the texts of the experiment's functions and all its numbers. */
function textHash({ parts, ...rest }: Experiment): string {
  const studies = Object.values(parts).flatMap(({ study, controls }) => [
    study,
    ...Object.values(controls).map((each) => each.study),
  ]);
  const hash = createHash("sha256").update(canonicalJson([rest.id, rest.version]));
  for (const study of studies) for (const text of textsOf(study)) hash.update(text);
  return hash.digest("hex");
}

function textsOf(study: Study): readonly string[] {
  return Object.entries(study).flatMap(([name, value]) =>
    typeof value === "function" ? [`${name} ${String(value)}\n`] : [],
  );
}
