import { describe, expect, it } from "vitest";
import { controlRows } from "../../testing/control-rows.ts";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { regretFigure } from "./learning-figures.ts";
import experiment from "./streams.ts";

const rowsOf = (part: string, overrides: Readonly<Record<string, readonly unknown[]>>) =>
  experimentRows(experiment, { parts: [part], overrides });

describe("golden values", () => {
  it.each([
    [0.5, 2, 180, 5475],
    [5, 2, 17, 676],
    [0.5, 4, 310, 10_809],
    [5, 4, 36, 1209],
  ])(
    "1024 losses at epsilon %d, sensitivity %d: regret about %d, bound %d, about 1 without privacy",
    async (epsilon, sensitivity, regret, bound) => {
      const [row] = await rowsOf("pftal", { epsilon: [epsilon], sensitivity: [sensitivity], horizon: [1024] });
      expect(Math.round(Number(row.checks["mean-regret"].theory))).toBe(bound);
      expect(Number(row.checks["mean-regret"].estimate) / regret).toBeGreaterThan(0.87);
      expect(Number(row.checks["mean-regret"].estimate) / regret).toBeLessThan(1.13);
      expect(Math.round(Number(row.values?.["regret-without-privacy"]))).toBe(1);
    },
  );

  it("a power of two with L levels loses exactly epsilon; without the levels L times as much", async () => {
    const rows = await rowsOf("leader-privacy", { epsilon: [1], horizon: [8] });
    expect(rows[0].checks.epsilon.estimate).toBeCloseTo(1, 9);
    const found = (control: string) =>
      rows.find((row) => row.control === control && row.cell.epsilon === 1)?.checks.epsilon.estimate;
    expect(found("noise-without-levels")).toBeCloseTo(4, 9);
    expect(found("fresh-noise-for-each-sum")).toBeCloseTo(2, 9);
  });
});

describe("E14", () => {
  it("gradients at the first point cost a quarter of a loss each: 245 T / 1000 and not 0.045 in all", async () => {
    const rows = await controlRows(experiment, {
      part: "pftal",
      control: "gradients-at-the-first-point",
      overrides: { horizon: [4096] },
    });
    // The border is 0.7 from the best point: 0.7^2 / 2 a loss. The right leader pays 0.3^2 / 2 once.
    expect(Number(rows[0].values?.["regret-a-loss"])).toBeCloseTo(0.245, 3);
    expect(Number(rows[0].values?.["regret-at-the-right-points"])).toBeCloseTo(0.045, 12);
    expect(rows[0].checks.regret.verdict).toBe("violated");
    expect(rows[0].checks.exponent.verdict).toBe("violated");
  });
});

describe("the figure", () => {
  it("draws every epsilon with its bound, and the leader without privacy", async () => {
    const figure = regretFigure.draw(await rowsOf("pftal", { epsilon: [0.5, 5], horizon: [64, 256] }));
    const names = figure.data.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["ε = 0.5", "bound, ε = 5", "without privacy"]));
  });
});
