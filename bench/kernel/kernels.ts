/**
 * The kernels that are measured: ours as its kernelspec starts it, and those of its peers that are installed.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { python, type Snippets, typescript } from "./snippets.ts";

export type KernelName = "ours" | "tslab" | "ipykernel" | "deno";

export interface Kernel {
  readonly name: KernelName;
  readonly title: string;
  readonly version: string;
  /** The kernelspec of ours is written by its own command. */
  readonly argv: readonly string[] | undefined;
  readonly snippets: Snippets;
}

/** Those that are there, ours first. tslab is a development dependency; `deno` is the program of the need of that name. */
export function findKernels(programs: { project: string; python: string; deno: string }): readonly Kernel[] {
  const { project, python: interpreter, deno } = programs;
  const own = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
  const found: Kernel[] = [
    {
      name: "ours",
      title: "Epsilab",
      version: own.version,
      argv: undefined,
      snippets: typescript,
    },
  ];
  const tslab = join(project, "node_modules", "tslab");
  if (existsSync(join(tslab, "package.json"))) {
    found.push({
      name: "tslab",
      title: "tslab",
      version: JSON.parse(readFileSync(join(tslab, "package.json"), "utf8")).version,
      argv: [process.execPath, join(tslab, "bin", "tslab"), "kernel", "--config-path", "{connection_file}"],
      snippets: typescript,
    });
  }
  const ipykernel = output(interpreter, ["-c", "import ipykernel; print(ipykernel.__version__)"]);
  if (ipykernel !== undefined) {
    found.push({
      name: "ipykernel",
      title: "ipykernel",
      version: ipykernel,
      argv: [interpreter, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
      snippets: python,
    });
  }
  const version = /^deno (\S+)/.exec(output(deno, ["--version"]) ?? "")?.[1];
  if (version !== undefined) {
    const argv = [deno, "jupyter", "--kernel", "--conn", "{connection_file}"];
    found.push({ name: "deno", title: "Deno", version, argv, snippets: typescript });
  }
  return found;
}

/** Writes their kernelspecs under a prefix; gives Jupyter's data folder there, for JUPYTER_PATH. */
export function writeKernelspecs(kernels: readonly Kernel[], prefix: string, project: string): string {
  execFileSync(process.execPath, [join(project, "bin/epsilab"), "kernel", "install", "--prefix", prefix]);
  const data = join(prefix, "share", "jupyter");
  for (const { name, title, argv } of kernels)
    if (argv !== undefined) writeKernelspec(data, specName(name), title, argv);
  return data;
}

/** Writes one kernelspec into a data folder of Jupyter. */
export function writeKernelspec(data: string, name: string, title: string, argv: readonly string[]): void {
  const folder = join(data, "kernels", name);
  mkdirSync(folder, { recursive: true });
  const spec = { argv, display_name: title, language: "any", interrupt_mode: "message" };
  writeFileSync(join(folder, "kernel.json"), JSON.stringify(spec));
}

/** Of the peers no name that Jupyter knows already. */
export function specName(name: KernelName): string {
  return name === "ours" ? "epsilab" : `measured-${name}`;
}

function output(program: string, words: readonly string[]): string | undefined {
  try {
    return execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}
