import { describe, expect, it } from "vitest";
import { piecewiseExponential } from "../mechanisms/choice/piecewise-exponential.ts";
import { choiceResponse } from "../mechanisms/local/choice-response.ts";
import { leakyResponse } from "../mechanisms/local/leaky-response.ts";
import { randomizedResponse } from "../mechanisms/local/randomized-response.ts";
import { smoothSensitivityMedian } from "../mechanisms/local-sensitivity/smooth-sensitivity-median.ts";
import { discreteLaplace } from "../mechanisms/noise/discrete-laplace.ts";
import { gaussian } from "../mechanisms/noise/gaussian.ts";
import { laplace } from "../mechanisms/noise/laplace.ts";
import { staircase } from "../mechanisms/noise/staircase.ts";
import { histogram } from "../mechanisms/statistics/histogram.ts";
import { noisyMean } from "../mechanisms/statistics/noisy-mean.ts";
import { exp } from "../numerics/exponential.ts";
import type { Mechanism } from "../privacy/guarantees/mechanism.ts";
import { gaussianTradeOff } from "../privacy/trade-off/trade-off.ts";
import { advantage } from "../privacy/trade-off/trade-off-readings.ts";
import { type Stream, stream } from "../random/stream.ts";
import { clopperPearson } from "../statistics/proportion-interval.ts";
import { optimalAttack } from "./optimal-attack.ts";

const noise = { epsilon: 1, sensitivity: 1, neighbours: "swap" } as const;
const normal = { ...noise, delta: 0.05 } as const;
const zero = new Float64Array(3);

/** Of whatever input and output. */
function given<Input, Output>(
  title: string,
  mechanism: Mechanism<Input, Output, Stream>,
  pair: readonly [Input, Input],
): readonly [string, Mechanism<unknown, unknown, Stream>, readonly [unknown, unknown]] {
  return [title, mechanism as unknown as Mechanism<unknown, unknown, Stream>, pair];
}

const cases = [
  given("Laplace noise, up", laplace(noise), [0, 1]),
  given("Laplace noise, down", laplace(noise), [1, 0.3]),
  given("Gaussian noise", gaussian(normal), [2, 1]),
  given("geometric noise", discreteLaplace(noise), [4, 3]),
  given("randomized response", randomizedResponse({ epsilon: 1 }), [0, 1]),
  given("four choices, of which two are ties", choiceResponse({ epsilon: 1, choices: 4 }), [1, 3]),
  given("leaky response", leakyResponse({ epsilon: 0.5, delta: 0.2 }), [1, 0]),
  given("staircase noise", staircase(noise), [0, 1]),
  given(
    "an exponential mechanism on an interval",
    piecewiseExponential({ ...noise, change: "general", lower: 0, upper: 2 }),
    [
      { breakpoints: [1], scores: [0, 1] },
      { breakpoints: [1.5], scores: [1, 0] },
    ],
  ),
  given("noise of two scales", smoothSensitivityMedian({ epsilon: 1, lower: 0, upper: 1 }), [
    [0, 0, 1],
    [0, 1, 1],
  ]),
  given("a Gaussian vector", gaussian({ ...normal, dimension: 3 }), [zero, Float64Array.of(0.6, 0, -0.8)]),
  given("a Laplace vector, one coordinate moved", laplace({ ...noise, norm: "l1", dimension: 3 }), [
    zero,
    Float64Array.of(0, -1, 0),
  ]),
  given("a Laplace vector, three coordinates moved", laplace({ ...noise, norm: "linf", dimension: 3 }), [
    zero,
    Float64Array.of(1, -1, 1),
  ]),
  given("a histogram in which a record changed its bin", histogram({ epsilon: 2, neighbours: "swap", bins: 3 }), [
    [0],
    [2],
  ]),
];

describe("optimalAttack", () => {
  it.each(cases)("has the error rates of its curve: %s", (title, mechanism, pair) => {
    const attack = optimalAttack(mechanism, pair);
    const trials = 6000;
    for (const level of [0.05, 0.3, 0.75]) {
      const rate = (input: unknown) => {
        const random = stream(20261115, "attack", title, String(level));
        let said = 0;
        for (let k = 0; k < trials; k++) if (attack.decide(mechanism.release(input, random), level, random)) said++;
        return clopperPearson({ successes: said, trials, errorRate: 1e-5 });
      };
      const [alarms, hits] = pair.map(rate);
      expect(alarms.lower).toBeLessThan(level);
      expect(alarms.upper).toBeGreaterThan(level);
      const power = attack.curve.power(level);
      expect(hits.lower).toBeLessThan(power);
      expect(hits.upper).toBeGreaterThan(power);
    }
  });

  it("turned round it is caught: saying the opposite has not the error rates of the curve", () => {
    const mechanism = laplace(noise);
    const attack = optimalAttack(mechanism, [0, 1]);
    const random = stream(20261115, "opposite");
    let said = 0;
    for (let k = 0; k < 6000; k++) if (!attack.decide(mechanism.release(1, random), 0.05, random)) said++;
    expect(clopperPearson({ successes: said, trials: 6000, errorRate: 1e-5 }).lower).toBeGreaterThan(
      attack.curve.power(0.05),
    );
  });

  it("beats other tests of the same level: of random events on discrete Laplace noise none lies below the curve", () => {
    const mechanism = discreteLaplace(noise);
    const { curve } = optimalAttack(mechanism, [0, 1]);
    const random = stream(20261115, "events");
    const [first, second] = [0, 1].map((value) => mechanism.law(value));
    for (let trial = 0; trial < 300; trial++) {
      let [alpha, beta] = [0, 1];
      for (const outcome of first.support) {
        if (random.uint32() & 1) {
          alpha += exp(first.logMass(outcome));
          beta -= exp(second.logMass(outcome));
        }
      }
      expect(beta).toBeGreaterThan(curve.evaluate(Math.min(1, alpha)) - 1e-12);
    }
  });

  it("comes near the exact advantage by cells: two bins of a histogram", () => {
    const bins = optimalAttack(histogram({ epsilon: 2, neighbours: "swap", bins: 2 }), [[0], [1]]);
    const exact = 1 - exp(-1) * 1.5;
    expect(advantage(bins.curve)).toBeLessThanOrEqual(exact + 1e-12);
    expect(advantage(bins.curve)).toBeGreaterThan(exact - 1e-4);
  });

  it("keeps its level on a vector of which forty coordinates moved, with few cells for each", () => {
    const dimension = 40;
    const mechanism = laplace({ ...noise, epsilon: 4, norm: "linf", dimension });
    const { curve } = optimalAttack(mechanism, [new Float64Array(dimension), new Float64Array(dimension).fill(1)]);
    // Each coordinate is 0.1 scales apart: about a normal of 0.1 sqrt 40.
    expect(advantage(curve)).toBeGreaterThan(0.8 * advantage(gaussianTradeOff(0.1 * Math.sqrt(dimension))));
    expect(advantage(curve)).toBeLessThan(advantage(gaussianTradeOff(0.1 * Math.sqrt(dimension))));
  });

  it("scores by the log ratio, 0 for what neither input can give, and infinity for what only one can", () => {
    expect(optimalAttack(laplace(noise), [0, 1]).score(7)).toBeCloseTo(1, 14);
    const leaky = optimalAttack(leakyResponse({ epsilon: 0.5, delta: 0.2 }), [0, 1]);
    expect(leaky.score(1)).toBeCloseTo(0.5, 14);
    expect(leaky.score(3)).toBe(Infinity);
    expect(leaky.score(2)).toBe(-Infinity);
    expect(leaky.score(9)).toBe(0);
  });

  it("tosses a coin of the level between inputs that give the same law", () => {
    const attack = optimalAttack(laplace(noise), [2, 2]);
    const random = stream(20261115, "coin");
    let said = 0;
    for (let k = 0; k < 4000; k++) if (attack.decide(0, 0.2, random)) said++;
    const { lower, upper } = clopperPearson({ successes: said, trials: 4000, errorRate: 1e-5 });
    expect(lower).toBeLessThan(0.2);
    expect(upper).toBeGreaterThan(0.2);
  });

  it("refuses a mechanism without a law, and a level that is no probability", () => {
    const ratio = noisyMean({ epsilon: 1, lower: 0, upper: 1, neighbours: "add-remove" });
    expect(() => optimalAttack(ratio, [[], [1]])).toThrow("law of noisy-mean must be known, got undefined");
    const attack = optimalAttack(laplace(noise), [0, 1]);
    for (const level of [-0.1, 1.1, Number.NaN])
      expect(() => attack.decide(0, level, stream(1))).toThrow(/^level must be between 0 and 1/);
  });
});
