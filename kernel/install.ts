/**
 * Installation of the kernel: its kernelspec is written where Jupyter looks for it, or taken away. No Python is needed.
 *
 * The folder is written beside its place and renamed, so that Jupyter never sees half of it.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { kernelspec, type Program, specFolder } from "./kernelspec.ts";
import { logo, logoBitmap } from "./logo.ts";

/** Writes the kernelspec under a data folder of Jupyter; gives its folder. */
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
  return folder;
}

/** Removes the kernelspec under a data folder of Jupyter; gives whether there was one. */
export function uninstallKernel(data: string): boolean {
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
