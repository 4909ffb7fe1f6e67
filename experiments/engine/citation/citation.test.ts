import { afterAll, describe, expect, it } from "vitest";
import { projectAt } from "../program/project.ts";
import { bibtexEntry, latexText } from "./bibtex.ts";
import { citationOf, plainCitation, requireCitable } from "./citation.ts";
import { authorName, epsilabCitation, projectCitation, softwareCitation } from "./citation-file.ts";
import { citationFileEntry } from "./citation-file-entry.ts";
import { latexResults } from "./latex-results.ts";
import { siteLink } from "./project-site.ts";
import { ENVIRONMENT, sampleStore } from "./reference/sample-result.ts";
import { researchObjectCrate } from "./research-object-crate.ts";

const store = sampleStore();
afterAll(store.remove);
const software = softwareCitation(
  `title: "A \\"bench\\""\nversion: 0.1.0\nlicense: Apache-2.0\nurl: https://example.org\nauthors:\n` +
    `  - family-names: Lovelace\n    given-names: Ada\n  - name: 'The rest''s'\nkeywords:\n  - privacy\n`,
);
const cited = (environment: object = ENVIRONMENT) =>
  citationOf(store.write({ environment }), "Sample & co", { work: software, epsilab: software });

describe("the site that a project names", () => {
  const named = (site: unknown) => ({ ...projectAt(store.place), manifest: { epsilab: { site } } });
  const key = "epsilab:sample/0123456789ab#0123456789abcdef";

  it("gives the address of a result, which every form has", () => {
    const link = siteLink(named("https://example.org/a_study/"), key);
    expect(link).toBe("https://example.org/a_study/#epsilab:sample/0123456789ab/0123456789abcdef");
    const linked = { ...cited(ENVIRONMENT), link: `${link}` };
    expect(plainCitation(linked)).toContain(`To be computed again in a browser: ${link}\n`);
    expect(bibtexEntry(linked)).toContain(`  url = {${link}},\n`);
    const lines = latexResults(store.write(), linked);
    expect(lines).toContain(`\\epssite{sample/${linked.runId}}{${link?.replace("#", "\\#")}}\n`);
    expect(latexResults(store.write(), cited(ENVIRONMENT))).not.toContain("epssite");
  });

  it("is refused where it is no plain address, and absent where there is none", () => {
    expect(siteLink({ ...projectAt(store.place), manifest: {} }, key)).toBeUndefined();
    for (const site of ["example.org", "javascript:alert(1)", "https://x.org/}\\input{y}", "https://x.org/#a", 7])
      expect(() => siteLink(named(site), key)).toThrow(
        /^epsilab\.site in package\.json must be an address like .* got /,
      );
  });
});

describe("CITATION.cff", () => {
  it("gives the authors, persons and entities, and nothing of the other lists", () => {
    expect(software.title).toBe('A "bench"');
    expect(software.authors).toEqual([{ "family-names": "Lovelace", "given-names": "Ada" }, { name: "The rest's" }]);
    expect(software.authors.map(authorName)).toEqual(["Ada Lovelace", "The rest's"]);
  });

  it("is read as people write it: comments, lines that go on, CRLF, quotes, lists that are not indented", () => {
    const lines = [
      "\uFEFFcff-version: 1.2.0 # comment",
      "# authors:",
      "title: >-",
      "  A long: title",
      '  of "two" lines # and no comment',
      "",
      'version: "1.0" # quoted',
      "license: MIT   # plain",
      "abstract: one",
      "  title: no",
      "authors:",
      "-   family-names: O'Neil",
      "    given-names: 'It''s' # quoted",
      "-",
      '  name: "Org: #1"',
      "  orcid: ~",
      "preferred-citation:",
      "  authors:",
      "    - name: Nobody",
    ];
    const expected = {
      title: 'A long: title of "two" lines # and no comment',
      version: "1.0",
      license: "MIT",
      url: undefined,
      authors: [
        { "family-names": "O'Neil", "given-names": "It's" },
        { name: "Org: #1", orcid: "" },
      ],
    };
    expect(softwareCitation(lines.join("\r\n"))).toEqual(expected);
    expect(softwareCitation(lines.join("\n"))).toEqual(expected);
  });

  it.each([
    ["title: a\n", "must have a title, and a list of authors with their names"],
    ["title: a\nauthors:\n  - orcid: x\n", "must have a title, and a list of authors with their names"],
    ['title: ""\nauthors:\n  - name: x\n', "must have a title, and a list of authors with their names"],
    ['title: "a\nauthors:\n  - name: x\n', 'must have values that are closed as they are opened, got "a'],
  ])("that lacks something is refused in a line: %j", (text, message) => {
    expect(() => softwareCitation(text, "a/CITATION.cff")).toThrow(RangeError);
    expect(() => softwareCitation(text, "a/CITATION.cff")).toThrow(`a/CITATION.cff ${message}`);
  });

  it("is made up of package.json where there is none, whatever stands in it", () => {
    const given = { name: 5, version: ["1"], license: { type: "MIT" }, author: 7, repository: null, homepage: "" };
    const project = { folder: "/nowhere/lab", manifest: given as never, isEpsilab: false, files: [], results: "" };
    expect(projectCitation(project)).toEqual({
      title: "lab",
      version: "",
      license: undefined,
      url: undefined,
      authors: [{ name: "The authors of lab" }],
    });
  });

  it("of the project is read", () => {
    const own = epsilabCitation();
    expect(own.title).toContain("Epsilab");
    expect(own.authors.length).toBeGreaterThan(0);
    expect(own.license).toBe("Apache-2.0");
  });
});

describe("a citation", () => {
  it("has the key with the hash, the version and the commit", () => {
    const citation = cited();
    const text = plainCitation(citation);
    expect(citation.key).toMatch(/^epsilab:sample\/[0-9a-f]{12}#[0-9a-f]{16}$/);
    for (const part of [
      citation.key,
      "Sample & co",
      "version 2",
      "Ada Lovelace",
      "2026",
      `commit ${ENVIRONMENT.commit}`,
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain("dirty");
  });

  it("is refused of modified files unless that is allowed, and then says so in every form", () => {
    const citation = cited({ ...ENVIRONMENT, dirty: true });
    expect(() => requireCitable(citation, false)).toThrow(/modified files.*--allow-dirty/);
    expect(() => requireCitable(citation, true)).not.toThrow();
    expect(() => requireCitable(cited(), false)).not.toThrow();
    for (const form of [plainCitation, bibtexEntry, citationFileEntry]) expect(form(citation)).toContain("(dirty)");
    expect(researchObjectCrate(store.write({ environment: { ...ENVIRONMENT, dirty: true } }), citation)).toContain(
      '"dirty"',
    );
  });

  it("says where no commit was recorded, with the hash of the program instead", () => {
    const { commit: _, dirty: __, ...rest } = ENVIRONMENT;
    expect(plainCitation(cited(rest))).toContain(`commit not recorded, program ${"ab".repeat(8)}`);
  });

  it("needs a date", () => {
    expect(() => cited({ commit: "c" })).toThrow(/when the result was finished/);
  });
});

describe("BibTeX", () => {
  it("has names as it wants them, special characters escaped, hash and commit", () => {
    const entry = bibtexEntry(cited());
    expect(entry).toMatch(/^@misc\{epsilab-sample-[0-9a-f]{12},\n/);
    expect(entry).toContain("author = {Lovelace, Ada and {The rest's}},");
    expect(entry).toContain("title = {{Sample \\& co}},");
    expect(entry).toContain(`\\texttt{${cited().key.replace("#", "\\#")}}`);
    expect(entry).toContain(`commit = {${ENVIRONMENT.commit}},`);
    expect(entry).toContain("year = {2026},");
    expect(latexText("a_b%c^{\\}")).toBe("a\\_b\\%c\\textasciicircum{}\\{\\textbackslash{}\\}");
  });
});

describe("the entry of a CITATION.cff", () => {
  it("has the fields of a reference of Citation File Format 1.2.0, and no others", () => {
    const text = citationFileEntry(cited());
    const fields = [...text.matchAll(/^ {4}([a-z-]+):/gm)].map(([, name]) => name);
    const known = [
      "title",
      "authors",
      "year",
      "date-released",
      "version",
      "commit",
      "license",
      "url",
      "identifiers",
      "notes",
    ];
    expect(fields).toEqual(known);
    expect(text.startsWith("references:\n  - type: data\n")).toBe(true);
    expect(text).toContain(
      '      - family-names: "Lovelace"\n        given-names: "Ada"\n      - name: "The rest\'s"\n',
    );
  });
});

describe("the research object crate", () => {
  const result = store.write();
  const crate = JSON.parse(
    researchObjectCrate(result, citationOf(result, "Sample", { work: software, epsilab: software })),
  );
  const graph = new Map<string, Record<string, unknown>>(
    crate["@graph"].map((entity: { "@id": string }) => [entity["@id"], entity]),
  );

  it("describes every file with its size and SHA-256", () => {
    expect(graph.get("./")?.hasPart).toEqual(
      ["spec.json", "cells.jsonl", "blocks.jsonl", "MANIFEST", "env.json"].map((name) => ({ "@id": name })),
    );
    expect(graph.get("MANIFEST")?.sha256).toBe(result.id);
    expect(Number(graph.get("cells.jsonl")?.contentSize)).toBeGreaterThan(100);
  });

  it("tells the run: software and commit, from the spec, into cells", () => {
    const run = graph.get("#run");
    expect(run).toMatchObject({
      "@type": "CreateAction",
      object: { "@id": "spec.json" },
      instrument: { "@id": "https://example.org" },
    });
    expect(run?.result).toContainEqual({ "@id": "cells.jsonl" });
    expect(graph.get("#commit")?.value).toBe(ENVIRONMENT.commit);
  });

  it("refers only to what it describes", () => {
    const referred: string[] = [];
    JSON.stringify(crate["@graph"], (_, value) => {
      const keys = typeof value === "object" && value !== null ? Object.keys(value) : [];
      if (keys.length === 1 && keys[0] === "@id") referred.push(value["@id"]);
      return value;
    });
    const outside = referred.filter((id) => !graph.has(id));
    expect(outside).toEqual(["https://w3id.org/ro/crate/1.1"]);
  });
});
