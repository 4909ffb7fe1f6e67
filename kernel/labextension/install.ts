/**
 * Installation of what shows figures outside the kernel: the JupyterLab extension, and the template by which nbconvert exports them.
 *
 * Both are folders under a data folder of Jupyter and need no Python. JupyterLab finds `labextensions/<name>/package.json` and
 * loads the script that its `_build.load` names. The folder of the script is named by its content, so that no browser shows an
 * older version from its cache. `jupyter nbconvert --to html --template epsilab` writes JupyterLab's own page but for the figures:
 * they are interactive. plotly.js (4.5 MB) is written into the page once, and only where a notebook has a figure.
 * Source: nbconvert, "Customizing exporters" and "Creating Custom Templates for nbconvert".
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, readlinkSync, rmdirSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Files, replaceFolder } from "./replace-folder.ts";
import { LAB_EXTENSION_NAME, REFERENCE_LINK } from "./served-reference.ts";

const load = createRequire(import.meta.url);

/** Where the extension lies under a data folder of Jupyter. */
export function labExtensionFolder(data: string): string {
  return join(data, "labextensions", LAB_EXTENSION_NAME);
}

/** Where the template lies. */
export function exportTemplateFolder(data: string): string {
  return join(data, "nbconvert", "templates", "epsilab");
}

/** Writes extension and template under a data folder of Jupyter, in place of older ones. */
export function installFigureViewers(data: string): void {
  replaceFolder(labExtensionFolder(data), extensionFiles(), (next) => {
    symlinkSync(referenceFolder(), join(next, REFERENCE_LINK), "junction"); // there or not: it may be made later
  });
  replaceFolder(exportTemplateFolder(data), templateFiles());
}

/** Removes both, and the folders around them that are empty then. */
export function uninstallFigureViewers(data: string): void {
  for (const folder of [labExtensionFolder(data), exportTemplateFolder(data)]) {
    rmSync(folder, { recursive: true, force: true });
    for (let around = dirname(folder); around !== data && isEmpty(around); around = dirname(around)) rmdirSync(around);
  }
}

function isEmpty(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length === 0;
}

/** Whether a data folder has this very extension, another version of it, or none. */
export function labExtensionState(data: string): "current" | "outdated" | "absent" {
  const folder = labExtensionFolder(data);
  if (!existsSync(join(folder, "package.json"))) return "absent";
  try {
    const isSame = extensionFiles().every(([name, text]) => readFileSync(join(folder, name), "utf8") === text);
    return isSame && readlinkSync(join(folder, REFERENCE_LINK)) === referenceFolder() ? "current" : "outdated";
  } catch {
    return "outdated"; // a file is missing
  }
}

/** The API reference of this package. */
function referenceFolder(): string {
  return join(dirname(load.resolve("epsilab/package.json")), "docs", "api");
}

function extensionFiles(): [name: string, text: string][] {
  const script = built("remote-entry.bundle.js");
  const place = `static/${createHash("sha256").update(script).update(plotly()).digest("hex").slice(0, 16)}`;
  const { version, license } = load("epsilab/package.json");
  const manifest = {
    name: LAB_EXTENSION_NAME,
    version,
    description: "Plotly figures, long text and completions that import, in JupyterLab and without network",
    license,
    jupyterlab: {
      extension: true,
      mimeExtension: true,
      _build: { load: `${place}/remote-entry.js`, extension: "./extension", mimeExtension: "./mimeExtension" },
    },
  };
  return [
    [`${place}/remote-entry.js`, script],
    [`${place}/plotly.min.js`, plotly()],
    ["package.json", JSON.stringify(manifest, null, 2)],
  ];
}

function templateFiles(): Files {
  // JupyterLab's page loads require.js where there is a network, to which Plotly would announce itself instead of the page.
  const globalPlotly = `(function () { var define, module, exports;\n${plotly()}\n}).call(window);\n`;
  return [
    ["conf.json", built("export-template/conf.json")],
    ["index.html.j2", built("export-template/index.html.j2")],
    ["static/epsilab-plotly.js", inScript(globalPlotly)],
    ["static/epsilab-figures.js", inScript(built("exported-page.bundle.js"))],
  ];
}

/** A program that cannot end the script around it. */
function inScript(program: string): string {
  return program.replaceAll("</script", "<\\/script");
}

function plotly(): string {
  return readFileSync(load.resolve("plotly.js-dist-min"), "utf8");
}

/** A file of the build: beside this one once that is compiled too, and in dist/ while it runs as TypeScript. */
function built(name: string): string {
  const own = fileURLToPath(import.meta.url);
  const folder = own.endsWith(".js") ? dirname(own) : join(dirname(own), "../../dist/kernel/labextension");
  return readFileSync(join(folder, name), "utf8");
}
