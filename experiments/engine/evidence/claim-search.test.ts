import { describe, expect, it } from "vitest";
import { claims } from "../../claims/index.ts";
import { fitsSearch, searchedText } from "./claim-search.ts";

const found = (query: string) =>
  claims.filter((claim) => fitsSearch(searchedText(claim, []), query)).map(({ id }) => id);

describe("a search of the claims", () => {
  it("reads names, statements, sources and errata, whatever the case and the order of the words", () => {
    expect(found("advanced-composition")).toContain("advanced-composition");
    expect(found("E05")).toEqual(["advanced-composition"]);
    expect(found("Composition Advanced")).toEqual(found("  advanced   composition "));
    expect(found("kairouz")).toContain("kov-optimal-composition");
    expect(found("zyzzyva")).toEqual([]);
    expect(found("")).toHaveLength(claims.length);
  });

  it("finds the claims of an area, and those of others that speak of it", () => {
    const area = claims.filter((claim) => claim.area === "composition").map(({ id }) => id);
    expect(found("composition")).toEqual(expect.arrayContaining(area));
    expect(found("composition").length).toBeGreaterThan(area.length);
  });

  it("does not take the title of a set of notes for what a claim of it says", () => {
    const ofHandwritten = claims.filter(({ lecture }) => lecture?.notes.includes("S3"));
    const about = ofHandwritten.filter((claim) => fitsSearch(searchedText(claim, []), "composition"));
    expect(about.length).toBeLessThan(ofHandwritten.length);
  });
});
