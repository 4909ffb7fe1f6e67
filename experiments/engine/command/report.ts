/**
 * `epsilab report`: one page of all claims, verdicts and figures.
 */
import { existsSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { bibtexEntry } from "../citation/bibtex.ts";
import { citationIn } from "../citation/cite.ts";
import { counted } from "../counted.ts";
import { plotlyText } from "../figure-files.ts";
import { resultFolders } from "../named-results.ts";
import { packageFolder } from "../project.ts";
import { readResult } from "../read-result.ts";
import { reportPage } from "../report/page.ts";
import { atPath } from "../storage-error.ts";
import { commandLine, execute, RESULTS, tellProblems, workbench } from "./command-line.ts";

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine(
    "report",
    "Write one self-contained page: what was found, every claim with its card, search, errata and interactive figures.",
  )
    .option("--output <file>", "where the page goes", "epsilab-report.html")
    .option(...RESULTS);
  return execute(command, args, async ({ output, results: kept }: { output: string; results?: string }) => {
    const bench = workbench(kept);
    const results = resultFolders(bench.places).map(readResult);
    const path = resolve(output);
    const reference = referenceFrom(dirname(path));
    const entries = results.map(async (result) => [result.id, bibtexEntry(await citationIn(bench, result))] as const);
    const page = reportPage({
      experiments: await bench.catalogue.all(),
      claims: await bench.catalogue.claims(),
      areas: await bench.catalogue.areas(),
      results,
      bibtex: new Map(await Promise.all(entries)),
      plotly: plotlyText(),
      reference,
    });
    tellProblems(bench);
    atPath("the report", path, () => writeFileSync(path, page));
    process.stdout.write(`${path}: ${counted(results.length, "result")}\n`);
    return 0;
  });
}

/** The API reference as a page in this folder links to it, where `npm run docs` has written it. */
function referenceFrom(folder: string): string | undefined {
  const reference = join(packageFolder, "docs", "api");
  if (!existsSync(join(reference, "index.html"))) return undefined;
  return relative(folder, reference).split(sep).map(encodeURIComponent).join("/");
}
