/**
 * Citation file entry: a result as an entry of `references` in a CITATION.cff (Citation File Format 1.2.0).
 *
 * To make it the preferred citation, move its fields under `preferred-citation:`, without the hyphen.
 */
import { type Citation, provenanceOf, yearOf } from "./citation.ts";

export function citationFileEntry(citation: Citation): string {
  const { title, software, softwareVersion, commit, key, experiment, runId, version } = citation;
  const quoted = (text: string) => JSON.stringify(text); // a JSON string is a YAML scalar
  const authors = software.authors.flatMap((author) =>
    Object.entries(author).map(([name, value], k) => `      ${k === 0 ? "- " : "  "}${name}: ${quoted(value)}`),
  );
  const notes = `Result ${key}: experiment ${experiment}, version ${version}, run ${runId}; Epsilab ${softwareVersion}, ${provenanceOf(citation)}`;
  return [
    "references:",
    "  - type: data",
    `    title: ${quoted(title)}`,
    "    authors:",
    ...authors,
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
    "",
  ].join("\n");
}
