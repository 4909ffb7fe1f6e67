import { describe, expect, it } from "vitest";
import { exponentialMechanism } from "../mechanisms/choice/exponential-mechanism.ts";
import { exp } from "../numerics/exponential.ts";
import { tanh } from "../numerics/hyperbolic-tangent.ts";
import { log } from "../numerics/logarithm.ts";
import { sharpExpectedGap } from "./generalisation.ts";
import { robustGap, simulatorTail } from "./output-generalisation.ts";

const range = (count: number) => Array.from({ length: count }, (_, k) => k);

/** The commonest value, by the exponential mechanism. */
const commonest = (epsilon: number, values: number) => {
  const choose = exponentialMechanism({
    epsilon,
    sensitivity: 1,
    options: values,
    change: "general",
    neighbours: "swap",
  });
  return (counts: readonly number[]) => counts.map((_, value) => choose.law(counts).logMass(value));
};

/** Randomized response of one bit. */
const response = (epsilon: number) => (counts: readonly number[]) =>
  counts.map((has) => (has === 1 ? -log(1 + exp(-epsilon)) : -epsilon - log(1 + exp(-epsilon))));

/** By definition: over all ordered samples, with the best subset for each output. */
function gapByDefinition(size: number, values: number, logMasses: (counts: readonly number[]) => readonly number[]) {
  const outputs = logMasses([size, ...range(values - 1).map(() => 0)]).length;
  const gaps = range(outputs).map(() => range(1 << values).map(() => 0));
  let samples: number[][] = [[]];
  for (let i = 0; i < size; i++) samples = samples.flatMap((some) => range(values).map((value) => [...some, value]));
  for (const records of samples) {
    const masses = logMasses(range(values).map((value) => records.filter((each) => each === value).length));
    for (let subset = 0; subset < 1 << values; subset++) {
      const inIt = (value: number) => ((subset >> value) & 1) === 1;
      const gap = records.filter(inIt).length / size - range(values).filter(inIt).length / values;
      for (let output = 0; output < outputs; output++)
        gaps[output][subset] += (exp(masses[output]) * gap) / samples.length;
    }
  }
  return gaps.reduce((sum, given) => sum + Math.max(...given), 0);
}

describe("the gap of an adversary who sees the output", () => {
  it("is what a sum over all ordered samples gives", () => {
    for (const [size, values] of [
      [1, 2],
      [3, 3],
      [5, 2],
      [4, 4],
    ]) {
      const logMasses = commonest(1, values);
      expect(robustGap({ size, values, logMasses }), `${size}, ${values}`).toBeCloseTo(
        gapByDefinition(size, values, logMasses),
        13,
      );
    }
  });

  it("is tanh(epsilon / 2) / 2 for one bit by randomized response", () => {
    for (const epsilon of [0.1, 1, 4])
      expect(robustGap({ size: 1, values: 2, logMasses: response(epsilon) })).toBeCloseTo(tanh(epsilon / 2) / 2, 13);
  });

  it("is within tanh(epsilon / 4) for a private release, and beyond it for one with four times the epsilon", () => {
    for (const epsilon of [0.2, 1]) {
      expect(robustGap({ size: 6, values: 3, logMasses: commonest(epsilon, 3) })).toBeLessThan(
        sharpExpectedGap(epsilon),
      );
      expect(robustGap({ size: 1, values: 2, logMasses: response(4 * epsilon) })).toBeGreaterThan(
        sharpExpectedGap(epsilon),
      );
    }
  });

  it("is 0 for a release that ignores its sample", () => {
    expect(robustGap({ size: 4, values: 3, logMasses: () => [log(0.25), log(0.75)] })).toBeCloseTo(0, 15);
  });
});

describe("the tail of the distance from a simulator", () => {
  it("is 0 at once for a release that ignores its sample, and 1 for one that no simulator can follow", () => {
    expect(simulatorTail({ size: 4, values: 2, logMasses: () => [0, -Infinity] }, 0)).toBe(0);
    const bare = (counts: readonly number[]) => counts.map((has) => (has === 1 ? 0 : -Infinity));
    expect(simulatorTail({ size: 1, values: 2, logMasses: bare }, 100)).toBe(1);
  });

  it("falls to 0 at the distance of a lie of randomized response from a fair coin", () => {
    const release = { size: 1, values: 2, logMasses: response(1) };
    const lie = log((1 + Math.E) / 2);
    expect(simulatorTail(release, lie - 1e-9)).toBeCloseTo(1, 13);
    expect(simulatorTail(release, lie + 1e-9)).toBe(0);
  });

  it("is at most the error rate at the distance of McDiarmid's inequality, and above it at a tenth of that", () => {
    const [size, epsilon, errorRate] = [20, 0.5, 0.05];
    const release = { size, values: 2, logMasses: commonest(epsilon, 2) };
    const distance = 2 * epsilon * Math.sqrt((size * log(4 / errorRate)) / 2);
    expect(simulatorTail(release, distance)).toBeLessThanOrEqual(errorRate);
    expect(simulatorTail(release, distance / 10)).toBeGreaterThan(errorRate);
  });
});

describe("a release of numbers of records", () => {
  const logMasses = () => [0];
  it("is refused with too many samples, values, or masses that do not sum to 1", () => {
    expect(() => robustGap({ size: 20_000, values: 2, logMasses })).toThrow(
      "size must be one with at most 20000 samples of 2 values, got 20000",
    );
    expect(() => robustGap({ size: 3, values: 1, logMasses })).toThrow("values must be");
    expect(() => robustGap({ size: 3, values: 2, logMasses: () => [-1] })).toThrow("the sum of the masses must be 1");
    expect(() => robustGap({ size: 1, values: 2, logMasses: ([a]) => (a > 0 ? [0] : [0, -Infinity]) })).toThrow(
      "logMasses(counts) must be of 2 outputs for all samples, got 1",
    );
    expect(() => simulatorTail({ size: 3, values: 2, logMasses }, -1)).toThrow("distance must be");
  });
});
