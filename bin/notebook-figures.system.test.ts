import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storedResult } from "../experiments/engine/notebook/stored-result.ts";
import { coveredTexts } from "../experiments/engine/report/reference/covered-texts.ts";
import { Lab, pythonOfTests } from "../kernel/labextension/reference/lab.ts";
import { codeCell, notebook } from "../kernel/labextension/reference/notebook.ts";
import { jupyterDisplay } from "../lib/data/jupyter-display.ts";
import { examples } from "../lib/figures/reference/examples.ts";
import { inProject } from "./setup/project.js";

const SINGLE = ["trade-off", "rate", "verdict-grid"] as const;
const NAMES = [...SINGLE, "trade-off-multiples"] as const;
/** Python takes a minute to write a page where other programs run. */
const WRITING = 300_000;
const RESULT = "membership-tradeoff";

interface Measures {
  /** The width of the cell's output, and of what can be scrolled to in it. */
  readonly room: number;
  readonly reach: number;
  readonly width: number;
  readonly paper: string;
  /** Colours of letters, as they are seen: ticks, titles, legend and caption. */
  readonly inks: readonly string[];
  readonly captionSize: number;
  readonly isCaptionWhole: boolean;
  readonly toolbar: string;
}

const MEASURE = `[...document.querySelectorAll(".js-plotly-plot")].map((figure) => {
  const host = figure.parentElement;
  const caption = figure.nextElementSibling;
  const style = (element, name) => getComputedStyle(element)[name];
  const isTurned = style(figure, "filter").includes("invert");
  const seen = (color) => (isTurned ? "rgb(" + color.match(/\\d+/g).map((part) => 255 - part).join() + ")" : color);
  return {
    room: host.clientWidth,
    reach: host.style.overflow === "hidden" ? host.clientWidth : host.scrollWidth,
    width: figure.querySelector(".main-svg").getBoundingClientRect().width,
    paper: style(figure.querySelector(".main-svg"), "background-color"),
    inks: [
      ...[...figure.querySelectorAll(".xtick text, .xtitle, .legendtext, .annotation-text")].map((text) => seen(style(text, "fill"))),
      style(caption, "color"),
    ],
    captionSize: parseFloat(style(caption, "font-size")),
    isCaptionWhole:
      caption.scrollWidth <= caption.clientWidth &&
      caption.getBoundingClientRect().right <= host.getBoundingClientRect().right,
    toolbar: style(figure.querySelector(".modebar-group"), "opacity"),
  };
})`;

describe("figures of the library", () => {
  const lab = new Lab({ hasNotebook: true });
  let page: Page;

  const measures = (on: Page = page) => on.evaluate(MEASURE) as Promise<readonly Measures[]>;
  const drawn = (on: Page = page) =>
    on
      .locator(".js-plotly-plot .xtick text")
      .nth(NAMES.length * 3)
      .waitFor();
  /** The window has a width, and all that follows from it. */
  const widen = async (width: number) => {
    const before = (await measures()).map(({ room }) => room);
    await page.setViewportSize({ width, height: 5000 });
    await expect.poll(async () => (await measures()).every(({ room }, k) => room !== before[k])).toBe(true);
    await expect
      .poll(async () => (await measures()).every(({ width, room }) => width <= room), { timeout: 180_000 })
      .toBe(true);
  };

  beforeAll(async () => {
    execFileSync(process.execPath, [inProject("bin", "epsilab"), "kernel", "install", "--prefix", lab.folder]);
    const figures = await Promise.all(NAMES.map(async (name) => ({ ...(await examples[name]()[jupyterDisplay]()) })));
    const result = { ...(await storedResult(RESULT))[jupyterDisplay]() };
    const cells = [...figures, result].map((bundle, index) => codeCell(NAMES[index] ?? "result", [bundle]));
    lab.write("figures.ipynb", notebook("python3", cells));
    await lab.start();
    page = await lab.open("figures.ipynb", { width: 1400, height: 5000 });
    await drawn();
    await page.waitForFunction(`${MEASURE}.length === ${NAMES.length}`, undefined, { timeout: 180_000 });
  });
  afterAll(() => lab.stop());

  it.each([1400, 900])("fit the cell of a window of %d pixels, and can be read in it", async (width) => {
    if (width === 900) {
      await page.locator('.jp-SideBar .lm-TabBar-tab[data-id="filebrowser"]').click(); // it would take half of the window
      await widen(width);
    }
    const found = await measures();
    await lab.photograph(page, `figures-${width}`);
    expect(found).toHaveLength(NAMES.length);
    for (const { width, room, reach } of found) {
      expect(width).toBeGreaterThanOrEqual(560);
      expect(width).toBeLessThanOrEqual(room);
      expect(reach).toBe(room);
    }
    expect(found[SINGLE.length].width).toBeGreaterThanOrEqual(found[SINGLE.length].room - 1);
    for (const { captionSize, isCaptionWhole } of found) {
      expect(captionSize).toBeGreaterThanOrEqual(12);
      expect(isCaptionWhole).toBe(true);
    }
  });

  it("follow the width of the cell when the side bar is opened", async () => {
    const before = (await measures())[SINGLE.length].room;
    await page.locator('.jp-SideBar .lm-TabBar-tab[data-id="filebrowser"]').click();
    await expect.poll(async () => (await measures())[SINGLE.length].room).toBeLessThan(before - 100);
    await expect
      .poll(async () => (await measures()).every(({ width, room }) => width <= room), { timeout: 180_000 })
      .toBe(true);
    const point = page.locator(".js-plotly-plot").nth(1).locator(".scatterlayer .point").nth(3);
    await point.hover({ force: true }); // where the picture was made smaller, too
    await page.locator(".js-plotly-plot").nth(1).locator(".hoverlayer .hovertext").first().waitFor();
    await lab.photograph(page, "figures-side-bar");
    await widen(1400);
  });

  it("show their buttons under the mouse alone, and never over the legend or another text", async () => {
    await page.mouse.move(2, 2);
    await expect.poll(async () => (await measures()).map(({ toolbar }) => toolbar)).toEqual(NAMES.map(() => "0"));
    for (const k of NAMES.keys()) {
      await page.locator(".js-plotly-plot").nth(k).hover();
      await expect.poll(async () => (await measures())[k].toolbar).not.toBe("0");
    }
    const covers = await coveredTexts(page);
    expect(covers.map(({ covered }) => covered)).toEqual(NAMES.map(() => []));
    expect(Math.min(...covers.map(({ width }) => width))).toBeGreaterThan(100);
  });

  it("have light letters and no paper of their own in the dark theme", async () => {
    await lab.chooseTheme(page, "JupyterLab Dark");
    await expect
      .poll(async () => (await measures()).flatMap(({ inks }) => inks).every(isLight), { timeout: 180_000 })
      .toBe(true);
    for (const { paper, inks } of await measures()) {
      expect(paper).toMatch(/^rgba\(.*, 0\)$/);
      expect(inks.length).toBeGreaterThan(4);
    }
    const pictures = page.locator("img.epsilab-still-picture");
    expect(await pictures.count()).toBeGreaterThan(0);
    for (const picture of await pictures.all()) expect(await picture.evaluate(filterOf)).toContain("invert");
    await lab.photograph(page, "figures-dark");
    await lab.chooseTheme(page, "JupyterLab Light");
    await expect.poll(async () => (await measures()).flatMap(({ inks }) => inks).some(isLight)).toBe(false);
  });

  it("ask nobody but JupyterLab for anything, and fail nowhere", () => {
    expect(lab.foreignRequests).toEqual([]);
    expect(lab.failures).toEqual([]); // of JupyterLab: Notebook 7, below, complains of parts that it does not have
  });

  it("are drawn in Notebook 7, within its cells", async () => {
    const other = await lab.openNotebook("figures.ipynb", { width: 1200, height: 5000 });
    await drawn(other);
    for (const { width, room } of await measures(other)) {
      expect(width).toBeGreaterThanOrEqual(560);
      expect(width).toBeLessThanOrEqual(room);
    }
    await lab.photograph(other, "figures-notebook-7");
    await other.context().close();
  });

  it.each(["light", "dark"])(
    "are interactive in a page that nbconvert wrote, without network (%s)",
    async (theme) => {
      const path = exported(theme, ["--template", "epsilab"]);
      expect(statSync(path).size).toBeLessThan(
        2 * statSync(inProject("node_modules/plotly.js-dist-min/plotly.min.js")).size,
      );
      const browser = await chromium.launch({
        executablePath: process.env.EPSILAB_CHROMIUM ?? "/usr/bin/chromium",
        args: ["--headless", "--no-sandbox", "--disable-gpu"],
      });
      try {
        const context = await browser.newContext({ offline: true, viewport: { width: 1200, height: 4000 } });
        const file = await context.newPage();
        const failures: string[] = [];
        file.on("pageerror", ({ message }) => failures.push(message));
        await file.goto(pathToFileURL(path).href);
        await drawn(file);
        await file.locator(".js-plotly-plot").nth(1).locator(".scatterlayer .point").nth(3).hover({ force: true });
        await file.locator(".hoverlayer .hovertext").first().waitFor();
        const found = await measures(file);
        await lab.photograph(file, `nbconvert-${theme}`);
        for (const { width, room, paper, inks } of found) {
          expect(width).toBeGreaterThanOrEqual(560);
          expect(width).toBeLessThanOrEqual(room);
          expect(paper).toMatch(/^rgba\(.*, 0\)$/);
          expect(inks.every(isLight)).toBe(theme === "dark");
        }
        expect(failures).toEqual([]);
      } finally {
        await browser.close();
      }
    },
    WRITING,
  );

  it(
    "are still pictures in a page that nbconvert wrote by itself, and add no program to it",
    () => {
      const path = exported("plain", []);
      expect(statSync(path).size).toBeLessThan(3_000_000);
    },
    WRITING,
  );

  function exported(name: string, words: readonly string[]): string {
    const themed = name === "dark" ? ["--theme", "dark"] : [];
    const path = join(lab.notebooks, "figures.ipynb");
    execFileSync(
      pythonOfTests(),
      ["-m", "nbconvert", "--to", "html", ...words, ...themed, "--output", `${name}.html`, path],
      { env: lab.environment, stdio: "pipe" },
    );
    return join(lab.notebooks, `${name}.html`);
  }
});

/** Runs in the page. */
function filterOf(image: unknown): string {
  const page = globalThis as unknown as { getComputedStyle(element: unknown): { readonly filter: string } };
  return page.getComputedStyle(image).filter;
}

function isLight(color: string): boolean {
  const [red, green, blue] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return Math.min(red, green, blue) > 128;
}
