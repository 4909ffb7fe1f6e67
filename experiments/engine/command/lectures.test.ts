import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claims } from "../../claims/index.ts";
import { lectureGuides } from "../../lectures/index.ts";
import { printed } from "../citation/reference/sample-result.ts";
import { run as lectures } from "./lectures.ts";
import { smallStore } from "./reference/small-results.ts";

const store = smallStore();
beforeAll(() => store.compute());
afterAll(store.remove);

const said = (...args: readonly string[]) => printed(() => lectures([...args, "--results", store.out]));

interface Data {
  readonly lecture: string;
  readonly sections: readonly {
    readonly title: string;
    readonly items: readonly {
      readonly claims: readonly { readonly claim: string; readonly verdict: string }[];
      readonly cells: readonly { readonly notebook: string; readonly heading: string }[];
    }[];
    readonly errata: readonly { readonly id: string }[];
  }[];
}

describe("epsilab lectures", () => {
  it("lists the lectures with what they go through", async () => {
    const { code, text } = await said();
    expect(code).toBe(0);
    expect(text).toMatch(/^lecture +points +lacking +claims +errata +title$/m);
    for (const { slug } of lectureGuides)
      expect(text).toMatch(new RegExp(`^${slug} +\\d+ +\\d+ +\\d+ +\\d+ +\\S`, "m"));
    const listed = JSON.parse((await said("--json")).text);
    expect(listed.map(({ lecture }: Data) => lecture)).toEqual(lectureGuides.map(({ slug }) => slug));
  });

  it("goes through one, with what was found of its claims", async () => {
    const { code, text } = await said("garivier-2022");
    expect(code).toBe(0);
    expect(text).toMatch(/^Survey on triathletes$/m);
    expect(text).toContain("claims: randomized-response (holds)");
    expect(text).toContain("claims: lecam-classic (not run)");
    expect(text).toContain('notebooks: 21-choosing-in-private ("A vote")');
    expect(text).toMatch(/^ {2}errata: E17 \(refuted\)$/m);
    expect(text).not.toMatch(/^ {4}missing: /m);
    for (const line of text.split("\n")) expect(line.length, line).toBeLessThanOrEqual(120);
  });

  it("gives one as JSON, with verdicts, headings and every erratum", async () => {
    const { sections }: Data = JSON.parse((await said("lecture-12", "--json")).text);
    expect(sections.map(({ title }) => title)).toContain("Simulation Lemma");
    const [adaptive] = sections[1].items;
    expect(adaptive.claims).toContainEqual({ claim: "advanced-composition", verdict: "not run" });
    expect(adaptive.cells[0]).toEqual({ notebook: "06-composition", heading: "When the square root holds" });
    const wanted = claims.flatMap(({ errata }) => errata.filter(({ where }) => /\bS3, /.test(where)));
    const found = sections.flatMap(({ errata }) => errata.map(({ id }) => id));
    expect([...found].sort()).toEqual(wanted.map(({ id }) => id).sort());
  });

  it("refuses an unknown lecture, with the nearest name", async () => {
    const { code, text } = await said("garivier-2023");
    expect(code).toBe(2);
    expect(text).toBe('epsilab: no lecture is called "garivier-2023"; did you mean garivier-2022?\n');
  });
});
