import { describe, expect, it } from "vitest";
import { largestLoss } from "../../../testing/contract/audit.ts";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { stream } from "../../random/stream.ts";
import { exponentialMechanism } from "./exponential-mechanism.ts";
import type { ScoreChange } from "./scores/selection.ts";

const build = (change: ScoreChange, options: number) =>
  exponentialMechanism({ epsilon: 1, sensitivity: 1, change, options, neighbours: "swap" });

/** All functions from {0, 1}^bits to 0, 1, 2, scored by minus the number of bits to change; the largest loss between neighbours. */
function worstOverFunctions(change: ScoreChange, bits: number): number {
  const mechanism = build(change, 3);
  const size = 1 << bits;
  const distance = (a: number, b: number) => [...(a ^ b).toString(2)].filter((bit) => bit === "1").length;
  let functions = 1;
  for (let i = 0; i < size; i++) functions *= 3;
  let worst = 0;
  for (let code = 0; code < functions; code++) {
    const values: number[] = [];
    for (let x = 0, rest = code; x < size; x++, rest = Math.floor(rest / 3)) values.push(rest % 3);
    if (new Set(values).size < 3) continue;
    const laws = values.map((_, x) =>
      mechanism.law([0, 1, 2].map((t) => -Math.min(...values.map((v, y) => (v === t ? distance(x, y) : bits))))),
    );
    for (let x = 0; x < size; x++) {
      for (let bit = 0; bit < bits; bit++) worst = Math.max(worst, largestLoss(laws[x], laws[x ^ (1 << bit)]));
    }
  }
  return worst;
}

describe("exponentialMechanism", () => {
  it("keeps epsilon on every three-valued function of two bits, and loses 1.14384 without the factor 2", () => {
    expect(worstOverFunctions("general", 2)).toBeLessThanOrEqual(1);
    // The same exponent as that of monotone scores, which these are not.
    expect(Math.abs(worstOverFunctions("monotone", 2) - 1.14384)).toBeLessThan(0.5e-5);
  });

  it("falls short of the best score by v with probability below options e^(-epsilon v / 2)", () => {
    for (const options of [2, 10, 1000]) {
      const scores = Array.from({ length: options }, (_, i) => -((i * 7) % 23));
      const law = build("general", options).law(scores);
      for (const beta of [0.01, 0.1, 0.5]) {
        const short = scores.reduce(
          (sum, score, i) => sum + (score <= -2 * log(options / beta) ? exp(law.logMass(i)) : 0),
          0,
        );
        expect(short).toBeLessThanOrEqual(beta);
      }
    }
  });

  it("chooses among scores as far apart as float64 allows", () => {
    const mechanism = exponentialMechanism({
      epsilon: 1,
      sensitivity: 1,
      change: "range",
      options: 2,
      neighbours: "swap",
    });
    expect(mechanism.release([-1e308, 1e308], stream(1, "far"))).toBe(1);
  });

  it("keeps ratios of probabilities far below the smallest float64", () => {
    const law = build("monotone", 2).law([0, -2000]);
    expect(law.kind === "discrete" && law.logMass(1)).toBeCloseTo(-2000, 9);
  });
});
