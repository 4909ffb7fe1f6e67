/**
 * `epsilab errata`: the errata of the lecture notes, by kind: what the notes say and where, what is right, the best argument for
 * the author, the numbers that show it and the citation of the run; in the terminal, or as a handout.
 */
import { Option } from "commander";
import { erratumKinds } from "../../claims/erratum.ts";
import { whatWasRead } from "../../claims/lecture-notes.ts";
import {
  type ErratumStatus,
  errataOf,
  errataSummary,
  numberWords,
  type Refutation,
  stateWords,
  type WithdrawnStatus,
  withdrawnOf,
} from "../evidence/errata.ts";
import { contestWords, errataMarkdown } from "../evidence/errata-handout.ts";
import { meaningOf } from "../evidence/word-meaning.ts";
import { readResult } from "../format/read-result.ts";
import { errataPage } from "../report/errata-handout.ts";
import { resultFolders } from "../store/named-results.ts";
import { wrap } from "../text/wrap.ts";
import { commandLine, execute, RESULTS, tellProblems, workbench } from "./command-line.ts";

interface Options {
  readonly json?: true;
  readonly markdown?: true;
  readonly html?: true;
  readonly results?: string;
}

interface Errata {
  readonly errata: readonly ErratumStatus[];
  readonly withdrawn: readonly WithdrawnStatus[];
}

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine("errata", "List the errata of the lecture notes by kind, with the runs that show them.")
    .argument("[erratum]", "the number of one, as E17: all of its numbers")
    .option("--json", "as JSON")
    .addOption(new Option("--markdown", "as a handout in Markdown").conflicts("json"))
    .addOption(
      new Option("--html", "as a handout in HTML: epsilab errata --html > errata.html").conflicts(["json", "markdown"]),
    )
    .option(...RESULTS);
  return execute(command, args, async (id: string | undefined, { results, ...format }: Options) => {
    const bench = workbench(results);
    const { catalogue } = bench;
    const claims = await catalogue.claims();
    const stored = resultFolders(bench.places).map(readResult);
    const all = { errata: errataOf(claims, await catalogue.all(), stored), withdrawn: withdrawnOf(claims) };
    tellProblems(bench);
    const asked = id === undefined ? all : only(id, all);
    if (asked.errata.length + asked.withdrawn.length === 0) {
      throw new RangeError(
        `no erratum is called "${id}"${await meaningOf(String(id), catalogue)}; "epsilab errata" lists them`,
      );
    }
    process.stdout.write(written(asked, format, id !== undefined));
    return 0;
  });
}

function only(id: string, { errata, withdrawn }: Errata): Errata {
  const isIt = (each: { readonly id: string }) => each.id.toLowerCase() === id.toLowerCase();
  return { errata: errata.filter(isIt), withdrawn: withdrawn.filter(isIt) };
}

function written({ errata, withdrawn }: Errata, { json, markdown, html }: Options, isOne: boolean): string {
  if (markdown) return errataMarkdown(errata, withdrawn);
  if (html) return errataPage(errata, withdrawn);
  if (json) return `${JSON.stringify(isOne ? (errata[0] ?? withdrawn[0]) : { errata, withdrawn }, null, 2)}\n`;
  if (isOne) return `${[...errata.map(inFull), ...withdrawn.map(gone)].join("\n")}\n${wrap(whatWasRead, "  ")}\n`;
  const summary = `${errataSummary(errata, withdrawn)}. ${whatWasRead} "epsilab errata <number>" has all of one.`;
  return `${[...errata.map(inShort), ...withdrawn.map((each) => `${gone(each)}\n`)].join("\n")}\n${wrap(summary, "")}\n`;
}

function inShort(erratum: ErratumStatus): string {
  const [shown] = erratum.refutations.filter(({ numbers }) => numbers.length > 0);
  return [
    ...heading(erratum),
    ...(shown === undefined ? [] : [wrap(numberWords(shown.numbers[0]), "  "), `  ${shown.citation}`]),
    "",
  ].join("\n");
}

function inFull(erratum: ErratumStatus): string {
  const contested = (erratum.contested ?? []).map((each) => wrap(contestWords(each), "  "));
  return `${[...heading(erratum), ...contested, ...erratum.refutations.flatMap(refutationLines)].join("\n")}\n`;
}

function heading(erratum: ErratumStatus): readonly string[] {
  const { id, claim, kind, where, said, right, defence } = erratum;
  return [
    `${id}  ${claim}: ${kind}; ${stateWords(erratum)}`,
    wrap(`${where}: ${erratumKinds[kind].means}`, "  "),
    wrap(`The notes say: ${said}`, "  "),
    wrap(`${erratumKinds[kind].right}: ${right}`, "  "),
    wrap(`For the author: ${defence}`, "  "),
  ];
}

function gone({ id, claim, where, said, because, date }: WithdrawnStatus): string {
  return [
    `${id}  ${claim}: withdrawn on ${date}: the notes are right`,
    wrap(where, "  "),
    wrap(`The notes say: ${said}`, "  "),
    wrap(`Because: ${because}`, "  "),
  ].join("\n");
}

function refutationLines({ experiment, part, control, says, citation, numbers }: Refutation): readonly string[] {
  return [
    "",
    wrap(`${experiment}, part ${part}, control ${control}: ${says}`, "  "),
    ...numbers.map((each) => wrap(numberWords(each), "    ")),
    citation === undefined ? `    not run: epsilab run ${experiment}` : `    ${citation}`,
  ];
}
