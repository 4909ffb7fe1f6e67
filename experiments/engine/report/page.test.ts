import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { areas, claims } from "../../claims/index.ts";
import { printed } from "../citation/reference/sample-result.ts";
import { pictured, SHARP, smallStore } from "../command/reference/small-results.ts";
import { run } from "../command/report.ts";
import { defineExperiment } from "../definition/experiment.ts";
import { type fitsSearch, searchedText } from "../evidence/claim-search.ts";
import { checksByClaim } from "../evidence/claim-status.ts";
import type { Result } from "../format/read-result.ts";
import { citationKey } from "../format/result-files.ts";
import { plotlyText } from "../store/figure-files.ts";
import { setText } from "./formula.ts";
import { type ReportQuestion, reportPage } from "./page.ts";

const store = smallStore();
const plotly = "window.Plotly = { newPlot() {} }; // </script>";
const result = store.picture();
const question: ReportQuestion = {
  claims,
  areas,
  experiments: [pictured],
  results: [result],
  bibtex: new Map([[result.id, "@misc{pictured,}"]]),
  plotly,
};
const page = reportPage(question);
afterAll(store.remove);

/** Addresses that a browser would fetch: of attributes that load, and of styles. */
function loaded(text: string): readonly string[] {
  const markup = text.replace(/<script[^>]*>[\s\S]*?<\/script>/g, "").replaceAll("url(data:font/woff2;base64,", "(");
  return [
    ...markup.matchAll(
      /<(?:script|link|img|iframe|image|use|source|embed|object)\b[^>]*?(?:src|href|data)="([^"#][^"]*)"/g,
    ),
    ...markup.matchAll(/(?:url\(|@import)\s*["']?([^"'#)][^"')]*)/g),
  ].map(([, address]) => address);
}

/** The text that a page holds packed. */
function unpacked(text: string, id: string): string {
  const [, content] = new RegExp(`<script id="${id}"[^>]*>([^<]*)</script>`).exec(text) ?? [];
  return gunzipSync(Buffer.from(content, "base64")).toString();
}

/** The card of a claim. */
function cardOf(text: string, id: string): string {
  return text.split(`<details class="card" id="claim-${id}"`)[1].split("</details>")[0];
}

describe("the report page", () => {
  it("links to the API reference, of each claim too, where there is one", () => {
    const linked = reportPage({ ...question, reference: "../docs/api" });
    expect(linked).toContain('<a href="../docs/api/index.html">API reference</a>');
    for (const { id } of claims) expect(linked).toContain(`href="../docs/api/claims/${id}.html"`);
    expect(page).not.toContain("docs/api");
  });

  it("forbids itself to load anything, and has nothing to load", () => {
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).not.toMatch(/https?:|\*|script-src[^;]*unsafe/);
    expect(loaded(page)).toEqual([]);
    expect(loaded('<script></script><img alt="" src="http://x/y"><style>a{background:url(z.png)}</style>')).toEqual([
      "http://x/y",
      "z.png",
    ]);
  });

  it("has every claim once as a tile and a card, and every erratum, and every link inside it leads somewhere", () => {
    for (const { id, errata } of claims) {
      expect(page.split(`<details class="card" id="claim-${id}"`), id).toHaveLength(2);
      expect(page.split(`href="#claim-${id}" data-claims="${id}"`), id).toHaveLength(2);
      for (const each of errata) expect(cardOf(page, id)).toContain(`id="${each.id}"`);
    }
    const places = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(places).size).toBe(places.length);
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(places).toContain(target);
  });

  it("says of every claim where it stands, in words and not in colour alone", () => {
    expect(cardOf(page, "randomized-response")).toContain('<span class="word">holds</span>');
    expect(cardOf(page, "k-anonymity-history")).toContain('<span class="word">cited</span>');
    expect(cardOf(page, "def-dp")).toContain('<span class="word">no experiment yet</span>');
    expect(page).toMatch(/class="tile is-holds"[^>]* aria-label="[^"]*: holds"/);
    const bare = reportPage({ ...question, results: [] });
    expect(cardOf(bare, "randomized-response")).toContain('<span class="word">not run</span>');
    expect(bare).toContain("npx epsilab run pictured");
    expect(unpacked(bare, "figures")).toBe("[]");
  });

  it("sets every formula, with MathML beside it, and no statement in the terminal's spelling", () => {
    for (const { id, tex, statement } of claims) {
      const card = cardOf(page, id);
      expect(card, id).toContain(setText(statement).text);
      expect(card.includes("<math "), id).toBe(tex !== undefined);
      expect(card, id).not.toContain("katex-error");
    }
    const broken = { ...claims[0], tex: "\\frac{1" };
    expect(reportPage({ ...question, claims: [broken] })).toContain("\\frac{1");
  });

  it("escapes what it is given, and lets no text end its scripts", () => {
    for (const text of [`Title: ${SHARP}`, `Asked: ${SHARP}`]) expect(page).not.toContain(text);
    expect(page).toContain("Title: a &lt; b &amp; &quot;c&quot; &lt;/script&gt;");
    expect(page).toContain(`<figcaption>${setText("Caption: a < b & c").text}`);
    expect(page.match(/<script\b/g)).toHaveLength(3);
    expect(page.match(/<\/script>/g)).toHaveLength(3);
    expect(unpacked(page, "plotly")).toBe(plotly);
  });

  it("has the data of a figure once, and a place for it wherever it is shown", () => {
    const figures = JSON.parse(unpacked(page, "figures"));
    expect(figures).toHaveLength(1);
    expect(JSON.stringify(figures[0].layout)).toContain("Columns: a < b");
    expect(page.match(/ data-figure="0"/g)).toHaveLength(2); // in the card and in the experiment
  });

  it("names the lectures in which a claim stands, by section and with the command that goes through them", () => {
    const card = cardOf(page, "private-svm");
    expect(card).toMatch(
      /<dt>In the lectures<\/dt><dd>.*Examples of losses.*<code>npx epsilab lectures lecture-12<\/code>/,
    );
    const guideless = { ...claims[0], id: "of-nobody" };
    expect(reportPage({ ...question, claims: [guideless] })).not.toContain("In the lectures");
  });

  it("shows the numbers, the controls, how to run it again and how to cite it", () => {
    const card = cardOf(page, "randomized-response");
    expect(card).toContain("1 cell <span");
    expect(card).toMatch(/<td>one<\/td><td class="number">1<span/);
    expect(card).toContain('data-copy="npx epsilab run pictured --full --parts only"');
    expect(card).toContain(`data-copy="${citationKey(result.spec, result.id)}"`);
    expect(page).toContain('data-copy="@misc{pictured,}"');
  });

  it("shows an erratum with its kind and place, what is right, what speaks for the author, and its control with both numbers", () => {
    const { parts } = pictured;
    const only = { ...parts.only, controls: { none: { ...parts.only.controls.none, refutes: ["E05"] } } };
    const experiment = defineExperiment({ ...pictured, parts: { only } });
    const check = { verdict: "violated", estimate: 1.3442555, theory: 1.05 } as const;
    const caught = { part: "only", control: "none", claim: parts.only.claim, cell: { size: 3 } } as const;
    const rows = [...result.rows, { ...caught, verdict: "violated", checks: { price: check } } as const];
    const refuting: Result = { ...result, rows };
    const card = cardOf(
      reportPage({ ...question, experiments: [experiment], results: [refuting] }),
      "advanced-composition",
    );
    const [, erratum] = /(<section class="erratum condition" id="E05"[\s\S]*?<\/section>)/.exec(card) ?? [];
    expect(erratum).toContain("The notes said");
    expect(erratum).toContain("In full");
    expect(erratum).toContain("For the author");
    expect(erratum).toContain("5.3.2 Algebra of private mechanisms");
    expect(erratum).toMatch(/the control <em>none<\/em>[\s\S]*claimed 1\.05, found 1\.344<\/b> \(size 3\)/);
    expect(cardOf(page, "advanced-composition")).not.toContain("Shown by");
  });
});

describe("the search of the report", () => {
  it("is that of epsilab list: the page holds the same text of each claim and the same function", () => {
    const texts = [...page.matchAll(/<details class="card" id="claim-([^"]+)"[^>]* data-text="([^"]*)"/g)];
    expect(texts.map(([, id]) => id).sort()).toEqual(claims.map(({ id }) => id).sort());
    const plain = (escaped: string) =>
      escaped.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
    const checks = checksByClaim([pictured], [result]);
    for (const [, id, text] of texts) {
      const claim = claims.find((each) => each.id === id) ?? claims[0];
      expect(plain(text), id).toBe(searchedText(claim, checks.get(id) ?? []));
    }
    const [, source = ""] = /(function fitsSearch\([\s\S]*?\n\})/.exec(page) ?? [];
    const inPage = new Function(`${source}; return fitsSearch;`)() as typeof fitsSearch;
    expect(inPage("advanced composition", "Composition  adv")).toBe(true);
    expect(inPage("advanced composition", "basic composition")).toBe(false);
  });
});

describe("epsilab report", () => {
  it("writes the page of all experiments and stored results, with plotly.js inside", async () => {
    const path = join(store.place, "report.html");
    const { code, text } = await printed(() => run(["--output", path, "--results", store.out, "--no-recompute"]));
    expect(code, text).toBe(0);
    expect(text).toBe(`${path}: 1 result\n`);
    const written = readFileSync(path, "utf8");
    expect(unpacked(written, "plotly")).toBe(plotlyText());
    expect(written).toContain("Not run yet: <code>npx epsilab run membership-tradeoff</code>");
    for (const { id } of claims) expect(written).toContain(`<details class="card" id="claim-${id}"`);
  });

  it("writes a page that links to nothing outside itself, unless it is given the place of a reference", async () => {
    const path = join(store.place, "mailed.html");
    const linked = async (...words: readonly string[]) => {
      const { code, text } = await printed(() =>
        run(["--output", path, "--results", store.out, "--no-recompute", ...words]),
      );
      expect(code, text).toBe(0);
      const markup = readFileSync(path, "utf8").replace(/<script[^>]*>[\s\S]*?<\/script>/g, "");
      return [...markup.matchAll(/(?:href|src)="([^"]*)"/g)].flatMap(([, address]) =>
        address.startsWith("#") ? [] : [address],
      );
    };
    expect(await linked()).toEqual([]);
    const beside = await linked("--reference", "api/");
    expect(beside).toContain("api/index.html");
    expect(beside).toContain("api/claims/randomized-response.html");
  });

  it("says with code 3 that the page cannot be written", async () => {
    const path = join(store.place, "absent", "report.html");
    const { code, text } = await printed(() => run(["--output", path, "--results", store.out, "--no-recompute"]));
    expect(code).toBe(3);
    expect(text).toContain(path);
  });
});
