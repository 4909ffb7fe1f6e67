/**
 * `epsilab submit`: gives a run to a Slurm cluster, whose tasks compute it and whose last job stores the result.
 */
import { existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { mergeJournal } from "../cluster/merge.ts";
import { firstLook } from "../cluster/shard.ts";
import { SharedJournal } from "../cluster/shared-journal.ts";
import { jobsOf, submitRound, writeScripts } from "../cluster/slurm.ts";
import {
  mergeScript,
  quoted,
  type SlurmSettings,
  scriptPaths,
  slurmFolder,
  tasksScript,
} from "../cluster/slurm-scripts.ts";
import { clusterFolder, noteJournal, writeSubmission } from "../cluster/submission.ts";
import { planOf } from "../execution/plan.ts";
import { runIdOf, specOf } from "../format/spec.ts";
import { clock } from "../machine/clock.ts";
import { isPath } from "../program/catalogue.ts";
import { packageFolder } from "../program/project.ts";
import { counted } from "../text/counted.ts";
import { commandLine, EXIT, execute, RESULTS, wholeNumber, workbench } from "./command-line.ts";
import { showResult } from "./run.ts";
import { type SpecOptions, specQuestion, withSpec } from "./spec-options.ts";

interface Options extends SpecOptions {
  readonly slurm?: true;
  readonly tasks: number;
  readonly time?: string;
  readonly partition?: string;
  readonly option: Readonly<Record<string, string>>;
  readonly command?: string;
  readonly journal?: string;
  readonly results?: string;
  readonly replace?: true;
  readonly dryRun?: true;
}

const HELP = `
The tasks compute blocks into the journal; a job behind them judges, has what is missing computed by another round, and
stores the result: that of one machine, with its hash. Tasks that are killed, out of time or requeued cost nothing but
time. The folder of the project, the journal and Node must be on every node at the same path. "epsilab jobs" shows how
it stands, "epsilab cancel" ends it, and the same command submits it again, from where it was.`;

export function run(args: readonly string[]): Promise<number> {
  const command = withSpec(
    commandLine("submit", "Give a run to a cluster.").argument(
      "<what>",
      "an experiment, or the path of a file that exports one",
    ),
  )
    .option("--slurm", "to Slurm, by sbatch")
    .option("--tasks <n>", "tasks of the job array", wholeNumber("--tasks", 1, 1e6), 64)
    .option("--time <limit>", "of each task, as 30:00; the partition's without it")
    .option("--partition <name>", "the partition; Slurm's default without it")
    .option(
      "--option <key=value>",
      "any other long option of sbatch, as mem=2G; may be given more than once",
      readOption,
      {},
    )
    .option("--command <words>", "how the tasks call Epsilab, as 'apptainer exec epsilab.sif epsilab'")
    .option(
      "--journal <folder>",
      "where the tasks keep what they computed; without it, a folder in .cache/cluster of the project",
    )
    .option(...RESULTS)
    .option("--replace", "let a different result of the same spec give way")
    .option("--dry-run", "print the scripts and submit nothing")
    .addHelpText("after", HELP);
  return execute(command, args, async (what: string, values: readonly string[], options: Options) => {
    if (!options.slurm)
      throw new RangeError(
        "--slurm must be given: it is the scheduler that is known; others run the shares by themselves (epsilab run --help)",
      );
    const question = specQuestion(values, options);
    const { catalogue, project, out } = workbench(options.results);
    const loaded = await catalogue.load(what);
    const { id: experiment, title } = loaded.experiment;
    const spec = specOf(loaded.experiment, question);
    const run = runIdOf(spec);
    const {
      tasks,
      time,
      partition,
      option,
      journal: place = join(clusterFolder(out), `${experiment}-${run}`),
    } = options;
    const settings: SlurmSettings = {
      what: isPath(what) ? resolve(what) : what,
      experiment,
      run,
      tasks,
      ...(time === undefined ? {} : { time }),
      ...(partition === undefined ? {} : { partition }),
      options: option,
      command: options.command ?? [process.execPath, join(packageFolder, "bin", "epsilab")].map(quoted).join(" "),
      folder: process.cwd(),
      journal: resolve(place),
      results: out,
      replace: options.replace === true,
    };
    const first = { round: 1, asked: firstLook(planOf(loaded.experiment, spec)) };
    if (options.dryRun) {
      process.stdout.write(dryRun(settings, blocksOf(first.asked)));
      return 0;
    }
    const { running, waiting } = jobsOf(settings);
    if (running + waiting > 0)
      throw new RangeError(
        `run ${run} of ${experiment} must not be submitted twice at once, ` +
          `got ${counted(running + waiting, "job")} of it; "epsilab jobs" shows how it stands`,
      );
    forgetOld(settings, loaded.origin.hash);
    const journal = SharedJournal.begin(settings.journal, loaded, spec, clock.date());
    journal.requireExperiment(loaded);
    const merged = await mergeJournal({ loaded, project, journal, out, replace: settings.replace, clock });
    if (merged.kind === "stored") return showResult(title, merged.result, merged.written) ? 0 : EXIT.checkFailed;
    const { round, blocks } = merged;
    writeSubmission({ ...settings, fruitless: 0 });
    writeScripts(settings, round.round, blocks);
    const jobs = submitRound(settings);
    noteJournal(out, settings);
    const share = `${counted(blocks, "block")} of run ${run} of ${experiment} in ${counted(Math.min(tasks, blocks), "task")}`;
    process.stdout.write(
      `${share}: job ${jobs.array}, then ${jobs.merge} merges.
How it stands: epsilab jobs. What the jobs print: ${slurmFolder(settings.journal)}. To end it: epsilab cancel ${experiment}-${run}
The result will be in ${join(out, experiment, run)}\n`,
    );
    return 0;
  });
}

/** A journal of another program is of no use for a new run, nor one that is through if its result is not where it is wanted. */
function forgetOld({ journal, results, experiment, run }: SlurmSettings, code: string): void {
  if (!SharedJournal.isIn(journal)) return;
  const { done, head } = SharedJournal.open(journal);
  const isElsewhere =
    done !== undefined && (done.folder !== join(results, experiment, run) || !existsSync(done.folder));
  if (isElsewhere || head.code !== code) rmSync(journal, { recursive: true, force: true });
}

function blocksOf(asked: ReturnType<typeof firstLook>): number {
  return asked.reduce((sum, [, blocks]) => sum + blocks.length, 0);
}

function dryRun(settings: SlurmSettings, blocks: number): string {
  const { tasks, merge } = scriptPaths(settings.journal);
  return (
    `# ${tasks}, submitted first\n${tasksScript(settings, 1, blocks)}\n` +
    `# ${merge}, submitted to run after it, by sbatch --dependency=afterany:<job>\n${mergeScript(settings)}`
  );
}

function readOption(text: string, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const [, name, value] = /^(?:--)?([a-z][a-z0-9-]*)=([^\r\n]+)$/.exec(text) ?? [];
  if (name === undefined)
    throw new RangeError(
      `--option must be key=value with a long option of sbatch, as mem=2G, got ${JSON.stringify(text)}`,
    );
  return { ...before, [name]: value };
}
