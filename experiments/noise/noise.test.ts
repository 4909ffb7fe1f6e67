import { beforeAll, describe, expect, it } from "vitest";
import { expectPromised } from "../../testing/experiment-promises.ts";
import { experimentRows } from "../../testing/experiment-rows.ts";
import type { CellRow } from "../kit.ts";
import experiment from "./noise.ts";

const SAMPLED = ["gaussian-event", "discrete-laplace-draws", "discrete-gaussian-draws", "float-attack", "float-repair"];
const EXACT = Object.keys(experiment.parts).filter((part) => !SAMPLED.includes(part));

describe("the experiment on noise, exactly", () => {
  let rows: readonly CellRow[];
  beforeAll(async () => {
    rows = await experimentRows(experiment, {
      parts: EXACT,
      overrides: {
        epsilon: [0.03, 1, 12],
        "counting-histogram-noisymax-accuracy.epsilon": [1],
        "laplace-mechanism.sensitivity": [0.3],
        "discrete-laplace.sensitivity": [1, 7, 80],
        "gaussian-classic.sensitivity": [0.3],
        "gaussian-analytic.sensitivity": [1],
        "gaussian-tail-calibration.sensitivity": [1],
        "laplace-mechanism.share": [0.013, 0.6],
        "laplace-accuracy.dimension": [3, 700],
        "laplace-accuracy.beta": [0.5, 3e-6],
        delta: [3e-9, 1e-5, 0.07],
        "gaussian-classic.delta": [1e-6, 1e-5, 1e-3, 1e-2],
        dimension: [3, 97],
        variance: [0.25, 1, 777],
        shift: [1, 5],
        "sensitivity.size": [2, 4],
        lower: [-7.3, 2.2],
        width: [0.7],
        bins: [1, 2, 33],
        "nonparametric-density.size": [77, 5000],
        coefficients: [3, 50],
      },
    });
  });

  /** The row of a part, or of one of its controls, at some values. */
  function rowOf(part: string, control: string | undefined, cell: Readonly<Record<string, number>>): CellRow {
    const fits = (row: CellRow) => Object.entries(cell).every(([axis, value]) => row.cell[axis] === value);
    const row = rows.find((each) => each.part === part && each.control === control && fits(each));
    if (row === undefined) throw new RangeError(`no row of ${part} at ${JSON.stringify(cell)}`);
    return row;
  }

  it("holds at parameters of its own, and catches every control in every cell", () => {
    expectPromised(rows);
  });

  it("shows in every cell of a control that refutes an erratum what was claimed and what was found", () => {
    for (const [part, { controls }] of Object.entries(experiment.parts)) {
      for (const [control, { refutes = [] }] of Object.entries(controls)) {
        if (refutes.length === 0) continue;
        const own = rows.filter((row) => row.part === part && row.control === control);
        expect(own.length).toBeGreaterThan(0);
        for (const { checks } of own) {
          for (const { verdict, estimate, theory } of Object.values(checks)) {
            expect([verdict, typeof estimate, typeof theory]).toEqual(["violated", "number", "number"]);
          }
        }
      }
    }
  });

  it.each([
    ["discrete-laplace", undefined, "mass-at-zero", { epsilon: 1, sensitivity: 1 }, 0.46211715726],
    ["discrete-laplace", undefined, "variance", { epsilon: 1, sensitivity: 1 }, 1.84134718842],
    ["discrete-gaussian", undefined, "variance", { variance: 1, shift: 1 }, 0.9999997887677281],
    ["discrete-gaussian", undefined, "variance", { variance: 0.25, shift: 1 }, 0.21501267508813846],
    ["sensitivity", "mean-of-the-notes", "sensitivity", { lower: -1, width: 3 }, 1.5],
    ["sensitivity", "histogram-of-the-other-relation", "epsilon", { epsilon: 1 }, 2],
    ["laplace-mechanism", "deviation-for-scale", "epsilon", { epsilon: 1 }, Math.SQRT2],
    ["laplace-mechanism", "deviation-for-scale", "deviation", { epsilon: 1 }, Math.SQRT2],
    ["laplace-mechanism", "minus-in-the-bound", "log-ratio", { epsilon: 1, sensitivity: 1, share: 1 }, 1],
    ["laplace-mechanism", "ratio-equal-everywhere", "log-ratio-half-way", { epsilon: 1, sensitivity: 1 }, 0],
    ["counting-histogram-noisymax-accuracy", undefined, "largest-mean", { epsilon: 1, bins: 2 }, 3],
    ["laplace-vs-gaussian-dimension", "scale-of-the-wrong-norm", "epsilon", { epsilon: 1, dimension: 16 }, 4],
  ] as const)("%s %s %s %o is %d", (part, control, check, cell, value) => {
    expect(rowOf(part, control, cell).checks[check].estimate).toBeCloseTo(value, 10);
  });

  it.each([
    ["laplace-mechanism", "deviation-for-scale", "sum-of-errors", { epsilon: 1 }, 0.813],
    ["laplace-accuracy", "l1-error-of-the-notes", "l1-coverage", { dimension: 2, beta: 0.05 }, 0.883],
    ["laplace-accuracy", "l1-error-of-the-notes", "l1-coverage", { dimension: 5, beta: 0.05 }, 0.488],
    ["laplace-accuracy", "l1-error-of-the-notes", "l1-coverage", { dimension: 10, beta: 0.05 }, 0.044],
    ["gaussian-classic", "variance-one-over-epsilon", "delta", { epsilon: 1 }, 0.127],
  ] as const)("%s %s %s %o is %d to three digits", (part, control, check, cell, value) => {
    expect(Math.abs(Number(rowOf(part, control, cell).checks[check].estimate) - value)).toBeLessThan(5e-4);
  });

  it.each([
    ["gaussian-classic", "every-epsilon", { epsilon: 10, delta: 1e-5 }, 2.27e-5],
    ["gaussian-analytic", "nine-tenths", { epsilon: 1, delta: 1e-5 }, 4.97e-5],
  ] as const)("%s %s %o has the delta %d", (part, control, cell, value) => {
    expect(Math.abs(Number(rowOf(part, control, cell).checks.delta.estimate) - value)).toBeLessThan(5e-8);
  });

  it("has the deviations of both calibrations at (1, 1e-5), and the places where the classic one breaks", () => {
    const target = { epsilon: 1, delta: 1e-5 };
    expect(rowOf("gaussian-analytic", undefined, target).values?.sigma).toBeCloseTo(3.730631634815942, 11);
    const tail = rowOf("gaussian-tail-calibration", undefined, target).values;
    expect(tail?.sigma).toBeCloseTo(4.37907, 5);
    expect(Math.abs(Number(tail?.["exact-delta"]) - 4.66e-7)).toBeLessThan(5e-10);
    const breaks = [1e-6, 1e-5, 1e-3, 1e-2].map(
      (delta) => rowOf("gaussian-classic", undefined, { delta }).values?.["breaks-at"],
    );
    [8.782, 8.42, 7.463, 6.772].forEach((place, k) => {
      expect(Math.abs(Number(breaks[k]) - place)).toBeLessThan(5e-4);
    });
  });
});

describe("the experiment on noise, by draws", () => {
  it("holds at parameters of its own, refutes no repair, and catches every control", async () => {
    const rows = await experimentRows(experiment, {
      parts: SAMPLED,
      seed: 4,
      overrides: { epsilon: [1.4], delta: [0.03], width: [0.6], scale: [2], answer: [7] },
    });
    expectPromised(rows, ["float-repair"]);
    const repaired = rows.filter(({ part, control }) => part === "float-repair" && control === undefined);
    expect(repaired.map(({ checks }) => checks.delta.estimate)).toEqual([0, 0, 0]);
  });
});
