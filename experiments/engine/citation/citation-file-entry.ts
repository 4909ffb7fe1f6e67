/**
 * Citation file entry: a result as an entry of `references` in a CITATION.cff (Citation File Format 1.2.0).
 *
 * To make it the preferred citation, move its fields under `preferred-citation:`, without the hyphen.
 */
import { type Citation, provenanceOf, yearOf } from "./citation.ts";
import type { Author } from "./citation-file.ts";

export function citationFileEntry(citation: Citation): string {
  const { title, software, softwareVersion, commit, key, experiment, runId, version } = citation;
  const notes =
    `Result ${key}: experiment ${experiment}, version ${version}, run ${runId}; ` +
    `Epsilab ${softwareVersion}, ${provenanceOf(citation)}`;
  return [
    "references:",
    "  - type: data",
    `    title: ${quoted(title)}`,
    "    authors:",
    ...authorLines(software.authors),
    `    year: ${yearOf(citation)}`,
    `    date-released: ${quoted(citation.finished.slice(0, 10))}`,
    `    version: ${quoted(softwareVersion)}`,
    ...(commit === undefined ? [] : [`    commit: ${quoted(commit)}`]),
    ...(software.license === undefined ? [] : [`    license: ${quoted(software.license)}`]),
    ...(software.url === undefined ? [] : [`    url: ${quoted(software.url)}`]),
    "    identifiers:",
    "      - type: other",
    `        value: ${quoted(key)}`,
    '        description: "The key of the stored result, with the first 16 digits of the SHA-256 of its manifest."',
    `    notes: ${quoted(notes)}`,
    ...(citation.isOwn ? epsilabReference(citation) : []),
    "",
  ].join("\n");
}

/** A JSON string is a YAML scalar. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

function authorLines(authors: readonly Author[]): readonly string[] {
  return authors.flatMap((author) =>
    Object.entries(author).map(([name, value], k) => `      ${k === 0 ? "- " : "  "}${name}: ${quoted(value)}`),
  );
}

/** Epsilab itself, cited beside the results of a project. */
function epsilabReference({ epsilab, softwareVersion }: Citation): readonly string[] {
  return [
    "  - type: software",
    `    title: ${quoted(epsilab.title)}`,
    "    authors:",
    ...authorLines(epsilab.authors),
    `    version: ${quoted(softwareVersion)}`,
    ...(epsilab.license === undefined ? [] : [`    license: ${quoted(epsilab.license)}`]),
  ];
}
