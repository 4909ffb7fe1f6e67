import { describe, expect, it } from "vitest";
import { type HoldoutFinding, requireSameHoldouts } from "./holdouts.ts";

describe("the agreement of the reusable holdout", () => {
  const own: HoldoutFinding = { part: "published", cell: "standard 0", means: [0.63, 0.5], errors: [0.003, 0.004] };

  it("says how near the means are, by the standard errors of both sides", () => {
    const other = { ...own, means: [0.63, 0.51], errors: [0.003, 0.003] };
    expect(requireSameHoldouts([own], [other])).toBe("the means of all 1 cells at most 2.0 standard errors apart.");
  });

  it.each([
    [
      "a mean that chance does not explain",
      [{ ...own, means: [0.67, 0.5] }],
      /published standard 0 are 9\.\d+ standard/,
    ],
    ["another cell", [{ ...own, cell: "standard 6" }], /no finding for published standard 0/],
    ["a missing cell", [], /we have 1 findings, NumPy has 0/],
  ])("refuses %s", (_, theirs, message) => {
    expect(() => requireSameHoldouts([own], theirs)).toThrow(message);
  });
});
