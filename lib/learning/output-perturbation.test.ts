import { describe, expect, it } from "vitest";
import { continuousEpsilon } from "../auditing/continuous-audit.ts";
import { audit } from "../auditing/mechanism-audit.ts";
import { laplaceLaw } from "../mechanisms/laws/laplace-law.ts";
import { exp } from "../numerics/exponential.ts";
import { lowerGamma } from "../numerics/incomplete-gamma.ts";
import { normalCdf } from "../numerics/normal.ts";
import { integrate } from "../numerics/quadrature.ts";
import { pure } from "../privacy/guarantees/guarantee.ts";
import { stream } from "../random/stream.ts";
import { kolmogorovSmirnov } from "../statistics/kolmogorov-smirnov.ts";
import { momentsOf, standardError } from "../statistics/moments.ts";
import { dataset } from "./dataset.ts";
import { empiricalRisk } from "./empirical-risk.ts";
import { sampleLogistic } from "./logistic-sample.ts";
import { hingeLoss, linearLoss, logisticLoss, squaredLoss } from "./loss.ts";
import { outputPerturbation } from "./output-perturbation.ts";

const floats = (...values: readonly number[]) => Float64Array.from(values);
const line = (features: readonly number[], labels: readonly number[]) =>
  dataset({ features: Float64Array.from(features), labels: Float64Array.from(labels), columns: 1 });
const random = stream(20261115, "output-perturbation");

/** The largest log-ratio of the two output laws in dimension 1, where both are Laplace laws of one scale. */
function lossOnLine(scale: number, one: number, other: number): number {
  const limit = Math.abs(one - other) / scale;
  const pair = { first: laplaceLaw(Math.min(one, other), scale), second: laplaceLaw(Math.max(one, other), scale) };
  return continuousEpsilon(pair, { kind: "monotone", limits: [limit, -limit] }).upper;
}

describe("output perturbation", () => {
  it.each([1, 5, 40])("attains epsilon on the linear loss of %d records, and no more", (rows) => {
    const regularisation = 0.1;
    const mechanism = outputPerturbation({ loss: linearLoss, regularisation, epsilon: 1.5 });
    const ones = Array.from({ length: rows }, () => 1);
    const pair = [line(ones, ones), line(ones, [-1, ...ones.slice(1)])] as const;
    const [one, other] = pair.map((data) => mechanism.minimise(data)[0]);
    expect(Math.abs(Math.abs(one - other) - 2 / (rows * regularisation))).toBeLessThan(1e-12);
    const loss = lossOnLine(mechanism.noiseScale(rows), one, other);
    expect(loss).toBeLessThanOrEqual(1.5);
    expect(loss).toBeGreaterThan(1.5 * (1 - 2e-10 * rows)); // the solver's tolerance is part of the distance
    // A scale from 1 / (n Lambda), as if a record were removed and not replaced, gives twice the loss.
    const broken = lossOnLine(1 / (rows * regularisation * 1.5), one, other);
    expect(Math.abs(broken - 3)).toBeLessThan(1e-9);
  });

  it("is audited by its own law, which its worst pair attains", () => {
    const mechanism = outputPerturbation({ loss: linearLoss, regularisation: 0.2, epsilon: 0.7 });
    expect(audit(mechanism)).toMatchObject({ verdict: "holds", method: "exact" });
    expect(audit({ ...mechanism, guarantee: pure(0.69) })).toMatchObject({ verdict: "violated", method: "exact" });
  });

  it("spends up to a half of epsilon on the logistic loss in dimension 1", () => {
    // Claim output-perturbation: about half of it. Where the penalty rules, the minimiser is near 0 and both slopes are a half.
    const shares: number[] = [];
    for (const rows of [1, 2, 10, 50]) {
      for (const regularisation of [0.1, 1, 10, 100]) {
        const mechanism = outputPerturbation({ loss: logisticLoss, regularisation, epsilon: 1 });
        let worst = 0;
        for (const rest of [-1, 1]) {
          const others = Array.from({ length: rows - 1 }, (_, i) => (i % 2 === 0 ? rest : -rest));
          const ones = Array.from({ length: rows }, () => 1);
          const [one, other] = [1, -1].map((label) => mechanism.minimise(line(ones, [label, ...others]))[0]);
          worst = Math.max(worst, lossOnLine(mechanism.noiseScale(rows), one, other));
        }
        shares.push(worst);
      }
    }
    expect(Math.max(...shares)).toBeLessThanOrEqual(0.5);
    expect(Math.max(...shares)).toBeGreaterThan(0.49);
  });

  it("keeps within epsilon in the plane, where the logistic loss spends most of it", () => {
    const mechanism = outputPerturbation({ loss: logisticLoss, regularisation: 0.01, epsilon: 1 });
    // All others pull along the first axis; the record is misclassified on either side of it, at 60 degrees.
    const others = Array.from({ length: 99 }, () => [1, 0]).flat();
    const height = Math.sqrt(0.75);
    const labels = Float64Array.from({ length: 100 }, () => 1);
    const [first, second] = [height, -height].map((y) =>
      dataset({ features: floats(...others, -0.5, y), labels, columns: 2 }),
    );
    const [one, other] = [mechanism.minimise(first), mechanism.minimise(second)];
    let worst = 0;
    for (let k = 0; k < 50; k++) {
      // The ratio is largest on the line through both minimisers, beyond them; elsewhere at the draws.
      const along = one.map((x, j) => x + (k / 25) * (x - other[j]));
      for (const at of [along, mechanism.perturb(k % 2 === 0 ? one : other, 100, random)])
        worst = Math.max(worst, Math.abs(mechanism.logDensity(first, at) - mechanism.logDensity(second, at)));
    }
    expect(worst).toBeLessThanOrEqual(1);
    expect(worst).toBeGreaterThan(0.6);
  });

  it("has a density that integrates to 1, with ball and with Gaussian noise", () => {
    const data = dataset({ features: floats(0.6, 0.8, 1, 0), labels: floats(1, -1), columns: 2 });
    for (const delta of [undefined, 0.01]) {
      const mechanism = outputPerturbation({
        loss: logisticLoss,
        regularisation: 0.5,
        epsilon: 2,
        ...(delta !== undefined && { delta }),
      });
      const centre = mechanism.minimise(data);
      // Both are round: the integral over the radius of 2 pi r times the density.
      const ring = (r: number) => 2 * Math.PI * r * exp(mechanism.logDensity(data, floats(centre[0] + r, centre[1])));
      const upper = 60 * mechanism.noiseScale(2);
      expect(integrate(ring, { lower: 0, upper, relativeTolerance: 1e-8 }).value).toBeCloseTo(1, 7);
    }
  });

  it("draws what its density says, and not at a scale 10 % off", () => {
    const truth = [4, -3, 2];
    const data = sampleLogistic({ size: 200, truth }, random.child("draws"));
    const pureOne = outputPerturbation({ loss: logisticLoss, regularisation: 0.01, epsilon: 1 });
    const minimiser = pureOne.minimise(data);
    const draws = Array.from({ length: 4000 }, () => pureOne.perturb(minimiser, 200, random));
    const radii = draws.map((draw) =>
      Math.sqrt(draw.reduce((sum, x, j) => sum + (x - minimiser[j]) * (x - minimiser[j]), 0)),
    );
    const law = (scale: number) => (radius: number) => lowerGamma(3, radius / scale);
    expect(kolmogorovSmirnov(radii, law(pureOne.noiseScale(200))).pValue).toBeGreaterThan(0.001);
    expect(kolmogorovSmirnov(radii, law(1.1 * pureOne.noiseScale(200))).pValue).toBeLessThan(1e-6);
    const normalOne = outputPerturbation({ loss: logisticLoss, regularisation: 0.01, epsilon: 1, delta: 1e-6 });
    const last = Array.from({ length: 20_000 }, () => normalOne.perturb(minimiser, 200, random)[2] - minimiser[2]);
    const sigma = normalOne.noiseScale(200);
    expect(kolmogorovSmirnov(last, (x) => normalCdf(x / sigma)).pValue).toBeGreaterThan(0.001);
    expect(kolmogorovSmirnov(last, (x) => normalCdf(x / (1.1 * sigma))).pValue).toBeLessThan(1e-4);
  });

  it("has the excess risk of the pilot, below its bound", () => {
    // Claims H4: d = 5, Lambda = 0.01, epsilon = 1, n = 2000: 0.00676 (tolerance 10 %) below 0.039.
    const data = sampleLogistic({ size: 2000, truth: [4, -3, 2, 0, 0] }, stream(1, "pilot"));
    const mechanism = outputPerturbation({ loss: logisticLoss, regularisation: 0.01, epsilon: 1 });
    const risk = empiricalRisk({ data, loss: logisticLoss, regularisation: 0.01 });
    const minimiser = mechanism.minimise(data);
    const least = risk.value(minimiser);
    const excess = momentsOf(
      Array.from({ length: 3000 }, () => risk.value(mechanism.perturb(minimiser, 2000, random)) - least),
    );
    expect(Math.abs(excess.mean - 0.00676)).toBeLessThan(0.000676 + 4 * standardError(excess));
    const bound = mechanism.excessBound(2000, 5);
    expect(bound).toBeCloseTo(0.039, 6); // (1/4 + 0.01) / 2 * 30 * (2 / 20)^2
    expect(excess.mean + 5 * standardError(excess)).toBeLessThan(bound);
  });

  it("attains epsilon on the hinge too, whose minimiser moves as far", () => {
    // One record well inside the margin with either label: +-1 / Lambda apart by twice that.
    const mechanism = outputPerturbation({ loss: hingeLoss, regularisation: 4, epsilon: 1 });
    const [one, other] = [1, -1].map((label) => mechanism.minimise(line([1], [label]))[0]);
    const loss = lossOnLine(mechanism.noiseScale(1), one, other);
    expect(loss).toBeLessThanOrEqual(1);
    expect(loss).toBeGreaterThan(1 - 1e-6);
    expect(mechanism.excessBound(1, 1)).toBe(Infinity); // no bound on the curvature
  });

  it("refuses rows that are too long and parameters out of range", () => {
    const mechanism = outputPerturbation({ loss: logisticLoss, regularisation: 0.01, epsilon: 1 });
    expect(() => mechanism.release(line([2], [1]), random)).toThrow(
      "features must be at most 1, got a value that is not shown",
    );
    expect(() => outputPerturbation({ loss: logisticLoss, regularisation: 0, epsilon: 1 })).toThrow("regularisation");
    expect(() => outputPerturbation({ loss: logisticLoss, regularisation: 1, epsilon: -1 })).toThrow("epsilon must be");
    const plane = dataset({ features: floats(0, 1), labels: floats(1), columns: 2 });
    expect(() => mechanism.law(plane)).toThrow("data must be of one column");
    expect(() => outputPerturbation({ loss: squaredLoss(3), regularisation: 0.1, epsilon: 1 })).toThrow(
      "loss must be Lipschitz on predictions up to 1 / sqrt(regularisation)",
    );
    expect(() => outputPerturbation({ loss: squaredLoss(3.2), regularisation: 0.1, epsilon: 1 })).not.toThrow();
  });
});
