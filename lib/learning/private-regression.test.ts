import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { audit } from "../auditing/mechanism-audit.ts";
import { laplaceLaw } from "../mechanisms/laws/laplace-law.ts";
import { normalLaw } from "../mechanisms/laws/normal-law.ts";
import { leastSquares } from "../numerics/linear-algebra.ts";
import { gaussianSigmaFor } from "../privacy/calibration/gaussian-calibration.ts";
import { pure } from "../privacy/guarantees/guarantee.ts";
import type { ProductLaw } from "../privacy/loss/law.ts";
import { fillNormal } from "../random/normal.ts";
import { stream } from "../random/stream.ts";
import { fillUniform } from "../random/uniform.ts";
import { logLogSlope } from "../statistics/log-log-slope.ts";
import { type Dataset, dataset } from "./dataset.ts";
import { type LinePoint, privateLine } from "./private-line.ts";
import { privateRegression } from "./private-regression.ts";

const centresOf = (law: ProductLaw) => law.coordinates.map(({ family }) => family?.centre ?? 0);
const distance = (one: readonly number[], other: readonly number[]) =>
  Math.sqrt(one.reduce((sum, x, k) => sum + (x - other[k]) * (x - other[k]), 0));

describe("the private line", () => {
  const points = (random = stream(3, "line"), size = 400): LinePoint[] => {
    const [x, noise] = [
      fillUniform(new Float64Array(size), random),
      fillNormal({ mean: 0, sigma: 0.05 }, new Float64Array(size), random),
    ];
    return Array.from(x, (value, i) => ({ x: value, y: 0.2 + 0.5 * value + noise[i] }));
  };

  it("is that of least squares without noise", () => {
    const data = points();
    const line = privateLine({ epsilon: 1, leastVariance: 1e-6 });
    const sums = Float64Array.from(centresOf(line.law(data)));
    const { slope, intercept } = line.fit(sums, data.length);
    const exact = leastSquares(
      data.map(({ x }) => [1, x]),
      data.map(({ y }) => y),
    );
    expect(slope).toBeCloseTo(exact[1], 10);
    expect(intercept).toBeCloseTo(exact[0], 10);
  });

  it("attains its epsilon on the corners of the square and exceeds it on no other swap", () => {
    const line = privateLine({ epsilon: 0.9, leastVariance: 1e-6 });
    const found = audit(line);
    expect(found).toMatchObject({ verdict: "holds", method: "exact" });
    expect(found.lowerBound).toBeCloseTo(0.9, 12);
    const coordinate = fc.double({ min: -1, max: 2, noNaN: true });
    const point = fc.record({ x: coordinate, y: coordinate });
    fc.assert(
      fc.property(fc.array(point, { maxLength: 4 }), point, point, (rest, one, other) => {
        expect(
          audit(
            line,
            {
              pair: [
                [...rest, one],
                [...rest, other],
              ],
            },
            stream(1),
          ).verdict,
        ).toBe("holds");
      }),
      { numRuns: 50 },
    );
  });

  it("a broken twin with noise of scale 1 / epsilon on each sum is caught, at 4 epsilon", () => {
    const line = privateLine({ epsilon: 1, leastVariance: 1e-6 });
    const law = (data: readonly LinePoint[]): ProductLaw => ({
      kind: "product",
      coordinates: centresOf(line.law(data)).map((centre) => laplaceLaw(centre, 1)),
    });
    const found = audit({ ...line, law, guarantee: pure(1) });
    expect(found.verdict).toBe("violated");
    expect(found.lowerBound).toBeCloseTo(4, 12);
  });

  it("has a slope whose squared error falls like 1 / n^2 while the noise of privacy dominates", () => {
    const line = privateLine({ epsilon: 2, leastVariance: 1e-3 });
    const sizes = [1000, 1500, 2250, 3375, 5000];
    const errors = sizes.map((size) => {
      const random = stream(4, "line", size);
      const data = points(random, size).map(({ x }) => ({ x, y: 0.2 + 0.5 * x }));
      let sum = 0;
      for (let run = 0; run < 300; run++) {
        const { slope } = line.fit(line.release(data, random), size);
        sum += (slope - 0.5) * (slope - 0.5);
      }
      return sum / 300;
    });
    // The logarithm of a mean of 300 squares has a standard error of about 0.1, the slope over a factor 5 of n one of about 0.08.
    expect(Math.abs(logLogSlope({ x: sizes, y: errors }).slope + 2)).toBeLessThan(0.3);
  });

  it("keeps the slope finite where the noisy variance of x is not positive", () => {
    const line = privateLine({ epsilon: 1, leastVariance: 0.01 });
    expect(line.fit(Float64Array.of(10, 10, 1, 20), 10)).toEqual({ slope: 100, intercept: -99 });
    expect(() => line.fit(Float64Array.of(1, 2, 3), 10)).toThrow("sums must be of length 4");
  });
});

const given = { epsilon: 1, delta: 1e-5, columns: 3, neighbours: "swap" } as const;

function drawn(rows: number, columns: number): Dataset {
  const random = stream(8, "regression", rows);
  const features = fillNormal({ mean: 0, sigma: 0.4 }, new Float64Array(rows * columns), random);
  const labels = fillNormal({ mean: 0, sigma: 0.05 }, new Float64Array(rows), random).map(
    (noise, i) => noise + 0.5 * features[i * columns] - 0.3 * features[i * columns + 1],
  );
  return dataset({ features, labels, columns });
}

describe("private regression", () => {
  it("is ridge regression without noise", () => {
    const data = dataset({
      features: Float64Array.of(0.5, 0.1, -0.3, 0.4, 0.2, 0.2, 0.6, -0.5),
      labels: Float64Array.of(0.3, -0.2, 0.5, 0.1),
      columns: 2,
    });
    const regression = privateRegression({ ...given, columns: 2 });
    const statistics = Float64Array.from(centresOf(regression.law(data)));
    const ridge = 0.25;
    // Least squares with the rows sqrt(ridge) I below the others.
    const rows = [0, 1, 2, 3].map((i) => data.features.slice(2 * i, 2 * i + 2));
    const exact = leastSquares([...rows, [0.5, 0], [0, 0.5]], [...data.labels, 0, 0]);
    regression.fit(statistics, ridge).forEach((weight, j) => {
      expect(weight).toBeCloseTo(exact[j], 12);
    });
  });

  it.each([
    ["swap", 1, 2],
    ["swap", 2, Math.sqrt(4.5)],
    ["swap", 5, Math.sqrt(4.5)],
    ["zero-out", 1, Math.SQRT2],
    ["add-remove", 4, Math.SQRT2],
  ] as const)(
    "has the sensitivity of %s with %i features, attained by its worst pair",
    (neighbours, columns, expected) => {
      const regression = privateRegression({ ...given, columns, neighbours });
      const pair = regression.worstPair();
      const [one, other] = pair.map((data) => centresOf(regression.law(data)));
      expect(distance(one, other)).toBeCloseTo(expected, 12);
      expect(regression.sensitivity).toBeGreaterThanOrEqual(distance(one, other));
      expect(audit(regression)).toMatchObject({ verdict: "holds", method: "exact" });
    },
  );

  it("moves the statistics by no more on any swap, features and labels out of range included", () => {
    const regression = privateRegression({ ...given, columns: 2 });
    const coordinate = fc.double({ min: -3, max: 3, noNaN: true });
    const record = fc.tuple(coordinate, coordinate, coordinate);
    const alone = ([a, b, label]: readonly number[]) =>
      centresOf(
        regression.law(dataset({ features: Float64Array.of(a, b), labels: Float64Array.of(label), columns: 2 })),
      );
    fc.assert(
      fc.property(record, record, (one, other) => {
        expect(distance(alone(one), alone(other))).toBeLessThanOrEqual(regression.sensitivity);
      }),
    );
  });

  it.each([
    ["the sensitivity of zero-out claimed for swap", Math.SQRT2],
    ["the matrix alone counted, and not X^T y", 1],
  ])("a broken twin is caught: %s", (_, sensitivity) => {
    const regression = privateRegression(given);
    const sigma = gaussianSigmaFor({ epsilon: 1, delta: 1e-5, sensitivity });
    const law = (data: Dataset): ProductLaw => ({
      kind: "product",
      coordinates: centresOf(regression.law(data)).map((centre) => normalLaw(centre, sigma)),
    });
    const found = audit({ ...regression, law });
    expect(found.verdict).toBe("violated");
    expect(found.lowerBound).toBeGreaterThan(1e-4);
  });

  it("finds the weights from many records, and stays finite from few", () => {
    const regression = privateRegression({ ...given, columns: 2 });
    const weights = regression.fit(regression.release(drawn(20_000, 2), stream(9)), 1);
    expect(distance(Array.from(weights), [0.5, -0.3])).toBeLessThan(0.02);
    for (let seed = 0; seed < 20; seed++)
      for (const weight of regression.fit(regression.release(drawn(2, 2), stream(seed)), 1e-3))
        expect(Number.isFinite(weight)).toBe(true);
  });
});
