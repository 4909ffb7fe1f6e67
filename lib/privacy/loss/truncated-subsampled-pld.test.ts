import { describe, expect, it } from "vitest";
import { normalDensity } from "../../numerics/normal.ts";
import { integratedDelta } from "../../oracles/hockey-stick.ts";
import { subsampledGaussianPld } from "./gaussian-pld.ts";
import { pldDelta, pldEpsilon } from "./pld-accountant.ts";
import type { PldPair } from "./privacy-loss.ts";
import { truncatedSubsampledPld } from "./truncated-subsampled-pld.ts";

const four = { size: 4, samplingRate: 0.5, batchSize: 2, noiseMultiplier: 1 };

/** The sums of a truncated sample with their probabilities, by enumeration of samples and of what is kept of them. */
function sums(records: readonly number[], rate: number, batch: number): Map<number, number> {
  const law = new Map<number, number>();
  const put = (sum: number, mass: number) => law.set(sum, (law.get(sum) ?? 0) + mass);
  for (let code = 0; code < 1 << records.length; code++) {
    const sample = records.filter((_, k) => (code >> k) & 1);
    let mass = 1;
    for (let k = 0; k < records.length; k++) mass *= (code >> k) & 1 ? rate : 1 - rate;
    const kept: number[] = [];
    for (let choice = 0; choice < 1 << sample.length; choice++) {
      const chosen = sample.filter((_, k) => (choice >> k) & 1);
      if (chosen.length === Math.min(batch, sample.length)) kept.push(chosen.reduce((sum, value) => sum + value, 0));
    }
    for (const sum of kept) put(sum, mass / kept.length);
  }
  return law;
}

function divergence(first: Map<number, number>, second: Map<number, number>, epsilon: number): number {
  const density = (law: Map<number, number>) => (x: number) =>
    [...law].reduce((sum, [centre, mass]) => sum + mass * normalDensity(x - centre), 0);
  const over = { lower: -12, upper: 12, kinks: [-2, -1, 0, 1, 2], relativeTolerance: 1e-8, absoluteTolerance: 1e-12 };
  return integratedDelta(density(first), density(second), epsilon, over);
}

const profile = (loss: PldPair, epsilon: number) =>
  pldDelta({ events: [{ loss, times: 1 }], epsilon, tolerance: 1e-4 });

describe("truncatedSubsampledPld", () => {
  it("holds row C8, 17.904330 within 1e-6 (dp_accounting, pld_privacy_accountant_test.py)", () => {
    const events = [
      { loss: truncatedSubsampledPld(four), times: 3 },
      { loss: truncatedSubsampledPld({ ...four, size: 3 }), times: 2 },
    ];
    const { lower, estimate, upper } = pldEpsilon({ events, delta: 1e-6, tolerance: 5e-6 });
    expect(Math.abs(estimate - 17.90433)).toBeLessThan(1e-6);
    expect(lower).toBeLessThanOrEqual(17.90433 + 5e-7);
    expect(upper).toBeGreaterThanOrEqual(17.90433 - 5e-7);
  });

  it("dominates every pair of neighbours with records -1, 0 or 1, by enumeration", () => {
    const loss = truncatedSubsampledPld(four);
    const bounds = [0.3, 1, 2.5].map((epsilon) => ({ epsilon, upper: profile(loss, epsilon).upper }));
    for (const others of [
      [-1, -1, -1],
      [1, 1, 1],
      [-1, 0, 1],
      [0, 0, 0],
    ]) {
      for (const record of [-1, 1]) {
        const [present, absent] = [sums([...others, record], 0.5, 2), sums(others, 0.5, 2)];
        for (const { epsilon, upper } of bounds) {
          expect(divergence(present, absent, epsilon)).toBeLessThanOrEqual(upper);
          expect(divergence(absent, present, epsilon)).toBeLessThanOrEqual(upper);
        }
      }
    }
  });

  it("is needed: the pair of plain sampling is exceeded where the record displaces its opposite", () => {
    const [present, absent] = [sums([-1, -1, -1, 1], 0.9, 1), sums([-1, -1, -1], 0.9, 1)];
    const found = divergence(present, absent, 4);
    const plain = subsampledGaussianPld({ noiseMultiplier: 1, samplingRate: 0.9 });
    expect(found).toBeGreaterThan(10 * profile(plain, 4).upper);
    const truncated = truncatedSubsampledPld({ size: 4, samplingRate: 0.9, batchSize: 1, noiseMultiplier: 1 });
    expect(found).toBeLessThan(profile(truncated, 4).lower);
  });

  it("is plain sampling where no sample can be too large, and close to it where few are", () => {
    const times = 50;
    const epsilonOf = (loss: PldPair) => pldEpsilon({ events: [{ loss, times }], delta: 1e-5 }).estimate;
    const plain = epsilonOf(subsampledGaussianPld({ noiseMultiplier: 1, samplingRate: 0.01 }));
    const rare = { size: 1000, samplingRate: 0.01, noiseMultiplier: 1 };
    expect(epsilonOf(truncatedSubsampledPld({ ...rare, batchSize: 1000 }))).toBe(plain);
    const cut = epsilonOf(truncatedSubsampledPld({ ...rare, batchSize: 40 }));
    expect(cut).toBeGreaterThanOrEqual(plain - 1e-6);
    expect(cut).toBeLessThan(plain + 1e-3);
  });

  it("refuses bad parameters", () => {
    expect(() => truncatedSubsampledPld({ ...four, size: 0 })).toThrow("size must be");
    expect(() => truncatedSubsampledPld({ ...four, batchSize: 1.5 })).toThrow("batchSize must be");
    expect(() => truncatedSubsampledPld({ ...four, samplingRate: 1 })).toThrow("samplingRate must be");
    expect(() => truncatedSubsampledPld({ ...four, noiseMultiplier: 0 })).toThrow("noiseMultiplier must be");
  });
});
