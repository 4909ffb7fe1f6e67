import { describe, expect, it } from "vitest";
import { run } from "./project-copy.ts";
import { checkTexts, dated } from "./release.js";
import { projectFolder } from "./setup/project.js";

const good = {
  manifest: '{ "version": "1.2.3" }',
  lock: '{ "version": "1.2.3" }',
  citation: 'title: "Epsilab"\nversion: 1.2.3\nauthors:\n  - name: "A"\n',
  changelog: "# Changelog\n\n## 1.2.3 (unreleased)\n- One.\n- Two.\n\n## 1.2.2 (2026-01-01)\n- Three.\n",
  tags: ["v1.2.2"] as readonly string[],
};

const problemsOf = (change: Partial<typeof good>) =>
  checkTexts({ ...good, ...change }).flatMap(({ name, problem }) => (problem === undefined ? [] : [[name, problem]]));

describe("the release checklist", () => {
  it("finds nothing where all agrees, and counts the entries of this version alone", () => {
    expect(checkTexts(good)).toEqual([
      { name: "version", says: "1.2.3" },
      { name: "changelog", says: "2 entries" },
      { name: "citation", says: "1.2.3" },
    ]);
  });

  it.each([
    ["version", { lock: '{ "version": "1.2.2" }' }, /package-lock.json has 1.2.2/],
    ["version", { tags: ["v1.2.3"] }, /v1.2.3 is there already/],
    [
      "changelog",
      { changelog: good.changelog.replace("unreleased", "2026-02-02") },
      /begins with "1.2.3 \(2026-02-02\)"/,
    ],
    [
      "changelog",
      { changelog: "# Changelog\n\n## 1.2.3 (unreleased)\n\n## 1.2.2\n- Three.\n" },
      /says nothing about 1.2.3/,
    ],
    ["citation", { citation: good.citation.replace("1.2.3", "1.2.2") }, /CITATION.cff has version 1.2.2/],
    ["citation", { citation: "version: 1.2.3\n" }, /no title or no authors/],
  ] as const)("refuses a %s that is off: %o", (name, change, message) => {
    expect(problemsOf(change)).toEqual([[name, expect.stringMatching(message)]]);
  });

  it("refuses what is no version", () => {
    const version = (text: string) => text.replaceAll("1.2.3", "next");
    const { manifest, lock, citation, changelog } = good;
    const texts = {
      manifest: version(manifest),
      lock: version(lock),
      citation: version(citation),
      changelog: version(changelog),
    };
    expect(problemsOf(texts)).toEqual([["version", expect.stringMatching(/no version such as/)]]);
  });

  it("dates the changelog and the citation, also a second time", () => {
    const once = dated({ ...good, version: "1.2.3", date: "2026-03-04" });
    expect(once.changelog).toContain("## 1.2.3 (2026-03-04)\n- One.");
    expect(once.citation).toContain('version: 1.2.3\ndate-released: "2026-03-04"\nauthors:');
    expect(dated({ ...once, version: "1.2.3", date: "2026-03-05" }).citation).toContain(
      'version: 1.2.3\ndate-released: "2026-03-05"\nauthors:',
    );
  });

  it("says what it can do, and refuses what it cannot", async () => {
    const release = (...words: readonly string[]) =>
      run(process.execPath, ["bin/release.js", ...words], { folder: projectFolder });
    const [help, wrong] = await Promise.all([release("--help"), release("--publish")]);
    expect([help.code, help.output]).toEqual([0, expect.stringContaining("--dry-run  check only")]);
    expect([wrong.code, wrong.output]).toEqual([2, expect.stringContaining("--publish")]);
  });
});
