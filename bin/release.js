/**
 * The release checklist as a command: `npm run release -- --dry-run` checks, and `npm run release` checks, dates the release,
 * commits and tags it.
 *
 * Nothing is pushed or published: the last lines say how. The tests are not run here; `.ci/run` must have passed on the same commit.
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { noticesText } from "./notices/write.js";
import { MOST_MEGABYTES } from "./package-size.js";
import { npmCall, variablesOfOuterNpm } from "./setup/npm.js";
import { beginProgress } from "./setup/progress.js";
import { inProject, projectFolder } from "./setup/project.js";

const HELP = `Usage: npm run release -- [--dry-run]

Checks that the version, the changelog, the citation and the third-party notices agree, that nothing is uncommitted,
packs the package, says how large it is, installs it in an empty folder and runs it. Then gives the release its date in
CHANGELOG.md and CITATION.cff, commits and tags it.

  --dry-run  check only; write nothing
  --help     show this

Exit codes: 0 all is well; 1 a check failed, which is named; 2 the command was not understood.
`;

/** @typedef {{ readonly name: string, readonly problem?: string, readonly says?: string }} Finding */

/**
 * @typedef {object} Texts
 * @property {string} manifest
 * @property {string} lock
 * @property {string} citation
 * @property {string} changelog
 * @property {readonly string[]} tags
 */

/**
 * What the texts say of the version, and where they disagree.
 * @param {Texts} texts
 * @returns {readonly Finding[]}
 */
export function checkTexts({ manifest, lock, citation, changelog, tags }) {
  const { version } = JSON.parse(manifest);
  const locked = JSON.parse(lock).version;
  const cited = /^version: (.*)$/m.exec(citation)?.[1];
  const heading = /^## (.*)$/m.exec(changelog)?.[1] ?? "";
  const section = changelog.split(/^## /m)[1] ?? "";
  const isDue = heading === `${version} (unreleased)`;
  return [
    finding("version", `${version}`, [
      [/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version), `package.json has "${version}", which is no version such as 1.2.3`],
      [
        locked === version,
        `package-lock.json has ${locked}, package.json ${version}: run npm install --package-lock-only`,
      ],
      [!tags.includes(`v${version}`), `the tag v${version} is there already: raise the version in package.json`],
    ]),
    finding("changelog", `${section.split("\n").filter((line) => line.startsWith("- ")).length} entries`, [
      [isDue, `CHANGELOG.md begins with "${heading}" and not with "${version} (unreleased)"`],
      [/^- /m.test(section), `CHANGELOG.md says nothing about ${version}`],
    ]),
    finding("citation", `${cited}`, [
      [cited === version, `CITATION.cff has version ${cited}, package.json ${version}`],
      [/^authors:$/m.test(citation) && /^title: /m.test(citation), "CITATION.cff has no title or no authors"],
    ]),
  ];
}

/**
 * @param {string} name
 * @param {string} says
 * @param {readonly (readonly [holds: boolean, problem: string])[]} conditions
 * @returns {Finding}
 */
function finding(name, says, conditions) {
  const broken = conditions.find(([holds]) => !holds);
  return broken === undefined ? { name, says } : { name, problem: broken[1] };
}

/**
 * The changelog and the citation with the date of the release.
 * @param {{ readonly changelog: string, readonly citation: string, readonly version: string, readonly date: string }} release
 */
export function dated({ changelog, citation, version, date }) {
  const undated = citation.replace(/^date-released: .*\n/m, "");
  return {
    changelog: changelog.replace(`## ${version} (unreleased)`, `## ${version} (${date})`),
    citation: undated.replace(/^(version: .*)$/m, `$1\ndate-released: "${date}"`),
  };
}

const read = (/** @type {string} */ path) => readFileSync(inProject(path), "utf8");
const call = promisify(execFile);

/** @param {string} program @param {readonly string[]} words @param {string} [folder] */
async function output(program, words, folder = projectFolder) {
  const env = { ...process.env };
  for (const name of variablesOfOuterNpm()) delete env[name];
  const { stdout } = await call(program, words, { cwd: folder, env, maxBuffer: 1 << 28 });
  return stdout;
}

/** @param {readonly string[]} words @param {string} [folder] */
function npm(words, folder) {
  const { command, args } = npmCall(words);
  return output(command, args, folder);
}

/**
 * Runs a check that takes time; what it throws is its problem.
 * @param {string} name
 * @param {string} deed
 * @param {() => Promise<string>} check
 * @returns {Promise<Finding>}
 */
async function attempt(name, deed, check) {
  const progress = beginProgress(deed);
  try {
    const says = await check();
    progress.done();
    return { name, says };
  } catch (error) {
    progress.failed();
    const { message, stderr } = /** @type {{ message: string, stderr?: string }} */ (error);
    const lines = `${stderr ?? ""}`.split("\n");
    return { name, problem: lines.find((line) => /error/i.test(line)) ?? message };
  }
}

/** @param {string} place an empty folder for the packed file */
async function packAndTry(place) {
  let tarball = "";
  const packed = await attempt("package", "packing, with the API reference", async () => {
    const [{ filename, size, entryCount, files }] = JSON.parse(
      await npm(["pack", "--json", "--pack-destination", place]),
    );
    tarball = join(place, filename);
    const megabytes = size / 1e6;
    const [largest] = files.toSorted(
      (/** @type {{size: number}} */ a, /** @type {{size: number}} */ b) => b.size - a.size,
    );
    if (megabytes > MOST_MEGABYTES) {
      throw new Error(
        `${filename} has ${megabytes.toFixed(1)} MB, more than ${MOST_MEGABYTES}; its largest file is ${largest.path}`,
      );
    }
    return `${filename}, ${megabytes.toFixed(1)} MB, ${entryCount} files, the largest ${largest.path}`;
  });
  if (packed.problem !== undefined) return [packed];
  const installed = await attempt("packed install", "installing the packed file in an empty folder", async () => {
    const folder = join(place, "installed");
    mkdirSync(folder);
    await npm(["install", "--no-audit", "--no-fund", "--prefix", folder, tarball], folder);
    const program =
      'import { laplace } from "epsilab"; console.log(laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" }).guarantee.epsilon);';
    const epsilon = (await output(process.execPath, ["--input-type=module", "-e", program], folder)).trim();
    if (epsilon !== "1") throw new Error(`laplace of epsilon 1 states epsilon ${epsilon}`);
    const command = join(folder, "node_modules/epsilab/bin/epsilab");
    const version = (await output(process.execPath, [command, "--version"], folder)).trim();
    const { version: wanted } = JSON.parse(read("package.json"));
    if (version !== wanted) throw new Error(`epsilab --version prints ${version}`);
    return `epsilab ${version} computes`;
  });
  return [packed, installed];
}

/** @param {readonly Finding[]} findings */
function show(findings) {
  for (const { name, problem, says } of findings) {
    process.stdout.write(`${problem === undefined ? "ok    " : "FAILED"} ${name}: ${problem ?? says}\n`);
  }
}

/** @param {readonly string[]} words */
async function main(words) {
  const options = {
    "dry-run": { type: /** @type {const} */ ("boolean") },
    help: { type: /** @type {const} */ ("boolean") },
  };
  let asked;
  try {
    asked = parseArgs({ args: [...words], options }).values;
  } catch (error) {
    process.stderr.write(`epsilab: ${/** @type {Error} */ (error).message}\n\n${HELP}`);
    return 2;
  }
  if (asked.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const place = mkdtempSync(join(tmpdir(), "epsilab-release-"));
  try {
    const tags = (await output("git", ["tag", "--list", "v*"])).trim().split("\n");
    const texts = {
      manifest: read("package.json"),
      lock: read("package-lock.json"),
      citation: read("CITATION.cff"),
      changelog: read("CHANGELOG.md"),
      tags,
    };
    const changed = (await output("git", ["status", "--porcelain"])).trim();
    const soon = [
      finding("work tree", "clean", [[changed === "", `not committed: ${changed.split("\n")[0].trim()}`]]),
      ...checkTexts(texts),
      finding("notices", "as the lock files say", [
        [
          read("THIRD-PARTY-NOTICES.md") === noticesText(),
          "THIRD-PARTY-NOTICES.md is old: run node bin/notices/write.js",
        ],
      ]),
    ];
    show(soon);
    const tried = await packAndTry(place);
    show(tried);
    if ([...soon, ...tried].some(({ problem }) => problem !== undefined)) return 1;
    if (asked["dry-run"]) return 0;
    await release(texts);
    return 0;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** @param {Texts} texts */
async function release({ manifest, changelog, citation }) {
  const { version } = JSON.parse(manifest);
  const date = new Date().toISOString().slice(0, 10);
  const after = dated({ changelog, citation, version, date });
  writeFileSync(inProject("CHANGELOG.md"), after.changelog);
  writeFileSync(inProject("CITATION.cff"), after.citation);
  await output("git", ["commit", "-m", `chore: release ${version}`, "CHANGELOG.md", "CITATION.cff"]);
  await output("git", ["tag", "--annotate", `v${version}`, "-m", `Epsilab ${version}`]);
  process.stdout.write(`committed and tagged v${version}; to publish: git push --follow-tags && npm publish\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
