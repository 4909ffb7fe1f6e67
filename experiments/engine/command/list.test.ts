import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claims } from "../../claims/index.ts";
import { printed } from "../citation/reference/sample-result.ts";
import type { Result } from "../read-result.ts";
import { citationKey } from "../result-files.ts";
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
    for (const title of ["Statement", "Source", "Errata", "Evidence", "Check", "Negative control", "Experiments"])
      expect(text).toContain(`\n${title}\n  `);
    expect(text).toContain("E17: the notes say");
    expect(text).toContain('refuted by a run; "epsilab errata E17" has the numbers');
    expect(text).toContain("control estimator-of-the-notes caught");
    expect(text).toContain(citationKey(result.spec, result.id));
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it("says how to run what was not run, and that there is no experiment where there is none", async () => {
    expect((await said(show, "mia-np")).text).toContain("not run: epsilab run membership-tradeoff");
    const bare = JSON.parse((await said(list, "--json")).text).find(
      ({ experiments }: Listed) => experiments.length === 0,
    );
    expect((await said(show, bare.claim)).text).toContain("none: no run can decide this");
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
  it("lists all, with what the notes say and what is right", async () => {
    const { code, text } = await said(errata);
    expect(code).toBe(0);
    expect(text.match(/^E\d\d/gm)).toHaveLength(64);
    expect(text).toContain("The notes say: The estimate is 2·mean − 1.");
    expect(text).toMatch(/64 errata: .*2 slip/);
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(110);
    expect(JSON.parse((await said(errata, "--json")).text)).toHaveLength(64);
  });

  it("shows one of them by its number, in letters of either case", async () => {
    const { code, text } = await said(errata, "e10");
    expect(code).toBe(0);
    expect(text).toMatch(/^E10 {2}paprika: its control was not run\n {2}The notes say: /);
    expect(JSON.parse((await said(errata, "E10", "--json")).text)).toMatchObject({ id: "E10", claim: "paprika" });
  });

  it("refuses one that there is not with code 2, and says what the word is", async () => {
    expect(await said(errata, "E99")).toMatchObject({ code: 2 });
    expect((await said(errata, "majority")).text).toContain('no erratum is called "majority"; it is a claim');
  });
});
