import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { run as cite } from "../command/cite.ts";
import { run as paper } from "../command/paper.ts";
import { compile, expectCitable } from "./reference/compiled-paper.ts";
import { printed, sampleStore } from "./reference/sample-result.ts";

const store = sampleStore();
afterAll(store.remove);
const ACCURACY = "sample/laplace/epsilon=1/accuracy";

async function sample(name: string): Promise<void> {
  mkdirSync(join(store.place, name), { recursive: true });
  store.write();
  const { code, text } = await printed(() =>
    cite(["sample", "--latex", "--output", join(store.place, name), "--results", store.out]),
  );
  expect(text).toContain("sample-results.tex");
  expect(code).toBe(0);
}

describe("a paper that cites a stored result, compiled by pdflatex", () => {
  it("prints values, intervals, theory, verdicts and the hash", async () => {
    await sample("good");
    const { id, runId } = store.write();
    const { code, words } = await compile(
      store.place,
      "good",
      "sample-results",
      "",
      `\\section{Of \\epsval{${ACCURACY}}}`,
      `\\noindent one \\epsres{${ACCURACY}} one\\\\`,
      "two \\epsres{sample/attack/",
      "  laplace/epsilon=1/accuracy} two\\\\",
      `three $x = \\epstheory{${ACCURACY}}$ three\\\\`,
      "four \\epsverdict{sample/control=half-noise} four\\\\",
      `five \\epshash{${ACCURACY}} five\\\\`,
      "six \\epsresult{sample/attack} six\\\\",
      `seven \\epscheck{${ACCURACY}}{0.697} seven\\\\`,
      `nine \\epsatmost{${ACCURACY}}{0.699} \\epsatleast{${ACCURACY}}{0.69} nine\\\\`,
      "eight \\epsres{sample/curves/laplace/epsilon=1/on-curve} eight",
    );
    expect(code).toBe(0);
    const hash = id.slice(0, 16);
    for (const line of [
      "Of 0.6967",
      "one 0.6967 [0.6951, 0.6984] one",
      "two 0.6967 [0.6951, 0.6984] two",
      "three x = 0.696735 three",
      "four caught four",
      `five ${hash} five`,
      `six epsilab:sample/${runId}#${hash} six`,
      "seven 0.697 seven",
      "nine ≤ 0.699 ≥ 0.69 nine",
    ]) {
      expect(words).toContain(line);
    }
    expect(words).toMatch(/eight 5\.09213 × 10−17\s+eight/);
    const checked = await printed(() =>
      paper(["check", join(store.place, "good", "main.tex"), "--results", store.out]),
    );
    expect(checked).toMatchObject({ code: 0, text: expect.stringContaining("11 citations in 2 files") });
  });

  it("links the citation to the project's site, with hyperref alone", async () => {
    await sample("linked");
    const { id, runId } = store.write();
    const key = `epsilab:sample/${runId}#${id.slice(0, 16)}`;
    const site = `\\epssite{sample/${runId}}{https://example.org/a_study/\\#${key.replace("#", "/")}}`;
    for (const [packages, links] of [
      ["\\usepackage{hyperref}", 1],
      ["", 0],
    ] as const) {
      const preamble = `\\pdfcompresslevel=0 \\pdfobjcompresslevel=0 ${packages}`;
      const { code, words } = await compile(
        store.place,
        "linked",
        "sample-results",
        preamble,
        site,
        "See \\epsresult{sample/attack}.",
      );
      expect(code).toBe(0);
      expect(words).toContain(`See ${key}.`);
      const pdf = readFileSync(join(store.place, "linked", "main.pdf"), "latin1");
      const link = `https://example.org/a_study/#${key.replace("#", "/")}`;
      expect(pdf.split(`/URI(${link})`)).toHaveLength(1 + links);
    }
  });

  it.each([
    ["an unknown key", `\\epsres{${ACCURACY}s}`, `no result has the key\n"${ACCURACY}s"`],
    ["an ambiguous key", "\\epsres{sample/laplace/epsilon=1/certified}", "several numbers have the short key"],
    [
      "a key without an interval",
      "$\\mbox{\\epsinterval{sample/attack}}$",
      'no interval is stored for the key\n"sample/attack"',
    ],
    ["an unknown key inside a box", "\\fbox{\\begin{tabular}{c}\\epsval{sample/none}\\end{tabular}}", '"sample/none"'],
  ])("is stopped by %s, with an error that names it", async (name, line, message) => {
    await sample(name);
    const { code, log, words } = await compile(store.place, name, "sample-results", "", "before", line, "after");
    expect(code).not.toBe(0);
    expect(log).toContain("! Package epsilab Error: ");
    expect(log).toContain(message);
    expect(words).toBe(undefined);
  });

  it("is stopped where two results have the same keys", async () => {
    await sample("twice");
    const line = `\\epsentry{${ACCURACY}}{1}{}{}{}{sample/x}{y}`;
    const { code, log } = await compile(store.place, "twice", "sample-results", "", line);
    expect(code).not.toBe(0);
    expect(log).toContain("two results have the key");
  });

  it("may make the characters of keys active, as languages do", async () => {
    await sample("active");
    const { code, words } = await compile(
      store.place,
      "active",
      "sample-results",
      "",
      "{\\catcode`\\-=13 \\catcode`\\/=13 \\catcode`\\==13",
      `one \\epsval{${ACCURACY}}}`,
    );
    expect(code).toBe(0);
    expect(words).toContain("one 0.6967");
  });

  // Of every result that is stored: latex.long.test.ts.
  it("can cite every number of a result that is stored in the project", () =>
    expectCitable(store.place, "membership-tradeoff"));
});
