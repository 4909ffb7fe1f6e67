import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { sampleBernoulli } from "../random/bernoulli.ts";
import { sampleLaplace } from "../random/laplace.ts";
import { type Stream, stream } from "../random/stream.ts";
import { bestPairLogRatio } from "./broken/looks.ts";
import { halfLineEvent } from "./event-choice.ts";
import { searchPair } from "./pair-search.ts";
import { countedEvents, drawPair } from "./sampled-audit.ts";
import { neighbouringPairs } from "./worst-pair.ts";

const choose = halfLineEvent((output: number) => output);
const pairs = [...neighbouringPairs({ universe: [0, 1, 2, 3], size: 3, neighbours: "swap" })];
/** Records are clamped to [0, 1], unless all three of them are 3: the worst pairs have one such side. */
const hidden = (records: readonly number[], random: Stream) => {
  const forgets = records.every((record) => record === 3);
  return records.reduce((sum, record) => sum + (forgets ? record : Math.min(1, record)), 0) + sampleLaplace(1, random);
};
const honest = (records: readonly number[], random: Stream) =>
  records.reduce((sum, record) => sum + Math.min(1, record), 0) + sampleLaplace(1, random);
const search = { pairs, epsilon: 1, delta: 0, errorRate: 0.05, choose, draws: 100_000 };

describe("searchPair", () => {
  it("finds the one input among 64 on which the clamp is forgotten, and certifies most of what it costs", () => {
    expect(pairs).toHaveLength(288);
    const found = searchPair(hidden, search, stream(1, "hidden"));
    expect(found.pair.some((records) => records.join() === "3,3,3")).toBe(true);
    expect(found.verdict).toBe("violated");
    expect(found.lowerBound).toBeGreaterThan(4); // of 7, or 8 where the other has a 0
    expect(found.draws).toBeLessThanOrEqual(100_000);
    expect(found.draws).toBeGreaterThan(95_000);
  });

  it("keeps its error rate, where the best of the bounds of all pairs does not", () => {
    // Randomized response at epsilon 3, which every pair needs exactly: bounds above are false.
    const right = 1 / (1 + exp(-3));
    const respond = (bit: number, random: Stream) => (sampleBernoulli(right, random) === 1 ? bit : 1 - bit);
    const copies = Array.from({ length: 32 }, () => [0, 1] as const);
    const claim = {
      ...{ epsilon: 3, delta: 0, errorRate: 0.1 },
      choose: ({ over }: { readonly over: readonly number[] }) => {
        const ones = over.filter((bit) => bit === 1).length;
        return (bit: number) => (bit === 1) === 2 * ones > over.length;
      },
    };
    let [refuted, selected] = [0, 0];
    for (let run = 0; run < 50; run++) {
      const random = stream(run, "responses");
      if (searchPair(respond, { ...claim, pairs: copies, draws: 8000 }, random).verdict === "violated") refuted++;
      const counts = copies.map(
        (inputs, k) =>
          countedEvents(drawPair(respond, { inputs, draws: 300 }, random.child("naive", k)).pair, claim)[0],
      );
      if (bestPairLogRatio(counts, claim) > 3) selected++;
    }
    expect(refuted).toBeLessThan(14); // 14 or more of 50 at a rate of 0.1: probability 3e-4
    expect(selected).toBeGreaterThan(13); // as rare, if it kept it
  });

  it("takes one pair as it is, and refuses no pair and too few draws", () => {
    const one = { ...search, pairs: pairs.slice(0, 1), draws: 4000 };
    expect(searchPair(honest, one, stream(1)).draws).toBe(4000);
    expect(() => searchPair(honest, { ...search, pairs: [] }, stream(1))).toThrow(/^pairs must be/);
    expect(() => searchPair(honest, { ...search, draws: 1000 }, stream(1))).toThrow(/^draws must be at least/);
  });
});
