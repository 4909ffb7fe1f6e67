/**
 * `epsilab cite`: a stored result in the forms in which papers, repositories and archives cite it.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bibtexEntry } from "../citation/bibtex.ts";
import { plainCitation, requireCitable } from "../citation/citation.ts";
import { citationFileEntry } from "../citation/citation-file-entry.ts";
import { citationIn } from "../citation/cite.ts";
import { crateSource } from "../citation/crate-source.ts";
import { latexResults } from "../citation/latex-results.ts";
import { latexStyle, STYLE } from "../citation/latex-style.ts";
import { fileNames, researchObjectCrate } from "../citation/research-object-crate.ts";
import { resultKeys } from "../citation/result-keys.ts";
import { shownMeasurement } from "../citation/shown-number.ts";
import { summaryOf } from "../execution/verdict-table.ts";
import { CRATE, SOURCE } from "../format/crate.ts";
import { outcomeOf } from "../format/outcome.ts";
import type { Result } from "../format/read-result.ts";
import { makeFolder } from "../machine/folder.ts";
import { atPath } from "../machine/storage-error.ts";
import { writeWhole } from "../machine/whole-file.ts";
import { resultNamed } from "../store/named-results.ts";
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
  readonly bibtex?: true;
  readonly latex?: true;
  readonly cff?: true;
  readonly roCrate?: true;
  readonly keys?: true;
  readonly output?: string;
  readonly allowDirty?: true;
  readonly results?: string;
}

const HELP = `
Without a form, the citation is printed in plain words and as BibTeX.
A key of a number is <experiment>/<part>/<text values>/<name=value...>/<check>; the part may be left out where the rest says enough.
In LaTeX: \\usepackage{epsilab} and \\input{<experiment>-results}, then
  \\epsres{key} value and interval   \\epsval{key} value   \\epsinterval{key}   \\epstheory{key}   \\epsverdict{key}
  \\epshash{key} hash of its result  \\epsresult{key} how that is cited      \\epscheck{key}{0.697} a number typed by hand
  \\epsatmost{key}{0.7} and \\epsatleast{key}{0.69} print a bound typed by hand, which the end of the interval must keep
The citation of a superseded result gives that result, and says why and by which it was replaced.`;

export function run(args: readonly string[]): Promise<number> {
  const command = withChoice(
    commandLine("cite", "Cite a stored result, with its hash and the commit that computed it."),
  )
    .argument(
      "<result>",
      "a result: its folder, run id or citation, or an experiment, which stands for its full result",
    )
    .option("--bibtex", "as BibTeX")
    .option("--latex", "write epsilab.sty and <experiment>-results.tex, with every number of the result by its key")
    .option("--cff", "as an entry of `references` in a CITATION.cff")
    .option(
      "--ro-crate",
      "as RO-Crate metadata; with --output, the whole crate with the result's files and the source of your experiment",
    )
    .option("--keys", "list the keys of the result with what they print")
    .option("--output <folder>", "write files there; without it only --latex writes, here")
    .option("--allow-dirty", "cite a result that was computed from modified files, and say so")
    .option(...RESULTS)
    .addHelpText("after", HELP);
  return execute(command, args, async (name: string, options: Options) => {
    const bench = workbench(options.results);
    const result = await resultNamed(name, bench, choiceOf(options));
    await tellSuperseded(result, bench);
    if (options.keys) {
      process.stdout.write(keyLines(result));
      return 0;
    }
    const citation = await citationIn(bench, result);
    requireCitable(citation, options.allowDirty === true);
    const outcome = outcomeOf(result.rows);
    if (!outcome.passed) process.stderr.write(`epsilab: ${citation.key} ${summaryOf(outcome)}\n`);
    const { experiment, runId } = citation;
    const { bibtex, latex, cff, roCrate, output } = options;
    if (latex) {
      writeOwn(output ?? ".", STYLE, latexStyle);
      writeOwn(output ?? ".", `${experiment}-results.tex`, latexResults(result, citation));
    }
    if (bibtex) give(output, `${experiment}-${runId}.bib`, bibtexEntry(citation));
    if (cff) give(output, `${experiment}-${runId}.cff`, citationFileEntry(citation));
    if (roCrate) {
      const source = await crateSource(result, bench);
      const isCarried = source !== undefined && "files" in source;
      if (source !== undefined && !isCarried) process.stderr.write(`epsilab: ${source.reason}\n`);
      give(output, CRATE, researchObjectCrate(result, citation, isCarried ? source : undefined));
      if (output !== undefined) {
        copyFiles(fileNames(result), result.folder, output);
        if (isCarried) copyFiles(source.files, source.folder, join(output, SOURCE));
      }
    }
    if (!(latex || bibtex || cff || roCrate)) {
      give(output, `${experiment}-${runId}.txt`, `${plainCitation(citation)}\n${bibtexEntry(citation)}`);
    }
    return 0;
  });
}

function keyLines(result: Result): string {
  const { entries, short } = resultKeys(result);
  const names = new Map([...short].map(([name, key]) => [key, name]));
  const lines = entries.map((entry) => {
    const { value, interval } = shownMeasurement(entry);
    const name = names.get(entry.key) ?? entry.key;
    return [name, value, interval, entry.verdict ?? ""].filter((text) => text !== "").join("  ");
  });
  return `${lines.join("\n")}\n`;
}

function give(folder: string | undefined, name: string, text: string): void {
  if (folder === undefined) process.stdout.write(text);
  else write(folder, name, text);
}

function write(folder: string, name: string, text: string): void {
  const path = join(folder, name);
  atPath("the file", path, () => {
    makeFolder(folder);
    writeWhole(path, text);
  });
  process.stdout.write(`wrote ${path}\n`);
}

/** A file of this name that somebody else wrote is not overwritten. */
function writeOwn(folder: string, name: string, text: string): void {
  const path = join(folder, name);
  if (existsSync(path) && !/^% Written by .epsilab cite/.test(readFileSync(path, "utf8"))) {
    throw new Error(`${path} was not written by "epsilab cite --latex"; move it away, or choose another --output`);
  }
  write(folder, name, text);
}

function copyFiles(names: readonly string[], from: string, to: string): void {
  for (const name of names) {
    const path = join(to, name);
    atPath("the file", path, () => {
      makeFolder(dirname(path));
      writeWhole(path, readFileSync(join(from, name)));
    });
  }
}
