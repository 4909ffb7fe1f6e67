import { describe, expect, it } from "vitest";
import { expectPromised } from "../../testing/experiment-promises.ts";
import { experimentRows } from "../../testing/experiment-rows.ts";
import type { CellRow } from "../kit.ts";
import synthetic from "./synthetic.ts";

/** One part at other values than its own. */
async function rowsOf(
  part: string,
  overrides: Readonly<Record<string, readonly unknown[]>>,
): Promise<readonly CellRow[]> {
  return experimentRows(synthetic, { parts: [part], overrides });
}

const own = (rows: readonly CellRow[]) => rows.filter(({ control }) => control === undefined);

describe("MWEM", () => {
  it("spends epsilon and loses no more, and twice the rounds are caught", async () => {
    const rows = await rowsOf("mwem-budget", { epsilon: [0.3, 5], rounds: [3] });
    expectPromised(rows);
    for (const { values } of rows.filter(({ control }) => control !== undefined))
      expect(values?.spent).toBeGreaterThan(0);
  });
});

describe("the noisy histogram", () => {
  it("has marginals of the stated deviation, and the scale of add-remove is audited at twice epsilon under swap", async () => {
    const rows = await rowsOf("synth-histogram", { epsilon: [0.7], attributes: [5] });
    expectPromised(rows);
    // 16 cells lie in a cell of one column of five: sqrt(8 * 16) / 0.7.
    const swap = own(rows).find(({ cell }) => cell.relation === "swap");
    expect(swap?.checks.deviation.estimate).toBeCloseTo(16.1624, 3);
    const audited = rows.filter(({ control }) => control === "add-remove-scale");
    for (const { cell, checks } of audited)
      expect(Number(checks.epsilon.estimate) / Number(cell.epsilon)).toBeCloseTo(2, 9);
  });

  it("has the largest error of the closed form, in its laws and in its releases", async () => {
    const rows = await rowsOf("max-error", { epsilon: [0.7], attributes: [3], beta: [0.1] });
    expectPromised(rows);
    // 1 - (1 - 0.1 / 8)^8.
    expect(own(rows)[0].checks.tail.estimate).toBeCloseTo(0.0957327, 6);
    expectPromised(await rowsOf("max-error-draws", { epsilon: [0.7], attributes: [3] }));
  });
});
