/**
 * Examples of the documents: the `@example` blocks of doc comments, with the names that they are of, and the recipes of the cookbook.
 */
import { commentText, headerBearers, splitTags } from "./source-header.js";

/**
 * @typedef {{ readonly place: string, readonly code: string }} Example its TypeScript, and where it stands
 * @typedef {{ readonly title: string, readonly text: string, readonly code: string }} NamedExample with what is said of it, in Markdown
 */

const COMMENT = /\/\*\*(?!\/)([\s\S]*?)\*\//g;
const FENCE = /^```(?:ts|typescript|js|javascript)?[ \t]*\n([\s\S]*?)^```[ \t]*$/gm;
const EXPORT = /^export (?:async )?(?:abstract )?(function|const|class|interface|type) ([\w$]+)/gm;

/**
 * The `@example` blocks of all doc comments of a source: the fenced code of a block, or else all of it.
 * @param {string} source
 * @param {string} path
 * @returns {Example[]}
 */
export function examplesOf(source, path) {
  return commentsOf(source).flatMap(({ text, start }) => {
    const place = `${path}:${source.slice(0, start).split("\n").length}`;
    return codesOf(text).map((code) => ({ place, code }));
  });
}

/**
 * The same, with the exports that they are of and the first paragraph that is said of these. The comment at the head of a file is of the
 * exports that show it, any other of the export that follows.
 * @param {string} source
 * @param {string} path
 * @returns {NamedExample[]}
 */
export function namedExamplesOf(source, path) {
  const exported = [...source.matchAll(EXPORT)].map(([, kind, name]) => ({
    name,
    isFunction: kind === "function",
    isType: kind === "interface" || kind === "type",
  }));
  return commentsOf(source).flatMap(({ text, start, end }) => {
    const isHead = source.slice(0, start).trim() === "";
    const [first] = source.slice(end).matchAll(EXPORT);
    const names = isHead ? headerBearers(path, exported).bearers : first === undefined ? [] : [first[2]];
    const [said] = splitTags(text).prose.split("\n\n");
    return codesOf(text).map((code) => ({ title: usedIn(code, names) || path, text: said, code }));
  });
}

/**
 * The recipes of a cookbook: each section that asks something, with its fenced code.
 * @param {string} markdown
 * @returns {(NamedExample & { readonly blocks: number })[]}
 */
export function recipesOf(markdown) {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title] = section.split("\n", 1);
      const blocks = [...section.matchAll(FENCE)].map(([, code]) => code.trim());
      const text = section.slice(title.length).replaceAll(FENCE, "").trim();
      return { title, text, code: blocks[0] ?? "", blocks: blocks.length };
    });
}

/** The names that a code uses, or else the first. @param {string} code @param {readonly string[]} names */
function usedIn(code, names) {
  const used = [...new Set(names)].filter((name) =>
    new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(code),
  );
  return used.length > 0 ? used.join(", ") : names[0];
}

/** @param {string} source */
function commentsOf(source) {
  return [...source.matchAll(COMMENT)].map(({ 0: { length }, 1: inside, index }) => ({
    text: commentText(inside),
    start: index,
    end: index + length,
  }));
}

/**
 * The codes of a comment.
 * @param {string} comment
 */
function codesOf(comment) {
  return exampleBlocks(comment).flatMap((block) => {
    const fenced = [...block.matchAll(FENCE)].map(([, code]) => code);
    return (fenced.length > 0 ? fenced : [block]).map((code) => code.trim());
  });
}

/**
 * The texts from each `@example` to the next tag.
 * @param {string} comment
 */
function exampleBlocks(comment) {
  /** @type {string[][]} */
  const blocks = [];
  let inFence = false;
  let inExample = false;
  for (const line of comment.split("\n")) {
    if (line.startsWith("```")) inFence = !inFence;
    const tag = inFence ? undefined : /^@(\w+)/.exec(line)?.[1];
    if (tag !== undefined) inExample = tag === "example";
    if (tag === "example") blocks.push([line.slice("@example".length).trim()]);
    else if (inExample) blocks.at(-1)?.push(line);
  }
  return blocks.map((lines) => lines.join("\n").trim());
}
