/**
 * LaTeX source: the files of a paper, followed from the main one, and the commands in them with their arguments and places.
 *
 * It reads TeX as people write it, without running it: comments, verbatim text and what follows `\end{document}` are left out, and a
 * file that a macro names, or that is not beside the main one (such as those of the TeX system), is reported as not followed.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export interface Place {
  readonly file: string;
  readonly line: number;
}

export interface LatexFile {
  readonly path: string;
  /** With what is not read replaced by blanks, so that places are those of the file. */
  readonly text: string;
}

interface LatexSource {
  readonly files: readonly LatexFile[];
  readonly notFollowed: readonly (Place & { readonly name: string })[];
}

export interface LatexCommand extends Place {
  readonly name: string;
  readonly args: readonly string[];
}

export function readLatexSource(main: string): LatexSource {
  const folder = dirname(resolve(main));
  const files: LatexFile[] = [];
  const notFollowed: (Place & { name: string })[] = [];
  const seen = new Set<string>();
  const follow = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const file = { path, text: withoutUnread(readFileSync(path, "utf8")) };
    files.push(file);
    for (const { name, args, line } of commandsIn(file, INPUTS)) {
      const given = args[0] ?? "";
      const found = [given, `${given}.tex`].map((each) => join(folder, each)).find(isFile);
      if (found === undefined || given === "") notFollowed.push({ file: path, line, name: `\\${name}{${given}}` });
      else follow(found);
    }
  };
  follow(resolve(main));
  return { files, notFollowed };
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

const INPUTS: Readonly<Record<string, number>> = { input: 1, include: 1, subfile: 1 };
const VERBATIM =
  /\\begin\{(verbatim\*?|lstlisting|minted|comment)\}[\s\S]*?\\end\{\1\}|\\(?:verb\*?|lstinline)([^\w\s*])[^\n]*?\2/g;

function withoutUnread(text: string): string {
  const blank = (whole: string) => whole.replace(/[^\n]/g, " ");
  const read = text
    .replace(VERBATIM, blank)
    .replace(/((?:^|[^\\])(?:\\\\)*)(%.*)/gm, (_, before: string, comment: string) => before + blank(comment));
  const end = read.indexOf("\\end{document}");
  return end < 0 ? read : read.slice(0, end) + blank(read.slice(end));
}

/** The commands of those names, each with as many braced arguments as the table says, in the order of the text. */
export function commandsIn(
  { path, text }: LatexFile,
  arity: Readonly<Record<string, number>>,
): readonly LatexCommand[] {
  const found: LatexCommand[] = [];
  let [line, counted] = [1, 0];
  for (const match of text.matchAll(/\\([a-zA-Z]+)/g)) {
    const name = match[1];
    if (!Object.hasOwn(arity, name) || isDefined(text, match.index)) continue;
    for (; counted < match.index; counted++) if (text[counted] === "\n") line++;
    const args = bracedArguments(text, match.index + match[0].length, arity[name]);
    found.push({ file: path, line, name, args });
  }
  return found;
}

/** Whether the command stands where one is defined, as in `\newcommand{\input}`. */
function isDefined(text: string, at: number): boolean {
  return /\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand|def|let)\*?\s*\{?\s*$/.test(
    text.slice(Math.max(0, at - 40), at),
  );
}

/** Up to `count` arguments in braces, braces inside them balanced; a file name may also stand bare. */
function bracedArguments(text: string, from: number, count: number): readonly string[] {
  const args: string[] = [];
  let at = from;
  while (args.length < count) {
    while (/\s/.test(text[at] ?? "")) at++;
    if (text[at] !== "{") {
      const bare = /^[\w./-]+/.exec(text.slice(at, at + 200));
      return args.length === 0 && bare !== null ? [bare[0]] : args;
    }
    const close = closingBrace(text, at);
    args.push(text.slice(at + 1, close));
    at = close + 1;
  }
  return args;
}

function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at;
  }
  return text.length;
}
