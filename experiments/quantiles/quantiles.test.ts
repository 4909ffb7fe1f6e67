import { describe, expect, it } from "vitest";
import { quantiles } from "../../lib/mechanisms/statistics/quantiles.ts";
import { stream } from "../../lib/random/stream.ts";
import { controlRows } from "../../testing/control-rows.ts";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { outcomeOf } from "../engine/format/outcome.ts";
import { MEDIANS, recordsOf } from "./datasets.ts";
import experiment from "./quantiles.ts";

describe("the experiment on quantiles", () => {
  it("holds at parameters of its own, and its controls are caught in every cell", async () => {
    const rows = await experimentRows(experiment, {
      seed: 5,
      overrides: {
        epsilon: [1.3],
        records: [2],
        "joint-accuracy.outputs": [7],
        data: ["normal"],
        "hsjointexp.data": ["two-atoms"],
        radius: [5e-4],
        "quantile-atoms.size": [313],
      },
    });
    const { parts, passed } = outcomeOf(rows);
    expect(parts.map(({ part, verdict }) => `${part} ${verdict}`)).toEqual(
      Object.keys(experiment.parts).map((part) => `${part} holds`),
    );
    expect(rows.filter(({ control, verdict }) => control !== undefined && verdict !== "violated")).toEqual([]);
    expect(passed).toBe(true);
  });

  it("holds at the ends of its ranges", async () => {
    const rows = [
      ...(await experimentRows(experiment, {
        parts: ["jointexp"],
        overrides: { epsilon: [0.05, 10], records: [1] },
      })),
      ...(await experimentRows(experiment, {
        parts: ["quantile-atoms"],
        overrides: { epsilon: [0.5, 4], size: [100, 101, 5000] },
      })),
      ...(await experimentRows(experiment, {
        parts: ["hsjointexp-privacy"],
        overrides: { epsilon: [0.05, 2], radius: [1e-5, 0.1] },
      })),
    ];
    expect(rows.filter(({ control, verdict }) => control === undefined && verdict !== "holds")).toEqual([]);
  });

  it.each([
    ["jointexp", "sensitivity-one-under-swap", { epsilon: [0.05, 2], records: [2, 4] }],
    ["quantile-atoms", "accuracy-of-smoothed-data", { epsilon: [0.5, 4], size: [100, 3001], radius: [0, 0.1] }],
    ["hsjointexp-privacy", "epsilon-doubled", { epsilon: [0.05, 2], radius: [1e-5, 1e-3] }],
    ["hsjointexp", "no-smoothing", { epsilon: [0.5, 4], radius: [1e-5, 0.1] }],
  ])("catches the control of %s, %s, at the ends of its axes", async (part, control, overrides) => {
    const rows = await controlRows(experiment, { part, control, overrides });
    expect(rows.filter(({ verdict }) => verdict !== "violated")).toEqual([]);
  });

  it("has the golden losses 0.990 and 0.994, and 1.977 and 1.991 broken, at epsilon 1 (claim jointexp)", async () => {
    const rows = await experimentRows(experiment, {
      parts: ["jointexp"],
      overrides: { epsilon: [1], records: [3, 5], outputs: [1], relation: ["swap"] },
    });
    const losses = (control?: string) =>
      rows
        .filter((row) => row.control === control && row.cell.epsilon === 1)
        .map(({ checks }) => checks.epsilon.estimate);
    expect(losses()[0]).toBeCloseTo(0.99, 3);
    expect(losses()[1]).toBeCloseTo(0.994, 3);
    expect(losses("sensitivity-one-under-swap")[0]).toBeCloseTo(1.977, 3);
    expect(losses("sensitivity-one-under-swap")[1]).toBeCloseTo(1.991, 3);
  });

  it("has errors on atoms that drawing finds, too: 0.25, 0.2 and 0.0020 (claim quantile-atoms)", async () => {
    const [row] = await experimentRows(experiment, { parts: ["quantile-atoms"], overrides: { size: [1000] } });
    const { one, two, spread } = row.values as Record<"one" | "two" | "spread", number>;
    expect(one).toBeCloseTo(0.25, 10);
    expect(two).toBeCloseTo(0.2, 10);
    expect(spread).toBeCloseTo(0.002, 4);
    const mechanism = quantiles({ epsilon: 1, probabilities: [0.5], neighbours: "swap", lower: 0, upper: 1 });
    for (const [data, exact] of [
      ["two-atoms", two],
      ["uniform", spread],
    ] as const) {
      const random = stream(7, data);
      const errors = Float64Array.from({ length: 2000 }, () =>
        Math.abs(mechanism.release(recordsOf(data, 1000), random)[0] - MEDIANS[data]),
      );
      // The error has a standard deviation of about its mean at most: five standard errors.
      expect(Math.abs(errors.reduce((sum, error) => sum + error, 0) / 2000 / exact - 1)).toBeLessThan(
        5 / Math.sqrt(2000),
      );
    }
  });
});
