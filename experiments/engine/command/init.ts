/**
 * `epsilab init`: writes a small project of one's own: an experiment with its claim and its controls, a notebook, and what surrounds them.
 *
 * The files are those of `template/`. All of them are there or none: they are written beside the place and moved into it.
 * With `--audit` it writes the client of a language and an example, from `clients/`, into a folder that may hold other things. With
 * `--course` it writes the folder of a course for nbgrader: the exercises with their solutions, from `notebooks/exercises/`.
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
    .option("--course", "write the folder of a course for nbgrader: the exercises with solutions and hidden tests")
    .addHelpText("after", "\nNothing that exists is overwritten.");
  return execute(command, args, (place: string | undefined, { audit, course }: Options) => {
    if (audit !== undefined && course === true) throw new RangeError("--audit must be left out beside --course");
    if (audit !== undefined) return writeClient(resolve(place ?? "."), audit);
    const what = course === true ? "the course" : "the project";
    if (place === undefined) throw new RangeError(`the folder of ${what} must be named, got none`);
    const folder = resolve(place);
    const name = basename(folder);
    if (!NAME.test(name)) {
      throw new RangeError(`the name of the folder must be lower-case letters, digits and - . _, got "${name}"`);
    }
    if (existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0)) {
      throw new RangeError(`the folder must not exist or be empty, got ${folder}`);
    }
    const files = course === true ? courseFiles(name) : projectFiles(folder, name);
    writeFolder(what, folder, files);
    const from = relative("", folder) || ".";
    process.stdout.write(`${[...files.keys()].map((file) => join(from, file)).join("\n")}\n\n`);
    const next =
      course === true
        ? [`less ${join(from, "README.md")}`]
        : [`cd ${from}`, "npm install", "npx epsilab run noisy-count"];
    process.stdout.write(`Next:\n${next.map((line) => `  ${line}\n`).join("")}`);
    return 0;
  });
}

interface Options {
  readonly audit?: string;
  readonly course?: true;
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

/** Texts by the paths of their files below a folder. */
type Files = ReadonlyMap<string, string>;

function projectFiles(folder: string, name: string): Files {
  return filesOf(join(packageFolder, "template"), {
    name,
    epsilab: dependencyFor(folder),
    authors: authorLines(name),
  });
}

/** Each exercise is an assignment of its own, as nbgrader has them. */
function courseFiles(name: string): Files {
  const exercises = join(packageFolder, "notebooks", "exercises");
  const notebooks = [...filesOf(join(exercises, "solutions"), {})];
  const assignments = notebooks.map(([file, text]) => [join("source", basename(file, ".ipynb"), file), text] as const);
  return new Map([...filesOf(join(exercises, "course"), { name }), ...assignments]);
}

/** The files of a folder, with the words filled into those that are templates. */
function filesOf(source: string, words: Readonly<Record<string, string>>): Files {
  const names = (readdirSync(source, { recursive: true, encoding: "utf8" }) as string[])
    .filter((name) => statSync(join(source, name)).isFile())
    .sort();
  return new Map(
    names.map((name) => {
      const text = readFileSync(join(source, name), "utf8");
      if (!name.endsWith(ENDING)) return [name, text];
      const filled = text.replace(/\{\{(\w+)\}\}/g, (_, word: string) => words[word]);
      return [name.slice(0, -ENDING.length).replace(/^gitignore$/, ".gitignore"), filled];
    }),
  );
}

/** All of the files are there or none. */
function writeFolder(what: string, folder: string, files: Files): void {
  const draft = join(dirname(folder), `.${basename(folder)}.${process.pid}.draft`);
  try {
    atPath(what, folder, () => {
      for (const [target, text] of files) {
        makeFolder(dirname(join(draft, target)));
        writeFileSync(join(draft, target), text);
      }
      if (existsSync(folder)) rmdirSync(folder);
      renameSync(draft, folder);
    });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
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
