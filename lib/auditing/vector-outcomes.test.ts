/** Outcomes that are vectors are compared by value, wherever two supports meet. */
import { describe, expect, it } from "vitest";
import { optimalAttack } from "../attacks/optimal-attack.ts";
import { bitvectorResponse } from "../mechanisms/local/bitvector-response.ts";
import { changeDistance } from "../mechanisms/local-sensitivity/change-distance.ts";
import { inverseSensitivity } from "../mechanisms/local-sensitivity/inverse-sensitivity.ts";
import { thresholdedCounts } from "../mechanisms/statistics/thresholded-counts.ts";
import { exp } from "../numerics/exponential.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import { deltaAt } from "../privacy/accounting/mechanism-profile.ts";
import { tradeOff } from "../privacy/accounting/mechanism-trade-off.ts";
import { binaryResponseRenyi } from "../privacy/accounting/renyi-curves.ts";
import { areNeighbours, histogramDistance } from "../privacy/guarantees/neighbour-check.ts";
import { commonSupport } from "../privacy/loss/law.ts";
import { imageLaw, lawOfMasses, tabulatedLaw } from "../privacy/loss/tabulated-law.ts";
import { tradeOffOfLaws } from "../privacy/trade-off/finite-trade-off.ts";
import { bitResponse } from "./broken/algebra.ts";
import { productLaw } from "./composed-law.ts";
import { discreteDelta } from "./discrete-audit.ts";
import { auditZeroConcentrated, discreteRenyi } from "./renyi-audit.ts";

/** Two randomized responses of one bit. */
const twice = (bit: number, epsilon: number) => productLaw([bitResponse(bit, epsilon), bitResponse(bit, epsilon)]);

describe("outcomes that are vectors", () => {
  it("are listed once in the common support of two laws", () => {
    expect(commonSupport(twice(0, 1), twice(1, 1))).toHaveLength(4);
  });

  it.each([0.3, 1, 2.5])("have twice the Renyi divergence of one of two responses, at epsilon %d", (epsilon) => {
    const pair = { first: twice(0, epsilon), second: twice(1, epsilon) };
    for (const order of [1.5, 2, 8])
      expect(discreteRenyi(pair, order)).toBeCloseTo(2 * binaryResponseRenyi(epsilon).epsilonAt(order), 12);
    // epsilon^2 / 2 each (Bun, Steinke 2016): true, and nearly the least for a small epsilon.
    expect(auditZeroConcentrated(pair, { rho: epsilon * epsilon }).verdict).toBe("not-refuted");
    expect(auditZeroConcentrated(pair, { rho: 0.6 * binaryResponseRenyi(epsilon).epsilonAt(2) }).verdict).toBe(
      "violated",
    );
  });

  it("have the trade-off curve that the same laws have with outcomes as numbers", () => {
    const code = (law: ReturnType<typeof twice>) => imageLaw(law, ([a, b]) => tabulatedLaw([[2 * a + b, 0]]));
    const vectors = tradeOffOfLaws(twice(0, 1), twice(1, 1));
    const numbers = tradeOffOfLaws(code(twice(0, 1)), code(twice(1, 1)));
    for (const alpha of [0, 0.01, 0.2, 0.5, 0.9])
      expect(vectors.evaluate(alpha)).toBeCloseTo(numbers.evaluate(alpha), 14);
  });

  it.each([
    { noise: 0.4, bits: 2, weight: 1 },
    { noise: 0.7, bits: 5, weight: 2 },
  ])("let tradeOff, deltaAt and optimalAttack read bitvectorResponse: %j", (parameters) => {
    const mechanism = bitvectorResponse(parameters);
    const pair = mechanism.worstPair();
    const curve = tradeOff(mechanism);
    const exact = (epsilon: number) => {
      const [first, second] = pair.map((input) => mechanism.law(input));
      return discreteDelta({ first, second }, epsilon).upper;
    };
    for (const epsilon of [0, 0.5, 1]) {
      const { lower, upper } = deltaAt(mechanism, epsilon);
      expect(lower).toBeLessThanOrEqual(exact(epsilon) + 1e-15);
      expect(upper).toBeGreaterThanOrEqual(exact(epsilon) - 1e-15);
      expect(upper - lower).toBeLessThan(1e-6);
    }
    const attack = optimalAttack(mechanism, pair);
    for (const alpha of [0.05, 0.3]) expect(attack.curve.evaluate(alpha)).toBeCloseTo(curve.evaluate(alpha), 12);
  });

  it.each([
    { epsilon: 1, sensitivity: 1, threshold: 8 },
    { epsilon: 0.5, sensitivity: 2, threshold: 12 },
  ])("let deltaAt read thresholdedCounts: %j", (parameters) => {
    const mechanism = thresholdedCounts({ ...parameters, noise: "discrete-laplace" });
    const { lower, upper } = deltaAt(mechanism, parameters.epsilon);
    expect(lower).toBeGreaterThan(0);
    expect(lower).toBeLessThanOrEqual(upper);
    expect(upper).toBeLessThan(0.1);
  });

  it("are one row of a table, however often they are built", () => {
    const law = lawOfMasses([
      [[0, 1], 0.25],
      [[1, 0], 0.75],
    ]);
    expect(law.logMass([1, 0])).toBe(log(0.75));
    expect(law.logMass([1, 1])).toBe(-Infinity);
    const image = imageLaw(
      tabulatedLaw([
        [0, log(0.5)],
        [1, log(0.5)],
      ]),
      () => lawOfMasses([[[7, 7], 1]]),
    );
    expect(image.support).toHaveLength(1);
    expect(exp(image.logMass([7, 7]))).toBeCloseTo(1, 15);
    const twins = [
      [[0], log1p(-0.5)],
      [[0], log1p(-0.5)],
    ] as const;
    expect(() => tabulatedLaw(twins)).toThrow("outcome must be listed once");
  });

  it("are outcomes of the inverse sensitivity mechanism, and records of a dataset", () => {
    const { outcomes, distance } = changeDistance({
      universe: [[0], [1]],
      size: 3,
      statistic: (records) => [records.filter(([bit]) => bit === 1).length],
    });
    expect(outcomes).toHaveLength(4);
    expect(distance([[0], [0], [1]], [3])).toBe(2);
    const law = inverseSensitivity({ epsilon: 1, outcomes, distance }).law([[0], [0], [1]]);
    expect(law.support.reduce((sum, outcome) => sum + exp(law.logMass([...outcome])), 0)).toBeCloseTo(1, 14);
    expect(() => inverseSensitivity({ epsilon: 1, outcomes: [[1], [1]], distance: () => 0 })).toThrow(
      "outcomes must be all different",
    );
    expect(
      areNeighbours(
        [
          [1, 2],
          [3, 4],
        ],
        [
          [1, 2],
          [3, 5],
        ],
        "swap",
      ),
    ).toBe(true);
    expect(
      areNeighbours(
        [
          [1, 2],
          [3, 4],
        ],
        [[1, 2]],
        "add-remove",
      ),
    ).toBe(true);
    expect(histogramDistance([[1], [1], [2]], [[2], [1]])).toBe(1);
  });
});
