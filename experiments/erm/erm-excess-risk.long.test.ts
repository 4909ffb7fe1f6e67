import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import experiment from "./erm-excess-risk.ts";

const parts = ["output", "objective", "slope", "descent", "subsample", "linear-drawn"];

describe("excess risks", () => {
  it("obey the sampled claims at another seed, size, dimension and epsilon", async () => {
    const overrides = { size: [800], dimension: [3], penalty: [0.02], epsilon: [1.5] };
    const rows = await experimentRows(experiment, { parts, seed: 5, overrides });
    const own = rows.filter(({ control }) => control === undefined);
    expect(new Set(own.map(({ part }) => part))).toEqual(new Set(parts));
    for (const { part, verdict, checks } of own) expect(verdict, `${part} ${JSON.stringify(checks)}`).toBe("holds");
  });
});
