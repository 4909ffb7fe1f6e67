import { describe, expect, it } from "vitest";
import { type Finding, requireAgreement } from "./attacks.ts";
import { picture } from "./picture.ts";
import { type Row, report } from "./report.ts";

const row: Row = {
  name: "laplace",
  title: "Laplace",
  unit: "ns a draw",
  ours: 2,
  peer: "NumPy",
  theirs: 12,
  goal: 5,
};
const run = {
  rounds: "3 rounds",
  versions: "NumPy 2",
  threads: "one line",
  wholes: ["the same verdicts"],
  accounts: "- a width",
  limits: { words: 0.5, copy: 0.25 },
};

describe("report", () => {
  it("states the ratio of the peer's time to ours, and that nothing was missed", () => {
    const text = report({ ...run, rows: [row] });
    expect(text).toContain("| Laplace | 2.00 | 12.00 | ns a draw | NumPy | **6.00** | 5 |");
    expect(text).toMatch(/missed, and why\nNothing\./);
    expect(text).toContain("\n- the same verdicts\n");
    expect(text).toContain("## Accountants");
    expect(text).toContain("\n- a width\n");
  });

  it("names what was missed, with the measured reason where there is one", () => {
    const uniform = { ...row, name: "uniform", title: "uniform", ours: 1.5, theirs: 3, goal: 3 };
    const text = report({ ...run, rows: [{ ...row, goal: 7 }, uniform] });
    expect(text).toContain("- Laplace beside NumPy: 6.00 of 7.");
    expect(text).toContain("- uniform: 3x would be 1.00 ns a draw");
    expect(text).toContain("0.75 ns before the first is turned into a number");
  });
});

describe("picture", () => {
  it("has a bar for each ratio, to the right of 1 where we are faster", () => {
    const bars = [
      { label: "a < b", peer: "x", ratio: 4 },
      { label: "c", peer: "y", ratio: 0.6 },
    ];
    const svg = picture(bars, "T", "S");
    const rectangles = [...svg.matchAll(/<rect x="([\d.]+)" y="\d+" width="([\d.]+)"/g)].map((match) => [
      Number(match[1]),
      Number(match[1]) + Number(match[2]),
    ]);
    expect(rectangles).toHaveLength(2);
    expect(rectangles[0][0]).toBeCloseTo(rectangles[1][1], 0);
    expect(svg).toContain("a &lt; b");
    expect(svg).toContain("4.0×");
  });
});

describe("the agreement of the whole experiment", () => {
  const own: Finding = {
    mechanism: "laplace",
    epsilon: 1,
    accuracy: 0.7,
    standardError: 0.001,
    band: true,
    refuted: false,
    certified: 0.9,
  };

  it("says how near both sides are", () => {
    const text = requireAgreement([own], [{ ...own, accuracy: 0.7 + 0.002 * Math.SQRT2, certified: 0.95 }]);
    expect(text).toContain("all 1 cells");
    expect(text).toContain("at most 2.0 standard errors");
    expect(text).toContain("at most 0.05 of epsilon");
  });

  it.each<[string, Partial<Finding>, RegExp]>([
    [
      "accuracies that chance does not explain",
      { accuracy: 0.71 },
      /laplace at epsilon 1 are 7\.0\d+ standard errors apart/,
    ],
    ["an accuracy that is no number", { accuracy: Number.NaN }, /NaN standard errors/],
    ["another verdict on the band", { band: false }, /verdicts for laplace/],
    ["another verdict on the claim", { refuted: true }, /verdicts for laplace/],
    ["a missing mechanism", { mechanism: "gaussian" }, /no finding for laplace/],
  ])("refuses %s", (_, change, message) => {
    expect(() => requireAgreement([own], [{ ...own, ...change }])).toThrow(message);
    expect(() => requireAgreement([own], [])).toThrow(/1 findings, NumPy has 0/);
  });
});
