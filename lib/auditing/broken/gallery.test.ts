/** Behind the exhibits: searches for the worst function or pair, identities and shares that the table of the gallery does not hold. */
import { describe, expect, it } from "vitest";
import { isFloatLaplaceOutput, releaseFloatLaplace } from "../../attacks/float-laplace.ts";
import { auditSupport } from "../../attacks/support-audit.ts";
import { majority } from "../../mechanisms/choice/majority.ts";
import { expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { sampleDiscreteLaplace } from "../../random/discrete-laplace.ts";
import { stream } from "../../random/stream.ts";
import { auditContinuous, continuousEpsilon } from "../continuous-audit.ts";
import { auditDiscrete, discreteEpsilon } from "../discrete-audit.ts";
import { listsOf, worstPair } from "../worst-pair.ts";
import { addRemoveHistogram } from "./additive-noise.ts";
import { exponentialChoice, noisyMaxIndex, noisyMaxValue, oneTimeRappor } from "./selection.ts";
import { releaseSparse, sparseProbability, sparseVariant } from "./sparse-vector.ts";
import { resampledCount } from "./subsampling.ts";

/** The epsilon that the pair needs, after the audit has refuted the claim. */
function caught<Output>(claimed: number, first: DiscreteLaw<Output>, second: DiscreteLaw<Output>): number {
  const audit = auditDiscrete({ first, second }, { epsilon: claimed, delta: 0 });
  expect(audit.verdict).toBe("violated");
  return audit.epsilon;
}

describe("noise of the wrong size", () => {
  it("catches a histogram of one scale under swap at 2 epsilon; under add-remove it needs 1", () => {
    const counts = [3, 2];
    expect(Math.abs(caught(1, addRemoveHistogram(counts, 1), addRemoveHistogram([2, 3], 1)) - 2)).toBeLessThan(1e-12);
    const removed = { first: addRemoveHistogram(counts, 1), second: addRemoveHistogram([2, 2], 1) };
    expect(Math.abs(discreteEpsilon(removed) - 1)).toBeLessThan(1e-12);
  });

  it("catches sampling with replacement at draws log(1 + (e^epsilon - 1) / records)", () => {
    // Claim subsampling-amplification: records = draws = 10, epsilon 1: 1.5857 against 1.0; 20 and epsilon 2: 5.54 against 2.0.
    for (const [size, epsilon, published] of [
      [10, 1, 1.5857],
      [20, 2, 5.54],
    ]) {
      const shape = { records: size, draws: size, epsilon };
      const claimed = log1p(expm1(epsilon));
      const found = caught(claimed, resampledCount(true, shape), resampledCount(false, shape));
      expect(Math.abs(found - size * log1p(expm1(epsilon) / size))).toBeLessThan(1e-10);
      expect(Math.abs(found - published)).toBeLessThan(size === 10 ? 5e-5 : 5e-3);
    }
  });

  it("catches p epsilon as the price of a sample: it is log(1 + p (e^epsilon - 1))", () => {
    // One draw of ten records is a sample without replacement; at epsilon = 1 the true price is 1.59 times p epsilon.
    const shape = { records: 10, draws: 1, epsilon: 1 };
    const [first, second] = [resampledCount(true, shape), resampledCount(false, shape)];
    const price = log1p(expm1(1) / 10);
    expect(Math.abs(caught(0.1, first, second) - price)).toBeLessThan(1e-12);
    expect(auditDiscrete({ first, second }, { epsilon: price, delta: 0, tailsAreNoWorse: true }).verdict).toBe("holds");
  });
});

describe("selections that spend too much", () => {
  it("catches the full exponent: 1.14384 over all three-valued functions of two bits, and passes half of it", () => {
    const worst = (exponent: number) => {
      let largest = 0;
      for (const table of listsOf(3, 4)) {
        const lists = [...listsOf(2, 2)];
        const law = (x: readonly number[]) => {
          const distances = [0, 1, 2].map((value) =>
            Math.min(
              ...lists.filter((_, k) => table[k] === value).map((y) => y.filter((bit, k) => bit !== x[k]).length),
            ),
          );
          return exponentialChoice(
            distances.filter((distance) => distance < Infinity).map((distance) => -distance),
            exponent,
          );
        };
        const { loss } = worstPair({ universe: [0, 1], size: 2, neighbours: "swap" }, (x, y) =>
          discreteEpsilon({ first: law(x), second: law(y) }),
        );
        largest = Math.max(largest, loss);
      }
      return largest;
    };
    expect(Math.abs(worst(1) - 1.14384)).toBeLessThan(5e-6);
    expect(worst(0.5)).toBeLessThanOrEqual(1);
  });

  it("catches the full exponent for the mean of bits at the border: 1.209, and passes half of it at 0.714", () => {
    // Claim ism-mean: outcomes 0..n, score the distance to the number of ones; the worst neighbours have 0 and 1 ones.
    const law = (ones: number, exponent: number) =>
      exponentialChoice(
        Array.from({ length: 201 }, (_, t) => -Math.abs(t - ones)),
        exponent,
      );
    const worst = (exponent: number) => {
      let largest = 0;
      for (let ones = 0; ones < 200; ones++)
        largest = Math.max(largest, discreteEpsilon({ first: law(ones, exponent), second: law(ones + 1, exponent) }));
      return largest;
    };
    expect(Math.abs(worst(1) - 1.209)).toBeLessThan(5e-4);
    expect(Math.abs(worst(0.5) - 0.714)).toBeLessThan(5e-4);
  });

  it("catches noisy max with the scale of add-remove under swap at 1.839, and passes twice the scale", () => {
    // Claim noisy-max.
    const swap = (scale: number) =>
      discreteEpsilon({ first: noisyMaxIndex([0, 0, 9], scale), second: noisyMaxIndex([1, 0, 8], scale) });
    expect(Math.abs(swap(1) - 1.839)).toBeLessThan(5e-4);
    expect(Math.abs(swap(2) - 0.866)).toBeLessThan(5e-4);
    const removed = { first: noisyMaxIndex([0, 0, 8], 1), second: noisyMaxIndex([1, 0, 8], 1) };
    expect(Math.abs(discreteEpsilon(removed) - 0.9425)).toBeLessThan(5e-5);
    caught(1, noisyMaxIndex([0, 0, 9], 1), noisyMaxIndex([1, 0, 8], 1));
  });

  it("catches noisy max that returns the value: five counts that move together need 5 epsilon", () => {
    const five = { count: 5, epsilon: 0.4 };
    const pair = { first: noisyMaxValue(0, five), second: noisyMaxValue(1, five) };
    const audit = auditContinuous(pair, { epsilon: 0.4, delta: 0, shape: { kind: "unknown" } });
    expect(audit.verdict).toBe("violated");
    expect(Math.abs(audit.lowerBound - 2)).toBeLessThan(1e-9);
    const one = { count: 1, epsilon: 0.4 };
    const alone = { first: noisyMaxValue(0, one), second: noisyMaxValue(1, one) };
    expect(Math.abs(continuousEpsilon(alone, { kind: "monotone", limits: [0.4, -0.4] }).upper - 0.4)).toBeLessThan(
      1e-12,
    );
  });

  it("catches the majority rule M-ub at 2 epsilon (n = 21), and passes the exponential one", () => {
    const worst = (rule: "upper-bound" | "exponential") => {
      const { law } = majority({ epsilon: 1, size: 21, rule });
      const votes = (ones: number) => law(Array.from({ length: 21 }, (_, k) => (k < ones ? 1 : 0)));
      let largest = 0;
      for (let ones = 0; ones < 21; ones++)
        largest = Math.max(largest, discreteEpsilon({ first: votes(ones), second: votes(ones + 1) }));
      return largest;
    };
    expect(Math.abs(worst("upper-bound") - 2)).toBeLessThan(5e-5); // claim majority
    expect(worst("exponential")).toBeLessThanOrEqual(1);
  });

  it("catches one-time RAPPOR at twice the claimed cost", () => {
    const cost = log(0.75 / 0.25);
    const found = caught(2 * cost, oneTimeRappor([1, 1, 0, 0, 0, 0], 0.5), oneTimeRappor([0, 0, 1, 1, 0, 0], 0.5));
    expect(Math.abs(found - 4 * cost)).toBeLessThan(1e-12);
  });
});

describe("sparse vector, variants 3 to 6", () => {
  const budget = { epsilon: 1, positives: 1 };
  /** log of the ratio of "below" m times, then "above" c times, on queries that move against each other. */
  const loss = (variant: 4 | 5 | 6, m: number, c: number) => {
    const shape = sparseVariant(variant, { epsilon: 1, positives: c });
    const below = new Array<boolean>(m).fill(false);
    const pattern = [...below, ...new Array<boolean>(c).fill(true)];
    const chance = (first: number) =>
      sparseProbability(
        shape,
        pattern.map((above) => (above ? 1 - first : first)),
        pattern,
      );
    return log(chance(0) / chance(1));
  };

  it("catches variant 4 exactly, within its own bound (1 + 6 c) / 4", () => {
    const found = loss(4, 20, 4);
    expect(found).toBeGreaterThan(1.5);
    expect(found).toBeLessThan(25 / 4);
  });

  it("catches variant 5: an answer that the neighbour cannot give", () => {
    expect(loss(5, 1, 1)).toBe(Infinity);
    const variant = sparseVariant(5, budget);
    const release = (queries: readonly number[], random: ReturnType<typeof stream>) =>
      releaseSparse(variant, queries, random).join();
    const outputs = Array.from({ length: 200 }, (_, k) => release([0, 1], stream(k, "sparse", 5)));
    const audit = auditSupport(outputs, (answers) => answers !== "below,above", {
      epsilon: 1,
      delta: 0,
      errorRate: 0.01,
    });
    expect(audit.verdict).toBe("violated");
  });

  it("catches variant 6: the loss grows with the queries, m epsilon / 2 at least", () => {
    for (const m of [3, 5, 10]) expect(loss(6, m, m)).toBeGreaterThan(m / 2);
  });
});

describe("float64 Laplace noise", () => {
  const share = (centre: number, scale: number, trials: number) => {
    const random = stream(20261115, "float", centre, scale);
    const outputs = Array.from({ length: trials }, () => releaseFloatLaplace({ centre, scale }, random));
    const claim = { epsilon: 1, delta: 0, errorRate: 0.01 };
    const own = auditSupport(outputs, (y) => isFloatLaplaceOutput(y, { centre, scale }), claim);
    const other = auditSupport(outputs, (y) => isFloatLaplaceOutput(y, { centre: centre + 1, scale }), claim);
    expect(own.impossible).toBe(0);
    expect(own.verdict).toBe("not-refuted");
    return other;
  };

  it("gives outputs that the neighbour cannot: 79.6 % at scale 1, 80.9 % at scale 10 (claim float-attack)", () => {
    const trials = 4000; // the sigma of the share is 0.0064
    const one = share(0, 1, trials);
    expect(Math.abs(one.impossible / trials - 0.796)).toBeLessThan(0.026);
    expect(one.verdict).toBe("violated");
    expect(one.lowerBound).toBe(Infinity);
    expect(one.deltaLowerBound).toBeGreaterThan(0.75);
    expect(Math.abs(share(0, 10, trials).impossible / trials - 0.809)).toBeLessThan(0.026);
  });

  it("does so less often far from 0: 0.13 % at 1000 against 1001", () => {
    const { impossible } = share(1000, 1, 500);
    expect(impossible).toBeLessThan(6); // 0.65 expected
  });

  it("does not refute integer noise, whose support is the same for all neighbours", () => {
    const random = stream(20261115, "integers");
    const outputs = Array.from({ length: 10_000 }, () => 5 + sampleDiscreteLaplace(1, random));
    const audit = auditSupport(outputs, Number.isInteger, { epsilon: 1, delta: 0, errorRate: 0.01 });
    expect(audit).toEqual({ verdict: "not-refuted", lowerBound: 0, impossible: 0, trials: 10_000, deltaLowerBound: 0 });
  });
});
