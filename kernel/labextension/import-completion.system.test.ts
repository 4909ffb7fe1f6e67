import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Lab } from "./reference/lab.ts";
import { codeCell, notebook } from "./reference/notebook.ts";
import { NotebookPage } from "./reference/notebook-page.ts";

/** What the kernelspec preloads. */
const LIBRARY = "epsilab";
const IMPORT = `import { laplace } from "${LIBRARY}";`;
const [LISTED, COMMON, FRESH, LATER] = [0, 1, 2, 3];

describe("completion of names that no cell has imported, in JupyterLab", () => {
  const lab = new Lab();
  let notes: NotebookPage;

  beforeAll(async () => {
    const command = fileURLToPath(new URL("../../bin/epsilab", import.meta.url));
    execFileSync(process.execPath, [command, "kernel", "install", "--prefix", lab.folder]);
    lab.write("work.ipynb", notebook("epsilab", [codeCell(""), codeCell(""), codeCell(""), codeCell("")]));
    await lab.start();
    notes = new NotebookPage(await lab.open("work.ipynb"));
    await notes.connected("TypeScript (Epsilab)");
  });
  afterAll(() => lab.stop());

  const originOf = (name: string) => notes.completion(name).locator("xpath=../*[@class='jp-Completer-typeExtended']");
  const lines = (index: number) => notes.cell(index).locator(".cm-line").allTextContents();

  it("adds the name to a list of the cell that imports from the same module", async () => {
    await notes.type(LISTED, `import { other } from "${LIBRARY}";\nlapl`);
    await (await notes.complete("laplace")).click();
    await expect
      .poll(() => lines(LISTED), { timeout: 180_000 })
      .toEqual([`import { other, laplace } from "${LIBRARY}";`, "laplace"]);
  });

  it("imports what is chosen in the end, not a common beginning that Tab inserts on the way", async () => {
    await notes.type(COMMON, "lapl");
    await notes.complete("laplace");
    await notes.page.keyboard.press("Tab");
    await expect.poll(() => lines(COMMON), { timeout: 180_000 }).toEqual(["laplace"]);
    const last = notes.page.locator(".jp-Completer .jp-Completer-match").last();
    const name = await last.textContent();
    expect(name).not.toBe("laplace");
    await last.click();
    await expect
      .poll(() => lines(COMMON), { timeout: 180_000 })
      .toEqual([expect.stringMatching(new RegExp(`^import \\{ ${name} \\} from "${LIBRARY}`)), name]);
  });

  it("offers the name with its origin and documentation, and adds the import when it is taken", async () => {
    await notes.type(FRESH, "lapl");
    await notes.complete("laplace");
    expect(await originOf("laplace").textContent()).toBe(`import\u00a0from\u00a0"${LIBRARY}"`);
    await notes.page.locator(".jp-Completer-docpanel", { hasText: "add Laplace noise" }).waitFor();
    await lab.photograph(notes.page, "import-offered");
    await notes.page.keyboard.press("Enter");
    await expect.poll(() => lines(FRESH), { timeout: 180_000 }).toEqual([IMPORT, "laplace"]);
    await lab.photograph(notes.page, "import-added");
  });

  it("leaves the cursor behind the name, and a cell that runs", async () => {
    await notes.page.keyboard.type('({ epsilon: 1, sensitivity: 1, neighbours: "swap" }).name');
    await lab.photograph(notes.page, "import-completed");
    await notes.page.keyboard.press("Control+Enter");
    await expect.poll(() => notes.output(FRESH).textContent(), { timeout: 180_000 }).toContain("laplace");
    await notes.idle();
    expect(await notes.output(FRESH).textContent()).not.toContain("rror");
    await lab.photograph(notes.page, "import-run");
  });

  it("adds no import for a name that an earlier cell imported", async () => {
    await notes.type(LATER, "lapl");
    await notes.complete("laplace");
    expect(await originOf("laplace").textContent()).not.toContain("import");
    await notes.completion("laplace").click();
    await notes.page.keyboard.type(".length");
    await expect.poll(() => lines(LATER), { timeout: 180_000 }).toEqual(["laplace.length"]);
  });

  it("asks nobody but JupyterLab for anything, and fails nowhere", () => {
    expect(lab.foreignRequests).toEqual([]);
    expect(lab.failures).toEqual([]);
  });
});
