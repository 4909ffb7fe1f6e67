/**
 * Installation of the kernel: its kernelspec, the JupyterLab extension that shows its figures, and the template by which nbconvert exports
 * them, are written where Jupyter looks for them, or taken away. No Python is needed.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { kernelspec, type Program, specFolder } from "./kernelspec.ts";
import { installFigureViewers, uninstallFigureViewers } from "./labextension/install.ts";
import { replaceFolder } from "./labextension/replace-folder.ts";

/** An epsilon of two arcs on a blue ground. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
  <rect width="64" height="64" rx="10" fill="#2f5fb3"/>
  <path d="M45 19 A14 9.5 0 1 0 33 31.5 M33 31.5 A15 10.5 0 1 0 46 45" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round"/>
</svg>
`;

/** Writes kernelspec, extension and template under a data folder of Jupyter; gives the folder of the kernelspec. */
export function installKernel(data: string, program: Program): string {
  const folder = specFolder(data);
  replaceFolder(folder, [
    ["kernel.json", `${JSON.stringify(kernelspec(program), null, 2)}\n`],
    ["logo-svg.svg", LOGO],
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

/**
 * The command line of an installed kernelspec, and the variables that it sets, with those of an environment filled in, as Jupyter does;
 * undefined if it is missing or broken.
 */
export function installedSpec(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): { readonly argv: readonly string[]; readonly env: Readonly<Record<string, string>> } | undefined {
  const filled = (text: string) => text.replace(/\$\{(\w+)\}/g, (whole, name: string) => environment[name] ?? whole);
  try {
    const { argv, env = {} } = JSON.parse(readFileSync(join(folder, "kernel.json"), "utf8"));
    if (!Array.isArray(argv) || !argv.every((word) => typeof word === "string")) return undefined;
    return { argv, env: Object.fromEntries(Object.entries(env).map(([name, text]) => [name, filled(String(text))])) };
  } catch {
    return undefined;
  }
}
