/**
 * BibTeX: a citation as an entry `@misc`, which every style prints: the key with the hash and the commit stand in its note.
 */

import { type Citation, FROM_SAMPLES, provenanceOf, workOf, yearOf } from "./citation.ts";
import { type Author, authorName } from "./citation-file.ts";

export function bibtexEntry(citation: Citation): string {
  const { experiment, runId, title, version, softwareVersion, key, hash, commit, state, software } = citation;
  const from = citation.isOwn ? [workOf(citation)] : [];
  const samples = citation.isFromSamples ? [FROM_SAMPLES] : [];
  const shown = [
    ...from,
    `experiment version ${version}`,
    `Epsilab ${softwareVersion}`,
    provenanceOf(citation),
    ...samples,
  ].join(", ");
  const fields: [string, string | undefined][] = [
    ["author", software.authors.map(bibtexName).join(" and ")],
    ["title", `{${latexText(title)}}`],
    ["year", yearOf(citation)],
    ["howpublished", `Result of the experiment ${latexText(experiment)}, \\texttt{${latexText(key)}}`],
    ["note", latexText(shown)],
    ["version", softwareVersion],
    ["hash", hash],
    ["commit", commit],
    ["tree", state],
    ["url", citation.link ?? software.url],
  ];
  const own = entry(`epsilab-${experiment}-${runId}`, fields);
  return citation.isOwn ? `${own}\n${epsilabEntry(citation)}` : own;
}

/** Epsilab itself, cited beside the results of a project. */
function epsilabEntry({ epsilab, softwareVersion }: Citation): string {
  return entry(`epsilab-${softwareVersion}`, [
    ["author", epsilab.authors.map(bibtexName).join(" and ")],
    ["title", `{${latexText(epsilab.title)}}`],
    ["version", softwareVersion],
    ["note", latexText(`Software, version ${softwareVersion}`)],
    ["url", epsilab.url],
  ]);
}

function entry(key: string, fields: readonly (readonly [string, string | undefined])[]): string {
  const lines = fields.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name} = {${value}},`]));
  return [`@misc{${key},`, ...lines, "}", ""].join("\n");
}

function bibtexName(author: Author): string {
  const family = author["family-names"];
  if (family === undefined) return `{${latexText(authorName(author))}}`;
  const last = [author["name-particle"], family].filter(Boolean).join(" ");
  return [last, author["name-suffix"], author["given-names"]]
    .filter(Boolean)
    .map((part) => latexText(String(part)))
    .join(", ");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
};

/** Plain text as LaTeX prints it. */
export function latexText(text: string): string {
  return text.replace(/[\\~^#%&_${}]/g, (character) => ESCAPES[character] ?? `\\${character}`);
}
