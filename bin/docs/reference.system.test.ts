import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Outcome, ProjectCopy, run } from "../project-copy.ts";
import { inCache, inProject, projectFolder } from "../setup/project.js";

const setup = ["bin/setup.js", "packages", "build", "docs"];

/** What a page says, without its marks. */
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&gt;", ">");

describe("npm run docs", () => {
  let browser: Browser;
  beforeAll(async () => {
    const { code, output } = await run(process.execPath, setup, { folder: projectFolder });
    expect(code, output).toBe(0);
    const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
    browser = await chromium.launch({ executablePath: process.env.EPSILAB_CHROMIUM ?? "/usr/bin/chromium", args });
  });
  afterAll(() => browser.close());

  it("has nothing to do the second time, and says where the pages are", async () => {
    const said = `epsilab: the API reference is in ${inProject("docs", "api", "index.html")}\n`;
    expect(await run(process.execPath, setup, { folder: projectFolder })).toMatchObject({ code: 0, output: said });
    const silent = await run(process.execPath, [...setup, "--", "node", "--version"], { folder: projectFolder });
    expect(silent).toMatchObject({ code: 0, output: `${process.version}\n` });
  });

  it("writes pages that a browser opens from the disk, with the theorem and a search that finds it", async () => {
    for (const width of [1400, 390]) {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      const faults: string[] = [];
      page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
      page.on("request", (request) => /^(file|data):/.test(request.url()) || faults.push(request.url()));
      await page.goto(pathToFileURL(inProject("docs/api/index.html")).href);
      await page.locator("#tsd-search-trigger").click();
      await page.locator("#tsd-search-input").fill("laplace");
      await page.locator('#tsd-search-results a[href*="functions/mechanisms.laplace.html"]').first().click();
      await page.waitForURL(/functions\/mechanisms\.laplace\.html/);
      await page.locator("#tsd-search-trigger").click();
      await page.locator("#tsd-search-input").fill("zcdp");
      await page.locator('#tsd-search-results a[href*="privacy.zeroConcentrated.html"]').waitFor();
      await page.goto(pathToFileURL(inProject("docs/api/functions/mechanisms.laplace.html")).href);
      const text = await page.locator(".col-content").innerText();
      expect(text).toMatch(/Laplace mechanism: [\s\S]*Theorem: if f\(D\) and f\(D'\) differ by at most sensitivity/);
      expect(text.split("Theorem:")).toHaveLength(2);
      for (const name of ["functions/mechanisms.laplace", "index", "documents/Claims", "modules/privacy"]) {
        await page.goto(pathToFileURL(inProject(`docs/api/${name}.html`)).href);
        await page.locator(".col-content").waitFor(); // a page shows itself when its script has run
        const beyond = await page.evaluate(
          "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
        expect(beyond, `${name} at ${width}`).toBe(0);
      }
      expect(faults).toEqual([]);
      await page.close();
    }
  });
});

describe("the reference of a project with tags and documents", () => {
  const copy = new ProjectCopy([
    ...["bin", "kernel", "lib", "experiments", "results", "package.json", "tsconfig.json", "tsconfig.build.json"],
  ]);
  const laplace = copy.path("lib/mechanisms/noise/laplace.ts");
  const source = readFileSync(laplace, "utf8");
  beforeAll(() => {
    cpSync(inProject("dist"), copy.path("dist"), { recursive: true });
    cpSync(inProject("lib/assembly"), copy.path("lib/assembly"), { recursive: true }); // the generated file too
    symlinkSync(inProject("node_modules"), copy.path("node_modules"));
    mkdirSync(copy.path("docs"));
  });
  afterAll(() => copy.remove());

  function write(tags: string): Promise<Outcome> {
    writeFileSync(laplace, source.replace(/\n \*\/\n/, `\n *\n${tags}\n */\n`));
    const args = ["bin/docs/write.js", inCache("typedoc", "node_modules", "typedoc"), copy.path("out")];
    return run(process.execPath, args, { folder: copy.folder });
  }
  const page = (name: string) => readFileSync(join(copy.path("out"), name), "utf8");

  it("links a function with its claims both ways, shows its examples and holds the documents", async () => {
    writeFileSync(copy.path("docs/cookbook.md"), "# Cookbook\n\nMix noise.\n");
    const example =
      ' * @example\n * ```ts\n * laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" }).name; // => "laplace"\n * ```';
    const { code, output } = await write(`${example}\n * @claim laplace-mechanism, laplace-accuracy`);
    expect(code, output).toBe(0);
    const shown = page("functions/mechanisms.laplace.html");
    expect(textOf(shown)).toContain('neighbours: "swap" }).name; // => "laplace"');
    expect(shown).toContain('href="../claims/laplace-mechanism.html"');
    expect(shown).toContain('href="../claims/laplace-accuracy.html"');
    const claim = page("claims/laplace-mechanism.html");
    expect(claim).toContain('href="../functions/mechanisms.laplace.html"');
    for (const text of ["The scale is the mean absolute value", "doi:10.1007/11681878_14", "E02b", "Checks"]) {
      expect(textOf(claim)).toContain(text);
    }
    expect(textOf(claim)).toContain("In the lectures");
    expect(claim).toContain('href="../../lectures/cummings-2022.md"');
    expect(textOf(page("claims/randomized-response.html"))).toMatch(/Checks.*randomized-response.*holds/);
    expect(textOf(page("documents/Cookbook.html"))).toContain("Mix noise.");
  });

  it("is refused with a claim that there is not, by file and line", async () => {
    const { code, output } = await write(" * @claim laplace-mechanics");
    expect(code).toBe(1);
    const line = source.slice(0, source.indexOf("\n */\n")).split("\n").length + 2;
    expect(output).toMatch(
      new RegExp(`^lib/mechanisms/noise/laplace\\.ts:${line}: @claim laplace-mechanics: no claim .* has this id`, "m"),
    );
  });
});
