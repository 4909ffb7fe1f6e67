/**
 * `epsilab run`: computes experiments and stores their results.
 */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { readValue } from "../axis.ts";
import { areaOf, EXPERIMENT_IDS, loadExperiment } from "../catalogue.ts";
import { outcomeOf } from "../outcome.ts";
import { citationKey } from "../result-files.ts";
import { runExperiment } from "../run-experiment.ts";
import { DEFAULT_SEED } from "../spec.ts";
import { clock } from "./clock.ts";
import { commandLine, EXIT, execute, RESULTS, wholeNumber } from "./command-line.ts";
import { type ProgressStyle, progressDisplay } from "./progress-display.ts";
import { colourVerdicts } from "./table.ts";
import { verdictTable } from "./verdict-table.ts";
import { meaningOf } from "./word-meaning.ts";

interface Options {
  readonly parameters?: string;
  readonly full?: true;
  readonly seed: number;
  readonly threads: number;
  readonly results: string;
  readonly replace?: true;
  readonly json?: true;
}

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine("run", "Compute an experiment, all of an area, or all, and store the results.")
    .argument("<what>", "an experiment, an area, `all`, or the path of a .js module that exports an experiment")
    .argument("[parameter=values...]", "values for an axis, as epsilon=0.5,1 or part.epsilon=0.5,1")
    .option("--parameters <file>", 'values for axes from a JSON file, as {"epsilon": [0.5, 1]}')
    .option("--quick", "the small size (default)")
    .option("--full", "the size that is cited")
    .option("--seed <n>", "the seed of all randomness", wholeNumber("--seed", 0), DEFAULT_SEED)
    .option("--threads <n>", "worker threads; 0 for none", wholeNumber("--threads", 0, 1024), availableParallelism())
    .option(...RESULTS)
    .option("--replace", "let a different result of the same spec give way")
    .option("--json", "events and the outcome as JSON lines")
    .addHelpText("after", "\nAn interrupted run is resumed by the same command.");
  return execute(command, args, async (what: string, settings: readonly string[], options: Options) => {
    const overrides = { ...readParameters(options.parameters), ...Object.fromEntries(settings.map(readSetting)) };
    const stop = new AbortController();
    const interrupt = () => (stop.signal.aborted ? process.exit(EXIT.interrupted) : stop.abort());
    process.on("SIGINT", interrupt);
    try {
      let passed = true;
      for (const id of await chosen(what)) passed = (await runOne(id, overrides, options, stop.signal)) && passed;
      return passed ? 0 : EXIT.checkFailed;
    } finally {
      process.off("SIGINT", interrupt);
    }
  });
}

/** The experiments that a word names. */
async function chosen(what: string): Promise<readonly string[]> {
  if (what === "all") return EXPERIMENT_IDS;
  const found = EXPERIMENT_IDS.filter((id) => id === what || areaOf(id) === what);
  if (found.length > 0) return found;
  if (/[./\\]/.test(what)) return [what]; // a path
  throw new RangeError(`no experiment is called "${what}"${await meaningOf(what)}`);
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
  id: string,
  overrides: Readonly<Record<string, readonly unknown[]>>,
  options: Options,
  signal: AbortSignal,
): Promise<boolean> {
  const { full, seed, threads, results, replace = false, json } = options;
  const style: ProgressStyle = json ? "json" : process.stderr.isTTY ? "bar" : "lines";
  const write = (text: string) => (json ? process.stdout : process.stderr).write(text);
  const display = progressDisplay({ style, title: id, write, clock: clock.milliseconds });
  const run = { experiment: id, out: resolve(results), threads, replace, signal, overrides, seed, clock };
  const progress = display.show;
  const { result, written } = await runExperiment({ ...run, size: full ? "full" : "quick", progress }).finally(
    display.end,
  );
  const outcome = outcomeOf(result.rows);
  if (json) {
    const citation = citationKey(result.spec, result.id);
    process.stdout.write(
      `${JSON.stringify({ event: "result", experiment: id, citation, id: result.id, written, ...outcome })}\n`,
    );
    return outcome.passed;
  }
  const text = verdictTable(await loadExperiment(id), result);
  process.stdout.write(colourVerdicts(text, process.stdout.isTTY));
  const fate = written === "same" ? "the same as the one already stored" : written;
  process.stdout.write(`Stored in ${result.folder} (${fate})\n\n`);
  return outcome.passed;
}
