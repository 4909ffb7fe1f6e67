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
const elsewhere = "http://elsewhere.example/";
const url = (name: string) => `url(${elsewhere}${name})`;
/**
 * Figures that name what lies elsewhere, each in places from which Plotly, or the browser, would load it; maps of tiles need WebGL,
 * which this browser lacks.
 */
const REMOTE = [
  {
    data: [
      {
        type: "scatter",
        x: [1, 2],
        y: [1, 2],
        customdata: [[""], ["<span sty", `le="background:${url("hover.png")}">a label</span>`]],
        hovertemplate: "%{customdata[0]}%{customdata[1]}",
      },
    ],
    layout: {
      title: { text: `<span style="cursor:${url("cursor.png")},auto;mask:${url("mask.svg")}">Remote</span>` },
      images: [{ source: `${elsewhere}image.png`, xref: "paper", yref: "paper", x: 0, y: 1, sizex: 1, sizey: 1 }],
      annotations: [
        { text: `<a href="${elsewhere}" style="background:\\75rl(${elsewhere}link.png)">a link</a>`, x: 1, y: 1 },
      ],
    },
    frames: [{ name: "next", layout: { images: [{ source: `${elsewhere}frame.png` }] } }],
  },
  {
    data: [
      { type: "scattergeo", lon: [1], lat: [2] },
      { type: "choropleth", geojson: `${elsewhere}regions.json`, locations: ["one"], z: [1] },
    ],
    layout: { title: { text: "Countries" } },
    config: { topojsonURL: elsewhere },
  },
  { data: [{ type: "choropleth", locations: ["FRA"], z: [1] }], layout: { title: { text: "Regions" } } },
].map((figure) => ({ [MIME_TYPE]: figure, "text/plain": "" }));
const BUNDLE = { [MIME_TYPE]: FIGURE, "text/plain": script };
const BROKEN = { [MIME_TYPE]: script, "image/png": `"><script>${run}</script>`, "text/plain": script };
const MARKUP = { "text/html": `<b>shown</b>${script}${link}`, "text/plain": "" };

const remote = notebook("python3", [codeCell("shown", REMOTE)]);
const lab = new Lab();
let page: Page;

beforeAll(async () => {
  installFigureViewers(lab.data);
  const cells = [BUNDLE, BROKEN, MARKUP].map((bundle) => codeCell("shown", [bundle]));
  lab.write("hostile.ipynb", notebook("python3", cells));
  lab.write("remote.ipynb", remote);
  await lab.start();
  page = await lab.open("hostile.ipynb");
});
afterAll(() => lab.stop());

describe("outputs with scripts in a notebook that nobody has trusted", () => {
  const isUnharmed = async (one: Page) => {
    expect(await one.evaluate("window.hacked")).toBeUndefined();
    expect(await one.locator(".js-plotly-plot script").count()).toBe(0);
    const links = (await one.evaluate(
      `[...document.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? link.getAttribute("xlink:href") ?? "")`,
    )) as string[];
    expect(links.filter((link) => /^\s*javascript:/i.test(link))).toEqual([]);
  };

  /** Waits until the figures of `REMOTE` are shown, and points at what has a label; gives the sentences below them. */
  const remoteNotes = async (one: Page) => {
    for (const title of ["Remote", "Countries", "Regions"])
      await one.locator(".js-plotly-plot .gtitle", { hasText: title }).waitFor();
    await one.locator(".js-plotly-plot .scatterlayer .point").nth(1).hover({ force: true });
    await one.locator(".hoverlayer .hovertext", { hasText: "a label" }).waitFor();
    return await one.getByText("Shown without what the figure would load from elsewhere").allTextContents();
  };
  const NOTES = [
    "styles of text, images and layers",
    "images and layers, outlines of countries",
    "outlines of countries",
  ].map((parts) => `Shown without what the figure would load from elsewhere: ${parts}.`);
  /** All but the images of the scripts. */
  const foreignRequests = () => lab.foreignRequests.filter((address) => !address.startsWith("x:"));
  const exported = (name: string, document: unknown) => {
    lab.write(name, document);
    const path = join(lab.notebooks, name);
    const words = ["-m", "nbconvert", "--to", "html", "--template", "epsilab", path];
    execFileSync(pythonOfTests(), words, { env: lab.environment, stdio: "pipe" });
    return pathToFileURL(path.replace(/ipynb$/, "html")).href;
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
    expect(foreignRequests()).toEqual([]);
  });

  it("load nothing in JupyterLab that a figure names elsewhere, and say so", async () => {
    const shown = await lab.open("remote.ipynb", { height: 1800 });
    await shown.locator('.jp-StatusItem-trust[title^="Notebook not trusted"]').waitFor();
    expect(await remoteNotes(shown)).toEqual(NOTES);
    expect(foreignRequests()).toEqual([]);
    await shown.context().close();
  });

  it("run nothing in the page of a figure that nbconvert exports", async () => {
    await page.context().route("http*://**", (route) => route.abort());
    await page.goto(exported("export.ipynb", notebook("python3", [codeCell("shown", [BUNDLE])])));
    await page.locator(".js-plotly-plot .scatterlayer .point").first().waitFor();
    await isUnharmed(page);
  });

  it("load nothing in an exported page that a figure names elsewhere, and say so", async () => {
    await page.goto(exported("remote.ipynb", remote));
    expect(await remoteNotes(page)).toEqual(NOTES);
    // nbconvert's own page asks for its scripts, with figures or without.
    const asked = foreignRequests().map((address) => new URL(address).host);
    expect(new Set(asked)).toEqual(new Set(["", "cdnjs.cloudflare.com"]));
  });
});

describe("the addresses of the extension", () => {
  const status = async (path: string) => {
    const { hostname, port } = new URL(lab.origin);
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
    "reference/etc/passwd",
    "reference/package.json",
  ])("give no file outside of its folder: %s", async (path) => {
    expect(await status(address(path))).toBeGreaterThanOrEqual(400);
  });
});
