import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { coveredTexts } from "../experiments/engine/report/reference/covered-texts.ts";
import { Lab } from "../kernel/labextension/reference/lab.ts";
import { NotebookPage } from "../kernel/labextension/reference/notebook-page.ts";
import { inProject } from "./setup/project.js";

const folder = inProject("notebooks");
/** EPSILAB_PICTURES asks for pictures of all of them. */
const names = readdirSync(folder).filter((name) =>
  process.env.EPSILAB_PICTURES === undefined ? /^0[127]-/.test(name) : name.endsWith(".ipynb"),
);
/** So tall that JupyterLab renders every cell at once. */
const height = 12_000;

const BLANK = "blank.ipynb";

interface Stored {
  readonly cells: readonly { readonly outputs?: readonly { readonly data?: Readonly<Record<string, unknown>> }[] }[];
}

describe("the notebooks in JupyterLab", () => {
  const lab = new Lab();
  const figuresOf = new Map<string, number>();
  /** Those with a card of an erratum. */
  const withErrata = new Set<string>();
  beforeAll(async () => {
    execFileSync(process.execPath, [inProject("bin", "epsilab"), "kernel", "install", "--prefix", lab.folder]);
    for (const name of names) {
      const notebook: Stored = JSON.parse(readFileSync(join(folder, name), "utf8"));
      const outputs = notebook.cells.flatMap((cell) => cell.outputs ?? []);
      const figures = outputs.filter(({ data = {} }) => "application/vnd.plotly.v1+json" in data);
      figuresOf.set(name, figures.length);
      if (outputs.some(({ data = {} }) => `${data["text/markdown"]}`.includes("The notes said"))) withErrata.add(name);
      lab.write(name, notebook);
    }
    await lab.start();
  });
  afterAll(() => lab.stop());

  it.each(names)("%s shows its stored figures, drawn, though nobody has trusted it", async (name) => {
    const page = await lab.open(name, { height });
    const plots = page.locator(".js-plotly-plot:has(.scatterlayer path, .barlayer path)");
    await expect.poll(() => plots.count(), { timeout: 180_000 }).toBe(figuresOf.get(name));
    if (withErrata.has(name)) await page.locator('.jp-RenderedMarkdown:has-text("The notes said")').first().waitFor();
    expect(await page.locator('[data-mime-type="application/vnd.jupyter.error"]').count()).toBe(0);
    for (const { covered } of await coveredTexts(page)) expect(covered).toEqual([]);
    await plots.first().hover();
    await lab.photograph(page, name.replace(".ipynb", ""));
    await page.context().close();
  });

  it(`${names[0]} runs from top to bottom at the menu`, async () => {
    const [name] = names;
    const { cells, ...rest }: Stored = JSON.parse(readFileSync(join(folder, name), "utf8"));
    // Without outputs and counts: a cell that has a number has run.
    const blank = cells.map((cell) =>
      cell.outputs === undefined ? cell : { ...cell, execution_count: null, outputs: [] },
    );
    lab.write(BLANK, { ...rest, cells: blank });
    const notes = new NotebookPage(await lab.open(BLANK, { height }));
    await notes.connected("TypeScript (Epsilab)");
    await notes.page.locator(".lm-MenuBar-itemLabel", { hasText: /^Run$/ }).click();
    await notes.page.locator(".lm-Menu-itemLabel", { hasText: /^Run All Cells$/ }).click();
    const last = notes.page.locator(".jp-Notebook .jp-CodeCell").last();
    await last.locator(".jp-InputPrompt", { hasText: /^\[\d+\]:$/ }).waitFor();
    await notes.idle();
    const plots = notes.page.locator(".js-plotly-plot:has(.scatterlayer path)");
    await expect.poll(() => plots.count(), { timeout: 180_000 }).toBe(figuresOf.get(`${name}`));
    expect(await notes.page.locator('[data-mime-type="application/vnd.jupyter.error"]').count()).toBe(0);
  });

  it("asks nobody but JupyterLab for anything, and fails nowhere", () => {
    expect(lab.foreignRequests).toEqual([]);
    expect(lab.failures).toEqual([]);
  });
});
