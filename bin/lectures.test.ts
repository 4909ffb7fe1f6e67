/** The pages of the lectures are what their guides say. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lectureGuides } from "../experiments/lectures/index.ts";
import { projectFolder } from "./guards/project-files.ts";
import { lecturePage } from "./lecture-page.ts";

const folder = join(projectFolder, "docs", "lectures");

describe("the pages of the lectures", () => {
  /** `npm run docs:update` writes them. */
  it.each(lectureGuides.map((guide) => [guide.slug, guide] as const))("%s: as the guide says", async (slug, guide) => {
    await expect(lecturePage(guide)).toMatchFileSnapshot(join(folder, `${slug}.md`));
  });

  it("are one for each lecture, and the page of all lectures and the README of the notebooks link to each", () => {
    expect(readdirSync(folder).sort()).toEqual(lectureGuides.map(({ slug }) => `${slug}.md`).sort());
    const overview = readFileSync(join(projectFolder, "docs", "lectures.md"), "utf8");
    const notebooks = readFileSync(join(projectFolder, "notebooks", "README.md"), "utf8");
    for (const { slug } of lectureGuides) {
      expect(overview).toContain(`](lectures/${slug}.md)`);
      expect(notebooks).toContain(`](../docs/lectures/${slug}.md)`);
    }
  });

  it("are read in five minutes, without the names of functions, claims and runs", () => {
    for (const guide of lectureGuides) {
      const words = lecturePage(guide)
        .replace(/<br>[\s\S]*?(?=\n- |\n\n)|\]\([^)]*\)/g, "")
        .split(/\s+/).length;
      expect(words, guide.slug).toBeLessThanOrEqual(5 * 250);
    }
  });
});
