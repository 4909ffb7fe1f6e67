import { describe, expect, it } from "vitest";
import { defineClaim } from "../../claims/define-claim.ts";
import type { Erratum } from "../../claims/erratum.ts";
import { errataPage } from "../report/errata-handout.ts";
import { errataOf, withdrawnOf } from "./errata.ts";
import { errataMarkdown, howToContest } from "./errata-handout.ts";

const erratum: Erratum = {
  id: "X01",
  kind: "loose",
  where: "my lecture, slide 3 | 4",
  said: "n is at most 2n.",
  right: "n is at most n.",
  defence: "It is true.",
  contested: [{ date: "2027-01-31", by: "A. Author", argument: "It was meant so.", answer: "It stays loose." }],
};
const withdrawn = [
  { id: "X02", where: "my lecture, slide 5", said: "0 = 0.", because: "So it is.", date: "2027-02-01" },
];
const draft = {
  id: "own-halves",
  title: "Halves",
  statement: "n / 2 is at most n.",
  source: [{ work: "folklore", year: 2026 }],
  evidence: ["proved"],
} as const;
const claims = [defineClaim({ ...draft, errata: [erratum], withdrawn })];
const shown = [errataOf(claims, [], []), withdrawnOf(claims)] as const;

describe("a handout of errata", () => {
  it.each([
    ["Markdown", errataMarkdown(...shown)],
    ["HTML", errataPage(...shown)],
  ])("has an objection with its answer, what was withdrawn, and how to contest, in %s", (_, text) => {
    expect(text).toContain("Contested on 2027-01-31 by A. Author: It was meant so. Our answer: It stays loose.");
    expect(text).toContain("2027-02-01");
    expect(text).toContain("So it is.");
    expect(text).toContain("Other texts");
    expect(text).toContain(howToContest);
  });

  it("keeps a row of a table in one line, whatever signs a text has", () => {
    expect(errataMarkdown(...shown)).toMatch(
      /^\| X01 \| loose \| my lecture, slide 3 \\\| 4 \| n is at most 2n\. Contested .* \| Sharper is: n is at most n\. \| It is true\. \| No run decides it \|$/m,
    );
  });

  it("is of errata that say their kind, their place and the author's side: others are refused, by the field", () => {
    const { defence, ...silent } = erratum;
    expect(() => defineClaim({ ...draft, errata: [silent as Erratum] })).toThrow(
      /^errata\.0\.defence of a claim must be/,
    );
    const harsh = { ...erratum, kind: "stupid" } as unknown as Erratum;
    expect(() => defineClaim({ ...draft, errata: [harsh] })).toThrow(/^errata\.0\.kind of a claim .* got "stupid"/);
    expect(defence).toBe("It is true.");
  });
});
