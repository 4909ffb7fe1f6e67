import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { outcomeOf } from "../engine/format/outcome.ts";
import experiment from "./local-privacy.ts";

describe("the experiment on local and shuffled privacy", () => {
  it("holds at parameters of its own, and its exact controls are caught in every cell", async () => {
    const overrides = { epsilon: [0.7], choices: [3], localEpsilon: [1.3], respondents: [3], share: [0.3] };
    const rows = await experimentRows(experiment, { parts: ["oracles", "local-bounds", "shuffling"], overrides });
    expect(outcomeOf(rows).parts.map(({ part, verdict }) => [part, verdict])).toEqual([
      ["oracles", "holds"],
      ["local-bounds", "holds"],
      ["shuffling", "holds"],
    ]);
    expect(rows.filter(({ control, verdict }) => control !== undefined && verdict !== "violated")).toEqual([]);
    expect(experiment.figures.bounds.draw(rows).data.length).toBeGreaterThan(2);
  });

  it.each([1, 2, 3])("leaves nothing open in surveys that are drawn at seed %d", async (seed) => {
    const rows = await experimentRows(experiment, { seed, parts: ["oracle-surveys"] });
    for (const { control, verdict } of rows) expect(verdict).toBe(control === undefined ? "holds" : "violated");
  });

  it("keeps the closed form above the numerical bound, five times", async () => {
    const overrides = { localEpsilon: [1], respondents: [30_000] };
    const [row] = await experimentRows(experiment, { parts: ["shuffling-many"], overrides });
    expect(row.verdict).toBe("holds");
    expect(Number(row.values?.closed) / Number(row.values?.general)).toBeGreaterThan(4);
  });
});
