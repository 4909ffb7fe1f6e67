import { describe, expect, it } from "vitest";
import { binomialLogMass } from "../numerics/binomial.ts";
import { exp } from "../numerics/exponential.ts";
import { sampleBernoulli } from "../random/bernoulli.ts";
import { sampleLaplace } from "../random/laplace.ts";
import { stream } from "../random/stream.ts";
import { auditOneRun, oneRunEpsilon, oneRunPValue } from "./one-run-audit.ts";
import { operatingCurve, truePositiveRateAt } from "./receiver-operating-curve.ts";

describe("the one-run audit", () => {
  it.each([
    [1000, 100, 90, 1, 1e-5, 8.412885614e-4],
    [1000, 100, 90, 1, 0, 2.735812801e-5],
    [1000, 1000, 700, 0.5, 0, 1.665884956e-7],
    [100, 100, 75, 0.5, 1e-3, 0.01458720765],
  ])(
    "gives the p-value of row F4 (%d canaries, %d guesses, %d right)",
    (canaries, guesses, correct, epsilon, delta, p) => {
      const found = oneRunPValue({ canaries, guesses, correct }, { epsilon, delta });
      expect(Math.abs(found / p - 1)).toBeLessThan(1e-9);
    },
  );

  it("agrees with the sum over all lengths, which it stops early", () => {
    for (const [guesses, correct, epsilon] of [
      [40, 39, 0.1],
      [40, 25, 1],
      [40, 10, 2],
      [7, 7, 3],
      [300, 200, 0.2],
    ]) {
      const probability = 1 / (1 + exp(-epsilon));
      let [sum, largest, tail] = [0, 0, 0];
      const mass = (successes: number) => exp(binomialLogMass({ trials: guesses, successes, probability }));
      for (let k = correct; k <= guesses; k++) tail += mass(k);
      for (let i = 1; i <= correct; i++) {
        sum += mass(correct - i);
        largest = Math.max(largest, sum / i);
      }
      const found = oneRunPValue({ canaries: guesses, guesses, correct }, { epsilon, delta: 1e-4 });
      expect(Math.abs(found / Math.min(1, tail + 2 * guesses * 1e-4 * largest) - 1)).toBeLessThan(1e-12);
    }
  });

  it("inverts the p-value: what it refutes is at its error rate", () => {
    const counts = { canaries: 1000, guesses: 100, correct: 90 };
    for (const delta of [0, 1e-5]) {
      const epsilon = oneRunEpsilon(counts, { delta, errorRate: 0.05 });
      const p = oneRunPValue(counts, { epsilon, delta });
      expect(p).toBeLessThanOrEqual(0.05);
      expect(p).toBeGreaterThan(0.05 - 1e-8);
    }
    expect(oneRunEpsilon({ canaries: 10, guesses: 10, correct: 5 }, { delta: 0, errorRate: 0.05 })).toBe(0);
    expect(oneRunEpsilon({ canaries: 10, guesses: 0, correct: 0 }, { delta: 0, errorRate: 0.05 })).toBe(0);
  });

  it("refutes a run that shows too much, at fixed numbers of guesses, and not one that keeps its epsilon", () => {
    // Each canary's bit through Laplace noise of scale 1 / epsilon: an epsilon-private run.
    const audit = (run: number, scale: number) => {
      const random = stream(20261115, "canaries", run);
      const [members, others]: [number[], number[]] = [[], []];
      for (let k = 0; k < 2000; k++) {
        const bit = sampleBernoulli(0.5, random);
        (bit ? members : others).push((bit ? 1 : 0) + sampleLaplace(scale, random));
      }
      return auditOneRun({ members, others }, { epsilon: 1, delta: 0, errorRate: 0.05, guessCounts: [100, 300, 600] });
    };
    let [rejections, sum] = [0, 0];
    for (let run = 0; run < 40; run++) {
      const { verdict, lowerBound } = audit(run, 1);
      if (verdict === "violated") rejections++;
      sum += lowerBound / 40;
    }
    expect(rejections).toBeLessThan(9); // 9 or more of 40 at a rate of 0.05: probability 1e-4
    expect(sum).toBeGreaterThan(0.5);
    expect(audit(0, 1 / 3).verdict).toBe("violated");
    expect(audit(0, 1 / 3).lowerBound).toBeLessThan(3);
  });

  it("does not guess ties, so that the coins cannot break them", () => {
    const scores = { members: new Array<number>(50).fill(1), others: new Array<number>(50).fill(1) };
    expect(auditOneRun(scores, { epsilon: 0, delta: 0, errorRate: 0.05, guessCounts: [10] }).lowerBound).toBe(0);
  });

  it("refuses counts that cannot be", () => {
    const claim = { epsilon: 1, delta: 0 };
    expect(() => oneRunPValue({ canaries: 10, guesses: 11, correct: 1 }, claim)).toThrow(/guesses/);
    expect(() => oneRunPValue({ canaries: 10, guesses: 5, correct: 6 }, claim)).toThrow(/correct/);
    expect(() => auditOneRun({ members: [1], others: [0] }, { ...claim, errorRate: 0.1, guessCounts: [] })).toThrow(
      /guessCounts/,
    );
    expect(() => auditOneRun({ members: [1], others: [0] }, { ...claim, errorRate: 0.1, guessCounts: [3] })).toThrow(
      /guessCount/,
    );
    expect(() =>
      auditOneRun({ members: [Number.NaN], others: [0] }, { ...claim, errorRate: 0.1, guessCounts: [1] }),
    ).toThrow(/score/);
  });
});

describe("the receiver operating curve", () => {
  it("follows a circle: rate sqrt(x (2 - x)) (row F11)", () => {
    const uniforms = Array.from({ length: 4000 }, (_, k) => (k + 0.5) / 4000);
    const curve = operatingCurve({ members: uniforms.map((u) => Math.sqrt(1 - u * u)), others: uniforms });
    for (const x of [0.01, 0.1, 0.5, 0.9])
      expect(Math.abs(truePositiveRateAt(curve, x) - Math.sqrt(x * (2 - x)))).toBeLessThan(1e-3);
    expect(truePositiveRateAt(curve, 1)).toBe(1);
  });

  it("refuses empty and undefined scores", () => {
    expect(() => operatingCurve({ members: [], others: [1] })).toThrow(/members/);
    expect(() => operatingCurve({ members: [1], others: [Number.NaN] })).toThrow(/others\[0\]/);
    expect(() => truePositiveRateAt(operatingCurve({ members: [1], others: [0] }), 2)).toThrow(/falsePositiveRate/);
  });
});
