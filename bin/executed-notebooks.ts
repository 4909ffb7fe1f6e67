/**
 * The project's notebooks, run in nbclient: what they put out is what is stored, byte for byte.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installKernel } from "../kernel/install.ts";
import { firstDifference } from "../kernel/notebook/comparison.ts";
import { type Cell, labelOf } from "../kernel/notebook/document.ts";
import { readNotebook } from "../kernel/notebook/notebook-file.ts";
import { run } from "./project-copy.ts";
import { ensureJupyterTests } from "./setup/jupyter.js";
import { inProject, projectFolder } from "./setup/project.js";

export const folder = inProject("notebooks");
export const names = readdirSync(folder).filter((name) => name.endsWith(".ipynb"));
export const cellsOf = (path: string): readonly Cell[] => readNotebook(path).cells;

/** Runs notebooks of `names`. */
export function describeRuns(chosen: readonly string[]): void {
  describe("in nbclient", () => {
    const place = mkdtempSync(join(tmpdir(), "epsilab-notebooks-"));
    afterAll(() => rmSync(place, { recursive: true, force: true }));
    beforeAll(async () => {
      const python = await ensureJupyterTests();
      const main = inProject("dist", "kernel", "program.cjs");
      const kernel = { node: process.execPath, main, project: projectFolder.replace(/[/\\]$/, "") };
      installKernel(place, kernel);
      const program = fileURLToPath(new URL("reference/notebooks.py", import.meta.url));
      const environment = {
        JUPYTER_PATH: place,
        JUPYTER_DATA_DIR: join(place, "user"),
        JUPYTER_RUNTIME_DIR: join(place, "run"),
      };
      const paths = chosen.map((name) => join(folder, name));
      const { code, output } = await run(python, [program, place, ...paths], { folder: place, environment });
      expect(code, output).toBe(0);
    }, 1_200_000); // only liveness

    it.each(chosen)("%s runs from top to bottom and puts out what is stored, byte for byte", (name) => {
      const [stored, executed] = [cellsOf(join(folder, name)), cellsOf(join(place, name))];
      for (const [index, cell] of stored.entries()) {
        const now = executed[index];
        if (cell.cell_type !== "code" || now?.cell_type !== "code") continue;
        expect(firstDifference(cell.outputs, now.outputs, 0), labelOf(stored, index)).toBeUndefined();
        const same = JSON.stringify(now.outputs) === JSON.stringify(cell.outputs);
        expect(same, `${labelOf(stored, index)}: bytes`).toBe(true);
        expect(cell.outputs.filter(({ output_type: type }) => type === "error")).toEqual([]);
        const isError = (output: (typeof cell.outputs)[number]) =>
          output.output_type === "stream" && output.name === "stderr";
        expect(cell.outputs.filter(isError)).toEqual([]);
      }
    });
  });
}
