/**
 * `epsilab list`: the claims by area, all or those that speak of some words, with what the stored results say of each.
 */
import { areas, type Claim } from "../../claims/index.ts";
import { fitsSearch, searchedText } from "../evidence/claim-search.ts";
import { type ClaimState, checksByClaim, claimState, missedControls } from "../evidence/claim-status.ts";
import { meaningOf } from "../evidence/word-meaning.ts";
import { readResult } from "../format/read-result.ts";
import { resultFolders } from "../store/named-results.ts";
import { counted } from "../text/counted.ts";
import { colourVerdicts, table } from "../text/table.ts";
import { commandLine, execute, RESULTS, tellProblems, workbench } from "./command-line.ts";

/** Stands for all claims of the project. */
const OWN = "own";

interface Options {
  readonly area?: string;
  readonly checked?: true;
  readonly json?: true;
  readonly results?: string;
}

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine("list", "List the claims by area, the experiments that check them, and what was found.")
    .argument(
      "[words...]",
      "only claims that speak of all these words, as the report's search finds them; own: those of the project",
    )
    .option("--area <area>", `only claims of one area: ${areas.join(", ")}, or one of the project's`)
    .option("--checked", "only claims that an experiment checks")
    .option("--json", "as JSON")
    .option(...RESULTS);
  return execute(command, args, async (words: readonly string[], { area, checked, json, results: kept }: Options) => {
    const bench = workbench(kept);
    const { catalogue } = bench;
    const known = await catalogue.areas();
    if (area !== undefined && !known.includes(area)) {
      throw new RangeError(
        `--area must be one of ${known.join(", ")}, got "${area}"${await meaningOf(area, catalogue)}`,
      );
    }
    const isOwn = words.length === 1 && words[0] === OWN;
    const own = (await catalogue.own()).flatMap((loaded) => loaded.experiment.claims.map(({ id }) => id));
    const claims = await catalogue.claims();
    tellProblems(bench);
    const experiments = await catalogue.all();
    const checks = checksByClaim(experiments, resultFolders(bench.places).map(readResult));
    const query = words.join(" ");
    const fits = (claim: Claim) =>
      isOwn ? own.includes(claim.id) : fitsSearch(searchedText(claim, checks.get(claim.id) ?? []), query);
    const found = claims.filter(fits);
    if (found.length === 0 && !isOwn) {
      throw new RangeError(`no claim speaks of "${query}"${await meaningOf(query, catalogue)}`);
    }
    const shown = found
      .filter(({ id, area: of }) => (area === undefined || of === area) && (!checked || checks.has(id)))
      .map((claim) => {
        const own = checks.get(claim.id) ?? [];
        const results = own.flatMap(({ result }) => (result === undefined ? [] : [result]));
        return {
          claim: claim.id,
          area: claim.area,
          title: claim.title,
          errata: claim.errata.map(({ id }) => id),
          experiments: [...new Set(own.map(({ experiment }) => experiment))],
          verdict: claimState(claim, own),
          missedControls: missedControls(own),
          lastRun:
            results
              .map(({ environment }) => String(environment.finished ?? ""))
              .sort()
              .at(-1) ?? "",
        };
      });
    if (json) process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
    else {
      const titles = ["area", "claim", "errata", "verdict", "experiments", "last run", "title"];
      const rows = shown.map((each) => [
        each.area,
        each.claim,
        each.errata.join(" "),
        each.missedControls.length === 0 ? each.verdict : `${each.verdict}, control missed`,
        each.experiments.join(" "),
        each.lastRun.slice(0, 10),
        each.title,
      ]);
      process.stdout.write(
        colourVerdicts(
          table(
            titles.map((title) => ({ title })),
            rows,
          ),
          process.stdout.isTTY,
        ),
      );
      process.stdout.write(`\n${summary(shown.map(({ verdict }) => verdict))}; "epsilab show <claim>" says more\n`);
    }
    return 0;
  });
}

/** How many claims there are, and how many of each state that is not a verdict. */
function summary(states: readonly ClaimState[]): string {
  const count = (state: ClaimState) => states.filter((each) => each === state).length;
  const without: readonly (readonly [ClaimState, string])[] = [
    ["not run", "not run yet"],
    ["cited", "cited, which no run can decide"],
    ["no experiment yet", "without an experiment"],
  ];
  const others = without.filter(([state]) => count(state) > 0);
  const checked = states.length - others.reduce((total, [state]) => total + count(state), 0);
  return [
    counted(states.length, "claim"),
    `${checked} with a verdict`,
    ...others.map(([state, words]) => `${count(state)} ${words}`),
  ].join(", ");
}
