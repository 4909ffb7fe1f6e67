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
import { boxOf, recomputed, SAME, type Served, served, settled, visited } from "./site-pages.ts";

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
    await epsilab("site", "--results", "results");
    const theirs = await served(join(folder, "epsilab-site"));
    const { page, errors, elsewhere } = await visited(browser, `${theirs.address}/index.html`);
    expect(await recomputed(page, boxOf("noisy-count"))).toEqual({ said: expect.stringMatching(SAME), listed: [] });
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
});
