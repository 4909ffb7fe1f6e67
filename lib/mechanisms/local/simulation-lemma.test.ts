import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { largerListedDelta } from "../../oracles/hockey-stick.ts";
import { mappedMasses } from "../../oracles/listed-law.ts";
import { sampleExponential } from "../../random/exponential.ts";
import { stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";
import { leakyResponse } from "./leaky-response.ts";
import { simulationLemma } from "./simulation-lemma.ts";

const random = stream(20261115, "simulation-lemma");

function randomLaw(): number[] {
  // Some outcomes are impossible.
  const weights = Array.from({ length: 6 }, () => (sampleUniform(random) < 0.1 ? 0 : sampleExponential(1, random)));
  weights[0] += 0.01;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** The laws that come out when the answers of leaky response are mapped. */
function rebuilt(epsilon: number, delta: number, maps: ReturnType<typeof simulationLemma>) {
  const { law } = leakyResponse({ epsilon, delta });
  return [0, 1].map((bit) =>
    mappedMasses(
      maps.map((_, answer) => exp(law(bit).logMass(answer))),
      maps,
    ),
  );
}

describe("simulationLemma", () => {
  it("rebuilds random pairs of laws from leaky response, at their exact delta and above it", () => {
    for (let trial = 0; trial < 3000; trial++) {
      const [first, second] = [randomLaw(), randomLaw()];
      const epsilon = trial % 5 === 0 ? 0 : 0.01 + 2 * sampleUniform(random);
      const least = largerListedDelta(first, second, epsilon);
      const delta = trial % 2 === 0 ? least : least + (0.999 - least) * sampleUniform(random) * 0.5;
      if (delta >= 1) continue;
      const maps = simulationLemma({ first, second, epsilon, delta });
      const [one, other] = rebuilt(epsilon, delta, maps);
      first.forEach((mass, i) => {
        expect(Math.abs(one[i] - mass)).toBeLessThan(1e-12);
        expect(Math.abs(other[i] - second[i])).toBeLessThan(1e-12);
      });
    }
  });

  it("rebuilds a pure pair without leaks", () => {
    const [first, second] = [
      [0.5, 0.3, 0.2],
      [0.4, 0.35, 0.25],
    ];
    const maps = simulationLemma({ first, second, epsilon: 0.3, delta: 0 });
    const [one, other] = rebuilt(0.3, 0, maps);
    first.forEach((mass, i) => {
      expect(one[i]).toBeCloseTo(mass, 13);
      expect(other[i]).toBeCloseTo(second[i], 13);
    });
  });

  it("refuses a delta below that of the pair", () => {
    const pair = { first: [0.9, 0.1], second: [0.1, 0.9], epsilon: 1 };
    const least = largerListedDelta(pair.first, pair.second, 1);
    expect(() => simulationLemma({ ...pair, delta: least - 1e-6 })).toThrow("delta must be at least");
    expect(() => simulationLemma({ ...pair, delta: least })).not.toThrow();
  });

  it.each([
    ["epsilon", { epsilon: -1 }],
    ["epsilon", { epsilon: Number.NaN }],
    ["delta", { delta: 1 }],
    ["delta", { delta: -0.1 }],
    ["first", { first: [] }],
    ["first[0]", { first: [-0.5, 1.5] }],
    ["second", { second: [0.5, 0.25, 0.25] }],
    ["second", { second: [0.5, 0.6] }],
  ])("refuses a bad %s, by name", (name, bad) => {
    const good = { first: [0.5, 0.5], second: [0.4, 0.6], epsilon: 1, delta: 0 };
    expect(() => simulationLemma({ ...good, ...bad })).toThrow(RangeError);
    expect(() => simulationLemma({ ...good, ...bad })).toThrow(name);
  });
});
