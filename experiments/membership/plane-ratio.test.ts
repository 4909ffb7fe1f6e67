import { describe, expect, it } from "vitest";
import { sampleBallNoise } from "../../lib/random/ball-noise.ts";
import { stream } from "../../lib/random/stream.ts";
import { coordinateAt, placeOf, planeRatioLaws } from "./plane-ratio.ts";

/** The share of noise around the first point whose log-likelihood ratio is above a share of the separation. */
function above(separation: number, share: number): number {
  return 1 - planeRatioLaws(separation)[0].cdf(placeOf(share));
}

describe("the likelihood ratio of two points in the plane", () => {
  // mpmath, 30 digits: the integral over the angle at the first point of (1 + t) e^-t / pi, t the distance to the hyperbola of that ratio.
  it.each([
    [0.064, -0.9, 0.852196928060837],
    [0.064, 0, 0.489821718103398],
    [0.064, 0.99, 0.0435495618639832],
    [0.64, -0.3, 0.507592097489388],
    [0.64, 0.5, 0.243189637582241],
    [2.5, -0.9, 0.744218274603921],
    [2.5, 0, 0.194645460563061],
    [2.5, 0.99, 0.00655565851527933],
    [10, -0.3, 0.0315629232100237],
    [10, 0.5, 0.000470263380727843],
  ])(
    "is above a share at a separation of %f and a share of %f as by integration over the angle",
    (separation, share, exact) => {
      expect(Math.abs(above(separation, share) - exact)).toBeLessThan(1e-12);
    },
  );

  it("has places that rise with it, from -1 to 1", () => {
    for (const share of [-1, -0.7, -1e-9, 0, 0.2, 0.999, 1])
      expect(coordinateAt(placeOf(share))).toBeCloseTo(share, 12);
    expect([placeOf(-2), placeOf(2)]).toEqual([-1, 1]);
  });

  it("is that of drawn noise, and its laws change places with the points", () => {
    const [separation, count] = [1.5, 40_000];
    const [first, second] = planeRatioLaws(separation);
    const random = stream(7, "plane");
    let below = 0;
    for (let k = 0; k < count; k++) {
      const [x, y] = sampleBallNoise({ dimension: 2, scale: 1 }, random);
      const ratio = Math.sqrt(x * x + y * y) - Math.sqrt((x - separation) * (x - separation) + y * y);
      if (ratio <= -0.4 * separation) below++;
    }
    const exact = first.cdf(placeOf(-0.4));
    // Five standard deviations; a separation a tenth larger is eight of them off.
    expect(Math.abs(below / count - exact)).toBeLessThan(5 * Math.sqrt((exact * (1 - exact)) / count));
    expect(second.cdf(0.3)).toBe(1 - first.cdf(-0.3));
  });
});
