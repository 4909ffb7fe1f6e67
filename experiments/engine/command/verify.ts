/**
 * `epsilab verify`: recomputes stored results, or a sample of their blocks, and compares them bit for bit.
 */
import { randomInt } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { Option } from "commander";
import { stream } from "../../../lib/random/stream.ts";
import { sampleSubset } from "../../../lib/random/subset.ts";
import { isProgramAudit, rejudge } from "../../programs/stored-audit.ts";
import { MissingData } from "../definition/study-data.ts";
import { type ProgressDisplay, progressDisplay } from "../execution/progress-display.ts";
import { Interrupted } from "../execution/runner.ts";
import { isArchive, unpackArchive } from "../format/archived-result.ts";
import { entryOf, isCrate, SOURCE } from "../format/crate.ts";
import { BrokenResult, type Result, readResult } from "../format/read-result.ts";
import { citationKey } from "../format/result-files.ts";
import { clock } from "../machine/clock.ts";
import { type BrowserName, browserKinds } from "../machine/web-browser.ts";
import { BUILT_IN_IDS } from "../program/built-in-files.ts";
import type { Loaded } from "../program/catalogue.ts";
import { ProgramError } from "../program/program.ts";
import type { Workbench } from "../program/workbench.ts";
import { verifyInBrowser } from "../report/browser-verification.ts";
import { foldersNamed, resultFolders, resultNamed, supersessionNote } from "../store/named-results.ts";
import { counted } from "../text/counted.ts";
import { type ConfinedQuestion, verifyConfined } from "../verification/confined-verification.ts";
import type { Verification } from "../verification/verification.ts";
import { verifyResult } from "../verification/verify-result.ts";
import {
  type ChoiceOptions,
  choiceOf,
  commandLine,
  EXIT,
  execute,
  RESULTS,
  wholeNumber,
  withChoice,
  workbench,
} from "./command-line.ts";

interface Options extends ChoiceOptions {
  readonly sample?: number;
  readonly sampleSeed?: number;
  readonly threads: number;
  readonly yes?: true;
  readonly browser?: BrowserName;
  readonly results?: string;
}

const HELP = `
The audit of a program is judged again from its samples; the program is not run.
Of a superseded result, named by its citation, the seals are checked; the commit that it names recomputes it.
A crate that "epsilab cite --ro-crate --output <folder>" wrote of somebody's own experiment carries its source, which is
recomputed after asking, or with --yes, in one thread of a process that may neither write files nor start processes
(Node's permission model, which does not restrict the network).
With --browser, results are computed by the JavaScript of Chromium (V8, as Node's) or Firefox (SpiderMonkey), in a page without
access to the network; it chooses other blocks each time.`;

export function run(args: readonly string[]): Promise<number> {
  const command = withChoice(commandLine("verify", "Recompute stored results and compare them bit for bit."))
    .argument(
      "[results...]",
      "folders, archives, crates, run ids, citations, or experiments, which stand for their full results; all results where none is given",
    )
    .option(
      "--sample <blocks>",
      "recompute that many blocks of each result, chosen at random",
      wholeNumber("--sample", 1),
    )
    .option("--sample-seed <n>", "choose the same blocks again", wholeNumber("--sample-seed", 0))
    .option("--threads <n>", "worker threads; 0 for none", wholeNumber("--threads", 0, 1024), availableParallelism())
    .addOption(
      new Option("--browser <name>", "recompute in a web browser of this machine, by its own JavaScript")
        .choices(Object.keys(browserKinds))
        .conflicts(["sampleSeed", "yes"]),
    )
    .option("--yes", "run the source that a crate carries without asking")
    .option(...RESULTS)
    .addHelpText("after", HELP);
  return execute(command, args, async (names: readonly string[], options: Options) => {
    const archives = mkdtempSync(join(tmpdir(), "epsilab-archives-"));
    try {
      return await verifyNamed(names, options, archives);
    } finally {
      rmSync(archives, { recursive: true, force: true });
    }
  });
}

/** Archives are unpacked in a folder of their own. */
async function verifyNamed(names: readonly string[], options: Options, archives: string): Promise<number> {
  const bench = workbench(options.results);
  const choice = choiceOf(options);
  const named = async (name: string, index: number) => {
    if (isArchive(name)) return unpackArchive(name, join(archives, `${index}`));
    if (isCrate(name)) return resolve(name);
    const all = await foldersNamed(name, bench);
    const isChosen = all.length > 1 || Object.keys(choice).length > 0;
    return isChosen ? (await resultNamed(name, bench, choice)).folder : all[0];
  };
  const folders = names.length === 0 ? resultFolders([bench.out]) : await Promise.all(names.map(named));
  if (folders.length === 0) throw new RangeError(`there must be results to verify, got none in ${bench.out}`);
  const { browser } = options;
  const fates =
    browser === undefined
      ? await verifyEach(folders, bench, options)
      : await inBrowser(browser, folders, bench, options);
  const count = (fate: Fate) => fates.filter((each) => each === fate).length;
  const current = folders.length - count("superseded") - count("without data");
  const lines = [
    ...(current > 0 ? [`${count("same")} of ${counted(current, "result")} verified`] : []),
    ...(count("superseded") > 0 ? [`${counted(count("superseded"), "superseded result")} checked by the seals`] : []),
    ...(count("without data") > 0
      ? [`${counted(count("without data"), "result")} without the data checked by the seals`]
      : []),
  ];
  process.stdout.write(`${lines.join(", ")}\n`);
  if (count("different") > 0) return EXIT.checkFailed;
  if (count("not computed") > 0) return EXIT.notReadOrWritten;
  // Who names a result wants it recomputed; who names none gets all that can be.
  return names.length > 0 && count("without data") > 0 ? EXIT.notReadOrWritten : 0;
}

/**
 * Of a superseded result only the seals are checked: it takes the program of its own commit to compute it. So it is where the data
 * of a result are not installed.
 */
type Fate = "same" | "different" | "superseded" | "without data" | "not computed";

async function verifyEach(folders: readonly string[], bench: Workbench, options: Options): Promise<readonly Fate[]> {
  const fates: Fate[] = [];
  for (const folder of folders) fates.push(await verifyOne(folder, bench, options));
  return fates;
}

/** What is computed in a browser is in one page; the others are verified as they are without it. */
async function inBrowser(
  browser: BrowserName,
  folders: readonly string[],
  bench: Workbench,
  options: Options,
): Promise<readonly Fate[]> {
  const computed: Result[] = [];
  const others: string[] = [];
  for (const folder of folders) {
    const result = readable(folder);
    const isOther =
      result === undefined ||
      isCrate(folder) ||
      isProgramAudit(result) ||
      (await supersessionNote(result, bench)) !== undefined;
    if (isOther) others.push(folder);
    else computed.push(result);
  }
  const fates = [...(await verifyEach(others, bench, options))];
  if (computed.length === 0) return fates;
  const stop = new AbortController();
  const interrupt = () => stop.abort(new Interrupted(`${browser} was stopped`));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, interrupt);
  const displays = new Map<Result, ProgressDisplay>();
  try {
    await verifyInBrowser({
      browser,
      results: computed,
      own: await bench.catalogue.own(),
      ...(options.sample === undefined ? {} : { sample: options.sample }),
      signal: stop.signal,
      progress: (result, blocks) => {
        const display = displays.get(result) ?? displayOf(result);
        displays.set(result, display);
        display.show(blocks);
      },
      found: (result, { verdict, said, listed }) => {
        void displays.get(result)?.end();
        const lines = [`${citationKey(result.spec, result.id)}: ${said} (${browser})`, ...listed];
        process.stdout.write(`${lines.map(printable).join("\n  ")}\n`);
        fates.push(verdict === "same" ? "same" : verdict === "not computed" ? "not computed" : "different");
      },
    });
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, interrupt);
  }
  return fates;
}

/** A result whose files are whole. */
function readable(folder: string): Result | undefined {
  try {
    return readResult(folder);
  } catch {
    return undefined;
  }
}

function displayOf({ spec }: Result): ProgressDisplay {
  const style = process.stderr.isTTY ? "bar" : "lines";
  const write = (text: string) => process.stderr.write(text);
  return progressDisplay({ style, title: spec.experiment, write, clock: clock.milliseconds });
}

async function verifyOne(
  folder: string,
  bench: Workbench,
  { sample, sampleSeed, threads, yes }: Options,
): Promise<Fate> {
  let result: Result | undefined;
  try {
    result = readResult(folder);
    const key = citationKey(result.spec, result.id);
    const isForeign = isCrate(folder);
    const note = isForeign ? undefined : await supersessionNote(result, bench);
    if (note !== undefined) {
      const { commit = "that computed it" } = result.environment;
      process.stdout.write(`${note}. ${sealsOf(result)}; commit ${commit} recomputes it\n`);
      return "superseded";
    }
    if (isProgramAudit(result)) {
      const judged = await rejudge(result);
      const said = judged.same
        ? `the same verdict and picture, judged again from the samples of ${counted(judged.blocks, "request")}; the program was not run`
        : `NOT the same: ${judged.what}`;
      process.stdout.write(`${printable(`${key}: ${said}`)}\n`);
      return judged.same ? "same" : "different";
    }
    const display = displayOf(result);
    const seed = sampleSeed ?? randomInt(1 << 30);
    const chosen = sample === undefined ? {} : { sample: blocksOf(seed, result.blocks.length, sample) };
    const question = { result, ...chosen };
    const verification =
      isForeign && !BUILT_IN_IDS.includes(result.spec.experiment)
        ? await verifyForeign(question, yes === true)
        : await verifyResult({
            ...question,
            loaded: await loadedOf(result, bench),
            threads,
            progress: display.show,
          }).finally(display.end);
    const how = sample === undefined ? "" : ` (--sample-seed ${seed})`;
    process.stdout.write(`${printable(`${key}: ${sentence(verification)}${how}`)}\n`);
    return verification.same ? "same" : "different";
  } catch (error) {
    if (error instanceof MissingData && result !== undefined) {
      const key = citationKey(result.spec, result.id);
      process.stdout.write(`${key}: not recomputed: ${error.message}. ${sealsOf(result)}\n`);
      return "without data";
    }
    if (![BrokenResult, RangeError, ProgramError].some((kind) => error instanceof kind)) throw error;
    process.stdout.write(`${folder}: NOT verified: ${printable((error as Error).message)}\n`);
    return "different";
  }
}

async function loadedOf(result: Result, { catalogue }: Workbench): Promise<Loaded> {
  return catalogue.load(result.spec.experiment).catch((error: unknown) => {
    throw error instanceof RangeError ? new RangeError(`${sealsOf(result)}; ${needsOf(result)}`) : error;
  });
}

/** A crate's own source is loaded by nobody but the confined process, whatever project the command stands in. */
async function verifyForeign(question: Omit<ConfinedQuestion, "entry">, yes: boolean): Promise<Verification> {
  const { result } = question;
  const entry = entryOf(result.folder);
  if (entry === undefined) throw new RangeError(`${sealsOf(result)}; ${needsOf(result)}`);
  const file = join(result.folder, SOURCE, entry);
  if (!existsSync(file)) {
    const lacks = `the crate lacks ${printable(`${SOURCE}/${entry}`)}, which its description names`;
    throw new RangeError(`${sealsOf(result)}; ${lacks}`);
  }
  if (!yes) await requireConsent(result, file);
  return verifyConfined({ ...question, entry });
}

async function requireConsent(result: Result, file: string): Promise<void> {
  const [input, output] = [process.stdin, process.stderr];
  const refused = (why: string) => new RangeError(`${sealsOf(result)}; they were not recomputed: ${why}`);
  const what = `recomputing runs ${printable(file)}, the code of somebody else`;
  if (!(input.isTTY && output.isTTY)) throw refused(`${what}, and there is no terminal to ask on; --yes allows it`);
  const limits = "It may neither write files nor start processes; its network is not restricted.";
  const lines = createInterface({ input, output });
  const answer = await lines.question(`epsilab: ${what}. ${limits} Run it? [y/N] `).finally(() => lines.close());
  if (!/^y(es)?$/i.test(answer.trim())) throw refused("you did not allow it");
}

/** Text of somebody else, without what would steer a terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ");
}

/** What reading the result has shown. */
function sealsOf({ rows, blocks }: Result): string {
  return `Its files are whole: ${counted(rows.length, "cell")} and ${counted(blocks.length, "block")} have their seals`;
}

/** What it takes to recompute a result whose experiment is not here. */
function needsOf({ spec, environment }: Result): string {
  const { project, commit, code } = environment as {
    readonly project?: { readonly name?: string; readonly files?: readonly string[]; readonly cells?: string };
    readonly commit?: string;
    readonly code?: string;
  };
  const files = project?.files ?? [];
  const source = project?.cells !== undefined ? "the cells that env.json has" : files.join(", ") || "its file";
  const where = [
    project?.name ? `of the project ${project.name}` : "",
    commit === undefined ? "" : `at commit ${commit}`,
    code === undefined ? "" : `(program ${code.slice(0, 16)})`,
  ];
  const words = where.filter(Boolean).join(" ");
  return (
    `recomputing them needs the experiment "${spec.experiment}", which is not here: ${source} ${words}; ` +
    "run epsilab verify in that project"
  );
}

function blocksOf(seed: number, blocks: number, sample: number): readonly number[] {
  return [...sampleSubset({ size: blocks, count: Math.min(blocks, sample) }, stream(seed, "verify"))];
}

function sentence(verification: Verification): string {
  if (verification.same) return `the same bits in ${counted(verification.blocks, "block")}`;
  const { where, what, standardErrors } = verification;
  const apart = standardErrors === undefined ? "" : `, ${standardErrors.toFixed(2)} standard errors apart`;
  return `NOT the same: ${where}: ${what}${apart}`;
}
