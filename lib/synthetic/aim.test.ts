import { describe, expect, it } from "vitest";
import { adultLike, adultLikeDomain } from "../data/adult-like.ts";
import { domain, flagColumn } from "../data/domain.ts";
import { exactCount, tableFrom } from "../data/table.ts";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { zeroConcentratedToApproximate } from "../privacy/conversions/zero-concentrated-conversions.ts";
import { approximate, zeroConcentrated } from "../privacy/guarantees/guarantee.ts";
import { fillNormal } from "../random/normal.ts";
import { stream } from "../random/stream.ts";
import { aim } from "./aim.ts";
import { attributeSpace } from "./attribute-space.ts";
import { cellsOf, project } from "./cell-map.ts";
import { fromCoefficients, toCoefficients } from "./helmert.ts";
import { exactMarginal, kWayMarginals, marginalQuery } from "./marginal.ts";
import { fitMarginals, measuredTotal } from "./marginal-fit.ts";
import { privatePgm } from "./private-pgm.ts";
import { marginalRho, marginalSigma, rhoBudget, rhoOf, selectionEpsilon } from "./rho-budget.ts";
import type { SyntheticRelease } from "./synthesiser.ts";
import { totalSpent } from "./synthesiser.ts";

const people = tableFrom(adultLike(2000, stream(20261116, "people")), adultLikeDomain);
const bins = { age: 4 };
const space = attributeSpace({ domain: adultLikeDomain, bins });
const workload = kWayMarginals(space, 2);
const shared = { domain: adultLikeDomain, bins };

/** The mean l1 distance of the model's shares from those of the table. */
function meanError({ model }: Pick<SyntheticRelease, "model">): number {
  const errors = workload.map((columns) => {
    const exact = exactMarginal(people, marginalQuery(space, columns));
    const found = model.marginal(columns);
    return exact.reduce((sum, count, cell) => sum + Math.abs(count / 2000 - found[cell] / model.size), 0);
  });
  return errors.reduce((sum, error) => sum + error / errors.length, 0);
}

describe("the budget", () => {
  it("adds up exactly, whatever the parts, and what is written down covers what is lost", () => {
    for (const rho of [0.1, 1 / 3, 1e-9, 123.456, 1e-290]) {
      const budget = rhoBudget(rho);
      let sum = 0;
      for (let k = 1; k < 40; k++) sum += budget.spend(rho / (k * k * 3));
      expect(sum + budget.left).toBe(rho);
      sum += budget.spend();
      expect(sum).toBe(rho);
      expect(budget.left).toBe(0);
    }
    for (const rho of [0.1, 1 / 3, 1e-9, 123.456]) {
      for (const neighbours of ["swap", "add-remove", "zero-out"] as const) {
        const sigma = marginalSigma(rho, neighbours);
        expect(marginalRho(sigma, neighbours)).toBeLessThanOrEqual(rho);
        expect(sigma / Math.sqrt((neighbours === "swap" ? 1 : 0.5) / rho)).toBeCloseTo(1, 12);
      }
      const epsilon = selectionEpsilon(rho);
      expect((epsilon * epsilon) / 8).toBeLessThanOrEqual(rho);
      expect(epsilon / Math.sqrt(8 * rho)).toBeCloseTo(1, 12);
    }
  });

  it.each([
    ["add-remove", undefined, 1],
    ["zero-out", 2000, 1],
    ["swap", 2000, 2],
  ] as const)("of AIM is spent to the last digit under %s, each part at its price", (neighbours, records, moved) => {
    const rho = 0.1;
    const synthesis = aim({
      ...shared,
      workload,
      guarantee: zeroConcentrated(rho),
      neighbours,
      ...(records === undefined ? {} : { size: records }),
    });
    const { spent, guarantee } = synthesis.release(people, stream(5, neighbours));
    expect(totalSpent(spent)).toEqual({ kind: "zero-concentrated", rho });
    expect(guarantee).toEqual({ kind: "zero-concentrated", rho });
    expect(spent.slice(0, 7).every(({ kind }) => kind === "measurement")).toBe(true);
    for (const part of spent) {
      const price = part.guarantee.kind === "zero-concentrated" ? part.guarantee.rho : Number.NaN;
      expect(price).toBeGreaterThan(0);
      if (part.kind === "measurement" && part.noise.kind === "gaussian")
        expect(moved / (2 * part.noise.sigma * part.noise.sigma) / price).toBeCloseTo(1, 12);
    }
    // A choice and a measurement of what was chosen, in turns.
    for (let k = 7; k < spent.length; k += 2)
      expect([spent[k].kind, spent[k + 1].kind, spent[k].columns]).toEqual([
        "selection",
        "measurement",
        spent[k + 1].columns,
      ]);
  });

  it("of (epsilon, delta) is the largest rho that implies it", () => {
    const asked = approximate(1, 1e-6);
    expect(aim({ ...shared, workload, guarantee: asked, neighbours: "add-remove" }).guarantee).toEqual(asked);
    const guarantee = zeroConcentrated(rhoOf(asked));
    expect(zeroConcentratedToApproximate(guarantee, 1e-6).epsilon).toBeLessThanOrEqual(1);
    expect(zeroConcentratedToApproximate({ ...guarantee, rho: guarantee.rho * 1.0001 }, 1e-6).epsilon).toBeGreaterThan(
      1,
    );
  });
});

describe("Helmert coefficients", () => {
  it("are an orthonormal change of coordinates, and those of a subset are its own marginal's", () => {
    const sizes = [3, 2, 4];
    const set = [0, 1, 2];
    const table = fillNormal({ mean: 0, sigma: 1 }, new Float64Array(24), stream(1, "helmert"));
    const coefficients = toCoefficients(table.slice(), sizes, set);
    const square = (values: Float64Array) => values.reduce((sum, value) => sum + value * value, 0);
    expect(square(coefficients)).toBeCloseTo(square(table), 12);
    for (const [k, value] of fromCoefficients(coefficients, sizes, set).entries())
      expect(value).toBeCloseTo(table[k], 13);
    const again = toCoefficients(table.slice(), sizes, set);
    const part = toCoefficients(project(sizes, table, set, [0, 2]), sizes, [0, 2]);
    // The coefficient (1, 0, 2) of the whole is (1, 2) of the part over the root of 2 cells.
    expect(again[1 * 8 + 0 * 4 + 2]).toBeCloseTo(part[1 * 4 + 2] / Math.SQRT2, 13);
  });
});

describe("the fit", () => {
  const sizes = [3, 2, 2];
  const sets = [[0], [0, 1], [1, 2], [0, 1]];
  const sigmas = [3, 4, 5, 6];
  const joint = Float64Array.of(9, 4, 3, 1, 2, 7, 8, 30, 0, 0, 5, 31);
  const random = stream(3, "fit");
  const measured = sets.map((set, k) => {
    const noise = fillNormal({ mean: 0, sigma: sigmas[k] }, new Float64Array(cellsOf(sizes, set)), random);
    return { set, counts: project(sizes, joint, [0, 1, 2], set).map((count, i) => count + noise[i]), sigma: sigmas[k] };
  });

  /** The objective by sums over the domain: no coefficients, no tree, no merging. */
  const objective = (p: Float64Array, prior: number) => {
    let value = 0;
    for (const { set, counts, sigma } of measured)
      project(sizes, p, [0, 1, 2], set).forEach((share, cell) => {
        const residual = (100 * share - counts[cell]) / sigma;
        value += (residual * residual) / 2;
      });
    return value + prior * p.reduce((sum, share) => sum + (share > 0 ? share * log(share * p.length) : 0), 0);
  };

  it("is the minimum of the objective: nothing near it or far is lower by more than the gap", () => {
    for (const priorRecords of [1, 5]) {
      const fit = fitMarginals({ sizes, measured, total: 100, modelCells: 100, tolerance: 1e-8, priorRecords });
      expect(fit.gap).toBeLessThan(1e-6);
      const p = fit.marginal([0, 1, 2]);
      const reached = objective(p, priorRecords);
      for (let trial = 0; trial < 300; trial++) {
        const tilt = fillNormal({ mean: 0, sigma: [0.01, 0.1, 1][trial % 3] }, new Float64Array(12), random);
        const other = p.map((share, cell) => share * exp(tilt[cell]));
        const sum = other.reduce((a, b) => a + b, 0);
        const far = objective(
          other.map((share) => share / sum),
          priorRecords,
        );
        expect(far).toBeGreaterThanOrEqual(reached - fit.gap - 1e-9);
      }
    }
  });

  it("starts again where it was, and the gap of a short search is said", () => {
    const problem = { sizes, measured, total: 100, modelCells: 100 };
    const first = fitMarginals(problem);
    expect(fitMarginals({ ...problem, start: first.parameters }).evaluations).toBe(1);
    expect(fitMarginals({ ...problem, steps: 1, tolerance: 1e-9 }).gap).toBeGreaterThan(first.gap);
  });

  it("estimates the number of records by precision", () => {
    const exact = [
      { set: [1], counts: Float64Array.of(40, 60), sigma: 1 },
      { set: [0], counts: Float64Array.of(10, 20, 80), sigma: 2 },
    ];
    // Variances 2 and 12: (100 / 2 + 110 / 12) / (1 / 2 + 1 / 12).
    expect(measuredTotal(sizes, exact)).toBeCloseTo(710 / 7, 10);
  });

  it("refuses what it cannot fit", () => {
    const problem = { sizes, measured, total: 100, modelCells: 100 };
    expect(() => fitMarginals({ ...problem, modelCells: 9 })).toThrow(
      "the cells of the model must be at most modelCells (9)",
    );
    expect(() => fitMarginals({ ...problem, total: 0 })).toThrow("total must be positive and finite, got 0");
    const short = { set: [0], counts: Float64Array.of(1, 2), sigma: 1 };
    expect(() => fitMarginals({ ...problem, measured: [short] })).toThrow(
      "measured[0].counts must be of 3 cells, got 2",
    );
  });
});

describe("AIM and private-PGM", () => {
  it("come near the data at a large budget, and AIM nearer than the opening alone", () => {
    const guarantee = zeroConcentrated(2);
    const adaptive = aim({ ...shared, workload, guarantee, neighbours: "add-remove" }).release(
      people,
      stream(7, "run"),
    );
    expect(meanError(adaptive)).toBeLessThan(0.03);
    const single = privatePgm({ ...shared, marginals: kWayMarginals(space, 1), guarantee, neighbours: "add-remove" });
    expect(meanError(single.release(people, stream(7, "run")))).toBeGreaterThan(3 * meanError(adaptive));
    expect(exactCount(adaptive.table, "rows")).toBe(Math.round(adaptive.model.size));
    expect(Math.abs(adaptive.model.size - 2000)).toBeLessThan(40);
  });

  it("are the same for the same stream", () => {
    const make = () =>
      aim({ ...shared, workload, guarantee: zeroConcentrated(0.05), neighbours: "swap", size: 2000 }).release(
        people,
        stream(9, "run"),
      );
    expect(make().columns).toEqual(make().columns);
  });

  it("keep the model within modelCells", () => {
    const { model } = aim({
      ...shared,
      workload,
      guarantee: zeroConcentrated(1),
      neighbours: "add-remove",
      modelCells: 100,
    }).release(people, stream(1, "small"));
    expect(model.cells).toBeLessThanOrEqual(100);
  });

  it("measure an empty table, and a column of one value", () => {
    const bits = domain({ columns: { a: flagColumn(), b: flagColumn() }, person: "row" });
    const given = {
      domain: bits,
      workload: [["a", "b"]],
      guarantee: zeroConcentrated(1),
      neighbours: "add-remove",
    } as const;
    const { model } = aim(given).release(tableFrom([], bits), stream(1, "empty"));
    expect(model.size).toBeLessThan(20);
    expect([...model.marginal(["a", "b"])].every((count) => count >= 0)).toBe(true);
  });

  it("refuse a workload or a model that is too large, by name", () => {
    const given = { ...shared, guarantee: zeroConcentrated(1), neighbours: "add-remove" } as const;
    const all = [space.attributes.map(({ name }) => name)];
    expect(() => privatePgm({ ...given, marginals: all, modelCells: 1000 })).toThrow(
      "the model of marginals must be of at most modelCells (1000) cells, got 3840",
    );
    expect(() => aim({ ...given, workload, modelCells: 20 })).toThrow(
      "the model of one-way marginals must be of at most",
    );
    expect(() => aim({ ...given, workload, rounds: 3 })).toThrow("rounds must be at least 7, one for each column");
    expect(() => aim({ ...given, workload: [["age"], ["age"]] })).toThrow("workload must be each set of columns once");
  });
});
