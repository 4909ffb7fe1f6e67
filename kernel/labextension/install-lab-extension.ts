/**
 * Installation of the JupyterLab extension: a federated module, put together from compiled files without a bundler.
 *
 * JupyterLab finds `labextensions/<name>/package.json` under each of Jupyter's data folders, loads the script that its
 * `_build.load` names, and asks the container that the script leaves in `window._JUPYTERLAB` for the module
 * (module federation's interface: `init` with the shared packages, then `get`). Ours answers with plain ES modules: the files of
 * browser/, and plotly.js beside them as its package has it. The folder of the files is named by their content, so that no browser
 * shows an older version from its cache.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { replaceFolder } from "./replace-folder.ts";
import { labExtensionName, referenceLink } from "./served-reference.ts";

export { labExtensionName } from "./served-reference.ts";

/** Where the extension lies under a data folder of Jupyter. */
export function labExtensionFolder(data: string): string {
  return join(data, "labextensions", labExtensionName);
}

/** Writes the extension under a data folder of Jupyter, in place of an older one; gives its folder. */
export function installLabExtension(data: string): string {
  const folder = labExtensionFolder(data);
  replaceFolder(folder, extensionFiles(), (next) => {
    symlinkSync(referenceFolder(), join(next, referenceLink), "junction"); // there or not: it may be made later
  });
  return folder;
}

/** Removes the extension under a data folder of Jupyter; gives whether there was one. */
export function uninstallLabExtension(data: string): boolean {
  const folder = labExtensionFolder(data);
  if (!existsSync(folder)) return false;
  rmSync(folder, { recursive: true, force: true });
  if (readdirSync(dirname(folder)).length === 0) rmSync(dirname(folder), { recursive: true });
  return true;
}

/** Whether a data folder has this very extension, an other version of it, or none. */
export function labExtensionState(data: string): "current" | "outdated" | "absent" {
  const folder = labExtensionFolder(data);
  if (!existsSync(join(folder, "package.json"))) return "absent";
  const same = ([name, content]: readonly [string, Buffer | string]) =>
    existsSync(join(folder, name)) && readFileSync(join(folder, name)).equals(Buffer.from(content));
  const isLinked = linkIn(folder) === referenceFolder();
  return isLinked && extensionFiles().every(same) ? "current" : "outdated";
}

/** The API reference of this package. */
function referenceFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve("epsilab/package.json")), "docs", "api");
}

function linkIn(folder: string): string | undefined {
  try {
    return readlinkSync(join(folder, referenceLink));
  } catch {
    return undefined; // of an earlier version
  }
}

/** Every file of the extension, by its name in the folder. */
function extensionFiles(): [string, Buffer | string][] {
  const plotly = createRequire(import.meta.url).resolve("plotly.js-dist-min");
  const modules = readdirSync(browserFolder()).filter((name) => name.endsWith(".js"));
  const paths = [...modules.map((name) => join(browserFolder(), name)), plotly];
  const served: [string, Buffer | string][] = [
    ...paths.map((path): [string, Buffer] => [basename(path), readFileSync(path)]),
    ["remote-entry.js", remoteEntry],
  ];
  const hash = createHash("sha256");
  for (const [name, content] of served) hash.update(`${name}\n`).update(content);
  const place = `static/${hash.digest("hex").slice(0, 16)}`;
  return [
    ...served.map(([name, content]): [string, Buffer | string] => [`${place}/${name}`, content]),
    ["install.json", json({ packageManager: "npm", packageName: "epsilab", uninstallInstructions })],
    ["package.json", json(manifest(`${place}/remote-entry.js`))],
  ];
}

/** The compiled renderer: beside this file once that is compiled too, and in dist/ while it runs as TypeScript. */
function browserFolder(): string {
  const own = fileURLToPath(import.meta.url);
  const folder = own.endsWith(".js") ? dirname(own) : join(dirname(own), "../../dist/kernel/labextension");
  return join(folder, "browser");
}

const uninstallInstructions = 'Run "npx epsilab kernel uninstall" in the project\'s folder';

function manifest(load: string): unknown {
  const { version, license } = createRequire(import.meta.url)("epsilab/package.json");
  return {
    name: labExtensionName,
    version,
    description: "Plotly figures, long text and completions that import, in JupyterLab and without network",
    license,
    keywords: ["jupyter", "jupyterlab", "jupyterlab-extension"],
    jupyterlab: {
      extension: true,
      mimeExtension: true,
      _build: { load, extension: "./extension", mimeExtension: "./mimeExtension" },
    },
  };
}

const remoteEntry = `(() => {
  const folder = new URL(".", document.currentScript.src).href;
  let shared = {};
  window._JUPYTERLAB ??= {};
  window._JUPYTERLAB["${labExtensionName}"] = {
    init(packages) {
      shared = packages;
    },
    async get(name) {
      const file = name === "./extension" ? "lab-plugins.js" : "mime-extension.js";
      const { loadExtension } = await import(folder + file);
      const extension = await loadExtension(shared);
      return () => extension;
    },
  };
})();
`;

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
