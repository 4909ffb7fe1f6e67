import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { claims, erratumKinds, lectureNotes, whatWasRead } from "../experiments/claims/index.ts";
import { BUILT_IN_IDS } from "../experiments/engine/program/catalogue.ts";
import { checkExamples } from "./checked-examples.ts";

const project = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

describe("the README", () => {
  it("has an example that runs on the built package and prints the values it states", async () => {
    const readme = await readFile(join(project, "README.md"), "utf8");
    const example = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
    expect(example).toContain('from "epsilab"');
    expect(await checkExamples([{ place: "README.md", code: example.trim() }])).toEqual({ stated: 6, wrong: [] });
  });

  it("has a sample query that counts what was found, without the controls", async () => {
    const readme = await readFile(join(project, "README.md"), "utf8");
    const [, sql = ""] = /npx epsilab query "([^"]*)"/.exec(readme) ?? [];
    const { stdout } = await run(process.execPath, [join(project, "bin", "epsilab"), "query", sql], { cwd: project });
    expect(stdout).toMatch(/^membership-tradeoff +holds +\d+$/m);
    expect(stdout).not.toContain("violated");
  });

  it("names only files and scripts that exist", async () => {
    const readme = await readFile(join(project, "README.md"), "utf8");
    const { scripts } = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
    for (const [, script] of readme.matchAll(/npm (?:run )?(?!install\b|pack\b)([a-z:]+)/g)) {
      expect(Object.keys(scripts), `npm run ${script}`).toContain(script);
    }
    for (const [, path] of readme.matchAll(/\]\(([\w./-]+)\)|`(?:lib|bench)\/[\w./-]+`/g)) {
      if (path !== undefined) await expect(readFile(join(project, path)), path).resolves.toBeDefined();
    }
    for (const [, row] of readme.matchAll(/\| (`lib\/.*`) \|$/gm)) {
      let folder = "";
      for (const [, name] of row.matchAll(/`([\w./-]+)`/g)) {
        if (name.includes("/")) folder = name.slice(0, name.lastIndexOf("/"));
        const path = name.includes("/") ? name : `${folder}/${name}`;
        await expect(readFile(join(project, path)), path).resolves.toBeDefined();
      }
    }
  });

  const text = (path: string) => readFileSync(join(project, path), "utf8");
  const readme = text("README.md");
  const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
  const cited = claims.filter(({ documentationOnly }) => documentationOnly).length;
  const inNotes = claims.filter(({ lecture }) => lecture !== undefined).length;
  const errata = claims.flatMap((claim) => claim.errata);
  const refuted = errata.filter(({ kind }) => kind === "refuted").length;
  const recipes = text("docs/cookbook.md").match(/^## \d+\. /gm)?.length;
  const notebooks = readdirSync(join(project, "notebooks")).filter((name) => name.endsWith(".ipynb"));

  it.each([
    ["claims", `${claims.length} claims as data`],
    ["claims of the notes", `${inNotes} of them of ${words[Object.keys(lectureNotes).length]} sets of lecture notes`],
    ["claims with a verdict", `${claims.length - cited} have an experiment and a verdict`],
    ["cited claims", `${cited} that no run can decide are cited`],
    ["errors of the notes", `${refuted} errors of the notes, each refuted by a run`],
    ["other errata", `and ${errata.length - refuted} more errata by kind`],
    ["experiments with a full result", `full results of ${readdirSync(join(project, "results")).length} experiments`],
    ["recipes", `answers ${recipes} questions`],
  ])("counts the %s", (_, sentence) => {
    expect(readme.replace(/\s+/g, " ").includes(sentence), sentence).toBe(true);
  });

  it("lists every notebook and every set of lecture notes once, and has a result of every experiment", () => {
    for (const name of notebooks) expect(readme.split(`(notebooks/${name})`), name).toHaveLength(2);
    expect(readme.match(/\]\(notebooks\//g)).toHaveLength(notebooks.length);
    const [, list = ""] = /^## The lecture notes\n([\s\S]*?)\n## /m.exec(readme) ?? [];
    expect(list.match(/^- /gm)).toHaveLength(Object.keys(lectureNotes).length);
    expect(readdirSync(join(project, "results")).sort()).toEqual([...BUILT_IN_IDS].sort());
  });

  it("and the page on errata say what was read, and the page what each kind means", () => {
    for (const path of ["README.md", "docs/errata.md"])
      expect(text(path).replace(/\s+/g, " "), path).toContain(whatWasRead);
    const rows = [...text("docs/errata.md").matchAll(/^\| (\w+) \| (.*) \|$/gm)].map(([, kind, means]) => ({
      kind,
      means,
    }));
    for (const [kind, { means }] of Object.entries(erratumKinds)) {
      expect(rows.find((row) => row.kind === kind)?.means, kind).toContain(means);
    }
  });

  it("agrees with the cookbook on how many recipes it has", () => {
    expect(text("docs/cookbook.md")).toContain(`\n${recipes} questions, each with a short program`);
  });
});
