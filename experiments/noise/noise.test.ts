import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { outcomeOf } from "../engine/outcome.ts";
import experiment from "./noise.ts";

describe("the experiment on noise", () => {
  it("holds at parameters of its own, and its control is caught in every cell", async () => {
    const rows = await experimentRows(experiment, {
      overrides: { epsilon: [0.03, 0.7, 12], sensitivity: [1, 7, 400] },
    });
    expect(outcomeOf(rows).parts).toMatchObject([{ verdict: "holds", controls: { "twice-the-ratio": "caught" } }]);
    expect(rows.filter(({ control, verdict }) => control !== undefined && verdict !== "violated")).toEqual([]);
  });

  it("has the golden mass 0.46211715726 and variance 1.84134718842 at epsilon 1 (claim geometric-mechanism)", async () => {
    const [row] = await experimentRows(experiment, { overrides: { epsilon: [1], sensitivity: [1] } });
    expect(row.checks["mass-at-zero"].estimate).toBeCloseTo(0.46211715726, 11);
    expect(row.checks.variance.estimate).toBeCloseTo(1.84134718842, 11);
  });
});
