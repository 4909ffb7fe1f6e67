import { describe, expect, it } from "vitest";
import { stream } from "../random/stream.ts";
import { solveIntegerProgram } from "./integer-program.ts";
import { InfeasibleProgramError } from "./linear-program.ts";

/** The least cost over all whole numbers from 0 to 4, by trying them all. */
function leastCost(costs: readonly number[], rows: readonly (readonly number[])[], upper: readonly number[]): number {
  let least = Infinity;
  const lists = costs.reduce<number[][]>(
    (some) => some.flatMap((list) => [0, 1, 2, 3, 4].map((k) => [...list, k])),
    [[]],
  );
  for (const values of lists) {
    const dot = (row: readonly number[]) => row.reduce((sum, value, k) => sum + value * values[k], 0);
    if (rows.every((row, i) => dot(row) <= upper[i])) least = Math.min(least, dot(costs));
  }
  return least;
}

describe("an integer program", () => {
  it("has the least cost of all whole numbers, as found by trying them", async () => {
    const random = stream(20261115, "integer-programs");
    const whole = (least: number, most: number) => least + (random.uint32() % (most - least + 1));
    for (let trial = 0; trial < 25; trial++) {
      const costs = Array.from({ length: 5 }, () => whole(-5, 3));
      const rows = Array.from({ length: 3 }, () => Array.from({ length: 5 }, () => whole(-2, 4)));
      const upper = rows.map(() => whole(0, 9));
      const values = await solveIntegerProgram({
        costs,
        most: costs.map(() => 4),
        rows: rows.map((row, i) => ({ columns: [0, 1, 2, 3, 4], values: row, lower: -Infinity, upper: upper[i] })),
      });
      const cost = costs.reduce((sum, each, k) => sum + each * values[k], 0);
      expect(cost).toBe(leastCost(costs, rows, upper));
    }
  });

  it("differs from the linear program between whole numbers", async () => {
    // 2 x + 2 y = 3 has solutions, none of them whole.
    const rows = [{ columns: [0, 1], values: [2, 2], lower: 3, upper: 3 }];
    const solving = solveIntegerProgram({ costs: [1, 1], rows });
    await expect(solving).rejects.toBeInstanceOf(InfeasibleProgramError);
    await expect(solving).rejects.toThrow("the integer program of 2 variables and 1 rows must be feasible, got rows");
  });

  it("refuses what is not whole", async () => {
    const rows = [{ columns: [0], values: [0.5], lower: 0, upper: Infinity }];
    await expect(solveIntegerProgram({ costs: [1], rows })).rejects.toThrow(
      "rows[0].values[0] must be an integer, got 0.5",
    );
    await expect(solveIntegerProgram({ costs: [0.5], rows: [] })).rejects.toThrow(
      "costs[0] must be an integer, got 0.5",
    );
  });
});
