import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Lab, pythonOfTests } from "./reference/lab.ts";
import { codeCell, notebook } from "./reference/notebook.ts";
import { NotebookPage } from "./reference/notebook-page.ts";

/** What the kernelspec preloads. */
const LIBRARY = "epsilab";
const CELLS = [
  "let state = 40;\nstate += 1",
  '({ data: [{ type: "scatter", mode: "lines+markers", x: [1, 2, 3], y: [4, 8, 6] }], layout: { title: { text: "Errors" } } })',
  `import { laplace, tradeOffFigure } from "${LIBRARY}";
const typeOne = [0, 0.25, 0.5, 1];
tradeOffFigure({
  caption: "Two errors.",
  source: "None.",
  panels: [{ exact: { name: "exact", typeOne, typeTwo: [1, 0.5, 0.25, 0] }, claim: { epsilon: 1 } }],
})`,
  'for (const step of progress(40, { label: "rounds" })) await new Promise((resolve) => setTimeout(resolve, 100));',
  `const shown = display({ data: [{ y: [1, 2] }], layout: {} });
shown.update({ data: [{ y: [3, 1, 2] }], layout: {} });`,
  "state += 1;\nwhile (true) {}",
  "state",
  "typeof state",
  "",
];
const [STATE, FIGURE, OWN_FIGURE, PROGRESS, UPDATED, ENDLESS, AFTERWARDS, FORGOTTEN, SCRATCH] = CELLS.keys();

describe("the kernel in JupyterLab", () => {
  const lab = new Lab();
  let notes: NotebookPage;

  beforeAll(async () => {
    const command = fileURLToPath(new URL("../../bin/epsilab", import.meta.url));
    execFileSync(process.execPath, [command, "kernel", "install", "--prefix", lab.folder]);
    lab.write(
      "work.ipynb",
      notebook(
        "epsilab",
        CELLS.map((source) => codeCell(source)),
      ),
    );
    await lab.start();
    notes = new NotebookPage(await lab.open("work.ipynb", { height: 1400 }));
    await notes.connected("TypeScript (Epsilab)");
  });
  afterAll(() => lab.stop());

  it("runs a cell and shows its value", async () => {
    await notes.finish(STATE);
    expect((await notes.output(STATE).textContent())?.trim()).toBe("[1]:41");
  });

  it("shows a figure that answers the mouse", async () => {
    await notes.finish(FIGURE);
    await notes.plot(FIGURE).locator(".scatterlayer .point").nth(1).hover({ force: true });
    await notes.plot(FIGURE).locator(".hoverlayer .hovertext").first().waitFor();
    expect(await notes.plot(FIGURE).locator(".hoverlayer").textContent()).toContain("(2, 8)");
    await lab.photograph(notes.page, "figure");
  });

  it("shows the figures of the preloaded library", async () => {
    await notes.finish(OWN_FIGURE);
    await notes.plot(OWN_FIGURE).locator(".scatterlayer .trace").first().waitFor();
    await lab.photograph(notes.page, "own-figure");
  });

  it("moves a progress bar while the loop runs", async () => {
    const value = () =>
      notes
        .output(PROGRESS)
        .locator("progress")
        .evaluate((bar) => (bar as unknown as { value: number }).value);
    await notes.run(PROGRESS);
    await notes.output(PROGRESS).locator("progress").waitFor();
    const early = await value();
    await expect.poll(value, { timeout: 180_000 }).toBeGreaterThan(early);
    await lab.photograph(notes.page, "progress");
    expect(await value()).toBeLessThan(1);
    await expect.poll(value, { timeout: 180_000 }).toBe(1);
    expect(await notes.output(PROGRESS).locator("progress").count()).toBe(1);
    await notes.idle();
    expect(await notes.output(PROGRESS).textContent()).toMatch(/^\s*rounds · 40\/40 · 100 %\s*$/);
  });

  it("changes a figure in its place", async () => {
    await notes.finish(UPDATED);
    await expect.poll(() => notes.plot(UPDATED).locator(".scatterlayer .point").count(), { timeout: 180_000 }).toBe(3);
    expect(await notes.plot(UPDATED).count()).toBe(1);
  });

  it("completes a name and says what it is", async () => {
    await notes.type(SCRATCH, "Math.hyp");
    await notes.complete("hypot");
    await notes.page.keyboard.press("Enter");
    expect(await notes.cell(SCRATCH).locator(".cm-content").textContent()).toBe("Math.hypot");
    await notes.type(SCRATCH, "lapl");
    await notes.complete("laplace");
    await notes.page.locator(".jp-Completer-docpanel", { hasText: "add Laplace noise" }).waitFor();
    await lab.photograph(notes.page, "completion");
    await notes.page.keyboard.press("Escape");
  });

  it("says what the thing under the cursor is, with the words of its author", async () => {
    await notes.type(SCRATCH, "Math.hypot(");
    await notes.page.keyboard.press("Shift+Tab");
    const tooltip = notes.page.locator(".jp-Tooltip");
    await tooltip.waitFor();
    await expect.poll(() => tooltip.textContent(), { timeout: 180_000 }).toContain("square root of the sum of squares");
    await lab.photograph(notes.page, "tooltip");
    await notes.page.keyboard.press("Escape");
  });

  it("stops an endless loop at the button, and goes on with its state", async () => {
    await notes.run(ENDLESS);
    await notes.cell(ENDLESS).locator(".jp-InputPrompt", { hasText: "[*]:" }).waitFor();
    await notes.press("interrupt");
    await notes
      .output(ENDLESS)
      .locator('[data-mime-type="application/vnd.jupyter.stderr"], [data-mime-type="application/vnd.jupyter.error"]')
      .first()
      .waitFor();
    await notes.idle();
    await lab.photograph(notes.page, "interrupt");
    await notes.finish(AFTERWARDS);
    expect(await notes.output(AFTERWARDS).textContent()).toMatch(/42\s*$/);
  });

  it("forgets all when restarted", async () => {
    await notes.restart();
    await notes.finish(FORGOTTEN);
    expect(await notes.output(FORGOTTEN).textContent()).toContain("undefined");
    await lab.photograph(notes.page, "restart");
  });

  it("leaves figures that a stranger's JupyterLab still shows, trusting nothing", async () => {
    await notes.save();
    const saved = readFileSync(join(lab.notebooks, "work.ipynb"), "utf8");
    lab.write("received.ipynb", JSON.parse(saved.replace("state += 1", "state += 2")));
    const received = new NotebookPage(await lab.open("received.ipynb", { height: 1400 }));
    await received.cell(FIGURE).locator(".jp-InputPrompt").click();
    await received.page.locator('.jp-StatusItem-trust[title^="Notebook not trusted"]').waitFor();
    await received.plot(FIGURE).locator(".scatterlayer .point").nth(1).hover({ force: true });
    await received.plot(FIGURE).locator(".hoverlayer .hovertext").first().waitFor();
    await received.plot(OWN_FIGURE).locator(".scatterlayer .trace").first().waitFor();
    await lab.photograph(received.page, "untrusted");
  });

  it("leaves pictures that nbconvert shows", () => {
    const path = join(lab.notebooks, "work.ipynb");
    execFileSync(pythonOfTests(), ["-m", "nbconvert", "--to", "html", path], { env: lab.environment, stdio: "pipe" });
    expect(readFileSync(path.replace(/ipynb$/, "html"), "utf8")).toContain('src="data:image/png;base64,');
  });

  it("asks nobody but JupyterLab for anything, and fails nowhere", () => {
    expect(lab.foreignRequests).toEqual([]);
    expect(lab.failures).toEqual([]);
  });
});
