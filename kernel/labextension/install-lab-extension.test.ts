import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { installLabExtension, labExtensionState, uninstallLabExtension } from "./install-lab-extension.ts";

describe("the JupyterLab extension", () => {
  const place = mkdtempSync(join(tmpdir(), "epsilab-extension-"));
  const data = join(place, "share/jupyter");
  beforeEach(() => rmSync(data, { recursive: true, force: true }));
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  function manifest(folder: string) {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  }

  it("is installed where JupyterLab looks, with the script that its manifest names and plotly.js beside it", () => {
    const folder = installLabExtension(data);
    expect(folder).toBe(join(data, "labextensions/@epsilab/plotly"));
    const { name, jupyterlab } = manifest(folder);
    expect(name).toBe("@epsilab/plotly");
    const script = join(folder, jupyterlab._build.load);
    const files = readdirSync(join(script, ".."));
    expect(files).toEqual(
      expect.arrayContaining(["remote-entry.js", "lab-plugins.js", "mime-extension.js", "plotly.min.js"]),
    );
  });

  it("imports only modules that are installed with it", () => {
    const folder = installLabExtension(data);
    const served = join(folder, manifest(folder).jupyterlab._build.load, "..");
    const modules = readdirSync(served).filter((name) => name !== "plotly.min.js");
    const imports = modules.flatMap((name) => [
      ...readFileSync(join(served, name), "utf8").matchAll(/\bfrom "([^"]+)"/g),
    ]);
    expect(imports.length).toBeGreaterThan(0);
    expect(imports.map(([, path]) => path).filter((path) => !existsSync(join(served, `${path}`)))).toEqual([]);
  });

  it("holds a link to the API reference of this package, for Jupyter to serve", () => {
    const folder = installLabExtension(data);
    const project = fileURLToPath(new URL("../..", import.meta.url));
    expect(readlinkSync(join(folder, "reference"))).toBe(join(project, "docs", "api"));
    rmSync(join(folder, "reference"));
    expect(labExtensionState(data)).toBe("outdated");
  });

  it("leaves a container for JupyterLab when its script has run", () => {
    const folder = installLabExtension(data);
    const script = readFileSync(join(folder, manifest(folder).jupyterlab._build.load), "utf8");
    const window: { _JUPYTERLAB?: Record<string, object> } = {};
    runInNewContext(script, {
      window,
      URL,
      document: { currentScript: { src: "http://localhost/x/remote-entry.js" } },
    });
    expect(Object.keys(window._JUPYTERLAB?.["@epsilab/plotly"] ?? {})).toEqual(["init", "get"]);
  });

  it("takes the place of what was there, whole", () => {
    const folder = installLabExtension(data);
    writeFileSync(join(folder, "left-over.js"), "");
    expect(installLabExtension(data)).toBe(folder);
    expect(existsSync(join(folder, "left-over.js"))).toBe(false);
    expect(readdirSync(join(folder, ".."))).toEqual(["plotly"]);
  });

  it("knows whether it is there and up to date", () => {
    expect(labExtensionState(data)).toBe("absent");
    const folder = installLabExtension(data);
    expect(labExtensionState(data)).toBe("current");
    writeFileSync(join(folder, manifest(folder).jupyterlab._build.load), "edited");
    expect(labExtensionState(data)).toBe("outdated");
  });

  it("is uninstalled without a trace", () => {
    installLabExtension(data);
    expect(uninstallLabExtension(data)).toBe(true);
    expect(uninstallLabExtension(data)).toBe(false);
    expect(readdirSync(join(data, "labextensions"))).toEqual([]);
  });
});
