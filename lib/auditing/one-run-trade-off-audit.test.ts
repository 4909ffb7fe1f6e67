import { describe, expect, it } from "vitest";
import { binomialUpperTail } from "../numerics/binomial.ts";
import { exp } from "../numerics/exponential.ts";
import { normalQuantile } from "../numerics/normal-quantile.ts";
import { gaussianEpsilon } from "../privacy/loss/gaussian-profile.ts";
import { approximateTradeOff } from "../privacy/trade-off/finite-trade-off.ts";
import { gaussianTradeOff, laplaceTradeOff, type TradeOff } from "../privacy/trade-off/trade-off.ts";
import { sampleBernoulli } from "../random/bernoulli.ts";
import { sampleNormal } from "../random/normal.ts";
import { stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { accuracyOneRunPValue, perGuessOneRunPValue } from "./broken/one-run.ts";
import {
  allOrNothing,
  type Channel,
  curveOf,
  oneShown,
  randomCoinChannel,
  responses,
  tailsOf,
} from "./coin-channels.ts";
import { oneRunEpsilon, oneRunPValue } from "./one-run-audit.ts";
import { auditOneRunTradeOff, oneRunMu, refutesTradeOff, tradeOffOneRunPValue } from "./one-run-trade-off-audit.ts";
import { operatingCurve, operatingHull } from "./receiver-operating-curve.ts";

type PValue = typeof tradeOffOneRunPValue;

/** The largest excess of the true chance over the bound, over all v and numbers of guesses. */
function excess(channel: Channel, canaries: number, pValue: PValue): number {
  const curve = curveOf(channel, canaries);
  let worst = -Infinity;
  for (let guesses = 1; guesses <= canaries; guesses++)
    tailsOf(channel, canaries, guesses).forEach((tail, correct) => {
      worst = Math.max(worst, tail - pValue({ canaries, guesses, correct }, curve));
    });
  return worst;
}

describe("the one-run audit of a trade-off curve", () => {
  it("is above the true chance on 100 random channels, at every number of guesses", () => {
    const random = stream(20261117, "channels");
    for (let k = 0; k < 100; k++) {
      const canaries = 2 + (k % 3);
      const shape = { canaries, outputs: 3 + (k % 6), strength: 3 * sampleUniform(random) };
      expect(excess(randomCoinChannel(shape, random), canaries, tradeOffOneRunPValue)).toBeLessThan(1e-9);
    }
  });

  it("is above the true chance where canaries speak together or one speaks alone, and is attained there", () => {
    for (const canaries of [2, 3, 4]) {
      for (const channel of [responses(canaries, 1), allOrNothing(canaries, 0.1), oneShown(canaries)])
        expect(Math.abs(excess(channel, canaries, tradeOffOneRunPValue))).toBeLessThan(1e-9);
    }
  });

  it("would not be with a binomial of the best accuracy, nor with the guesses for the canaries", () => {
    expect(excess(allOrNothing(4, 0.1), 4, accuracyOneRunPValue)).toBeGreaterThan(0.05);
    expect(excess(oneShown(4), 4, perGuessOneRunPValue)).toBeGreaterThan(0.3);
  });

  it.each([
    [1, 14, 2.164749],
    [2, 5, 4.7218075],
    [4, 1, 9.133752],
  ])("agrees with JAX Privacy over the hull of 1e4 normal quantiles shifted by %d", (shift, corner, expected) => {
    // jax_privacy, auditing_test.py, test_epsilon_one_run_close: the error rate shared among the corners of the hull, delta = 1e-6.
    // The best corner was
    // found by trying all of them.
    const normals = (mean: number) =>
      Array.from({ length: 10_000 }, (_, k) => mean + normalQuantile((k + 0.5) / 10_000));
    const { points } = operatingHull(operatingCurve({ members: normals(shift), others: normals(0) }));
    const countsAt = (k: number) => {
      const { truePositives: correct, falsePositives } = points[k];
      return { canaries: 20_000, guesses: correct + falsePositives, correct };
    };
    const errorRate = 0.05 / points.length;
    const mu = oneRunMu(countsAt(corner), { errorRate });
    expect(Math.abs(gaussianEpsilon({ mu, delta: 1e-6 }) / expected - 1)).toBeLessThan(1e-6);
    for (const k of [corner + 1, corner + 20])
      expect(refutesTradeOff(countsAt(k), gaussianTradeOff(mu * 1.0001), errorRate)).toBe(false);
  });

  it("is the binomial tail for a pure claim", () => {
    for (const [guesses, correct, epsilon] of [
      [40, 35, 1],
      [100, 60, 0.2],
      [7, 7, 3],
    ]) {
      const found = tradeOffOneRunPValue(
        { canaries: 100, guesses, correct },
        approximateTradeOff({ epsilon, delta: 0 }),
      );
      const exact = binomialUpperTail({ trials: guesses, successes: correct, probability: 1 / (1 + exp(-epsilon)) });
      expect(Math.abs(found / exact - 1)).toBeLessThan(1e-12);
    }
  });

  it("certifies at least as much as the (epsilon, delta) audit of a Gaussian claim, and mostly more", () => {
    for (const [guesses, correct] of [
      [1000, 600],
      [1000, 700],
      [400, 300],
      [200, 180],
      [100, 95],
      [30, 30],
    ]) {
      const counts = { canaries: 1000, guesses, correct };
      const mu = oneRunMu(counts, { errorRate: 0.05 });
      const found = gaussianEpsilon({ mu, delta: 1e-5 });
      const before = oneRunEpsilon(counts, { delta: 1e-5, errorRate: 0.05 });
      expect(found).toBeGreaterThanOrEqual(before * (1 - 1e-8));
      expect(found).toBeGreaterThan(1.2 * before);
    }
    for (const curve of [gaussianTradeOff(1), laplaceTradeOff(1), approximateTradeOff({ epsilon: 1, delta: 1e-3 })]) {
      const counts = { canaries: 300, guesses: 100, correct: 85 };
      const p = tradeOffOneRunPValue(counts, curve);
      expect(p).toBeLessThanOrEqual(
        curve.kind === "laplace" ? oneRunPValue(counts, { epsilon: 1, delta: 0 }) * (1 + 1e-12) : 1,
      );
    }
  });

  it("inverts its p-value", () => {
    for (const counts of [
      { canaries: 1000, guesses: 100, correct: 90 },
      { canaries: 50, guesses: 50, correct: 45 },
    ]) {
      const mu = oneRunMu(counts, { errorRate: 0.05 });
      expect(tradeOffOneRunPValue(counts, gaussianTradeOff(mu))).toBeLessThanOrEqual(0.05);
      expect(tradeOffOneRunPValue(counts, gaussianTradeOff(mu * (1 + 1e-6)))).toBeGreaterThan(0.05);
    }
    expect(oneRunMu({ canaries: 10, guesses: 10, correct: 5 }, { errorRate: 0.05 })).toBe(0);
  });

  it("has the p-value that falls with what is right, and rises with the curve's mu", () => {
    let last = 1;
    for (let correct = 1; correct <= 40; correct++) {
      const p = tradeOffOneRunPValue({ canaries: 60, guesses: 40, correct }, gaussianTradeOff(0.5));
      expect(p).toBeLessThanOrEqual(last * (1 + 1e-9));
      last = p;
    }
  });

  it("refutes half the noise and, at its error rate, not the right one", () => {
    const audit = (run: number, sigma: number) => {
      const random = stream(20261117, "gaussian canaries", run);
      const [members, others]: [number[], number[]] = [[], []];
      for (let k = 0; k < 1000; k++) {
        const bit = sampleBernoulli(0.5, random);
        (bit ? members : others).push(sampleNormal({ mean: bit, sigma }, random));
      }
      return auditOneRunTradeOff(
        { members, others },
        { curve: gaussianTradeOff(1), errorRate: 0.05, guessCounts: [50, 200, 500] },
      );
    };
    let [rejections, sum] = [0, 0];
    for (let run = 0; run < 15; run++) {
      const { verdict, lowerBound } = audit(run, 1);
      if (verdict === "violated") rejections++;
      sum += lowerBound / 15;
    }
    expect(rejections).toBeLessThan(7); // 7 or more of 15 at a rate of 0.05: probability 4e-6
    expect(sum).toBeGreaterThan(0.4);
    expect(audit(0, 0.5).verdict).toBe("violated");
    const caught = audit(0, 1 / 3);
    expect(caught.pValue).toBeLessThan(0.005);
    expect(caught.lowerBound).toBeLessThan(3);
  });

  it("counts no guess at tied scores as right", () => {
    const scores = { members: new Array<number>(50).fill(1), others: new Array<number>(50).fill(1) };
    const claim = { curve: gaussianTradeOff(0), errorRate: 0.05, guessCounts: [10] };
    expect(auditOneRunTradeOff(scores, claim)).toEqual({ verdict: "not-refuted", lowerBound: 0, pValue: 1 });
    const most = { members: [...new Array<number>(9).fill(2), 1, 1], others: new Array<number>(50).fill(1) };
    const found = auditOneRunTradeOff(most, claim).pValue;
    expect(found).toBe(tradeOffOneRunPValue({ canaries: 61, guesses: 10, correct: 9 }, claim.curve));
  });

  it("refuses counts that cannot be and what is no curve", () => {
    const curve = gaussianTradeOff(1);
    expect(() => tradeOffOneRunPValue({ canaries: 10, guesses: 11, correct: 1 }, curve)).toThrow(/^guesses must be/);
    expect(() => tradeOffOneRunPValue({ canaries: 10, guesses: 5, correct: 1 }, {} as TradeOff)).toThrow(
      /^curve must be/,
    );
    expect(() =>
      auditOneRunTradeOff({ members: [1], others: [0] }, { curve, errorRate: 0.1, guessCounts: [] }),
    ).toThrow(/^guessCounts must be/);
    expect(() => oneRunMu({ canaries: 10, guesses: 5, correct: 1 }, { errorRate: 1 })).toThrow(/^errorRate must be/);
  });
});
