import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { run as cite } from "../command/cite.ts";
import { run as paper } from "../command/paper.ts";
import { workbenchAt } from "../program/workbench.ts";
import { resultNamed } from "../store/named-results.ts";
import { checkPaper } from "./paper-check.ts";
import { ENVIRONMENT, printed, sampleStore } from "./reference/sample-result.ts";
import { resultKeys } from "./result-keys.ts";

const store = sampleStore();
afterAll(store.remove);
const folder = join(store.place, "paper");
const main = join(folder, "main.tex");
const ACCURACY = "sample/laplace/epsilon=1/accuracy";

beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  store.write();
  await printed(() => cite(["sample", "--latex", "--output", folder, "--results", store.out]));
});

const write = (...lines: readonly string[]) =>
  writeFileSync(main, ["\\input{sample-results}", ...lines, ""].join("\n"));
const check = (out = store.out) => checkPaper(main, workbenchAt(store.place, out));
const problems = async () =>
  (await check()).problems.map(({ file, line, message }) => `${file.replace(/.*\//, "")}:${line}: ${message}`);
const storedEntries = async () => {
  const result = await resultNamed("sample", workbenchAt(store.place, store.out));
  return new Map(resultKeys(result).entries.map((entry) => [entry.key, entry] as const));
};
const results = join(folder, "sample-results.tex");
const edit = (from: string, to: string) => {
  const text = readFileSync(results, "utf8");
  expect(text).toContain(from);
  writeFileSync(results, text.replace(from, to));
};

describe("paper check", () => {
  it("passes a paper whose keys and numbers are those of the store", async () => {
    write(
      `\\epsres{${ACCURACY}} \\epsverdict{sample/attack}`,
      `\\epscheck{${ACCURACY}}{0.697}`,
      "\\epsres{sample/attack/",
      "  laplace/epsilon=1/accuracy}",
    );
    expect(await problems()).toEqual([]);
    const { cited, files, runs } = await check();
    expect({ cited, files }).toEqual({ cited: 4, files: 2 });
    expect(runs[0]).toMatch(/^epsilab:sample\//);
  });

  it("names the place of an unknown key, with the nearest", async () => {
    write("", `\\epsval{${ACCURACY}s}`);
    expect(await problems()).toEqual([
      expect.stringMatching(/^main.tex:3: no result .* the key "sample.*accuracys"; did you mean sample.*\/accuracy/),
    ]);
  });

  it("names the candidates of an ambiguous key", async () => {
    write("\\epsval{sample/laplace/epsilon=1/certified}");
    expect((await problems())[0]).toMatch(/could be sample\/attack\/.* or sample\/curves\/.*; write one/);
  });

  it("compares a typed number with the stored one", async () => {
    write(`\\epscheck{${ACCURACY}}{0.698} \\epscheck{${ACCURACY}}{x} \\epscheck{${ACCURACY}}{69.67\\%}`);
    expect(await problems()).toEqual([
      `main.tex:2: "${ACCURACY}" is 0.69668, which does not round to 0.698`,
      expect.stringMatching(/must be followed by a number in braces, got "x"/),
    ]);
  });

  it("holds a bound against the end of the interval, exactly, and against an exact value", async () => {
    const exact = "sample/curves/laplace/epsilon=1/accuracy";
    const stored = await storedEntries();
    const { upper = 0, lower = 0 } = stored.get("sample/attack/laplace/epsilon=1/accuracy") ?? {};
    const value = stored.get(exact)?.estimate ?? 0;
    write(
      `\\epsatmost{${ACCURACY}}{${upper}} \\epsatleast{${ACCURACY}}{${lower}} \\epsatmost{${exact}}{${value}}`,
      `\\epsatmost{${ACCURACY}}{0.698} \\epsatleast{${ACCURACY}}{69.6\\%}`,
      `\\epsatleast{${exact}}{1} \\epsatleast{${ACCURACY}}{a lot}`,
    );
    expect(await problems()).toEqual([
      `main.tex:3: "${ACCURACY}" has the upper end ${upper}, which is not at most 0.698`,
      `main.tex:3: "${ACCURACY}" has the lower end ${lower}, which is not at least 69.6\\%`,
      `main.tex:4: "${exact}" is ${value}, which is not at least 1`,
      expect.stringMatching(/must be followed by a number in braces, got "a lot"/),
    ]);
  });

  it("finds a key that lacks what is printed", async () => {
    write(
      "\\epsinterval{sample/curves/laplace/epsilon=1/accuracy} \\epsval{sample/attack} \\epsverdict{sample/laplace/epsilon=1/values/share}",
    );
    expect(await problems()).toEqual([
      expect.stringContaining("has no interval"),
      expect.stringContaining("has no value"),
      expect.stringContaining("has no verdict"),
    ]);
  });

  it("finds a number that was changed in the written file, and a key that was added", async () => {
    write(`\\epsres{${ACCURACY}}`);
    edit("{0.6967}", "{0.6987}");
    expect(await problems()).toEqual([
      expect.stringMatching(
        /^sample-results.tex:\d+: "sample.*accuracy" has 0.6987 where epsilab:sample.* gives 0.6967$/,
      ),
    ]);
    edit("{0.6987}", "{0.6967}");
    edit("\\epsalias{", "\\epsalias{sample/mine}{sample/attack}\n\\epsalias{");
    expect(await problems()).toEqual([expect.stringContaining('"sample/mine" is not in epsilab:sample')]);
  });

  it("reports a stale file, and counts none of its keys", async () => {
    write(`\\epsres{${ACCURACY}}`);
    store.write({ accuracy: 0.6968 });
    expect(await problems()).toEqual([
      expect.stringMatching(/^sample-results.tex:3: is stale: .* the stored result is now epsilab:sample/),
      expect.stringContaining("main.tex:2: no result that the paper reads has the key"),
    ]);
  });

  it("reports a result that is not stored, or is broken", async () => {
    write("");
    expect((await check(join(store.place, "elsewhere"))).problems[0].message).toMatch(/is not in .*elsewhere/);
    const { folder: stored } = store.write();
    const cells = join(stored, "cells.jsonl");
    writeFileSync(cells, readFileSync(cells, "utf8").replace("0.69668", "0.79668"));
    expect((await problems())[0]).toMatch(/cells.jsonl, line 1, .*does not have its seal/);
  });

  it("finds two results whose keys are the same, not one result read twice", async () => {
    write("\\input{again}");
    writeFileSync(join(folder, "again.tex"), readFileSync(results, "utf8"));
    expect(await problems()).toEqual([]);
    const { folder: second } = store.write({ seed: 8 });
    const elsewhere = join(folder, "elsewhere");
    await printed(() => cite([second, "--latex", "--output", elsewhere]));
    writeFileSync(join(folder, "again.tex"), readFileSync(join(elsewhere, "sample-results.tex"), "utf8"));
    expect(await problems()).toEqual([
      expect.stringMatching(/^again.tex:3: the paper reads epsilab:.* and epsilab:.*, whose keys are the same/),
    ]);
    rmSync(second, { recursive: true });
  });

  it("finds a changed style and a key that a macro makes", async () => {
    write("\\newcommand{\\acc}[1]{\\epsres{sample/#1/accuracy}}");
    writeFileSync(join(folder, "epsilab.sty"), "% mine");
    expect(await problems()).toEqual([
      expect.stringMatching(/^epsilab.sty:1: is not the style of this version/),
      expect.stringMatching(/^main.tex:2: .* has a key that a macro makes/),
    ]);
  });

  it("as a command prints file:line and exits with 1 on any problem", async () => {
    write(`\\epsres{${ACCURACY}}`, "\\input{glyphtounicode}");
    const good = await printed(() => paper(["check", main, "--results", store.out]));
    expect(good.code).toBe(0);
    expect(good.text).toMatch(
      /main.tex:3: note: .*glyphtounicode.* not checked\n1 citation in 2 files against epsilab:.*: 0 problems/,
    );
    write("\\epsres{sample/none}");
    const bad = await printed(() => paper(["check", main, "--results", store.out]));
    expect(bad.code).toBe(1);
    expect(bad.text).toMatch(/main.tex:2: no result/);
    expect((await printed(() => paper(["check", join(folder, "none.tex")]))).code).toBe(2);
    expect((await printed(() => paper(["print", main]))).code).toBe(2);
  });
});

describe("epsilab cite", () => {
  const run = (...args: readonly string[]) => printed(() => cite([...args, "--results", store.out]));

  it("prints a plain citation and BibTeX by default", async () => {
    const { code, text } = await run("sample");
    expect(code).toBe(0);
    expect(text).toMatch(/^The Epsilab developers \(2026\)\. sample\..*\n.*commit 0123.*\nepsilab:sample.*\n\n@misc\{/);
  });

  it("refuses a result of modified files unless that is allowed", async () => {
    store.write({ environment: { ...ENVIRONMENT, dirty: true } });
    const refused = await run("sample", "--bibtex");
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining("--allow-dirty") });
    const allowed = await run("sample", "--bibtex", "--allow-dirty");
    expect(allowed).toMatchObject({ code: 0, text: expect.stringContaining("(dirty)") });
  });

  it("lists keys with what they print", async () => {
    const { text } = await run("sample", "--keys");
    expect(text).toContain(`${ACCURACY}  0.6967  [0.6951, 0.6984]  holds\n`);
    expect(text).toContain("sample/control=half-noise  caught\n");
  });

  it("writes the forms into a folder, the crate with the files of the result", async () => {
    const output = join(store.place, "crate");
    const { code } = await run("sample", "--bibtex", "--cff", "--ro-crate", "--output", output);
    expect(code).toBe(0);
    const { folder: stored, runId } = store.write();
    expect(readFileSync(join(output, "cells.jsonl"))).toEqual(readFileSync(join(stored, "cells.jsonl")));
    expect(readFileSync(join(output, `sample-${runId}.bib`), "utf8")).toContain("@misc");
    expect(readFileSync(join(output, `sample-${runId}.cff`), "utf8")).toContain("references:");
  });

  it("does not overwrite a file that it did not write", async () => {
    writeFileSync(results, "mine");
    const { code, text } = await run("sample", "--latex", "--output", folder);
    expect(code).toBe(1);
    expect(text).toContain("was not written by");
    expect(readFileSync(results, "utf8")).toBe("mine");
  });

  it("carries the hash at every key of the LaTeX file", () => {
    const { id } = store.write();
    const entries = readFileSync(results, "utf8")
      .split("\n")
      .filter((line) => line.startsWith("\\epsentry"));
    expect(entries.length).toBeGreaterThan(10);
    for (const entry of entries) expect(entry.endsWith(`{${id.slice(0, 16)}}`)).toBe(true);
  });
});
