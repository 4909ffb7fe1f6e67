import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Lab } from "./lab.ts";
import { codeCell, notebook } from "./notebook.ts";
import { NotebookPage } from "./notebook-page.ts";

const [SCRATCH, PRINTING] = [0, 1];
/**
 * How much the page may compute before it answers, in milliseconds: laying out a million lines at once is ten seconds of work. A
 * clock would tell of the machine, too.
 */
const PATIENCE = 4000;

/** As much of JupyterLab's page as is looked at. */
interface LabWindow {
  readonly jupyterapp: {
    readonly shell: { readonly currentWidget: { readonly content: { readonly widgets: readonly CodeCell[] } } };
  };
  readonly document: { querySelector(selector: string): { readonly textContent: string } };
}
interface CodeCell {
  readonly model: { readonly outputs: { readonly length: number; toJSON(): readonly { readonly text: string }[] } };
}

/** How many lines the model of a cell's output has and whether they are in order, and the same of what is drawn. */
async function linesIn(page: Page, cell: number): Promise<{ outputs: number; model: string; drawn: string }> {
  return await page.evaluate((index) => {
    const window = globalThis as unknown as LabWindow;
    const { outputs } = window.jupyterapp.shell.currentWidget.content.widgets[index].model;
    const drawn = window.document.querySelector(`.jp-Notebook-cell:nth-child(${index + 1}) .jp-OutputArea-output`);
    const judge = (text: string) => {
      const lines = text.split("\n");
      const wrong = lines.findIndex((line, number) => line !== `line ${number}`);
      return `${wrong} lines, then ${JSON.stringify(lines.slice(wrong).join("\n").slice(0, 20))}`;
    };
    const text = outputs.toJSON().map((output) => output.text);
    return { outputs: outputs.length, model: judge(text.join("")), drawn: judge(drawn.textContent) };
  }, cell);
}

interface Server {
  /** As the title says it. */
  readonly limits: string;
  readonly limitsOutput: boolean;
  readonly lines: number;
}

/** What many printed lines do to a page of JupyterLab. */
export const describeMuchOutput = ({ limits, limitsOutput, lines }: Server) =>
  describe(`many printed lines in JupyterLab, whose server has ${limits},`, () => {
    const lab = new Lab({ limitsOutput });
    let notes: NotebookPage;
    const whole = `${lines} lines, then ""`;

    beforeAll(async () => {
      const command = fileURLToPath(new URL("../../../bin/epsilab", import.meta.url));
      execFileSync(process.execPath, [command, "kernel", "install", "--prefix", lab.folder]);
      const cells = ["", `for (let i = 0; i < ${lines}; i++) console.log("line " + i)`];
      lab.write(
        "work.ipynb",
        notebook(
          "epsilab",
          cells.map((source) => codeCell(source)),
        ),
      );
      await lab.start();
      notes = new NotebookPage(await lab.open("work.ipynb"));
      await notes.connected("TypeScript (Epsilab)");
    });
    afterAll(() => lab.stop());

    /** What the pages compute until it is done. */
    async function workOf(act: () => Promise<unknown>): Promise<number> {
      const before = await lab.pageWork();
      await act();
      return (await lab.pageWork()) - before;
    }

    async function openMenu(): Promise<void> {
      await notes.page.locator(".lm-MenuBar-itemLabel", { hasText: /^Edit$/ }).click();
      await notes.page.locator(".lm-Menu-itemLabel", { hasText: /^Clear Cell Output$/ }).waitFor();
      await notes.page.keyboard.press("Escape");
    }

    async function type(word: string): Promise<void> {
      await notes.type(SCRATCH, word);
      await notes.cell(SCRATCH).locator(".cm-content", { hasText: word }).waitFor();
    }

    it("come in while the page answers the mouse and the keyboard", async () => {
      await notes.run(PRINTING);
      await notes.output(PRINTING).locator(".jp-OutputArea-output").waitFor();
      const work: number[] = [];
      do work.push(await workOf(openMenu), await workOf(() => type(`word${work.length}`)));
      while (!(await notes.isDone(PRINTING)));
      await notes.idle();
      expect(Math.max(...work)).toBeLessThan(PATIENCE);
    });

    it("are all there, in order, in one output", async () => {
      const complete = { outputs: 1, model: whole, drawn: whole };
      await expect.poll(() => linesIn(notes.page, PRINTING), { timeout: 180_000, interval: 500 }).toEqual(complete);
    });

    it("leave a page that answers, and a notebook that is saved whole", async () => {
      expect(await workOf(openMenu)).toBeLessThan(PATIENCE);
      expect(await workOf(() => type("afterwards"))).toBeLessThan(PATIENCE);
      await lab.photograph(notes.page, `many-lines-${lines}`);
      await notes.save();
      const saved = JSON.parse(readFileSync(join(lab.notebooks, "work.ipynb"), "utf8"));
      const [output, ...others] = saved.cells[PRINTING].outputs;
      expect([output.name, others]).toEqual(["stdout", []]);
      const printed: string[] = [output.text].flat().join("").split("\n");
      expect(printed.pop()).toBe("");
      expect(printed.length).toBe(lines);
      expect(printed.findIndex((line, index) => line !== `line ${index}`)).toBe(-1);
    });

    it("are shown by a page that opens the notebook again and answers soon", async () => {
      const again = await lab.open("work.ipynb");
      const work: number[] = [];
      const found = async () => {
        work.push(await workOf(() => again.evaluate(() => undefined)));
        return await linesIn(again, PRINTING);
      };
      const complete = { outputs: 1, model: whole, drawn: whole };
      await expect.poll(found, { timeout: 180_000, interval: 100 }).toEqual(complete);
      await lab.photograph(again, `many-lines-again-${lines}`);
      expect(Math.max(...work)).toBeLessThan(PATIENCE);
      expect(lab.failures).toEqual([]);
    });
  });
