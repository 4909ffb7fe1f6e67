import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { outcomeOf } from "../engine/outcome.ts";
import experiment from "./private-learning.ts";

const controlRows = async (part: string, control: string) =>
  (await experimentRows(experiment, { parts: [part] })).filter((row) => row.control === control);

describe("the experiment on private learning", () => {
  it("holds at parameters of its own, and every control is caught in every cell", async () => {
    const rows = await experimentRows(experiment, {
      overrides: {
        "klnrs-learning.values": [2, 37],
        "klnrs-learning.epsilon": [0.4],
        "klnrs-learning.flipped": [3, 0],
        "all-labelings.values": [2, 31],
        "all-labelings.accuracy": [0.3],
        "population.accuracy": [0.27],
        "pate.teachers": [2, 7],
        "pate.rate": [0.03, 0.8],
        "pate-gaussian.order": [1.2, 13],
        "pate-gaussian.sigma": [1, 3.3],
        "linreg-sufficient-statistics.epsilon": [0.02, 7],
        "subsample-aggregate.size": [777, 54_321],
        "subsample-aggregate.exponent": [0.2, 0.93],
        "objective-line.size": [3],
        "exponential-delta.radius": [0.37],
        "descent-step.rho": [0.004, 3],
        "descent-step.size": [17],
      },
    });
    const outcome = outcomeOf(rows);
    expect(outcome.parts.filter(({ verdict }) => verdict !== "holds")).toEqual([]);
    expect(rows.filter(({ control, verdict }) => control !== undefined && verdict !== "violated")).toEqual([]);
    expect(outcome.passed).toBe(true);
  });

  it("needs 144 records for thresholds on {1..64}, and fails with 0.1545 on a quarter of them", async () => {
    const rows = await experimentRows(experiment, {
      parts: ["klnrs-learning"],
      overrides: { values: [64], epsilon: [1], flipped: [0] },
    });
    // (2 / (1 · 0.1)) ln(64 / 0.05) = 143.09; with 36 records, 9/16 of one a step, P(errors > 3.6) of weights e^(-errors / 2).
    expect(rows[0].values?.size).toBe(144);
    expect(rows[1].checks.failure.estimate).toBeCloseTo(0.154473, 5);
  });

  it("finds the numbers of its controls: of the errata E36, E42 and E29, of a class too large and of a term without 1/n", async () => {
    const found = async (part: string, control: string, check: string) =>
      (await controlRows(part, control)).map(({ checks }) => checks[check].estimate);
    const [biased] = [await found("subsample-aggregate", "optimal-with-bias", "ratio")];
    expect(biased[0]).toBeCloseTo(5.016, 2);
    expect(biased[1]).toBeCloseTo(26.6, 1);
    expect(biased[2]).toBeCloseTo(842.9, 0);
    expect((await found("all-labelings", "size-of-the-universe", "failure"))[0]).toBeCloseTo(0.99765, 5);
    expect(await found("exponential-delta", "delta-of-the-range", "delta")).toEqual(new Array(18).fill(0));
    // epsilon^2 delta / 1.25.
    expect((await found("descent-step", "variance-over-delta", "rho"))[1]).toBeCloseTo(8e-7, 12);
    // epsilon / n at n = 100.
    expect((await found("objective-line", "term-not-over-n", "epsilon")).at(-1)).toBeCloseTo(0.01, 9);
  });

  it("has the sensitivity sqrt 4.5 = 2.1213 under swap", async () => {
    const [, row] = await experimentRows(experiment, { parts: ["regression-sensitivity"] });
    expect(row.checks.distance.estimate).toBeCloseTo(2.1213203, 6);
  });
});
