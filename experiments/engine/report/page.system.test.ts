import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claims } from "../../claims/index.ts";
import { printed } from "../citation/reference/sample-result.ts";
import { run as figure } from "../command/figure.ts";
import { run as report } from "../command/report.ts";
import { openChromium } from "../machine/chromium.ts";
import { packageFolder } from "../program/project.ts";
import { workbenchAt } from "../program/workbench.ts";
import { coveredTexts } from "./reference/covered-texts.ts";

const place = mkdtempSync(join(tmpdir(), "epsilab-report-"));
const results = join(packageFolder, "results");
const path = join(place, "report.html");
const pictures = process.env.EPSILAB_PICTURES;
/** All rules; the style sheet is in the page, so that nothing has to be fetched first. */
const AXE = 'axe.run(document, { resultTypes: ["violations"], preload: false })';
const errata = claims.flatMap((claim) => claim.errata.map(() => claim.id));

let browser: Browser;

beforeAll(async () => {
  browser = await openChromium();
  expect((await printed(() => report(["--output", path, "--results", results]))).code).toBe(0);
});
afterAll(async () => {
  await browser?.close();
  rmSync(place, { recursive: true, force: true });
});

interface Screen {
  readonly width?: number;
  readonly theme?: "light" | "dark";
  readonly file?: string;
  /** What follows # in the address. */
  readonly at?: string;
  /**
   * Whether figures in view are drawn; otherwise their pictures stay, and the page does not unpack Plotly, three quarters of its
   * work at a load.
   */
  readonly drawn?: boolean;
}

/** Opens a page without a network, in a profile of its own; an error in its scripts fails the test. */
async function opened<Value>(screen: Screen, look: (page: Page) => Promise<Value>): Promise<Value> {
  const { width = 1200, theme = "light", file = path, at = "", drawn = true } = screen;
  const isMobile = width < 500;
  const page = await browser.newPage({
    viewport: { width, height: 900 },
    colorScheme: theme,
    isMobile,
    hasTouch: isMobile,
    offline: true,
  });
  if (!drawn) await page.addInitScript("IntersectionObserver.prototype.observe = () => {}");
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  try {
    await page.goto(`${pathToFileURL(file).href}${at === "" ? "" : `#${at}`}`);
    const seen = await look(page);
    expect(errors).toEqual([]);
    return seen;
  } finally {
    await page.close();
  }
}

/** Scrolls to each of these figures, which draws them. */
async function draw(page: Page, selector: string): Promise<void> {
  for (const each of await page.locator(selector).all()) {
    await each.scrollIntoViewIfNeeded();
    await each.locator(".modebar").waitFor({ state: "attached" });
  }
}

/** Draws every figure of the experiments by the page's own function, without a scroll and a paint for each of a hundred. */
const DRAW_ALL = `(async () => {
  for (const each of document.querySelectorAll(".experiment .plot")) {
    seen.unobserve(each);
    await draw(each);
  }
})()`;

/** Figures that say that they scroll and do not, or the other way round. */
const UNHINTED = `[...document.querySelectorAll(".experiment figure > .scroller")].filter((each) =>
  (each.scrollWidth > each.clientWidth) !== getComputedStyle(each, "::before").content.includes("scrolls sideways")).length`;

/** Figures that are wider than their frame, but for grids of verdicts, whose cells hold words. */
const SIDEWAYS = `[...document.querySelectorAll(".experiment figure > .scroller")].filter((each) =>
  each.scrollWidth > each.clientWidth && each.querySelector(".barlayer .trace") === null).length`;

/**
 * The controls of the toolbar by their names: Playwright's search by label or text reads all 58 000 elements of the page, two
 * seconds on a quiet machine and a time-out on a busy one, where the page itself answers in a tenth. That each has its label is
 * axe's to see.
 */
const control = (page: Page, name: "q" | "area" | "erratum") => page.locator(`.toolbar [name=${name}]`);
const visible = (page: Page, selector: string) => page.locator(selector).locator("visible=true").count();
const openAll = (page: Page, selector: string) =>
  page.evaluate(`for (const each of document.querySelectorAll("${selector}")) each.open = true`);
const address = (page: Page) => decodeURIComponent(new URL(page.url()).hash);

describe("the buttons of Plotly's figures", () => {
  it.each([1200, 390])(
    "cover no word of the figures of the report, on a screen of %i pixels",
    async (width) => {
      const found = await opened({ width }, async (page) => {
        await openAll(page, ".experiment");
        await page.evaluate(DRAW_ALL);
        if (pictures !== undefined) {
          await page.locator(".experiment .plot").first().hover();
          await page.screenshot({ path: join(pictures, `report-${width}.png`) });
        }
        const heights = (what: string) =>
          page.evaluate(`[...document.querySelectorAll("${what}")].map((each) => each.offsetHeight)`);
        // The page does not move when a figure is drawn.
        expect(await heights(".experiment .plot .svg-container")).toEqual(await heights(".experiment .plot"));
        expect(await page.evaluate(UNHINTED)).toBe(0);
        expect(await page.evaluate(SIDEWAYS)).toBe(0);
        return coveredTexts(page);
      });
      expect(found.length).toBeGreaterThan(10);
      for (const { width: wide, height, covered } of found) {
        expect(covered).toEqual([]);
        expect(wide).toBeGreaterThan(100);
        expect(height).toBeGreaterThan(15);
      }
    },
    600_000,
  ); // only liveness: all figures of the report are drawn

  it("cover no word of a figure on a page of its own", async () => {
    const chosen = ["membership-tradeoff", "--figure", "curves", "--format", "html"];
    const { code } = await printed(() => figure([...chosen, "--output", place, "--results", results]));
    expect(code).toBe(0);
    const file = join(place, "membership-tradeoff-curves.html");
    const [found] = await opened({ width: 390, file }, async (page) => {
      await draw(page, "#figure");
      if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${basename(file, ".html")}-390.png`) });
      return coveredTexts(page);
    });
    expect(found.covered).toEqual([]);
    expect(found.width).toBeGreaterThan(100);
  });
});

describe("the report in a browser", () => {
  it("is a file of less than 12 MB, and draws no figure before it comes into view", async () => {
    expect(statSync(path).size).toBeLessThan(12e6);
    await opened({}, async (page) => {
      await draw(page, ".headline .plot");
      expect(await page.locator(".headline .js-plotly-plot").count()).toBe(4);
      expect(await page.locator(".js-plotly-plot").count()).toBe(4);
      expect(await page.locator(".plot").count()).toBeGreaterThan(20);
    });
  });

  it("says at its top what was found, in numbers of the stored rows", async () => {
    const text = await opened({ drawn: false }, (page) => page.locator(".headlines").innerText());
    expect(text).toMatch(/by 2\.75 at ε = 1\/√n, by 1\.34 at 3\/√n and by 1\.04 at 10\/√n/);
    expect(text).toMatch(/right in 55\.4\s% of its guesses on gradient descent and 58\.4\s% .* 73\.1\s%/);
    expect(text).toMatch(/A vote of 2001 random functions seems 87\.1\s% .* 53\.3\s% through Thresholdout/);
    expect(text).toMatch(/0\.00045 by output perturbation and 0\.0011 by stochastic gradient descent/);
  });

  it.each(["light", "dark"] as const)("shows axe nothing serious in the %s theme, with cards open", async (theme) => {
    const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    const found = await opened({ theme, at: "claim-mia-dp-bounds" }, async (page) => {
      await openAll(page, "#claim-advanced-composition, #claim-laplace-tight, #experiment-minimax-bounds");
      await draw(page, "#claim-mia-dp-bounds .plot");
      // What is folded away is nothing to axe, which would still read all of it: 58 000 elements.
      await page.evaluate(
        'for (const each of document.querySelectorAll("details:not([open]) > :not(summary)")) each.remove()',
      );
      await page.evaluate(axe);
      return page.evaluate<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>(AXE);
    });
    const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious.map(({ id, nodes }) => [id, nodes.length, nodes[0].html])).toEqual([]);
  });

  it("does not scroll sideways on any screen from 360 pixels, with every card open", async () => {
    await opened({ width: 360, drawn: false }, async (page) => {
      await openAll(page, "details");
      for (const width of [360, 390, 768, 1120, 1300, 1400]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      }
    });
  });

  it("opens a card from its tile by mouse and by keyboard, and an erratum from its address", async () => {
    await opened({}, async (page) => {
      const card = page.locator("#claim-mia-np");
      await page.locator('.tile[href="#claim-mia-np"]').click();
      expect(await card.getAttribute("open")).not.toBeNull();
      expect(address(page)).toBe("#claim-mia-np");
      await page.mouse.move(0, 0);
      await page.locator('.tile[href="#claim-thresholdout"]').focus();
      expect(await page.locator("#grid-note").textContent()).toMatch(/Thresholdout.*: holds/);
      await page.keyboard.press("Enter");
      expect(await page.locator("#claim-thresholdout").getAttribute("open")).not.toBeNull();
      expect(await page.evaluate("document.activeElement.closest('details').id")).toBe("claim-thresholdout");
    });
    await opened({ at: "E05" }, async (page) => {
      await page.locator("#E05").waitFor({ state: "visible" });
      expect(
        await page.evaluate("Math.round(document.getElementById('E05').getBoundingClientRect().top)"),
      ).toBeLessThan(200);
    });
  });

  it("filters the whole page, keeps the filters in its address over a reload, and goes back", async () => {
    await opened({ drawn: false }, async (page) => {
      await control(page, "q").fill("laplace");
      // The first hit is on the screen, and no overview stands before it.
      expect(await visible(page, "#found, .headline, .tile")).toBe(0);
      expect((await page.locator(".card:visible summary").first().boundingBox())?.y).toBeLessThan(600);
      const first = await visible(page, ".card");
      expect(first).toBeGreaterThan(3);
      expect(first).toBeLessThan(claims.length / 2);
      await control(page, "erratum").check();
      const second = await visible(page, ".card");
      expect(second).toBeLessThan(first);
      expect(address(page)).toBe("#q=laplace&erratum=1");
      expect(await page.locator("#count").textContent()).toBe(`${second} of ${claims.length} claims`);
      await page.reload();
      expect(await visible(page, ".card")).toBe(second);
      expect(await control(page, "q").inputValue()).toBe("laplace");
      await page.goBack();
      expect(await visible(page, ".card")).toBe(first);
      expect(await control(page, "erratum").isChecked()).toBe(false);
      await page.goBack();
      expect(await visible(page, ".card")).toBe(claims.length);
    });
    await opened({ at: "erratum=1", drawn: false }, async (page) => {
      expect(await visible(page, ".card")).toBe(new Set(errata).size);
      expect(await visible(page, ".tile")).toBe(new Set(errata).size);
      await control(page, "area").selectOption("minimax");
      const wrong = new Set(
        claims.filter(({ area, errata: own }) => area === "minimax" && own.length > 0).map(({ id }) => id),
      );
      const checking = (await workbenchAt(packageFolder, results).catalogue.all()).filter(({ parts }) =>
        Object.values(parts).some(({ claim }) => wrong.has(claim)),
      );
      expect(await visible(page, ".experiment")).toBe(checking.length);
      expect(await visible(page, ".headline")).toBe(0);
      // A link to what the filters hide drops them.
      await page.evaluate("document.querySelector('.tile[href=\"#claim-bh\"]').click()");
      expect(await page.locator("#claim-bh").isVisible()).toBe(true);
      expect(address(page)).toBe("#claim-bh");
    });
    await opened({ at: "q=zyzzyva", drawn: false }, async (page) => {
      expect(await visible(page, ".card, .tile, .headline, .experiment, h2")).toBe(0);
      await page.locator("#nothing .clear").click();
      expect(await visible(page, ".card")).toBe(claims.length);
    });
  });

  it("filters by verdict from the legend", async () => {
    await opened({ drawn: false }, async (page) => {
      const button = page.locator('.legend [data-verdict="holds"]');
      const count = Number(await button.locator("b").textContent());
      await button.click();
      expect(await visible(page, ".card")).toBe(count);
      expect(await page.locator(".legend [aria-pressed=true]").count()).toBe(1);
      await page.locator(".toolbar .clear").click();
      expect(await visible(page, ".card")).toBe(claims.length);
    });
  });

  it("follows the theme of the system, and the switch, which is remembered", async () => {
    const background = (page: Page) => page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    await opened({ theme: "dark", drawn: false }, async (page) => {
      const dark = await background(page);
      await page.locator("#theme").click();
      const light = await background(page);
      expect(light).toBe("rgb(255, 255, 255)");
      expect(dark).not.toBe(light);
      await page.reload();
      expect(await background(page)).toBe(light);
    });
  });

  it("copies a citation", async () => {
    await opened({ at: "claim-mia-np" }, async (page) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.locator("#claim-mia-np").getByText("Copy key").first().click();
      await page.locator("#claim-mia-np").getByText("Copied").waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toMatch(
        /^epsilab:membership-tradeoff\/[0-9a-f]{12}#/,
      );
    });
  });
});
