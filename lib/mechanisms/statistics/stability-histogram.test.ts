import { describe, expect, it } from "vitest";
import { auditDiscrete, discreteDelta } from "../../auditing/discrete-audit.ts";
import { audit } from "../../auditing/mechanism-audit.ts";
import { worstPair } from "../../auditing/worst-pair.ts";
import { exp } from "../../numerics/exponential.ts";
import { secureRandom } from "../../random/secure.ts";
import { stream } from "../../random/stream.ts";
import { stabilityHistogram } from "./stability-histogram.ts";
import { countThresholdFor, thresholdedCounts } from "./thresholded-counts.ts";

const integers = { noise: "discrete-laplace", epsilon: 3, delta: 0.03 } as const;

describe("stabilityHistogram", () => {
  it.each(["swap", "add-remove"] as const)(
    "keeps its guarantee on all neighbours of up to four records of three keys under %s, and attains its delta",
    (neighbours) => {
      const { law, guarantee } = stabilityHistogram({ ...integers, neighbours });
      const { epsilon, delta } = guarantee;
      const known = new Map<string, ReturnType<typeof law>>();
      const lawOf = (keys: readonly string[]) => {
        const name = keys.toSorted().join("");
        const found = known.get(name) ?? law(keys);
        known.set(name, found);
        return found;
      };
      let worst = 0;
      for (const [universe, size] of [
        [["x", "y"], 4],
        [["x", "y", "z"], 2],
      ] as const)
        worst = Math.max(
          worst,
          worstPair({ universe, size, neighbours }, (first, second) => {
            return discreteDelta({ first: lawOf(first), second: lawOf(second) }, epsilon).upper;
          }).loss,
        );
      expect(worst).toBeLessThanOrEqual(delta);
      expect(worst / delta).toBeGreaterThan(1 - 1e-9);
    },
  );

  it("loses epsilon on keys that stay, so that no smaller one is right even with a larger delta", () => {
    const { law, guarantee } = stabilityHistogram({ ...integers, neighbours: "swap" });
    const repeated = (x: number, y: number) => law([...new Array(x).fill("x"), ...new Array(y).fill("y")]);
    const pair = { first: repeated(9, 9), second: repeated(10, 8) };
    expect(discreteDelta(pair, guarantee.epsilon).upper).toBeLessThan(1e-12);
    expect(discreteDelta(pair, 0.9 * guarantee.epsilon).lower).toBeGreaterThan(3 * guarantee.delta);
  });

  it("has the delta of its closed form, and the threshold is the least that has it", () => {
    for (const [neighbours, scale] of [
      ["swap", 2],
      ["add-remove", 1],
    ] as const) {
      for (const epsilon of [0.1, 1, 5])
        for (const delta of [1e-9, 1e-3, 0.4]) {
          const ratio = exp(-epsilon / scale);
          const seen = (threshold: number) => exp((-(threshold - 1) * epsilon) / scale) / (1 + ratio);
          const counts = stabilityHistogram({ noise: "discrete-laplace", epsilon, delta, neighbours });
          expect(counts.guarantee.delta / seen(counts.threshold)).toBeCloseTo(1, 12);
          expect(counts.guarantee.delta).toBeLessThanOrEqual(delta);
          expect(seen(counts.threshold - 1)).toBeGreaterThan(delta);
          const reals = stabilityHistogram({ noise: "laplace", epsilon, delta, neighbours });
          expect(reals.guarantee.delta).toBeLessThanOrEqual(delta);
          expect(reals.guarantee.delta).toBeGreaterThan(delta * (1 - 1e-12));
          expect(Math.abs(exp((-(reals.threshold - 1) * epsilon) / scale) / 2 / delta - 1)).toBeLessThan(1e-12);
        }
    }
  });

  it("is caught with the threshold of add-remove under swap, by an exact audit and by one that samples", () => {
    const delta = 1e-3;
    const right = stabilityHistogram({ ...integers, epsilon: 2, delta, neighbours: "swap" });
    expect(audit(right).verdict).toBe("holds");
    const threshold = countThresholdFor({ noise: "discrete-laplace", epsilon: 2, sensitivity: 1, delta });
    const broken = thresholdedCounts({ noise: "discrete-laplace", epsilon: 1, sensitivity: 1, threshold });
    const pair = { first: broken.law(new Map([["x", 1]])), second: broken.law(new Map([["y", 1]])) };
    expect(auditDiscrete(pair, { epsilon: 2, delta, tailsAreNoWorse: true }).verdict).toBe("violated");
    const { law: _, ...blind } = { ...broken, guarantee: right.guarantee, neighbours: "swap" as const };
    const inputs = [new Map([["x", 1]]), new Map([["y", 1]])] as const;
    expect(audit(blind, { pair: inputs }, stream(1, "threshold")).verdict).toBe("violated");
    const { law: __, ...whole } = right;
    expect(audit(whole, {}, stream(1, "threshold")).verdict).toBe("not-refuted");
  });

  it("may be released with a rational epsilon: it takes the secure source", () => {
    const epsilon = { numerator: 1, denominator: 3 };
    const exact = stabilityHistogram({ noise: "discrete-laplace", epsilon, delta: 1e-6, neighbours: "swap" });
    const close = stabilityHistogram({ noise: "discrete-laplace", epsilon: 1 / 3, delta: 1e-6, neighbours: "swap" });
    expect(exact.threshold).toBe(close.threshold);
    expect(exact.guarantee.epsilon).toBeGreaterThanOrEqual(1 / 3);
    const shown = exact.release([...new Array(500).fill("often"), "once"], secureRandom());
    expect(shown.map(([key]) => key)).toEqual(["often"]);
  });

  it("refuses what is no list of keys, without showing it", () => {
    const { release } = stabilityHistogram({ ...integers, neighbours: "swap" });
    expect(() => release([17] as never, stream(1))).toThrow("a record must be a string, got a value that is not shown");
    expect(() => countThresholdFor({ ...integers, epsilon: 1e-300, sensitivity: 1 })).toThrow("threshold for epsilon");
    expect(() => countThresholdFor({ ...integers, sensitivity: 1, delta: 0.5 })).toThrow("delta must be");
  });
});
