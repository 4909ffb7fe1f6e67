import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MIME_TYPE } from "./browser/plot.ts";
import { installFigureViewers } from "./install.ts";
import { Lab, pythonOfTests } from "./reference/lab.ts";
import { codeCell, notebook } from "./reference/notebook.ts";

/** One red pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8Dwn4EIwDiqEAAZ9gX9vTf8vQAAAABJRU5ErkJggg==";
const FIGURE = {
  data: [{ type: "scatter", mode: "lines+markers", name: "errors", x: [1, 2, 3], y: [4, 8, 6] }],
  layout: { title: { text: "Errors by round" }, xaxis: { title: { text: "round" } } },
};
const BUNDLE = { [MIME_TYPE]: FIGURE, "image/png": PNG, "text/plain": "Figure: errors by round" };

describe("the renderer of Plotly figures in JupyterLab", () => {
  const lab = new Lab();
  let page: Page;

  beforeAll(async () => {
    installFigureViewers(lab.data);
    lab.write(
      "stored.ipynb",
      notebook("python3", [codeCell("figure", [BUNDLE]), codeCell("broken", [{ ...BUNDLE, [MIME_TYPE]: [] }])]),
    );
    await lab.start();
    page = await lab.open("stored.ipynb");
    await page.locator(".js-plotly-plot .scatterlayer .point").first().waitFor();
  });
  afterAll(() => lab.stop());

  const plot = () => page.locator(".js-plotly-plot").first();
  /** Whether the title is seen as light letters on dark paper: most of its pixels are paper. */
  const isDark = async () => {
    const picture = (await plot().locator(".gtitle").screenshot()).toString("base64");
    const [darkest, middle, lightest] = (await page.evaluate(`(async () => {
      const image = new Image();
      image.src = "data:image/png;base64,${picture}";
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const greens = [...data.filter((_, index) => index % 4 === 1)].sort((one, other) => one - other);
      return [greens[0], greens[Math.floor(greens.length / 2)], greens.at(-1)];
    })()`)) as number[];
    if (darkest < 100 && middle > 240) return false;
    return lightest > 160 && middle < 30 ? true : `from ${darkest} to ${lightest} on ${middle}`;
  };

  it("draws the figure of a notebook that nobody has trusted", async () => {
    await page.locator('.jp-StatusItem-trust[title^="Notebook not trusted"]').waitFor();
    expect(await plot().locator(".gtitle").textContent()).toBe("Errors by round");
    expect(await plot().locator(".scatterlayer .point").count()).toBe(3);
  });

  it("answers the mouse with a label, and offers buttons without a logo", async () => {
    await plot().locator(".scatterlayer .point").nth(1).hover({ force: true });
    await plot().locator(".hoverlayer .hovertext").first().waitFor();
    expect(await plot().locator(".hoverlayer").textContent()).toContain("8");
    expect(await plot().locator(".modebar-btn").count()).toBeGreaterThan(3);
    expect(await plot().locator(".modebar-btn.plotlyjsicon").count()).toBe(0);
    await lab.photograph(page, "hover");
  });

  it("follows the width of the notebook", async () => {
    const width = () =>
      plot()
        .locator(".main-svg")
        .first()
        .evaluate((svg) => svg.getBoundingClientRect().width);
    const before = await width();
    await page.setViewportSize({ width: 900, height: 900 });
    await expect.poll(width, { timeout: 180_000 }).toBeLessThan(before - 200);
    await page.setViewportSize({ width: 1200, height: 900 });
    await expect.poll(width, { timeout: 180_000 }).toBe(before);
  });

  it("follows the theme, light and dark", async () => {
    expect(await isDark()).toBe(false);
    await lab.chooseTheme(page, "JupyterLab Dark");
    await expect.poll(isDark, { timeout: 180_000 }).toBe(true);
    await lab.photograph(page, "dark");
    await lab.chooseTheme(page, "JupyterLab Light");
    await expect.poll(isDark, { timeout: 180_000 }).toBe(false);
  });

  it("shows the still picture and the reason where the figure is none", async () => {
    const output = page.locator(".jp-OutputArea-output", { hasText: "cannot be shown" });
    await output.waitFor();
    expect(await output.textContent()).toContain("a Plotly figure must be an object");
    expect(await output.locator("img").getAttribute("src")).toBe(`data:image/png;base64,${PNG}`);
  });

  it("asks no server but JupyterLab's for anything, and fails nowhere", () => {
    expect(lab.foreignRequests).toEqual([]);
    expect(lab.failures).toEqual([]);
  });

  it("is not missed by nbconvert, which shows the still picture", () => {
    const path = join(lab.notebooks, "stored.ipynb");
    execFileSync(pythonOfTests(), ["-m", "nbconvert", "--to", "html", path], { env: lab.environment, stdio: "pipe" });
    const html = readFileSync(path.replace(/ipynb$/, "html"), "utf8");
    expect(html).toContain(`src="data:image/png;base64,${PNG}"`);
  });
});
