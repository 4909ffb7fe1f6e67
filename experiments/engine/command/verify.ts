/**
 * `epsilab verify`: recomputes stored results, or a sample of their blocks, and compares them bit for bit.
 */
import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { stream } from "../../../lib/random/stream.ts";
import { sampleSubset } from "../../../lib/random/subset.ts";
import { clock } from "../clock.ts";
import { counted } from "../counted.ts";
import { foldersNamed, resultFolders, resultNamed, supersessionNote } from "../named-results.ts";
import { ProgramError } from "../program.ts";
import { progressDisplay } from "../progress-display.ts";
import { BrokenResult, type Result, readResult } from "../read-result.ts";
import { citationKey } from "../result-files.ts";
import { type Verification, verifyResult } from "../verification.ts";
import type { Workbench } from "../workbench.ts";
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
  readonly results?: string;
}

export function run(args: readonly string[]): Promise<number> {
  const command = withChoice(commandLine("verify", "Recompute stored results and compare them bit for bit."))
    .argument(
      "[results...]",
      "folders, run ids, citations, or experiments, which stand for their full results; all results where none is given",
    )
    .option(
      "--sample <blocks>",
      "recompute that many blocks of each result, chosen at random",
      wholeNumber("--sample", 1),
    )
    .option("--sample-seed <n>", "choose the same blocks again", wholeNumber("--sample-seed", 0))
    .option("--threads <n>", "worker threads; 0 for none", wholeNumber("--threads", 0, 1024), availableParallelism())
    .option(...RESULTS)
    .addHelpText(
      "after",
      "\nOf a superseded result, named by its citation, the seals are checked; the commit that it names recomputes it.",
    );
  return execute(command, args, async (names: readonly string[], options: Options) => {
    const bench = workbench(options.results);
    const choice = choiceOf(options);
    const named = async (name: string) => {
      const all = await foldersNamed(name, bench);
      const isChosen = all.length > 1 || Object.keys(choice).length > 0;
      return isChosen ? (await resultNamed(name, bench, choice)).folder : all[0];
    };
    const folders = names.length === 0 ? resultFolders([bench.out]) : await Promise.all(names.map(named));
    if (folders.length === 0) throw new RangeError(`there must be results to verify, got none in ${bench.out}`);
    const fates: Fate[] = [];
    for (const folder of folders) fates.push(await verifyOne(folder, bench, options));
    const count = (fate: Fate) => fates.filter((each) => each === fate).length;
    const current = folders.length - count("superseded");
    const lines = [
      ...(current > 0 ? [`${count("same")} of ${counted(current, "result")} verified`] : []),
      ...(current < folders.length
        ? [`${counted(count("superseded"), "superseded result")} checked by the seals`]
        : []),
    ];
    process.stdout.write(`${lines.join(", ")}\n`);
    return count("different") === 0 ? 0 : EXIT.checkFailed;
  });
}

/** Of a superseded result only the seals are checked: it takes the program of its own commit to compute it. */
type Fate = "same" | "different" | "superseded";

async function verifyOne(folder: string, bench: Workbench, { sample, sampleSeed, threads }: Options): Promise<Fate> {
  try {
    const result = readResult(folder);
    const key = citationKey(result.spec, result.id);
    const note = await supersessionNote(result, bench);
    if (note !== undefined) {
      const { commit = "that computed it" } = result.environment;
      process.stdout.write(`${note}. ${sealsOf(result)}; commit ${commit} recomputes it\n`);
      return "superseded";
    }
    const style = process.stderr.isTTY ? "bar" : "lines";
    const write = (text: string) => process.stderr.write(text);
    const display = progressDisplay({ style, title: result.spec.experiment, write, clock: clock.milliseconds });
    const seed = sampleSeed ?? randomInt(1 << 30);
    const chosen = sample === undefined ? {} : { sample: blocksOf(seed, result.blocks.length, sample) };
    const { experiment } = result.spec;
    const loaded = await bench.catalogue.load(experiment).catch((error: unknown) => {
      throw error instanceof RangeError ? new RangeError(`${sealsOf(result)}; ${needsOf(result)}`) : error;
    });
    const question = { result, loaded, threads, ...chosen, progress: display.show };
    const verification = await verifyResult(question).finally(display.end);
    const how = sample === undefined ? "" : ` (--sample-seed ${seed})`;
    process.stdout.write(`${key}: ${sentence(verification)}${how}\n`);
    return verification.same ? "same" : "different";
  } catch (error) {
    if (![BrokenResult, RangeError, ProgramError].some((kind) => error instanceof kind)) throw error;
    process.stdout.write(`${folder}: NOT verified: ${(error as Error).message}\n`);
    return "different";
  }
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
  return `recomputing them needs the experiment "${spec.experiment}", which is not here: ${source} ${words}; run epsilab verify in that project`;
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
