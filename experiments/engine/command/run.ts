/**
 * `epsilab run`: computes experiments and stores their results.
 */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, relative } from "node:path";
import { readValue } from "../axis.ts";
import { isPath, type Loaded } from "../catalogue.ts";
import { clock } from "../clock.ts";
import { outcomeOf } from "../outcome.ts";
import { type ProgressStyle, progressDisplay } from "../progress-display.ts";
import { citationKey } from "../result-files.ts";
import { runExperiment } from "../run-experiment.ts";
import { DEFAULT_SEED } from "../spec.ts";
import { colourVerdicts } from "../table.ts";
import { requireTypes } from "../type-check.ts";
import { verdictTable } from "../verdict-table.ts";
import { meaningOf } from "../word-meaning.ts";
import type { Workbench } from "../workbench.ts";
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

interface Options {
  readonly parameters?: string;
  readonly parts?: string;
  readonly quick?: true;
  readonly full?: true;
  readonly seed: number;
  readonly threads: number;
  readonly results?: string;
  readonly replace?: true;
  readonly types?: true;
  readonly json?: true;
}

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine("run", "Compute an experiment, all of an area, or all, and store the results.")
    .argument(
      "<what>",
      "an experiment, an area, `own` (those of the project), `all`, or the path of a .ts or .js file that exports an experiment",
    )
    .argument("[parameter=values...]", "values for an axis, as epsilon=0.5,1 or part.epsilon=0.5,1")
    .option("--parameters <file>", 'values for axes from a JSON file, as {"epsilon": [0.5, 1]}')
    .option("--parts <names>", "only these parts, with commas between")
    .option("--quick", "the small size (default)")
    .option("--full", "the size that is cited")
    .option("--seed <n>", "the seed of all randomness", wholeNumber("--seed", 0), DEFAULT_SEED)
    .option("--threads <n>", "worker threads; 0 for none", wholeNumber("--threads", 0, 1024), availableParallelism())
    .option(...RESULTS)
    .option("--replace", "let a different result of the same spec give way")
    .option("--types", "check the types of own experiments first")
    .option("--json", "events and the outcome as JSON lines")
    .addHelpText("after", "\nAn interrupted run is resumed by the same command.");
  return execute(command, args, async (what: string, settings: readonly string[], options: Options) => {
    if (options.quick && options.full) throw new RangeError("--quick and --full cannot be wanted at once");
    const overrides = { ...readParameters(options.parameters), ...Object.fromEntries(settings.map(readSetting)) };
    const bench = workbench(options.results);
    const stop = new AbortController();
    const interrupt = () => (stop.signal.aborted ? process.exit(EXIT.interrupted) : stop.abort());
    process.on("SIGINT", interrupt);
    try {
      let passed = true;
      for (const id of await chosen(what, bench)) {
        const loaded = await bench.catalogue.load(id);
        if (options.types) await requireTypes(loaded, bench.project);
        passed = (await runOne(loaded, overrides, bench, options, stop.signal)) && passed;
      }
      return passed ? 0 : EXIT.checkFailed;
    } finally {
      process.off("SIGINT", interrupt);
    }
  });
}

/** The experiments that a word names. */
async function chosen(what: string, bench: Workbench): Promise<readonly string[]> {
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

/** The command line has the last word. */
function readParameters(path: string | undefined): Readonly<Record<string, readonly unknown[]>> {
  if (path === undefined) return {};
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new RangeError(`--parameters must be a JSON file, got ${path}: ${(error as Error).message}`);
  }
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    throw new RangeError(`--parameters must hold an object of axes, got ${JSON.stringify(content)} in ${path}`);
  }
  return Object.fromEntries(
    Object.entries(content).map(([name, values]) => [name, Array.isArray(values) ? values : [values]]),
  );
}

function readSetting(text: string): [string, readonly unknown[]] {
  const [, name, values] = /^([\w.-]+)=(.*)$/.exec(text) ?? [];
  if (name === undefined) throw new RangeError(`a setting must be parameter=value,value..., got "${text}"`);
  return [name, values === "" ? [] : values.split(",").map(readValue)];
}

async function runOne(
  loaded: Loaded,
  overrides: Readonly<Record<string, readonly unknown[]>>,
  { project, out }: Workbench,
  options: Options,
  signal: AbortSignal,
): Promise<boolean> {
  const { full, seed, threads, replace = false, json, parts } = options;
  const { experiment } = loaded;
  const style: ProgressStyle = json ? "json" : process.stderr.isTTY ? "bar" : "lines";
  const write = (text: string) => (json ? process.stdout : process.stderr).write(text);
  const display = progressDisplay({ style, title: experiment.id, write, clock: clock.milliseconds });
  const asked = {
    size: full ? "full" : "quick",
    seed,
    overrides,
    ...(parts === undefined ? {} : { parts: parts.split(",") }),
  } as const;
  const question = { ...asked, loaded, project, out, threads, replace, signal, clock, progress: display.show };
  const { result, written } = await runExperiment(question).finally(display.end);
  const outcome = outcomeOf(result.rows);
  if (json) {
    const citation = citationKey(result.spec, result.id);
    process.stdout.write(
      `${JSON.stringify({ event: "result", experiment: experiment.id, citation, id: result.id, written, ...outcome })}\n`,
    );
    return outcome.passed;
  }
  process.stdout.write(colourVerdicts(verdictTable(experiment.title, result), process.stdout.isTTY));
  const fate = written === "same" ? "the same as the one already stored" : written;
  process.stdout.write(`Stored in ${result.folder} (${fate})\n\n`);
  return outcome.passed;
}
