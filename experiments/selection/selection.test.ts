import { describe, expect, it } from "vitest";
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { controlRows } from "../../testing/control-rows.ts";
import { experimentRows } from "../../testing/experiment-rows.ts";
import type { CellRow } from "../kit.ts";
import { limitError } from "./majority-price-part.ts";
import experiment from "./selection.ts";

/** The mass of a binomial law by its definition. */
function binomialMass(trials: number, successes: number, share: number): number {
  let logMass = successes * log(share) + (trials - successes) * log(1 - share);
  for (let k = 1; k <= successes; k++) logMass += log((trials - successes + k) / k);
  return exp(logMass);
}

const controlled = (rows: readonly CellRow[], name: string) => rows.filter(({ control }) => control === name);

describe("the experiment on selection", () => {
  it("refuses an even number of voters", async () => {
    const even = { parts: ["majority"], overrides: { voters: [4] } };
    await expect(experimentRows(experiment, even)).rejects.toThrow(/voters .*4.*odd/);
  });

  it("has the golden majorities of five votes at epsilon 1 (claim majority)", async () => {
    const rows = await experimentRows(experiment, { parts: ["majority"], overrides: { epsilon: [1], voters: [5] } });
    const golden: Record<string, readonly number[]> = {
      exponential: [0.075858, 0.182426, 0.377541, 0.622459, 0.817574, 0.924142],
      "inverse-sensitivity": [0.047426, 0.119203, 0.268941, 0.731059, 0.880797, 0.952574],
      optimal: [0.036397, 0.098938, 0.268941, 0.731059, 0.901062, 0.963603],
    };
    for (const [rule, values] of Object.entries(golden)) {
      const answers = rows.find(({ cell, control }) => cell.rule === rule && control === undefined)?.values?.answers;
      for (const [ones, value] of values.entries()) expect((answers as number[])[ones]).toBeCloseTo(value, 6);
    }
  });

  it("finds 2.0000 for the bound used as a rule (claim majority)", async () => {
    const [bound] = await controlRows(experiment, {
      ...{ part: "majority", control: "upper-bound", overrides: { epsilon: [1], voters: [21] } },
    });
    expect(bound.checks.epsilon.estimate).toBeCloseTo(2, 4);
  });

  it("finds that within sqrt n of a tie majorities disagree 19 to 20 % of the time, and agree with 97 % at the edge (E55)", async () => {
    const voters = [101, 201, 301, 501];
    const population = { part: "majority", control: "printed-population", overrides: { voters } };
    const rows = await controlRows(experiment, population);
    // P(Beta(s + 1, n - s + 1) < 1/2), by binomial tails of n + 1 fair coins.
    const disagreement = rows.map(({ checks }) => checks["disagrees-with-population"].estimate?.toFixed(4));
    expect(disagreement).toEqual(["0.1966", "0.1977", "0.1989", "0.1983"]);
    const edge = rows.map(({ checks }) => checks["agrees-at-the-edge"].estimate?.toFixed(4));
    expect(edge).toEqual(["0.9703", "0.9714", "0.9713", "0.9726"]);
    for (const { checks } of rows) {
      for (const { theory, verdict } of Object.values(checks)) expect([theory, verdict]).toEqual([0.5, "violated"]);
    }
  });

  it("has a majority at 1/2 + 1/sqrt n that is wrong as often as computed, without privacy and at kappa = 3 and 10 (E55b)", async () => {
    const limits = ([3, 10] as const).map((kappa) =>
      (["exponential", "optimal"] as const).map((rule) => limitError(rule, kappa).toFixed(4)),
    );
    expect(limits).toEqual([
      ["0.0966", "0.0686"],
      ["0.0301", "0.0272"],
    ]);
    const voters = 101;
    const rows = await experimentRows(experiment, {
      parts: ["majority-price"],
      overrides: { voters: [voters], kappa: [3] },
    });
    // The sum over all numbers of ones, by the rule as it is printed in the notes.
    const share = 0.5 + 1 / Math.sqrt(voters);
    const mass = Array.from({ length: voters + 1 }, (_, ones) => binomialMass(voters, ones, share));
    const wrong = mass.reduce(
      (sum, p, ones) => sum + p / (1 + exp(((2 * ones - voters) * 3) / Math.sqrt(voters) / 2)),
      0,
    );
    const sample = mass.reduce((sum, p, ones) => (2 * ones > voters ? sum : sum + p), 0);
    const [claimed, controlled] = [undefined, "free-from-three"].map((control) =>
      rows.find((row) => row.control === control && row.cell.rule === "exponential"),
    );
    expect(claimed?.checks.error.estimate).toBeCloseTo(wrong, 12);
    expect(claimed?.checks["without-privacy"].estimate).toBeCloseTo(sample, 12);
    expect(controlled?.checks.error).toMatchObject({ verdict: "violated" });
    expect(controlled?.checks.error.theory).toBeCloseTo(sample, 12);
  });

  it("shows what the printed statements claim beside what is found (E04, E18, E19)", async () => {
    const few = { options: [2], epsilon: [1], voters: [5] };
    const rows = await experimentRows(experiment, { parts: ["exp-utility", "majority"], overrides: few });
    const [exponent] = controlled(rows, "printed-exponent");
    expect(exponent.checks.exponent.theory).toBe(Number(exponent.cell.voters) + 2);
    expect(exponent.checks.exponent.estimate).toBeCloseTo(Number(exponent.cell.voters), 9);
    expect(controlled(rows, "printed-event")[0].checks.probability.estimate).toBeCloseTo(1, 12);
    for (const { checks } of controlled(rows, "printed-majority")) {
      expect(checks["least-factor"].estimate).toBeLessThanOrEqual(1 + 1e-12);
      expect(checks.error.verdict).toBe("violated");
    }
  });

  it("has the golden losses of noisy max at epsilon 1: 0.9425, 0.866 and, broken, 1.839 (claim noisy-max)", async () => {
    const rows = await experimentRows(experiment, {
      parts: ["noisy-max"],
      overrides: { noise: ["laplace"], epsilon: [1], options: [2] },
    });
    const losses = (relation: string) =>
      rows.find(({ cell, control }) => cell.relation === relation && control === undefined)?.values?.losses as number[];
    expect(losses("add-remove")[8]).toBeCloseTo(0.9425, 4);
    expect(losses("swap")[8]).toBeCloseTo(0.866, 3);
    const broken = controlled(rows, "scale-of-add-remove-under-swap").find(({ cell }) => cell.epsilon === 1);
    expect(broken?.checks.epsilon.estimate).toBeCloseTo(1.839, 3);
  });

  it("has the golden loss 1.14384 of the full exponent with three options (claim exponential-mechanism)", async () => {
    const [row] = await controlRows(experiment, {
      ...{ part: "exponential-mechanism", control: "full-exponent-three-options", overrides: { epsilon: [1] } },
    });
    expect(row.checks.epsilon.estimate).toBeCloseTo(1.14384, 5);
  });
});
