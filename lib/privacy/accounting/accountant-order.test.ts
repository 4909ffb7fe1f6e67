import { describe, expect, it } from "vitest";
import { compareAccountants } from "./accountant-comparison.ts";
import { type AccountantRow, requireAccountantOrder } from "./accountant-order.ts";
import type { Accountant } from "./accountants.ts";

const pureRows = compareAccountants([{ mechanism: { kind: "pure", epsilon: 0.1 }, times: 100 }], { delta: 1e-6 }).rows;
const gaussianRows = compareAccountants([{ mechanism: { kind: "gaussian", sigma: 10, sensitivity: 1 }, times: 50 }], {
  delta: 1e-5,
}).rows;

/** The rows with one accountant broken: its epsilon, and its interval if it has one, scaled. */
function broken(rows: readonly AccountantRow[], accountant: Accountant, factor: number): AccountantRow[] {
  return rows.map((row) => {
    if (row.accountant !== accountant) return row;
    const { lower = 0, estimate = 0, upper = 0 } = row.interval ?? {};
    const interval = { lower: lower * factor, estimate: estimate * factor, upper: upper * factor };
    return { ...row, epsilon: row.epsilon * factor, ...(row.interval ? { interval } : {}) };
  });
}

describe("requireAccountantOrder", () => {
  it("accepts what the accountants say", () => {
    expect(() => requireAccountantOrder(pureRows)).not.toThrow();
    expect(() => requireAccountantOrder(gaussianRows)).not.toThrow();
  });

  it("catches an accountant that claims too little, and names both rows", () => {
    expect(() => requireAccountantOrder(broken(pureRows, "renyi", 0.9))).toThrow(
      /the lower end of privacy-loss distribution, 4\.77\d*, must be at most renyi, 4\.56/,
    );
    for (const accountant of ["basic", "advanced (DRV)", "advanced (tight)", "optimal (grid)"] as const) {
      expect(() => requireAccountantOrder(broken(pureRows, accountant, 0.45))).toThrow(`must be at most ${accountant}`);
    }
    for (const accountant of ["zero-concentrated tight", "renyi classic", "optimal (continuous)"] as const) {
      expect(() => requireAccountantOrder(broken(gaussianRows, accountant, 0.1))).toThrow(accountant);
    }
    expect(() => requireAccountantOrder(broken(gaussianRows, "privacy-loss distribution", 0.999))).toThrow(
      /exact, 2\.94\d*, must be at most privacy-loss distribution/,
    );
    expect(() => requireAccountantOrder(broken(gaussianRows, "exact", 0.999))).toThrow(
      /the lower end of privacy-loss distribution, 2\.94\d*, must be at most exact/,
    );
  });

  it("catches an accountant that claims more than the one above it", () => {
    expect(() => requireAccountantOrder(broken(pureRows, "optimal (continuous)", 1.02))).toThrow("optimal (grid)");
    expect(() => requireAccountantOrder(broken(pureRows, "optimal (continuous)", 1.3))).toThrow("optimal (grid)");
    expect(() => requireAccountantOrder(broken(pureRows, "advanced (tight)", 1.2))).toThrow("advanced (DRV)");
    expect(() => requireAccountantOrder(broken(pureRows, "advanced (DRV)", 2))).toThrow("must be at most basic");
    expect(() => requireAccountantOrder(broken(pureRows, "zero-concentrated tight", 1.2))).toThrow("classic");
    expect(() => requireAccountantOrder(broken(pureRows, "renyi", 1.2))).toThrow("renyi classic");
    expect(() => requireAccountantOrder(broken(pureRows, "privacy-loss distribution", 1.1))).toThrow("must be at most");
  });

  it("holds an estimate to no order", () => {
    const row: AccountantRow = { accountant: "central-limit estimate", epsilon: 0.01, upperBound: false, note: "" };
    expect(() => requireAccountantOrder([...gaussianRows, row])).not.toThrow();
    expect(() => requireAccountantOrder([...gaussianRows, { ...row, upperBound: true }])).toThrow("central-limit");
  });
});
