import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claims, erratumKinds, lectureNotes, whatWasRead } from "../../claims/index.ts";
import randomizedResponse from "../../local/randomized-response.ts";
import { printed } from "../citation/reference/sample-result.ts";
import type { Result } from "../format/read-result.ts";
import { citationKey } from "../format/result-files.ts";
import { run as errata } from "./errata.ts";
import { run as list } from "./list.ts";
import { smallStore } from "./reference/small-results.ts";
import { run as show } from "./show.ts";

const store = smallStore();
let result: Result;
beforeAll(async () => {
  result = await store.compute();
});
afterAll(store.remove);

const said = (command: typeof list, ...args: readonly string[]) =>
  printed(() => command([...args, "--results", store.out]));

interface Listed {
  readonly claim: string;
  readonly area: string;
  readonly verdict: string;
  readonly experiments: readonly string[];
  readonly lastRun: string;
}

describe("epsilab list", () => {
  it("lists all claims as JSON, with what was found of those that were run", async () => {
    const { code, text } = await said(list, "--json");
    expect(code).toBe(0);
    const listed: Listed[] = JSON.parse(text);
    expect(listed).toHaveLength(claims.length);
    expect(listed.map(({ claim }) => claim)).toEqual(claims.map(({ id }) => id));
    const own = listed.find(({ claim }) => claim === "randomized-response");
    expect(own).toMatchObject({ experiments: ["randomized-response"], verdict: "holds" });
    expect(own?.lastRun).toBe(result.environment.finished);
    expect(listed.find(({ claim }) => claim === "mia-np")).toMatchObject({ verdict: "not run", lastRun: "" });
  });

  it("prints a table of an area, and counts it", async () => {
    const { code, text } = await said(list, "--area", "local");
    expect(code).toBe(0);
    expect(text).toMatch(/^area +claim +errata +verdict +experiments +last run +title$/m);
    expect(text).toMatch(/local +randomized-response +E17 +holds +randomized-response +\d{4}-\d\d-\d\d +\S+ .*/);
    expect(text).not.toContain("mia-np");
    const ofArea = claims.filter(({ area }) => area === "local").length;
    expect(text).toMatch(new RegExp(`${ofArea} claims, 2 with a verdict, ${ofArea - 2} not run yet`));
  });

  it("leaves out claims without an experiment where it is asked to", async () => {
    const listed: Listed[] = JSON.parse((await said(list, "--checked", "--json")).text);
    expect(listed.length).toBeLessThan(claims.length);
    expect(listed.every(({ experiments }) => experiments.length > 0)).toBe(true);
  });

  it("finds the claims that speak of some words, as the report does, in an area if one is given", async () => {
    const found = async (...words: readonly string[]): Promise<Listed[]> =>
      JSON.parse((await said(list, ...words, "--json")).text);
    const all = await found("composition");
    expect(new Set(all.map(({ area }) => area)).size).toBeGreaterThan(1);
    const both = await found("composition", "advanced");
    expect(both.length).toBeLessThan(all.length);
    expect(both.map(({ claim }) => claim)).toContain("advanced-composition");
    const inArea = await found("composition", "--area", "accounting");
    expect(inArea).toEqual(all.filter(({ area }) => area === "accounting"));
    expect((await found("e05")).map(({ claim }) => claim)).toEqual(["advanced-composition"]);
  });

  it("refuses words of which no claim speaks, and an area that it does not know, with code 2", async () => {
    const { code, text } = await said(list, "lokal");
    expect(code).toBe(2);
    expect(text).toMatch(/no claim speaks of "lokal"; did you mean the area local\?/);
    const unknown = await said(list, "--area", "lokal");
    expect(unknown.code).toBe(2);
    expect(unknown.text).toMatch(/--area must be one of .*local.*, got "lokal"/);
  });
});

describe("epsilab show", () => {
  it("shows statement, source, erratum, control and the stored verdict with its citation", async () => {
    const { code, text } = await said(show, "randomized-response");
    expect(code).toBe(0);
    for (const title of ["Statement", "Source", "Errata", "Evidence", "Experiments"])
      expect(text).toContain(`\n${title}\n  `);
    expect(text).toMatch(/E17, refuted \(false as printed\), S1, slides "Survey on triathletes": the notes say/);
    expect(text).toContain('a run refutes it; "epsilab errata E17" has the numbers');
    expect(text.replace(/\s+/g, " ")).toContain(whatWasRead);
    const { asks, controls } = randomizedResponse.parts.estimator;
    const lines = text.replace(/\s+/g, " ");
    expect(lines).toContain(`part estimator: ${asks} over epsilon 1; respondents 100; share 0.5 holds`);
    expect(lines).toContain(`control estimator-of-the-notes, caught: ${controls["estimator-of-the-notes"].says}`);
    expect(text).toContain(citationKey(result.spec, result.id));
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it("says how to run what was not run, and that there is no experiment where there is none", async () => {
    expect((await said(show, "mia-np")).text).toContain("not run: epsilab run membership-tradeoff");
    const bare = JSON.parse((await said(list, "--json")).text).find(
      ({ experiments }: Listed) => experiments.length === 0,
    );
    expect((await said(show, bare.claim)).text).toContain("none: no run can decide this, for it is ");
  });

  it("gives the claim and its checks as JSON", async () => {
    const shown = JSON.parse((await said(show, "randomized-response", "--json")).text);
    expect(shown.id).toBe("randomized-response");
    expect(shown.checks.map(({ part }: { part: string }) => part)).toEqual(["privacy", "estimator", "answers"]);
    expect(shown.checks[0].citation).toBe(citationKey(result.spec, result.id));
  });

  it("suggests the claims that an unknown name resembles, with code 2", async () => {
    const { code, text } = await said(show, "randomised-response");
    expect(code).toBe(2);
    expect(text).toMatch(/no claim is called "randomised-response"; did you mean .*randomized-response/);
  });
});

describe("epsilab errata", () => {
  it("lists all with kind and place, and counts them by kind", async () => {
    const { code, text } = await said(errata);
    expect(code).toBe(0);
    const numbers = claims.flatMap((each) => [...each.errata, ...(each.withdrawn ?? [])]);
    expect(text.match(/^E\d\d/gm)).toHaveLength(numbers.length);
    expect(text).toContain("The notes say: The estimate is 2·mean − 1.");
    const own = claims.flatMap((each) => each.errata);
    const refuted = own.filter(({ kind }) => kind === "refuted").length;
    const summary = text.slice(text.lastIndexOf("errata: ") - 4).replace(/\s+/g, " ");
    expect(summary).toContain(`${own.length} errata: ${refuted} refuted (false as printed: the errors of the notes)`);
    expect(summary).toContain(whatWasRead);
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(110);
    const { errata: listed, withdrawn } = JSON.parse((await said(errata, "--json")).text);
    expect([listed.length, withdrawn.length]).toEqual([own.length, numbers.length - own.length]);
  });

  it("shows one that was withdrawn under its number, with the reason", async () => {
    const { code, text } = await said(errata, "E37");
    expect(code).toBe(0);
    expect(text).toMatch(/^E37 {2}klnrs-learning: withdrawn on \d{4}-\d\d-\d\d: the notes are right\n/);
    expect(text).toContain("Because: A finite universe has finitely many labelings");
  });

  it("prints a handout in Markdown and in HTML: all numbers, kinds, places, arguments for the author, and how to contest", async () => {
    const numbers = claims.flatMap((each) => [...each.errata, ...(each.withdrawn ?? [])]).map(({ id }) => id);
    const { text: markdown } = await said(errata, "--markdown");
    const listed = [...markdown.matchAll(/^\| (E\d\d[a-z]?) \| (\w+) \|/gm)];
    expect(listed.map(([, id]) => id).sort()).toEqual([...numbers].sort());
    expect(new Set(listed.map(([, , kind]) => kind))).toEqual(new Set([...Object.keys(erratumKinds), "withdrawn"]));
    const { text: page } = await said(errata, "--html");
    const entries = [...page.matchAll(/<article class="entry[^"]*" id="(E\d\d[a-z]?)">/g)].map(([, id]) => id);
    expect(entries.toSorted()).toEqual([...numbers].sort());
    expect(page).not.toMatch(/src=|href="http|@import/);
    for (const text of [markdown, page]) {
      expect(text).toContain(whatWasRead);
      expect(text).toContain("To contest an erratum");
      for (const { title } of Object.values(lectureNotes)) expect(text).toContain(title);
      expect(text.match(/Only the word is wrong/g)).toHaveLength(1);
    }
  });

  it("refuses two formats at once with code 2", async () => {
    expect(await said(errata, "--json", "--html")).toMatchObject({ code: 2 });
  });

  it("shows one of them by its number, in letters of either case", async () => {
    const { code, text } = await said(errata, "e10");
    expect(code).toBe(0);
    expect(text).toMatch(/^E10 {2}paprika: condition; its control was not run\n {2}S0, 5\.5\.3 /);
    expect(JSON.parse((await said(errata, "E10", "--json")).text)).toMatchObject({ id: "E10", claim: "paprika" });
  });

  it("refuses one that there is not with code 2, and says what the word is", async () => {
    expect(await said(errata, "E99")).toMatchObject({ code: 2 });
    expect((await said(errata, "majority")).text).toContain('no erratum is called "majority"; it is a claim');
  });
});
