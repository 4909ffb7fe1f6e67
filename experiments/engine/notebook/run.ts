/**
 * Running from code: an experiment, by its id or as a value, on the engine of the command line, with the same result.
 *
 * In a cell of the kernel TypeScript (Epsilab) a bar follows the run, the stop button stops it, and the same call goes on from its
 * finished blocks. What is stored already is not computed again, and says so: a result of the catalogue of the same spec, or one of
 * your own of the same spec and program. An experiment that is written in cells runs in worker threads if all that its functions
 * use can be declared again there, otherwise in the notebook's own thread, which is reported; the result is the same.
 * @example
 * ```ts
 * import { run } from "epsilab/experiments";
 * const result = await run("randomized-response", { epsilon: [0.3, 3], parts: ["privacy"], threads: 0, results: ".cache/example" });
 * result.number("epsilon=0.3/epsilon"); // => 0.3000...
 * result.outcome.passed; // => true
 * ```
 */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { AxisValue } from "../definition/axis.ts";
import type { Experiment } from "../definition/experiment.ts";
import { runExperiment } from "../execution/run-experiment.ts";
import { verdictTable } from "../execution/verdict-table.ts";
import { type Result, readResult } from "../format/read-result.ts";
import { MANIFEST } from "../format/result-files.ts";
import { DEFAULT_SEED, runIdOf, specOf } from "../format/spec.ts";
import { DifferentResult } from "../format/write-result.ts";
import { clock } from "../machine/clock.ts";
import type { Loaded } from "../program/catalogue.ts";
import { isLoading } from "../program/program.ts";
import { workbenchAt } from "../program/workbench.ts";
import { cellHook, showProgress } from "./cell-hook.ts";
import { loadValue } from "./loaded-value.ts";
import { readable, type StoredResult } from "./stored-result.ts";

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
  if (isLoading()) throw new Error("an experiment must not run another one while it is loaded");
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
  const spec = specOf(experiment, asked);
  const folders = bench.places.map((place) => join(place, experiment.id, runIdOf(spec)));
  const stored = again || replace ? undefined : storedIn(folders, loaded);
  if (stored !== undefined) {
    const date = String(stored.environment.finished ?? "").slice(0, 10);
    return answered(stored, experiment, "stored", `Stored on ${date} and not computed again; { again: true } does.`);
  }
  if (note !== "") console.log(note);
  const display = showProgress(experiment.id, hook);
  const question = { loaded, spec, project: bench.project, out: bench.out, threads, replace, clock };
  const signal = hook?.signal;
  let isComplete = false;
  try {
    const watched = { ...question, ...(signal === undefined ? {} : { signal }), progress: display.show };
    const { result } = await runExperiment(watched);
    isComplete = true;
    return answered(result, experiment, "computed", "");
  } catch (error) {
    if (error instanceof DifferentResult) console.log(`${verdictTable(experiment.title, error.found)}Not stored`);
    throw error;
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
function storedIn(folders: readonly string[], { origin }: Loaded): Result | undefined {
  const folder = folders.find((each) => existsSync(join(each, MANIFEST)));
  if (folder === undefined) return undefined;
  const result = readResult(folder);
  if (origin.kind === "value") return undefined; // what its functions use is not known
  return origin.kind === "built-in" || result.environment.code === origin.hash ? result : undefined;
}
