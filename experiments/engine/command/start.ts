/**
 * `epsilab start`: for a newcomer: checks what can be checked in a minute or two, a line for each experiment, then one table, the
 * report and the way on.
 *
 * The headline harnesses are run whole, in their quick size; of the other experiments the parts that are exact, which take seconds.
 * What is left is for `epsilab run all`. Experiments or areas may be named, and are checked alone. Results go to the cache: `results/`
 * is for those that are cited, and the report shows those.
 */
import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { largestOf } from "../../../lib/numerics/extremes.ts";
import type { Experiment } from "../definition/experiment.ts";
import { checksByClaim, claimState } from "../evidence/claim-status.ts";
import { errataOf } from "../evidence/errata.ts";
import { progressDisplay } from "../execution/progress-display.ts";
import { runExperiment } from "../execution/run-experiment.ts";
import { notableCells, summaryOf } from "../execution/verdict-table.ts";
import { outcomeOf } from "../format/outcome.ts";
import type { Result } from "../format/read-result.ts";
import { DEFAULT_SEED, specOf } from "../format/spec.ts";
import { clock } from "../machine/clock.ts";
import { BUILT_IN_IDS } from "../program/built-in-files.ts";
import { isPath } from "../program/catalogue.ts";
import { packageFolder } from "../program/project.ts";
import type { Workbench } from "../program/workbench.ts";
import { counted } from "../text/counted.ts";
import { colourVerdicts, table } from "../text/table.ts";
import { commandLine, EXIT, execute, tellProblems, wholeNumber, workbench } from "./command-line.ts";
import { run as report } from "./report.ts";
import { chosen } from "./run.ts";

const HEADLINES = ["minimax-bounds", "membership-tradeoff", "thresholdout-holdout", "erm-excess-risk"];
const isInstalled = /[\\/]node_modules[\\/]/.test(packageFolder);
const cache = join(isInstalled ? process.cwd() : packageFolder, ".cache", "start");

interface Options {
  readonly threads: number;
  readonly results: string;
  readonly output: string;
}

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine("start", "Check the claims in a minute or two, write the report, and say where to go on.")
    .argument("[what...]", "only these experiments or areas")
    .option("--threads <n>", "worker threads; 0 for none", wholeNumber("--threads", 0, 1024), availableParallelism())
    .option("--results <folder>", "where the results of this check are kept", join(cache, "results"))
    .option("--output <file>", "where the report goes", join(cache, "epsilab-report.html"));
  return execute(command, args, async (what: readonly string[], { threads, results, output }: Options) => {
    const bench = workbench(results);
    const experiments = await named(what, bench);
    const stop = new AbortController();
    const interrupt = () => (stop.signal.aborted ? process.exit(EXIT.interrupted) : stop.abort());
    process.on("SIGINT", interrupt);
    try {
      const passed = await checkAll(experiments, bench, threads, stop.signal);
      mkdirSync(cache, { recursive: true });
      process.stdout.write("A page of all claims, with the results that are stored:\n");
      const written = await report(["--output", output]);
      const way = isInstalled ? "A project of your own: npx epsilab init my-study" : "To open JupyterLab: npm run lab";
      process.stdout.write(`One claim: npx epsilab show laplace-mechanism. ${way}\n`);
      return passed ? written : EXIT.checkFailed;
    } finally {
      process.off("SIGINT", interrupt);
    }
  });
}

/** The experiments that some words name; all without a word. */
async function named(what: readonly string[], bench: Workbench): Promise<readonly Experiment[]> {
  const path = what.find(isPath);
  if (path !== undefined) throw new RangeError(`<what> must be an experiment or an area, got the path "${path}"`);
  const ids = (await Promise.all(what.map((each) => chosen(each, bench)))).flat();
  return (await bench.catalogue.all()).filter(({ id }) => what.length === 0 || ids.includes(id));
}

/** Whether nothing was violated and no control missed. */
async function checkAll(
  experiments: readonly Experiment[],
  bench: Workbench,
  threads: number,
  signal: AbortSignal,
): Promise<boolean> {
  tellProblems(bench);
  process.stdout.write("What is checked, each with controls that must be caught:\n\n");
  const width = largestOf(experiments.map(({ id }) => id.length));
  const [results, left]: [Result[], string[]] = [[], []];
  for (const experiment of experiments) {
    const parts = quickParts(experiment);
    left.push(
      ...Object.keys(experiment.parts).flatMap((part) => (parts.includes(part) ? [] : [`${experiment.id} ${part}`])),
    );
    if (parts.length === 0) continue;
    const result = await compute(experiment, parts, bench, threads, signal);
    const found = `${counted(parts.length, "part")}, ${summaryOf(outcomeOf(result.rows))}`;
    const summary = `  ${experiment.id.padEnd(width)}  ${experiment.title} (${found})\n`;
    process.stdout.write(colourVerdicts(summary, process.stdout.isTTY));
    results.push(result);
  }
  const bad = results.flatMap(({ rows }) => notableCells(rows.filter(isWrong)));
  process.stdout.write(bad.map((line) => `  ${line}\n`).join(""));
  process.stdout.write(`\n${await summaryTable(bench, experiments, results)}`);
  const rest = left.length === 0 ? "" : `, and ${counted(left.length, "part")} with samples: ${left.join(", ")}`;
  process.stdout.write(`\nLeft for "npx epsilab run all --full": the sizes that are cited${rest}.\n\n`);
  return bad.length === 0;
}

/** All of the headline harnesses and of a project's own experiments; of the others what is exact. */
function quickParts({ id, parts }: Experiment): readonly string[] {
  const isWhole = HEADLINES.includes(id) || !BUILT_IN_IDS.includes(id);
  const isExact = (name: string) =>
    [parts[name], ...Object.values(parts[name].controls)].every(({ study }) => study.kind === "exact");
  return Object.keys(parts).filter((name) => isWhole || isExact(name));
}

/** On a terminal its progress is shown while it runs; elsewhere the line that follows is enough. */
async function compute(
  { id, parts: all }: Experiment,
  parts: readonly string[],
  { catalogue, project, out }: Workbench,
  threads: number,
  signal: AbortSignal,
): Promise<Result> {
  const write = (text: string) => process.stderr.isTTY && process.stderr.write(text);
  const display = progressDisplay({ style: "bar", title: id, write, clock: clock.milliseconds });
  const chosen = parts.length === Object.keys(all).length ? {} : { parts };
  const loaded = await catalogue.load(id);
  const spec = specOf(loaded.experiment, { size: "quick", seed: DEFAULT_SEED, ...chosen });
  const run = { loaded, spec, project, out, threads, replace: true, clock, signal, progress: display.show };
  return (await runExperiment(run).finally(display.end)).result;
}

/** A cell of a claim that is violated, or one of a control that is not. */
function isWrong({ control, verdict }: Result["rows"][number]): boolean {
  return (control === undefined) === (verdict === "violated");
}

async function summaryTable(
  { catalogue }: Workbench,
  experiments: readonly Experiment[],
  results: readonly Result[],
): Promise<string> {
  const claims = await catalogue.claims();
  const checks = checksByClaim(experiments, results);
  const states = claims.map((claim) => claimState(claim, checks.get(claim.id) ?? []));
  const count = (state: (typeof states)[number]) => states.filter((each) => each === state).length;
  const verdicts = (["holds", "not-refuted", "inconclusive", "violated"] as const).map(count);
  const fates = results.flatMap(({ rows }) => outcomeOf(rows).parts.flatMap(({ controls }) => Object.values(controls)));
  const errata = errataOf(claims, experiments, results);
  const refuted = errata.filter(({ kind }) => kind === "refuted");
  const shown = refuted.filter(({ state }) => state === "shown").length;
  const rows: [string, number, string][] = [
    ["claims checked", verdicts.reduce((sum, each) => sum + each), `of ${claims.length}; ${count("cited")} are cited`],
    ["  held", verdicts[0], ""],
    ["  not refuted", verdicts[1], "by samples, which cannot prove privacy"],
    ["  open", verdicts[2], "at this size"],
    ["  refuted", verdicts[3], ""],
    ["controls caught", fates.filter((fate) => fate === "caught").length, `of ${fates.length}`],
    ["errors of the notes", shown, `refuted, of ${refuted.length}; ${errata.length} errata with the other kinds`],
  ];
  const columns = [{ title: "found" }, { title: "number", right: true }, { title: "" }];
  return table(
    columns,
    rows.map(([what, number, more]) => [what, String(number), more]),
  );
}
