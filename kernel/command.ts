/**
 * `epsilab kernel install | uninstall | doctor`: puts the kernel where Jupyter finds it, takes it away, or tries it.
 */
import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { Command, CommanderError } from "commander";
import { installedSpec, installKernel, uninstallKernel } from "./install.ts";
import {
  environmentPrefix,
  kernelspec,
  labFolders,
  nearFolders,
  ownProgram,
  prefixFolder,
  searchFolders,
  specFolder,
  userFolder,
} from "./kernelspec.ts";
import { labExtensionState } from "./labextension/install.ts";
import { installTranslator } from "./papermill/install.ts";

const EXIT = { failed: 1, misunderstood: 2, unwritable: 3 } as const;

interface Options {
  readonly user?: true;
  readonly prefix?: string;
  readonly sysPrefix?: true;
  /** The Python whose papermill is meant, or true for that of the place. */
  readonly papermill?: string | true;
}

/** Runs one command line; gives the exit code. */
export async function run(args: readonly string[]): Promise<number> {
  try {
    await program().parseAsync([...args], { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.misunderstood;
    process.stderr.write(`epsilab: ${error instanceof Error ? error.message : String(error)}\n`);
    if (error instanceof RangeError) return EXIT.misunderstood;
    return error instanceof Error && "syscall" in error ? EXIT.unwritable : EXIT.failed;
  }
}

function program(): Command {
  const command = new Command("epsilab kernel").description("The TypeScript kernel for Jupyter.");
  command.exitOverride().configureHelp({ showGlobalOptions: true });
  const placed = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .option("--user", "for the user who runs this (the default)")
      .option("--prefix <folder>", "under this folder, as in an environment of its own")
      .option("--sys-prefix", "in the active Python environment, or that of the Python on the PATH");
  placed("install", "make the kernel known to Jupyter")
    .option(
      "--papermill [python]",
      "let papermill set parameters, too: that of this Python, or that of the environment",
    )
    .action(async (options: Options) => {
      const own = ownProgram();
      if (!existsSync(own.main)) throw new Error('the kernel is not built yet; "npm run build" in its folder does it');
      const folder = installKernel(placeOf(options), own);
      const { keepCode } = await import("./trial.ts");
      await keepCode(kernelspec(own).argv);
      process.stdout.write(`TypeScript (Epsilab) is in ${folder}\n`);
      if (options.papermill === undefined) return;
      const python = pythonOf(options);
      installTranslator(python);
      process.stdout.write(`papermill of ${python} can set its parameters\n`);
    });
  placed("uninstall", "remove it again").action((options: Options) => {
    const data = placeOf(options);
    const removed = uninstallKernel(data);
    process.stdout.write(removed ? `The kernel was removed from ${data}\n` : `There was no kernel in ${data}\n`);
  });
  command.command("doctor").description("try the kernel that Jupyter would find").action(diagnose);
  for (const each of command.commands) each.exitOverride();
  return command;
}

/** Jupyter's data folder that the options mean. */
function placeOf({ user, prefix, sysPrefix }: Options): string {
  if ([user, prefix, sysPrefix].filter((option) => option !== undefined).length > 1) {
    throw new RangeError("only one of --user, --prefix and --sys-prefix can be meant");
  }
  if (prefix === "") throw new RangeError('--prefix must name a folder, got ""');
  if (prefix !== undefined) return prefixFolder(resolve(prefix));
  if (!sysPrefix) return userFolder(process.env);
  const found = environmentPrefix(process.env);
  if (found === undefined) throw new Error("no Python environment is active and no Python is on the PATH");
  return prefixFolder(found);
}

/** The Python whose papermill the options mean. */
function pythonOf({ papermill, prefix }: Options): string {
  if (typeof papermill === "string") return papermill;
  const environment = prefix === undefined ? environmentPrefix(process.env) : resolve(prefix);
  if (environment === undefined) {
    throw new Error('no Python environment is active and no Python is on the PATH; "--papermill <python>" names one');
  }
  return process.platform === "win32" ? join(environment, "python.exe") : join(environment, "bin", "python3");
}

/** The packages of Python that draw widgets in JupyterLab, and the extension that each brings. */
const WIDGET_PACKAGES = { jupyterlab_widgets: "@jupyter-widgets/jupyterlab-manager", anywidget: "anywidget" } as const;

function widgetState(dataFolders: readonly string[]): string {
  const isThere = (extension: string) =>
    dataFolders.some((folder) => existsSync(join(folder, "labextensions", extension, "package.json")));
  const missing = Object.entries(WIDGET_PACKAGES).flatMap(([name, extension]) => (isThere(extension) ? [] : [name]));
  if (missing.length === 0) return `${Object.keys(WIDGET_PACKAGES).join(" and ")} are there`;
  return `${missing.join(" and ")} not found; "pip install ${missing.join(" ")}" lets JupyterLab draw them`;
}

/** The folders of kernelspecs in which a Jupyter may find ours, and that which it takes. */
function installation(): { readonly folders: readonly string[]; readonly folder: string; readonly whose: string } {
  const folders = searchFolders(process.env);
  const folder = folders.find((candidate) => existsSync(candidate));
  if (folder !== undefined) return { folders, folder, whose: "" };
  const ofLab = Object.values(labFolders(ownProgram().project)).map(specFolder);
  const inLab = ofLab.find((candidate) => existsSync(candidate));
  if (inLab !== undefined) return { folders: ofLab, folder: inLab, whose: ', for "npm run lab" alone' };
  const near = nearFolders(process.cwd()).map(specFolder);
  const inNear = near.find((candidate) => existsSync(candidate));
  if (inNear !== undefined) {
    return { folders: near, folder: inNear, whose: `, for the Jupyter of ${resolve(inNear, "../../../..")} alone` };
  }
  const places = [...new Set([...folders, ...ofLab, ...near])];
  throw new Error(`no kernelspec found; "epsilab kernel install" writes one. Looked in:\n  ${places.join("\n  ")}`);
}

async function diagnose(): Promise<void> {
  const { folders, folder, whose } = installation();
  process.stdout.write(`kernelspec   ${folder}${whose}\n`);
  const extension = labExtensionState(dirname(dirname(folder)));
  const advice = extension === "current" ? "" : '; "epsilab kernel install" writes it again';
  process.stdout.write(`figures      the JupyterLab extension is ${extension}${advice}\n`);
  process.stdout.write(`widgets      ${widgetState(folders.map((each) => dirname(dirname(each))))}\n`);
  const spec = installedSpec(folder, process.env);
  if (spec === undefined) throw new Error(`${folder}/kernel.json cannot be read; "epsilab kernel install" rewrites it`);
  const missing = spec.argv.filter((word) => isAbsolute(word) && !existsSync(word));
  if (missing.length > 0)
    throw new Error(`${missing.join(" and ")} is gone; "epsilab kernel install" rewrites the kernelspec`);
  const { tryKernel } = await import("./trial.ts");
  const { banner, value, milliseconds } = await tryKernel(spec.argv, { environment: spec.env });
  process.stdout.write(
    `kernel       ${banner}\nfirst value  6 * 7 = ${value}, ${milliseconds.toFixed(0)} ms after the start\n`,
  );
  if (value !== "42") throw new Error(`the kernel computed 6 * 7 = ${value}`);
}
