import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import type { Experiment } from "../engine/definition/experiment.ts";
import { outcomeOf } from "../engine/format/outcome.ts";
import { atMost, exactStudy } from "../kit.ts";
import experiment from "./definitions.ts";

const rowsOf = (parts: readonly string[], overrides: Record<string, readonly unknown[]> = {}) =>
  experimentRows(experiment, { parts, overrides });

describe("the experiment on the definitions", () => {
  it("refutes every erratum that it names, with a claimed and a found value", async () => {
    const controls = Object.entries(experiment.parts).flatMap(([part, each]) =>
      Object.entries(each.controls).map(([name, control]) => ({ part, name, ...control })),
    );
    const refuted = controls.flatMap(({ refutes = [] }) => refutes);
    expect([...new Set(refuted)].sort()).toEqual(["E44", "E48", "E49", "E54", "E65"]);
    const named = controls.filter(({ refutes }) => refutes !== undefined);
    const rows = await rowsOf([...new Set(named.map(({ part }) => part))]);
    for (const { part, name } of named) {
      const own = rows.filter((row) => row.part === part && row.control === name);
      expect(own.length).toBeGreaterThan(0);
      for (const { checks } of own) {
        for (const { estimate, theory } of Object.values(checks)) {
          expect([typeof estimate, typeof theory]).toEqual(["number", "number"]);
        }
      }
    }
  });

  // Claim pdp-vs-adp: Gaussian noise at mu = epsilon = 1, randomized response of epsilon 1 at 0.5.
  it.each([
    ["gaussian", 1, 0.12694, 0.30854],
    ["randomized-response", 0.5, 0.28765, 0.73106],
  ])("has the golden delta and tail of %s", async (mechanism, epsilon, delta, tail) => {
    const rows = await rowsOf(["pdp-vs-adp"], { mechanism: [mechanism], strength: [1], epsilon: [epsilon] });
    const [{ checks }] = rows.filter(({ control }) => control === undefined);
    expect(Math.abs(Number(checks.delta.estimate) - delta)).toBeLessThan(5e-6);
    expect(Math.abs(Number(checks.tail.estimate) - tail)).toBeLessThan(5e-6);
  });

  it("finds e / (1 + e) = 0.7311 where the notes' probability of a loss of at least epsilon must be 0", async () => {
    const rows = await rowsOf(["pdp-vs-adp"]);
    const row = rows.find(({ control, cell }) => control === "at-least-epsilon" && cell.epsilon === 1);
    expect(row?.checks.tail.theory).toBe(0);
    expect(row?.checks.tail.estimate).toBeCloseTo(0.7310585786300049, 14);
  });

  it("finds delta 1/10 for one record of ten, and 1/2 for two of four, in whatever way it is found", async () => {
    const rows = await rowsOf(["random-person"], { size: [4, 10], published: [1, 2] });
    const found = (size: number, published: number) =>
      rows.find(({ control, cell }) => control === undefined && cell.size === size && cell.published === published);
    expect(found(10, 1)?.checks.swap.estimate).toBeCloseTo(0.1, 14);
    expect(found(10, 1)?.checks["add-remove"].estimate).toBeCloseTo(0.1, 14);
    expect(found(4, 2)?.checks["worst-swap"].estimate).toBeCloseTo(0.5, 14);
    expect(found(4, 2)?.checks["worst-add-remove"].estimate).toBeCloseTo(0.5, 14);
  });

  it("counts 2 private functions of the 4 of one bit, of the 16 of two and of the 256 of three", async () => {
    const rows = await rowsOf(["deterministic-not-private"], { bits: [1, 2, 3], epsilon: [3] });
    const counts = rows.filter(({ control }) => control === undefined).map(({ checks }) => checks.passing.estimate);
    expect(counts).toEqual([2, 2, 2]);
  });

  it("fails if a control is made correct", async () => {
    const corrected = {
      says: "the tail held against itself",
      study: exactStudy({ axes: {}, exact: () => ({ checks: { tail: atMost(0.3, 0.3) } }) }),
    };
    const part = { ...experiment.parts.postprocessing, controls: { "towards-the-truth": corrected } };
    const chosen: Experiment = { ...experiment, parts: { postprocessing: part }, figures: {} };
    expect(outcomeOf(await experimentRows(chosen)).passed).toBe(false);
  });

  it("draws every figure from the rows of a run, also where the usual values were not run", async () => {
    const named = [...new Set(Object.values(experiment.figures).flatMap(({ parts }) => parts))];
    const usual = await rowsOf(named);
    const other = await rowsOf(named, { mechanism: ["laplace"], bits: [3], values: [3], sample: [9], size: [50] });
    for (const rows of [usual, other]) {
      for (const { draw } of Object.values(experiment.figures)) expect(draw(rows).data.length).toBeGreaterThan(1);
    }
  });
});
