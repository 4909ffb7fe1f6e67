import { describe, expect, it } from "vitest";
import { sampleLogistic } from "../../lib/learning/logistic-sample.ts";
import { logisticLoss } from "../../lib/learning/loss.ts";
import { stream } from "../../lib/random/stream.ts";
import { linearExcess, meanFall } from "./linear-instance.ts";
import { populationMinimiser, populationOf, truthOf } from "./population.ts";

const weightsOf = (dimension: number) => Float64Array.from({ length: dimension }, (_, k) => (k % 3) - 0.5);

describe("the population", () => {
  // By a product rule over the plane of truth and weights (numpy, Gauss-Legendre and angles).
  it.each([
    [2, 0.9296104230917092, 0.10214666, 0.233389610083977, 0.90568974],
    [3, 0.8214147916783625, 0.48333801, 0.2991824387464049, 0.8721351],
    [5, 0.784500841588652, 0.48599233, 0.3902141234930204, 0.82368553],
    [20, 0.7958760202714288, 0.49573374, 0.5674690376193801, 0.70445787],
  ])("has the risk and accuracy found by quadrature over a plane, for %i features", (dimension, ...expected) => {
    const { risk, accuracy, truth } = populationOf(dimension);
    const weights = weightsOf(dimension);
    expect(risk(weights)).toBeCloseTo(expected[0], 11);
    expect(accuracy(weights)).toBeCloseTo(expected[1], 5);
    expect(risk(truth)).toBeCloseTo(expected[2], 11);
    expect(accuracy(truth)).toBeCloseTo(expected[3], 5);
  });

  it("agrees with a large sample", () => {
    const dimension = 5;
    const weights = weightsOf(dimension);
    const rows = 200_000;
    const { features, labels } = sampleLogistic({ size: rows, truth: truthOf(dimension) }, stream(1, "fresh"));
    let [loss, right] = [0, 0];
    for (let i = 0; i < rows; i++) {
      let prediction = 0;
      for (let j = 0; j < dimension; j++) prediction += weights[j] * features[i * dimension + j];
      loss += logisticLoss.value(prediction, labels[i]) / rows;
      if (prediction * labels[i] > 0) right += 1 / rows;
    }
    const { risk, accuracy } = populationOf(dimension);
    // Standard errors 0.0007 and 0.0011.
    expect(Math.abs(risk(weights) - loss)).toBeLessThan(0.004);
    expect(Math.abs(accuracy(weights) - right)).toBeLessThan(0.006);
  });

  it("is best served by the truth, and has log 2 and one half without weights", () => {
    const { risk, accuracy, truth } = populationOf(4);
    for (const share of [0.9, 1.1]) {
      const off = truth.map((entry, k) => (k === 1 ? share * entry : entry));
      expect(risk(off)).toBeGreaterThan(risk(truth));
      expect(accuracy(off)).toBeLessThan(accuracy(truth));
    }
    expect(risk(new Float64Array(4))).toBeCloseTo(Math.LN2, 14);
    expect(accuracy(new Float64Array(4))).toBe(0.5);
    expect(accuracy(truth.map((entry) => -entry))).toBeCloseTo(1 - accuracy(truth), 5);
  });

  it("has a minimiser that shrinks with the penalty", () => {
    const first = (penalty: number) => populationMinimiser(5, penalty)[0];
    expect(first(1e-9)).toBeCloseTo(4, 1);
    expect(first(0.01)).toBeLessThan(3);
    expect(first(1)).toBeLessThan(first(0.01));
  });
});

describe("the exponential mechanism on the linear loss", () => {
  // 1 - I(d/2 + 1, pull) / I(d/2, pull) by mpmath.
  it.each([
    [1, 0.25, 0.91701183492640337],
    [2, 0.5, 0.87628207172167927],
    [3, 7, 0.26190702550820977],
    [5, 125, 0.023806464302104535],
    [20, 5, 0.78263504695671704],
    [20, 3000, 0.0034944565005622374],
  ])("falls short of the end by a quotient of Bessel functions: %i features, pull %f", (dimension, pull, expected) => {
    expect(meanFall(dimension, pull) / expected).toBeCloseTo(1, 10);
  });

  // Claim exp-mech-erm: the ratio to d / sharpness where the mean has length 1, and where it has length d / (n epsilon).
  it.each([
    [1, 1, 0.229],
    [2, 0.75, 0.219],
    [5, 0.6, 0.206],
    [20, 0.525, 0.196],
  ])("has the published ratios to its bound, for %i features", (dimension, aligned, worst) => {
    const ratio = (sharpness: number, meanLength: number) =>
      (linearExcess({ dimension, sharpness, meanLength }) * sharpness) / dimension;
    expect(ratio(1e6, 1)).toBeCloseTo(aligned, 4);
    expect(Math.abs(ratio(2000, dimension / 8000) - worst)).toBeLessThan(5e-4);
    expect(ratio(500, dimension / 2000)).toBeCloseTo(ratio(2000, dimension / 8000), 10);
  });
});
