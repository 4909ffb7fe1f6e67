/**
 * Slurm scripts: the job array that computes a round of a run, and the job that merges it.
 *
 * Both are plain shell that a person can read, change and submit by hand. The merge job submits the next round, so the program
 * itself, which may be in a container, needs no Slurm. Whoever submits a merge submits its spare too: a second one that runs only
 * if the first is killed, however early. A merge that comes to its end cancels its spare.
 */
import { join } from "node:path";
import { counted } from "../text/counted.ts";

export interface SlurmSettings {
  /** What to run: the experiment, or the path of its file. */
  readonly what: string;
  readonly experiment: string;
  readonly run: string;
  readonly tasks: number;
  readonly time?: string;
  readonly partition?: string;
  /** More options of sbatch, by their long names. */
  readonly options: Readonly<Record<string, string>>;
  /** How the tasks call Epsilab, as words for the shell. */
  readonly command: string;
  /** Where they work. */
  readonly folder: string;
  readonly journal: string;
  readonly results: string;
  readonly replace: boolean;
}

/** How often a merge that was killed is begun again. */
const TRIES = 5;

/** Where the scripts of a journal and what they print are. */
export function slurmFolder(journal: string): string {
  return join(journal, "slurm");
}

export function scriptPaths(journal: string): { readonly tasks: string; readonly merge: string } {
  return { tasks: join(slurmFolder(journal), "tasks.sh"), merge: join(slurmFolder(journal), "merge.sh") };
}

/** All jobs of a run have one name, by which they are found. */
export function jobName({ experiment, run }: Pick<SlurmSettings, "experiment" | "run">): string {
  return `epsilab-${experiment}-${run}`;
}

/** The job array of a round; never more tasks than blocks. */
export function tasksScript(settings: SlurmSettings, round: number, blocks: number): string {
  const { what, experiment, run, command, journal } = settings;
  const tasks = Math.max(1, Math.min(settings.tasks, blocks));
  return `#!/bin/bash
# Round ${round} of run ${run} of ${experiment}: ${counted(blocks, "block")} in ${counted(tasks, "task")}.
${headOf(settings, "task-%a.txt", { array: `1-${tasks}` })}
cd ${quoted(settings.folder)} || exit
exec ${command} \\
  run ${quoted(what)} --shard "$SLURM_ARRAY_TASK_ID/${tasks}" --threads "\${SLURM_CPUS_PER_TASK:-0}" \\
  --journal ${quoted(journal)}
`;
}

export function mergeScript(settings: SlurmSettings): string {
  const { what, experiment, run, command, journal, results, replace } = settings;
  const paths = scriptPaths(journal);
  return `#!/bin/bash
# Run ${run} of ${experiment}: judges what its tasks have computed, and stores the result or has the missing blocks computed.
${headOf(settings, "merge.txt", { "kill-on-invalid-dep": "yes" })}
cd ${quoted(settings.folder)} || exit
tasks=${quoted(paths.tasks)}
merge=${quoted(paths.merge)}

# The spare of a merge takes over if it is killed.
spare_for() { sbatch --dependency=afternotok:"$1" "$merge" "$2"; } # a job, and which try the spare is
my_spares() {
  squeue --noheader --name=${quoted(jobName(settings))} --format="%i %E" |
    awk -v mine="afternotok:$SLURM_JOB_ID([^0-9]|$)" '$2 ~ mine { print $1 }'
}
try=\${1:-1}
if [ "$try" -lt ${TRIES} ] && [ -z "$(my_spares)" ]; then
  spare_for "$SLURM_JOB_ID" $((try + 1))
fi

${command} \\
  merge ${quoted(what)} --next-round${replace ? " --replace" : ""} --results ${quoted(results)} \\
  --journal ${quoted(journal)}
code=$?
if [ "$code" = 4 ]; then # blocks are missing: the script of the next round has been written
  array=$(sbatch --parsable "$tasks") &&
    next=$(sbatch --parsable --dependency=afterany:"$array" "$merge") &&
    spare_for "$next" 2
  code=$?
fi
if [ "$code" -lt 128 ]; then # this job came to its end, whatever it found
  my_spares | xargs --no-run-if-empty scancel
fi
exit "$code"
`;
}

/** The options of sbatch; what was asked for has the last word. */
function headOf(settings: SlurmSettings, output: string, own: Readonly<Record<string, string>>): string {
  const { time, partition, options } = settings;
  const all = {
    "job-name": jobName(settings),
    ...own,
    output: join(slurmFolder(settings.journal), output),
    "open-mode": "append",
    ...(time === undefined ? {} : { time }),
    ...(partition === undefined ? {} : { partition }),
    ...options,
  };
  const lines = Object.entries(all).map(([name, value]) => `#SBATCH --${name}=${quoted(value)}`);
  return [...lines, "#SBATCH --requeue"].join("\n");
}

/** A word for the shell, in quotes where it needs them. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
