/**
 * The header of a source file: the doc comment at its head, which says what the file computes, by which theorem, from which source and
 * within which limits. The API reference and the declarations show it at the export that the file is named after.
 */
import { basename, dirname } from "node:path";

/** @typedef {{ readonly name: string, readonly isFunction: boolean, readonly isType: boolean }} ExportedName */

const HEADER = /^(?:#!.*\n)?\s*\/\*\*(?!\/)([\s\S]*?)\*\//;
const LABEL =
  /^(Theorems?|Sources?(?: of [a-z ]+)?|Limits|Methods?|Accuracy|Utility|Variants|Proof|Closed forms|Costs?):(?= |$)/;
const CODE = /^[ \t]*(```|~~~)[\s\S]*?^[ \t]*\1[ \t]*$|`[^`\n]+`/gm;
const TAG = /^@[a-zA-Z]/m;

/**
 * The text of the doc comment at the head of a file, without its marks; empty if there is none.
 * @param {string} source
 */
export function headerOf(source) {
  return commentText(HEADER.exec(source)?.[1] ?? "");
}

/**
 * The text between the marks of a doc comment, without the stars at the start of its lines.
 * @param {string} inside
 */
export function commentText(inside) {
  const lines = inside.replaceAll("\r\n", "\n").split("\n");
  return lines
    .map((line) => line.replace(/^\s*\* ?/, "").trimEnd())
    .join("\n")
    .trim();
}

/**
 * A text as doc comment.
 * @param {string} text
 */
export function jsDoc(text) {
  const lines = text.split("\n").map((line) => (line === "" ? " *" : ` * ${line}`));
  return `/**\n${lines.join("\n")}\n */\n`;
}

/**
 * The exports that show the header of a file: the value that the file is named after (`stream` before `Stream`); or else its
 * functions; or else the type that it is named after; or else all. `main` is set in the first and the third case only.
 * @param {string} path of the file; `claims/index.ts` is named after its folder
 * @param {readonly ExportedName[]} exported
 * @returns {{ readonly main?: string, readonly bearers: readonly string[] }}
 */
export function headerBearers(path, exported) {
  const file = basename(path).replace(/(\.d)?\.[cm]?[jt]s$/, "");
  const concept = plainName(file === "index" ? basename(dirname(path)) : file);
  const same = exported.filter(({ name }) => plainName(name) === concept);
  const functions = exported.filter(({ isFunction }) => isFunction);
  const value = same.find(({ name }) => /^[a-z]/.test(name)) ?? same.find(({ isType }) => !isType);
  const main = value ?? (functions.length === 0 ? same[0] : undefined);
  if (main !== undefined) return { main: main.name, bearers: [main.name] };
  return { bearers: (functions.length > 0 ? functions : exported).map(({ name }) => name) };
}

/** `discrete-laplace` and `discreteLaplace` are one name. @param {string} name */
function plainName(name) {
  return name.replaceAll("-", "").toLowerCase();
}

/**
 * A header with each labelled part (Theorem, Source, Limits, ...) in a paragraph of its own.
 * @param {string} header
 */
export function inParagraphs(header) {
  const lines = header.split("\n");
  return lines
    .flatMap((line, k) => (k > 0 && lines[k - 1] !== "" && LABEL.test(line) ? ["", line] : [line]))
    .join("\n");
}

/**
 * The prose of a comment, and its block tags, which come after it.
 * @param {string} text
 * @returns {{ readonly prose: string, readonly tags: string }}
 */
export function splitTags(text) {
  const start = TAG.exec(text)?.index ?? text.length;
  return { prose: text.slice(0, start).trim(), tags: text.slice(start).trim() };
}

/**
 * Two comments as one: the prose of both, then the tags of both.
 * @param {string} first
 * @param {string} second
 */
export function joinComments(first, second) {
  if (flat(first) === flat(second)) return first;
  const [one, two] = [splitTags(first), splitTags(second)];
  const prose = [one.prose, two.prose].filter((part) => part !== "").join("\n\n");
  const tags = [one.tags, two.tags].filter((part) => part !== "").join("\n");
  return [prose, tags].filter((part) => part !== "").join("\n\n");
}

/**
 * Whether two comments say the same, line breaks apart.
 * @param {string} first
 * @param {string} second
 */
export function sameText(first, second) {
  return flat(first) === flat(second);
}

/** @param {string} text */
function flat(text) {
  return text.replaceAll(/\s+/g, " ").trim();
}

/**
 * Changes the text outside of code, inline or fenced.
 * @param {string} text
 * @param {(part: string) => string} change
 */
export function outsideCode(text, change) {
  let result = "";
  let end = 0;
  for (const match of text.matchAll(CODE)) {
    result += change(text.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  return result + change(text.slice(end));
}

/**
 * Plain text as Markdown that shows it as it is: `x_i`, `<w, x>` and `||w||` mean themselves. Lists stay lists, labels become bold and a
 * DOI becomes a link.
 * @param {string} text without code
 */
export function markdownOf(text) {
  return text
    .split("\n")
    .map((line) => {
      const label = LABEL.exec(line)?.[0] ?? "";
      const rest = literal(line.slice(label.length));
      return label === "" ? rest : `**${label}**${rest}`;
    })
    .join("\n");
}

/**
 * Text as Markdown that shows it as it is, with DOIs as links.
 * @param {string} line
 */
export function literal(line) {
  const parts = line.split(/(\bdoi:10\.\d{4,9}\/[^\s,;)]*[^\s,;).])/);
  return parts
    .map((part, k) => {
      const shown = part.replaceAll(/[\\*_[\]<>|~&#^]/g, "\\$&");
      return k % 2 === 1 ? `[${shown}](https://doi.org/${part.slice("doi:".length)})` : shown;
    })
    .join("");
}
