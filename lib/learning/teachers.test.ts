import { describe, expect, it } from "vitest";
import { iris } from "../data/iris.ts";
import { samplePermutation } from "../random/permutation.ts";
import { stream } from "../random/stream.ts";
import { type Dataset, dataset } from "./dataset.ts";
import { noisyVotes } from "./noisy-votes.ts";
import { type Classifier, teachers } from "./teachers.ts";

const CLASSES = 3;

/** The class whose mean is nearest; a class that the teacher has not seen is far away. */
function nearestMean(data: Dataset): Classifier {
  const { columns } = data;
  const sums = Array.from({ length: CLASSES }, () => new Float64Array(columns));
  const sizes = new Float64Array(CLASSES);
  for (let i = 0; i < data.rows; i++) {
    sizes[data.labels[i]]++;
    for (let j = 0; j < columns; j++) sums[data.labels[i]][j] += data.features[i * columns + j];
  }
  return (features, row) => {
    const distances = sums.map((sum, kind) => {
      if (sizes[kind] === 0) return Infinity;
      return sum.reduce((square, total, j) => {
        const off = total / sizes[kind] - features[row + j];
        return square + off * off;
      }, 0);
    });
    return distances.indexOf(Math.min(...distances));
  };
}

/** The flowers in a random order: the last 30 are public, and have no label for the student. */
function flowers(seed: number): { readonly secret: Dataset; readonly open: Dataset } {
  const all = iris("scaled");
  const order = samplePermutation(150, stream(seed, "flowers"));
  const taken = (rows: Int32Array) =>
    dataset({
      features: Float64Array.from(Array.from(rows).flatMap((row) => [...all.features.subarray(4 * row, 4 * row + 4)])),
      labels: Float64Array.from(rows, (row) => all.labels[row]),
      columns: 4,
    });
  return { secret: taken(order.subarray(0, 120)), open: taken(order.subarray(120)) };
}

function swapped(data: Dataset, row: number, from: number): Dataset {
  const [features, labels] = [data.features.slice(), data.labels.slice()];
  features.copyWithin(4 * row, 4 * from, 4 * from + 4);
  labels[row] = data.labels[from];
  return dataset({ features, labels, columns: 4 });
}

/** By how much the counts of all points differ at most, in sum and singly. */
function furthest(one: (row: number) => number[], other: (row: number) => number[], rows: number): [number, number] {
  let [sum, single] = [0, 0];
  for (let i = 0; i < rows; i++) {
    const [before, after] = [one(4 * i), other(4 * i)];
    const moves = before.map((count, kind) => Math.abs(count - after[kind]));
    sum = Math.max(
      sum,
      moves.reduce((total, move) => total + move, 0),
    );
    single = Math.max(single, ...moves);
  }
  return [sum, single];
}

describe("teachers", () => {
  const { secret, open } = flowers(1);
  const voting = (data: Dataset, train = nearestMean) => {
    const { votes } = teachers({ data, count: 24, classes: CLASSES, train });
    return (row: number) => votes(open.features, row);
  };

  it("cast one vote each on every point", () => {
    const votes = voting(secret);
    for (let i = 0; i < open.rows; i++) expect(votes(4 * i).reduce((sum, count) => sum + count, 0)).toBe(24);
  });

  it("change at most one vote on every point when any record is swapped", () => {
    let moved = 0;
    for (let row = 0; row < secret.rows; row += 5) {
      const [sum, single] = furthest(voting(secret), voting(swapped(secret, row, (row + 41) % 120)), open.rows);
      expect(sum).toBeLessThanOrEqual(2);
      expect(single).toBeLessThanOrEqual(1);
      moved = Math.max(moved, sum);
    }
    expect(moved).toBe(2);
  });

  it("a broken twin is caught, whose teachers share a normalisation by all records", () => {
    const broken = (data: Dataset) => voting(data, (own) => withAll(own, data));
    let most = 0;
    for (let row = 0; row < secret.rows; row += 5)
      most = Math.max(most, furthest(broken(secret), broken(swapped(secret, row, (row + 41) % 120)), open.rows)[1]);
    expect(most).toBeGreaterThan(1);
  });

  it("teach a student nearly all labels, with noise for an epsilon of 2 rate each", () => {
    const votes = voting(secret);
    const mechanism = noisyVotes({ classes: CLASSES, epsilon: 1, neighbours: "swap" });
    const random = stream(2, "answers");
    let right = 0;
    for (let i = 0; i < open.rows; i++) if (mechanism.release(votes(4 * i), random) === open.labels[i]) right++;
    expect(right / open.rows).toBeGreaterThan(0.85);
  });

  it("refuse more teachers than records, and answers that are no classes", () => {
    expect(() => teachers({ data: open, count: 31, classes: 3, train: nearestMean })).toThrow(
      "count must be at most the number of records, 30, got 31",
    );
    const odd = teachers({ data: open, count: 2, classes: 3, train: () => () => 7 });
    expect(() => odd.votes(open.features, 0)).toThrow(
      "answers[0] must be an integer from 0 to 2, got a value that is not shown",
    );
  });
});

/** Points are first moved by a multiple of the mean of all records: a normalisation that all teachers share, much enlarged. */
function withAll(own: Dataset, all: Dataset): Classifier {
  const centre = new Float64Array(4);
  for (let at = 0; at < all.features.length; at++) centre[at % 4] += all.features[at] / all.rows;
  const classify = nearestMean(own);
  return (features, row) => {
    const moved = features.slice(row, row + 4).map((x, j) => x + 40 * centre[j]);
    return classify(moved, 0);
  };
}
