import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Lab } from "./reference/lab.ts";
import { codeCell, notebook } from "./reference/notebook.ts";
import { NotebookPage } from "./reference/notebook-page.ts";

const LIBRARY = "epsilab";
const CELLS = [
  "help()",
  `import { laplace } from "${LIBRARY}";\nhelp(laplace)`,
  'help("nothing")',
  "laplace\nMath.hypot", // which is never run
];
const [OVERVIEW, FUNCTION, UNKNOWN, PANEL] = CELLS.keys();

const project = fileURLToPath(new URL("../..", import.meta.url));

describe("help in JupyterLab", () => {
  const lab = new Lab();
  /** This package as it is installed elsewhere, with an API reference. */
  const installed = join(lab.folder, "installed");
  let notes: NotebookPage;

  beforeAll(async () => {
    for (const name of ["package.json", "bin", "dist"])
      cpSync(join(project, name), join(installed, name), { recursive: true });
    symlinkSync(join(project, "node_modules"), join(installed, "node_modules"));
    const reference = join(installed, "docs", "api");
    mkdirSync(join(reference, "functions"), { recursive: true });
    const page = "functions/mechanisms.laplace.html";
    writeFileSync(join(reference, "index.json"), JSON.stringify({ laplace: page }));
    writeFileSync(join(reference, "style.css"), "h1 { color: rgb(1, 2, 3) }");
    writeFileSync(join(reference, page), '<link rel="stylesheet" href="../style.css"><h1>The page of laplace</h1>');
    execFileSync(process.execPath, [join(installed, "bin/epsilab"), "kernel", "install", "--prefix", lab.folder]);
    lab.write(
      "work.ipynb",
      notebook(
        "epsilab",
        CELLS.map((source) => codeCell(source)),
      ),
    );
    await lab.start();
    notes = new NotebookPage(await lab.open("work.ipynb", { height: 1100 }));
    await notes.connected("TypeScript (Epsilab)");
  });
  afterAll(() => lab.stop());

  it("lists what can be imported", async () => {
    await notes.finish(OVERVIEW);
    await notes
      .output(OVERVIEW)
      .locator("li code", { hasText: /^epsilab$/ })
      .waitFor();
  });

  it("shows a function with its documentation, and a link that opens its page in the API reference", async () => {
    await notes.finish(FUNCTION);
    const output = notes.output(FUNCTION);
    await output.locator("pre", { hasText: "function laplace(" }).waitFor();
    await output.locator("p", { hasText: "add Laplace noise" }).first().waitFor();
    await output.locator("code", { hasText: join(installed, "docs/api/functions/mechanisms.laplace.html") }).waitFor();
    await lab.photograph(notes.page, "help");
    const opened = notes.page.context().waitForEvent("page");
    await output.locator("a", { hasText: "Page in the API reference" }).click();
    const reference = await opened;
    const title = reference.locator("h1", { hasText: "The page of laplace" });
    await title.waitFor();
    expect(await title.evaluate((node) => getComputedStyle(node as never).color)).toBe("rgb(1, 2, 3)");
    await reference.close();
  });

  it("says of an unknown name that it is unknown", async () => {
    await notes.finish(UNKNOWN);
    expect(await notes.output(UNKNOWN).textContent()).toContain("help knows no name 'nothing'");
    await lab.photograph(notes.page, "help-unknown");
  });

  it("follows the cursor in the panel of contextual help", async () => {
    await notes.cell(PANEL).locator(".cm-content").click();
    await notes.page.locator(".lm-MenuBar-itemLabel", { hasText: /^Help$/ }).click();
    await notes.page.locator(".lm-Menu-itemLabel", { hasText: /^Show Contextual Help$/ }).click();
    const panel = notes.page.locator(".jp-Inspector-content");
    await panel.waitFor();
    const line = (text: string) => notes.cell(PANEL).locator(".cm-line", { hasText: text });
    for (const [text, told] of [
      ["laplace", "add Laplace noise"],
      ["hypot", "square root of the sum of squares"],
      ["laplace", "add Laplace noise"],
    ] as const) {
      await line(text).click();
      await notes.page.keyboard.press("End");
      await panel.filter({ hasText: told }).waitFor();
      await lab.photograph(notes.page, `help-panel-${text}`);
    }
    await notes.page.keyboard.press("ArrowDown"); // by the keyboard alone
    await panel.filter({ hasText: "square root of the sum of squares" }).waitFor();
  });

  it("asks nobody but JupyterLab for anything, and fails nowhere", () => {
    expect(lab.foreignRequests).toEqual([]);
    expect(lab.failures).toEqual([]);
  });
});

declare function getComputedStyle(node: never): { readonly color: string };
