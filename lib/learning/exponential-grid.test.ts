import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { norm } from "../numerics/smooth-objective.ts";
import { stream } from "../random/stream.ts";
import { chiSquareTest } from "../statistics/chi-square.ts";
import { dataset } from "./dataset.ts";
import { empiricalRisk } from "./empirical-risk.ts";
import { exponentialConvex } from "./exponential-convex.ts";
import { type ExponentialGridParameters, exponentialGrid } from "./exponential-grid.ts";
import { sampleLogistic } from "./logistic-sample.ts";
import { linearLoss, logisticLoss } from "./loss.ts";
import { riskAnchor } from "./risk-anchor.ts";

const random = stream(20261115, "exponential-grid");
const plane: ExponentialGridParameters = {
  loss: logisticLoss,
  regularisation: 0.01,
  radius: 3,
  epsilon: 1,
  dimension: 2,
  pointsPerAxis: 41,
};

/** Records of feature 1 with label 1, but the first. */
function line(rows: number, label: number) {
  const labels = new Float64Array(rows).fill(1).with(0, label);
  return dataset({ features: new Float64Array(rows).fill(1), labels, columns: 1 });
}

describe("the exponential mechanism on a grid of weights", () => {
  it.each([1, 4, 200])("loses at most epsilon in the plane, by enumeration, of %d records", (rows) => {
    const mechanism = exponentialGrid(plane);
    const data = sampleLogistic({ size: rows, truth: [2, -1] }, random);
    const before = mechanism.logProbabilities(data);
    expect(before.reduce((sum, logMass) => sum + exp(logMass), 0)).toBeCloseTo(1, 12);
    let worst = 0;
    for (const [x, y, label] of [
      [1, 0, -1],
      [0, 1, 1],
      [-0.6, 0.8, -1],
      [0, 0, 1],
    ]) {
      const features = data.features.slice();
      features.set([x, y]);
      const after = mechanism.logProbabilities(dataset({ features, labels: data.labels.with(0, label), columns: 2 }));
      before.forEach((logMass, k) => {
        worst = Math.max(worst, Math.abs(logMass - after[k]));
      });
    }
    expect(worst).toBeLessThanOrEqual(1);
    expect(worst).toBeGreaterThan(0.2);
  });

  it("spends nearly all of epsilon on the linear loss, and twice that with half the range", () => {
    const spent = (epsilon: number) => {
      const mechanism = exponentialGrid({ ...plane, loss: linearLoss, epsilon, dimension: 1, pointsPerAxis: 2001 });
      const [one, other] = [1, -1].map((label) => mechanism.logProbabilities(line(1000, label)));
      return Math.max(...one.map((logMass, k) => Math.abs(logMass - other[k])));
    };
    expect(spent(1)).toBeLessThanOrEqual(1);
    expect(spent(1)).toBeGreaterThan(0.99);
    expect(spent(2)).toBeGreaterThan(1.98); // what D = G R amounts to
  });

  it("draws points by their probabilities", () => {
    const mechanism = exponentialGrid({ ...plane, dimension: 1, pointsPerAxis: 9, epsilon: 1 });
    const data = line(6, -1);
    const counts = new Array<number>(9).fill(0);
    for (let k = 0; k < 4000; k++) {
      const [weight] = mechanism.release(data, random);
      counts[Math.round(((weight + 3) / 6) * 8)]++;
    }
    const expected = mechanism.logProbabilities(data).map((logMass) => 4000 * exp(logMass));
    expect(Math.min(...expected)).toBeGreaterThan(5);
    expect(chiSquareTest({ observed: counts, expected }).pValue).toBeGreaterThan(0.001);
  });

  it("approaches the density on the disc as the grid grows fine", () => {
    const data = sampleLogistic({ size: 100, truth: [2, -1] }, stream(9, "records"));
    const mechanism = exponentialGrid({ ...plane, pointsPerAxis: 121 });
    const risk = empiricalRisk({ data, loss: logisticLoss, regularisation: 0.01 });
    const least = riskAnchor(risk, 3).value;
    const onGrid = mechanism
      .logProbabilities(data)
      .reduce((sum, logMass, k) => sum + exp(logMass) * (risk.value(mechanism.points[k]) - least), 0);
    const continuous = exponentialConvex({ loss: logisticLoss, regularisation: 0.01, radius: 3, epsilon: 1 });
    const draw = continuous.sampler(data);
    let drawn = 0;
    for (let k = 0; k < 4000; k++) drawn += (risk.value(draw(random).weights) - least) / 4000;
    expect(continuous.sharpness(100)).toBe(mechanism.sharpness(100));
    expect(Math.abs(onGrid / drawn - 1)).toBeLessThan(0.08); // four standard errors and the grid's edge
  });

  it("keeps to the ball, and refuses other dimensions and even grids", () => {
    const { points } = exponentialGrid(plane);
    expect(points.every((point) => norm(point) <= 3 * (1 + 1e-15))).toBe(true);
    expect(points.length / 1681).toBeGreaterThan(0.74);
    const make = (change: object) => () => exponentialGrid({ ...plane, ...change });
    expect(make({ dimension: 3 })).toThrow("dimension must be 1 or 2, got 3");
    expect(make({ pointsPerAxis: 10 })).toThrow("pointsPerAxis must be odd and at most 301, got 10");
    expect(() => exponentialGrid(plane).release(line(3, 1), random)).toThrow("data must be of 2 columns, got 1");
  });
});
