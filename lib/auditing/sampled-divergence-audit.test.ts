import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { normalCdf } from "../numerics/normal.ts";
import { lawOfMasses } from "../privacy/loss/tabulated-law.ts";
import { sampleNormal } from "../random/normal.ts";
import { type Stream, stream } from "../random/stream.ts";
import { limitsOf, muBetween, renyiBetween } from "./certified-divergence.ts";
import { halfLineEvent } from "./event-choice.ts";
import { discreteRenyi } from "./renyi-audit.ts";
import { auditGaussianRelease, auditRenyiRelease } from "./sampled-divergence-audit.ts";

const normal = (sigma: number) => (mean: number, random: Stream) => sampleNormal({ mean, sigma }, random);
const choose = halfLineEvent((output: number) => output);
const plan = { inputs: [0, 1] as const, draws: 20_000, errorRate: 0.01, choose };
const curve = { orders: [1.5, 2, 4, 8, 16], epsilonAt: (order: number) => order / 2 };

describe("what one event shows", () => {
  it("is all of mu at any threshold", () => {
    for (const mu of [0.1, 1, 3])
      for (const t of [-1, 0, 2])
        expect(Math.abs(muBetween(normalCdf(mu - t), normalCdf(-t)) - mu)).toBeLessThan(1e-13);
  });

  it("is the divergence of two Bernoulli laws, against the sum over the outcomes", () => {
    const law = (p: number) =>
      lawOfMasses([
        [0, 1 - p],
        [1, p],
      ]);
    for (const [p, q] of [
      [0.7, 0.2],
      [0.999, 0.001],
      [0.5, 0.49],
    ])
      for (const order of [1.1, 2, 8, 64]) {
        const exact = discreteRenyi({ first: law(p), second: law(q) }, order);
        expect(Math.abs(renyiBetween(p, q, order) - exact)).toBeLessThan(1e-13 * Math.max(1, exact));
      }
    expect(renyiBetween(0.4, 0.5, 2)).toBe(0);
    expect(renyiBetween(0.5, 0, 2)).toBe(Infinity);
    expect(Math.abs(renyiBetween(1, 0.5, 2) - log(2))).toBeLessThan(1e-15);
  });

  it("falls as the limits near each other, so that limits on both sides give a lower bound", () => {
    let last = Infinity;
    for (const p of [0.9, 0.8, 0.6, 0.4]) {
      expect(renyiBetween(p, 0.3, 3)).toBeLessThan(last);
      last = renyiBetween(p, 0.3, 3);
    }
    for (const q of [0.35, 0.38]) {
      expect(renyiBetween(0.4, q, 3)).toBeLessThan(last);
      last = renyiBetween(0.4, q, 3);
    }
  });

  it("is at most two thirds of the divergence of N(0, 1) and N(1, 1) at order 2, which is 1", () => {
    let best = 0;
    for (let t = 1; t <= 3; t += 0.01) best = Math.max(best, renyiBetween(normalCdf(1 - t), normalCdf(-t), 2));
    expect(Math.abs(best - 0.66182)).toBeLessThan(1e-5);
  });

  it("has coverage by enumeration of all counts of 30 draws", () => {
    const [p, q, trials, errorRate] = [0.8, 0.3, 30, 0.1];
    const masses = (rate: number) => {
      const all = [exp(trials * log(1 - rate))];
      for (let k = 1; k <= trials; k++) all.push((all[k - 1] * (trials - k + 1) * rate) / (k * (1 - rate)));
      return all;
    };
    let missed = 0;
    for (const [i, over] of masses(p).entries())
      for (const [j, under] of masses(q).entries()) {
        const counts = { over: { successes: i, trials }, under: { successes: j, trials }, errorRate };
        const { lower, upper } = limitsOf(counts);
        const wrong =
          muBetween(lower, upper) > muBetween(p, q) || renyiBetween(lower, upper, 2) > renyiBetween(p, q, 2);
        if (wrong) missed += over * under;
      }
    expect(missed).toBeLessThan(errorRate);
    expect(missed).toBeGreaterThan(0);
  });
});

describe("auditGaussianRelease", () => {
  it("refutes noise 10 % too small and not the right one, and finds nearly all of mu", () => {
    const right = auditGaussianRelease(normal(1), { ...plan, mu: 1 }, stream(1, "mu"));
    expect(right.verdict).toBe("not-refuted");
    expect(right.lowerBound).toBeGreaterThan(0.9);
    expect(right.draws).toBe(20_000);
    expect(right.event.says).toMatch(/^score/);
    const audit = { ...plan, draws: 60_000, mu: 1 };
    expect(auditGaussianRelease(normal(0.9), audit, stream(1, "mu")).verdict).toBe("violated");
  });

  it("refutes a true claim in at most its share of runs", () => {
    let refuted = 0;
    for (let run = 0; run < 40; run++) {
      const audit = { ...plan, draws: 1000, errorRate: 0.1, mu: 1 };
      if (auditGaussianRelease(normal(1), audit, stream(run, "true mu")).verdict === "violated") refuted++;
    }
    expect(refuted).toBeLessThan(13); // 13 or more of 40 at a rate of 0.1: probability 1e-4
  });
});

describe("auditRenyiRelease", () => {
  it("refutes half the noise, says at which order, and not the right noise", () => {
    const caught = auditRenyiRelease(normal(0.5), { ...plan, ...curve }, stream(1, "renyi"));
    expect(caught.verdict).toBe("violated");
    expect(caught.lowerBound).toBeGreaterThan(caught.order / 2);
    expect(caught.lowerBound).toBeLessThan(2 * caught.order);
    expect(auditRenyiRelease(normal(1), { ...plan, ...curve }, stream(1, "renyi")).verdict).toBe("not-refuted");
  });

  it("stops drawing when it is stopped, and refuses what is no claim", () => {
    let asked = 0;
    const found = auditRenyiRelease(normal(1), { ...plan, ...curve, until: () => ++asked === 3 }, stream(1, "until"));
    expect(found.draws).toBe(1500);
    const refused = (changed: object) => () =>
      auditRenyiRelease(normal(1), { ...plan, ...curve, ...changed }, stream(1));
    expect(refused({ orders: [] })).toThrow(/^orders must be/);
    expect(refused({ orders: [1] })).toThrow(/^orders\[0\] must be above 1/);
    expect(refused({ epsilonAt: () => -1 })).toThrow(/^epsilonAt\(1.5\) must be/);
    expect(() => auditGaussianRelease(normal(1), { ...plan, mu: -1 }, stream(1))).toThrow(/^mu must be/);
  });
});
