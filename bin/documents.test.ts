import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { claims, erratumKinds, lectureNotes, whatWasRead } from "../experiments/claims/index.ts";
import { readResult } from "../experiments/engine/format/read-result.ts";
import { BUILT_IN_IDS } from "../experiments/engine/program/built-in-files.ts";
import { resultFolders } from "../experiments/engine/store/named-results.ts";
import { benchmarkPage } from "./benchmark-page.ts";
import { checkExamples } from "./checked-examples.ts";
import { projectFolder } from "./guards/project-files.ts";

const run = promisify(execFile);
const text = (path: string) => readFileSync(join(projectFolder, path), "utf8");
const unwrapped = (path: string) => text(path).replace(/\s+/g, " ");
const pages = readdirSync(join(projectFolder, "docs")).filter((name) => name.endsWith(".md"));
const lectures = readdirSync(join(projectFolder, "docs", "lectures")).map((name) => `docs/lectures/${name}`);
const documents = ["README.md", ...pages.map((name) => `docs/${name}`), ...lectures];

const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const cited = claims.filter(({ citedBecause }) => citedBecause !== undefined).length;
const errata = claims.flatMap((claim) => claim.errata);
const refuted = errata.filter(({ kind }) => kind === "refuted").length;
const notebooks = readdirSync(join(projectFolder, "notebooks")).filter((name) => name.endsWith(".ipynb"));
const sets = Object.keys(lectureNotes).length;

/** What the documents count: `<!--count:recipes-->45<!--/-->`. */
const counts: Readonly<Record<string, number | string>> = {
  claims: claims.length,
  "claims-of-lectures": claims.filter(({ lecture }) => lecture !== undefined).length,
  "sets-of-notes": words[sets],
  "claims-with-a-verdict": claims.length - cited,
  "cited-claims": cited,
  "refuted-errata": refuted,
  "other-errata": errata.length - refuted,
  experiments: readdirSync(join(projectFolder, "results")).length,
  notebooks: notebooks.length,
  recipes: text("docs/cookbook.md").match(/^## \d+\. /gm)?.length ?? 0,
};

function counted(document: string): string {
  return document.replace(/<!--count:([^>]*)-->.*?<!--\/-->/g, (_, what: string) => {
    if (!Object.hasOwn(counts, what)) throw new Error(`nothing is counted as "${what}"`);
    return `<!--count:${what}-->${counts[what]}<!--/-->`;
  });
}

describe("the documents", () => {
  /** `npm run docs:update` writes them. */
  it.each(documents)("%s: every count is computed", async (path) => {
    await expect(counted(text(path))).toMatchFileSnapshot(join(projectFolder, path));
  });

  it("count what they count by a computed number alone", () => {
    const plain = documents.flatMap((path) =>
      [
        ...unwrapped(path).matchAll(/\b\d+ (?:claims|errors of the notes|notebooks|questions|recipes|experiments)\b/g),
      ].map(([found]) => `${path}: ${found}`),
    );
    expect(plain).toEqual([]);
  });

  it.each(documents)("%s names only files and scripts that exist", (path) => {
    const { scripts } = JSON.parse(text("package.json"));
    for (const [, script] of text(path).matchAll(/\bnpm (?:run )?(?!install\b|pack\b)([a-z:]+)/g)) {
      expect(Object.keys(scripts), `npm run ${script}`).toContain(script);
    }
    for (const [, address] of text(path).matchAll(/\]\(([\w./-]+)(?:#[\w-]*)?\)/g)) {
      expect(existsSync(join(projectFolder, dirname(path), address)), address).toBe(true);
    }
  });
});

describe("the page on published benchmarks", () => {
  /** `npm run docs:update` writes it. */
  it("is what the stored result says", async () => {
    const [folder] = resultFolders([join(projectFolder, "results")]).filter((each) =>
      each.includes("published-audits"),
    );
    const { rows } = readResult(folder);
    await expect(benchmarkPage(rows)).toMatchFileSnapshot(join(projectFolder, "docs/published-audits.md"));
  });
});

describe("the page on errata", () => {
  it("names the form by which one is contested, and the note on security does, too", () => {
    const [, form] = text(".github/ISSUE_TEMPLATE/contested-erratum.yml").match(/^name: (.+)$/m) ?? [];
    for (const page of ["docs/errata.md", "SECURITY.md"]) expect(text(page), page).toContain(`*${form}*`);
  });
});

describe("the README", () => {
  it("is read in one sitting", () => {
    expect(text("README.md").split("\n").length).toBeLessThanOrEqual(121); // the last line is empty
  });

  it("names every page of docs/", () => {
    for (const page of pages) expect(text("README.md"), page).toContain(`(docs/${page})`);
  });
});

describe("the examples of", () => {
  it.each([
    ["README.md", 4],
    ["docs/doors.md", 5],
    ["docs/own-experiments.md", 2],
    ["docs/programs.md", 3],
  ])("%s run on the built package and give the values that they state", async (path, stated) => {
    const blocks = [...text(path).matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => ({
      place: path,
      code: code.trim(),
    }));
    expect(await checkExamples(blocks)).toEqual({ stated, wrong: [] });
  });
});

describe("the page on", () => {
  it("the doors lists each that the package has, once", () => {
    const { exports } = JSON.parse(text("package.json")) as { readonly exports: Readonly<Record<string, unknown>> };
    const doors = Object.keys(exports).flatMap((name) =>
      /^\.\/[a-z-]+$/.test(name) ? [`epsilab/${name.slice(2)}`] : [],
    );
    const listed = [...text("docs/doors.md").matchAll(/^\| `(epsilab\/[a-z-]+)` \|/gm)].map(([, door]) => door);
    expect(listed.sort()).toEqual(doors.sort());
  });

  it("the command line has a sample query that counts what was found, without the controls", async () => {
    const [, sql = ""] = /npx epsilab query "([^"]*)"/.exec(text("docs/command.md")) ?? [];
    const args = [join(projectFolder, "bin", "epsilab"), "query", sql];
    const { stdout } = await run(process.execPath, args, { cwd: projectFolder });
    expect(stdout).toMatch(/^membership-tradeoff +holds +\d+$/m);
    expect(stdout).not.toContain("violated");
  });

  it("the README of the notebooks lists each of them once, the first where one begins", () => {
    const listed = text("notebooks/README.md").matchAll(/^\| \[([^\]]+)\]\(([^/)]+)\) \|/gm);
    expect([...listed].map(([, name, link]) => (link === `${name}.ipynb` ? link : "another link")).sort()).toEqual(
      notebooks.slice(1),
    );
    for (const path of ["notebooks/README.md", "docs/kernels.md"]) expect(text(path)).toContain(notebooks[0]);
  });

  it("the lectures lists every set of notes, and every experiment has a result", () => {
    expect(text("docs/lectures.md").match(/^- /gm)).toHaveLength(sets);
    expect(readdirSync(join(projectFolder, "results")).sort()).toEqual([...BUILT_IN_IDS].sort());
  });

  it("errata says, as that on the lectures does, what was read, and what each kind means", () => {
    for (const path of ["docs/lectures.md", "docs/errata.md"]) expect(unwrapped(path), path).toContain(whatWasRead);
    const rows = [...text("docs/errata.md").matchAll(/^\| (\w+) \| (.*) \|$/gm)].map(([, kind, means]) => ({
      kind,
      means,
    }));
    for (const [kind, { means }] of Object.entries(erratumKinds)) {
      expect(rows.find((row) => row.kind === kind)?.means, kind).toContain(means);
    }
  });
});
