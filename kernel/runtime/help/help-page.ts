/**
 * Help pages: what `help` shows of an entry point, of an exported name, of a global of the kernel and of what a cell declared.
 *
 * A page is Markdown: the signature, the statement that imports the name, the documentation and the page of the API reference.
 */

import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { ambientDeclarations } from "../../language/ambient.ts";
import { DeclarationExports } from "../../language/declaration-exports.ts";
import { declarations } from "../../language/declaration-statement.ts";
import { type Documentation, documentationOf, firstSentence } from "../../language/documentation.ts";
import { type EntryPoint, type EntryPoints, importOf } from "../../language/entry-points.ts";
import { fileHeader } from "../../language/inspection.ts";
import { preloadedTypes } from "../../language/preloaded-types.ts";
import { nearestPackage } from "../../project/package-map.ts";
import { type ReferencePage, referencePage } from "./reference-link.ts";

/** The entry points, with a line about each. */
export function overviewPage(entries: EntryPoints): string {
  const sorted = entries.all.toSorted((one, other) => (one.specifier < other.specifier ? -1 : 1));
  const lines = sorted.map(
    (entry) => `- \`${entry.specifier}\`: ${firstSentence(headerOf(entry)) || "no description"}`,
  );
  const [first] = entries.all;
  const more = `\`help("name")\` shows a name, \`help(value)\` what you have imported or declared`;
  const door = first === undefined ? "" : `, \`help(${JSON.stringify(first.specifier)})\` the names of an entry point`;
  return `${lines.length === 0 ? "No package is preloaded." : `You can import from:\n\n${lines.join("\n")}`}\n\n${more}${door}.`;
}

/** The header of an entry point and the names that it exports. */
export function entryPage(entries: EntryPoints, entry: EntryPoint): string {
  const names = entries.valuesOf(entry).map((name) => `\`${name}\``);
  return [`**${entry.specifier}**`, headerOf(entry), `It exports ${names.join(", ")}.`]
    .filter((part) => part !== "")
    .join("\n\n");
}

const MOST_FOUND = 20;

/** The names that a text in other words means, with a line about each. */
export function foundPage(entries: EntryPoints, text: string, names: readonly string[]): string {
  const exports = new DeclarationExports();
  const lines = names.slice(0, MOST_FOUND).map((name) => {
    const entry = entries.names.get(name);
    const declaration = entry === undefined ? undefined : exports.declaration(entry.file, name);
    const said = declaration === undefined ? "" : firstSentence(documentationOf(declaration).text.split(/^\*?@/m)[0]);
    return `- \`${name}\` of \`${entry?.specifier}\`${said === "" ? "" : `: ${said}`}`;
  });
  const rest = names.length > MOST_FOUND ? [`- and ${names.length - MOST_FOUND} more`] : [];
  return [
    `What ${JSON.stringify(text)} may mean:`,
    [...lines, ...rest].join("\n"),
    '`help("name")` shows one of them.',
  ].join("\n\n");
}

/** A name that a module exports, by the file that declares or defines its exports; undefined if its declaration cannot be found. */
export function exportPage(
  { file, name, specifier }: { readonly file: string; readonly name: string; readonly specifier: string },
  server: string,
): string | undefined {
  const exports = new DeclarationExports();
  const declaration = exports.declaration(file, name);
  if (declaration === undefined) return undefined;
  const statement = importOf(exports.isValue(file, name) ? name : `type ${name}`, specifier);
  return page(documentationOf(declaration), { statement, reference: referencePage(name, declaration.file, server) });
}

/** The declarations of a package that is imported by its name alone, or the file itself. */
export function typesOf(file: string, specifier: string): string {
  const isPackage = /^(?:@[^/]+\/)?[^./@][^/]*$/.test(specifier);
  const folder = isPackage ? nearestPackage(dirname(file))?.folder : undefined;
  return (folder === undefined ? undefined : preloadedTypes(folder)) ?? file;
}

/** What every cell has without importing it. */
export function globalPage(name: string): string | undefined {
  return cellPage(ambientDeclarations, name);
}

/** What a cell declared. */
export function cellPage(text: string, name: string): string | undefined {
  const own = declarations(text).filter(({ names }) => names.some((one) => one.text === name));
  return own.length === 0 ? undefined : page(documentationOf({ text, statements: own }));
}

function headerOf({ file }: EntryPoint): string {
  return fileHeader(pathToFileURL(file).href);
}

/** Lines such as `Theorem: ...` and tags become paragraphs of their own, as words; Markdown would join them. */
function paragraphs(text: string): string {
  return text
    .replace(/(?<!\n)\n(?=[A-Z][a-z]+: )/g, "\n\n")
    .replace(/(?<!\n)\n*^\*?@([a-z]+)\*?[ \t]*(?:— )?(.*)$/gm, (_, tag: string, rest: string) => {
      const name = `${tag.charAt(0).toUpperCase()}${tag.slice(1)}`;
      return `\n\n${name}:${rest === "" ? "\n" : ` ${rest}`}`;
    });
}

function page(
  { signature, text }: Documentation,
  { statement, reference }: { readonly statement?: string; readonly reference?: ReferencePage | undefined } = {},
): string {
  const parts = [
    `\`\`\`typescript\n${statement === undefined ? "" : `${statement}\n\n`}${signature}\n\`\`\``,
    paragraphs(text),
  ];
  if (reference?.address !== undefined) parts.push(`[Page in the API reference](<${reference.address}>)`);
  if (reference !== undefined) parts.push(`The page as a file: \`${reference.file}\``);
  return parts.filter((part) => part !== "").join("\n\n");
}
