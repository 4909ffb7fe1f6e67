/**
 * `epsilab report`: one page of all claims, verdicts and figures.
 */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { loadAll } from "../claim-status.ts";
import { counted } from "../counted.ts";
import { plotlyText } from "../figure-files.ts";
import { readResult } from "../read-result.ts";
import { reportPage } from "../report/report.ts";
import { atPath } from "../storage-error.ts";
import { commandLine, execute, RESULTS } from "./command-line.ts";
import { resultFolders } from "./results-folder.ts";

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine(
    "report",
    "Write one self-contained page of all claims, verdicts and interactive figures.",
  )
    .option("--output <file>", "where the page goes", "epsilab-report.html")
    .option(...RESULTS);
  return execute(command, args, async ({ output, results: kept }: { output: string; results: string }) => {
    const results = resultFolders(resolve(kept)).map(readResult);
    const path = resolve(output);
    const page = reportPage({ experiments: await loadAll(), results, plotly: plotlyText() });
    atPath("the report", path, () => writeFileSync(path, page));
    process.stdout.write(`${path}: ${counted(results.length, "result")}\n`);
    return 0;
  });
}
