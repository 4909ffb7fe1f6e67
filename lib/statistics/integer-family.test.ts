import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { integerLaw } from "./integer-family.ts";

describe("integerLaw", () => {
  it("has the moments, scores and information of the Bernoulli law, shifted", () => {
    const law = integerLaw(([p]) => ({ first: 5, masses: Float64Array.of(2 - 2 * p, 2 * p) }), [0.25]);
    expect(law.mean).toBeCloseTo(5.25, 14);
    expect(law.variance).toBeCloseTo(0.1875, 14);
    expect(law.fourthMoment).toBeCloseTo(0.25 * 0.31640625 + 0.75 * 0.00390625, 14);
    // Scores 1/p and -1/(1 - p), information 1 / (p (1 - p)).
    expect(law.scores[0].at(6)).toBeCloseTo(4, 7);
    expect(law.scores[0].at(5)).toBeCloseTo(-4 / 3, 7);
    expect(law.scores[0].information).toBeCloseTo(16 / 3, 7);
    expect([4, 5, 5.5, 6].map(law.cdf)).toEqual([0, 0.75, 0.75, 1]);
  });

  it("has a score for each parameter, also where the first outcome moves with it", () => {
    const law = integerLaw(
      ([tilt, width]) => {
        const last = Math.ceil(width + 1e-9);
        return { first: -last, masses: new Float64Array(2 * last + 1).map((_, i) => exp(tilt * (i - last))) };
      },
      [0, 3],
    );
    expect(law.scores.map(({ parameter }) => parameter)).toEqual(["parameter 0", "parameter 1"]);
    expect(law.mean).toBeCloseTo(0, 14);
    expect(law.scores[0].at(2)).toBeCloseTo(2, 8);
  });
});
