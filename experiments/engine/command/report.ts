/**
 * `epsilab report`: one page of all claims, verdicts and figures.
 */
import { resolve } from "node:path";
import { bibtexEntry } from "../citation/bibtex.ts";
import { citationIn } from "../citation/cite.ts";
import { type Result, readResult } from "../format/read-result.ts";
import { atPath } from "../machine/storage-error.ts";
import { writeWhole } from "../machine/whole-file.ts";
import type { Workbench } from "../program/workbench.ts";
import { type ReportQuestion, reportPage } from "../report/page.ts";
import { onePagePrograms } from "../report/page-programs.ts";
import { plotlyText } from "../store/figure-files.ts";
import { resultFolders } from "../store/named-results.ts";
import { counted } from "../text/counted.ts";
import { commandLine, execute, RESULTS, tellProblems, workbench } from "./command-line.ts";

interface Options {
  readonly output: string;
  readonly reference?: string;
  readonly recompute: boolean;
  readonly results?: string;
}

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine(
    "report",
    "Write one self-contained page: what was found, every claim with its card, search, errata and interactive figures.",
  )
    .option("--output <file>", "where the page goes", "epsilab-report.html")
    .option("--reference <address>", "link each claim to the API reference in this folder, as seen from the page")
    .option("--no-recompute", "leave out what computes results again in the page, half of its size")
    .option(...RESULTS)
    .addHelpText(
      "after",
      "\nThe page links to nothing outside itself, so that it can be sent to others. " +
        "With --reference docs/api, its links lead to a reference beside it.",
    );
  return execute(command, args, async ({ output, reference, recompute: computes, results: kept }: Options) => {
    const bench = workbench(kept);
    const results = resultFolders(bench.places).map(readResult);
    const path = resolve(output);
    const programs = computes ? await onePagePrograms(await bench.catalogue.own()) : undefined;
    const page = reportPage({
      ...(await reportQuestion(bench, results)),
      reference: reference?.replace(/\/+$/, ""),
      programs,
    });
    tellProblems(bench);
    atPath("the report", path, () => writeWhole(path, page));
    process.stdout.write(`${path}: ${counted(results.length, "result")}\n`);
    return 0;
  });
}

/** What a page of these results is made of. */
export async function reportQuestion(bench: Workbench, results: readonly Result[]): Promise<ReportQuestion> {
  const entries = results.map(async (result) => [result.id, bibtexEntry(await citationIn(bench, result))] as const);
  return {
    experiments: await bench.catalogue.all(),
    claims: await bench.catalogue.claims(),
    areas: await bench.catalogue.areas(),
    results,
    bibtex: new Map(await Promise.all(entries)),
    plotly: plotlyText(),
  };
}
