import { describe, expect, it } from "vitest";
import { logarithmicSequence } from "../../lib/false-discovery/gamma-sequence.ts";
import { lord } from "../../lib/false-discovery/lord.ts";
import { saffron } from "../../lib/false-discovery/saffron.ts";
import { stream } from "../../lib/random/stream.ts";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { enumeratedRate, stepUpRate } from "./batch-laws.ts";
import experiment from "./false-discovery.ts";
import { runBlock } from "./online-trials.ts";

describe("the experiment on false discoveries", () => {
  it("shows what errata E57 and E09 claim and what is found", async () => {
    const rows = await experimentRows(experiment, { parts: ["p-values", "bh"] });
    const likelihood = rows.find(
      ({ control, cell }) => control === "likelihood-of-the-sample" && cell.trials === 10 && cell.probability === 0.5,
    );
    expect(likelihood?.checks.probability.theory).toBeCloseTo(252 / 1024, 12);
    expect(likelihood?.checks.probability.estimate).toBeCloseTo(1, 12);
    const fixed = rows.filter(({ control }) => control === "fixed-number");
    expect(fixed.map(({ checks }) => checks.rate.estimate)).toEqual([1, 1, 1]);
    expect(experiment.parts["p-values"].controls["likelihood-of-the-sample"].refutes).toEqual(["E57"]);
    expect(experiment.parts.bh.controls["fixed-number"].refutes).toEqual(["E09"]);
  });

  it("has the golden values of the claims: 0.6415 for 20 nulls, SAFFRON's first level, 2 rejections", async () => {
    const rows = await experimentRows(experiment, { parts: ["twenty-nulls", "saffron-estimate", "bh"] });
    const nulls = rows.find(({ part, control }) => part === "twenty-nulls" && control === undefined);
    expect(nulls?.checks.any.estimate).toBeCloseTo(0.6415, 4);
    expect(nulls?.checks.mean.estimate).toBeCloseTo(1, 12);
    const first = rows.find(({ part, control }) => part === "saffron-estimate" && control === undefined);
    expect(first?.values?.first).toBeCloseTo(0.00548455, 8);
    const bh = rows.find(({ part, control }) => part === "bh" && control === undefined);
    expect(bh?.checks.example.estimate).toBe(2);
  });

  it("has the rates of the claims, and sees that a factor is forgotten", () => {
    const horizon = logarithmicSequence({ horizon: 10_000 });
    const rates = [
      [lord({ alpha: 0.1 }), 0.1, 0.02],
      [lord({ alpha: 0.1, gamma: horizon }), 0.1, 0.05],
      [lord({ alpha: 0.1, gamma: horizon }), 0.5, 0.029],
      [saffron({ alpha: 0.1 }), 0.3, 0.092],
    ] as const;
    // Means of 400 runs on both sides, whose deviations are at most 0.15: 0.04 is five deviations of their difference for the
    // first, more for the others.
    rates.forEach(([rule, share, rate], i) => {
      const { proportion } = runBlock(rule.decide, share, 300, stream(7, "rates", i));
      expect(Math.abs(proportion.mean - rate)).toBeLessThan(0.04);
    });
    const forgotten = runBlock(saffron({ alpha: 0.2 }).decide, 0.3, 300, stream(7, "forgotten"));
    expect(forgotten.proportion.mean).toBeGreaterThan(0.15);
  });
});

describe("the exact rates", () => {
  it("agree with each other: two p-values, one of a true null, counted from above and by going through a fine grid", () => {
    const size = 400;
    const uniform = {
      values: Array.from({ length: size }, (_, k) => (k + 0.5) / size),
      probabilities: Array.from({ length: size }, () => 1 / size),
    };
    const q = 0.2;
    // Without a shift the alternative is uniform too.
    const { rate } = stepUpRate({ nulls: 1, alternatives: 1, shift: 0 }, q);
    const enumerated = enumeratedRate([uniform, uniform], 1, (pValues) => {
      const [low, high] = [Math.min(...pValues), Math.max(...pValues)];
      const threshold = high <= q ? high : low <= q / 2 ? low : -1;
      return Uint8Array.from(pValues, (p) => (p <= threshold ? 1 : 0));
    });
    expect(rate).toBeCloseTo(0.1, 12);
    expect(enumerated).toBeCloseTo(rate, 3);
  });

  it("see a rule whose level is a tenth too high", () => {
    const { rate } = stepUpRate({ nulls: 8, alternatives: 2, shift: 2 }, 0.11);
    expect(rate).toBeCloseTo(0.088, 12);
    expect(Math.abs(rate - 0.08)).toBeGreaterThan(1e-3);
  });
});
