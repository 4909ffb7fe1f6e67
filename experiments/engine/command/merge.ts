/**
 * `epsilab merge`: judges what the tasks of a run have computed; stores the result, or says what is missing.
 */

import { mergeJournal } from "../cluster/merge.ts";
import { SharedJournal } from "../cluster/shared-journal.ts";
import { failuresSince, prepareNext } from "../cluster/submission.ts";
import { type ProgressStyle, progressDisplay } from "../execution/progress-display.ts";
import { clock } from "../machine/clock.ts";
import { counted } from "../text/counted.ts";
import { commandLine, EXIT, execute, RESULTS, workbench } from "./command-line.ts";
import { showDifferent, showResult } from "./run.ts";

interface Options {
  readonly journal: string;
  readonly results?: string;
  readonly replace?: true;
  readonly nextRound?: true;
}

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine(
    "merge",
    "Judge what the tasks of a run have computed, and store the result when all is there.",
  )
    .argument("<what>", "the experiment, or the path of its file")
    .requiredOption("--journal <folder>", "where the tasks keep what they computed")
    .option(...RESULTS)
    .option("--replace", "let a different result of the same spec give way")
    .option("--next-round", "of a run that was submitted: write the script of the next round, unless it is in vain")
    .addHelpText(
      "after",
      `\nWhere blocks are missing, of tasks that were lost or of cells that need more trials, ` +
        `it asks for them and ends with ${EXIT.blocksMissing}: run the shards again.`,
    );
  return execute(command, args, async (what: string, { journal: folder, results, replace, nextRound }: Options) => {
    const { catalogue, project, out } = workbench(results);
    const journal = SharedJournal.open(folder);
    const loaded = await catalogue.load(what);
    const { id, title } = loaded.experiment;
    const style: ProgressStyle = process.stderr.isTTY ? "bar" : "lines";
    const display = progressDisplay({
      style,
      title: `merging ${id}`,
      write: (text) => process.stderr.write(text),
      clock: clock.milliseconds,
    });
    const merge = { loaded, project, journal, out, replace: replace === true, clock, progress: display.show };
    const outcome = await mergeJournal(merge)
      .finally(display.end)
      .catch((error: unknown) => showDifferent(error, title, false));
    if (outcome.kind === "stored") return showResult(title, outcome.result, outcome.written) ? 0 : EXIT.checkFailed;
    const { round, blocks, isNew } = outcome;
    const since = isNew ? "" : ", and none has come since they were asked for";
    process.stdout.write(
      `${counted(blocks, "block")} missing${since}. Round ${round.round} computes them: ` +
        `epsilab run ${what} --shard k/n --journal ${folder}\n`,
    );
    for (const failure of failuresSince(journal, round.round - 1)) process.stdout.write(`A task failed: ${failure}\n`);
    const stopped = nextRound ? prepareNext(journal, outcome) : undefined;
    if (stopped !== undefined) throw new Error(stopped);
    return EXIT.blocksMissing;
  });
}
