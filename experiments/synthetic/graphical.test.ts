import { describe, expect, it } from "vitest";
import { expectPromised } from "../../testing/experiment-promises.ts";
import { experimentRows } from "../../testing/experiment-rows.ts";
import type { CellRow } from "../kit.ts";
import synthetic from "./synthetic.ts";

async function rowsOf(
  part: string,
  overrides: Readonly<Record<string, readonly unknown[]>>,
): Promise<readonly CellRow[]> {
  const rows = await experimentRows(synthetic, { parts: [part], overrides });
  expectPromised(rows);
  return rows;
}

describe("AIM", () => {
  it("spends rho to the last digit at other budgets, and what is not charged is caught", async () => {
    const rows = await rowsOf("aim-budget", { rho: [0.003, 0.7], relation: ["swap", "zero-out"] });
    for (const { checks, cell, control } of rows)
      if (control === "add-remove-noise-under-swap")
        // Nine tenths of rho are noise, of twice the cost, and a tenth is for choices; the opening has no choice.
        expect(Number(checks.loss.estimate) / Number(cell.rho)).toBeGreaterThan(1.9);
  });

  it("answers the marginals of its law, for other models", async () => {
    await rowsOf("aim-model", { attributes: [3, 5], model: [77, 1234] });
  });
});
