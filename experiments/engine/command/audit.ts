/**
 * `epsilab audit`: audits a mechanism that is a program, in any language, and stores what was found with its samples.
 */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join, resolve } from "node:path";
import { auditQuestion, type InputPair, type InputSpace, type ProgramAudit } from "../../programs/audit-plan.ts";
import { shownEvent, shownVerdict } from "../../programs/audit-words.ts";
import { interpreterVersion, programFiles, programHash, programName } from "../../programs/program-file.ts";
import { type RunAudit, runAudit } from "../../programs/run-audit.ts";
import { replayQuestion, runReplays } from "../../programs/run-replays.ts";
import { type AuditedProgram, auditSpec, storeAudit } from "../../programs/stored-audit.ts";
import { openJournal } from "../execution/journal.ts";
import { progressDisplay } from "../execution/progress-display.ts";
import type { Result } from "../format/read-result.ts";
import { citationKey } from "../format/result-files.ts";
import { runIdOf } from "../format/spec.ts";
import { requireWritable } from "../format/write-result.ts";
import { clock } from "../machine/clock.ts";
import { atPath } from "../machine/storage-error.ts";
import { writeWhole } from "../machine/whole-file.ts";
import { journalFolder } from "../program/environment.ts";
import { figureFile } from "../store/figure-files.ts";
import { counted } from "../text/counted.ts";
import { colourVerdicts } from "../text/table.ts";
import { messageOf } from "../text/thrown.ts";
import { commandLine, EXIT, execute, RESULTS, wholeNumber, workbench } from "./command-line.ts";

interface Options {
  readonly epsilon?: number;
  readonly delta?: number;
  readonly rho?: number;
  readonly mu?: number;
  readonly tradeOff?: string;
  readonly inputs?: string;
  readonly search?: string;
  readonly draws?: number;
  readonly errorRate?: number;
  readonly watched?: true;
  readonly replay?: number | true;
  readonly seed?: number;
  readonly batch?: number;
  readonly processes: number;
  readonly timeout: number;
  readonly name?: string;
  readonly picture: boolean;
  readonly output: string;
  readonly results?: string;
  readonly replace?: true;
  readonly json?: true;
}

const HELP = `
Examples:
  epsilab init --audit python                        # a client of one file and an example of ten lines; also r, javascript
  epsilab audit --epsilon 1 -- python mech.py        # the inputs are 0 and 1 unless they are given
  epsilab audit --epsilon 1 --delta 1e-5 --inputs "[[0, 0], [0, 1]]" -- Rscript mech.R
  epsilab audit --epsilon 1 --search '{"universe": [0, 1, 3], "size": 2, "neighbours": "add-remove"}' -- ./mech
  epsilab audit --mu 1 --watched --draws 200000 -- node mech.mjs
  epsilab audit --replay --inputs "[[20, 30], [20, 30, 40]]" -- python ages.py    # for noise drawn through the client's recorder

The program reads a request a line, {"draws":1000,"seed":17,"input":0}, and answers {"outputs":[...]}; docs/programs.md says it all.
Draws can refute a claim and never show that it holds. An audit that was stopped goes on from its draws by the same command.
The result can be judged again, bit for bit, from its samples: epsilab verify. Its draws are the program's, and are not made again.`;

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine("audit", "Audit a mechanism that is a program, in any language.")
    .argument("<command...>", "the program and its arguments, after --")
    .option("--epsilon <number>", "the claim: epsilon, with --delta unless it is 0", number("--epsilon"))
    .option("--delta <number>", "of the claim", number("--delta"))
    .option("--rho <number>", "the claim: zero-concentrated privacy", number("--rho"))
    .option("--mu <number>", "the claim: Gaussian privacy", number("--mu"))
    .option("--trade-off <points>", 'the claim: a curve, as "[[alpha, beta], ...]"')
    .option("--inputs <pair>", 'two neighbouring inputs, as JSON, "[0, 1]" by default')
    .option(
      "--search <space>",
      "seek the worst pair: a list of pairs, or { universe, size, neighbours }, as JSON or a file of it",
    )
    .option(
      "--draws <n>",
      "draws of each input (default: 20000); a search draws as many again",
      wholeNumber("--draws", 4),
    )
    .option("--error-rate <number>", "probability of a wrong verdict (default: 0.01)", number("--error-rate"))
    .option("--watched", "look after every batch, and stop when the claim is refuted")
    .option(
      "--replay [n]",
      "run on neighbours with the same outputs of every draw, each pair n times (20 by default); --epsilon weighs them together",
      wholeNumber("--replay", 1),
    )
    .option("--seed <n>", "names all seeds that the program is given", wholeNumber("--seed", 0))
    .option("--batch <n>", "draws of a request (default: 1000)", wholeNumber("--batch", 1))
    .option("--processes <n>", "processes at once", wholeNumber("--processes", 1, 1024), availableParallelism())
    .option("--timeout <seconds>", "silence after which a request is given up", number("--timeout"), 60)
    .option("--name <name>", "of the result; that of the program's file by default")
    .option("--no-picture", "write no svg and png of the histograms")
    .option("--output <folder>", "where the picture goes", ".")
    .option(...RESULTS)
    .option("--replace", "let a different result of the same audit give way")
    .option("--json", "events and the outcome as JSON lines")
    .addHelpText("after", HELP);
  return execute(command, args, async (words: readonly string[], options: Options) => {
    if (options.replay !== undefined) return replay(words, options, options.replay);
    const question = auditQuestion(planOf(options));
    const { project, out } = workbench(options.results);
    const folder = process.cwd();
    const program = programOf(words, folder, options.name);
    const spec = auditSpec(program, question);
    requireWritable(out, spec.experiment);
    const begun = clock.milliseconds();
    const journal = openJournal(journalFolder(out, spec.experiment, runIdOf(spec)), programHash(words, program.files));
    const display = progressDisplay({
      style: options.json ? "json" : process.stderr.isTTY ? "bar" : "lines",
      title: spec.experiment,
      write: (text) => (options.json ? process.stdout : process.stderr).write(text),
      clock: clock.milliseconds,
    });
    let done = 0;
    try {
      const audit = await interruptible((signal) =>
        runAudit({
          place: { command: words, folder, timeout: options.timeout },
          question,
          processes: options.processes,
          journal,
          signal,
          progress: (progress) => {
            done = progress.unitsDone;
            display.show(progress);
          },
        }),
      ).finally(display.end);
      const seconds = Math.round((clock.milliseconds() - begun) / 100) / 10;
      const record = { processes: options.processes, seconds, finished: clock.date() };
      const replace = options.replace === true;
      const { result, written } = storeAudit({ program, question, audit, project, folder, out, replace, record });
      await journal.remove();
      await show(result, audit, written, options);
      return audit.finding.verdict === "violated" ? EXIT.checkFailed : 0;
    } catch (error) {
      const kept =
        done === 0 ? "" : `; ${counted(done, "answer")} of it are kept, and the same command goes on from them`;
      throw Object.assign(error as Error, { message: `${messageOf(error)}${kept}` });
    } finally {
      journal.close();
    }
  });
}

/** Ctrl-C stops the task, which ends its programs; a second one ends all. */
async function interruptible<Found>(task: (signal: AbortSignal) => Promise<Found>): Promise<Found> {
  const stop = new AbortController();
  const interrupt = () => (stop.signal.aborted ? process.exit(EXIT.interrupted) : stop.abort());
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, interrupt);
  try {
    return await task(stop.signal);
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, interrupt);
  }
}

/** What an audit by draws alone asks for. */
const OF_DRAWS: readonly (keyof Options)[] = [
  ...(["delta", "rho", "mu", "tradeOff", "draws", "errorRate", "watched", "batch", "name"] as const),
  ...(["results", "replace"] as const),
];

/** Replays the program, and says which declared conditions its data breaks; nothing is stored. */
async function replay(words: readonly string[], options: Options, times: number | true): Promise<number> {
  const needless = OF_DRAWS.find((name) => options[name] !== undefined);
  if (needless !== undefined) {
    const shown = `--${needless.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    throw new RangeError(`${shown} must be left out beside --replay, which takes --epsilon alone and stores nothing`);
  }
  const plan = planOf(options);
  const question = replayQuestion(times === true ? plan : { ...plan, replays: times });
  const place = { command: words, folder: process.cwd(), timeout: options.timeout };
  const found = await interruptible((signal) => runReplays({ place, question, processes: options.processes, signal }));
  const lines = found.findings.map(({ kind, says, pair, times: replays }) => {
    const of = question.pairs.length === 1 ? "" : `, such as of pair ${pair + 1} of ${question.pairs.length}`;
    return `${kind}: ${says} (in ${counted(replays, "replay")}${of})`;
  });
  const text = options.json ? JSON.stringify({ event: "result", ...found }) : [...lines, found.says].join("\n");
  process.stdout.write(`${text}\n`);
  return found.verdict === "violated" ? EXIT.checkFailed : 0;
}

function planOf(options: Options): ProgramAudit {
  const { epsilon, delta, rho, mu, tradeOff, inputs, search, draws, errorRate, watched, seed, batch } = options;
  const plan = {
    epsilon,
    delta,
    rho,
    mu,
    tradeOff: tradeOff === undefined ? undefined : pointsOf(json("--trade-off", tradeOff)),
    inputs: inputs === undefined ? undefined : (json("--inputs", inputs) as InputPair),
    search: search === undefined ? undefined : spaceOf(search),
    draws,
    errorRate,
    watched,
    seed,
    batch,
  };
  return Object.fromEntries(Object.entries(plan).filter(([, value]) => value !== undefined)) as ProgramAudit;
}

function spaceOf(text: string): InputSpace {
  const space = json("--search", existsSync(text) ? readFileSync(text, "utf8") : text);
  return Array.isArray(space) ? { pairs: space } : (space as InputSpace);
}

function pointsOf(points: unknown) {
  if (
    !Array.isArray(points) ||
    points.length === 0 ||
    !points.every((point) => Array.isArray(point) && point.length === 2)
  )
    throw new RangeError(`--trade-off must be a list of [alpha, beta], got ${JSON.stringify(points)}`);
  return points.map(([alpha, beta]) => ({ alpha, beta }));
}

function json(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RangeError(`${name} must be JSON, got ${text}: ${messageOf(error)}`);
  }
}

function number(name: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== "" && Number.isFinite(value)) return value;
    throw new RangeError(`${name} must be a finite number, got ${JSON.stringify(text)}`);
  };
}

function programOf(command: readonly string[], folder: string, named: string | undefined): AuditedProgram {
  const files = programFiles(command, folder);
  const name = named ?? programName(command, files);
  if (!/^[\w-]+$/.test(name)) throw new RangeError(`--name must be letters, digits, _ and -, got "${name}"`);
  return { name, command, files, interpreter: interpreterVersion(command) };
}

async function show(result: Result, audit: RunAudit, written: string, options: Options): Promise<void> {
  const { finding, followsSeed, known } = audit;
  const citation = citationKey(result.spec, result.id);
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ event: "result", citation, written, followsSeed, finding })}\n`);
    return;
  }
  const { inputs, draws, drawn } = finding;
  const of = inputs.map((input) => JSON.stringify(input)).join(" and ");
  const searched = drawn > 2 * draws ? `, of ${drawn} in all` : "";
  const lines = [
    shownVerdict(finding),
    shownEvent(finding),
    `${draws} draws of each of the inputs ${of}${searched}${known > 0 ? `; ${counted(known, "answer")} from before` : ""}.`,
    ...(followsSeed === false ? ["The program does not follow its seed: it draws from a source of its own."] : []),
    ...(options.picture ? await pictures(result, options.output) : []),
    `Stored in ${result.folder} (${written === "same" ? "the same as the one already stored" : written}) with its samples: ${citation}`,
    "It can be judged again bit for bit from its samples (epsilab verify); the draws are the program's, and cannot be made again.",
  ];
  process.stdout.write(colourVerdicts(`${lines.join("\n")}\n`, process.stdout.isTTY));
}

/** Writes the picture, and says where; without what draws PNG, the SVG alone. */
async function pictures(result: Result, output: string): Promise<readonly string[]> {
  const folder = resolve(output);
  const written: string[] = [];
  for (const [name, figure] of result.figures)
    for (const format of ["svg", "png"] as const) {
      const file = join(folder, `${result.spec.experiment}-${name}.${format}`);
      try {
        const picture = await figureFile(figure, format, {
          title: result.spec.experiment,
          caption: true,
          slide: false,
        });
        atPath("the picture", file, () => {
          mkdirSync(folder, { recursive: true });
          writeWhole(file, picture);
        });
        written.push(basename(file));
      } catch (error) {
        process.stderr.write(`epsilab: ${messageOf(error)}\n`);
      }
    }
  return written.length === 0 ? [] : [`The histograms with the event marked: ${written.join(", ")}`];
}
