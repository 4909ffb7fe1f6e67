/**
 * `epsilab site`: a folder of static files, with the report, the results and what computes them again in a browser.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readResult } from "../format/read-result.ts";
import { BLOCKS, CELLS, MANIFEST, SPEC } from "../format/result-files.ts";
import { atPath } from "../machine/storage-error.ts";
import { sitePage } from "../report/page.ts";
import { sitePrograms, thirdPartyNotices } from "../report/page-programs.ts";
import { PLAYGROUND, playgroundPage } from "../report/playground-page.ts";
import { resultFolders } from "../store/named-results.ts";
import { writeFolder } from "../store/written-folder.ts";
import { counted } from "../text/counted.ts";
import { commandLine, execute, RESULTS, tellProblems, workbench } from "./command-line.ts";
import { reportQuestion } from "./report.ts";

interface Options {
  readonly output: string;
  readonly results?: string;
}

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine(
    "site",
    "Write a folder of static files: the report, what computes its results again in a browser, and a page to try the library.",
  )
    .option("--output <folder>", "where the files go", "epsilab-site")
    .option(...RESULTS)
    .addHelpText(
      "after",
      "\nThe address of the page with # and a citation, as in #epsilab:membership-tradeoff/1fd3c071382b, leads to that result. " +
        'Where package.json names the published site, as "epsilab": { "site": "https://example.org/study/" }, ' +
        "epsilab cite gives that address, and epsilab.sty links to it.\n" +
        "Any web server can serve the folder, or a USB stick with one; its pages ask no other host for anything. " +
        "Written again, the folder loses its own files of the time before, and no other. " +
        "A page on disk loads no programs: to look at it here, serve it, for instance by npx vite preview or python -m http.server.",
    );
  return execute(command, args, async ({ output, results: kept }: Options) => {
    const bench = workbench(kept);
    const results = resultFolders(bench.places).map(readResult);
    const folder = resolve(output);
    const programs = await sitePrograms(await bench.catalogue.own());
    const { page, files } = sitePage({ ...(await reportQuestion(bench, results)), programs });
    atPath("the site", folder, () => {
      const stored = results.flatMap(({ folder: from, spec, runId }) =>
        [MANIFEST, SPEC, CELLS, BLOCKS].map(
          (name) => [`results/${spec.experiment}/${runId}/${name}`, readFileSync(join(from, name))] as const,
        ),
      );
      const all = new Map<string, string | Uint8Array>([
        ...[...programs.files].map(([name, content]) => [`programs/${name}`, content] as const),
        ...files,
        ...stored,
        ["THIRD-PARTY-NOTICES.md", thirdPartyNotices()],
        [PLAYGROUND, playgroundPage(programs.playground)],
        ["index.html", page],
      ]);
      writeFolder(folder, all);
    });
    tellProblems(bench);
    process.stdout.write(`${folder}: ${counted(results.length, "result")}\n`);
    return 0;
  });
}
