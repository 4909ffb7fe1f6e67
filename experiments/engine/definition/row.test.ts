import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type CellRow, storedAs } from "./row.ts";

const row: CellRow = {
  part: "half",
  claim: "halves",
  cell: { size: 1 },
  verdict: "holds",
  checks: {},
  values: { curve: { x: [1, 2], y: [0.5, 1] } },
};

describe("storedAs", () => {
  const numbers = z.array(z.number());

  it("reads what a row keeps in the shape that is declared", () => {
    expect(storedAs("curve", z.object({ x: numbers, y: numbers }))(row)).toEqual({ x: [1, 2], y: [0.5, 1] });
    expect(storedAs("limit", numbers.optional())(row)).toBeUndefined();
  });

  it("refuses another shape by its place", () => {
    expect(() => storedAs("curve", z.object({ x: z.array(z.string()) }))(row)).toThrow(
      "values of part half must be as declared, got curve.x.0: Invalid input: expected string, received number",
    );
    expect(() => storedAs("curves", numbers)(row)).toThrow("got curves: Invalid input");
  });
});
