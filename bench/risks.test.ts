import { describe, expect, it } from "vitest";
import { type RiskFinding, requireSameRisks } from "./risks.ts";

describe("the agreement of the excess risks", () => {
  const own: Required<RiskFinding> = {
    method: "output",
    dimension: 5,
    size: 2000,
    epsilon: 1,
    mean: 0.0068,
    standardError: 0.0005,
  };

  it("says how many cells were compared, and how near they are", () => {
    const wide = { ...own, size: 500, mean: 4000, standardError: 3000 };
    const theirs = [
      { ...own, mean: 0.0068 + 0.001 * Math.SQRT2 },
      { ...wide, mean: 9000 },
    ];
    const text = requireSameRisks([own, wide], theirs);
    expect(text).toContain("1 of the 2 cells");
    expect(text).toContain("at most 2.0 standard errors");
  });

  it.each<[string, Partial<RiskFinding>, RegExp]>([
    [
      "means that chance does not explain",
      { mean: 0.0168 },
      /output at d = 5, n = 2000, epsilon 1 are 14\.\d+ standard/,
    ],
    ["a mean that is no number", { mean: Number.NaN }, /no mean for output/],
    ["another cell", { size: 1000 }, /no finding for output/],
  ])("refuses %s", (_, change, message) => {
    expect(() => requireSameRisks([own], [{ ...own, ...change }])).toThrow(message);
    expect(() => requireSameRisks([own], [])).toThrow(/1 findings, NumPy has 0/);
  });
});
