import { describe, expect, it } from "vitest";
import { auditDiscrete } from "../auditing/discrete-audit.ts";
import { exp } from "../numerics/exponential.ts";
import { logSumExp } from "../numerics/log-sum.ts";
import { normalDensity } from "../numerics/normal.ts";
import { integrate } from "../numerics/quadrature.ts";
import { boundedRangeRenyi, gaussianRenyi } from "../privacy/accounting/renyi-curves.ts";
import { RENYI_ORDERS, renyiToApproximate } from "../privacy/conversions/renyi-conversions.ts";
import type { ApproximateGuarantee } from "../privacy/guarantees/guarantee.ts";
import { gaussianPld } from "../privacy/loss/gaussian-pld.ts";
import { gaussianDelta } from "../privacy/loss/gaussian-profile.ts";
import { pldEpsilon } from "../privacy/loss/pld-accountant.ts";
import { exponentialMechanism } from "./choice/exponential-mechanism.ts";
import { permuteAndFlip } from "./choice/permute-and-flip.ts";
import { thresholdedCounts } from "./statistics/thresholded-counts.ts";

describe("T3: the delta of thresholded integer counts", () => {
  const mechanism = thresholdedCounts({ noise: "discrete-laplace", epsilon: 1, sensitivity: 1, threshold: 10 });
  const pair = () => ({
    first: mechanism.law(new Map()),
    second: mechanism.law(new Map([["key", 1]])),
  });

  it("is 9.02198e-5 at scale 1 and threshold 10, where a count equal to the threshold is released", () => {
    const { epsilon, delta } = mechanism.guarantee as ApproximateGuarantee;
    expect(delta).toBeCloseTo(9.02198e-5, 10);
    expect(auditDiscrete(pair(), { epsilon, delta, tailsAreNoWorse: true }).verdict).toBe("holds");
  });

  it("is not the published 3.319000812207484e-5, P(noise >= 10), which the exact audit refutes (opendp#2922)", () => {
    const audit = auditDiscrete(pair(), { epsilon: 1, delta: 3.319000812207484e-5, tailsAreNoWorse: true });
    expect(audit.verdict).toBe("violated");
    expect(audit.delta / 3.319000812207484e-5).toBeCloseTo(exp(1), 10);
  });
});

describe("T4: the zero-concentrated cost of selection at epsilon", () => {
  const orders = [1.01, 1.5, 2, 4, 16];
  const parameters = { sensitivity: 1, change: "general", options: 2, neighbours: "swap" } as const;

  /** The larger divergence of both directions over the order. */
  function rhoOf(build: typeof exponentialMechanism, epsilon: number, scores: readonly [number, number][]): number {
    const mechanism = build({ ...parameters, epsilon });
    const [first, second] = scores.map((score) => {
      const law = mechanism.law(score);
      return [law.logMass(0), law.logMass(1)];
    });
    const divergence = (p: readonly number[], q: readonly number[], order: number) =>
      logSumExp(p.map((value, k) => order * value + (1 - order) * q[k])) / (order - 1);
    return Math.max(
      ...orders.map((order) => Math.max(divergence(first, second, order), divergence(second, first, order)) / order),
    );
  }

  it("is epsilon^2 / 2 for permute-and-flip: a tie that one record breaks exceeds epsilon^2 / 8 by almost 4 (opendp#2911)", () => {
    const tie: [number, number][] = [
      [0, 0],
      [1, -1],
    ];
    for (const epsilon of [0.01, 0.1, 1]) {
      const rho = rhoOf(permuteAndFlip, epsilon, tie);
      expect(rho).toBeGreaterThan((2 * (epsilon * epsilon)) / 8);
      expect(rho).toBeLessThanOrEqual((epsilon * epsilon) / 2);
    }
    expect(rhoOf(permuteAndFlip, 0.01, tie) / (0.0001 / 8)).toBeGreaterThan(3.9);
  });

  it("is epsilon^2 / 8 for the exponential mechanism, on that instance and on a grid of others", () => {
    for (const epsilon of [0.1, 1, 3]) {
      for (let lead = -6; lead <= 6; lead += 0.25) {
        const rho = rhoOf(exponentialMechanism, epsilon, [
          [lead, 0],
          [lead + 1, -1],
        ]);
        expect(rho).toBeLessThanOrEqual(((epsilon * epsilon) / 8) * (1 + 1e-9));
      }
    }
    // And so says its Renyi curve, the worst over all losses of that range.
    for (const order of orders) expect(boundedRangeRenyi(1).epsilonAt(order)).toBeLessThanOrEqual(order / 8 + 1e-12);
  });
});

describe("T5: Gaussian noise on a sum of records of norm at most 1", () => {
  const sigma = 4;
  const sensitivities = { "add-remove": 1, swap: 2 } as const;

  it("has twice the sensitivity under swap in both accountants: four times the Renyi divergence, twice the mu", () => {
    for (const order of [1.5, 2, 8]) {
      const [once, twice] = [1, 2].map((sensitivity) => gaussianRenyi({ sigma, sensitivity }).epsilonAt(order));
      expect(twice).toBeCloseTo(4 * once, 13);
    }
    const delta = 1e-5;
    for (const relation of ["add-remove", "swap"] as const) {
      const sensitivity = sensitivities[relation];
      const events = [{ loss: gaussianPld({ sigma, sensitivity }), times: 3 }];
      const { upper } = pldEpsilon({ events, delta });
      const exact = gaussianDelta({ epsilon: upper, mu: (Math.sqrt(3) * sensitivity) / sigma });
      expect(exact).toBeLessThanOrEqual(delta * (1 + 1e-9));
    }
  });

  it("is what the laws of replaced records need: records 1 and -1 in the place of each other, by quadrature", () => {
    const divergence = (shift: number, epsilon: number) =>
      integrate(
        (x) => Math.max(0, normalDensity((x - shift) / sigma) - exp(epsilon) * normalDensity(x / sigma)) / sigma,
        {
          lower: -60,
          upper: 60,
          kinks: [0, shift],
          relativeTolerance: 1e-9,
          absoluteTolerance: 1e-14,
        },
      ).value;
    // Others sum to s whatever they are: s + 1 against s - 1 under swap, s + 1 against s under add-remove.
    expect(divergence(2, 0.5)).toBeCloseTo(gaussianDelta({ epsilon: 0.5, mu: 2 / sigma }), 9);
    expect(divergence(1, 0.5)).toBeCloseTo(gaussianDelta({ epsilon: 0.5, mu: 1 / sigma }), 9);
  });

  it("keeps Renyi above certified within each relation; a Renyi curve for the wrong relation falls below (google#378)", () => {
    const delta = 1e-5;
    const renyi = (sensitivity: number) =>
      renyiToApproximate(gaussianRenyi({ sigma, sensitivity }), { delta, orders: RENYI_ORDERS }).epsilon;
    const certified = (sensitivity: number) =>
      pldEpsilon({ events: [{ loss: gaussianPld({ sigma, sensitivity }), times: 1 }], delta });
    for (const relation of ["add-remove", "swap"] as const) {
      expect(renyi(sensitivities[relation])).toBeGreaterThan(certified(sensitivities[relation]).upper);
    }
    expect(renyi(sensitivities["add-remove"])).toBeLessThan(certified(sensitivities.swap).lower);
  });
});
