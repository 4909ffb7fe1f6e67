import { describe, expect, it } from "vitest";
import { discreteDelta, discreteEpsilon } from "../auditing/discrete-audit.ts";
import { exp } from "../numerics/exponential.ts";
import { pldProfile } from "../privacy/loss/pld-profile.ts";
import { stream } from "../random/stream.ts";
import { leakyResponse } from "./local/leaky-response.ts";
import { discreteLaplace } from "./noise/discrete-laplace.ts";
import { laplace } from "./noise/laplace.ts";
import { truncatedDiscreteLaplace } from "./noise/truncated-discrete-laplace.ts";
import { postProcess } from "./post-process.ts";

const noise = { epsilon: 0.7, sensitivity: 1, neighbours: "swap" } as const;
const count = discreteLaplace(noise);
const bounded = truncatedDiscreteLaplace({ epsilon: 0.7, lower: -9, upper: 9, neighbours: "swap" });

describe("post-processing", () => {
  it("has the law of the truncated mechanism where it clamps", () => {
    const clamped = postProcess(count, (noisy) => Math.min(6, Math.max(0, noisy))).law(2);
    const truncated = truncatedDiscreteLaplace({ epsilon: 0.7, lower: 0, upper: 6, neighbours: "swap" }).law(2);
    expect(clamped.support.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    for (const outcome of clamped.support) expect(clamped.logMass(outcome)).toBeCloseTo(truncated.logMass(outcome), 9);
    expect(clamped.mean()).toBeCloseTo(truncated.mean(), 9);
    expect(clamped.logMass(7)).toBe(-Infinity);
  });

  it("sums the masses of outputs that become one, compared by value", () => {
    const bits = postProcess(leakyResponse({ epsilon: 1, delta: 0.1 }), (answer) => ({ bit: answer % 2 }));
    const law = bits.law(0);
    expect(law.support).toHaveLength(2);
    const right = exp(law.logMass({ bit: 0 }));
    expect(right).toBeCloseTo(0.1 + (0.9 * Math.E) / (1 + Math.E), 14);
    expect(right + exp(law.logMass({ bit: 1 }))).toBeCloseTo(1, 14);
  });

  it("draws what the mechanism draws, mapped, from its law", () => {
    const parity = postProcess(count, (noisy) => Math.abs(noisy) % 2);
    for (let k = 0; k < 20; k++) {
      const drawn = count.release(5, stream(k, "map"));
      expect(parity.release(5, stream(k, "map"))).toBe(Math.abs(drawn) % 2);
    }
  });

  it("never loses more than the mechanism, whatever the map, and less where it forgets", () => {
    const maps: readonly ((noisy: number) => number)[] = [
      (noisy) => noisy,
      (noisy) => Math.sign(noisy),
      (noisy) => (noisy * 7) % 5,
      (noisy) => Math.trunc(noisy / 3),
    ];
    for (const map of maps) {
      const finite = postProcess(bounded, map).law;
      expect(discreteEpsilon({ first: finite(0), second: finite(1) })).toBeLessThanOrEqual(0.7 * (1 + 1e-12));
      const { law } = postProcess(count, map);
      const pair = { first: law(0), second: law(1) };
      for (const epsilon of [0, 0.2, 0.5])
        expect(discreteDelta(pair, epsilon).lower).toBeLessThanOrEqual(
          pldProfile(count.privacyLoss()).deltaAt(epsilon).upper * (1 + 1e-12),
        );
    }
    const parts = postProcess(count, (noisy) => Math.trunc(noisy / 3)).law;
    expect(discreteDelta({ first: parts(0), second: parts(1) }, 0).upper).toBeLessThan(
      0.9 * pldProfile(count.privacyLoss()).deltaAt(0).lower,
    );
  });

  it("is void where the map looks at the data again: a wrong answer is put right now and then", () => {
    const truth = { at: 0 };
    const { law } = postProcess(bounded, (noisy) => (Math.abs(noisy - truth.at) <= 1 ? truth.at : noisy));
    const [first, second] = [0, 1].map((at) => {
      truth.at = at;
      return law(at);
    });
    expect(discreteEpsilon({ first, second })).toBeGreaterThan(1.1 * 0.7);
  });

  it("keeps guarantee, neighbours and loss, as an upper bound", () => {
    const mapped = postProcess(laplace(noise), Math.round);
    expect(mapped.guarantee).toEqual({ kind: "pure", epsilon: 0.7 });
    expect(mapped.neighbours).toBe("swap");
    expect(mapped.name).toBe("post-processed laplace");
    expect(mapped.privacyLoss?.().attained).toBe(false);
    expect(Number.isInteger(mapped.release(0.3, stream(1, "map")))).toBe(true);
  });

  it("refuses what is no mechanism, no map, or has no listed outcomes, by name", () => {
    expect(() => postProcess({} as never, (x) => x)).toThrow(/^mechanism must be one that a builder makes/);
    expect(() => postProcess(count, 3 as never)).toThrow(/^map must be a function, got a number/);
    const rounded = postProcess(laplace(noise) as never, Math.round) as { law(input: number): unknown };
    expect(() => rounded.law(0)).toThrow("the law of laplace must be one of listed outcomes, got a continuous one");
  });
});
