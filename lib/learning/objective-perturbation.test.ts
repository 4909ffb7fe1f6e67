import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { integrate } from "../numerics/quadrature.ts";
import { sampleBallNoise } from "../random/ball-noise.ts";
import { stream } from "../random/stream.ts";
import { kolmogorovSmirnov } from "../statistics/kolmogorov-smirnov.ts";
import { momentsOf, standardError } from "../statistics/moments.ts";
import { type Dataset, dataset } from "./dataset.ts";
import { empiricalRisk } from "./empirical-risk.ts";
import { sampleLogistic } from "./logistic-sample.ts";
import { huberHingeLoss, linearLoss, logisticLoss, squaredLoss } from "./loss.ts";
import { objectivePerturbation } from "./objective-perturbation.ts";
import { perturbedMinimiserDensity, perturbedMinimiserLaw } from "./perturbed-objective.ts";
import { riskSolver } from "./risk-solver.ts";

const floats = (...values: readonly number[]) => Float64Array.from(values);
const random = stream(20261115, "objective-perturbation");
const guarded = (regularisation: number, epsilon: number) =>
  objectivePerturbation({ loss: logisticLoss, regularisation, epsilon, variant: "guarded" });
const published = (regularisation: number, epsilon: number) =>
  objectivePerturbation({ loss: logisticLoss, regularisation, epsilon, variant: "published" });

/** One record of a feature and a label, and others of feature 0. */
function line(rows: number, feature: number, label: number): Dataset {
  const features = new Float64Array(rows);
  features[0] = feature;
  return dataset({ features, labels: new Float64Array(rows).fill(1).with(0, label), columns: 1 });
}

/** The largest |log p - log q| over a fine grid, for neighbours on the line. */
function lossOnLine(rows: number, { regularisation, scale }: { regularisation: number; scale: number }): number {
  const records = [line(rows, 1, 1), line(rows, 0, 1), line(rows, 1, -1), line(rows, 0.5, 1)];
  const laws = records.map((data) => perturbedMinimiserLaw({ data, loss: logisticLoss, regularisation, scale }));
  let worst = 0;
  for (let k = -400; k <= 400; k++) {
    const logs = laws.map((law) => law.logDensity(k < -300 || k > 300 ? k / 8 : k / 100));
    worst = Math.max(worst, Math.max(...logs) - Math.min(...logs));
  }
  return worst;
}

describe("the plan of objective perturbation", () => {
  it("is that of the paper where epsilon' is positive, and raises the penalty elsewhere", () => {
    const plenty = published(0.01, 1).plan(1000);
    expect(plenty.raise).toBe(0);
    expect(plenty.noiseEpsilon).toBeCloseTo(1 - log(1 + 0.5 / 10 + 0.0625 / 100), 11);
    expect(plenty.scale).toBeCloseTo(2 / plenty.noiseEpsilon, 11);
    const scarce = published(0.01, 1).plan(5);
    expect(scarce.noiseEpsilon).toBe(0.5);
    expect(scarce.raise).toBeCloseTo(0.25 / (5 * (exp(0.25) - 1)) - 0.01, 11);
    // At the raised penalty the determinant costs epsilon / 2.
    expect(2 * log(1 + 0.25 / (5 * (0.01 + scarce.raise)))).toBeCloseTo(0.5, 11);
  });

  it("guards against an epsilon' just above 0", () => {
    // Claim objective-perturbation: epsilon = 0.1, n = 500, Lambda = 0.01: epsilon' = 0.0024.
    expect(published(0.01, 0.1).plan(500).noiseEpsilon).toBeCloseTo(0.0024, 4);
    expect(guarded(0.01, 0.1).plan(500)).toMatchObject({ noiseEpsilon: 0.05 });
    expect(guarded(0.01, 0.1).plan(500).raise).toBeGreaterThan(0);
    for (const rows of [1, 30, 1000, 100_000]) {
      const [one, other] = [guarded(0.01, 1).plan(rows), published(0.01, 1).plan(rows)];
      expect(one.noiseEpsilon).toBeGreaterThanOrEqual(0.5);
      if (other.noiseEpsilon >= 0.5) expect(one).toEqual(other);
    }
  });
});

describe("objective perturbation", () => {
  it.each([
    [1, 0.01, 1],
    [5, 0.01, 1],
    [100, 0.01, 1],
    [10, 0.1, 0.5],
    [100, 0.1, 0.5],
    [3, 2, 4],
  ])("loses at most epsilon on the line: n = %d, Lambda = %d, epsilon = %d", (rows, regularisation, epsilon) => {
    for (const mechanism of [guarded(regularisation, epsilon), published(regularisation, epsilon)]) {
      const { raise, scale } = mechanism.plan(rows);
      const loss = lossOnLine(rows, { regularisation: regularisation + raise, scale });
      expect(loss).toBeLessThanOrEqual(epsilon);
      expect(loss).toBeGreaterThan(epsilon / 8);
    }
  });

  it.each([
    [1, 3.03],
    [5, 1.58],
  ])("is not private at 1 without paying for the determinant: n = %d needs %d", (rows, needed) => {
    // Claim objective-perturbation: epsilon' = epsilon = 1 and Delta = 0 at Lambda = 0.01.
    expect(Math.abs(lossOnLine(rows, { regularisation: 0.01, scale: 2 }) - needed)).toBeLessThan(0.005);
  });

  it("loses at most epsilon in the plane, where the broken one loses more", () => {
    const pair = [
      dataset({ features: floats(0.6, 0.8, 1, 0), labels: floats(1, -1), columns: 2 }),
      dataset({ features: floats(0.6, 0.8, 0, 0), labels: floats(1, -1), columns: 2 }),
    ] as const;
    const mechanism = guarded(0.01, 1);
    const lossAt = (at: Float64Array, density: (data: Dataset) => (weights: Float64Array) => number) =>
      Math.abs(density(pair[0])(at) - density(pair[1])(at));
    const broken = (data: Dataset) =>
      perturbedMinimiserDensity({ data, loss: logisticLoss, regularisation: 0.01, scale: 2 });
    let [worst, worstBroken] = [0, 0];
    for (let x = -12; x <= 12; x++) {
      for (let y = -12; y <= 12; y++) {
        const at = floats(x / 2, y / 2);
        worst = Math.max(
          worst,
          lossAt(at, (data) => (weights) => mechanism.logDensity(data, weights)),
        );
        worstBroken = Math.max(worstBroken, lossAt(at, broken));
      }
    }
    expect(worst).toBeLessThanOrEqual(1);
    expect(worstBroken).toBeGreaterThan(1.5);
  });

  it("has a density of mass 1 on the line, which its distribution function integrates", () => {
    const data = line(3, 1, -1);
    const law = perturbedMinimiserLaw({ data, loss: logisticLoss, regularisation: 0.3, scale: 1.5 });
    const density = (x: number) => exp(law.logDensity(x));
    const mass = (from: number, to: number) =>
      integrate(density, { lower: from, upper: to, kinks: [...law.kinks], relativeTolerance: 1e-10 }).value;
    expect(mass(-60, 60)).toBeCloseTo(1, 8);
    for (const x of [-3, -0.4, law.kinks[0], 0.2, 5]) expect(Math.abs(mass(-60, x) - law.cdf(x))).toBeLessThan(1e-8);
  });

  it("has a density of mass 1 in the plane", () => {
    const data = dataset({ features: floats(0.6, 0.8, 1, 0), labels: floats(1, -1), columns: 2 });
    const mechanism = guarded(0.5, 4);
    // The midpoint rule on a fine grid: the density is smooth but for a peak at the minimiser.
    const step = 0.2;
    let mass = 0;
    for (let x = -15 + step / 2; x < 15; x += step)
      for (let y = -15 + step / 2; y < 15; y += step)
        mass += exp(mechanism.logDensity(data, floats(x, y))) * step * step;
    expect(Math.abs(mass - 1)).toBeLessThan(4e-3);
  });

  it("draws what its law says, and not at a noise 10 % off", () => {
    const data = dataset({ features: floats(1, 0.5, -0.7), labels: floats(1, -1, 1), columns: 1 });
    const mechanism = guarded(0.02, 2);
    const draws = Array.from({ length: 4000 }, () => mechanism.release(data, random)[0]);
    const law = mechanism.law(data).coordinates[0];
    expect(kolmogorovSmirnov(draws, law.cdf).pValue).toBeGreaterThan(0.001);
    const { raise, scale } = mechanism.plan(3);
    const off = perturbedMinimiserLaw({ data, loss: logisticLoss, regularisation: 0.02 + raise, scale: 1.1 * scale });
    expect(kolmogorovSmirnov(draws, off.cdf).pValue).toBeLessThan(0.02);
    const shifted = perturbedMinimiserLaw({ data, loss: logisticLoss, regularisation: 0.02, scale });
    expect(kolmogorovSmirnov(draws, shifted.cdf).pValue).toBeLessThan(1e-6);
  });

  it.each([
    [1, 2000, 0.00037],
    [0.1, 2000, 0.072],
  ])("has the excess risk of the pilot: epsilon = %d, n = %d", (epsilon, rows, expected) => {
    // Claims H4: d = 5, Lambda = 0.01, tolerance 20 %.
    const data = sampleLogistic({ size: rows, truth: [4, -3, 2, 0, 0] }, stream(1, "pilot", rows));
    const mechanism = published(0.01, epsilon);
    const risk = empiricalRisk({ data, loss: logisticLoss, regularisation: 0.01 });
    const solver = riskSolver(data, logisticLoss);
    const { weights, value } = solver.solve({ regularisation: 0.01 });
    const { scale } = mechanism.plan(rows);
    const excess = momentsOf(
      Array.from({ length: 400 }, () => {
        const noise = sampleBallNoise({ dimension: 5, scale }, random);
        return risk.value(mechanism.respond(solver, noise, weights)) - value;
      }),
    );
    expect(Math.abs(excess.mean - expected)).toBeLessThan(0.2 * expected + 4 * standardError(excess));
  });

  it("refuses losses that its theorem does not cover", () => {
    const make = (loss: Parameters<typeof objectivePerturbation>[0]["loss"]) => () =>
      objectivePerturbation({ loss, regularisation: 1, epsilon: 1, variant: "guarded" });
    expect(make(huberHingeLoss(0.5))).toThrow("loss must be one with a continuous second derivative");
    expect(make(squaredLoss(2))).toThrow("loss must be Lipschitz everywhere");
    expect(make(linearLoss)).not.toThrow();
    const bad = "other" as "guarded";
    expect(() => objectivePerturbation({ loss: logisticLoss, regularisation: 1, epsilon: 1, variant: bad })).toThrow(
      'variant must be guarded or published, got "other"',
    );
    expect(() => guarded(1, 1).release(line(2, 3, 1), random)).toThrow("at most 1, got a value that is not shown");
  });
});
