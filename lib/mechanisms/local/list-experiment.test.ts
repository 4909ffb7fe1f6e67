import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { stream } from "../../random/stream.ts";
import { chiSquareTest } from "../../statistics/chi-square.ts";
import { listExperiment, type Respondent } from "./list-experiment.ts";

const mechanism = listExperiment({ items: 3 });

/** The sum of (P - e^epsilon Q)+. */
function deltaAt(epsilon: number, first: Respondent, second: Respondent): number {
  const [p, q] = [mechanism.law(first), mechanism.law(second)];
  return p.support.reduce((sum, y) => sum + Math.max(0, exp(p.logMass(y)) - exp(epsilon + q.logMass(y))), 0);
}

describe("the list experiment", () => {
  it.each([0, 1, 1.0986122886681098, 10, 100])(
    "has delta 1/2 at epsilon %s for the sensitive bit alone, so that no finite epsilon helps, ln 3 included",
    (epsilon) => {
      for (let harmless = 0; harmless <= 3; harmless++) {
        expect(deltaAt(epsilon, { harmless, sensitive: 0 }, { harmless, sensitive: 1 })).toBe(0.5);
      }
    },
  );

  it("has delta 1 for whole respondents, as its guarantee admits", () => {
    const [first, second] = mechanism.worstPair();
    expect(deltaAt(5, first, second)).toBe(1);
    expect(mechanism.guarantee).toEqual({ kind: "approximate", epsilon: 0, delta: 1 });
  });

  it("gives the bit away by an answer of none or of all items in treatment, the group hidden or not", () => {
    const certain = (answer: "treatment 0" | "treatment 4", sensitive: number) =>
      [0, 1, 2, 3].every(
        (harmless) => mechanism.law({ harmless, sensitive: 1 - sensitive }).logMass(answer) === -Infinity,
      );
    expect(certain("treatment 0", 0)).toBe(true);
    expect(certain("treatment 4", 1)).toBe(true);
    // Without the group the answers are 3 or 3, and 3 or 4.
    const hidden = (respondent: Respondent, count: number) =>
      mechanism.law(respondent).support.filter((answer) => answer.endsWith(` ${count}`)).length / 2;
    const distance = [3, 4].reduce(
      (sum, n) =>
        sum + Math.max(0, hidden({ harmless: 3, sensitive: 1 }, n) - hidden({ harmless: 3, sensitive: 0 }, n)),
      0,
    );
    expect(distance).toBe(0.5);
  });

  it("is not private either when only the difference of the group means of four respondents is released (claim list-experiment)", () => {
    const halves = [0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100];
    /** How many of the six assignments give each difference, in halves. */
    const differences = (harmless: readonly number[], bits: number) => {
      const counts = new Map<number, number>();
      for (const treated of halves) {
        const difference = harmless.reduce(
          (sum, base, i) => ((treated >> i) & 1 ? sum + base + ((bits >> i) & 1) : sum - base),
          0,
        );
        counts.set(difference, (counts.get(difference) ?? 0) + 1);
      }
      return counts;
    };
    const distances = new Set<number>();
    let withoutImpossible = 0;
    for (let code = 0; code < 256; code++) {
      const harmless = [0, 1, 2, 3].map((i) => (code >> (2 * i)) & 3);
      for (let bits = 0; bits < 16; bits += 2) {
        const [p, q] = [differences(harmless, bits), differences(harmless, bits + 1)];
        const excess = [...p].reduce((sum, [value, count]) => sum + Math.max(0, count - (q.get(value) ?? 0)), 0);
        distances.add(excess);
        if ([...p.keys()].every((value) => q.has(value)) && [...q.keys()].every((value) => p.has(value)))
          withoutImpossible++;
      }
    }
    expect([...distances].sort()).toEqual([1, 2, 3]);
    expect(withoutImpossible).toBe(0);
  });

  it("draws both groups alike, and not at odds 10 % off", () => {
    const random = stream(21, "list");
    const trials = 20000;
    let treated = 0;
    for (let i = 0; i < trials; i++) {
      if (mechanism.release({ harmless: 2, sensitive: 1 }, random) === "treatment 3") treated++;
    }
    const pValue = (share: number) =>
      chiSquareTest({ observed: [treated, trials - treated], expected: [trials * share, trials * (1 - share)] }).pValue;
    expect(pValue(0.5)).toBeGreaterThan(1e-3);
    expect(pValue(0.55)).toBeLessThan(1e-4);
    const again = () => mechanism.release({ harmless: 2, sensitive: 1 }, stream(5));
    expect(again()).toBe(again());
  });

  it("refuses bad parameters and respondents", () => {
    for (const items of [0, -1, 1.5, NaN]) expect(() => listExperiment({ items })).toThrow(/^items must be/);
    expect(() => mechanism.law({ harmless: 4, sensitive: 0 })).toThrow(
      /^harmless must be an integer from 0 to 3, got a value that is not shown/,
    );
    expect(() => mechanism.law({ harmless: 1, sensitive: 2 })).toThrow(
      /^sensitive must be 0 or 1, got a value that is not shown/,
    );
  });
});
