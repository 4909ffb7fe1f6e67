/**
 * Installation of the kernel: its kernelspec, and the JupyterLab extension that shows its figures, are written where Jupyter
 * looks for them, or taken away. No Python is needed.
 *
 * Each folder is written beside its place and renamed, so that Jupyter never sees half of it.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { kernelspec, type Program, specFolder } from "./kernelspec.ts";
import { installLabExtension, uninstallLabExtension } from "./labextension/install-lab-extension.ts";
import { logo, logoBitmap } from "./logo.ts";

/** Writes the kernelspec and the extension under a data folder of Jupyter; gives the folder of the kernelspec. */
export async function installKernel(data: string, program: Program): Promise<string> {
  const folder = specFolder(data);
  const next = `${folder}-${process.pid}`;
  mkdirSync(dirname(folder), { recursive: true });
  try {
    mkdirSync(next);
    writeFileSync(join(next, "kernel.json"), `${JSON.stringify(kernelspec(program), null, 2)}\n`);
    writeFileSync(join(next, "logo-svg.svg"), logo);
    for (const side of [32, 64]) {
      const bitmap = await logoBitmap(side);
      if (bitmap !== undefined) writeFileSync(join(next, `logo-${side}x${side}.png`), bitmap);
    }
    rmSync(folder, { recursive: true, force: true });
    renameSync(next, folder);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
  installLabExtension(data);
  return folder;
}

/** Removes kernelspec and extension under a data folder of Jupyter; gives whether there was a kernelspec. */
export function uninstallKernel(data: string): boolean {
  uninstallLabExtension(data);
  const folder = specFolder(data);
  if (!existsSync(folder)) return false;
  rmSync(folder, { recursive: true, force: true });
  return true;
}

/** The command line of an installed kernelspec; undefined if it is missing or broken. */
export function installedCommand(folder: string): readonly string[] | undefined {
  try {
    const { argv } = JSON.parse(readFileSync(join(folder, "kernel.json"), "utf8"));
    return Array.isArray(argv) && argv.every((word) => typeof word === "string") ? argv : undefined;
  } catch {
    return undefined;
  }
}

/** The variables that an installed kernelspec sets, with those of an environment filled in, as Jupyter does. */
export function installedVariables(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const { env = {} } = JSON.parse(readFileSync(join(folder, "kernel.json"), "utf8"));
  const filled = (text: string) => text.replace(/\$\{(\w+)\}/g, (whole, name: string) => environment[name] ?? whole);
  return Object.fromEntries(Object.entries(env).map(([name, text]) => [name, filled(String(text))]));
}
