import { describe, expect, it } from "vitest";
import { auditDiscrete, discreteEpsilon } from "../../auditing/discrete-audit.ts";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { type PureGuarantee, pure } from "../../privacy/guarantees/guarantee.ts";
import { pldDelta } from "../../privacy/loss/pld-accountant.ts";
import { stream } from "../../random/stream.ts";
import { chiSquareTest } from "../../statistics/chi-square.ts";
import {
  type Bits,
  type BitvectorResponse,
  type BitvectorResponseParameters,
  bitvectorResponse,
} from "./bitvector-response.ts";

const half: BitvectorResponseParameters = { noise: 0.5, bits: 3, weight: 1 };
const lawOf = (mechanism: BitvectorResponse, truth: Bits) => mechanism.law(truth);
const worstLaws = (mechanism: BitvectorResponse) => {
  const pair = mechanism.worstPair();
  return { first: lawOf(mechanism, pair[0]), second: lawOf(mechanism, pair[1]) };
};
const epsilonOf = (mechanism: BitvectorResponse) => (mechanism.guarantee as PureGuarantee).epsilon;

/** All vectors of at most this many ones. */
function vectors(bits: number, weight: number): Bits[] {
  return Array.from({ length: 1 << bits }, (_, code) => Array.from({ length: bits }, (_, k) => (code >> k) & 1)).filter(
    (vector) => vector.reduce((sum: number, bit) => sum + bit, 0) <= weight,
  );
}

describe("bitvectorResponse", () => {
  it("has row B18: 2 ln 3 = 2.1972245773362196 at f = 0.5 and weight 1 (OpenDP), never rounded down", () => {
    const epsilon = epsilonOf(bitvectorResponse(half));
    expect(epsilon).toBeGreaterThanOrEqual(2.1972245773362196);
    expect(epsilon).toBeLessThan(2.1972245773362196 + 3e-15);
  });

  it("keeps its guarantee on all pairs of small vectors, and attains it on its worst pair", () => {
    for (const parameters of [half, { noise: 0.3, bits: 4, weight: 2 }, { noise: 0.8, bits: 3, weight: 2 }]) {
      const mechanism = bitvectorResponse(parameters);
      const epsilon = epsilonOf(mechanism);
      const laws = vectors(parameters.bits, parameters.weight).map((truth) => lawOf(mechanism, truth));
      for (const first of laws) {
        for (const second of laws) {
          expect(auditDiscrete({ first, second }, { epsilon, delta: 0 }).verdict).toBe("holds");
        }
      }
      expect(discreteEpsilon(worstLaws(mechanism))).toBeCloseTo(epsilon, 12);
    }
  });

  it("is refuted by the same audit where only one of the two bits is counted", () => {
    const mechanism = bitvectorResponse(half);
    expect(auditDiscrete(worstLaws(mechanism), { epsilon: log(3), delta: 0 }).verdict).toBe("violated");
  });

  it("has a loss distribution whose delta is that of its worst pair", () => {
    const mechanism = bitvectorResponse({ noise: 0.3, bits: 5, weight: 2 });
    const { first, second } = worstLaws(mechanism);
    const loss = mechanism.privacyLoss();
    for (const epsilon of [0, 1, 3.3]) {
      const delta = first.support.reduce(
        (sum, answer) => sum + Math.max(0, exp(first.logMass(answer)) - exp(epsilon + second.logMass(answer))),
        0,
      );
      expect(pldDelta({ events: [{ loss, times: 1 }], epsilon }).estimate).toBeCloseTo(delta, 10);
    }
  });

  it("draws from its law, and a law with less noise is told apart", () => {
    const mechanism = bitvectorResponse(half);
    const random = stream(20261115, "bitvector-response");
    const truth = [0, 1, 0];
    const observed = new Array<number>(8).fill(0);
    for (let k = 0; k < 20_000; k++) {
      const [a, b, c] = mechanism.release(truth, random);
      observed[a + 2 * b + 4 * c]++;
    }
    const pValue = (noise: number) => {
      const law = lawOf(bitvectorResponse({ ...half, noise }), truth);
      const expected = law.support.map((answer) => 20_000 * exp(law.logMass(answer)));
      return chiSquareTest({ observed, expected }).pValue;
    };
    expect(pValue(0.5)).toBeGreaterThan(1e-3);
    expect(pValue(0.45)).toBeLessThan(1e-3);
  });

  it("estimates without bias: the expected share of answers is mapped back to the truth", () => {
    const { estimate } = bitvectorResponse(half);
    for (const share of [0, 0.3, 1]) expect(estimate(0.25 + 0.5 * share)).toBeCloseTo(share, 14);
  });

  it("has the least noise for an epsilon: its loss is within it, and a tenth less noise is not", () => {
    for (const epsilon of [0.1, 1, 5, 100]) {
      const mechanism = bitvectorResponse({ epsilon, bits: 3, weight: 1 });
      expect(mechanism.guarantee).toEqual(pure(epsilon));
      const [first, second] = mechanism.worstPair().map((truth) => mechanism.law(truth));
      const loss = discreteEpsilon({ first, second });
      expect(loss).toBeLessThanOrEqual(epsilon * (1 + 1e-14));
      expect(loss).toBeGreaterThan(epsilon * (1 - 1e-12));
    }
    // Two places differ: 2 / (1 + e^(1/2)) by hand.
    const same = bitvectorResponse({ noise: 0.7550813375962909, bits: 3, weight: 1 });
    expect((same.guarantee as PureGuarantee).epsilon).toBeCloseTo(1, 14);
    expect(() => bitvectorResponse({ epsilon: 1e-300, bits: 3, weight: 1 })).toThrow("noise for epsilon must be");
  });

  it("refuses bad parameters and vectors", () => {
    expect(() => bitvectorResponse({ ...half, noise: 1 })).toThrow("noise must be");
    expect(() => bitvectorResponse({ ...half, bits: 0 })).toThrow("bits must be");
    expect(() => bitvectorResponse({ ...half, weight: 4 })).toThrow("weight must be");
    const mechanism = bitvectorResponse(half);
    expect(() => mechanism.release([1, 1, 0], stream(1))).toThrow("truth must be of at most 1 ones");
    expect(() => mechanism.release([1, 0], stream(1))).toThrow("truth must be of length 3");
    expect(() => mechanism.law([0, 2, 0])).toThrow("truth[1] must be 0 or 1");
    expect(() => mechanism.estimate(2)).toThrow("answerShare must be");
  });
});
