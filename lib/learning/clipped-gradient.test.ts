import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillNormal } from "../random/normal.ts";
import { stream } from "../random/stream.ts";
import { clippedGradientSum, clippedGradients } from "./clipped-gradient.ts";
import { compiledGradients } from "./clipped-gradient-compiled.ts";
import { type GradientSum, plainGradients } from "./clipped-gradient-plain.ts";
import { type Dataset, dataset, NORM_SLACK } from "./dataset.ts";
import { hingeLoss, huberHingeLoss, type Loss, linearLoss, logisticLoss, squaredLoss } from "./loss.ts";

const LOSSES: readonly Loss[] = [logisticLoss, hingeLoss, huberHingeLoss(0.3), linearLoss, squaredLoss(10)];

function drawn(rows: number, columns: number, seed: number): Dataset {
  const random = stream(seed, "clipped-gradient", rows, columns);
  const features = fillNormal({ mean: 0, sigma: 1 }, new Float64Array(rows * columns), random);
  const labels = fillNormal({ mean: 0, sigma: 1 }, new Float64Array(rows), random).map((x) => (x < 0 ? -1 : 1));
  return dataset({ features, labels, columns });
}

function weightsOf(columns: number, scale: number, seed = 5): Float64Array {
  return fillNormal({ mean: 0, sigma: scale }, new Float64Array(columns), stream(seed, "weights", columns));
}

const norm = (vector: Float64Array) => Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));

/** The gradient of one record written down, clipped as the definition says. */
function clippedGradientOf(data: Dataset, loss: Loss, weights: Float64Array, clip: number, row: number): Float64Array {
  const x = data.features.subarray(row * data.columns, (row + 1) * data.columns);
  const slope = loss.derivative(
    x.reduce((sum, value, j) => sum + value * weights[j], 0),
    data.labels[row],
  );
  const gradient = x.map((value) => slope * value);
  const length = norm(gradient);
  return length === 0 ? gradient : gradient.map((value) => value * Math.min(1, clip / length));
}

describe("the sum of clipped gradients", () => {
  it.each(LOSSES.map((loss) => [loss.name, loss] as const))(
    "is that of the gradients of all records, each written down and clipped: %s",
    (_, loss) => {
      for (const [rows, columns] of [
        [1, 1],
        [5, 2],
        [300, 7],
        [513, 20],
      ])
        for (const clip of [0.2, 1, 1e6]) {
          const data = drawn(rows, columns, 1);
          const weights = weightsOf(columns, 0.7);
          const found = clippedGradientSum({ data, loss, clip, weights }, new Float64Array(columns));
          const sum = new Float64Array(columns);
          let size = 0;
          for (let row = 0; row < rows; row++) {
            const gradient = clippedGradientOf(data, loss, weights, clip, row);
            size += norm(gradient);
            gradient.forEach((value, j) => {
              sum[j] += value;
            });
          }
          // Rounding: a few units in the last place of each term, and of the sums on the way.
          sum.forEach((value, j) => {
            expect(Math.abs(found[j] - value)).toBeLessThanOrEqual(1e-13 * size);
          });
        }
    },
  );

  it("takes the rows it is given, in their order, as often as they are named", () => {
    const data = drawn(700, 9, 2);
    const weights = weightsOf(9, 1);
    const sums = clippedGradients({ data, loss: logisticLoss, clip: 0.5 });
    const all = sums.sum(weights, new Float64Array(9));
    expect(
      sums.sum(
        weights,
        new Float64Array(9),
        Int32Array.from({ length: 700 }, (_, i) => i),
      ),
    ).toEqual(all);
    expect(sums.sum(weights, new Float64Array(9), new Int32Array(0))).toEqual(new Float64Array(9));
    const one = sums.sum(weights, new Float64Array(9), Int32Array.of(33));
    const twice = sums.sum(weights, new Float64Array(9), Int32Array.of(33, 33));
    expect(twice).toEqual(one.map((value) => 2 * value));
  });

  it("gives no record more than the clip, whatever its features and the weights", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e100, max: 1e100, noNaN: true }), { minLength: 1, maxLength: 9 }),
        fc.double({ min: -100, max: 100, noNaN: true }),
        fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
        fc.constantFrom(...LOSSES),
        (row, weight, clip, loss) => {
          const columns = row.length;
          const data = dataset({ features: Float64Array.from(row), labels: Float64Array.of(1), columns });
          const weights = new Float64Array(columns).fill(weight);
          const gradient = clippedGradientSum({ data, loss, clip, weights }, new Float64Array(columns));
          expect(norm(gradient)).toBeLessThanOrEqual(clip * (1 + NORM_SLACK));
        },
      ),
    );
  });

  it("leaves a gradient as it is that is short enough, and a record of zeros at zero", () => {
    const data = dataset({ features: Float64Array.of(0.3, 0.4, 0, 0), labels: Float64Array.of(-1, 1), columns: 2 });
    const found = clippedGradientSum(
      { data, loss: linearLoss, clip: 0.5, weights: new Float64Array(2) },
      new Float64Array(2),
    );
    expect(found).toEqual(Float64Array.of(0.3, 0.4));
  });

  it("refuses what it cannot use, by name", () => {
    const data = drawn(3, 2, 3);
    const out = new Float64Array(2);
    const sums = clippedGradients({ data, loss: logisticLoss, clip: 1 });
    expect(() => clippedGradients({ data, loss: logisticLoss, clip: 0 })).toThrow(
      "clip must be positive and finite, got 0",
    );
    expect(() => sums.sum(new Float64Array(3), out)).toThrow("weights must be a Float64Array of length 2");
    expect(() => sums.sum(Float64Array.of(1, Infinity), out)).toThrow("weights[1] must be finite, got Infinity");
    expect(() => sums.sum(new Float64Array(2), out, Int32Array.of(0, 3))).toThrow(
      "rows[1] must be an integer from 0 to 2, got 3",
    );
    expect(() => sums.sum(new Float64Array(2), new Float64Array(1))).toThrow("out must be a Float64Array of length 2");
  });
});

describe("the compiled sum", () => {
  const both = (data: Dataset, loss: Loss, clip: number) =>
    [compiledGradients({ data, loss, clip }) as GradientSum, plainGradients({ data, loss, clip })] as const;
  const requireSame = (
    [compiled, plain]: readonly [GradientSum, GradientSum],
    columns: number,
    scale: number,
    rows?: Int32Array,
  ) => {
    const [found, expected] = [new Float64Array(columns).fill(7), new Float64Array(columns)];
    compiled(weightsOf(columns, scale), found, rows);
    plain(weightsOf(columns, scale), expected, rows);
    expect(found).toEqual(expected);
  };

  it("has the bits of the plain one, for odd and even columns, whole and broken blocks, chosen rows, and every loss", () => {
    for (const columns of [1, 2, 3, 20, 101])
      for (const rows of [1, 2, 5, 256, 515])
        for (const loss of LOSSES)
          for (const clip of [0.1, 3]) {
            const data = drawn(rows, columns, 4);
            const pair = both(data, loss, clip);
            for (const scale of [0.01, 1, 30]) requireSame(pair, columns, scale);
            requireSame(pair, columns, 1, Int32Array.of(0, rows - 1, rows >> 1));
            requireSame(
              pair,
              columns,
              1,
              Int32Array.from({ length: 300 }, (_, i) => (7 * i) % rows),
            );
          }
  });

  it("has them at margins beyond all that the exponential of the kernel takes, and at none", () => {
    const data = drawn(300, 4, 5);
    const pair = both(data, logisticLoss, 1);
    for (const scale of [400, 1e4, 1e9]) requireSame(pair, 4, scale);
    const [found, expected] = [new Float64Array(4), new Float64Array(4)];
    pair[0](new Float64Array(4), found, undefined);
    pair[1](new Float64Array(4), expected, undefined);
    expect(found).toEqual(expected);
  });

  it("puts records back that others have overwritten", () => {
    const first = drawn(1000, 3, 6);
    const pair = both(first, logisticLoss, 1);
    requireSame(pair, 3, 1);
    // Together more than the room, so that it is given out again.
    const others = [1, 2, 3].map((seed) => drawn(50_000, 15, seed));
    const largest = drawn(200_000, 15, 4); // more than the room alone
    const pairs = [...others, largest, others[0]].map((data) => both(data, logisticLoss, 1));
    for (const other of pairs) requireSame(other, 15, 1, Int32Array.of(5, 49_999, 77));
    requireSame(pair, 3, 1);
    for (const other of pairs) requireSame(other, 15, 1, Int32Array.of(5, 49_999, 77));
  });
});
