/** Magics: lines that IPython understands and TypeScript does not, told as what they are, with what does the same here. */
import { CellSyntaxError } from "../errors/cell-syntax-error.ts";

const SHELL = 'execSync from "node:child_process" runs a command';

/** By the name of the magic, or of the program after `!`. */
const INSTEAD: Readonly<Record<string, string>> = {
  time: "console.time() and console.timeEnd() measure",
  timeit: "console.time() and console.timeEnd() measure",
  matplotlib: "figures show themselves",
  pylab: "figures show themselves",
  pip: "npm install in a terminal adds a package",
  conda: "npm install in a terminal adds a package",
  npm: "npm install in a terminal adds a package",
  cd: "process.chdir() changes the folder",
  pwd: "process.cwd() is the folder",
  env: "process.env has the environment",
  run: "import runs a file",
  load: "import runs a file",
  load_ext: "import loads a package",
  autoreload: "an edited file is loaded anew by the next import of it",
  html: "html`...` shows HTML",
  HTML: "html`...` shows HTML",
  latex: "tex`...` shows a formula",
  markdown: "md`...` shows Markdown",
  svg: "svg`...` shows a picture",
  SVG: "svg`...` shows a picture",
  writefile: 'writeFileSync from "node:fs" writes a file',
  bash: SHELL,
  sh: SHELL,
  system: SHELL,
  sx: SHELL,
};

/** The same error, or what is to be said instead if its line is a magic. */
export function orMagic(error: unknown, source: string): unknown {
  if (!(error instanceof CellSyntaxError)) return error;
  const line = source.split("\n")[error.line - 1] ?? "";
  const found = /^(\s*)(%%?|!)\s*([A-Za-z_]\w*)/.exec(line);
  if (found === null) return error;
  const [, indent, sign, name] = found;
  const shell = sign === "!" ? SHELL : undefined;
  const instead = INSTEAD[name] ?? shell ?? "the README lists what every cell has";
  const what = `${sign}${name} is ${shell === undefined ? "a magic of" : "a command in"} IPython, and cells are TypeScript`;
  return new CellSyntaxError(`${what}; here ${instead}`, error.line, indent.length + 1);
}
