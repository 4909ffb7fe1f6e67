/**
 * Magics: the error for `%name`, `%%name` and `!command`, which IPython runs and TypeScript does not, with what to use instead.
 *
 * They are looked for at the start of a cell that does not parse. `!ls -l` does parse, as an expression; the advice then comes with
 * the error that `ls` is not defined.
 */
import { headOf } from "../../language/cell-directives.ts";
import { CellSyntaxError } from "./cell-syntax-error.ts";

const PACKAGES = "npm install in a terminal adds a package";
const MEASURE = "console.time() and console.timeEnd() measure";
const FIGURES = "figures show themselves";
const IMPORT = "import runs a file";

const LONGEST_COMMAND = 80;

/** By the name of the magic; what is not here may be a command. */
const INSTEAD: Readonly<Record<string, string>> = {
  time: MEASURE,
  timeit: MEASURE,
  matplotlib: FIGURES,
  pylab: FIGURES,
  pip: PACKAGES,
  conda: PACKAGES,
  mamba: PACKAGES,
  cd: "process.chdir() changes the folder",
  pwd: "process.cwd() is the folder",
  env: "process.env has the environment",
  run: IMPORT,
  load: IMPORT,
  load_ext: "import loads a package, and an edited file again",
  autoreload: "import loads an edited file again",
  reset: "Restart Kernel in the menu clears all variables",
  js: "JavaScript runs in every cell",
  javascript: "JavaScript runs in every cell",
  html: "html`...` shows HTML",
  latex: "tex`...` shows a formula",
  markdown: "md`...` shows Markdown",
  svg: "svg`...` shows a picture",
  writefile: 'writeFileSync from "node:fs" writes a file',
};
/** Magics whose argument, or the lines below, are a command; and those that are one. */
const SHELLS = new Set(["bash", "sh", "script", "system", "sx"]);
const COMMANDS = new Set(["cat", "cp", "echo", "less", "ls", "mkdir", "more", "mv", "rm", "rmdir"]);
const ADVICE = "the README lists what every cell has";

interface Magic {
  /** As it was written, without what follows: `%time`. */
  readonly word: string;
  readonly isCommand: boolean;
  readonly instead: string;
  readonly line: number;
  readonly column: number;
}

/** The same error, or what is to be said instead if a magic is where it is. */
export function orMagic(error: unknown, source: string): unknown {
  if (!(error instanceof CellSyntaxError)) return error;
  const magic = magicIn(source);
  if (magic === undefined || (magic.isCommand && magic.line !== error.line)) return error;
  const what = `${magic.word} is a ${magic.isCommand ? "command" : "magic"} of IPython, and cells are TypeScript`;
  return new CellSyntaxError(`${what}; here ${magic.instead}`, magic.line, magic.column);
}

/** One line more for the message of an error in a cell that may be meant as a command, whose first word is not defined. */
export function commandAdvice(undefinedName: string, source: string): string {
  const magic = magicIn(source);
  if (magic?.word !== `!${undefinedName}`) return "";
  return `\nIf ${magic.word} is meant as a command of IPython: here ${magic.instead}`;
}

function magicIn(source: string): Magic | undefined {
  const head = headOf(source);
  const [first = "", ...below] = source.slice(head.length).split("\n");
  const before = head.split("\n");
  const place = { line: before.length, column: (before.at(-1) ?? "").length + 1 };
  const [, magic, name = "", argument = ""] = /^(%%?\s*([A-Za-z_]\w*))\s*(.*)$/.exec(first) ?? [];
  if (magic !== undefined) {
    const word = magic.replace(/\s/g, "");
    return { word, isCommand: false, instead: insteadOfMagic(name, argument, below.join("\n")), ...place };
  }
  // A word, then nothing or what could not follow in an expression that ends here.
  const [, command, program = ""] =
    /^!{1,2}\s*(([\w./~-]+|\{[\w.]+\})(?:\s+(?:[\w"'./~$]|-\S|\|(?!\|)).*|\s*))$/.exec(first) ?? [];
  if (command === undefined) return undefined;
  return { word: `!${program}`, isCommand: true, instead: insteadOfCommand(program, command.trim()), ...place };
}

function insteadOfMagic(name: string, argument: string, below: string): string {
  if (SHELLS.has(name)) return shell(below.trim() || argument);
  if (COMMANDS.has(name)) return shell(`${name} ${argument}`.trim());
  return INSTEAD[name] ?? INSTEAD[name.toLowerCase()] ?? ADVICE;
}

function insteadOfCommand(program: string, command: string): string {
  const [tool, verb] = [/\b(?:pip3?|conda|mamba|npm|pnpm|yarn)\b/, /\b(?:install|add|i)\b/];
  const place = command.search(tool);
  const installs = place >= 0 && verb.test(command.slice(place));
  if (installs) return PACKAGES;
  return (program === "cd" || program === "pwd" ? INSTEAD[program] : undefined) ?? shell(command);
}

function shell(command: string): string {
  const text = command === "" || command.length > LONGEST_COMMAND ? "..." : command;
  return `import { execSync } from "node:child_process"; execSync(${JSON.stringify(text)}, { stdio: "inherit" }) runs it`;
}
