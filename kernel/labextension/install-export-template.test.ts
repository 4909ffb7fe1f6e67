import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { installExportTemplate, uninstallExportTemplate } from "./install-export-template.ts";

describe("the template of nbconvert", () => {
  const data = mkdtempSync(join(tmpdir(), "epsilab-template-"));
  afterAll(() => rmSync(data, { recursive: true, force: true }));

  it("is a folder that nbconvert finds by its name, with plotly.js in it", () => {
    const folder = installExportTemplate(data);
    expect(folder).toBe(join(data, "nbconvert", "templates", "epsilab"));
    expect(JSON.parse(readFileSync(join(folder, "conf.json"), "utf8")).base_template).toBe("lab");
    expect(readFileSync(join(folder, "index.html.j2"), "utf8")).toContain("application/vnd.plotly.v1+json");
    const programs = readdirSync(join(folder, "static"));
    expect(programs).toEqual(["epsilab-figures.js", "epsilab-plotly.js"]);
    for (const name of programs) expect(readFileSync(join(folder, "static", name), "utf8")).not.toContain("</script");
  });

  it("is taken away without a trace", () => {
    installExportTemplate(data);
    uninstallExportTemplate(data);
    uninstallExportTemplate(data);
    expect(existsSync(join(data, "nbconvert"))).toBe(false);
  });
});
