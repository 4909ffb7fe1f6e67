/**
 * `epsilab list`: the claims by area, with what the stored results say of each.
 */
import { resolve } from "node:path";
import { areas, claims } from "../../claims/index.ts";
import { checksByClaim, claimVerdict, loadAll } from "../claim-status.ts";
import { counted } from "../counted.ts";
import { readResult } from "../read-result.ts";
import { commandLine, execute, RESULTS } from "./command-line.ts";
import { resultFolders } from "./results-folder.ts";
import { colourVerdicts, table } from "./table.ts";
import { meaningOf } from "./word-meaning.ts";

interface Options {
  readonly checked?: true;
  readonly json?: true;
  readonly results: string;
}

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine("list", "List the claims by area, the experiments that check them, and what was found.")
    .argument("[area]", `one of ${areas.join(", ")}`)
    .option("--checked", "only claims that an experiment checks")
    .option("--json", "as JSON")
    .option(...RESULTS);
  return execute(command, args, async (area: string | undefined, { checked, json, results: kept }: Options) => {
    if (area !== undefined && !(areas as readonly string[]).includes(area)) {
      throw new RangeError(`area must be one of ${areas.join(", ")}, got "${area}"${await meaningOf(area)}`);
    }
    const checks = checksByClaim(await loadAll(), resultFolders(resolve(kept)).map(readResult));
    const shown = claims
      .filter((claim) => (area === undefined || claim.area === area) && (!checked || checks.has(claim.id)))
      .map((claim) => {
        const own = checks.get(claim.id) ?? [];
        const results = own.flatMap(({ result }) => (result === undefined ? [] : [result]));
        return {
          claim: claim.id,
          area: claim.area,
          title: claim.title,
          errata: claim.errata.map(({ id }) => id),
          experiments: [...new Set(own.map(({ experiment }) => experiment))],
          verdict: claimVerdict(own) ?? (own.length > 0 ? "not run" : "no experiment yet"),
          lastRun:
            results
              .map(({ environment }) => String(environment.finished ?? ""))
              .sort()
              .at(-1) ?? "",
        };
      });
    if (json) process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
    else {
      const columns = ["area", "claim", "errata", "verdict", "experiments", "last run"].map((title) => ({ title }));
      const rows = shown.map((each) => [
        each.area,
        each.claim,
        each.errata.join(" "),
        each.verdict,
        each.experiments.join(" "),
        each.lastRun.slice(0, 10),
      ]);
      process.stdout.write(colourVerdicts(table(columns, rows), process.stdout.isTTY));
      const covered = shown.filter(({ experiments }) => experiments.length > 0).length;
      process.stdout.write(
        `\n${counted(shown.length, "claim")}, ${covered} with an experiment; "epsilab show <claim>" says more\n`,
      );
    }
    return 0;
  });
}
