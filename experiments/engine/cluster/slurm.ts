/**
 * Slurm: submits the rounds of a run, and knows how its jobs stand. All of it by Slurm's own commands.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { userInfo } from "node:os";
import { atPath } from "../machine/storage-error.ts";
import { writeWhole } from "../machine/whole-file.ts";
import { jobName, mergeScript, type SlurmSettings, scriptPaths, slurmFolder, tasksScript } from "./slurm-scripts.ts";

/** What Slurm said no to, or that there is none. */
export class SlurmRefusal extends Error {
  override readonly name = "SlurmRefusal";
}

export interface SlurmJobs {
  /** Tasks of arrays, and merges, that run. */
  readonly running: number;
  readonly waiting: number;
}

/** Writes the scripts of a round. */
export function writeScripts(settings: SlurmSettings, round: number, blocks: number): void {
  const { tasks, merge } = scriptPaths(settings.journal);
  atPath("the scripts for Slurm", slurmFolder(settings.journal), () => {
    mkdirSync(slurmFolder(settings.journal), { recursive: true });
    writeWhole(tasks, tasksScript(settings, round, blocks));
    writeWhole(merge, mergeScript(settings));
  });
}

/** Submits the array, behind it the merge, and behind that its spare; returns the numbers of the first two. */
export function submitRound({ journal }: SlurmSettings): { readonly array: string; readonly merge: string } {
  const paths = scriptPaths(journal);
  const submitted: string[] = [];
  const submit = (...args: readonly string[]) => {
    submitted.push(slurm("sbatch", "--parsable", ...args));
    return submitted[submitted.length - 1];
  };
  try {
    const array = submit(paths.tasks);
    const merge = submit(`--dependency=afterany:${array}`, paths.merge);
    submit(`--dependency=afternotok:${merge}`, paths.merge, "2");
    return { array, merge };
  } catch (error) {
    if (submitted.length > 0) slurm("scancel", ...submitted); // half a round is of no use
    throw error;
  }
}

/** How many jobs of a run there are. */
export function jobsOf(run: Pick<SlurmSettings, "experiment" | "run">): SlurmJobs {
  const states = slurm("squeue", ...ours(run), "--array", "--noheader", "--format=%T")
    .split("\n")
    .filter(Boolean);
  const running = states.filter((state) => /^(RUNNING|COMPLETING|CONFIGURING)$/.test(state)).length;
  return { running, waiting: states.length - running };
}

export function cancelJobs(run: Pick<SlurmSettings, "experiment" | "run">): void {
  slurm("scancel", ...ours(run));
}

function ours(run: Pick<SlurmSettings, "experiment" | "run">): readonly string[] {
  return [`--user=${userInfo().username}`, `--name=${jobName(run)}`];
}

/** What a command of Slurm answers; its refusal is shown in its own words, on one line. */
function slurm(command: string, ...args: readonly string[]): string {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
  } catch (error) {
    const { code, stderr = "" } = error as NodeJS.ErrnoException & { readonly stderr?: string };
    if (code === "ENOENT") {
      throw new SlurmRefusal(
        `Slurm must be on this machine, got no ${command} on the PATH; any other scheduler can run the shares: epsilab run --help`,
      );
    }
    const [first = "no reason"] = stderr
      .split("\n")
      .flatMap((line) => line.replace(/^\w+: (error: )?/, "").trim() || []);
    const last =
      stderr
        .trim()
        .split("\n")
        .at(-1)
        ?.replace(/^\w+: (error: )?/, "") ?? "";
    throw new SlurmRefusal(
      `Slurm must take the job, got from ${command}: ${first === last ? first : `${first}; ${last}`}`,
    );
  }
}
