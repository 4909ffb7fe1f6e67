/**
 * What the commands share: how a command line is read, and what a failure means for the exit code.
 */
import { relative } from "node:path";
import { Command, CommanderError } from "commander";
import { SlurmRefusal } from "../cluster/slurm.ts";
import { MissingData } from "../definition/study-data.ts";
import { Interrupted } from "../execution/runner.ts";
import { BrokenResult, type Result } from "../format/read-result.ts";
import { DifferentResult } from "../format/write-result.ts";
import { printsToStandardError } from "../machine/prints.ts";
import { StorageError } from "../machine/storage-error.ts";
import type { Problem } from "../program/catalogue.ts";
import { ProgramError } from "../program/program.ts";
import type { Project } from "../program/project.ts";
import { type Workbench, workbenchAt } from "../program/workbench.ts";
import { type ResultChoice, supersessionNote } from "../store/named-results.ts";
import { messageOf } from "../text/thrown.ts";

/** 0 is success. */
export const EXIT = {
  checkFailed: 1,
  notUnderstood: 2,
  notReadOrWritten: 3,
  blocksMissing: 4,
  interrupted: 130,
} as const;

const EXIT_HELP = `
Exit codes: 0 done; 1 a claim is violated, a control missed, or a comparison failed; 2 the command was not understood;
3 something could not be read or written; 4 a merge found blocks missing; 130 stopped by Ctrl-C; 141 nobody read its output any more.`;

/** The option that every command has which reads or writes stored results; what else a command writes goes to `--output`. */
export const RESULTS = ["--results <folder>", "where results are kept; without it, results/ of the project"] as const;

/** The project that the command stands in. Files of it that do not load are named, and the rest works. */
export function workbench(results: string | undefined): Workbench {
  return workbenchAt(process.cwd(), results);
}

/** Tells which files of the project did not load. */
export function tellProblems({ catalogue, project }: Workbench): void {
  for (const problem of catalogue.problems) process.stderr.write(`epsilab: ${problemLine(problem, project)}\n`);
}

/** Says so where a result is read that another has replaced. */
export async function tellSuperseded(result: Result, bench: Workbench): Promise<void> {
  const note = await supersessionNote(result, bench);
  if (note !== undefined) process.stderr.write(`epsilab: ${note}\n`);
}

/** What is wrong with a file, with its name. */
export function problemLine({ file, message }: Problem, { folder }: Project): string {
  const name = relative(folder, file);
  return message.includes(name) ? message : `${name}: ${message}`;
}

export interface ChoiceOptions {
  readonly quick?: true;
  readonly full?: true;
  readonly run?: string;
}

/** The options by which one of the results of an experiment is chosen. */
export function withChoice(command: Command): Command {
  return command
    .option("--full", "of an experiment's results, that of full size (default; else the newest of default parameters)")
    .option("--quick", "of an experiment's results, that of quick size")
    .option("--run <id>", "of an experiment's results, that of this run");
}

export function choiceOf({ quick, full, run }: ChoiceOptions): ResultChoice {
  if (quick && full) throw new RangeError("--quick and --full cannot be wanted at once");
  return {
    ...(quick || full ? { size: full ? ("full" as const) : ("quick" as const) } : {}),
    ...(run === undefined ? {} : { run }),
  };
}

export function commandLine(name: string, summary: string): Command {
  return new Command(`epsilab ${name}`)
    .description(summary)
    .exitOverride()
    .showHelpAfterError(`("epsilab ${name} --help" says more)`)
    .addHelpText("after", EXIT_HELP);
}

/** Reads the arguments and does what the command says; `act` returns the exit code. */
export async function execute<Given extends unknown[]>(
  command: Command,
  args: readonly string[],
  act: (...given: Given) => Promise<number> | number,
): Promise<number> {
  let code = 0;
  printsToStandardError();
  command.action(async (...given) => {
    code = await act(...(given as Given));
  });
  try {
    await command.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    return explain(error instanceof Error ? error : new Error(messageOf(error)));
  }
}

function explain(error: Error & { readonly code?: unknown }): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.notUnderstood; // it has printed
  process.stderr.write(`epsilab: ${error.message}\n`);
  if (process.env.EPSILAB_DEBUG !== undefined) process.stderr.write(`${error.stack}\n`);
  if (error instanceof Interrupted) return EXIT.interrupted;
  if (error instanceof RangeError || error instanceof TypeError || error instanceof ProgramError)
    return EXIT.notUnderstood;
  const ofFiles = [BrokenResult, DifferentResult, MissingData, StorageError, SlurmRefusal].some(
    (kind) => error instanceof kind,
  );
  if (ofFiles || (typeof error.code === "string" && /^E[A-Z]+$/.test(error.code))) return EXIT.notReadOrWritten;
  return EXIT.checkFailed;
}

/** A whole number in words of the command line. */
export function wholeNumber(name: string, least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new RangeError(`${name} must be a whole number from ${least} to ${most}, got ${JSON.stringify(text)}`);
    }
    return value;
  };
}
