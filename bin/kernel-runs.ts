/**
 * Notebooks run by nbclient in real kernels, for tests that compare them: ours (`epsilab`), tslab with TypeScript (`tslab`) and with
 * JavaScript (`jslab`), and Deno's (`deno`), which the need `deno` has installed.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { findKernels, writeKernelspec } from "../bench/kernel/kernels.ts";
import { installedSpec } from "../kernel/install.ts";
import type { CodeCell, Document, Output } from "../kernel/notebook/document.ts";
import { readNotebook, writeNotebook } from "../kernel/notebook/notebook-file.ts";
import { run } from "./project-copy.ts";
import { denoPath } from "./setup/deno.js";
import { ensureJupyterTests } from "./setup/jupyter.js";
import { projectFolder } from "./setup/project.js";

export type KernelName = "epsilab" | "tslab" | "jslab" | "deno";

interface NotebookRun {
  readonly kernel: KernelName;
  readonly document: Document;
  /** Where the kernel runs. */
  readonly folder: string;
}

/** Something that a cell shows: the stream or the MIME type, and the text. */
export type Shown = readonly [kind: string, text: string];

/** Runs notebooks, two at a time. `place` is a folder for what Jupyter writes, `installation` the package whose kernel is ours. */
export async function runNotebooks(
  runs: readonly NotebookRun[],
  { place, installation }: { readonly place: string; readonly installation: string },
): Promise<readonly (readonly CodeCell[])[]> {
  const python = await ensureJupyterTests();
  const out = join(place, "executed");
  mkdirSync(out, { recursive: true });
  const paths = runs.map(({ kernel, document, folder }, index) => {
    const path = join(folder, `${index}-${kernel}.ipynb`);
    writeNotebook(path, { ...document, metadata: { kernelspec: { name: kernel, display_name: kernel } } });
    return path;
  });
  const environment = {
    JUPYTER_PATH: writeSpecs(place, installation, python),
    JUPYTER_DATA_DIR: join(place, "user"),
    JUPYTER_RUNTIME_DIR: join(place, "run"),
    DENO_DIR: join(place, "deno"),
    DENO_NO_UPDATE_CHECK: "1",
  };
  const program = fileURLToPath(new URL("reference/notebooks.py", import.meta.url));
  const { code, output } = await run(python, [program, out, ...paths], { folder: place, environment });
  if (code !== 0) throw new Error(`a notebook failed:\n${output}`);
  return runs.map(({ kernel }, index) =>
    readNotebook(join(out, `${index}-${kernel}.ipynb`)).cells.filter((cell) => cell.cell_type === "code"),
  );
}

/** Of all four kernels; gives Jupyter's data folder. */
function writeSpecs(place: string, installation: string, python: string): string {
  const found = findKernels({ project: projectFolder, python, deno: denoPath });
  const argv = (name: string): readonly string[] => {
    const words = found.find((kernel) => kernel.name === name)?.argv;
    if (words === undefined) throw new Error(`the kernel of ${name} is not installed`);
    return words;
  };
  const prefix = join(place, "prefix");
  execFileSync(process.execPath, [join(installation, "bin/epsilab"), "kernel", "install", "--prefix", prefix]);
  const data = join(prefix, "share", "jupyter");
  const own = installedSpec(join(data, "kernels", "epsilab"), {})?.argv ?? [];
  writeKernelspec(data, "epsilab", "Epsilab", [...own, "--type-check", "wait"]); // however slow the machine
  writeKernelspec(data, "tslab", "TypeScript", argv("tslab"));
  writeKernelspec(data, "jslab", "JavaScript", [...argv("tslab"), "--js"]);
  writeKernelspec(data, "deno", "Deno", argv("deno"));
  return data;
}

/**
 * What outputs show, in the form that kernels can share: without colours, the pieces of a stream joined, JSON by its content, of an
 * error its name and message, and a result as a line on stdout, which is how tslab shows it.
 */
export function shown(outputs: readonly Output[]): readonly Shown[] {
  const pieces = outputs.flatMap((output): Shown[] => {
    if (output.output_type === "stream") return [[output.name, stripVTControlCharacters(output.text)]];
    if (output.output_type === "error") return [["error", `${output.ename}: ${output.evalue}`]];
    if (output.output_type === "execute_result") {
      return [["stdout", `${stripVTControlCharacters(String(output.data["text/plain"]))}\n`]];
    }
    return Object.entries(output.data).map(([type, content]) => [type, comparable(type, content)]);
  });
  const whole: Shown[] = [];
  for (const [kind, text] of pieces) {
    const last = whole.at(-1);
    if (last?.[0] === kind && kind.startsWith("std")) whole[whole.length - 1] = [kind, last[1] + text];
    else whole.push([kind, text]);
  }
  return whole;
}

/** tslab sends JSON as a text of it, and ends pictures with a line break or not. */
function comparable(type: string, content: unknown): string {
  if (!type.endsWith("json")) return String(content).trim();
  return JSON.stringify(typeof content === "string" ? JSON.parse(content) : content);
}
