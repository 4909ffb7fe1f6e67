/**
 * `epsilab errata`: the mistakes of the lecture notes: what the notes say, what is right, the numbers that show it and the citation of the run.
 */
import {
  ERRATUM_WORDS,
  type ErratumState,
  type ErratumStatus,
  errataOf,
  numberWords,
  type Refutation,
} from "../errata.ts";
import { resultFolders } from "../named-results.ts";
import { readResult } from "../read-result.ts";
import { meaningOf } from "../word-meaning.ts";
import { wrap } from "../wrap.ts";
import { commandLine, execute, RESULTS, tellProblems, workbench } from "./command-line.ts";

interface Options {
  readonly json?: true;
  readonly results?: string;
}

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine("errata", "List the mistakes of the lecture notes, with the runs that refute them.")
    .argument("[erratum]", "the number of one, as E17: all of its numbers")
    .option("--json", "as JSON")
    .option(...RESULTS);
  return execute(command, args, async (id: string | undefined, { json, results }: Options) => {
    const bench = workbench(results);
    const { catalogue } = bench;
    const stored = resultFolders(bench.places).map(readResult);
    const all = errataOf(await catalogue.claims(), await catalogue.all(), stored);
    tellProblems(bench);
    if (id === undefined) {
      process.stdout.write(
        json ? `${JSON.stringify(all, null, 2)}\n` : `${all.map(inShort).join("\n")}\n${summary(all)}\n`,
      );
      return 0;
    }
    const found = all.find((each) => each.id.toLowerCase() === id.toLowerCase());
    if (found === undefined) {
      throw new RangeError(
        `no erratum is called "${id}"${await meaningOf(id, catalogue)}; "epsilab errata" lists them`,
      );
    }
    process.stdout.write(json ? `${JSON.stringify(found, null, 2)}\n` : inFull(found));
    return 0;
  });
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
  return `${[...heading(erratum), ...erratum.refutations.flatMap(refutationLines)].join("\n")}\n`;
}

function heading({ id, claim, state, wrong, right }: ErratumStatus): readonly string[] {
  return [
    `${id}  ${claim}: ${ERRATUM_WORDS[state]}`,
    wrap(`The notes say: ${wrong}`, "  "),
    wrap(`Right is: ${right}`, "  "),
  ];
}

function refutationLines({ experiment, part, control, says, citation, numbers }: Refutation): readonly string[] {
  return [
    "",
    wrap(`${experiment}, part ${part}, control ${control}: ${says}`, "  "),
    ...numbers.map((each) => wrap(numberWords(each), "    ")),
    citation === undefined ? `    not run: epsilab run ${experiment}` : `    ${citation}`,
  ];
}

function summary(all: readonly ErratumStatus[]): string {
  const states = Object.keys(ERRATUM_WORDS) as ErratumState[];
  const counts = states.map((state) => [state, all.filter((each) => each.state === state).length] as const);
  const words = counts.filter(([, count]) => count > 0).map(([state, count]) => `${count} ${state}`);
  return `${all.length} errata: ${words.join(", ")}; "epsilab errata <number>" has all numbers of one`;
}
