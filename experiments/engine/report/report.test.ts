import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { areas, claims } from "../../claims/index.ts";
import { printed } from "../citation/reference/sample-result.ts";
import { pictured, SHARP, smallStore } from "../command/reference/small-results.ts";
import { run } from "../command/report.ts";
import { plotlyText } from "../figure-files.ts";
import { citationKey } from "../result-files.ts";
import { escaped } from "./html.ts";
import { reportPage } from "./report.ts";

const store = smallStore();
const plotly = "window.Plotly = { newPlot() {} }; // </script>";
const result = store.picture();
const page = reportPage({ claims, areas, experiments: [pictured], results: [result], plotly });
afterAll(store.remove);

/** Addresses that a browser would fetch: of attributes that load, and of styles. */
function loaded(text: string): readonly string[] {
  const markup = text.replace(/<script[^>]*>[\s\S]*?<\/script>/g, "");
  return [
    ...markup.matchAll(
      /<(?:script|link|img|iframe|image|use|source|embed|object)\b[^>]*?(?:src|href|data)="([^"#][^"]*)"/g,
    ),
    ...markup.matchAll(/(?:url\(|@import)\s*["']?([^"'#)][^"')]*)/g),
  ].map(([, address]) => address);
}

describe("the report page", () => {
  it("links to the API reference, of each claim too, where there is one", () => {
    const linked = reportPage({
      claims,
      areas,
      experiments: [pictured],
      results: [result],
      plotly,
      reference: "../docs/api",
    });
    expect(linked).toContain('<a href="../docs/api/index.html">API reference</a>');
    for (const { id } of claims) expect(linked).toContain(`href="../docs/api/claims/${id}.html"`);
    expect(page).not.toContain("docs/api");
  });

  it("forbids itself to load anything, and has nothing to load", () => {
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).not.toMatch(/https?:|\*/);
    expect(loaded(page)).toEqual([]);
    expect(loaded('<script></script><img alt="" src="http://x/y"><style>a{background:url(z.png)}</style>')).toEqual([
      "http://x/y",
      "z.png",
    ]);
  });

  it("has every claim once, and every link inside it leads somewhere", () => {
    for (const { id } of claims) expect(page.split(`<details id="claim-${id}">`), id).toHaveLength(2);
    const places = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(places).toContain(target);
  });

  it("escapes what it is told, and lets no text end its scripts", () => {
    for (const what of ["Title", "Asked"]) {
      expect(page).toContain(escaped(`${what}: ${SHARP}`));
      expect(page).not.toContain(`${what}: ${SHARP}`);
    }
    expect(page).toContain("<figcaption>Caption: a &lt; b &amp; c");
    expect(page.match(/<script\b/g)).toHaveLength(3);
    expect(page.match(/<\/script>/g)).toHaveLength(3);
    const [, json] = /<script id="figures" type="application\/json">([\s\S]*?)<\/script>/.exec(page) ?? [];
    const [figure] = JSON.parse(json);
    expect(JSON.stringify(figure.layout)).toContain("Columns: a < b");
  });

  it("shows a still picture, the verdict and the citation of a result, and how to run what was not run", () => {
    expect(page).toContain(citationKey(result.spec, result.id));
    expect(page).toMatch(/<div data-figure="0"[^>]*>(?:<div\s[^>]*>)<svg /);
    expect(page).toContain('<span class="verdict holds">✓ holds</span>');
    const bare = reportPage({ claims, areas, experiments: [pictured], results: [], plotly });
    expect(bare).toContain("npx epsilab run pictured");
    expect(bare).not.toContain('data-figure="0"');
  });
});

describe("epsilab report", () => {
  it("writes the page of all experiments and stored results, with plotly.js inside", async () => {
    const path = join(store.place, "report.html");
    const { code, text } = await printed(() => run(["--output", path, "--results", store.out]));
    expect(code, text).toBe(0);
    expect(text).toBe(`${path}: 1 result\n`);
    const written = readFileSync(path, "utf8");
    expect(written.length).toBeGreaterThan(plotlyText().length);
    expect(written).toContain("Not run yet: <code>npx epsilab run membership-tradeoff</code>");
    for (const { id } of claims) expect(written).toContain(`<details id="claim-${id}">`);
  });

  it("says with code 3 that the page cannot be written", async () => {
    const path = join(store.place, "absent", "report.html");
    const { code, text } = await printed(() => run(["--output", path, "--results", store.out]));
    expect(code).toBe(3);
    expect(text).toContain(path);
  });
});
