import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { askedInFirefox } from "./engines/site-in-firefox.ts";
import { run } from "./project-copy.ts";
import { inProject, projectFolder } from "./setup/project.js";
import { boxOf, NEEDS_DATA } from "./site-pages.ts";

describe("the site, in Firefox", () => {
  const place = mkdtempSync(join(tmpdir(), "epsilab-site-"));
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it("computes a sample of every result again, to the same bits", async () => {
    const made = await run(process.execPath, [inProject("bin/epsilab"), "site", "--output", place], {
      folder: projectFolder,
    });
    expect(made.code, made.output).toBe(0);
    const ids = readdirSync(inProject("results")).filter((id) => !NEEDS_DATA.includes(id));
    const found = await askedInFirefox(place, ids.map(boxOf));
    const same = { said: expect.stringMatching(/^the same bits: (\d+) of \1 blocks equal/), listed: [] };
    expect(found.map((each, k) => ({ id: ids[k], ...each }))).toEqual(ids.map((id) => ({ id, ...same })));
  });
});
