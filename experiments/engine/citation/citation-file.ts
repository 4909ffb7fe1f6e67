/**
 * The project's CITATION.cff: who made the software, and what it is called.
 *
 * Only what citations need is read, of the plain YAML that the file is written in: scalars at the top, and the list of authors.
 */
import { existsSync, readFileSync } from "node:fs";

/** An author as the file has it: `name` of an entity, or `family-names` and `given-names` of a person, and more. */
export type Author = Readonly<Record<string, string>>;

export interface SoftwareCitation {
  readonly title: string;
  readonly version: string;
  readonly license: string | undefined;
  /** `url`, or else `repository-code`. */
  readonly url: string | undefined;
  readonly authors: readonly Author[];
}

const PLACES = ["../../../CITATION.cff", "../../../../CITATION.cff"]; // from the source, and as built

export function readSoftwareCitation(): SoftwareCitation {
  const address = PLACES.map((place) => new URL(place, import.meta.url)).find((each) => existsSync(each));
  if (address === undefined) throw new Error("the project's CITATION.cff is missing");
  return softwareCitation(readFileSync(address, "utf8"));
}

export function softwareCitation(text: string): SoftwareCitation {
  const top = new Map<string, string>();
  const authors: Record<string, string>[] = [];
  let section = "";
  for (const line of text.split("\n")) {
    const [, indent, dash, name, value] = /^( *)(- )?([a-z-]+):(?: +(.*))?$/.exec(line.trimEnd()) ?? [];
    if (name === undefined) continue;
    if (indent === "" && dash === undefined) {
      section = name;
      top.set(name, scalar(value ?? ""));
    } else if (section === "authors") {
      if (dash !== undefined) authors.push({});
      const author = authors.at(-1);
      if (author !== undefined) author[name] = scalar(value ?? "");
    }
  }
  const title = top.get("title");
  if (title === undefined || authors.length === 0) throw new Error("CITATION.cff must have a title and authors");
  return {
    title,
    version: top.get("version") ?? "",
    license: top.get("license"),
    url: top.get("url") ?? top.get("repository-code"),
    authors,
  };
}

function scalar(text: string): string {
  if (text.startsWith('"')) return JSON.parse(text);
  return text.startsWith("'") ? text.slice(1, -1).replaceAll("''", "'") : text;
}

/** As a sentence has it: "Ada Lovelace", "The Epsilab developers". */
export function authorName(author: Author): string {
  if (author.name !== undefined) return author.name;
  return ["given-names", "name-particle", "family-names", "name-suffix"]
    .flatMap((part) => (author[part] === undefined ? [] : [author[part]]))
    .join(" ");
}
