import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import {
  exportTemplateFolder,
  installFigureViewers,
  labExtensionFolder,
  labExtensionState,
  uninstallFigureViewers,
} from "./install.ts";

describe("the JupyterLab extension", () => {
  const place = mkdtempSync(join(tmpdir(), "epsilab-extension-"));
  const data = join(place, "share/jupyter");
  beforeEach(() => rmSync(data, { recursive: true, force: true }));
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  function install(): string {
    installFigureViewers(data);
    return labExtensionFolder(data);
  }

  function manifest(folder: string) {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  }

  it("is installed where JupyterLab looks, with the script that its manifest names and plotly.js beside it", () => {
    const folder = install();
    expect(folder).toBe(join(data, "labextensions/@epsilab/plotly"));
    const { name, jupyterlab } = manifest(folder);
    expect(name).toBe("@epsilab/plotly");
    const script = join(folder, jupyterlab._build.load);
    const files = readdirSync(join(script, ".."));
    expect(files).toEqual(["plotly.min.js", "remote-entry.js"]);
  });

  it("holds a link to the API reference of this package, for Jupyter to serve", () => {
    const folder = install();
    const project = fileURLToPath(new URL("../..", import.meta.url));
    expect(readlinkSync(join(folder, "reference"))).toBe(join(project, "docs", "api"));
    rmSync(join(folder, "reference"));
    expect(labExtensionState(data)).toBe("outdated");
  });

  it("leaves a container for JupyterLab when its script has run", () => {
    const folder = install();
    const script = readFileSync(join(folder, manifest(folder).jupyterlab._build.load), "utf8");
    const page: { _JUPYTERLAB?: Record<string, object> } = {};
    runInNewContext(script, page);
    expect(Object.keys(page._JUPYTERLAB?.["@epsilab/plotly"] ?? {})).toEqual(["init", "get"]);
  });

  it("takes the place of what was there, whole", () => {
    const folder = install();
    writeFileSync(join(folder, "left-over.js"), "");
    expect(install()).toBe(folder);
    expect(existsSync(join(folder, "left-over.js"))).toBe(false);
    expect(readdirSync(join(folder, ".."))).toEqual(["plotly"]);
  });

  it("knows whether it is there and up to date", () => {
    expect(labExtensionState(data)).toBe("absent");
    const folder = install();
    expect(labExtensionState(data)).toBe("current");
    writeFileSync(join(folder, manifest(folder).jupyterlab._build.load), "edited");
    expect(labExtensionState(data)).toBe("outdated");
  });

  it("is uninstalled without a trace, with the template", () => {
    install();
    uninstallFigureViewers(data);
    uninstallFigureViewers(data);
    expect(readdirSync(data)).toEqual([]);
  });
});

describe("the template of nbconvert", () => {
  const data = mkdtempSync(join(tmpdir(), "epsilab-template-"));
  afterAll(() => rmSync(data, { recursive: true, force: true }));

  it("is a folder that nbconvert finds by its name, with plotly.js in it", () => {
    installFigureViewers(data);
    const folder = exportTemplateFolder(data);
    expect(folder).toBe(join(data, "nbconvert", "templates", "epsilab"));
    expect(JSON.parse(readFileSync(join(folder, "conf.json"), "utf8")).base_template).toBe("lab");
    expect(readFileSync(join(folder, "index.html.j2"), "utf8")).toContain("application/vnd.plotly.v1+json");
    const programs = readdirSync(join(folder, "static"));
    expect(programs).toEqual(["epsilab-figures.js", "epsilab-plotly.js"]);
    for (const name of programs) expect(readFileSync(join(folder, "static", name), "utf8")).not.toContain("</script");
  });
});
