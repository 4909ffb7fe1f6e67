import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import type { DiscreteLaw } from "../privacy/loss/law.ts";
import { lawOfMasses, tabulatedLaw } from "../privacy/loss/tabulated-law.ts";
import { auditDiscrete, discreteDelta, discreteEpsilon, hockeyStick } from "./discrete-audit.ts";

const law = (...masses: readonly number[]) => lawOfMasses(masses.map((mass, k) => [k, mass] as const));
const randomLaw = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 6, maxLength: 6 }).map((weights) => {
  const total = weights.reduce((a, b) => a + b, 0);
  return total === 0 ? law(1) : law(...weights.map((weight) => weight / total));
});

/** Discrete Laplace noise of ratio e^-epsilon around `centre`, cut at `reach`. */
function geometric(centre: number, epsilon: number, reach: number): DiscreteLaw<number> {
  const logZero = log((1 - exp(-epsilon)) / (1 + exp(-epsilon)));
  const support = Array.from({ length: 2 * reach + 1 }, (_, k) => k - reach);
  const logMass = (k: number) => logZero - epsilon * Math.abs(k - centre);
  const seen = support.reduce((sum, k) => sum + exp(logMass(k)), 0);
  return { kind: "discrete", support, logMass, neglected: Math.max(0, 1 - seen) };
}

describe("the exact audit of two discrete laws", () => {
  it("finds epsilon and delta of randomized response in closed form", () => {
    const [yes, no] = [exp(1) / (1 + exp(1)), 1 / (1 + exp(1))];
    const pair = { first: law(yes, no), second: law(no, yes) };
    expect(Math.abs(discreteEpsilon(pair) - 1)).toBeLessThan(1e-15);
    // claim delta-role E49: RR(1) at epsilon 0.5 has delta 0.28765 exactly; the tail probability 0.73106 is not delta.
    expect(Math.abs(discreteDelta(pair, 0.5).lower - 0.28765)).toBeLessThan(5e-6);
    expect(auditDiscrete(pair, { epsilon: 1, delta: 0 }).verdict).toBe("holds");
    expect(auditDiscrete(pair, { epsilon: 0.99, delta: 0 }).verdict).toBe("violated");
    expect(auditDiscrete(pair, { epsilon: 0.5, delta: 0.28766 }).verdict).toBe("holds");
    expect(auditDiscrete(pair, { epsilon: 0.5, delta: 0.28764 }).verdict).toBe("violated");
  });

  it("gives the total variation at epsilon 0, and a delta that never grows with epsilon", () => {
    fc.assert(
      fc.property(randomLaw, randomLaw, (first, second) => {
        let variation = 0;
        for (let k = 0; k < 6; k++) variation += Math.abs(exp(first.logMass(k)) - exp(second.logMass(k))) / 2;
        expect(Math.abs(hockeyStick({ first, second }, 0) - variation)).toBeLessThan(1e-14);
        let last = 1;
        for (const epsilon of [0, 0.1, 0.3, 1, 3, 10]) {
          const delta = discreteDelta({ first, second }, epsilon).lower;
          expect(delta).toBeLessThanOrEqual(last + 1e-15);
          last = delta;
        }
      }),
    );
  });

  it("agrees with the largest event: delta is the most that any set of outcomes gains", () => {
    fc.assert(
      fc.property(randomLaw, randomLaw, fc.double({ min: 0, max: 2, noNaN: true }), (first, second, epsilon) => {
        let gain = 0;
        for (let set = 0; set < 64; set++) {
          let [there, back] = [0, 0];
          for (let k = 0; k < 6; k++)
            if ((set >> k) & 1) {
              there += exp(first.logMass(k));
              back += exp(second.logMass(k));
            }
          gain = Math.max(gain, there - exp(epsilon) * back, back - exp(epsilon) * there);
        }
        expect(Math.abs(discreteDelta({ first, second }, epsilon).lower - gain)).toBeLessThan(1e-14);
      }),
    );
  });

  it("needs an infinite epsilon where one law has a zero cell, in either direction, and ignores 0/0", () => {
    const pair = { first: law(0.5, 0.5, 0, 0), second: law(0.5, 0.25, 0.25, 0) };
    expect(discreteEpsilon(pair)).toBe(Infinity);
    expect(discreteEpsilon({ first: pair.second, second: pair.first })).toBe(Infinity);
    expect(auditDiscrete(pair, { epsilon: 100, delta: 0 }).verdict).toBe("violated");
    expect(discreteDelta(pair, 40).lower).toBe(0.25);
    expect(discreteEpsilon({ first: law(0.5, 0.5, 0), second: law(0.25, 0.75, 0) })).toBe(log(2));
  });

  it("keeps tails in logarithms: a delta of 1e-300 is not lost", () => {
    const tiny = -690;
    const first = tabulatedLaw([
      [0, log1p(-exp(tiny))],
      [1, tiny],
    ]);
    const second = tabulatedLaw([
      [0, 0],
      [1, -Infinity],
    ]);
    expect(Math.abs(hockeyStick({ first, second }, 5) / exp(tiny) - 1)).toBeLessThan(1e-13);
    expect(hockeyStick({ first: second, second: first }, 5)).toBe(0);
  });

  it("does not say holds about tails that it does not see", () => {
    const pair = { first: geometric(0, 1, 20), second: geometric(1, 1, 20) };
    expect(Math.abs(discreteEpsilon(pair) - 1)).toBeLessThan(1e-12);
    expect(auditDiscrete(pair, { epsilon: 1, delta: 0 }).verdict).toBe("not-refuted");
    expect(auditDiscrete(pair, { epsilon: 1, delta: 0, tailsAreNoWorse: true }).verdict).toBe("holds");
    expect(auditDiscrete(pair, { epsilon: 1, delta: 1e-6 }).verdict).toBe("holds");
    expect(auditDiscrete(pair, { epsilon: 1, delta: 1e-10 }).verdict).toBe("not-refuted");
    expect(auditDiscrete(pair, { epsilon: 0.9, delta: 1e-10 }).verdict).toBe("violated");
  });

  it("refuses laws whose masses do not add up to 1, and claims that are none", () => {
    const whole = law(0.5, 0.5);
    const twice: DiscreteLaw<number> = { ...whole, support: [0, 1, 1] };
    expect(() => discreteEpsilon({ first: twice, second: whole })).toThrow(/total mass of first must be 1, got 1/);
    expect(() => lawOfMasses([[0, 0.4]])).toThrow(/total mass must be 1/);
    expect(() => lawOfMasses([[0, 2]])).toThrow(/mass must be between 0 and 1, got 2/);
    expect(() => auditDiscrete({ first: whole, second: whole }, { epsilon: -1, delta: 0 })).toThrow(/epsilon/);
    expect(() => auditDiscrete({ first: whole, second: whole }, { epsilon: 1, delta: 2 })).toThrow(/delta/);
    expect(() => hockeyStick({ first: whole, second: whole }, Number.NaN)).toThrow(/epsilon must be finite/);
  });
});
