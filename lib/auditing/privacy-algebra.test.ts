/** The algebra of differential privacy by exact audits, each beside a control that must be caught. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exp, expm1 } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import type { DiscreteLaw } from "../privacy/loss/law.ts";
import { imageLaw, lawOfMasses, tabulatedLaw } from "../privacy/loss/tabulated-law.ts";
import { adaptiveLaw, productLaw } from "./composed-law.ts";
import { auditDiscrete, discreteDelta, discreteEpsilon } from "./discrete-audit.ts";
import { listsOf, worstPair } from "./worst-pair.ts";

const law = (...masses: readonly number[]) => lawOfMasses(masses.map((mass, k) => [k, mass] as const));
const point = <Output>(output: Output): DiscreteLaw<Output> => tabulatedLaw([[output, 0]]);
const normalised = (weights: readonly number[]) => {
  const total = weights.reduce((a, b) => a + b, 0);
  return law(...weights.map((weight) => weight / total));
};
const weights = (length: number) =>
  fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: length, maxLength: length });
const response = (bit: number, epsilon: number) =>
  tabulatedLaw([
    [bit, -log(1 + exp(-epsilon))],
    [1 - bit, -log(1 + exp(epsilon))],
  ]);
/** Releases the record at a random place. */
const randomPerson = (records: readonly number[]) => {
  const counts = new Map<number, number>();
  for (const record of records) counts.set(record, (counts.get(record) ?? 0) + 1);
  return lawOfMasses([...counts].map(([record, count]) => [record, count / records.length] as const));
};

describe("neighbouring relations (1.3)", () => {
  it("make the number of records free under swap and fatal under add-remove", () => {
    const loss = (neighbours: "swap" | "add-remove") =>
      worstPair({ universe: [0, 1, 2], size: 3, neighbours }, (x, y) =>
        discreteEpsilon({ first: point(x.length), second: point(y.length) }),
      ).loss;
    expect(loss("swap")).toBe(0);
    expect(loss("add-remove")).toBe(Infinity);
  });
});

describe("the random person (1.4)", () => {
  it.each([2, 10, 100])("is (0, 1/n)-private with n = %i under both relations, and not (0, 1/(2n))-private", (n) => {
    const others = new Array<number>(n - 1).fill(0);
    const full = randomPerson([...others, 1]);
    for (const neighbour of [randomPerson([...others, 2]), randomPerson(others)]) {
      const pair = { first: full, second: neighbour };
      expect(Math.abs(discreteDelta(pair, 0).lower * n - 1)).toBeLessThan(1e-12);
      expect(discreteEpsilon(pair)).toBe(Infinity);
      expect(auditDiscrete(pair, { epsilon: 0, delta: 1 / n }).verdict).toBe("holds");
      expect(auditDiscrete(pair, { epsilon: 0, delta: 1 / (2 * n) }).verdict).toBe("violated");
    }
  });

  it("has no worse pair over three kinds of record", () => {
    const delta = (x: readonly number[], y: readonly number[]) =>
      discreteDelta({ first: randomPerson(x), second: randomPerson(y) }, 0).lower;
    for (const neighbours of ["swap", "add-remove"] as const)
      expect(Math.abs(worstPair({ universe: [0, 1, 2], size: 4, neighbours }, delta).loss - 1 / 4)).toBeLessThan(1e-15);
  });
});

describe("deterministic algorithms (1.5)", () => {
  it("pass only if constant: 2 of the 16 Boolean functions of two bits", () => {
    const passing = [...listsOf(2, 4)].filter((table) => {
      const of = (x: readonly number[]) => point(table[2 * x[0] + x[1]]);
      const loss = worstPair(
        { universe: [0, 1], size: 2, neighbours: "swap" },
        (x, y) => discreteDelta({ first: of(x), second: of(y) }, 10).lower,
      ).loss;
      return loss < 1;
    });
    expect(passing).toEqual([
      [0, 0, 0, 0],
      [1, 1, 1, 1],
    ]);
  });
});

describe("post-processing (1.6)", () => {
  it("never raises epsilon or delta, over random laws and random channels", () => {
    fc.assert(
      fc.property(weights(4), weights(4), fc.array(weights(3), { minLength: 4, maxLength: 4 }), (p, q, rows) => {
        const before = { first: normalised(p), second: normalised(q) };
        const channel = (k: number) => normalised(rows[k]);
        const after = { first: imageLaw(before.first, channel), second: imageLaw(before.second, channel) };
        expect(discreteEpsilon(after)).toBeLessThanOrEqual(discreteEpsilon(before) + 1e-13);
        for (const epsilon of [0, 0.2, 1])
          expect(discreteDelta(after, epsilon).lower).toBeLessThanOrEqual(discreteDelta(before, epsilon).lower + 1e-14);
      }),
      { numRuns: 1000 },
    );
  });

  it("is caught when it looks at the data again", () => {
    const of = (bit: number) =>
      imageLaw(response(bit, 1), (answer) => (answer === bit ? point(bit) : response(bit, 1)));
    const pair = { first: of(0), second: of(1) };
    expect(auditDiscrete(pair, { epsilon: 1, delta: 0 }).verdict).toBe("violated");
    expect(discreteEpsilon(pair)).toBeGreaterThan(2);
  });
});

describe("basic composition (1.7)", () => {
  it("adds epsilons and is tight: k randomized responses need exactly k epsilon", () => {
    for (const k of [1, 2, 5, 10]) {
      const of = (bit: number) => productLaw(Array.from({ length: k }, () => response(bit, 0.3)));
      const pair = { first: of(0), second: of(1) };
      expect(Math.abs(discreteEpsilon(pair) - 0.3 * k)).toBeLessThan(1e-12);
      expect(auditDiscrete(pair, { epsilon: 0.3 * k, delta: 0 }).verdict).toBe("holds");
      expect(auditDiscrete(pair, { epsilon: 0.3 * k * 0.99, delta: 0 }).verdict).toBe("violated");
    }
  });

  it("gives the optimal curve of Kairouz, Oh, Viswanath: k = 10, epsilon 0.1", () => {
    // Golden values of claim kov-optimal-composition.
    const of = (bit: number) => productLaw(Array.from({ length: 10 }, () => response(bit, 0.1)));
    const pair = { first: of(0), second: of(1) };
    expect(Math.abs(discreteDelta(pair, 0.4).lower - 0.016080132)).toBeLessThan(5e-11);
    expect(Math.abs(discreteDelta(pair, 0.6).lower - 0.0031322676)).toBeLessThan(5e-11);
    expect(Math.abs(discreteDelta(pair, 0.8).lower - 0.00028823386)).toBeLessThan(5e-12);
  });

  it("holds for rounds chosen by the answers so far", () => {
    // The second question is asked at epsilon 0.2 after a 0, at 0.7 after a 1: never more than 0.5 + 0.7.
    const of = (bit: number) =>
      adaptiveLaw<number>(2, (answers) => response(bit, answers.length === 0 ? 0.5 : answers[0] === 0 ? 0.2 : 0.7));
    const pair = { first: of(0), second: of(1) };
    expect(Math.abs(discreteEpsilon(pair) - 1.2)).toBeLessThan(1e-14);
    expect(auditDiscrete(pair, { epsilon: 1.1, delta: 0 }).verdict).toBe("violated");
  });

  it("bounds products of random laws", () => {
    fc.assert(
      fc.property(weights(3), weights(3), weights(3), weights(3), (a, b, c, d) => {
        const one = { first: normalised(a), second: normalised(b) };
        const two = { first: normalised(c), second: normalised(d) };
        const both = { first: productLaw([one.first, two.first]), second: productLaw([one.second, two.second]) };
        const sum = discreteEpsilon(one) + discreteEpsilon(two);
        expect(discreteEpsilon(both)).toBeLessThanOrEqual(sum + 1e-13);
        const deltas = discreteDelta(one, 0.3).lower + discreteDelta(two, 0.5).lower;
        expect(discreteDelta(both, 0.8).lower).toBeLessThanOrEqual(deltas + 1e-14);
      }),
    );
  });

  it("is caught when one draw of noise serves two queries", () => {
    // f + Z and g + Z with f = g on one neighbour and f = g + 1 on the other: the difference is free of noise.
    const noise = [-3, -2, -1, 0, 1, 2, 3];
    const masses = normalised(noise.map((k) => exp(-Math.abs(k))));
    const of = (f: number, g: number) =>
      tabulatedLaw(noise.map((z, k) => [`${f + z},${g + z}`, masses.logMass(k)] as const));
    expect(discreteEpsilon({ first: of(0, 0), second: of(1, 0) })).toBe(Infinity);
  });
});

describe("leaky randomized response (1.9)", () => {
  const leaky = (bit: number, epsilon: number, delta: number) =>
    lawOfMasses([
      [String(bit), ((1 - delta) * exp(epsilon)) / (1 + exp(epsilon))],
      [String(1 - bit), (1 - delta) / (1 + exp(epsilon))],
      [bit === 0 ? "U" : "V", delta],
    ]);

  it("is exactly (epsilon, delta)-private, for no smaller delta", () => {
    for (const [epsilon, delta] of [
      [0.5, 0.01],
      [1, 1e-6],
      [3, 0.2],
    ]) {
      const pair = { first: leaky(0, epsilon, delta), second: leaky(1, epsilon, delta) };
      expect(auditDiscrete(pair, { epsilon, delta }).verdict).toBe("holds");
      expect(auditDiscrete(pair, { epsilon, delta: 0.99 * delta }).verdict).toBe("violated");
      expect(auditDiscrete(pair, { epsilon: 0.99 * epsilon, delta }).verdict).toBe("violated");
    }
  });
});

describe("group privacy (1.11)", () => {
  it("costs exactly k epsilon for counts with discrete Laplace noise", () => {
    const reach = 200;
    const of = (centre: number): DiscreteLaw<number> => {
      const logZero = log(-expm1(-0.2) / (1 + exp(-0.2)));
      const support = Array.from({ length: 2 * reach + 1 }, (_, k) => k - reach);
      const logMass = (k: number) => logZero - 0.2 * Math.abs(k - centre);
      const seen = support.reduce((sum, k) => sum + exp(logMass(k)), 0);
      return { kind: "discrete", support, logMass, neglected: Math.max(0, 1 - seen) };
    };
    for (const k of [1, 2, 5])
      expect(Math.abs(discreteEpsilon({ first: of(0), second: of(k) }) - 0.2 * k)).toBeLessThan(1e-12);
  });

  it("costs delta (e^(k epsilon) - 1) / (e^epsilon - 1), attained by a chain of coins, and not k delta", () => {
    const [epsilon, delta, k] = [0.5, 1e-3, 5];
    const coin = (heads: number) => law(heads, 1 - heads);
    const chain = [1e-3];
    for (let step = 0; step < k; step++) chain.push(exp(epsilon) * chain[step] + delta);
    for (let step = 0; step < k; step++) {
      const pair = { first: coin(chain[step + 1]), second: coin(chain[step]) };
      expect(auditDiscrete(pair, { epsilon, delta }).verdict).toBe("holds");
    }
    const ends = { first: coin(chain[k]), second: coin(chain[0]) };
    const exact = (delta * expm1(k * epsilon)) / expm1(epsilon);
    expect(Math.abs(exact - 0.01724)).toBeLessThan(5e-6); // claim group-privacy
    expect(Math.abs(discreteDelta(ends, k * epsilon).lower / exact - 1)).toBeLessThan(1e-12);
    expect(auditDiscrete(ends, { epsilon: k * epsilon, delta: exact }).verdict).toBe("holds");
    expect(auditDiscrete(ends, { epsilon: k * epsilon, delta: k * delta }).verdict).toBe("violated");
  });
});
