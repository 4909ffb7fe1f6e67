import { describe, expect, it } from "vitest";
import { pow } from "../../lib/numerics/power.ts";
import { experimentRows } from "../../testing/experiment-rows.ts";
import experiment from "./private-learning.ts";

const controlRows = async (part: string, control: string) =>
  (await experimentRows(experiment, { parts: [part] })).filter((row) => row.control === control);

describe("the experiment on private learning", () => {
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

  it("finds the variance of exp(mean) with n^0.6 blocks: 1.95 down to 1.06 times c / n from n = 10^6 to 10^12, its limit 1", async () => {
    const size = [1e6, 1e8, 1e10, 1e12];
    const overrides = { size, epsilon: [1], exponent: [0.6], estimator: ["exp-of-mean"] };
    const rows = await experimentRows(experiment, { parts: ["block-variance"], overrides });
    const found = rows.flatMap(({ control, checks }) => (control === undefined ? [checks.variance.estimate] : []));
    // Noise 2 · 4.5^2 n / (e k^2); a block of m records gives m (e^(1/m) - 1) e^(1/m), which is 1 + 1.5 / m to first order.
    const k = size.map((n) => Math.round(pow(n, 0.6)));
    const expected = size.map((n, i) => (40.5 * n) / (Math.E * k[i] * k[i]) + 1 + 1.5 * (k[i] / n));
    for (const [i, value] of expected.entries()) expect(found[i]).toBeCloseTo(value, 3);
  });

  it("finds the variance of sqrt(n) blocks 16 times c / n, whatever n", async () => {
    const rows = await controlRows("block-variance", "root-n-blocks");
    const found = rows.filter(({ cell }) => cell.estimator === "exp-of-mean");
    for (const { checks } of found) expect(checks.variance.estimate).toBeCloseTo(1 + 40.5 / Math.E, 1);
  });

  it("has the sensitivity sqrt 4.5 = 2.1213 under swap", async () => {
    const [, row] = await experimentRows(experiment, { parts: ["regression-sensitivity"] });
    expect(row.checks.distance.estimate).toBeCloseTo(2.1213203, 6);
  });
});
