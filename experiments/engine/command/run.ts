/**
 * `epsilab run`: computes experiments and stores their results.
 */
import { availableParallelism } from "node:os";
import { basename, relative } from "node:path";
import { runShard, type ShardNumber } from "../cluster/shard.ts";
import { SharedJournal } from "../cluster/shared-journal.ts";
import { MissingData } from "../definition/study-data.ts";
import { meaningOf } from "../evidence/word-meaning.ts";
import { type ProgressStyle, progressDisplay } from "../execution/progress-display.ts";
import { runExperiment } from "../execution/run-experiment.ts";
import { verdictTable } from "../execution/verdict-table.ts";
import { outcomeOf } from "../format/outcome.ts";
import type { Result } from "../format/read-result.ts";
import { citationKey } from "../format/result-files.ts";
import { type SpecQuestion, specOf } from "../format/spec.ts";
import { DifferentResult, type Written } from "../format/write-result.ts";
import { clock } from "../machine/clock.ts";
import { isPath, type Loaded } from "../program/catalogue.ts";
import { requireTypes } from "../program/type-check.ts";
import type { Workbench } from "../program/workbench.ts";
import { noteOfRegistration } from "../store/registration.ts";
import { counted } from "../text/counted.ts";
import { colourVerdicts } from "../text/table.ts";
import {
  commandLine,
  EXIT,
  execute,
  problemLine,
  RESULTS,
  tellProblems,
  wholeNumber,
  workbench,
} from "./command-line.ts";
import { asksForSpec, type SpecOptions, specQuestion, withSpec } from "./spec-options.ts";

interface Options extends SpecOptions {
  readonly threads?: number;
  readonly shard?: ShardNumber;
  readonly journal?: string;
  readonly results?: string;
  readonly replace?: true;
  readonly types?: true;
  readonly json?: true;
}

const HELP = `
An interrupted run is resumed by the same command.

With --shard and --journal, a task of any scheduler computes its share into a folder that all tasks see; "epsilab merge" judges, asks for
what is missing (exit code ${EXIT.blocksMissing}), and stores the result, which is that of one machine:
  while parallel epsilab run <what> --full --shard {}/8 --journal <folder> ::: {1..8}
        epsilab merge <what> --journal <folder>; [ $? = ${EXIT.blocksMissing} ]; do :; done`;

export function run(args: readonly string[]): Promise<number> {
  const command = withSpec(
    commandLine("run", "Compute an experiment, all of an area, or all, and store the results.").argument(
      "<what>",
      "an experiment, an area, `own` (those of the project), `all`, or the path of a .ts or .js file that exports an experiment",
    ),
  )
    .option(
      "--threads <n>",
      "worker threads; 0 for none (default: all cores, and 0 with --shard)",
      wholeNumber("--threads", 0, 1024),
    )
    .option("--shard <k/n>", "compute only the k-th of n shares, into --journal", shardNumber)
    .option("--journal <folder>", "where the shares of all tasks are kept")
    .option(...RESULTS)
    .option("--replace", "let a different result of the same spec give way")
    .option("--types", "check the types of own experiments first")
    .option("--json", "events and the outcome as JSON lines")
    .addHelpText("after", HELP);
  return execute(command, args, async (what: string, settings: readonly string[], options: Options) => {
    const question = specQuestion(settings, options);
    const bench = workbench(options.results);
    const ids = await chosen(what, bench);
    const shard = shardOf(options, ids);
    const stop = new AbortController();
    const interrupt = () => (stop.signal.aborted ? process.exit(EXIT.interrupted) : stop.abort());
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, interrupt);
    try {
      let passed = true;
      for (const id of ids) {
        const loaded = await bench.catalogue.load(id);
        if (options.types) await requireTypes(loaded, bench.project);
        if (shard === undefined) {
          const outcome = runOne(loaded, question, bench, options, stop.signal);
          passed = (await (ids.length > 1 ? outcome.catch(withoutData) : outcome)) && passed;
        } else {
          const isAsked = asksForSpec(settings, options);
          await runShare(loaded, isAsked ? question : undefined, { ...shard, what, options, signal: stop.signal });
        }
      }
      return passed ? 0 : EXIT.checkFailed;
    } finally {
      for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, interrupt);
    }
  });
}

/** Of several experiments, those whose data are not installed are named, and the others run. */
function withoutData(error: unknown): boolean {
  if (!(error instanceof MissingData)) throw error;
  process.stderr.write(`epsilab: ${error.message}\n`);
  return false;
}

function shardNumber(text: string): ShardNumber {
  const [shard, shards] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).slice(1).map(Number);
  if (shard === undefined || shard < 1 || shard > shards || shards > 1e6) {
    throw new RangeError(`--shard must be k/n with k from 1 to n, as 3/64, got ${JSON.stringify(text)}`);
  }
  return { shard, shards };
}

/** The share that is asked for, and where it goes. */
function shardOf({ shard, journal, replace, json }: Options, ids: readonly string[]) {
  if (shard === undefined && journal === undefined) return undefined;
  if (shard === undefined) throw new RangeError("--journal must come with --shard, as --shard 1/64, got none");
  if (journal === undefined)
    throw new RangeError("--shard must come with --journal, a folder that all tasks see, got none");
  if (ids.length > 1) throw new RangeError(`--shard must be of one experiment, got ${ids.join(", ")}`);
  if (replace || json) throw new RangeError("--replace and --json are of a whole run; a shard stores no result");
  return { ...shard, folder: journal };
}

interface Share extends ShardNumber {
  readonly folder: string;
  readonly what: string;
  readonly options: Options;
  readonly signal: AbortSignal;
}

/** Computes a share; without a question, of the run that the journal is of. */
async function runShare(loaded: Loaded, asked: SpecQuestion | undefined, share: Share): Promise<void> {
  const { folder, what, shard, shards, options, signal } = share;
  const { experiment } = loaded;
  const begin = () =>
    SharedJournal.begin(folder, loaded, specOf(experiment, asked ?? specQuestion([], {})), clock.date());
  const journal = asked === undefined && SharedJournal.isIn(folder) ? SharedJournal.open(folder) : begin();
  journal.requireExperiment(loaded);
  if (journal.done !== undefined) {
    process.stdout.write(`Nothing is left to compute: the result is stored in ${journal.done.folder}\n`);
    return;
  }
  const style: ProgressStyle = process.stderr.isTTY ? "bar" : "lines";
  const title = `${experiment.id} ${shard}/${shards}`;
  const display = progressDisplay({
    style,
    title,
    write: (text) => process.stderr.write(text),
    clock: clock.milliseconds,
  });
  const { threads = 0 } = options;
  const run = { loaded, journal, shard, shards, threads, signal, clock, progress: display.show };
  const { round, units, computed } = await runShard(run).finally(display.end);
  process.stdout.write(
    `Shard ${shard}/${shards} of round ${round}: ${counted(computed, "block")} computed, ` +
      `${units - computed} there before. When all are through: epsilab merge ${what} --journal ${folder}\n`,
  );
}

/** The experiments that a word names: their ids, or the path of a file. */
export async function chosen(what: string, bench: Workbench): Promise<readonly string[]> {
  const { catalogue, project } = bench;
  if (isPath(what)) return [what];
  const ids = await catalogue.ids();
  if (what === "all" || what === "own") {
    tellProblems(bench);
    const [broken] = catalogue.problems;
    if (broken !== undefined)
      throw new RangeError(`every file of experiments/ must load to run ${what}, got ${broken.file}`);
    if (what === "all") return ids;
    const own = (await catalogue.own()).map(({ experiment }) => experiment.id);
    if (own.length === 0) throw new RangeError(`there must be experiments of its own in ${project.folder}, got none`);
    return own;
  }
  if (ids.includes(what)) return [what];
  const found = (await catalogue.all()).filter(({ area }) => area === what).map(({ id }) => id);
  if (found.length > 0) return found;
  await requireExperimentIn(what, bench);
  tellProblems(bench);
  throw new RangeError(`no experiment is called "${what}"${await meaningOf(what, catalogue)}`);
}

/** Where the word is the name of a file of the project, says what is wrong with that file and nothing else. */
async function requireExperimentIn(what: string, { catalogue, project }: Workbench): Promise<void> {
  const file = project.files.find((each) => basename(each).replace(/\..*$/, "") === what);
  if (file === undefined) return;
  const broken = catalogue.problems.find((each) => each.file === file);
  if (broken !== undefined) throw new RangeError(problemLine(broken, project));
  const name = relative(project.folder, file);
  const own = (await catalogue.own()).find(({ origin }) => "file" in origin && origin.file === file);
  if (own === undefined) throw new RangeError(`${name} must export an experiment by default, got none`);
  throw new RangeError(`no experiment is called "${what}"; that of ${name} is called "${own.experiment.id}"`);
}

async function runOne(
  loaded: Loaded,
  asked: SpecQuestion,
  { project, out }: Workbench,
  options: Options,
  signal: AbortSignal,
): Promise<boolean> {
  const { threads = availableParallelism(), replace = false, json } = options;
  const { experiment } = loaded;
  const style: ProgressStyle = json ? "json" : process.stderr.isTTY ? "bar" : "lines";
  const write = (text: string) => (json ? process.stdout : process.stderr).write(text);
  const display = progressDisplay({ style, title: experiment.id, write, clock: clock.milliseconds });
  const question = {
    loaded,
    spec: specOf(experiment, asked),
    project,
    out,
    threads,
    replace,
    signal,
    clock,
    progress: display.show,
  };
  const { result, written } = await runExperiment(question)
    .finally(display.end)
    .catch((error: unknown) => showDifferent(error, experiment.title, json === true));
  const outcome = outcomeOf(result.rows);
  if (json) {
    const citation = citationKey(result.spec, result.id);
    const registration = noteOfRegistration(project, result);
    process.stdout.write(
      `${JSON.stringify({ event: "result", experiment: experiment.id, citation, id: result.id, written, registration, ...outcome })}\n`,
    );
    return outcome.passed;
  }
  const passed = showResult(experiment.title, result, written);
  const note = noteOfRegistration(project, result);
  if (note !== undefined) process.stdout.write(`${note}\n\n`);
  return passed;
}

/** Where another result is in the way, prints what was found, which is not stored. */
export function showDifferent(error: unknown, title: string, isJson: boolean): never {
  if (error instanceof DifferentResult) {
    const { spec, rows, id } = error.found;
    const [event, citation] = ["not-stored", citationKey(spec, id)];
    process.stdout.write(
      isJson
        ? `${JSON.stringify({ event, experiment: spec.experiment, citation, id, ...outcomeOf(rows) })}\n`
        : `${colourVerdicts(verdictTable(title, error.found), process.stdout.isTTY)}Not stored\n\n`,
    );
  }
  throw error;
}

/** Prints what was found; whether it passed. */
export function showResult(title: string, result: Result, written: Written): boolean {
  process.stdout.write(colourVerdicts(verdictTable(title, result), process.stdout.isTTY));
  const fate = written === "same" ? "the same as the one already stored" : written;
  process.stdout.write(`Stored in ${result.folder} (${fate})\n\n`);
  return outcomeOf(result.rows).passed;
}
