import { describe, expect, it } from "vitest";
import { stream } from "../random/stream.ts";
import { discreteEpsilon, impossibleMass } from "./discrete-audit.ts";
import { lawOfList, lawsOfLists, randomChannel, randomMasses, randomPair } from "./random-laws.ts";

const sum = (masses: readonly number[]) => masses.reduce((total, mass) => total + mass, 0);

describe("random laws", () => {
  it("are uniform over the laws on two outcomes: mean 1/2 and variance 1/12 of a mass", () => {
    const random = stream(5, "random laws");
    const masses = Array.from({ length: 20_000 }, () => randomMasses(2, random)[0]);
    const mean = sum(masses) / masses.length;
    const variance = sum(masses.map((mass) => (mass - mean) * (mass - mean))) / masses.length;
    // Six standard errors: 0.2887 / sqrt(20000) and 0.0745 / sqrt(20000).
    expect(Math.abs(mean - 1 / 2)).toBeLessThan(0.0123);
    expect(Math.abs(variance - 1 / 12)).toBeLessThan(0.0032);
  });

  it("come in pairs that need a pure epsilon from the spread to twice the spread", () => {
    const random = stream(6, "random laws");
    for (let k = 0; k < 200; k++) {
      const pair = randomPair({ outcomes: 2 + (k % 7), spread: 0.8 }, random);
      expect(sum(pair.second)).toBeCloseTo(1, 14);
      const epsilon = discreteEpsilon(lawsOfLists(pair));
      expect(epsilon).toBeGreaterThan(0.8);
      expect(epsilon).toBeLessThan(1.6);
    }
  });

  it("go through channels whose rows are laws, or single images", () => {
    const random = stream(7, "random laws");
    const soft = randomChannel({ outcomes: 3, images: 4 }, random);
    const bare = randomChannel({ outcomes: 3, images: 4, bare: true }, random);
    for (const outcome of [0, 1, 2]) {
      expect(soft(outcome).support).toEqual([0, 1, 2, 3]);
      expect(bare(outcome).support).toHaveLength(1);
    }
  });

  it("are refused without outcomes, and pairs without a spread", () => {
    const random = stream(8, "random laws");
    expect(() => randomMasses(0, random)).toThrow(/outcomes/);
    expect(() => randomPair({ outcomes: 3, spread: 0 }, random)).toThrow(/spread/);
  });
});

describe("the impossible mass", () => {
  it("is what one law has where the other has none, in either direction", () => {
    const pair = { first: lawOfList([0.5, 0.25, 0.25]), second: lawOfList([0.9, 0.1, 0]) };
    expect(impossibleMass(pair)).toBeCloseTo(0.25, 15);
    expect(impossibleMass({ first: pair.second, second: pair.first })).toBeCloseTo(0.25, 15);
    expect(impossibleMass({ first: pair.first, second: pair.first })).toBe(0);
  });
});
