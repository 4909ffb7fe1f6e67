import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { outcomeOf } from "../engine/format/outcome.ts";
import experiment from "./secure-release.ts";

describe("the experiment on releases", () => {
  it("holds at parameters of its own, and its controls are caught in every cell", async () => {
    const rows = await experimentRows(experiment, {
      seed: 5,
      overrides: {
        "support.epsilon": [0.75],
        "grid-noise.epsilon": [3],
        "grid-quantiles.epsilon": [1.5],
        squared: [2],
        rho: [1.5],
        "draws.epsilon": [2.5],
        "draws.release": ["sum", "quantiles"],
        "utility.epsilon": [0.75],
        steps: [3],
      },
    });
    const { parts, passed } = outcomeOf(rows);
    expect(parts.map(({ part, verdict }) => `${part} ${verdict}`)).toEqual(
      Object.keys(experiment.parts).map((part) => `${part} ${part === "support" ? "not-refuted" : "holds"}`),
    );
    expect(rows.filter(({ control, verdict }) => control !== undefined && verdict !== "violated")).toEqual([]);
    expect(passed).toBe(true);
  }, 60_000);
});
