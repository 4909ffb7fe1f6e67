/**
 * Citation file: who made a work, and what it is called: from the CITATION.cff of its folder, or else its package.json.
 *
 * Of CITATION.cff only what citations need is read, of the YAML that such files are written in: scalars at the top,
 * and the list of authors, a name a line. Lists and objects in brackets are not read.
 */
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Manifest, type Project, packageFolder } from "../program/project.ts";

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
  const { author, contributors, repository } = manifest;
  const { name = folder, version = "", license, homepage } = textsOf(manifest);
  const people = [author, ...(Array.isArray(contributors) ? contributors : [])].flatMap(authorOf);
  const code = typeof repository === "string" ? repository : textsOf(repository).url;
  const authors = people.length === 0 ? [{ name: `The authors of ${name}` }] : people;
  return { title: name, version, license, url: homepage ?? code, authors };
}

/** The fields that are texts, as they should be, and are not empty. */
function textsOf(value: unknown): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(Object(value)).filter(([, each]) => typeof each === "string" && each !== ""),
  ) as Record<string, string>;
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
  for (const { name, value, column, begins } of entriesOf(text)) {
    if (begins && section === "authors") authors.push({});
    if (name === "") continue;
    if (column === 0) {
      section = name;
      top.set(name, scalar(value, place));
    } else if (section === "authors") {
      const author = authors.at(-1);
      if (author !== undefined) author[name] = scalar(value, place);
    }
  }
  const title = top.get("title") ?? "";
  const named = authors.filter((author) => authorName(author) !== "");
  if (title === "" || named.length === 0)
    throw new RangeError(`${place} must have a title, and a list of authors with their names`);
  return {
    title,
    version: top.get("version") ?? "",
    license: top.get("license") || undefined,
    url: top.get("url") || top.get("repository-code") || undefined,
    authors: named,
  };
}

interface Entry {
  readonly name: string;
  value: string;
  /** How far its name is indented. */
  readonly column: number;
  /** Whether it is the first of a list's item. */
  readonly begins: boolean;
}

/** The `name: value` lines, each with the lines that go on with its value. */
function entriesOf(text: string): readonly Entry[] {
  const entries: Entry[] = [];
  for (const line of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    const indent = line.search(/\S/);
    const last = entries.at(-1);
    if (indent < 0) continue;
    if (last !== undefined && last.value !== "" && indent > last.column) {
      last.value += ` ${line.trim()}`;
      continue;
    }
    const [, spaces, dash = "", name = "", value = ""] =
      /^( *)(-(?: +|$))?(?:([\w-]+):(?:\s+(.*))?)?$/.exec(line.trimEnd()) ?? [];
    if (dash === "" && name === "") continue;
    entries.push({
      name,
      value: value.startsWith("#") ? "" : value,
      column: (spaces ?? "").length + dash.length,
      begins: dash !== "",
    });
  }
  return entries;
}

/** A value as YAML writes it: plain, in quotes, or in lines after > or |; a comment may follow. */
function scalar(text: string, place: string): string {
  const folded = /^[>|][-+\d]*(?: +(.*))?$/.exec(text);
  if (folded !== null) return folded[1] ?? "";
  const [, double] = /^("(?:[^"\\]|\\.)*")(?:\s+#.*)?$/.exec(text) ?? [];
  const [, single] = /^'((?:[^']|'')*)'(?:\s+#.*)?$/.exec(text) ?? [];
  if (single !== undefined) return single.replaceAll("''", "'");
  const plain = text.replace(/\s+#.*$/, "");
  if (!/^["']/.test(text)) return plain === "~" || plain === "null" ? "" : plain;
  try {
    return JSON.parse(double ?? text);
  } catch {
    throw new RangeError(`${place} must have values that are closed as they are opened, got ${text}`);
  }
}

/** As a sentence has it: "Ada Lovelace", "The Epsilab developers". */
export function authorName(author: Author): string {
  if (author.name !== undefined) return author.name;
  return ["given-names", "name-particle", "family-names", "name-suffix"]
    .flatMap((part) => (author[part] === undefined ? [] : [author[part]]))
    .join(" ");
}
