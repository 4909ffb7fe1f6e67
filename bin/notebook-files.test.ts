import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { notebookText, readNotebook } from "../kernel/notebook/notebook-file.ts";
import { run } from "./project-copy.ts";
import { ensureJupyterTests } from "./setup/jupyter.js";
import { inProject } from "./setup/project.js";

const folder = inProject("notebooks");
const names = readdirSync(folder).filter((name) => name.endsWith(".ipynb"));

describe("the files of the notebooks", () => {
  const place = mkdtempSync(join(tmpdir(), "epsilab-notebook-files-"));
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it("are what epsilab notebook run writes, byte for byte", () => {
    const written = (name: string) => notebookText(readNotebook(join(folder, name)));
    expect(names.filter((name) => written(name) !== readFileSync(join(folder, name), "utf8"))).toEqual([]);
  });

  it("are what JupyterLab's server saves, byte for byte", async () => {
    const saved = join(place, "saved");
    for (const name of names) cpSync(join(folder, name), join(saved, name));
    const program = fileURLToPath(new URL("reference/saved_notebooks.py", import.meta.url));
    const environment = { JUPYTER_DATA_DIR: join(place, "user"), JUPYTER_CONFIG_DIR: join(place, "settings") };
    const { code, output } = await run(await ensureJupyterTests(), [program, saved], { folder: place, environment });
    expect(code, output).toBe(0);
    const text = (where: string, name: string) => readFileSync(join(where, name), "utf8");
    expect(names.filter((name) => text(saved, name) !== text(folder, name))).toEqual([]);
  });
});
