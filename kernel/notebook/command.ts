/**
 * `epsilab notebook run`: executes a notebook without a browser, with parameters if wanted, and writes or checks its outputs.
 */
import { constants } from "node:os";
import { dirname, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { firstDifference } from "./comparison.ts";
import { type Document, fieldsOf, labelOf } from "./document.ts";
import { readNotebook, requireWritable, UnreadableNotebook, writeNotebook } from "./notebook-file.ts";
import { type Ending, isRunnable, runNotebook } from "./notebook-run.ts";
import { injectParameters, type Parameter, parseParameter } from "./parameters.ts";

const EXIT = { failed: 1, notUnderstood: 2, notReadOrWritten: 3 } as const;

const HELP = `
The cells run in the notebook's folder, on a kernel of their own. The outputs take the place of the stored ones; at an error the run
stops, and what came before it is written.

Parameters go into a cell behind the one that is tagged "parameters", or before the first, as papermill's do; a rerun replaces it. A
value that is a number, true, false, null or other JSON is taken as such, all else as a string:
-p epsilon=0.5 -p sizes=[10,100] -p name=laplace

--check compares numbers, in text and in figures, up to the tolerance; all else must be as stored. A still picture beside a figure
only has to be there.

Exit codes: 0 all cells ran, and with --check the outputs are the stored ones; 1 a cell failed, or an output differs;
2 the command was not understood; 3 the notebook could not be read or written, or is of another kernel; 130 stopped by Ctrl-C, and 143
by a request to end: what there is was written; 141 nobody read its output any more.`;

/** Kernels whose notebooks run on ours; those of tslab are its predecessors'. */
const KERNELS = ["epsilab", "tslab", "jslab"];

interface Options {
  readonly parameter: readonly Parameter[];
  readonly check?: true;
  readonly tolerance: number;
  readonly output?: string;
}

/** Runs one command line; gives the exit code. */
export async function run(args: readonly string[]): Promise<number> {
  let code = 0;
  const command = new Command("epsilab notebook").description("Notebooks without a browser.").exitOverride();
  const checking = new Option("--check", "write nothing; compare the outputs with the stored ones").conflicts("output");
  const running = command
    .command("run")
    .description("execute a notebook and write its outputs into it")
    .argument("<notebook>", "an .ipynb file")
    .option("-p, --parameter <name=value>", "set a parameter; may be given more than once", collect, [])
    .addOption(checking)
    .option("--tolerance <number>", "how far numbers may differ, relatively, with --check", fraction, 1e-9)
    .option("--output <file>", "write the executed notebook there, and leave the given one as it is")
    .addHelpText("after", HELP)
    .exitOverride()
    .action(async (path: string, options: Options) => {
      code = await execute(path, options);
    });
  command.addHelpText("after", () => `\n${running.helpInformation()}`);
  try {
    await command.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    return explain(error as Error & { readonly code?: unknown });
  }
}

function explain(error: Error & { readonly code?: unknown }): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.notUnderstood; // it has printed
  tell(`epsilab: ${error.message}`);
  if (error instanceof RangeError) return EXIT.notUnderstood;
  const ofFiles =
    error instanceof UnreadableNotebook || (typeof error.code === "string" && /^E[A-Z]+$/.test(error.code));
  return ofFiles ? EXIT.notReadOrWritten : EXIT.failed;
}

async function execute(path: string, options: Options): Promise<number> {
  const read = readNotebook(path);
  requireOwnKernel(path, read);
  const { document, unknown } = injectParameters(read, options.parameter);
  for (const name of unknown) tell(`epsilab: no cell tagged "parameters" declares ${name}; it is set all the same`);
  const target = options.output ?? path;
  if (!options.check) requireWritable(target);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort(signal)); // the second ends at once
  const { document: done, ending } = await runNotebook(document, {
    folder: dirname(resolve(path)),
    stop: stop.signal,
    onBegin: (index) => {
      if (process.stderr.isTTY) process.stderr.write(`       …  ${labelOf(document.cells, index)}\r`);
    },
    onCell: ({ index, milliseconds, failed }) => {
      const time = `${(milliseconds / 1000).toFixed(1)} s`.padStart(8);
      tell(`${time}  ${labelOf(document.cells, index)}${failed ? "  (error)" : ""}`);
    },
  });
  if (!options.check) writeNotebook(target, done);
  if (ending.kind === "stopped") {
    tell(`epsilab: stopped${options.check ? "" : `; what there is was written to ${target}`}`);
    return 128 + constants.signals[stop.signal.reason as NodeJS.Signals];
  }
  if (options.check) return checkOutputs(document, done, ending, options);
  return report(document, ending);
}

function requireOwnKernel(path: string, { metadata }: Document): void {
  const { name } = fieldsOf(metadata.kernelspec);
  if (name === undefined || KERNELS.includes(String(name))) return;
  const own = KERNELS.map((each) => `"${each}"`).join(", ");
  throw new UnreadableNotebook(`${path} is a notebook of the kernel "${name}"; this command runs those of ${own}`);
}

/** Says how a run ended, if not well; gives the exit code. */
function report(document: Document, ending: Ending): number {
  if (ending.kind !== "failed") return 0;
  tell(`epsilab: ${labelOf(document.cells, ending.index)} failed`);
  const { traceback, ename, evalue } = ending.reply;
  const text = Array.isArray(traceback) ? traceback.join("\n") : `${ename}: ${evalue}`;
  tell(process.stderr.isTTY ? text : stripVTControlCharacters(text));
  return EXIT.failed;
}

/** Tells of every cell whose outputs differ, as far as the run came. */
function checkOutputs(before: Document, after: Document, ending: Ending, options: Options): number {
  const last = "index" in ending ? ending.index : before.cells.length - 1;
  let isSame = true;
  for (const [index, cell] of before.cells.slice(0, last + 1).entries()) {
    const now = after.cells[index];
    if (!isRunnable(cell) || now?.cell_type !== "code") continue;
    const difference = firstDifference(cell.outputs, now.outputs, options.tolerance);
    if (difference === undefined) continue;
    isSame = false;
    process.stdout.write(`${labelOf(before.cells, index)}\n  ${difference}\n`);
  }
  return report(before, ending) || (isSame ? 0 : EXIT.failed);
}

function collect(text: string, before: readonly Parameter[]): readonly Parameter[] {
  return [...before, parseParameter(text)];
}

function fraction(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError("It must be a number from 0 to 1.");
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
