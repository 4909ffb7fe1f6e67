import { describe, expect, it } from "vitest";
import type { BarTrace } from "./plotly.ts";
import { verdictGrid } from "./verdict-grid.ts";

const parts = {
  caption: "A test",
  source: "none",
  rowLabel: "mechanism",
  columnLabel: "epsilon",
  rows: ["top", "bottom"],
  columns: ["1", "2"],
};

describe("verdictGrid", () => {
  it("puts a cell in its row and column, the first row on top", () => {
    const cells = [{ row: "top", column: "2", verdict: "violated" }] as const;
    const [bar] = verdictGrid({ ...parts, cells }).data as readonly BarTrace[];
    expect(bar.x).toEqual([1]);
    expect(bar.base[0] + bar.y[0] / 2).toBeCloseTo(1, 12);
    expect(bar).toMatchObject({ name: "✗ violated", text: ["✗"] });
  });

  it("shows the text of a cell where it fits, and the sign always", () => {
    const cells = [
      { row: "top", column: "1", verdict: "holds", text: "0.98" },
      { row: "bottom", column: "1", verdict: "holds", text: "a text that is much too long for one cell of the grid" },
    ] as const;
    const [bar] = verdictGrid({ ...parts, cells }).data as readonly BarTrace[];
    expect(bar.text).toEqual(["✓ 0.98", "✓"]);
  });

  it("refuses a cell outside of the grid", () => {
    const cells = [{ row: "middle", column: "1", verdict: "holds" }] as const;
    expect(() => verdictGrid({ ...parts, cells })).toThrow('row of a cell must be one of top, bottom, got "middle"');
  });
});
