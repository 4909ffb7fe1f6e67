import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Lab } from "../labextension/reference/lab.ts";
import { codeCell, notebook } from "../labextension/reference/notebook.ts";
import { NotebookPage } from "../labextension/reference/notebook-page.ts";

const CELLS = [
  `import { tradeOff, tradeOffFigure, pureTradeOff } from "epsilab";
0`,
  `const curve = ({ epsilon }: { epsilon: number }) => {
  const typeOne = Array.from({ length: 101 }, (_, i) => i / 100);
  const typeTwo = typeOne.map((a) => Math.max(0, 1 - Math.exp(epsilon) * a, Math.exp(-epsilon) * (1 - a)));
  return tradeOffFigure({ caption: "Two errors.", source: "None.", panels: [{ exact: { name: "exact", typeOne, typeTwo }, claim: { epsilon } }] });
};
const shown = interact(curve, { epsilon: slider(0.1, 5, { value: 1 }) });`,
  `interact(({ shape, size, on, name, again }) => \`\${shape} \${size} \${on} \${name} \${again}\`, {
  shape: select(["round", "square"]), size: [0, 1], on: true, name: "Ada", again: button("Draw again") })`,
  `const counter = widget({
  state: { count: 1 },
  css: ".counting { font-weight: bold }",
  render({ model, el }: any) {
    const button = document.createElement("button");
    button.className = "counting";
    const show = () => { button.textContent = \`count is \${model.get("count")}\`; };
    button.addEventListener("click", () => { model.set("count", model.get("count") + 1); model.save_changes(); model.send({ said: "hello" }); });
    model.on("change:count", show);
    model.on("msg:custom", (message: any) => { el.dataset.heard = message.text; });
    show();
    el.append(button);
  },
});
counter.onMessage((content) => console.log("page says", content));
counter.onChange(({ count }) => counter.send({ text: \`kernel saw \${count}\` }));
counter`,
];

describe("widgets in JupyterLab", () => {
  const lab = new Lab({ hasNotebook: true });
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
    notes = new NotebookPage(await lab.open("work.ipynb", { height: 1800 }));
    await notes.connected("TypeScript (Epsilab)");
  });
  afterAll(() => lab.stop());

  it("shows", async () => {
    notes.page.on("console", (m) => console.log("console:", m.type(), m.text().slice(0, 300)));
    for (const index of CELLS.keys()) await notes.finish(index);
    await notes.page.waitForTimeout(3000);
    await lab.photograph(notes.page, "widgets");
    expect(lab.failures).toEqual([]);
    const page = await lab.openNotebook("work.ipynb");
    await page.waitForTimeout(4000);
    await lab.photograph(page, "notebook7");
  });
});
