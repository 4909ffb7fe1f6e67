import { describe, expect, it } from "vitest";
import { discreteDelta, discreteEpsilon } from "../auditing/discrete-audit.ts";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { pow } from "../numerics/power.ts";
import { stream } from "../random/stream.ts";
import { paprikaLiteral } from "./paprika-literal.ts";
import { noiseRejects } from "./private-rejections.ts";

const PARAMETERS = {
  epsilon: 1,
  delta: 2.5e-4,
  alpha: 0.05,
  lambda: 0.2,
  sensitivity: 0.1,
  mostRejections: 1,
  horizon: 800,
  shiftFactor: 4,
  neighbours: "swap",
} as const;
const literal = paprikaLiteral(PARAMETERS);

describe("PAPRIKA as transcribed", () => {
  it("states no guarantee, and what is claimed of it by another name", () => {
    expect("guarantee" in literal).toBe(false);
    expect(literal.experimental).toBe(true);
    expect(literal.claimed).toEqual({ kind: "approximate", epsilon: 1, delta: 2.5e-4 });
  });

  it("leaks on the counter-example: p-values that differ by e^.001 decide a rejection", () => {
    const copies = 100;
    const [first, second] = literal.leakingPair(copies);
    expect(first).toHaveLength(101);
    const moves = first.map((p, i) => Math.abs(log(p) - log(second[i])));
    expect(Math.max(...moves)).toBeLessThan(1.0001e-3);
    const laws = { first: literal.law(first), second: literal.law(second) };
    const rejects = `${"-".repeat(copies)}+`;
    const [p, q] = [laws.first, laws.second].map((law) => exp(law.logMass(rejects)));
    // Two levels (m + 1)^1.6 apart, of which the last p-value is halfway: one comparison, by the closed form of the difference of
    // two Laplace variables.
    const half = log(pow(copies + 1, 1.6)) / 2;
    const { epsilon, sensitivity, mostRejections } = PARAMETERS;
    const alone = noiseRejects({ epsilon, sensitivity, mostRejections }, half);
    expect(Math.abs(q / alone - 1)).toBeLessThan(1e-6);
    expect(Math.abs((1 - p) / alone - 1)).toBeLessThan(0.02);
    expect(discreteDelta(laws, 1).lower).toBeGreaterThan(0.9997);
    // At the delta claimed it takes an epsilon of 9.6.
    expect(discreteDelta(laws, 9.6).lower).toBeGreaterThan(2.5e-4);
    expect(discreteDelta(laws, 9.64).upper).toBeLessThan(2.5e-4);
    // A candidate may be rejected, any other not at all.
    expect(discreteEpsilon(laws)).toBe(Infinity);
  });

  it("does as its law says", () => {
    const random = stream(1, "paprika");
    const [first, second] = literal.leakingPair(30);
    const share = (pValues: readonly number[]) =>
      Array.from({ length: 400 }, () => literal.release(pValues, random)).filter((answers) => answers.endsWith("+"))
        .length / 400;
    expect(share(first)).toBeGreaterThan(0.98);
    expect(share(second)).toBeLessThan(0.02);
  });

  it("has the shift of the notes, corrected: 4 (eta c / epsilon) ln(2 / (3 delta))", () => {
    expect(Math.abs(literal.shift - 0.4 * log(2 / 7.5e-4))).toBeLessThan(1e-12);
    expect(paprikaLiteral({ ...PARAMETERS, shiftFactor: 0 }).shift).toBe(0);
    // The other case of the minimum: 1 - ((1 - delta) / e^epsilon)^(1 / k).
    const many = paprikaLiteral({ ...PARAMETERS, horizon: 1e6 });
    expect(many.shift).toBeGreaterThan(literal.shift);
  });

  it("has a counter-example of p-values also where twice lambda is next to 1", () => {
    const wide = paprikaLiteral({ ...PARAMETERS, lambda: 0.4999 });
    const [first, second] = wide.leakingPair(30);
    expect(second[0]).toBe(1);
    expect(discreteDelta({ first: wide.law(first), second: wide.law(second) }, 1).lower).toBeGreaterThan(0.5);
  });

  it("refuses what it cannot take", () => {
    expect(() => paprikaLiteral({ ...PARAMETERS, lambda: 0.5 })).toThrow(/^lambda must be below 1\/2, got 0.5/);
    expect(() => paprikaLiteral({ ...PARAMETERS, delta: 0 })).toThrow(/^delta must be/);
    expect(() => literal.law(new Array<number>(801).fill(0.5))).toThrow(/^pValues must be at most 800 tests/);
    expect(() => literal.release([Number.NaN], stream(1, "bad"))).toThrow(
      /^pValues\[0\] must be between 0 and 1, got a value/,
    );
    expect(() => literal.leakingPair(800)).toThrow(/^copies must be below horizon \(800\), got 800/);
  });
});
