import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openChromium } from "../experiments/engine/machine/chromium.ts";
import { askedInFirefox } from "./engines/site-in-firefox.ts";
import { run } from "./project-copy.ts";
import { inProject, projectFolder } from "./setup/project.js";
import { boxOf, ran, recomputed, SAME, type Served, served, settled, visited, wrongOf } from "./site-pages.ts";

const place = mkdtempSync(join(tmpdir(), "epsilab-site-"));
const site = join(place, "site");
const report = join(place, "report.html");
/** Of each kind one. The others: bin/site.long.test.ts, and without a page engines.system.test.ts. */
const ids = ["randomized-response", "lower-bounds", "minimax-bounds", "local-privacy", "shipped-libraries"];
let browser: Browser;
let here: Served;

beforeAll(async () => {
  const epsilab = (...words: readonly string[]) =>
    run(process.execPath, [inProject("bin/epsilab"), ...words], { folder: projectFolder });
  const made = await Promise.all([epsilab("site", "--output", site), epsilab("report", "--output", report)]);
  for (const { code, output } of made) expect(code, output).toBe(0);
  here = await served(site);
  browser = await openChromium();
});
afterAll(async () => {
  await browser?.close();
  here?.server.closeAllConnections();
  here?.server.close();
  rmSync(place, { recursive: true, force: true });
});

describe("the site, in Chromium", () => {
  it("computes samples of results again, to the same bits, and asks no other host for anything", async () => {
    const { page, elsewhere, errors } = await visited(browser, `${here.address}/index.html`);
    const found: Record<string, unknown> = {};
    for (const id of ids) found[id] = await recomputed(page, boxOf(id));
    expect(found).toEqual(Object.fromEntries(ids.map((id) => [id, { said: expect.stringMatching(SAME), listed: [] }])));
    expect([elsewhere, errors]).toEqual([[], []]);
    const missing = await recomputed(page, boxOf("mnist-private-training"));
    expect(missing.listed.join()).toMatch(/not computed: the data of mnist are not on this page/);
    await page.close();
  });

  it("computes what is stored of a claim, and a single cell; can be paused and stopped", async () => {
    const { page, errors } = await visited(browser, `${here.address}/index.html#claim-randomized-response`);
    const box = "#claim-randomized-response [data-recompute]";
    const cell = await recomputed(page, box, "[data-cell]");
    expect(cell.said).toMatch(SAME);
    await page.locator(box).first().locator("[data-do=sample]").press("Enter");
    expect((await settled(page, box)).said).toMatch(SAME);
    expect(await page.evaluate("document.activeElement.dataset.do")).toBe("sample");
    expect(cell.said).toMatch(/, in 1 of \d+ cells$/);
    const whole = boxOf("membership-tradeoff");
    const press = (name: string) => page.evaluate(`document.querySelector('${whole} [data-do=${name}]').click()`);
    await press("all");
    await press("pause");
    expect(await page.locator(`${whole} [data-do=pause]`).textContent()).toBe("Go on");
    await press("stop");
    expect((await settled(page, whole)).said).toMatch(/^stopped: \d+ of \d+ blocks equal/);
    expect((await recomputed(page, whole)).said).toMatch(SAME);
    expect(errors).toEqual([]);
    await page.close();
  });

  it("is led to a result by a citation after # in the address, and says where it has another run", async () => {
    const [run] = readdirSync(join(site, "results/membership-tradeoff"));
    const led = async (citation: string) => {
      const { page, errors } = await visited(browser, `${here.address}/index.html#${citation}`);
      const seen = [
        await page.locator("#experiment-membership-tradeoff[open]").count(),
        await page.locator("#cited:not([hidden])").allTextContents(),
      ];
      const key = await page.locator("#experiment-membership-tradeoff").getAttribute("data-key");
      expect(errors).toEqual([]);
      await page.close();
      return { seen, key };
    };
    const { seen, key } = await led(`epsilab:membership-tradeoff/${run}`);
    expect(seen).toEqual([1, []]);
    expect(key).toMatch(new RegExp(`^epsilab:membership-tradeoff/${run}#[0-9a-f]{16}$`));
    for (const sign of ["#", "%23", "/"]) expect((await led(`${key?.replace("#", sign)}`)).seen).toEqual([1, []]);
    const other = await led(`epsilab:membership-tradeoff/${run}/0123456789abcdef`);
    expect(other.seen).toEqual([
      1,
      [`The address names epsilab:membership-tradeoff/${run}#0123456789abcdef, this page has ${key}.`],
    ]);
  });

  it("shows a changed digit as different, with both values, and a result that is not the one that is cited", async () => {
    const { page } = await visited(browser, `${here.address}/index.html`);
    const box = boxOf("randomized-response");
    const [id] = readdirSync(join(site, "results/randomized-response"));
    /** What is said where the page is given a file with a change in it. */
    const changed = async (name: string, pattern: RegExp, text: string) => {
      const stored = readFileSync(join(site, "results/randomized-response", id, name), "utf8");
      expect(stored).toMatch(pattern);
      await page.route(`**/${name}`, (route) => route.fulfill({ body: stored.replace(pattern, text) }));
      const { said, listed } = await recomputed(page, box);
      await page.unroute(`**/${name}`);
      return { said, listed: listed.join("\n") };
    };
    const cells = await changed("cells.jsonl", /(?<="estimate":0\.\d)\d\d(?=\d+)/, "77");
    expect(cells.said).toMatch(/^different: /);
    expect(cells.listed).toMatch(/cells\.jsonl, line \d+(, the cell .* does not have its seal| is not canonical JSON)/);
    expect(cells.listed).toMatch(/stored 0\.\d77\d+ \(\w+\), recomputed 0\.\d+ \(\w+\)/);
    const blocks = await changed("blocks.jsonl", /"sha256":"\w{64}/, `"sha256":"${"0".repeat(64)}`);
    expect(blocks.said).toMatch(/^different: /);
    expect(blocks.listed).toMatch(/block \d+: stored 0{64}, recomputed [0-9a-f]{64}/);
    const manifest = await changed("MANIFEST", /^./, "!");
    expect(manifest.said).toMatch(/^the stored files were changed: (\d+) of \1 blocks equal/);
    expect(manifest.listed).toMatch(/^MANIFEST is that of \w{16}, not of \w{16}/);
    const greedy = await changed("spec.json", /"most":\d+/, '"most":1000000000');
    expect(greedy.said).toMatch(/trials of part .* at most 100000000 on a page, got 1000000000/);
    expect((await recomputed(page, box)).said).toMatch(SAME);
    await page.close();
  });

  it("runs an experiment at other parameters, refuses what is none, and gives a result that the command line verifies", async () => {
    const { page, elsewhere, errors } = await visited(browser, `${here.address}/index.html#experiment-lower-bounds`);
    const box = page.locator("#experiment-lower-bounds [data-explore]");
    await box.getByText("Change parameters and run here").click();
    const part = box.locator("fieldset", { hasText: "van-trees" });
    await part.locator("input[type=checkbox]").check();
    await box.locator("fieldset").first().locator("input[type=checkbox]").uncheck();
    const [field] = await part.locator("input:not([type=checkbox])").all();
    const before = await field.inputValue();
    const said = box.locator("output").last();
    const runs = async () => {
      await box.getByText("Run here", { exact: true }).click();
      await box.locator("progress[hidden]").waitFor({ state: "attached" });
      return said.textContent();
    };
    await field.fill("-1");
    expect(await runs()).toMatch(/must be as declared, got -1/);
    await field.fill(before.split(",").slice(0, 1).join());
    expect(await runs()).toMatch(/^passed: epsilab:lower-bounds\/[0-9a-f]{12}#[0-9a-f]{16}$/);
    const waited = page.waitForEvent("download");
    await box.locator("a[download]").click();
    const download = await waited;
    const archive = join(place, download.suggestedFilename());
    await download.saveAs(archive);
    const { code, output } = await run(process.execPath, [inProject("bin/epsilab"), "verify", archive], {
      folder: place,
    });
    expect(code, output).toBe(0);
    expect(output).toContain(`${(await said.textContent())?.replace("passed: ", "")}: the same bits in `);
    expect([elsewhere, errors]).toEqual([[], []]);
    await page.close();
  });

  it("weighs less than 1.5 MB at first, and loads programs, Plotly and the solver when they are asked for", async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    const asked: string[] = [];
    page.on("response", (response) => asked.push(new URL(response.url()).pathname));
    await page.goto(`${here.address}/index.html`);
    await page.locator(".headline .still").first().waitFor();
    const weigh = () =>
      asked
        .filter((name) => name.endsWith(".html") || name.startsWith("/programs"))
        .reduce((sum, name) => sum + gzipSync(readFileSync(join(site, name))).length, 0);
    expect(weigh()).toBeGreaterThan(100_000);
    expect(weigh()).toBeLessThan(1_500_000);
    await page.locator(".headline .plot").first().hover();
    await page.locator(".headline .js-plotly-plot .main-svg").first().waitFor({ state: "attached" });
    expect(asked).toContain("/programs/plotly.min.js");
    expect(asked.filter((name) => name.includes("highs") || name.includes("worker"))).toEqual([]);
    await page.close();
  });
});

/** Of the library and of its doors, and by the solver. */
const PROGRAMS = ["recipe-1", "recipe-19", "laplace", "optimalCount", "check"];

describe("the page in which a reader runs programs", () => {
  const address = () => `${here.address}/playground.html`;

  it("gives what the recipes and examples state, those of the solver too, and asks no other host for anything", async () => {
    const { page, elsewhere, errors } = await visited(browser, address());
    const wrong: Record<string, unknown> = {};
    for (const id of PROGRAMS) wrong[id] = wrongOf(await ran(page, id));
    expect(wrong).toEqual(Object.fromEntries(PROGRAMS.map((id) => [id, undefined])));
    expect([elsewhere, errors]).toEqual([[], []]);
    expect(await page.locator("#recipe-20").textContent()).toMatch(
      /It needs Node: it imports epsilab\/experiments, which/,
    );
    expect(await page.locator("#recipe-20 button").count()).toBe(0);
    await page.close();
  });

  it("runs a program that was changed, shows values that differ, what is printed, figures, and errors with their line", async () => {
    const { page } = await visited(browser, `${address()}#own`);
    const changed = await ran(
      page,
      "own",
      "const a: number = 3; // => 3\na * 2; // => 7\nconsole.log('a', [a]);\n[a, a]",
    );
    expect(changed).toMatchObject({
      said: expect.stringMatching(/^done in/),
      listed: ["line 1 3 ✓ as stated", "line 2 6 stated: 7", "a [ 3 ]", "line 4 [ 3, 3 ]"],
    });
    const said = async (text: string) => (await ran(page, "own", text)).said;
    expect(await said("1;\nconst = 1;")).toMatch(/^line 2: Unexpected token/);
    expect(await said("\nimport { foo } from 'epsilab';")).toMatch(
      /^line 2: RangeError: an import from "epsilab" .* got "foo"$/,
    );
    const thrown =
      "import { laplace } from 'epsilab';\n\nlaplace({ epsilon: -1, sensitivity: 1, neighbours: 'swap' });";
    expect(await said(thrown)).toMatch(/^line 3: RangeError: epsilon must be positive and finite, got -1$/);
    const law = "{ name: 'a', x: [0, 1], y: [0, 1] }";
    const figure = `import { densityFigure } from "epsilab";
densityFigure({ caption: "A <b>law", source: "s", x: { label: "x" }, laws: [${law}] });`;
    expect((await ran(page, "own", figure)).listed).toEqual(["A <b>law. Source: s."]);
    await page.waitForFunction("document.querySelector('#own img').naturalWidth > 100");
    await page.locator("#own [data-do=reset]").click();
    expect(wrongOf(await ran(page, "own"))).toBeUndefined();
    await page.close();
  });

  it("stops a program without an end, and shows the first thousand lines of one that prints without an end", async () => {
    const { page } = await visited(browser, `${address()}#own`);
    const box = page.locator("#own");
    await box.locator("textarea").fill("console.log(1);\nfor (;;);");
    await box.locator("[data-do=run]").click();
    await box.locator("li").waitFor();
    await box.locator("[data-do=stop]").press("Enter");
    expect(await box.locator("output").textContent()).toBe("stopped");
    const { said, listed } = await ran(page, "own", "for (let k = 0; k < 5000; k++) console.log(k);");
    expect([said.slice(0, 4), listed.length, listed.at(-1)]).toEqual([
      "done",
      1000,
      "... what comes after this is left out",
    ]);
    await page.close();
  });

  it("gives a program neither the page nor a server", async () => {
    const reached: (string | undefined)[] = [];
    const other = createServer(({ url }, response) => {
      reached.push(url);
      response.writeHead(200, { "content-type": "text/javascript", "access-control-allow-origin": "*" }).end();
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const host = `127.0.0.1:${(other.address() as AddressInfo).port}`;
    const { page } = await visited(browser, address());
    const own = new URL(here.address).host;
    const names =
      "document window parent localStorage fetch XMLHttpRequest WebSocket EventSource indexedDB caches Worker importScripts";
    const text = `console.log(${names
      .split(" ")
      .map((name) => `typeof ${name}`)
      .join(", ")});
for (let each = self; each !== null; each = Object.getPrototypeOf(each)) console.log("fetch" in each);
for (const text of ["1", "import('http://${host}/eval.js')"])
  for (const make of [eval, Function, (code) => setTimeout(code)])
    try { make(text); console.log("made", make.name); } catch (error) { console.log(error.name); }
self.postMessage({ printed: "<img src=x onerror=alert(1)>" });
navigator.sendBeacon?.("http://${host}/beacon");
await new Promise((resolve) => setTimeout(resolve, 50));`;
    const { said, listed } = await ran(page, "own", text);
    expect(said).toMatch(/^done/);
    expect(listed[0]).toBe(names.replaceAll(/\w+/g, "undefined"));
    expect(listed.filter((line) => line === "true" || line === "made eval" || line === "made Function")).toEqual([]);
    expect(listed.filter((line) => line === "EvalError")).toHaveLength(4);
    expect(listed).toContain("<img src=x onerror=alert(1)>");
    expect(await page.locator("#own li img").count()).toBe(0);
    for (const address of [`http://${host}/imported.js`, `http://${own}/programs/worker.js`])
      expect((await ran(page, "own", `await import("${address}");`)).said).toContain(`got "${address}"`);
    expect(reached).toEqual([]);
    await page.close();
    other.closeAllConnections();
    other.close();
  });
});

describe("the site of somebody else's project", () => {
  it("computes their own experiments again, and says which need Node", async () => {
    const folder = join(place, "my-study");
    const epsilab = async (...words: readonly string[]) => {
      const { code, output } = await run(process.execPath, [inProject("bin/epsilab"), ...words], {
        folder: words[0] === "init" ? place : folder,
      });
      expect(code, output).toBe(0);
      return output;
    };
    await epsilab("init", "my-study");
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(projectFolder, join(folder, "node_modules/epsilab"), "dir");
    const own = readFileSync(join(folder, "experiments/noisy-count.ts"), "utf8");
    const bound = own
      .replaceAll("noisy-count", "bound-count")
      .replace(/^import /m, 'import { cpus } from "node:os";\nimport ');
    writeFileSync(join(folder, "experiments/bound-count.ts"), `${bound}\nexport const cores = cpus();\n`);
    await epsilab("run", "noisy-count");
    await epsilab("run", "bound-count");
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const named = { ...manifest, epsilab: { site: "https://example.org/study/" } };
    writeFileSync(join(folder, "package.json"), JSON.stringify(named));
    expect(await epsilab("cite", "noisy-count")).toMatch(
      /computed again in a browser: https:\/\/example\.org\/study\/#epsilab:noisy-count\/[0-9a-f]{12}\/[0-9a-f]{16}\n/,
    );
    mkdirSync(join(folder, "epsilab-site/programs"), { recursive: true });
    writeFileSync(join(folder, "epsilab-site/programs/theirs.js"), "");
    await epsilab("site", "--results", "results");
    expect(readdirSync(join(folder, "epsilab-site/programs"))).toContain("theirs.js");
    const theirs = await served(join(folder, "epsilab-site"));
    const { page, errors, elsewhere } = await visited(browser, `${theirs.address}/index.html`);
    expect(await recomputed(page, boxOf("noisy-count"))).toEqual({ said: expect.stringMatching(SAME), listed: [] });
    // At other parameters, in the page, too.
    await page.evaluate("document.getElementById('experiment-noisy-count').open = true");
    const box = page.locator("#experiment-noisy-count [data-explore]");
    await box.getByText("Change parameters and run here").click();
    const field = box.locator("fieldset").first().locator("input:not([type=checkbox])").first();
    const [value] = (await field.inputValue()).split(",");
    await field.fill(value);
    await box.getByText("Run here", { exact: true }).click();
    await box.locator("table").waitFor();
    const said = `${await box.locator("output").last().textContent()}`;
    expect(said).toMatch(/^passed: epsilab:noisy-count\/[0-9a-f]{12}#[0-9a-f]{16}$/);
    const [download] = await Promise.all([page.waitForEvent("download"), box.locator("a[download]").click()]);
    const archive = join(folder, download.suggestedFilename());
    await download.saveAs(archive);
    expect(await epsilab("verify", archive)).toContain(`${said.replace("passed: ", "")}: the same bits in `);
    expect(await page.locator(boxOf("bound-count")).count()).toBe(0);
    expect(await page.locator("#experiment-bound-count").textContent()).toContain(
      "Not recomputed here: its program imports node:os, which a browser does not have",
    );
    expect([errors, elsewhere]).toEqual([[], []]);
    await page.close();
    theirs.server.closeAllConnections();
    theirs.server.close();
  });
});

describe("the report as one file, from the disk", () => {
  it("computes results again in Chromium with nothing beside it, and says which cells need the site", async () => {
    expect(statSync(report).size).toBeLessThan(12e6);
    const { page, elsewhere, errors } = await visited(browser, pathToFileURL(report).href);
    for (const id of ["randomized-response", "membership-tradeoff"])
      expect(await recomputed(page, boxOf(id))).toEqual({ said: expect.stringMatching(SAME), listed: [] });
    const solved = '[data-experiment="minimax-bounds"][data-part="exact-minimax"]';
    const { said, listed } = await recomputed(page, solved, "[data-cell]");
    expect(said).toMatch(/^nothing was computed: 0 of 0 blocks equal/);
    expect(listed).toEqual([
      "a cell was not computed: this needs HiGHS, which a page of one file leaves out; a site has it",
    ]);
    expect([elsewhere, errors]).toEqual([[], []]);
    await page.close();
  });
});

describe("the site, in Firefox", () => {
  it("computes samples again, to the same bits", async () => {
    const few = ["randomized-response", "lower-bounds"];
    const found = await askedInFirefox(site, few.map(boxOf));
    expect(found).toEqual(few.map(() => ({ said: expect.stringMatching(SAME), listed: [] })));
  });

  it("runs a recipe, to the values that it states", async () => {
    const asked = { name: "playground.html", button: "[data-do=run]" };
    const [{ said, listed }] = await askedInFirefox(site, ["#recipe-1 [data-snippet]"], asked);
    expect([said.slice(0, 4), listed.map((line) => line.slice(-11))]).toEqual(["done", Array(3).fill("✓ as stated")]);
  });
});
