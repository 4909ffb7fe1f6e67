import { describe, expect, it } from "vitest";
import { type BoundFinding, requireSameBounds } from "./bounds.ts";

const exact: BoundFinding = { part: "price", cell: { size: 100, kappa: 1 }, estimate: 2.75, theory: 2.753 };
const drawn: BoundFinding = { part: "sampled", cell: { size: 100 }, estimate: 0.1, theory: 0.1001, error: 0.001 };

describe("the risks and bounds of both sides", () => {
  it("agree where exact values differ by rounding and drawn ones by chance, whatever the order", () => {
    const theirs = [
      { ...drawn, estimate: 0.102 },
      { ...exact, cell: { kappa: 1, size: 100 }, estimate: 2.75 * (1 + 1e-9) },
    ];
    expect(requireSameBounds([exact, drawn], theirs)).toBe(
      "2 findings on both sides, the exact ones at most 1e-9 of themselves apart, the drawn ones at most 1.4 standard errors.",
    );
  });

  it.each([
    ["a value", [{ ...exact, estimate: 2.751 }, drawn], "of themselves apart"],
    ["a bound", [exact, { ...drawn, theory: 0.1002 }], "of themselves apart"],
    ["a risk", [exact, { ...drawn, estimate: 0.11 }], "standard errors apart"],
    ["a cell", [{ ...exact, cell: { size: 101, kappa: 1 } }, drawn], "NumPy has no finding"],
    ["the number of findings", [exact], "we have 2 findings, NumPy has 1"],
  ])("are refused where %s differs", (_, theirs, message) => {
    expect(() => requireSameBounds([exact, drawn], theirs)).toThrow(message);
  });
});
