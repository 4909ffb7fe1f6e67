import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MIME_TYPE } from "./browser/plot.ts";
import { installFigureViewers } from "./install.ts";
import { Lab, pythonOfTests } from "./reference/lab.ts";
import { codeCell, notebook } from "./reference/notebook.ts";

const run = "window.hacked = (window.hacked ?? 0) + 1";
const script = `</script><script>${run}</script><img src="x:" onerror="${run}"><svg onload="${run}"></svg>`;
const link = `<a href="javascript:${run}">a link</a>`;
/** A figure in which every text would run something, if it were more than text. */
const FIGURE = {
  data: [
    { type: "scatter", x: [1, 2], y: [1, 2], name: script, text: [script, link], hovertemplate: `${script}${link}` },
  ],
  layout: {
    title: { text: `${script}${link} Errors` },
    xaxis: { title: { text: script } },
    annotations: [
      { text: link, x: 1, y: 1 },
      { name: "caption", text: `${script} a caption`, height: 20 },
    ],
  },
  config: { plotlyServerURL: "http://127.0.0.1:9", showSendToCloud: true },
};
const BUNDLE = { [MIME_TYPE]: FIGURE, "text/plain": script };
const BROKEN = { [MIME_TYPE]: script, "image/png": `"><script>${run}</script>`, "text/plain": script };
const MARKUP = { "text/html": `<b>shown</b>${script}${link}`, "text/plain": "" };

describe("outputs with scripts in a notebook that nobody has trusted", () => {
  const lab = new Lab();
  let page: Page;

  beforeAll(async () => {
    installFigureViewers(lab.data);
    const cells = [BUNDLE, BROKEN, MARKUP].map((bundle) => codeCell("shown", [bundle]));
    lab.write("hostile.ipynb", notebook("python3", cells));
    await lab.start();
    page = await lab.open("hostile.ipynb");
  });
  afterAll(() => lab.stop());

  const isUnharmed = async (one: Page) => {
    expect(await one.evaluate("window.hacked")).toBeUndefined();
    expect(await one.locator(".js-plotly-plot script, [href^='javascript:']").count()).toBe(0);
  };

  it("run nothing in JupyterLab, also when the mouse is on them", async () => {
    await page.locator('.jp-StatusItem-trust[title^="Notebook not trusted"]').waitFor();
    const plot = page.locator(".js-plotly-plot").first();
    await plot.locator(".scatterlayer .point").nth(1).hover({ force: true });
    await plot.locator(".hoverlayer .hovertext").first().waitFor();
    expect(await plot.locator(".gtitle").textContent()).toContain("Errors");
    await page.locator(".jp-OutputArea-output", { hasText: "cannot be shown" }).waitFor();
    await page.locator(".jp-OutputArea-output b", { hasText: "shown" }).waitFor();
    await isUnharmed(page);
    expect(lab.foreignRequests.filter((address) => !address.startsWith("x:"))).toEqual([]);
  });

  it("run nothing in the page of a figure that nbconvert exports", async () => {
    const figures = notebook("python3", [codeCell("shown", [BUNDLE])]);
    lab.write("export.ipynb", figures);
    const path = join(lab.notebooks, "export.ipynb");
    const words = ["-m", "nbconvert", "--to", "html", "--template", "epsilab", path];
    execFileSync(pythonOfTests(), words, { env: lab.environment, stdio: "pipe" });
    await page.context().route("http*://**", (route) => route.abort());
    await page.goto(pathToFileURL(path.replace(/ipynb$/, "html")).href);
    await page.locator(".js-plotly-plot .scatterlayer .point").first().waitFor();
    await isUnharmed(page);
  });
});

describe("the addresses of the extension", () => {
  const lab = new Lab();
  let origin = "";
  beforeAll(async () => {
    installFigureViewers(lab.data);
    lab.write("empty.ipynb", notebook("python3", [codeCell("1")]));
    await lab.start();
    const page = await lab.open("empty.ipynb");
    origin = new URL(page.url()).origin;
  });
  afterAll(() => lab.stop());

  const status = async (path: string) => {
    const { hostname, port } = new URL(origin);
    const [response] = (await once(get({ hostname, port, path }), "response")) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };

  const address = (path: string) => `/lab/extensions/@epsilab/plotly/${path}`;

  it("give its own files", async () => expect(await status(address("package.json"))).toBe(200));

  it.each([
    "..%2f..%2f..%2f..%2f..%2f..%2f..%2f..%2fetc/passwd",
    "../../../../../../../../etc/passwd",
    "static/..%2f..%2f..%2f..%2fkernels/x",
    "reference/../../../../../../package.json",
    "reference/..%2f..%2fpackage.json",
    "reference/%2fetc/passwd",
  ])("give no file outside of its folder: %s", async (path) => {
    expect(await status(address(path))).toBeGreaterThanOrEqual(400);
  });
});
