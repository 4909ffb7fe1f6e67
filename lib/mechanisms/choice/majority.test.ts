import { describe, expect, it } from "vitest";
import { largestLoss } from "../../../testing/contract/audit.ts";
import { exp } from "../../numerics/exponential.ts";
import { discreteLaplace } from "../noise/discrete-laplace.ts";
import { type MajorityRule, majority } from "./majority.ts";

const RULES: readonly MajorityRule[] = ["exponential", "inverse-sensitivity", "optimal", "upper-bound"];
const votes = (voters: number, ones: number) => Array.from({ length: voters }, (_, i) => (i < ones ? 1 : 0));

function lawsOf(rule: MajorityRule, voters: number, epsilon: number) {
  const mechanism = majority({ epsilon, size: voters, rule });
  return Array.from({ length: voters + 1 }, (_, ones) => mechanism.law(votes(voters, ones)));
}

function chances(rule: MajorityRule, voters: number, epsilon: number): number[] {
  return lawsOf(rule, voters, epsilon).map((law) => (law.kind === "discrete" ? exp(law.logMass(1)) : 0));
}

const worstLoss = (rule: MajorityRule, voters: number, epsilon: number) => {
  const laws = lawsOf(rule, voters, epsilon);
  return Math.max(...laws.slice(1).map((law, ones) => largestLoss(laws[ones], law)));
};

describe("majority", () => {
  // Computed in 30-digit arithmetic from the formulas; printed to six digits.
  it.each([
    ["exponential", [0.075858, 0.182426, 0.377541, 0.622459, 0.817574, 0.924142]],
    ["inverse-sensitivity", [0.047426, 0.119203, 0.268941, 0.731059, 0.880797, 0.952574]],
    ["optimal", [0.036397, 0.098938, 0.268941, 0.731059, 0.901062, 0.963603]],
  ] as const)("has the golden probabilities of the %s rule for five voters", (rule, golden) => {
    const found = chances(rule, 5, 1);
    golden.forEach((value, ones) => {
      expect(Math.abs(found[ones] - value)).toBeLessThan(0.5000001e-6);
    });
  });

  it.each([5, 11, 21, 101])("keeps its guarantee between all neighbours, with %d voters", (voters) => {
    for (const epsilon of [0.1, 0.3, 1, 2]) {
      for (const rule of RULES) {
        const limit = rule === "upper-bound" ? 2 * epsilon : epsilon;
        expect(worstLoss(rule, voters, epsilon)).toBeLessThanOrEqual(limit + 1e-9);
      }
      expect(worstLoss("optimal", voters, epsilon)).toBeCloseTo(epsilon, 9);
      expect(worstLoss("inverse-sensitivity", voters, epsilon)).toBeCloseTo(epsilon, 9);
    }
  });

  it("loses 2 epsilon by the upper-bound rule, so that it is no epsilon-private rule itself", () => {
    expect(worstLoss("upper-bound", 21, 1)).toBeCloseTo(2, 4);
  });

  it("orders its rules: exponential, inverse sensitivity, optimal, upper bound", () => {
    const columns = RULES.map((rule) => chances(rule, 21, 0.3));
    for (let ones = 11; ones <= 21; ones++) {
      for (let i = 1; i < RULES.length; i++) {
        expect(columns[i][ones]).toBeGreaterThanOrEqual(columns[i - 1][ones] - 1e-15);
      }
    }
  });

  it("equals a discrete Laplace count compared with the half by its optimal rule", () => {
    const count = discreteLaplace({ epsilon: 0.7, sensitivity: 1, neighbours: "swap" });
    const found = chances("optimal", 7, 0.7);
    found.forEach((chance, ones) => {
      const law = count.law(ones);
      const above = law.support.reduce((sum, x) => sum + (x >= 4 ? exp(law.logMass(x)) : 0), 0);
      expect(Math.abs(chance - above)).toBeLessThan(1e-13);
    });
  });
});
