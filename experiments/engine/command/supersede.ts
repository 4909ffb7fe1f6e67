/**
 * `epsilab supersede`: sets a cited result aside before another takes its place, and records why.
 */

import { citationKey } from "../format/result-files.ts";
import { writeResult } from "../format/write-result.ts";
import { clock } from "../machine/clock.ts";
import { resultNamed } from "../store/named-results.ts";
import { redrawn } from "../store/redraw.ts";
import { supersede, supersessionOf } from "../store/superseded.ts";
import { type ChoiceOptions, choiceOf, commandLine, execute, RESULTS, withChoice, workbench } from "./command-line.ts";

interface Options extends ChoiceOptions {
  readonly because: string;
  readonly redraw?: true;
  readonly results?: string;
}

const HELP = `
The folder goes to results/<experiment>/superseded/<run>-<hash>, and results/<experiment>/superseded.jsonl says what it was and why. Then
"epsilab run <experiment> --full" stores what replaces it. The old citation stays valid: cite, diff, figure and paper check still read it,
verify checks its seals, and each says what replaces it. A result that nobody has cited needs none of this: run --replace.`;

export function run(args: readonly string[]): Promise<number> {
  const command = withChoice(
    commandLine("supersede", "Set a cited result aside, with the reason, before another replaces it."),
  )
    .argument(
      "<result>",
      "a result: its folder, run id or citation, or an experiment, which stands for its full result",
    )
    .requiredOption("--because <reason>", "what moved and why, in a sentence")
    .option("--redraw", "store the same cells with the figures as the experiment draws them now")
    .option(...RESULTS)
    .addHelpText("after", HELP);
  return execute(command, args, async (name: string, options: Options) => {
    const reason = options.because.trim().replace(/\.$/, "");
    if (reason === "" || reason.includes("\n")) {
      throw new RangeError(`--because must be a sentence in one line, got ${JSON.stringify(options.because)}`);
    }
    const bench = workbench(options.results);
    const result = await resultNamed(name, bench, choiceOf(options));
    const key = citationKey(result.spec, result.id);
    if (supersessionOf(result) !== undefined) {
      throw new RangeError(`a result can be superseded once, got ${key}, which is in ${result.folder}`);
    }
    const next = options.redraw ? await redrawn(result, bench) : undefined;
    if (next?.id === result.id) {
      throw new RangeError(`--redraw must change a figure, got ${key}, whose figures are drawn as they are stored`);
    }
    const { folder } = supersede(result, { reason, date: clock.date() });
    process.stdout.write(`${key} is kept in ${folder}\n`);
    if (next !== undefined) {
      const { folder: place, spec, rows } = result;
      writeResult({ ...next, folder: place, spec, rows, replace: false });
      process.stdout.write(`${citationKey(result.spec, next.id)} replaces it, in ${result.folder}\n`);
    } else {
      process.stdout.write(`epsilab run ${result.spec.experiment} --full stores what replaces it\n`);
    }
    return 0;
  });
}
