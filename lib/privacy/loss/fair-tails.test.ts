import { describe, expect, it } from "vitest";
import { binomialLogMass, binomialUpperTail } from "../../numerics/binomial.ts";
import { exp } from "../../numerics/exponential.ts";
import { stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";
import { binomialMasses } from "./binomial-masses.ts";
import { fairTails } from "./fair-tails.ts";

describe("fairTails", () => {
  it("has the tails and masses of fair binomials along any path, within 3e-13", () => {
    const random = stream(20261117, "fair-tails");
    for (const start of [3, 60, 5000]) {
      const fair = fairTails();
      let [trials, least] = [start, Math.floor(0.6 * start)];
      for (let step = 0; step < 400; step++) {
        trials += sampleUniform(random) < 0.8 ? 1 : 3;
        least = Math.max(0, Math.min(trials, least + Math.floor(4 * sampleUniform(random)) - 1));
        const { tail, mass } = fair.at(trials, least);
        const expected = binomialUpperTail({ trials, successes: least, probability: 0.5 });
        expect(Math.abs(tail / expected - 1)).toBeLessThan(3e-13);
        const single = exp(binomialLogMass({ trials, successes: least, probability: 0.5 }));
        expect(Math.abs(mass / single - 1)).toBeLessThan(2e-13);
      }
    }
  });

  it("is certain below 0 and impossible above the trials", () => {
    expect(fairTails().at(5, -1)).toEqual({ tail: 1, mass: 0 });
    expect(fairTails().at(5, 6)).toEqual({ tail: 0, mass: 0 });
  });
});

describe("binomialMasses", () => {
  it.each([
    [1, 0.3],
    [40, 0.01],
    [3000, 0.5],
    [100_000, 0.999],
  ])("are those of %d trials at %d, and sum to 1", (trials, probability) => {
    const { first, masses } = binomialMasses(trials, probability);
    expect(masses.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
    for (let k = 0; k < masses.length; k += 7) {
      const expected = exp(binomialLogMass({ trials, successes: first + k, probability }));
      expect(Math.abs(masses[k] / expected - 1)).toBeLessThan(1e-13);
    }
  });
});
