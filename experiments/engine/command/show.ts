/**
 * `epsilab show`: one claim, with its source, what the lecture notes said of it, and what was found.
 */
import { erratumKinds, type Lecture, lectureNotes, type Source, whatWasRead } from "../../claims/index.ts";
import { type ClaimCheck, checksByClaim } from "../evidence/claim-status.ts";
import { errataOf, stateWords } from "../evidence/errata.ts";
import { meaningOf } from "../evidence/word-meaning.ts";
import { readResult } from "../format/read-result.ts";
import { citationKey } from "../format/result-files.ts";
import { resultFolders } from "../store/named-results.ts";
import { figuresOfChecks, type ShownFigures } from "../store/shown-figures.ts";
import { colourVerdicts } from "../text/table.ts";
import { wrap } from "../text/wrap.ts";
import { commandLine, execute, RESULTS, tellProblems, workbench } from "./command-line.ts";

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine("show", "Show a claim: statement, source, erratum, experiments, verdict.")
    .argument("<claim>", 'the id of a claim; "epsilab list" has them')
    .option("--json", "as JSON")
    .option(...RESULTS);
  return execute(command, args, async (id: string, { json, results }: { json?: true; results?: string }) => {
    const bench = workbench(results);
    const { catalogue } = bench;
    const claim = await catalogue.claimNamed(id);
    if (claim === undefined) throw new RangeError(`no claim is called "${id}"${await meaningOf(id, catalogue)}`);
    const stored = resultFolders(bench.places).map(readResult);
    const experiments = await catalogue.all();
    const checks = checksByClaim(experiments, stored).get(claim.id) ?? [];
    const figures = figuresOfChecks(checks, experiments);
    tellProblems(bench);
    if (json) {
      const found = checks.map(({ result, outcome, ...rest }) => ({ ...rest, ...cited(result), outcome }));
      const named = figures.map(({ result, figures: own }) => ({
        experiment: result.spec.experiment,
        ...cited(result),
        figures: own.map(([name]) => name),
      }));
      process.stdout.write(`${JSON.stringify({ ...claim, checks: found, figures: named }, null, 2)}\n`);
      return 0;
    }
    const { covers = "", citedBecause } = claim;
    const none =
      citedBecause === undefined
        ? "none yet"
        : `none: no run can decide this, for ${citedBecause}; it is cited with its sources`;
    const sections: [string, readonly string[]][] = [
      ["Statement", [claim.statement]],
      ["Source", claim.source.map(sourceLine)],
      ["Lecture notes", claim.lecture === undefined ? [] : [notesLine(claim.lecture), whatWasRead]],
      [
        "Errata",
        errataOf([claim], experiments, stored).flatMap((each) => [
          `${each.id}, ${each.kind} (${erratumKinds[each.kind].means}), ${each.where}: the notes say: ${each.said}`,
          `  ${erratumKinds[each.kind].right}: ${each.right}`,
          `  For the author: ${each.defence}`,
          `  ${stateWords(each)}${each.state === "shown" ? `; "epsilab errata ${each.id}" has the numbers` : ""}`,
        ]),
      ],
      [
        "Withdrawn errata",
        (claim.withdrawn ?? []).map(
          ({ id, where, said, because, date }) =>
            `${id}, withdrawn on ${date}, the notes are right (${where}): ${said} ${because}`,
        ),
      ],
      ["Evidence", [claim.evidence.join(", ")]],
      ["Covers", [covers].filter(Boolean)],
      ["Experiments", checks.length === 0 ? [none] : checks.flatMap(checkLines)],
      ["Figures", figures.length === 0 ? [] : [...figures.map(figureLine), `"epsilab figure ${claim.id}" writes them`]],
    ];
    const text = sections
      .filter(([, lines]) => lines.length > 0)
      .map(([title, lines]) => `${title}\n${lines.map((line) => wrap(line, "  ")).join("\n")}\n`);
    process.stdout.write(colourVerdicts(`${claim.id}: ${claim.title}\n\n${text.join("\n")}`, process.stdout.isTTY));
    return 0;
  });
}

function figureLine({ result, figures }: ShownFigures): string {
  return `${result.spec.experiment}: ${figures.map(([name]) => name).join(", ")}`;
}

function cited(result: ClaimCheck["result"]) {
  return result === undefined ? {} : { citation: citationKey(result.spec, result.id) };
}

function sourceLine({ work, year, where, doi }: Source): string {
  return [`${work} (${year})`, where, doi === undefined ? undefined : `doi:${doi}`].filter(Boolean).join(", ");
}

function notesLine({ notes, where, said }: Lecture): string {
  return `${said} (${where}; ${notes.map((id) => `${id} is ${lectureNotes[id].title}`).join("; ")})`;
}

function checkLines({ experiment, part, asks, over, controls, result, outcome }: ClaimCheck): readonly string[] {
  const question = [`${experiment}, part ${part}: ${asks}`, ...(over === "" ? [] : [`  over ${over}`])];
  const broken = Object.entries(controls).map(([name, says]) => {
    const fate = outcome?.controls[name];
    return `  control ${name}${fate === undefined ? "" : `, ${fate}`}: ${says}`;
  });
  if (result === undefined || outcome === undefined)
    return [...question, `  not run: epsilab run ${experiment}`, ...broken];
  const counts = Object.entries(outcome.counts).filter(([, count]) => count > 0);
  const found = `  ${outcome.verdict} (${counts.map(([word, count]) => `${count} ${word}`).join(", ")})`;
  return [...question, found, ...broken, `  ${citationKey(result.spec, result.id)}`];
}
