import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { claims } from "../claims/index.ts";
import type { Experiment } from "../engine/definition/experiment.ts";
import { outcomeOf } from "../engine/format/outcome.ts";
import { atMost, exactStudy } from "../kit.ts";
import experiment from "./composition.ts";

const rowsOf = (parts: readonly string[], overrides: Record<string, readonly unknown[]> = {}) =>
  experimentRows(experiment, { parts, overrides });

/** The only row of a part at the values given. */
async function rowOf(part: string, values: Record<string, unknown>) {
  const overrides = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));
  const rows = (await rowsOf([part], overrides)).filter(({ control }) => control === undefined);
  expect(rows).toHaveLength(1);
  return rows[0];
}

async function controlOf(part: string, control: string, cell: Record<string, unknown>) {
  const rows = (await rowsOf([part])).filter((row) => row.control === control);
  const row = rows.find((each) => Object.entries(cell).every(([name, value]) => each.cell[name] === value));
  if (row === undefined) throw new Error(`${control} has no such cell`);
  return row;
}

describe("the experiment on composition", () => {
  it("takes the text of every erratum of its claims at its word, but the date", () => {
    const controls = Object.values(experiment.parts).flatMap((part) => Object.values(part.controls));
    const refuted = [...new Set(controls.flatMap(({ refutes = [] }) => refutes))].sort();
    expect(refuted).toEqual(["E05", "E23", "E38", "E39", "E40"]);
    const own = claims.filter(({ area }) => area === "composition").flatMap(({ errata }) => errata);
    expect(own.filter(({ kind }) => kind === "slip").map(({ id }) => id)).toEqual(["E41"]);
    expect(own.flatMap(({ id, kind }) => (kind === "slip" ? [] : [id])).sort()).toEqual(refuted);
  });

  it("has the golden totals of a hundred releases at 0.1: 4.774568, 5.756106, 6.308231 (claim advanced-composition)", async () => {
    const { values } = await rowOf("advanced-composition", { epsilon: 0.1, times: 100, slack: 1e-6, share: 0 });
    expect(Number(values?.exact)).toBeCloseTo(4.774568, 6);
    expect(Number(values?.tanh)).toBeCloseTo(5.756106, 6);
    expect(Number(values?.first)).toBeCloseTo(6.308231, 6);
    const thousand = await rowOf("advanced-composition", { epsilon: 0.1, times: 1000, slack: 1e-6, share: 0 });
    expect(Number(thousand.values?.exact)).toBeCloseTo(19.344671, 6);
    const small = await rowOf("advanced-composition", { epsilon: 0.01, times: 1000, slack: 1e-6, share: 0 });
    expect(Number(small.values?.exact)).toBeCloseTo(1.365447, 6);
  });

  // Claim kov-optimal-composition, k = 10 at epsilon 0.1.
  it.each([
    [0.4, 0.016080132, 5e-11],
    [0.6, 0.0031322676, 5e-11],
    [0.8, 0.00028823386, 5e-12],
  ])("has the golden delta at a total of %f", async (level, delta, within) => {
    const { checks } = await rowOf("kov-optimal-composition", { epsilon: 0.1, delta: 0, times: 10, level });
    expect(Math.abs(Number(checks.listed.estimate) - delta)).toBeLessThan(within);
    expect(Math.abs(Number(checks.listed.theory) - delta)).toBeLessThan(within);
  });

  it("has the golden group delta 0.01724, below the printed 0.03695 (claim group-privacy)", async () => {
    const { checks } = await rowOf("group-privacy", { members: 5, epsilon: 0.5, delta: 0.001 });
    expect(Number(checks["coins-attain"].estimate)).toBeCloseTo(0.01724, 5);
    expect(Number(checks["printed-is-larger"].theory)).toBeCloseTo(0.03695, 5);
    expect(Number(checks["counts-attain"].estimate)).toBeCloseTo(2.5, 10);
  });

  it("shows what the errata claimed beside what is found", async () => {
    const order = await controlOf("advanced-composition", "order-of-the-root", { epsilon: 1, times: 10_000 });
    expect(Math.round(Number(order.checks["first-form"].estimate))).toBe(17_708);
    expect(Math.round(Number(order.values?.tanh))).toBe(5147);
    expect(order.values?.basic).toBe(10_000);
    const second = await controlOf("advanced-composition", "second-term-twice", { epsilon: 0.1 });
    expect(Number(second.checks["mean-loss"].estimate)).toBeCloseTo(0.0049958, 7);
    expect(Number(second.checks["mean-loss"].theory)).toBeCloseTo(0.01, 12);
    const root = await controlOf("advanced-composition", "logarithm-of-the-delta", { times: 1000, slack: 1e-20 });
    expect(Number(root.checks.epsilon.theory)).toBeCloseTo(24.855, 3);
    expect(Number(root.checks.epsilon.estimate)).toBeCloseTo(27.003, 3);
    const other = await controlOf("simulation-lemma", "mean-under-the-other", { epsilon: 1 });
    expect(Number(other.checks["mean-loss"].estimate)).toBeCloseTo(-0.4621, 4);
    const chain = await controlOf("group-privacy", "one-step-too-many", { chain: 5, epsilon: 0.5 });
    expect(Number(chain.checks.epsilon.estimate)).toBeCloseTo(2, 10);
    expect(chain.checks.epsilon.theory).toBe(2.5);
  });

  it("fails if a control is made correct", async () => {
    const corrected = {
      says: "a delta held against itself",
      study: exactStudy({ axes: {}, exact: () => ({ checks: { delta: atMost(0.3, 0.3) } }) }),
    };
    const part = { ...experiment.parts["leaky-rr"], controls: { "less-than-the-marks": corrected } };
    const chosen: Experiment = { ...experiment, parts: { "leaky-rr": part }, figures: {} };
    expect(outcomeOf(await experimentRows(chosen)).passed).toBe(false);
  });

  it("draws every figure from the rows of a run, also where the usual values were not run", async () => {
    const named = ["advanced-composition", "simulation-lemma"];
    const usual = await rowsOf(named);
    const other = await rowsOf(named, { share: [0.9], sample: [9], slack: [1e-4], outcomes: [3] });
    for (const rows of [usual, other]) {
      for (const { draw } of Object.values(experiment.figures)) expect(draw(rows).data.length).toBeGreaterThan(2);
    }
  });
});
