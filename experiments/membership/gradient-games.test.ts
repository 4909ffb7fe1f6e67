import { describe, expect, it } from "vitest";
import { fillNormal, sampleNormal } from "../../lib/random/normal.ts";
import { samplePoissonSubsample } from "../../lib/random/poisson-subsample.ts";
import { stream } from "../../lib/random/stream.ts";
import { canary, fullDescent, fullGradientGame, sampledDescent } from "./gradient-games.ts";

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

describe("the games of private gradient methods", () => {
  it("add up the very steps of full descent on the canary", () => {
    const method = fullDescent(1);
    const sigma = method.sigma(1);
    const noise = fillNormal({ mean: 0, sigma }, new Float64Array(20), stream(1, "full"));
    for (const label of [1, -1] as const) {
      const { last } = method.descend(canary(label), stream(1, "full"));
      // Clipped to 1, and the last weights are minus the sum of all noisy gradients.
      expect(-last[0]).toBeCloseTo(sum(noise) + 20 * label, 9);
    }
    const { curve } = fullGradientGame(1);
    expect(curve.kind === "gaussian" && curve.mu).toBeCloseTo((2 * Math.sqrt(20)) / sigma, 12);
  });

  it("add up the very steps of sampled descent on the canary", () => {
    const { last } = sampledDescent().descend(canary(1), stream(2, "sampled"));
    const random = stream(2, "sampled");
    let total = 0;
    for (let step = 0; step < 50; step++) {
      total += samplePoissonSubsample({ size: 1, samplingRate: 0.05 }, random).length;
      total += sampleNormal({ mean: 0, sigma: 1 }, random);
    }
    expect(-last[0]).toBeCloseTo(total, 9);
  });
});
