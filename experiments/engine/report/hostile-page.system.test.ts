import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { figurePage } from "../../../lib/figures/page.ts";
import { claims } from "../../claims/index.ts";
import { pictured, smallStore } from "../command/reference/small-results.ts";
import { defineExperiment } from "../definition/experiment.ts";
import type { Result } from "../format/read-result.ts";
import { openChromium } from "../machine/chromium.ts";
import { plotlyText } from "../store/figure-files.ts";
import { reportPage } from "./page.ts";
import { onePagePrograms } from "./page-programs.ts";

const elsewhere = "http://elsewhere.example/";
const runs = "window.hacked = (window.hacked ?? 0) + 1";
const hostile =
  `x"'\`></title></style></noscript></svg></script><script>${runs}</script><img src="${elsewhere}" ` +
  `onerror="${runs}"><svg onload="${runs}"></svg><a href="javascript:${runs}">link</a><a href="${elsewhere}" ` +
  `style="background:url(${elsewhere}b.png)">y</a>`;

/** A result all of whose texts would run or load something, if they were more than text; as a stranger's folder may hold them. */
function hostileResult(stored: Result): Result {
  const [row] = stored.rows;
  const [figure] = stored.figures.values();
  const image = { source: `${elsewhere}image.png`, xref: "paper", yref: "paper", x: 0, y: 1, sizex: 1, sizey: 1 };
  const layout = { ...figure.layout, title: { text: hostile }, images: [image] };
  const data = figure.data.map((trace) => ({ ...trace, name: hostile, text: hostile, hovertext: hostile }));
  return {
    ...stored,
    rows: [
      {
        ...row,
        cell: { [hostile]: hostile },
        checks: { [hostile]: { ...row.checks.one, notes: [hostile] } },
      },
    ] as Result["rows"],
    figures: new Map([[hostile, { ...figure, data, layout, caption: hostile } as typeof figure]]),
    environment: { ...stored.environment, commit: hostile, node: hostile },
  };
}

describe("a page of hostile texts", () => {
  const place = mkdtempSync(join(tmpdir(), "epsilab-hostile-page-"));
  const store = smallStore();
  const result = hostileResult(store.picture());
  let browser: Browser;
  /** Another host, which is there: a worker's requests are not the page's, and nobody else would see them. */
  const reached: (string | undefined)[] = [];
  const other = createServer(({ url }, response) => {
    reached.push(url);
    response.writeHead(200, { "content-type": "text/javascript" }).end();
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    browser = await openChromium();
  });
  afterAll(async () => {
    await browser?.close();
    other.closeAllConnections();
    other.close();
    store.remove();
    rmSync(place, { recursive: true, force: true });
  });

  /**
   * Opens the page with everything unfolded, draws its figures and points at one; gives what ran and what was asked for besides the
   * page itself.
   */
  const harmOf = async (name: string, page: string, draw = "") => {
    const drawn = ".js-plotly-plot .main-svg";
    const file = join(place, name);
    writeFileSync(file, page);
    const tab = await browser.newPage({ viewport: { width: 1200, height: 3000 } });
    const asked: string[] = [];
    await tab.route("http*://**", (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    await tab.goto(pathToFileURL(file).href);
    await tab.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
    await tab.evaluate(draw);
    await tab.locator(drawn).first().waitFor({ state: "attached" });
    await tab.locator(drawn).first().hover({ force: true });
    const links = (await tab.evaluate(
      `[...document.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? link.getAttribute("xlink:href") ?? "")`,
    )) as string[];
    const scripts = await tab.locator("script").evaluateAll((found) => found.map((one) => `${one.textContent}`));
    const harm = {
      hacked: await tab.evaluate("window.hacked"),
      asked,
      links: links.filter((link) => /^\s*javascript:/i.test(link)),
      scripts: scripts.filter((script) => script === runs),
      listed: await tab.evaluate("window.listed"),
    };
    await tab.close();
    return harm;
  };
  /** By the page's own functions. */
  const DRAW_ALL = `(async () => {
    for (const each of document.querySelectorAll(".plot")) {
      seen.unobserve(each);
      await draw(each);
    }
  })()`;
  const NONE = { hacked: undefined, asked: [], links: [], scripts: [], listed: undefined };
  /** A stranger's program in the worker: it looks for the page, asks another host, and reports texts. */
  const stranger = (host: string) => `onmessage = async () => {
    const found = [typeof document, typeof window, typeof localStorage];
    const socket = () => new Promise((resolve, reject) => {
      const opened = new WebSocket("ws://${host}");
      opened.onopen = resolve;
      opened.onerror = reject;
    });
    const fetched = () => fetch("http://${host}/fetched", { mode: "no-cors" });
    for (const ask of [fetched, () => importScripts("http://${host}/imported.js"), () => eval("1"), socket]) {
      try { await ask(); found.push("let"); } catch { found.push("refused"); }
    }
    postMessage({ difference: ${JSON.stringify(hostile)} });
    postMessage({ failure: found.join() });
    postMessage({ refused: ${JSON.stringify(hostile)} });
  };`;
  const RECOMPUTE = `(async () => {
    const box = document.querySelector("[data-recompute]");
    box.querySelector("[data-do=sample]").click();
    while (!box.querySelector("progress").hidden) await new Promise((resolve) => setTimeout(resolve, 10));
    window.listed = [...box.querySelectorAll("li"), box.querySelector("output")].map((each) => each.textContent);
  })()`;

  it("that is the report runs none of them and loads nothing", async () => {
    const [first, ...others] = claims;
    const source = [{ work: hostile, year: 2026, doi: `javascript:${runs}`, where: hostile }];
    const lecture = { notes: ["S0"], where: hostile, said: hostile };
    const texts = {
      title: hostile,
      statement: hostile,
      tex: `\\href{javascript:${runs}}{x} ${hostile}`,
      citedBecause: hostile,
    };
    const errata = [
      { id: "E99", kind: "refuted", where: hostile, said: hostile, right: hostile, defence: hostile },
    ] as const;
    const claim = { ...first, ...texts, covers: hostile, source, lecture, errata } as typeof first;
    const { only } = pictured.parts;
    const controls = { none: { ...only.controls.none, says: hostile } };
    const part = { ...only, asks: hostile, claim: first.id, controls };
    const experiment = { ...defineExperiment({ ...pictured, parts: { only: part } }), title: hostile };
    const rows = result.rows.map((row) => ({ ...row, claim: first.id }));
    const page = reportPage({
      claims: [claim, ...others],
      areas: [first.area],
      experiments: [experiment],
      results: [{ ...result, rows }],
      bibtex: new Map([[result.id, hostile]]),
      plotly: plotlyText(),
      reference: `x" onclick="${runs}`,
      programs: {
        page: (await onePagePrograms([])).page,
        worker: stranger(`127.0.0.1:${(other.address() as AddressInfo).port}`),
        ids: new Set([pictured.id]),
        absent: new Map(),
      },
    });
    expect(page.split("window.hacked").length).toBeGreaterThan(20);
    const seen = ["undefined", "undefined", "undefined", "refused", "refused", "refused", "refused"];
    expect(await harmOf("report.html", page, `${DRAW_ALL}.then(() => ${RECOMPUTE})`)).toEqual({
      ...NONE,
      listed: [hostile, seen.join(), hostile],
    });
    expect(reached).toEqual([]);
  });

  it("that is a figure runs none of them and loads nothing", async () => {
    const [figure] = store.picture().figures.values();
    const data = figure.data.map((trace) => ({ ...trace, name: hostile, showlegend: false }));
    const page = figurePage({ ...figure, data, caption: hostile }, { title: hostile, plotly: plotlyText() });
    expect(await harmOf("figure.html", page)).toEqual(NONE);
  });
});
