import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { outcomeOf } from "../engine/format/outcome.ts";
import experiment from "./structured-releases.ts";

describe("the experiment on structured releases", () => {
  it("holds at parameters of its own, and its controls are caught in every cell", async () => {
    const rows = await experimentRows(experiment, {
      overrides: {
        epsilon: [0.7, 3],
        delta: [1e-5],
        k: [2],
        elsewhere: [50, 92],
        bits: [3],
        dimension: [3],
        records: [200],
        columns: [5],
      },
    });
    const { parts, passed } = outcomeOf(rows);
    expect(parts.map(({ part, verdict }) => `${part} ${verdict}`)).toEqual(
      Object.keys(experiment.parts).map((part) => `${part} holds`),
    );
    expect(rows.filter(({ control, verdict }) => control !== undefined && verdict !== "violated")).toEqual([]);
    expect(passed).toBe(true);
  });
});
