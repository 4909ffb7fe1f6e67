/**
 * `epsilab site`: a folder of static files, with the report, the results and what computes them again in a browser.
 */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { bibtexEntry } from "../citation/bibtex.ts";
import { citationIn } from "../citation/cite.ts";
import { readResult } from "../format/read-result.ts";
import { BLOCKS, CELLS, MANIFEST, SPEC } from "../format/result-files.ts";
import { atPath } from "../machine/storage-error.ts";
import { reportPage } from "../report/page.ts";
import { sitePrograms } from "../report/site-programs.ts";
import { plotlyText } from "../store/figure-files.ts";
import { resultFolders } from "../store/named-results.ts";
import { counted } from "../text/counted.ts";
import { commandLine, execute, RESULTS, tellProblems, workbench } from "./command-line.ts";

interface Options {
  readonly output: string;
  readonly results?: string;
}

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine(
    "site",
    "Write a folder of static files: the report, and on every result and claim what computes it again in the reader's browser.",
  )
    .option("--output <folder>", "where the files go", "epsilab-site")
    .option(...RESULTS)
    .addHelpText(
      "after",
      "\nAny web server can serve the folder, or a USB stick with one; its pages ask no other host for anything. " +
        "A page on disk loads no programs: to look at it here, serve it, for instance by npx vite preview or python -m http.server.",
    );
  return execute(command, args, async ({ output, results: kept }: Options) => {
    const bench = workbench(kept);
    const results = resultFolders(bench.places).map(readResult);
    const folder = resolve(output);
    const entries = results.map(async (result) => [result.id, bibtexEntry(await citationIn(bench, result))] as const);
    const page = reportPage({
      experiments: await bench.catalogue.all(),
      claims: await bench.catalogue.claims(),
      areas: await bench.catalogue.areas(),
      results,
      bibtex: new Map(await Promise.all(entries)),
      plotly: plotlyText(),
      program: "programs/page.js",
    });
    const programs = await sitePrograms({});
    atPath("the site", folder, () => {
      mkdirSync(join(folder, "programs"), { recursive: true });
      writeFileSync(join(folder, "index.html"), page);
      for (const [name, content] of programs) writeFileSync(join(folder, "programs", name), content);
      for (const result of results) {
        const place = join(folder, "results", result.spec.experiment, result.runId);
        mkdirSync(place, { recursive: true });
        for (const name of [MANIFEST, SPEC, CELLS, BLOCKS]) copyFileSync(join(result.folder, name), join(place, name));
      }
    });
    tellProblems(bench);
    process.stdout.write(`${folder}: ${counted(results.length, "result")}\n`);
    return 0;
  });
}
