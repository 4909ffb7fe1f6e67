/**
 * Citation file: who made a work, and what it is called: from the CITATION.cff of its folder, or else its package.json.
 *
 * Of CITATION.cff only what citations need is read, of the plain YAML that the file is written in: scalars at the top, and the list of authors.
 */
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Manifest, type Project, packageFolder } from "../project.ts";

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

const FILE = "CITATION.cff";

/** Epsilab itself. */
export function epsilabCitation(): SoftwareCitation {
  return softwareCitation(readFileSync(join(packageFolder, FILE), "utf8"));
}

/** The project that a result is from. Where its files name no author, they are "the authors of" it. */
export function projectCitation({ folder, manifest }: Project): SoftwareCitation {
  const path = join(folder, FILE);
  const own = manifestCitation(manifest ?? {}, basename(folder));
  if (!existsSync(path)) return own;
  const { version, license, url, ...rest } = softwareCitation(readFileSync(path, "utf8"), path);
  return { ...rest, version: version || own.version, license: license ?? own.license, url: url ?? own.url };
}

function manifestCitation(manifest: Manifest, folder: string): SoftwareCitation {
  const { name = folder, version = "", license, author, contributors, homepage, repository } = manifest;
  const people = [author, ...(Array.isArray(contributors) ? contributors : [])].flatMap(authorOf);
  const code = typeof repository === "string" ? repository : (repository as { url?: string } | undefined)?.url;
  const authors = people.length === 0 ? [{ name: `The authors of ${name}` }] : people;
  return { title: name, version, license, url: homepage ?? code, authors };
}

/** As package.json has people: "Ada Lovelace <ada@example.org> (https://...)", or an object with a name. */
function authorOf(person: unknown): readonly Author[] {
  const text = typeof person === "string" ? person : (person as { name?: unknown } | undefined)?.name;
  const name = typeof text === "string" ? text.replace(/\s*[<(].*$/, "").trim() : "";
  const words = name.split(/\s+/);
  if (name === "") return [];
  if (words.length === 1) return [{ name }];
  return [{ "family-names": words[words.length - 1], "given-names": words.slice(0, -1).join(" ") }];
}

export function softwareCitation(text: string, place = FILE): SoftwareCitation {
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
  if (title === undefined || authors.length === 0) throw new RangeError(`${place} must have a title and authors`);
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
