import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withChromium } from "../experiments/engine/machine/chromium.ts";
import { askedInFirefox } from "./engines/site-in-firefox.ts";
import { run } from "./project-copy.ts";
import { inProject, projectFolder } from "./setup/project.js";
import { boxOf, NEEDS_DATA, ran, recomputed, SAME, served, visited, wrongOf } from "./site-pages.ts";

describe("the site", () => {
  const place = mkdtempSync(join(tmpdir(), "epsilab-site-"));
  const ids = readdirSync(inProject("results")).filter((id) => !NEEDS_DATA.includes(id));
  const same = { said: expect.stringMatching(SAME), listed: [] };
  beforeAll(async () => {
    const words = [inProject("bin/epsilab"), "site", "--output", place];
    const made = await run(process.execPath, words, { folder: projectFolder });
    expect(made.code, made.output).toBe(0);
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it("computes a sample of every result again in Firefox, to the same bits", async () => {
    const found = await askedInFirefox(place, ids.map(boxOf));
    expect(found.map((each, k) => ({ id: ids[k], ...each }))).toEqual(ids.map((id) => ({ id, ...same })));
  });

  it("computes a sample of every result again in Chromium, to the same bits, and asks no other host for anything", async () => {
    const { address, server } = await served(place);
    await withChromium(async (browser) => {
      const { page, elsewhere, errors } = await visited(browser, `${address}/index.html`);
      for (const id of ids) expect(await recomputed(page, boxOf(id)), id).toEqual(same);
      expect([elsewhere, errors]).toEqual([[], []]);
    });
    server.closeAllConnections();
    server.close();
  });

  it("runs every recipe and example of the page for programs, to the values that they state", async () => {
    const { address, server } = await served(place);
    await withChromium(async (browser) => {
      const { page, elsewhere, errors } = await visited(browser, `${address}/playground.html`);
      const names = await page.locator("details:has([data-snippet])").evaluateAll((found) => found.map(({ id }) => id));
      expect(names.length).toBeGreaterThan(230);
      const wrong: string[] = [];
      for (const name of names) {
        const reason = wrongOf(await ran(page, name));
        if (reason !== undefined) wrong.push(`${name}: ${reason}`);
      }
      expect(wrong).toEqual([]);
      expect([elsewhere, errors]).toEqual([[], []]);
    });
    server.closeAllConnections();
    server.close();
  });
});
