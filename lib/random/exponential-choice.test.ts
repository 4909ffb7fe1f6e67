import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { chiSquareTest } from "../statistics/chi-square.ts";
import { type ExponentialWeights, exponentialChoice } from "./exponential-choice.ts";
import { stream } from "./stream.ts";

const DRAWS = 40_000;
const LEVEL = 1e-3;

/** Draws against the weights of a denominator that may be another. */
function pValue(weights: ExponentialWeights, denominator: bigint): number {
  const random = stream(20261117, "exponential-choice", Number(weights.denominator));
  const choose = exponentialChoice(weights);
  const observed = weights.counts.map(() => 0);
  for (let k = 0; k < DRAWS; k++) observed[choose(random).index]++;
  const shares = weights.counts.map(
    (count, i) => Number(count) * exp(-Number(weights.exponents[i]) / Number(denominator)),
  );
  const total = shares.reduce((a, b) => a + b);
  return chiSquareTest({ observed, expected: shares.map((share) => (DRAWS * share) / total) }).pValue;
}

describe("exponentialChoice", () => {
  it.each([
    [[3n, 1n, 5n, 40n, 900n], [0n, 4n, 11n, 31n, 70n], 10n],
    [[1n, 7n, 2n, 1000n], [3n, 0n, 9n, 40n], 7n],
    [[1n, 1n, 1n], [5n, 4n, 4n], 1n],
    [[1n, 1n << 40n], [0n, 28n], 1n],
  ])("draws the weights %o exp(-%o / %o), and a tenth off is told apart", (counts, exponents, denominator) => {
    const weights = { counts, exponents: exponents.map((each) => 10n * each), denominator: 10n * denominator };
    expect(pValue(weights, 10n * denominator)).toBeGreaterThan(LEVEL);
    expect(pValue(weights, 11n * denominator)).toBeLessThan(LEVEL);
  });

  it("takes every place of a count alike, and weights of any depth", () => {
    const random = stream(20261117, "places");
    const choose = exponentialChoice({ counts: [6n, 1n << 70n], exponents: [0n, 1000n], denominator: 1n });
    const observed = [0, 0, 0, 0, 0, 0];
    for (let k = 0; k < 6000; k++) {
      const { index, offset } = choose(random);
      expect(index).toBe(0);
      observed[Number(offset)]++;
    }
    expect(chiSquareTest({ observed, expected: observed.map(() => 1000) }).pValue).toBeGreaterThan(LEVEL);
  });

  it.each([14n, 28n, 37n])("takes six proposals at most on average among 2^53 places, at depth %o", (depth) => {
    const source = stream(20261117, "proposals", Number(depth));
    let words = 0;
    const uint32 = () => {
      words++;
      return source.uint32();
    };
    const choose = exponentialChoice({ counts: [1n, 1n << 53n], exponents: [0n, depth], denominator: 1n });
    for (let k = 0; k < 1000; k++) choose({ ...source, uint32 });
    // A proposal has at most 197 bits, which fit 7 words, drawn twice at the most on average, and at most 48 events of little more
    // than a word.
    expect(words / 1000).toBeLessThan(6 * (14 + 50));
  });
});
