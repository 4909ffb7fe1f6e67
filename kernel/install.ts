/**
 * Installation of the kernel: its kernelspec, the JupyterLab extension that shows its figures, and the template by which nbconvert exports
 * them, are written where Jupyter looks for them, or taken away. No Python is needed.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { kernelspec, type Program, specFolder } from "./kernelspec.ts";
import { installFigureViewers, uninstallFigureViewers } from "./labextension/install.ts";
import { replaceFolder } from "./labextension/replace-folder.ts";
import { logo, logoBitmap } from "./logo.ts";

/** Writes kernelspec, extension and template under a data folder of Jupyter; gives the folder of the kernelspec. */
export async function installKernel(data: string, program: Program): Promise<string> {
  const folder = specFolder(data);
  const bitmaps = await Promise.all(
    [32, 64].map(async (side) => [`logo-${side}x${side}.png`, await logoBitmap(side)] as const),
  );
  replaceFolder(folder, [
    ["kernel.json", `${JSON.stringify(kernelspec(program), null, 2)}\n`],
    ["logo-svg.svg", logo],
    ...bitmaps.flatMap(([name, bitmap]) => (bitmap === undefined ? [] : [[name, bitmap] as const])),
  ]);
  installFigureViewers(data);
  return folder;
}

/** Removes kernelspec, extension and template under a data folder of Jupyter; gives whether there was a kernelspec. */
export function uninstallKernel(data: string): boolean {
  uninstallFigureViewers(data);
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
