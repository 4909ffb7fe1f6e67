/**
 * `epsilab cancel`: ends the jobs of a run on a cluster. What they have computed stays, and the run can be submitted again from there.
 */
import { SharedJournal } from "../cluster/shared-journal.ts";
import { cancelJobs, jobsOf } from "../cluster/slurm.ts";
import { counted } from "../text/counted.ts";
import { commandLine, execute, RESULTS, workbench } from "./command-line.ts";
import { chosenJournals } from "./jobs.ts";

interface Options {
  readonly journal?: string;
  readonly results?: string;
}

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine("cancel", "End the jobs of a run on a cluster; what they have computed stays.")
    .argument("[run]", "by its experiment or its name, as `epsilab jobs` shows it")
    .option("--journal <folder>", "that of this journal, wherever it was submitted")
    .option(...RESULTS);
  return execute(command, args, (name: string | undefined, { journal, results }: Options) => {
    if (name === undefined && journal === undefined)
      throw new RangeError("run must be named, or --journal, got neither");
    const folders =
      journal === undefined ? chosenJournals(workbench(results), name).map(([, folder]) => folder) : [journal];
    for (const folder of folders) {
      const { head } = SharedJournal.open(folder);
      const { running, waiting } = jobsOf(head);
      if (running + waiting > 0) cancelJobs(head);
      process.stdout.write(
        `${head.experiment}-${head.run}: ${counted(running + waiting, "job")} ended; its blocks are kept in ${folder}\n`,
      );
    }
    return 0;
  });
}
