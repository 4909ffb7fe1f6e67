import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { stream } from "../stream.ts";
import { fillUniform } from "../uniform.ts";
import { plainSteps } from "./chain-steps.ts";
import { type ChainWeights, intervalChain } from "./interval-chain.ts";
import { logIntervalChain } from "./log-interval-chain.ts";

describe("the interval chain", () => {
  function randomWeights(size: number, points: number, decay: number): ChainWeights {
    const random = stream(36, size, points);
    const share = (values: Float64Array) => values.map((value) => value / values.reduce((a, b) => a + b, 0));
    // A quarter of the intervals have no length, as between equal records.
    const lengths = share(fillUniform(new Float64Array(size + 1), random).map((value, i) => (i % 4 === 1 ? 0 : value)));
    const targets = share(fillUniform(new Float64Array(points + 1), random)).map((gap) => gap * size);
    return { lengths, targets, decay };
  }

  /** The sum of all weights, sequence by sequence. */
  function directTotal({ lengths, targets, decay }: ChainWeights): number {
    const points = targets.length - 1;
    const size = lengths.length - 1;
    const rest = (j: number, before: number, repeats: number): number => {
      if (j === points) return exp(-decay * Math.abs(size - before - targets[j]));
      let sum = 0;
      for (let i = before; i <= size; i++) {
        const run = j > 0 && i === before ? repeats + 1 : 1;
        sum += (lengths[i] / run) * exp(-decay * Math.abs(i - before - targets[j])) * rest(j + 1, i, run);
      }
      return sum;
    };
    return rest(0, 0, 0);
  }

  it.each([
    [0, 2, 0.3],
    [1, 3, 0.3],
    [7, 4, 0.4],
    [25, 3, 0.1],
    [30, 3, 2],
    [60, 2, 0.7],
  ])("of %s records and %s points at decay %s has the total of all sequences", (size, points, decay) => {
    const weights = randomWeights(size, points, decay);
    const direct = log(directTotal(weights));
    expect(intervalChain(weights)?.logTotal).toBeCloseTo(direct, 11);
    expect(logIntervalChain(weights).logTotal).toBeCloseTo(direct, 11);
  });

  it.each([
    [400, 9, 0.25],
    [2000, 5, 0.05],
    [500, 3, 1],
  ])("of %s records and %s points at decay %s is the same in logarithms", (size, points, decay) => {
    const weights = randomWeights(size, points, decay);
    expect(intervalChain(weights)?.logTotal).toBeCloseTo(logIntervalChain(weights).logTotal, 9);
  });

  it("draws the same indices in logarithms, where both serve", () => {
    const weights = randomWeights(50, 4, 0.3);
    const [plain, logarithmic] = [intervalChain(weights), logIntervalChain(weights)];
    for (let i = 0; i < 200; i++) {
      expect(plain?.draw(stream(37, i))).toEqual(logarithmic.draw(stream(37, i)));
    }
  });

  it.each([
    ["even", [0.02, 0.98]],
    ["a range 100 times as wide as the data", [0.5, 0.51]],
  ])(
    "of 500 records and 99 points, whose total is far below float64, is the same in logarithms: %s",
    (_, [low, high]) => {
      const points = fillUniform(new Float64Array(500), stream(39)).toSorted();
      const edges = [0, ...points.map((x) => low + (high - low) * x), 1];
      const lengths = Float64Array.from(edges.slice(1), (edge, i) => edge - edges[i]);
      const weights = { lengths, targets: new Float64Array(100).fill(5), decay: 3 };
      const logarithmic = logIntervalChain(weights);
      const plain = intervalChain(weights);
      expect(logarithmic.logTotal).toBeLessThan(-575);
      expect(plain?.logTotal).toBeCloseTo(logarithmic.logTotal, 8);
      for (let i = 0; i < 20; i++) expect(plain?.draw(stream(40, i))).toEqual(logarithmic.draw(stream(40, i)));
    },
  );

  it("serves 99 points of 10^4 records, in and out of a wide range", () => {
    const edges = (scale: number) => [
      0,
      ...fillUniform(new Float64Array(1e4), stream(41))
        .toSorted()
        .map((x) => x * scale),
      1,
    ];
    for (const scale of [1, 1e-6]) {
      const all = edges(scale);
      const lengths = Float64Array.from(all.slice(1), (edge, i) => edge - all[i]);
      const chain = intervalChain({ lengths, targets: new Float64Array(100).fill(100), decay: 0.25 });
      expect(chain?.logTotal).toBeLessThan(-700);
    }
  });

  it("declines chains of lengths down to 1e-200 unless it has their total", () => {
    let served = 0;
    for (let trial = 0; trial < 400; trial++) {
      const draws = fillUniform(new Float64Array(100), stream(43, trial));
      const points = 2 + Math.floor(5 * draws[0]);
      const lengths = draws.slice(1, 41).map((u) => (u < 0.6 ? 0 : exp(-1000 * (u - 0.6))));
      const targets = draws.slice(41, 42 + points).map((u) => 40 * u);
      const weights = { lengths, targets, decay: 25 * draws[99] };
      const found = intervalChain(weights)?.logTotal;
      if (found === undefined) continue;
      served++;
      expect(found).toBeCloseTo(logIntervalChain(weights).logTotal, 8);
    }
    expect(served).toBeGreaterThan(150);
  });

  it("has the same bits compiled and plain", () => {
    for (const [size, points, decay] of [
      [0, 1, 0.3],
      [3, 3, 0.01],
      [50, 4, 3],
      [2000, 5, 0.5],
      [5001, 12, 0.7],
    ]) {
      const weights = randomWeights(size, points, decay);
      const [compiled, plain] = [intervalChain(weights), intervalChain(weights, plainSteps())];
      expect(compiled?.logTotal).toBe(plain?.logTotal);
      for (let i = 0; i < 20; i++) expect(compiled?.draw(stream(42, i))).toEqual(plain?.draw(stream(42, i)));
    }
  });

  it("declines weights that float64 does not hold, which logarithms do", () => {
    // All records at one point: only the first and the last interval have length, at a cost of n / 2 and more.
    const lengths = new Float64Array(4001);
    lengths[0] = 0.5;
    lengths[4000] = 0.5;
    const weights = { lengths, targets: Float64Array.of(2000, 2000), decay: 0.5 };
    expect(intervalChain(weights)).toBeUndefined();
    expect(logIntervalChain(weights).logTotal).toBeCloseTo(-2000, 9);
  });
});
