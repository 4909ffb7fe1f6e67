/**
 * `epsilab init`: writes a small project of one's own: an experiment with its claim and its controls, a notebook, and what surrounds them.
 *
 * The files are those of `template/`. All of them are there or none: they are written beside the place and moved into it.
 * With `--audit` it writes the client of a language and an example, from `clients/`, into a folder that may hold other things.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { makeFolder } from "../machine/folder.ts";
import { atPath } from "../machine/storage-error.ts";
import { manifestAt, packageFolder } from "../program/project.ts";
import { commandLine, execute } from "./command-line.ts";

const NAME = /^[a-z0-9][a-z0-9._-]*$/;
const ENDING = ".template";

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine(
    "init",
    "Write a project of your own: an experiment with its claim, a notebook, a README.",
  )
    .argument(
      "[folder]",
      "the folder of the project, which must not exist or be empty; its name is that of the project; with --audit, this one by default",
    )
    .option(
      "--audit <language>",
      `write what a mechanism in ${Object.keys(CLIENTS).join(", ")} needs to be audited, with an example, and no project`,
    )
    .addHelpText("after", "\nNothing that exists is overwritten.");
  return execute(command, args, (place: string | undefined, { audit }: { readonly audit?: string }) => {
    if (audit !== undefined) return writeClient(resolve(place ?? "."), audit);
    if (place === undefined) throw new RangeError("the folder of the project must be named, got none");
    const folder = resolve(place);
    const name = basename(folder);
    if (!NAME.test(name)) {
      throw new RangeError(`the name of the folder must be lower-case letters, digits and - . _, got "${name}"`);
    }
    if (existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0)) {
      throw new RangeError(`the folder must not exist or be empty, got ${folder}`);
    }
    const files = writeProject(folder, { name, epsilab: dependencyFor(folder), authors: authorLines(name) });
    const from = relative("", folder) || ".";
    process.stdout.write(`${files.map((file) => join(from, file)).join("\n")}\n\n`);
    process.stdout.write(`Next:\n  cd ${from}\n  npm install\n  npx epsilab run noisy-count\n`);
    return 0;
  });
}

/** How the example of each language is run. */
const CLIENTS: Readonly<Record<string, readonly string[]>> = {
  python: ["python", "mech.py"],
  r: ["Rscript", "mech.R"],
  javascript: ["node", "mech.mjs"],
};

function writeClient(folder: string, language: string): number {
  const command = Object.hasOwn(CLIENTS, language) ? CLIENTS[language] : undefined;
  if (command === undefined)
    throw new RangeError(`--audit must be ${Object.keys(CLIENTS).join(", ")}, got "${language}"`);
  const source = join(packageFolder, "clients", language);
  const names = readdirSync(source).sort();
  const present = names.find((name) => existsSync(join(folder, name)));
  if (present !== undefined) throw new RangeError(`nothing is overwritten, and ${join(folder, present)} exists`);
  atPath("the client", folder, () => {
    makeFolder(folder);
    for (const name of names) writeFileSync(join(folder, name), readFileSync(join(source, name)), { flag: "wx" });
  });
  const from = relative("", folder);
  process.stdout.write(`${names.map((name) => join(from, name)).join("\n")}\n\n`);
  const enter = from === "" ? "" : `  cd ${from}\n`;
  process.stdout.write(`Next:\n${enter}  npx epsilab audit --epsilon 1 -- ${command.join(" ")}\n`);
  return 0;
}

type Words = Readonly<Record<"name" | "epsilab" | "authors", string>>;

function writeProject(folder: string, words: Words): readonly string[] {
  const source = join(packageFolder, "template");
  const draft = join(dirname(folder), `.${basename(folder)}.${process.pid}.draft`);
  const names = (readdirSync(source, { recursive: true, encoding: "utf8" }) as string[])
    .filter((name) => statSync(join(source, name)).isFile())
    .sort();
  try {
    return atPath("the project", folder, () => {
      const written = names.map((name) => {
        const text = readFileSync(join(source, name), "utf8");
        const isTemplate = name.endsWith(ENDING);
        const target = isTemplate ? name.slice(0, -ENDING.length).replace(/^gitignore$/, ".gitignore") : name;
        makeFolder(dirname(join(draft, target)));
        writeFileSync(join(draft, target), isTemplate ? filled(text, words) : text);
        return target;
      });
      if (existsSync(folder)) rmdirSync(folder);
      renameSync(draft, folder);
      return written;
    });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function filled(text: string, words: Words): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, word: keyof Words) => words[word]);
}

/** How the project asks for this Epsilab: by its version, or by the file or folder that it was installed from. */
function dependencyFor(folder: string): string {
  const version = manifestAt(packageFolder)?.version ?? "";
  const modules = dirname(packageFolder);
  if (basename(modules) !== "node_modules") return fileSpec(folder, packageFolder);
  const record = join(modules, ".package-lock.json");
  if (!existsSync(record)) return `^${version}`;
  const { packages = {} } = JSON.parse(readFileSync(record, "utf8"));
  const resolved = packages["node_modules/epsilab"]?.resolved;
  const isFile = typeof resolved === "string" && resolved.startsWith("file:");
  return isFile ? fileSpec(folder, resolve(dirname(modules), resolved.slice("file:".length))) : `^${version}`;
}

function fileSpec(from: string, to: string): string {
  const path = relative(from, to);
  return `file:${(isAbsolute(path) ? to : path).split(sep).join("/")}`;
}

/** The user that git knows, else the authors of the project. */
function authorLines(name: string): string {
  let user = "";
  try {
    user = execFileSync("git", ["config", "user.name"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    // no git, or no name
  }
  const words = user.split(/\s+/);
  if (user === "" || words.length === 1) return `  - name: ${JSON.stringify(user || `The authors of ${name}`)}`;
  const [given, family] = [words.slice(0, -1).join(" "), words[words.length - 1]];
  return `  - family-names: ${JSON.stringify(family)}\n    given-names: ${JSON.stringify(given)}`;
}
