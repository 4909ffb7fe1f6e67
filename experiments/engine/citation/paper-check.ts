/**
 * Paper check: whether every number that a paper cites is the stored one.
 *
 * The files that `epsilab cite --latex` wrote are compared with the store, line by line: the result is there, has the hash that the file
 * carries, and gives the same numbers. Then every cited key must be one of theirs, and a number typed by hand beside a key
 * (`\epscheck`) must be the stored one, rounded to the digits shown; a bound (`\epsatmost`, `\epsatleast`) must be kept by the end of the
 * interval, or by the value where it is exact. That a result was superseded is a problem, and the numbers are still compared with it.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { nearNames } from "../../../lib/numerics/near-names.ts";
import type { Workbench } from "../program/workbench.ts";
import { commandsIn, type LatexCommand, type LatexFile, type Place, readLatexSource } from "./latex-source.ts";
import { latexStyle, STYLE } from "./latex-style.ts";
import type { ResultEntry } from "./result-keys.ts";
import { readStoredRun, type StoredRun } from "./stored-run.ts";
import { isAtLeast, isAtMost, isStoredNumber, type TypedNumber, typedNumber } from "./typed-number.ts";

interface Problem extends Place {
  readonly message: string;
}

interface PaperCheck {
  readonly problems: readonly Problem[];
  readonly notFollowed: readonly (Place & { readonly name: string })[];
  readonly files: number;
  readonly cited: number;
  readonly runs: readonly string[];
}

const USES: Readonly<Record<string, number>> = {
  epsres: 1,
  epsval: 1,
  epsinterval: 1,
  epstheory: 1,
  epsverdict: 1,
  epshash: 1,
  epsresult: 1,
  epscheck: 2,
  epsatmost: 2,
  epsatleast: 2,
};
/** What an entry lacks of that which a command prints. */
const NEEDS: Readonly<Record<string, (entry: ResultEntry) => string | undefined>> = {
  epsres: needValue,
  epsval: needValue,
  epscheck: needValue,
  epsatmost: needValue,
  epsatleast: needValue,
  epsinterval: ({ lower, upper }) => (lower === undefined && upper === undefined ? "interval" : undefined),
  epstheory: ({ theory }) => (theory === undefined ? "theory" : undefined),
  epsverdict: ({ verdict }) => (verdict === undefined ? "verdict" : undefined),
};

function needValue({ estimate }: ResultEntry): string | undefined {
  return estimate === undefined ? "value" : undefined;
}

const WRITTEN: Readonly<Record<string, number>> = { epsrun: 4, epssite: 2, epsentry: 7, epsalias: 2, epsambiguous: 2 };

export async function checkPaper(main: string, bench: Workbench): Promise<PaperCheck> {
  const { files, notFollowed } = readLatexSource(main);
  const problems: Problem[] = styleProblems(main);
  const runs: StoredRun[] = [];
  const known = new Map<string, ResultEntry>();
  const ambiguous = new Map<string, readonly string[]>();
  for (const file of files) {
    const lines = commandsIn(file, WRITTEN);
    if (lines.length === 0) continue;
    const run = await runOf(file, lines, bench, problems);
    if (run === undefined) continue;
    const rival = runs.find(({ keys, key }) => key !== run.key && keys.entries[0].key === run.keys.entries[0].key);
    if (rival !== undefined) {
      const message = `the paper reads ${run.key} and ${rival.key}, whose keys are the same; LaTeX refuses that`;
      problems.push({ ...placeOf(lines[0]), message });
    }
    runs.push(run);
    compareLines(file, lines, run, problems);
    for (const entry of run.keys.entries) known.set(entry.key, entry);
    for (const [name, key] of run.keys.short) known.set(name, known.get(key) as ResultEntry);
    for (const [name, keys] of run.keys.ambiguous) ambiguous.set(name, keys);
  }
  const uses = files.flatMap((file) => commandsIn(file, USES));
  for (const use of uses) {
    const message = useProblem(use, known, ambiguous);
    if (message !== undefined) problems.push({ ...placeOf(use), message });
  }
  return { problems, notFollowed, files: files.length, cited: uses.length, runs: runs.map(({ key }) => key) };
}

function placeOf({ file, line }: Place): Place {
  return { file: relative("", file), line };
}

/** The style beside the paper must be the one that we write: it decides what is printed. */
function styleProblems(main: string): Problem[] {
  const file = join(dirname(resolve(main)), STYLE);
  if (!existsSync(file) || readFileSync(file, "utf8") === latexStyle) return [];
  return [
    {
      ...placeOf({ file, line: 1 }),
      message: "is not the style of this version; write it again with epsilab cite --latex",
    },
  ];
}

/** The stored result that a written file is from; without it, none of the file's numbers count. */
async function runOf(
  file: LatexFile,
  lines: readonly LatexCommand[],
  bench: Workbench,
  problems: Problem[],
): Promise<StoredRun | undefined> {
  const headers = lines.filter(({ name }) => name === "epsrun");
  if (headers.length !== 1) {
    problems.push({ ...placeOf(lines[0]), message: `must name one result by \\epsrun, got ${headers.length}` });
    return undefined;
  }
  const [{ args }] = headers;
  const { run, problem } = await readStoredRun(args[0] ?? "", args[1] ?? "", bench);
  if (problem !== undefined)
    problems.push({ ...placeOf({ file: file.path, line: headers[0].line }), message: problem });
  return run;
}

function compareLines(file: LatexFile, lines: readonly LatexCommand[], run: StoredRun, problems: Problem[]): void {
  for (const { name, args, line } of lines) {
    const place = placeOf({ file: file.path, line });
    const expected = run.lines.get(`${name} ${args[0]}`);
    if (expected === undefined) problems.push({ ...place, message: `"${args[0]}" is not in ${run.key}` });
    else if (expected.join("\n") !== args.join("\n")) {
      const k = expected.findIndex((text, index) => text !== args[index]);
      const message = `"${args[0]}" has ${args[k] || "nothing"} where ${run.key} gives ${expected[k] || "nothing"}`;
      problems.push({ ...place, message });
    }
  }
}

function useProblem(
  { name, args }: LatexCommand,
  known: ReadonlyMap<string, ResultEntry>,
  ambiguous: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const key = (args[0] ?? "").replace(/\s/g, "");
  if (/[\\#]/.test(key)) return `\\${name}{${key}} has a key that a macro makes, which cannot be checked; write it out`;
  const entry = known.get(key);
  if (entry === undefined) {
    const several = ambiguous.get(key);
    if (several !== undefined) return `"${key}" could be ${several.join(" or ")}; write one of them`;
    const near = nearNames(key, [...known.keys()]).slice(0, 3);
    return `no result that the paper reads has the key "${key}"${near.length === 0 ? "" : `; did you mean ${near.join(", ")}?`}`;
  }
  const lacking = NEEDS[name]?.(entry);
  if (lacking !== undefined) return `"${key}" has no ${lacking}, which \\${name} prints`;
  if (USES[name] === 1) return undefined;
  const typed = typedNumber(args[1] ?? "");
  if (typed === undefined) return `\\${name}{${key}} must be followed by a number in braces, got "${args[1] ?? ""}"`;
  const stored = entry.estimate as number;
  if (name === "epscheck")
    return isStoredNumber(typed, stored) ? undefined : `"${key}" is ${stored}, which does not round to ${args[1]}`;
  return boundProblem(key, entry, name === "epsatmost" ? "at most" : "at least", typed, `${args[1]}`);
}

/** A bound says something of the truth, so the end of the interval must keep it; an exact value is its own interval. */
function boundProblem(
  key: string,
  { estimate, lower, upper, standardError }: ResultEntry,
  side: "at most" | "at least",
  typed: TypedNumber,
  text: string,
): string | undefined {
  const [end, word] = side === "at most" ? [upper, "upper"] : [lower, "lower"];
  const isExact = lower === undefined && upper === undefined && standardError === undefined;
  const stored = isExact ? estimate : end;
  if (stored === undefined || !Number.isFinite(stored))
    return `"${key}" has no ${word} end of an interval that ${text} could bound`;
  const isKept = side === "at most" ? isAtMost(stored, typed) : isAtLeast(stored, typed);
  const what = isExact ? "is" : `has the ${word} end`;
  return isKept ? undefined : `"${key}" ${what} ${stored}, which is not ${side} ${text}`;
}
