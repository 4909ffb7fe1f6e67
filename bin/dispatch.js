/**
 * The `epsilab` command: finds the part of the project that a word on the command line names, and runs it.
 *
 * A part is loaded only when it is asked for, so that `--help` and `--version` answer at once, even before set-up.
 * Exit codes are in the help text.
 */
import { existsSync, readFileSync } from "node:fs";

/** The module behind each command, as built. It exports `run(args)`, which returns the exit code. */
const MODULES = new Map([
  ["start", "dist/experiments/engine/command/start.js"],
  ["init", "dist/experiments/engine/command/init.js"],
  ["list", "dist/experiments/engine/command/list.js"],
  ["show", "dist/experiments/engine/command/show.js"],
  ["errata", "dist/experiments/engine/command/errata.js"],
  ["lectures", "dist/experiments/engine/command/lectures.js"],
  ["run", "dist/experiments/engine/command/run.js"],
  ["register", "dist/experiments/engine/command/register.js"],
  ["audit", "dist/experiments/engine/command/audit.js"],
  ["submit", "dist/experiments/engine/command/submit.js"],
  ["jobs", "dist/experiments/engine/command/jobs.js"],
  ["cancel", "dist/experiments/engine/command/cancel.js"],
  ["merge", "dist/experiments/engine/command/merge.js"],
  ["verify", "dist/experiments/engine/command/verify.js"],
  ["supersede", "dist/experiments/engine/command/supersede.js"],
  ["diff", "dist/experiments/engine/command/diff.js"],
  ["query", "dist/experiments/engine/command/query.js"],
  ["figure", "dist/experiments/engine/command/figure.js"],
  ["report", "dist/experiments/engine/command/report.js"],
  ["site", "dist/experiments/engine/command/site.js"],
  ["cite", "dist/experiments/engine/command/cite.js"],
  ["paper", "dist/experiments/engine/command/paper.js"],
  ["ledger", "dist/experiments/engine/command/ledger.js"],
  ["doctor", "dist/experiments/engine/command/doctor.js"],
  ["completion", "dist/experiments/engine/command/completion.js"],
  ["battery", "dist/experiments/battery/command.js"],
  ["kernel", "dist/kernel/command.js"],
  ["notebook", "dist/kernel/notebook/command.js"],
]);

const HELP = `Epsilab, a research workbench for differential privacy

Usage: epsilab <command> [arguments]

Commands:
  start       check the claims in a minute or two, write the report, and say where to go on
  init        write a project of your own, with an experiment, a notebook and a README; or a course
  list        the claims by area, with what was found
  show        one claim: statement, source, erratum, experiments, verdict
  errata      the errata of the lecture notes by kind, with the runs that show them
  lectures    the lectures, section by section, with the claims, figures and notebooks of each
  run         compute experiments and store their results
  register    write down what will be computed, and by which program, before it is
  audit       audit a mechanism that is a program in any language
  submit      give a run to a Slurm cluster
  jobs        how the runs stand that were given to a cluster
  cancel      end the jobs of a run on a cluster
  merge       judge what the tasks of a cluster computed, and store the result
  verify      recompute stored results and compare them bit for bit
  supersede   set a cited result aside, with the reason, before another replaces it
  diff        compare two results, in standard errors
  query       ask all stored results a question in SQL
  figure      write the figures of a result as svg, png, pdf or html
  report      write one page of all claims, verdicts and figures
  site        write a folder of pages on which a reader computes results again
  cite        cite a result: in words, BibTeX, LaTeX, CITATION.cff or RO-Crate
  paper       check the numbers that a LaTeX paper cites
  ledger      what was released from a table, and what is left of its budget
  doctor      what is installed, what is missing, and how to get it
  completion  print a completion script for bash, zsh or fish
  battery     print the SHA-256 of a fixed set of special-function values and random draws
  kernel      install the TypeScript kernel for Jupyter, remove it, or try it
  notebook    execute a notebook without a browser, or check its outputs

Options:
  --help      print this text
  --version   print the version

"epsilab help <command>" says more. Exit codes: 0 done; 1 a claim is violated, a control missed, or a comparison failed;
2 the command was not understood; 3 something could not be read or written; 4 a merge found blocks missing;
130 stopped by Ctrl-C; 141 nobody read its output any more.
`;

/**
 * Runs one command line.
 * @param {readonly string[]} args the words after `epsilab`
 * @returns {Promise<number>} the exit code
 */
export async function dispatch(args) {
  const [word, ...rest] = args;
  if (word === "help" && rest.length > 0) return dispatch([...rest, "--help"]);
  if (word === undefined || word === "--help" || word === "-h" || word === "help") {
    process.stdout.write(HELP);
    return word === undefined ? 2 : 0;
  }
  if (word === "--version" || word === "-v") {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    process.stdout.write(`${version}\n`);
    return 0;
  }
  if (MODULES.has(word)) return runModule(word, rest);
  process.stderr.write(
    `epsilab: unknown command "${word}"${await meantBy(word)} "epsilab --help" lists the commands\n`,
  );
  return 2;
}

/**
 * The command that a mistyped word may have meant, as the next words of the sentence; none before the project is built.
 * @param {string} word
 * @returns {Promise<string>}
 */
async function meantBy(word) {
  const address = new URL("../dist/lib/numerics/near-names.js", import.meta.url);
  if (!existsSync(address)) return ";";
  const { nearNames } = await import(address.href);
  const [nearest] = nearNames(word, [...MODULES.keys()]);
  return nearest === undefined ? ";" : `; did you mean ${nearest}?`;
}

/**
 * @param {string} command a key of MODULES
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
async function runModule(command, args) {
  const address = new URL(`../${MODULES.get(command)}`, import.meta.url);
  if (!existsSync(address)) {
    process.stderr.write('epsilab: the project is not built yet; "npm run build" in its folder does the set-up\n');
    return 1;
  }
  const { run } = await moduleOf(command);
  return run([...args], { commands: [...MODULES.keys()], load: moduleOf });
}

/**
 * The module behind a command; `completion` asks all of them.
 * @param {string} command a key of MODULES
 */
function moduleOf(command) {
  return import(new URL(`../${MODULES.get(command)}`, import.meta.url).href);
}
