import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { withChromium } from "../chromium.ts";
import { printed } from "../citation/reference/sample-result.ts";
import { run as figure } from "../command/figure.ts";
import { run as report } from "../command/report.ts";
import { packageFolder } from "../project.ts";
import { coveredTexts } from "./reference/covered-texts.ts";

const place = mkdtempSync(join(tmpdir(), "epsilab-report-"));
const results = join(packageFolder, "results");
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Opens a page of figures on a screen of this width, and draws them all. */
async function drawn<Value>(path: string, width: number, look: (page: Page) => Promise<Value>): Promise<Value> {
  return withChromium(async (browser) => {
    const isMobile = width < 500;
    const page = await browser.newPage({
      viewport: { width, height: 900 },
      isMobile,
      hasTouch: isMobile,
      offline: true,
    });
    await page.goto(pathToFileURL(path).href);
    const figures = page.locator("[data-figure], #figure");
    for (const each of await figures.all()) {
      await each.scrollIntoViewIfNeeded();
      await each.locator(".modebar").waitFor({ state: "attached" });
    }
    const folder = process.env.EPSILAB_PICTURES;
    if (folder !== undefined) {
      await figures.first().hover();
      await page.screenshot({ path: join(folder, `${basename(path, ".html")}-${width}.png`) });
    }
    return look(page);
  });
}

describe("the buttons of Plotly's figures", () => {
  it.each([1200, 390])("cover no word of the figures of the report, on a screen of %i pixels", async (width) => {
    const path = join(place, "report.html");
    expect((await printed(() => report(["--output", path, "--results", results]))).code).toBe(0);
    const found = await drawn(path, width, async (page) => {
      const heights = (what: string) =>
        page.evaluate(`[...document.querySelectorAll("${what}")].map((each) => each.offsetHeight)`);
      // The page does not move when a figure takes the place of its still picture.
      expect(await heights("[data-figure] .svg-container")).toEqual(await heights("[data-figure]"));
      return coveredTexts(page);
    });
    expect(found.length).toBeGreaterThan(10);
    for (const { width: wide, height, covered } of found) {
      expect(covered).toEqual([]);
      expect(wide).toBeGreaterThan(100);
      expect(height).toBeGreaterThan(15);
    }
  });

  it("cover no word of a figure on a page of its own", async () => {
    const chosen = ["membership-tradeoff", "--figure", "curves", "--format", "html"];
    const { code } = await printed(() => figure([...chosen, "--output", place, "--results", results]));
    expect(code).toBe(0);
    const [found] = await drawn(join(place, "membership-tradeoff-curves.html"), 390, coveredTexts);
    expect(found.covered).toEqual([]);
    expect(found.width).toBeGreaterThan(100);
  });
});
