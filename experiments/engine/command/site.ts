/**
 * `epsilab site`: a folder of static files, with the report, the results and what computes them again in a browser.
 */
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readResult } from "../format/read-result.ts";
import { BLOCKS, CELLS, MANIFEST, SPEC } from "../format/result-files.ts";
import { makeFolder } from "../machine/folder.ts";
import { atPath } from "../machine/storage-error.ts";
import { writeWhole } from "../machine/whole-file.ts";
import { sitePage } from "../report/page.ts";
import { sitePrograms, thirdPartyNotices } from "../report/page-programs.ts";
import { PLAYGROUND, playgroundPage } from "../report/playground-page.ts";
import { resultFolders } from "../store/named-results.ts";
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
        "A page on disk loads no programs: to look at it here, serve it, for instance by npx vite preview or python -m http.server.",
    );
  return execute(command, args, async ({ output, results: kept }: Options) => {
    const bench = workbench(kept);
    const results = resultFolders(bench.places).map(readResult);
    const folder = resolve(output);
    const programs = await sitePrograms(await bench.catalogue.own());
    const { page, files } = sitePage({ ...(await reportQuestion(bench, results)), programs });
    atPath("the site", folder, () => {
      const write = (name: string, content: string | Uint8Array) => {
        makeFolder(dirname(join(folder, name)));
        writeWhole(join(folder, name), content);
      };
      for (const [name, content] of programs.files) write(join("programs", name), content);
      for (const [name, content] of files) write(name, content);
      for (const result of results) {
        const place = join("results", result.spec.experiment, result.runId);
        for (const name of [MANIFEST, SPEC, CELLS, BLOCKS])
          write(join(place, name), readFileSync(join(result.folder, name)));
      }
      write("THIRD-PARTY-NOTICES.md", thirdPartyNotices());
      write(PLAYGROUND, playgroundPage(programs.playground));
      write("index.html", page);
    });
    tellProblems(bench);
    process.stdout.write(`${folder}: ${counted(results.length, "result")}\n`);
    return 0;
  });
}
