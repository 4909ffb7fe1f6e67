/**
 * `epsilab figure`: the figures of a result, or those that show a claim, as files.
 */
import { join, resolve } from "node:path";
import { checksByClaim } from "../evidence/claim-status.ts";
import { readResult } from "../format/read-result.ts";
import { citationKey } from "../format/result-files.ts";
import { makeFolder } from "../machine/folder.ts";
import { atPath } from "../machine/storage-error.ts";
import { writeWhole } from "../machine/whole-file.ts";
import type { Workbench } from "../program/workbench.ts";
import { type FigureFormat, FORMATS, figureFile } from "../store/figure-files.ts";
import { resultFolders, resultNamed } from "../store/named-results.ts";
import { figuresOfChecks, type ShownFigures } from "../store/shown-figures.ts";
import {
  type ChoiceOptions,
  choiceOf,
  commandLine,
  execute,
  RESULTS,
  tellSuperseded,
  wholeNumber,
  withChoice,
  workbench,
} from "./command-line.ts";

interface Options extends ChoiceOptions {
  readonly format: string;
  readonly figure?: string;
  readonly caption: boolean;
  readonly slide?: true;
  readonly width?: number;
  readonly output: string;
  readonly results?: string;
}

export function run(args: readonly string[]): Promise<number> {
  const command = withChoice(commandLine("figure", "Write the figures of a result, or of a claim, as files."))
    .argument(
      "<result>",
      "a result: its folder, run id or citation, or an experiment, which stands for its full result; " +
        "or a claim, for the figures that show it",
    )
    .option("--format <formats>", `some of ${FORMATS.join(", ")}, with commas between`, "svg,png")
    .option("--figure <name>", "only this one")
    .option("--no-caption", "leave the caption out of PNG and HTML; SVG and PDF have none")
    .option("--slide", "a picture of 1920 by 1080 pixels with the figure as large as it fits, without its caption")
    .option("--width <pixels>", "how wide the picture is", wholeNumber("--width", 100, 20_000))
    .option("--output <folder>", "where the files go", ".")
    .option(...RESULTS)
    .addHelpText("after", "\nSVG and PNG are drawn by Epsilab itself; PDF needs Chromium on the machine.");
  return execute(command, args, async (name: string, options: Options) => {
    const formats = options.format.split(",").map(requireFormat);
    const { caption, slide = false, width, output } = options;
    if (formats.includes("html") && (slide || width !== undefined)) {
      throw new RangeError("--slide and --width are of pictures: --format must be some of svg, png, pdf, got html");
    }
    const look = { caption, slide, ...(width === undefined ? {} : { width }) };
    const chosen = chosenOf(await figuresNamed(name, workbench(options.results), options), options.figure);
    const folder = resolve(output);
    atPath("the folder", folder, () => makeFolder(folder));
    for (const { result, figures } of chosen) {
      const citation = citationKey(result.spec, result.id);
      for (const [title, figure] of figures) {
        for (const format of formats) {
          const path = join(folder, `${result.spec.experiment}-${title}.${format}`);
          const content = await figureFile(figure, format, { ...look, title: `${title}, ${citation}` });
          atPath("the figure", path, () => writeWhole(path, content));
          process.stdout.write(`${path}\n`);
        }
      }
    }
    return 0;
  });
}

/** The figures that a word stands for: those of a result, or of a claim where no experiment has its name. */
async function figuresNamed(name: string, bench: Workbench, options: Options): Promise<readonly ShownFigures[]> {
  const { catalogue } = bench;
  const claim = (await catalogue.ids()).includes(name) ? undefined : await catalogue.claimNamed(name);
  if (claim === undefined) {
    const result = await resultNamed(name, bench, choiceOf(options));
    await tellSuperseded(result, bench);
    if (result.figures.size === 0) throw new RangeError(`${citationKey(result.spec, result.id)} has no figures`);
    return [{ result, figures: [...result.figures] }];
  }
  if (Object.keys(choiceOf(options)).length > 0) {
    throw new RangeError(`--quick, --full and --run choose a result of an experiment, got the claim "${name}"`);
  }
  const experiments = await catalogue.all();
  const checks = checksByClaim(experiments, resultFolders(bench.places).map(readResult)).get(claim.id) ?? [];
  const found = figuresOfChecks(checks, experiments);
  if (found.length === 0) throw new RangeError(`no stored figure shows the claim "${claim.id}"`);
  return found;
}

/** Those of one name, or all. */
function chosenOf(all: readonly ShownFigures[], wanted: string | undefined): readonly ShownFigures[] {
  if (wanted === undefined) return all;
  const chosen = all
    .map(({ result, figures }) => ({ result, figures: figures.filter(([title]) => title === wanted) }))
    .filter(({ figures }) => figures.length > 0);
  if (chosen.length > 0) return chosen;
  const known = all.flatMap(({ figures }) => figures.map(([title]) => title)).join(", ");
  throw new RangeError(`--figure must be one of ${known}, got "${wanted}"`);
}

function requireFormat(text: string): FigureFormat {
  const format = FORMATS.find((known) => known === text);
  if (format === undefined) throw new RangeError(`--format must be some of ${FORMATS.join(", ")}, got "${text}"`);
  return format;
}
