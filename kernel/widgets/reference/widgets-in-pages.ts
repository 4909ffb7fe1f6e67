import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Lab } from "../../labextension/reference/lab.ts";
import { codeCell, notebook } from "../../labextension/reference/notebook.ts";
import { NotebookPage } from "../../labextension/reference/notebook-page.ts";

/** What the kernelspec preloads. */
const LIBRARY = "epsilab";
const CELLS = [
  `import { tradeOffFigure } from "${LIBRARY}";
const typeOne = Array.from({ length: 101 }, (_, index) => index / 100);
const limit = (epsilon: number) =>
  typeOne.map((alpha) => Math.max(0, 1 - Math.exp(epsilon) * alpha, Math.exp(-epsilon) * (1 - alpha)));
const figure = (epsilon: number) => tradeOffFigure({
  caption: "Two errors.", source: "None.",
  panels: [{ title: \`epsilon = \${epsilon}\`, exact: { name: "exact", typeOne, typeTwo: limit(epsilon) } }],
});
const shown = interact(({ epsilon }) => figure(epsilon), { epsilon: slider(0.1, 5, { value: 1 }) });`,
  `interact(({ shape, size, noisy, name, again }) => {
  if (name === "") throw new Error("no name");
  return [shape, size, noisy, name, again].join(" ");
}, { shape: select(["round", "square"]), size: [0, 1], noisy: true, name: "Ada", again: button("Draw again") })`,
  `const counter = widget({
  state: { count: 1 },
  css: ".counting { color: rgb(1, 2, 3) }",
  render({ model, el }) {
    const button = el.ownerDocument.createElement("button");
    button.className = "counting";
    const show = () => { button.textContent = "count is " + model.get("count"); };
    button.addEventListener("click", () => {
      model.set("count", model.get("count") + 1);
      model.save_changes();
      model.send({ said: "hello" });
    });
    model.on("change:count", show);
    model.on("msg:custom", (message: any) => button.setAttribute("title", message.text));
    show();
    el.append(button);
  },
});
counter.onMessage((content) => console.log("page says", content));
counter.onChange(({ count }) => counter.send({ text: "kernel saw " + count }));
counter`,
  "[shown.controls.epsilon.value, counter.get('count')].join()",
  "counter.set('count', 40); shown.controls.epsilon.value = 3; 0",
];
const [CURVE, CONTROLS, MODULE, VALUES, SETTING] = CELLS.keys();

/** What widgets do for a person, in the pages of JupyterLab or of Notebook 7. */
export const describeWidgetsIn = (front: "JupyterLab" | "Notebook 7") =>
  describe(`widgets in ${front}`, () => {
    const lab = new Lab({ hasNotebook: true });
    const picture = front === "JupyterLab" ? "lab" : "notebook";
    const open = (name: string): Promise<Page> =>
      front === "JupyterLab" ? lab.open(name, { height: 1600 }) : lab.openNotebook(name, { height: 1600 });
    let notes: NotebookPage;

    beforeAll(async () => {
      const command = fileURLToPath(new URL("../../../bin/epsilab", import.meta.url));
      execFileSync(process.execPath, [command, "kernel", "install", "--prefix", lab.folder]);
      const cells = CELLS.map((source) => codeCell(source));
      lab.write("work.ipynb", notebook("epsilab", cells));
      await lab.start();
      notes = new NotebookPage(await open("work.ipynb"));
      await notes.connected("TypeScript (Epsilab)");
    });
    afterAll(() => lab.stop());

    const curve = ({ page }: NotebookPage) => page.locator(".js-plotly-plot .scatterlayer path.js-line").first();
    const title = ({ page }: NotebookPage) =>
      page.locator(".js-plotly-plot .annotation-text", { hasText: "epsilon = " });
    const readout = ({ page }: NotebookPage) => page.locator(".widget-slider .widget-readout").first();

    /** Drags the first slider by the mouse. */
    async function drag({ page }: NotebookPage, pixels: number): Promise<void> {
      const box = await page.locator(".widget-slider .noUi-handle").first().boundingBox();
      if (box === null) throw new Error("the slider is not on the page");
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let step = 1; step <= 10; step++) await page.mouse.move(x + (pixels * step) / 10, y);
      await page.mouse.up();
    }

    /** Waits until the figure is that of the slider's value; gives the value. */
    async function settled(on: NotebookPage): Promise<number> {
      const value = async () => Number(await readout(on).textContent());
      const isSettled = async () => (await title(on).textContent()) === `epsilon = ${await value()}`;
      await expect.poll(isSettled, { timeout: 180_000 }).toBe(true);
      return await value();
    }

    it("a slider is dragged, and the curve moves without being drawn again", async () => {
      await notes.finish(CURVE);
      await curve(notes).waitFor();
      const before = await curve(notes).getAttribute("d");
      await notes.plot(CURVE).evaluate((plot) => Reflect.set(plot, "isSame", true));
      await drag(notes, 80);
      await expect.poll(() => curve(notes).getAttribute("d"), { timeout: 180_000 }).not.toBe(before);
      expect(await settled(notes)).toBeGreaterThan(1.5);
      expect(await notes.plot(CURVE).evaluate((plot) => Reflect.get(plot, "isSame"))).toBe(true);
      await lab.photograph(notes.page, `${picture}-dragged`);
    });

    it("menu, slider, box, field and button reach the function, and an error stands in the place of the result", async () => {
      const { page } = notes;
      await notes.finish(CONTROLS);
      const result = notes.output(CONTROLS).locator(".jp-OutputArea-output").last();
      await expect.poll(() => result.textContent()).toContain("round 0.5 true Ada 0");
      await notes.output(CONTROLS).locator("select").selectOption("square");
      await notes.output(CONTROLS).locator("input[type=checkbox]").uncheck();
      const field = notes.output(CONTROLS).locator("input[type=text]");
      await field.fill("Grace");
      await page.getByRole("button", { name: "Draw again" }).click();
      await page.getByRole("button", { name: "Draw again" }).click();
      await expect.poll(() => result.textContent(), { timeout: 180_000 }).toContain("square 0.5 false Grace 2");
      await lab.photograph(page, `${picture}-controls`);
      await field.fill("");
      await expect.poll(() => result.textContent(), { timeout: 180_000 }).toContain("no name");
      await lab.photograph(page, `${picture}-error`);
      await field.fill("Ada");
      await expect.poll(() => result.textContent(), { timeout: 180_000 }).toContain("square 0.5 false Ada 2");
    });

    it("a module of anywidget draws, shares its state and sends messages both ways", async () => {
      await notes.finish(MODULE);
      const button = notes.output(MODULE).locator("button.counting");
      await expect.poll(() => button.textContent(), { timeout: 180_000 }).toBe("count is 1");
      expect(await button.evaluate((element) => Reflect.get(globalThis, "getComputedStyle")(element).color)).toBe(
        "rgb(1, 2, 3)",
      );
      await button.click();
      await button.click();
      await expect.poll(() => button.getAttribute("title"), { timeout: 180_000 }).toBe("kernel saw 3");
      await expect
        .poll(() => notes.output(MODULE).textContent(), { timeout: 180_000 })
        .toContain("page says { said: 'hello' }");
      await notes.finish(VALUES);
      expect(await notes.output(VALUES).textContent()).toContain(`'${await settled(notes)},3'`);
      await lab.photograph(notes.page, `${picture}-module`);
    });

    it("code moves the controls", async () => {
      await notes.finish(SETTING);
      await expect.poll(() => readout(notes).textContent(), { timeout: 180_000 }).toBe("3.00");
      await expect.poll(() => notes.output(MODULE).locator("button.counting").textContent()).toBe("count is 40");
      expect(await settled(notes)).toBe(3);
    });

    it("come back when the page is loaded again, and the curve still follows", async () => {
      await notes.save();
      await notes.page.reload();
      await notes.connected("TypeScript (Epsilab)");
      await expect.poll(() => readout(notes).textContent(), { timeout: 180_000 }).toBe("3.00");
      await notes.output(MODULE).locator("button.counting", { hasText: "count is 40" }).waitFor();
      await curve(notes).waitFor();
      await drag(notes, -60);
      expect(await settled(notes)).toBeLessThan(2.9);
      await lab.photograph(notes.page, `${picture}-reloaded`);
    });

    it("are the same on two pages at once", async () => {
      await notes.save();
      const other = new NotebookPage(await open("work.ipynb"));
      await other.connected("TypeScript (Epsilab)");
      await readout(other).waitFor();
      const [before, track] = [await settled(notes), await notes.page.locator(".noUi-base").first().boundingBox()];
      await drag(notes, 30);
      const expected = before + (30 / (track?.width ?? 0)) * 4.9;
      const distance = async () => Math.abs(Number(await readout(notes).textContent()) - expected);
      await expect.poll(distance, { timeout: 180_000 }).toBeLessThan(0.03);
      const value = await settled(notes);
      await expect.poll(() => readout(other).textContent(), { timeout: 180_000 }).toBe(value.toFixed(2));
      expect(await settled(other)).toBe(value);
      expect(await settled(notes)).toBe(value); // the other page has not taken it back
      await other.page.close();
    });

    it("leave the last picture in the saved notebook, for readers without a kernel", async () => {
      const value = await settled(notes);
      const stored = () => JSON.parse(readFileSync(join(lab.notebooks, "work.ipynb"), "utf8"));
      const figure = () => stored().cells[CURVE].outputs[1].data;
      await expect
        .poll(
          async () => {
            await notes.save();
            return [JSON.stringify(figure()).includes(`epsilon = ${value}`), "image/png" in figure()];
          },
          { timeout: 180_000, interval: 500 },
        )
        .toEqual([true, true]);
      const { metadata, ...rest } = stored();
      lab.write("reader.ipynb", {
        ...rest,
        metadata: { ...metadata, kernelspec: { name: "gone", display_name: "Gone" } },
      });
      const reader = new NotebookPage(await open("reader.ipynb"));
      await expect.poll(() => title(reader).textContent(), { timeout: 180_000 }).toBe(`epsilon = ${value}`);
      expect(await reader.output(CURVE).textContent()).toContain(
        "epsilon: slider from 0.1 to 5 (works while the kernel runs)",
      );
      await lab.photograph(reader.page, `${picture}-without-kernel`);
      await reader.page.close();
    });

    it("are made again after a restart of the kernel", async () => {
      await notes.restart();
      await notes.page.reload();
      await notes.connected("TypeScript (Epsilab)");
      const words = "epsilon: slider from 0.1 to 5 (works while the kernel runs)";
      await expect.poll(() => notes.output(CURVE).textContent(), { timeout: 180_000 }).toContain(words);
      await curve(notes).waitFor();
      await lab.photograph(notes.page, `${picture}-restarted`);
      await notes.finish(CURVE);
      await expect.poll(() => readout(notes).textContent(), { timeout: 180_000 }).toBe("1.00");
      await drag(notes, 50);
      expect(await settled(notes)).toBeGreaterThan(1.2);
      const ofNotebook = "Cannot read properties of undefined (reading 'schema')"; // when Notebook 7.6 starts, without us as well
      expect(lab.failures.filter((failure) => failure !== ofNotebook)).toEqual([]);
      expect(lab.foreignRequests).toEqual([]);
    });
  });
