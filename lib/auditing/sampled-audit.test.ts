import { describe, expect, it } from "vitest";
import { binomialUpperTail } from "../numerics/binomial.ts";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { normalQuantile } from "../numerics/normal-quantile.ts";
import { continuousLaw } from "../privacy/loss/distribution.ts";
import type { ContinuousLaw } from "../privacy/loss/law.ts";
import { sampleBernoulli } from "../random/bernoulli.ts";
import { sampleDiscreteLaplace } from "../random/discrete-laplace.ts";
import { fillLaplace, sampleLaplace } from "../random/laplace.ts";
import { stream } from "../random/stream.ts";
import { clopperPearsonLower, clopperPearsonUpper } from "../statistics/proportion-interval.ts";
import { certifiedLogRatio } from "./certified-epsilon.ts";
import { classifierEvent } from "./classifier-event.ts";
import { cellEvent, halfLineEvent } from "./event-choice.ts";
import { densityEvent, likelihoodEvent } from "./likelihood-event.ts";
import { auditRelease, auditSamples } from "./sampled-audit.ts";
import { tabulatedLaw } from "./tabulated-law.ts";
import { auditTradeOff } from "./trade-off-audit.ts";

const identity = (x: number) => x;
const laplaces = (count: number, centre: number, scale: number, ...path: (string | number)[]) =>
  fillLaplace(scale, new Float64Array(count), stream(20261115, "audit", ...path)).map((x) => x + centre);
const laplaceLaw = (centre: number, scale: number): ContinuousLaw =>
  continuousLaw({
    logDensity: (x) => -Math.abs(x - centre) / scale - log(2 * scale),
    cdf: (x) => (x < centre ? exp((x - centre) / scale) / 2 : 1 - exp((centre - x) / scale) / 2),
    kinks: [centre],
    range: [-Infinity, Infinity],
  });

describe("the certified epsilon", () => {
  it("agrees with the published Clopper-Pearson limits and ratios", () => {
    // Reference row F5 (beta quantiles).
    const upper = (successes: number, trials: number, errorRate: number) =>
      clopperPearsonUpper({ successes, trials, errorRate });
    expect(Math.abs(upper(0, 1000, 0.05) - 0.002991249545)).toBeLessThan(1e-10);
    expect(Math.abs(upper(10, 1000, 0.05) - 0.01690317512)).toBeLessThan(1e-10);
    expect(Math.abs(upper(50, 100, 0.025) - 0.6016788705)).toBeLessThan(1e-10);
    expect(Math.abs(upper(1, 100, 0.05) - 0.04655981145)).toBeLessThan(1e-10);
    // Row F7: 500 of 500 against 0 of 500 at 0.01 (TensorFlow Privacy, epsilon_lower_bound_test).
    const ratio = certifiedLogRatio({
      over: { successes: 500, trials: 500 },
      under: { successes: 0, trials: 500 },
      delta: 0,
      errorRate: 0.01,
    });
    expect(Math.abs(ratio - 4.5419158)).toBeLessThan(1e-7);
  });

  it("agrees with JAX Privacy on 1000 normal quantiles around 1 and 0 (row F6)", () => {
    const quantiles = Array.from({ length: 1000 }, (_, k) => normalQuantile((k + 0.5) / 1000));
    for (const [threshold, expected] of [
      [0, 0.443985718],
      [0.5, 0.690453134],
      [1, 0.971338353],
    ]) {
      const count = (centre: number) => quantiles.filter((x) => x + centre >= threshold).length;
      const found = certifiedLogRatio({
        over: { successes: count(1), trials: 1000 },
        under: { successes: count(0), trials: 1000 },
        delta: 0,
        errorRate: 0.1,
      });
      expect(Math.abs(found - expected)).toBeLessThan(1e-8);
    }
  });

  it("is minus infinity where delta explains the event, and refuses what is no rate", () => {
    const counts = { over: { successes: 5, trials: 100 }, under: { successes: 0, trials: 100 } };
    expect(certifiedLogRatio({ ...counts, delta: 0.5, errorRate: 0.05 })).toBe(-Infinity);
    expect(() => certifiedLogRatio({ ...counts, delta: 2, errorRate: 0.05 })).toThrow(/delta/);
    expect(() => certifiedLogRatio({ ...counts, delta: 0, errorRate: 0 })).toThrow(/errorRate/);
  });
});

describe("the audit by sampling", () => {
  const draws = 200_000;
  const claim = (epsilon: number) => ({ epsilon, delta: 0, errorRate: 0.01, choose: halfLineEvent(identity) });

  it.each([0.1, 0.5, 1, 2])("does not refute Laplace noise at its own epsilon %d and comes near it", (epsilon) => {
    const pair = { first: laplaces(draws, 0, 1 / epsilon, 1), second: laplaces(draws, 1, 1 / epsilon, 2) };
    for (const choose of [
      halfLineEvent(identity),
      densityEvent(laplaceLaw(0, 1 / epsilon), laplaceLaw(1, 1 / epsilon)),
    ]) {
      const { verdict, lowerBound } = auditSamples(pair, { ...claim(epsilon), choose });
      expect(verdict).toBe("not-refuted");
      // Ratios of frequencies near 1/2 over 1e5 draws have a deviation of about 0.006 in the logarithm.
      expect(lowerBound).toBeGreaterThan(epsilon - 0.03);
    }
  });

  it.each([0.1, 0.5, 1, 2])("refutes Laplace noise of deviation 1 / epsilon, epsilon = %d", (epsilon) => {
    const scale = 1 / (Math.SQRT2 * epsilon);
    const pair = { first: laplaces(draws, 0, scale, 3), second: laplaces(draws, 1, scale, 4) };
    const { verdict, lowerBound } = auditSamples(pair, claim(epsilon));
    expect(verdict).toBe("violated");
    expect(lowerBound).toBeLessThan(Math.SQRT2 * epsilon);
  });

  it("looks in both directions: an event that only one neighbour makes likely", () => {
    const [always, rarely] = [
      new Array<number>(2000).fill(0),
      Array.from({ length: 2000 }, (_, k) => (k % 10 === 0 ? 1 : 0)),
    ];
    for (const pair of [
      { first: always, second: rarely },
      { first: rarely, second: always },
    ])
      expect(auditSamples(pair, { ...claim(1), choose: cellEvent(identity) }).verdict).toBe("violated");
  });

  it("counts on the second half, each of four limits at a quarter of the error rate", () => {
    const first = new Array<number>(2000).fill(0);
    const second = Array.from({ length: 2000 }, (_, k) => (k % (k < 1000 ? 10 : 5) === 0 ? 1 : 0));
    const { lowerBound } = auditSamples(
      { first, second },
      { ...claim(1), errorRate: 0.04, choose: cellEvent(identity) },
    );
    const over = clopperPearsonLower({ successes: 200, trials: 1000, errorRate: 0.01 });
    const under = clopperPearsonUpper({ successes: 0, trials: 1000, errorRate: 0.01 });
    expect(lowerBound).toBe(log(over / under));
  });

  it("sees cells that no half-line shows", () => {
    // A two-sided geometric count, moved by one only where it is even: the parity tells.
    const random = stream(20261115, "parity");
    const noisy = (parity: number) =>
      Array.from({ length: 20_000 }, () => 2 * sampleDiscreteLaplace(5, random) + parity);
    const pair = { first: noisy(0), second: noisy(1) };
    expect(auditSamples(pair, { ...claim(2), choose: cellEvent(identity) }).verdict).toBe("violated");
    expect(auditSamples(pair, claim(2)).verdict).toBe("not-refuted");
  });

  it("uses known laws by their likelihood ratio", () => {
    const law = (bit: number) =>
      tabulatedLaw([
        [bit, -log(1 + exp(-1))],
        [1 - bit, -log(1 + exp(1))],
      ]);
    const release = (bit: number, random: ReturnType<typeof stream>) =>
      sampleBernoulli(exp(1) / (1 + exp(1)), random) ? bit : 1 - bit;
    const audit = {
      inputs: [0, 1],
      draws: 20_000,
      delta: 0,
      errorRate: 0.01,
      choose: likelihoodEvent(law(0), law(1)),
    } as const;
    const result = auditRelease(release, { ...audit, epsilon: 1 }, stream(1, "response"));
    expect(result.verdict).toBe("not-refuted");
    expect(result.lowerBound).toBeGreaterThan(0.9);
    expect(auditRelease(release, { ...audit, epsilon: 0.85 }, stream(1, "response")).verdict).toBe("violated");
  });

  it("trains a classifier for vectors: five Laplace coordinates that all move need five times epsilon", () => {
    const release = (centre: number, random: ReturnType<typeof stream>) =>
      Array.from({ length: 5 }, () => centre + sampleLaplace(2, random));
    const features = (y: readonly number[]) => y.map((x) => Math.max(0, Math.min(1, x)));
    const audit = {
      inputs: [0, 1],
      draws: 20_000,
      delta: 0,
      errorRate: 0.01,
      choose: classifierEvent(features),
    } as const;
    const { lowerBound } = auditRelease(release, { ...audit, epsilon: 0.5 }, stream(2, "vector"));
    expect(lowerBound).toBeGreaterThan(1.2); // one coordinate alone shows 0.5
    expect(lowerBound).toBeLessThan(2.5);
  });

  it("rejects a correct mechanism at most at its error rate", () => {
    let rejections = 0;
    const runs = 200;
    for (let run = 0; run < runs; run++) {
      const pair = { first: laplaces(1000, 0, 1, "level", run, 0), second: laplaces(1000, 1, 1, "level", run, 1) };
      if (auditSamples(pair, { ...claim(1), errorRate: 0.05 }).verdict === "violated") rejections++;
    }
    // More than this many would happen with probability below 1e-6 at a rate of 0.05.
    expect(rejections).toBeLessThan(28);
    expect(binomialUpperTail({ trials: runs, successes: 28, probability: 0.05 })).toBeLessThan(1e-5);
  });

  it("refuses too few outputs, bad claims and scores that are not numbers", () => {
    expect(() => auditSamples({ first: [1], second: [1, 2] }, claim(1))).toThrow(/first outputs/);
    expect(() => auditSamples({ first: [1, 2], second: [1, 2] }, claim(-1))).toThrow(/epsilon/);
    expect(() => auditSamples({ first: [1, Number.NaN, 1, 1], second: [1, 2, 1, 1] }, claim(1))).toThrow(/score/);
    expect(() => classifierEvent((y: number[]) => y)({ over: [[1]], under: [[1]], delta: 0, errorRate: 0.1 })).toThrow(
      /training/,
    );
  });
});

describe("the trade-off audit", () => {
  const claim = { epsilon: 1, delta: 0, errorRate: 0.01 };

  it("refutes Laplace noise of deviation 1 / epsilon with 2000 draws, at chosen thresholds and by the band", () => {
    const scale = 1 / Math.SQRT2;
    const pair = { first: laplaces(4000, 0, scale, 5), second: laplaces(4000, 1, scale, 6) };
    expect(auditTradeOff(pair, { ...claim, thresholds: 5 }).verdict).toBe("violated");
    expect(auditTradeOff(pair, { ...claim, thresholds: "band" }).verdict).toBe("violated");
  });

  it("does not refute the right scale, nor a claim that delta makes true", () => {
    const pair = { first: laplaces(20_000, 0, 1, 7), second: laplaces(20_000, 1, 1, 8) };
    for (const thresholds of [1, 5, 20, "band"] as const) {
      const { verdict, lowerBound } = auditTradeOff(pair, { ...claim, thresholds });
      expect(verdict).toBe("not-refuted");
      if (thresholds !== 1) expect(lowerBound).toBeGreaterThan(0.8);
      // delta(0.5) of Laplace at shift 1 is 1 - e^(-0.25) = 0.2212.
      expect(auditTradeOff(pair, { ...claim, epsilon: 0.5, delta: 0.2213, thresholds }).verdict).toBe("not-refuted");
      if (thresholds !== 1)
        expect(auditTradeOff(pair, { ...claim, epsilon: 0.5, delta: 0.05, thresholds }).verdict).toBe("violated");
    }
  });

  it("keeps its error rate over all thresholds, where limits for each alone would not", () => {
    const runs = 200;
    let [rejections, pointwise] = [0, 0];
    for (let run = 0; run < runs; run++) {
      const pair = { first: laplaces(400, 0, 1, "curve", run, 0), second: laplaces(400, 1, 1, "curve", run, 1) };
      if (auditTradeOff(pair, { ...claim, errorRate: 0.05, thresholds: 20 }).verdict === "violated") rejections++;
      // 0.999 / 40 = 0.025 for each limit: every threshold by itself at 0.05.
      if (auditTradeOff(pair, { ...claim, errorRate: 0.999, thresholds: 20 }).verdict === "violated") pointwise++;
    }
    expect(rejections).toBeLessThan(28);
    expect(pointwise).toBeGreaterThan(rejections);
  });

  it("bounds both rates at errorRate / (2 thresholds) and takes the better of the two inequalities", () => {
    const scores = (every: number, common: number) =>
      Array.from({ length: 2000 }, (_, k) => (k % 10 < every ? 1 - common : common));
    const limit = (successes: number) => clopperPearsonUpper({ successes, trials: 1000, errorRate: 0.01 });
    const bound = log((1 - limit(300)) / limit(100));
    for (const [alarms, misses] of [
      [1, 3],
      [3, 1],
    ]) {
      const pair = { first: scores(alarms, 0), second: scores(misses, 1) };
      expect(auditTradeOff(pair, { ...claim, errorRate: 0.04, thresholds: 2 }).lowerBound).toBe(bound);
    }
  });

  it("refuses too few scores, no thresholds and scores that are not numbers", () => {
    expect(() => auditTradeOff({ first: [1], second: [1, 2] }, { ...claim, thresholds: 1 })).toThrow(/first scores/);
    expect(() => auditTradeOff({ first: [1, 2], second: [1, 2] }, { ...claim, thresholds: 0 })).toThrow(/thresholds/);
    expect(() => auditTradeOff({ first: [1, Number.NaN], second: [1, 2] }, { ...claim, thresholds: 1 })).toThrow(
      /first score/,
    );
  });
});
