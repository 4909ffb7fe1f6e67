import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { stream } from "../../random/stream.ts";
import type { Bits } from "./bitvector-response.ts";
import { countMeanSketch } from "./count-mean-sketch.ts";
import { oneBitMean } from "./one-bit-mean.ts";
import { rappor } from "./rappor.ts";

describe("rappor", () => {
  const stages = { noise: 0.4, whenOne: 0.7, whenZero: 0.2 };

  it.each([1, 2, 3, 6])("has the epsilon that all sequences of %d reports of a place have", (reports) => {
    const told = (permanent: number) => (permanent === 1 ? stages.whenOne : stages.whenZero);
    const masses = (truth: number) =>
      Array.from({ length: 1 << reports }, (_, code) =>
        [0, 1].reduce((sum, permanent) => {
          const kept = permanent === truth ? 1 - stages.noise / 2 : stages.noise / 2;
          const bits = Array.from({ length: reports }, (_, k) => (code >> k) & 1);
          return sum + bits.reduce((mass, bit) => mass * (bit === 1 ? told(permanent) : 1 - told(permanent)), kept);
        }, 0),
      );
    const [ofOne, ofZero] = [masses(1), masses(0)];
    const ratios = ofOne.map((mass, code) => log(mass / ofZero[code]));
    // A place that goes from 1 to 0 and one that goes from 0 to 1, for each hash function.
    const epsilon = 3 * (Math.max(...ratios) + Math.max(...ratios.map((ratio) => -ratio)));
    expect(rappor({ bits: 10, weight: 3, ...stages }).epsilonAfter(reports)).toBeCloseTo(epsilon, 12);
  });

  it("costs more with every report, and never more than its permanent answer; both formulas of the paper", () => {
    const { epsilonAfter, permanent, guarantee } = rappor({
      bits: 128,
      weight: 2,
      noise: 0.5,
      whenOne: 0.75,
      whenZero: 0.5,
    });
    const found = [1, 2, 4, 8, 16, 300].map(epsilonAfter);
    for (const [k, each] of found.slice(1).entries()) expect(each).toBeGreaterThanOrEqual(found[k]);
    expect(found[5]).toBeLessThanOrEqual(permanent.guarantee.epsilon);
    expect(permanent.guarantee.epsilon).toBeCloseTo(4 * log(0.75 / 0.25), 12);
    const [q, p] = [0.75 * 0.75 + 0.25 * 0.5, 0.25 * 0.75 + 0.75 * 0.5];
    expect(guarantee).toEqual({ kind: "pure", epsilon: found[0] });
    expect(found[0]).toBeCloseTo(2 * log((q * (1 - p)) / (p * (1 - q))), 12);
  });

  it("reports what one release reports, in two steps, and estimates shares without bias", () => {
    const mechanism = rappor({ bits: 4, weight: 1, ...stages });
    const truth: Bits = [0, 0, 1, 0];
    const random = stream(3, "rappor");
    const report = mechanism.report(mechanism.permanent.release(truth, random), random);
    expect(report).toEqual(mechanism.release(truth, stream(3, "rappor")));
    const shareOf = (place: number) =>
      mechanism
        .law(truth)
        .support.reduce((sum, bits) => sum + bits[place] * exp(mechanism.law(truth).logMass(bits)), 0);
    expect(mechanism.estimate(shareOf(2))).toBeCloseTo(1, 12);
    expect(mechanism.estimate(shareOf(0))).toBeCloseTo(0, 12);
    expect(() => mechanism.report([1, 2, 0, 0], random)).toThrow("permanent must be a list of 4 bits");
  });
});

describe("oneBitMean", () => {
  it("estimates every value without bias from the law of its bit, and states the largest deviation", () => {
    const { law, estimate, largestDeviation } = oneBitMean({ epsilon: 0.8, lower: -2, upper: 5 });
    for (const value of [-2, -1.3, 0, 4.9, 5]) expect(estimate(law(value).mean())).toBeCloseTo(value, 12);
    const deviation = Math.sqrt(law(1.5).variance()) * (estimate(1) - estimate(0));
    expect(largestDeviation(1)).toBeCloseTo(deviation, 12);
    expect(() => law(5.1)).toThrow("value must be from -2 to 5");
  });
});

describe("countMeanSketch", () => {
  it("supports the truth and other choices as often as it states, by enumeration, so that Apple's estimate has no bias", () => {
    const { law, supports, support } = countMeanSketch({ epsilon: 2, choices: 7, buckets: 3 });
    for (const truth of [0, 4]) {
      const { support: answers, logMass } = law(truth);
      for (const choice of [0, 1, 4, 6]) {
        const found = answers.reduce((sum, answer) => sum + (supports(answer, choice) ? exp(logMass(answer)) : 0), 0);
        expect(found).toBeCloseTo(choice === truth ? support.truth : support.other, 12);
      }
    }
    // The server's formula: m / (m - 1) (corrected mean - 1 / m), with c = (e^(epsilon/2) + 1) / (e^(epsilon/2) - 1).
    const c = (exp(1) + 1) / (exp(1) - 1);
    const server = (share: number) => (3 / 2) * ((c / 2) * (2 * share - 1) + 0.5 - 1 / 3);
    const { estimate } = countMeanSketch({ epsilon: 2, choices: 7, buckets: 3 });
    for (const share of [0.2, 0.5, 0.8]) expect(estimate(share)).toBeCloseTo(server(share), 12);
  });
});
