/**
 * `epsilab figure`: the figures of a result as files.
 */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type FigureFormat, FORMATS, figureFile } from "../figure-files.ts";
import { resultNamed } from "../named-results.ts";
import { citationKey } from "../result-files.ts";
import { atPath } from "../storage-error.ts";
import { writeWhole } from "../whole-file.ts";
import {
  type ChoiceOptions,
  choiceOf,
  commandLine,
  execute,
  RESULTS,
  tellSuperseded,
  withChoice,
  workbench,
} from "./command-line.ts";

interface Options extends ChoiceOptions {
  readonly format: string;
  readonly figure?: string;
  readonly output: string;
  readonly results?: string;
}

export function run(args: readonly string[]): Promise<number> {
  const command = withChoice(commandLine("figure", "Write the figures of a result as files."))
    .argument(
      "<result>",
      "a result: its folder, run id or citation, or an experiment, which stands for its full result",
    )
    .option("--format <formats>", `some of ${FORMATS.join(", ")}, with commas between`, "svg,png")
    .option("--figure <name>", "only this one")
    .option("--output <folder>", "where the files go", ".")
    .option(...RESULTS)
    .addHelpText("after", "\nSVG and PNG are drawn by Epsilab itself; PDF needs Chromium on the machine.");
  return execute(command, args, async (name: string, options: Options) => {
    const bench = workbench(options.results);
    const result = await resultNamed(name, bench, choiceOf(options));
    await tellSuperseded(result, bench);
    const formats = options.format.split(",").map(requireFormat);
    const citation = citationKey(result.spec, result.id);
    if (result.figures.size === 0) throw new RangeError(`${citation} has no figures`);
    const chosen = [...result.figures].filter(([title]) => options.figure === undefined || title === options.figure);
    if (chosen.length === 0) {
      const known = [...result.figures.keys()].join(", ");
      throw new RangeError(`--figure must be one of ${known}, got "${options.figure}"`);
    }
    const folder = resolve(options.output);
    atPath("the folder", folder, () => mkdirSync(folder, { recursive: true }));
    for (const [title, figure] of chosen) {
      for (const format of formats) {
        const path = join(folder, `${result.spec.experiment}-${title}.${format}`);
        const content = await figureFile(figure, format, `${title}, ${citation}`);
        atPath("the figure", path, () => writeWhole(path, content));
        process.stdout.write(`${path}\n`);
      }
    }
    return 0;
  });
}

function requireFormat(text: string): FigureFormat {
  const format = FORMATS.find((known) => known === text);
  if (format === undefined) throw new RangeError(`--format must be some of ${FORMATS.join(", ")}, got "${text}"`);
  return format;
}
