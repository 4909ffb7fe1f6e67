import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { secureRandom } from "../../random/secure.ts";
import { randomizedResponse } from "./randomized-response.ts";

const chance = (epsilon: number, truth: number, answer: number) => {
  const law = randomizedResponse({ epsilon }).law(truth);
  return law.kind === "discrete" ? exp(law.logMass(answer)) : 0;
};

describe("randomizedResponse", () => {
  it("reports the truth with probability 0.51 at the epsilon that opendp states for it", () => {
    // opendp, combinators/privacy_filter/test.rs: epsilon = ln(0.51 / 0.49).
    expect(Math.abs(chance(0.040005334613699206, 1, 1) - 0.51)).toBeLessThan(1e-15);
  });

  it("reports the truth as often as the best membership test guesses right", () => {
    // e^epsilon / (1 + e^epsilon), in 30-digit arithmetic.
    for (const [epsilon, value] of [
      [0.1, 0.524979],
      [0.5, 0.622459],
      [1, 0.731059],
      [2, 0.880797],
      [4, 0.982014],
    ]) {
      expect(Math.abs(chance(epsilon, 0, 0) - value)).toBeLessThan(0.5e-6);
    }
  });

  it.each([0.01, 0.5, log(3), 3])(
    "estimates without bias, with the variance of its formula, at epsilon %d",
    (epsilon) => {
      const { estimate, estimateVariance } = randomizedResponse({ epsilon });
      for (const share of [0, 0.1, 0.5, 0.9]) {
        const answered = share * chance(epsilon, 1, 1) + (1 - share) * chance(epsilon, 0, 1);
        expect(Math.abs(estimate(answered) - share)).toBeLessThan(1e-12);
        const slope = estimate(1) - estimate(0);
        const variance = (slope * slope * answered * (1 - answered)) / 50;
        expect(Math.abs(estimateVariance({ share, size: 50 }) / variance - 1)).toBeLessThan(1e-10);
      }
    },
  );

  it("takes the secure source with a rational epsilon", () => {
    const { release } = randomizedResponse({ epsilon: { numerator: 3, denominator: 2 } });
    const random = secureRandom();
    const answers = Array.from({ length: 50 }, () => release(1, random));
    expect(answers.every((answer) => answer === 0 || answer === 1)).toBe(true);
  });
});
