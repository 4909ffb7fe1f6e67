import { describe, expect, it } from "vitest";
import { solveIntegerProgram } from "./integer-program.ts";
import { InfeasibleProgramError, solveLinearProgram } from "./linear-program.ts";

describe("a linear program", () => {
  // Dantzig's diet in small: x + 2 y >= 4, 3 x + y >= 6 at costs 2 and 3; the corner is (8/5, 6/5).
  const diet = {
    costs: [2, 3],
    rows: [
      { columns: [0, 1], values: [1, 2], lower: 4, upper: Infinity },
      { columns: [0, 1], values: [3, 1], lower: 6, upper: Infinity },
    ],
  };

  it("is solved, with multipliers that make the dual objective equal", async () => {
    const { values, multipliers } = await solveLinearProgram(diet);
    expect(Array.from(values, (value) => value.toFixed(9))).toEqual(["1.600000000", "1.200000000"]);
    expect(4 * multipliers[0] + 6 * multipliers[1]).toBeCloseTo(2 * 1.6 + 3 * 1.2, 9);
  });

  it("has multipliers of at most 0 for upper bounds", async () => {
    const { values, multipliers } = await solveLinearProgram({
      costs: [-1],
      rows: [{ columns: [0], values: [2], lower: -Infinity, upper: 3 }],
    });
    expect(values[0]).toBe(1.5);
    expect(multipliers[0]).toBe(-0.5);
  });

  it("gives the same bits each time", async () => {
    expect(await solveLinearProgram(diet)).toEqual(await solveLinearProgram(diet));
  });

  it("keeps the upper bounds of variables, which move the corner", async () => {
    // With y at most 1 the first row asks for x of 2 or more.
    const { values } = await solveLinearProgram({ ...diet, most: [Infinity, 1] });
    expect(Array.from(values, (value) => value.toFixed(9))).toEqual(["2.000000000", "1.000000000"]);
    await expect(solveLinearProgram({ ...diet, most: [1] })).rejects.toThrow(
      "most must be of length 2, got an array of length 1",
    );
  });

  it("whose constraints contradict each other is told apart by name", async () => {
    const rows = [{ columns: [0], values: [1], lower: -Infinity, upper: -1 }];
    const solving = solveLinearProgram({ costs: [1], rows });
    await expect(solving).rejects.toBeInstanceOf(InfeasibleProgramError);
    await expect(solving).rejects.toThrow(
      "the linear program of 1 variables and 1 rows must be feasible, got rows and bounds that contradict each other",
    );
    await expect(solveLinearProgram({ ...diet, most: [1, 1] })).rejects.toBeInstanceOf(InfeasibleProgramError);
  });

  it("names a column, a cost or a bound that is none", async () => {
    const row = { columns: [0], values: [1], lower: 1, upper: 1 };
    for (const column of [Number.NaN, undefined as never, 0.5, -1, 2]) {
      const program = { costs: [1, 1], rows: [{ ...row, columns: [column] }] };
      const message = `rows[0].columns[0] must be an integer from 0 to 1, got ${column}`;
      await expect(solveLinearProgram(program)).rejects.toThrow(new RangeError(message));
      await expect(solveIntegerProgram(program)).rejects.toThrow(new RangeError(message));
    }
    await expect(solveLinearProgram({ costs: [Number.NaN], rows: [row] })).rejects.toThrow(
      new RangeError("costs[0] must be finite, got NaN"),
    );
    await expect(solveLinearProgram({ costs: [1], rows: [{ ...row, values: [Number.NaN] }] })).rejects.toThrow(
      new RangeError("rows[0].values[0] must be finite, got NaN"),
    );
    await expect(solveLinearProgram({ costs: [1], rows: [{ ...row, upper: Number.NaN }] })).rejects.toThrow(
      new RangeError("rows[0].upper must be a number, got NaN"),
    );
    await expect(solveLinearProgram({ costs: [1], rows: [row], most: [Number.NaN] })).rejects.toThrow(
      new RangeError("most[0] must be a number, got NaN"),
    );
  });

  it("without a least value is no answer, and not called infeasible", async () => {
    const solving = solveLinearProgram({
      costs: [-1],
      rows: [{ columns: [0], values: [1], lower: 0, upper: Infinity }],
    });
    await expect(solving).rejects.toThrow("the linear program of 1 variables and 1 rows was not solved");
    await expect(solving).rejects.not.toBeInstanceOf(InfeasibleProgramError);
  });
});
