import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { audit } from "../auditing/mechanism-audit.ts";
import { iris } from "../data/iris.ts";
import { normalLaw } from "../mechanisms/laws/normal-law.ts";
import { exp } from "../numerics/exponential.ts";
import { gaussianSigmaFor } from "../privacy/calibration/gaussian-calibration.ts";
import { approximate } from "../privacy/guarantees/guarantee.ts";
import type { Mechanism } from "../privacy/guarantees/mechanism.ts";
import { fillNormal } from "../random/normal.ts";
import { type Stream, stream } from "../random/stream.ts";
import { type ActivationName, activation } from "./activation.ts";
import { type Dataset, dataset } from "./dataset.ts";
import { networkGradients } from "./network-gradient.ts";
import { neuralNetwork } from "./neural-network.ts";
import { networkAccuracy, trainNetwork } from "./private-network.ts";
import { splitRecords } from "./split-records.ts";

const network = neuralNetwork({ inputs: 3, hidden: 4, classes: 3 });

function drawn(rows: number, scale: number, seed = 1): Dataset {
  const features = fillNormal({ mean: 0, sigma: scale }, new Float64Array(3 * rows), stream(seed, "network", rows));
  return dataset({ features, labels: Float64Array.from({ length: rows }, (_, i) => (i * 7) % 3), columns: 3 });
}

const norm = (vector: Float64Array) => Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));

/** The gradient of one record, as long as it is. */
function gradientOf(weights: Float64Array, data: Dataset, row: number): Float64Array {
  const sums = networkGradients({ network, data, clip: 1e200, clipping: "global" });
  return sums.sum(weights, new Float64Array(network.size), Int32Array.of(row));
}

describe("the gradient of a record", () => {
  it("agrees with central differences of the loss in every weight", () => {
    const data = drawn(5, 1.5);
    for (const seed of [1, 2, 3]) {
      const weights = network.initialWeights(stream(seed));
      for (let row = 0; row < data.rows; row++) {
        const lossAt = (at: Float64Array) => network.pass(at, data.features, 3 * row, data.labels[row]).loss;
        const gradient = gradientOf(weights, data, row);
        const step = 1e-5;
        weights.forEach((weight, k) => {
          const difference = lossAt(weights.with(k, weight + step)) - lossAt(weights.with(k, weight - step));
          // Third derivatives over 6, times the square of the step, and rounding of the loss over the step.
          expect(Math.abs(gradient[k] - difference / (2 * step))).toBeLessThan(1e-8);
        });
      }
    }
  });

  it("has a loss of the logarithm of the number of classes where all scores are the same", () => {
    const data = drawn(1, 1);
    expect(network.pass(new Float64Array(network.size), data.features, 0, 2).loss).toBeCloseTo(1.0986122886681098, 15);
  });
});

describe.each(["global", "per-layer"] as const)("clipped gradients, %s", (clipping) => {
  it("give no record more than the clip", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 3, maxLength: 3 }),
        fc.double({ min: 1e-3, max: 100, noNaN: true }),
        fc.nat(50),
        (record, clip, seed) => {
          const data = dataset({ features: Float64Array.from(record), labels: Float64Array.of(seed % 3), columns: 3 });
          const weights = network.initialWeights(stream(seed)).map((weight) => 5 * weight);
          const sums = networkGradients({ network, data, clip, clipping });
          const found = norm(sums.sum(weights, new Float64Array(network.size)));
          expect(found).toBeLessThanOrEqual(clip * (1 + 1e-12));
        },
      ),
    );
  });

  it("add up those of the records, each clipped", () => {
    const data = drawn(20, 3);
    const weights = network.initialWeights(stream(4));
    const clip = 0.8;
    const expected = new Float64Array(network.size);
    for (let row = 0; row < data.rows; row++) {
      const gradient = gradientOf(weights, data, row);
      const { start } = network.layers[1];
      const [hidden, output] = [gradient.subarray(0, start), gradient.subarray(start)];
      const factors =
        clipping === "global"
          ? [Math.min(1, clip / norm(gradient)), Math.min(1, clip / norm(gradient))]
          : [hidden, output].map((layer) => Math.min(1, (clip * Math.SQRT1_2) / norm(layer)));
      gradient.forEach((value, k) => {
        expected[k] += value * factors[k < start ? 0 : 1];
      });
    }
    const found = networkGradients({ network, data, clip, clipping }).sum(weights, new Float64Array(network.size));
    found.forEach((value, k) => {
      expect(Math.abs(value - expected[k])).toBeLessThan(1e-13);
    });
  });
});

/** One step on all records: the sum of clipped gradients under Gaussian noise for a sensitivity of `clip`. */
function step(sum: (data: Dataset) => Float64Array, clip: number): Mechanism<Dataset, Float64Array, Stream> {
  const sigma = gaussianSigmaFor({ epsilon: 1, delta: 1e-5, sensitivity: clip });
  return {
    name: "step",
    neighbours: "add-remove",
    guarantee: approximate(1, 1e-5),
    release: (data) => sum(data),
    law: (data) => ({ kind: "product", coordinates: Array.from(sum(data), (centre) => normalLaw(centre, sigma)) }),
  };
}

describe("a step, audited exactly on two datasets of which one lacks a record", () => {
  const clip = 1;
  const weights = network.initialWeights(stream(5));
  const whole = drawn(30, 8);
  const without = dataset({ features: whole.features.slice(3), labels: whole.labels.slice(1), columns: 3 });
  const perRecord = (data: Dataset) =>
    networkGradients({ network, data, clip, clipping: "global" }).sum(weights, new Float64Array(network.size));

  it("holds with each record clipped, and is tight: the record that goes had a gradient longer than the clip", () => {
    const found = audit(step(perRecord, clip), { pair: [whole, without] }, stream(1));
    expect(found).toMatchObject({ verdict: "holds", method: "exact" });
    expect(found.lowerBound).toBeGreaterThan(0.999e-5);
  });

  it.each<[string, (data: Dataset) => Float64Array]>([
    [
      "the mean of the batch clipped in place of each record",
      (data) => {
        const sums = networkGradients({ network, data, clip: 1e200, clipping: "global" });
        const mean = sums.sum(weights, new Float64Array(network.size)).map((value) => value / 30);
        const factor = Math.min(1, clip / norm(mean));
        return mean.map((value) => 30 * factor * value);
      },
    ],
    [
      "the factor max(1, clip / norm)",
      (data) => {
        const sum = new Float64Array(network.size);
        for (let row = 0; row < data.rows; row++) {
          const gradient = gradientOf(weights, data, row);
          gradient.forEach((value, k) => {
            sum[k] += value * Math.max(1, clip / norm(gradient));
          });
        }
        return sum;
      },
    ],
    [
      "layers clipped apart, each to the whole clip",
      (data) => {
        const sums = networkGradients({ network, data, clip: clip * Math.SQRT2, clipping: "per-layer" });
        return sums.sum(weights, new Float64Array(network.size));
      },
    ],
  ])("a broken twin is caught: %s", (_, sum) => {
    expect(audit(step(sum, clip), { pair: [whole, without] }, stream(1)).verdict).toBe("violated");
  });
});

const training = {
  hidden: 8,
  classes: 3,
  steps: 200,
  samplingRate: 0.2,
  batchSize: 30,
  stepSize: 0.5,
  clip: 1,
  clipping: "global",
} as const;

describe("private training", () => {
  // As trained before networks had other activations and more layers: stored results stay what they are.
  it.each([
    [
      "global",
      [-0.06223884496439371, 0.6799268135887238, 0.3737986164148773, -0.45926240088698866, -6.902075433227939],
    ],
    [
      "per-layer",
      [-0.07552857395760433, 0.6786643636187496, 0.32001601256930856, -0.42449887120036534, -7.48887259478233],
    ],
  ] as const)("keeps the bits of one layer of tanh, clipped %s", (clipping, golden) => {
    const plan = { ...training, steps: 60, batchSize: 20, clipping, noiseMultiplier: 1.1 };
    const { weights } = trainNetwork(dataset(iris("scaled")), plan, stream(7, "golden"));
    const sum = weights.reduce((all, weight) => all + weight, 0);
    expect([weights[0], weights[39], weights[40], weights[66], sum]).toEqual(golden);
  });

  it("learns the flowers without noise, is the same each time, and descends", () => {
    const data = dataset(iris("scaled"));
    const trained = trainNetwork(data, { ...training, noiseMultiplier: 0 }, stream(1));
    expect(networkAccuracy(trained, data)).toBeGreaterThan(0.95);
    expect(trainNetwork(data, { ...training, noiseMultiplier: 0 }, stream(1)).weights).toEqual(trained.weights);
    // The divisor is the parameter, not a count of records.
    const same = trainNetwork(data, { ...training, batchSize: 60, stepSize: 1, noiseMultiplier: 0 }, stream(1));
    expect(same.weights).toEqual(trained.weights);
    const meanLoss = (weights: Float64Array) => {
      let sum = 0;
      for (let i = 0; i < data.rows; i++)
        sum += trained.network.pass(weights, data.features, 4 * i, data.labels[i]).loss;
      return sum / data.rows;
    };
    expect(meanLoss(trained.weights)).toBeLessThan(0.15);
    expect(meanLoss(trained.network.initialWeights(stream(1)))).toBeGreaterThan(0.7);
  });

  it("splits records into two parts that hold each once", () => {
    const data = dataset(iris("centimetres"));
    const { training: kept, testing } = splitRecords(data, 0.2, stream(3));
    expect([kept.rows, testing.rows]).toEqual([120, 30]);
    const total = (of: Dataset) => of.features.reduce((sum, x) => sum + x, 0);
    expect(total(kept) + total(testing)).toBeCloseTo(total(data), 9);
  });

  it("refuses labels that are no classes, and features that are not its inputs", () => {
    const data = drawn(3, 1);
    const wrong = dataset({ features: data.features, labels: Float64Array.of(0, 1, 3), columns: 3 });
    expect(() => networkGradients({ network, data: wrong, clip: 1, clipping: "global" })).toThrow(
      "labels[2] must be an integer from 0 to 2, got a value that is not shown",
    );
    const wide = dataset({ features: new Float64Array(4), labels: Float64Array.of(0), columns: 4 });
    expect(() => networkGradients({ network, data: wide, clip: 1, clipping: "global" })).toThrow(
      "the number of features must be 3, as the network has inputs, got 4",
    );
    expect(() => neuralNetwork({ inputs: 3, hidden: 4, classes: 1 })).toThrow(
      "classes must be an integer of at least 2, got 1",
    );
  });
});

/** A norm of its own and a difference quotient of its own, of networks of any depth. */
describe.each<[ActivationName, readonly number[]]>([
  ["sigmoid", [4]],
  ["sigmoid", [5, 3, 4]],
  ["tanh", [5, 3]],
  ["relu", [4]],
  ["relu", [6, 5]],
  ["leaky-relu", [4, 4, 3]],
])("a network of %s units in layers of %j", (name, hidden) => {
  const deep = neuralNetwork({ inputs: 3, hidden, classes: 3, activation: name });
  const data = drawn(4, 1.5, 3);
  const gradient = (weights: Float64Array, row: number, clip: number, clipping: "global" | "per-layer" = "global") =>
    networkGradients({ network: deep, data, clip, clipping }).sum(
      weights,
      new Float64Array(deep.size),
      Int32Array.of(row),
    );

  it("has the gradient that differences of the loss have", () => {
    const weights = deep.initialWeights(stream(11, name));
    for (let row = 0; row < data.rows; row++) {
      const lossAt = (at: Float64Array) => deep.pass(at, data.features, 3 * row, data.labels[row]).loss;
      const found = gradient(weights, row, 1e200);
      const step = 1e-6;
      weights.forEach((weight, k) => {
        const difference = lossAt(weights.with(k, weight + step)) - lossAt(weights.with(k, weight - step));
        expect(Math.abs(found[k] - difference / (2 * step))).toBeLessThan(1e-8);
      });
    }
  });

  it("gives no record more than the clip, whole or layer by layer, and attains it where it is clipped", () => {
    for (const seed of [1, 2, 3]) {
      const weights = deep.initialWeights(stream(seed, name)).map((weight) => 5 * weight);
      for (let row = 0; row < data.rows; row++) {
        const long = norm(gradient(weights, row, 1e200));
        if (long === 0) continue;
        const clip = 0.7 * long;
        expect(Math.abs(norm(gradient(weights, row, clip)) / clip - 1)).toBeLessThan(1e-12);
        const apart = gradient(weights, row, clip, "per-layer");
        expect(norm(apart)).toBeLessThanOrEqual(clip * (1 + 1e-12));
        for (const { start, units, entering } of deep.layers) {
          const layer = apart.subarray(start, start + units * (entering + 1));
          expect(norm(layer)).toBeLessThanOrEqual((clip / Math.sqrt(deep.layers.length)) * (1 + 1e-12));
        }
      }
    }
  });

  it("learns the flowers without noise", () => {
    const flowers = dataset(iris("scaled"));
    const { clip, clipping, ...rest } = training;
    const plan = {
      ...rest,
      hidden,
      activation: name,
      clip: 5,
      clipping,
      stepSize: name === "sigmoid" ? 2 : 0.5,
      noiseMultiplier: 0,
    };
    expect(networkAccuracy(trainNetwork(flowers, plan, stream(2)), flowers)).toBeGreaterThan(
      name === "sigmoid" ? 0.6 : 0.9,
    );
  });
});

describe("a softmax regression, which has no hidden layer", () => {
  const flat = neuralNetwork({ inputs: 4, hidden: [], classes: 3 });

  it("has as gradient of a record the errors times its features, whether most of these are 0 or none is", () => {
    const rows = [
      [0.5, -1, 2, 0.25],
      [0, 0, 0, 3],
      [0, 0, 0, 0],
      [0, -2, 0, 0.5],
      [1, 1, -1, 0],
    ];
    const data = dataset({
      features: Float64Array.from(rows.flat()),
      labels: Float64Array.of(0, 1, 2, 1, 0),
      columns: 4,
    });
    const weights = flat.initialWeights(stream(21));
    const sums = networkGradients({ network: flat, data, clip: 1e200, clipping: "global" });
    rows.forEach((row, k) => {
      const found = sums.sum(weights, new Float64Array(flat.size), Int32Array.of(k));
      const scores = [0, 1, 2].map((c) => row.reduce((sum, x, j) => sum + weights[5 * c + j] * x, weights[5 * c + 4]));
      const odds = scores.map((score) => exp(score));
      const total = odds.reduce((sum, each) => sum + each, 0);
      odds.forEach((each, c) => {
        const error = each / total - (data.labels[k] === c ? 1 : 0);
        [...row, 1].forEach((x, j) => {
          expect(found[5 * c + j]).toBeCloseTo(error * x, 12);
        });
      });
    });
    // Together they are the sum: no record's places are another's.
    const whole = sums.sum(weights, new Float64Array(flat.size));
    const one = new Float64Array(flat.size);
    const added = new Float64Array(flat.size);
    rows.forEach((_, k) => {
      sums.sum(weights, one, Int32Array.of(k)).forEach((value, j) => {
        added[j] += value;
      });
    });
    expect(whole).toEqual(added);
  });

  it("learns the flowers, and has no hidden features", () => {
    const flowers = dataset(iris("scaled"));
    const trained = trainNetwork(flowers, { ...training, hidden: [], noiseMultiplier: 0 }, stream(2));
    expect(networkAccuracy(trained, flowers)).toBeGreaterThan(0.9);
    expect(() => flat.lastHidden(flat.initialWeights(stream(1)), new Float64Array(4), 0)).toThrow(
      "the number of hidden layers must be 1 or more, got 0",
    );
  });
});

describe("activation", () => {
  it("has the values and slopes of its formula; tanh x is 2 sigmoid(2 x) - 1", () => {
    const { value } = activation("sigmoid");
    for (const x of [-40, -3, -0.5, 0, 1e-3, 2, 30]) {
      expect(Math.abs(2 * value(2 * x) - 1 - activation("tanh").value(x))).toBeLessThan(1e-15);
      expect(Math.abs(value(x) + value(-x) - 1)).toBeLessThan(1e-15);
    }
    expect(value(-800)).toBe(0);
    expect([-1, 0, 2].map(activation("relu").value)).toEqual([0, 0, 2]);
    expect([-1, 0, 2].map(activation("leaky-relu").value)).toEqual([-0.05, 0, 2]);
    for (const name of ["sigmoid", "tanh", "relu", "leaky-relu"] as const) {
      const { value, slope } = activation(name);
      for (const x of [-2, -0.3, 0.4, 1.7]) {
        const difference = (value(x + 1e-6) - value(x - 1e-6)) / 2e-6;
        expect(Math.abs(slope(value(x)) - difference)).toBeLessThan(1e-9);
      }
    }
    expect(() => activation("step" as never)).toThrow("name must be one of sigmoid, tanh, relu, leaky-relu, got");
  });
});
