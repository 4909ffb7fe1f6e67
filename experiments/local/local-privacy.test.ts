import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import experiment from "./local-privacy.ts";

describe("the experiment on local and shuffled privacy", () => {
  it("keeps the closed form above the numerical bound, five times", async () => {
    const overrides = { localEpsilon: [1], respondents: [30_000] };
    const [row] = await experimentRows(experiment, { parts: ["shuffling-many"], overrides });
    expect(row.verdict).toBe("holds");
    expect(Number(row.values?.closed) / Number(row.values?.general)).toBeGreaterThan(4);
  });
});
