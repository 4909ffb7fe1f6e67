import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALL_INSTANCES } from "../../testing/contract/all-mechanisms.ts";
import { laplaceLaw } from "../mechanisms/laws/laplace-law.ts";
import { staircaseLaw } from "../mechanisms/laws/staircase-law.ts";
import { staircase } from "../mechanisms/noise/staircase.ts";
import { exp, expm1 } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { logNormalDensity, normalCdf, normalDensity } from "../numerics/normal.ts";
import { continuousLaw } from "../privacy/loss/distribution.ts";
import type { ContinuousLaw } from "../privacy/loss/law.ts";
import { auditContinuous, continuousDelta, continuousEpsilon, continuousHockeyStick } from "./continuous-audit.ts";
import { worstPair } from "./worst-pair.ts";

const line = [-Infinity, Infinity] as const;
const laplace = (centre: number, scale: number): ContinuousLaw =>
  continuousLaw({
    logDensity: (x) => -Math.abs(x - centre) / scale - log(2 * scale),
    cdf: (x) => (x < centre ? exp((x - centre) / scale) / 2 : 1 - exp((centre - x) / scale) / 2),
    kinks: [centre],
    range: line,
  });
const normal = (centre: number): ContinuousLaw =>
  continuousLaw({
    logDensity: (x) => logNormalDensity(x - centre),
    cdf: (x) => normalCdf(x - centre),
    kinks: [],
    range: line,
  });
/** A density that is constant between the cuts, proportional to e^weight. */
function steps(cuts: readonly number[], weights: readonly number[]): ContinuousLaw {
  const areas = weights.map((weight, k) => exp(weight) * (cuts[k + 1] - cuts[k]));
  const logTotal = log(areas.reduce((a, b) => a + b, 0));
  const cellOf = (x: number) => cuts.findIndex((cut, k) => x > cut && x <= cuts[k + 1]);
  return continuousLaw({
    logDensity: (x) => (cellOf(x) < 0 ? -Infinity : weights[cellOf(x)] - logTotal),
    cdf: (x) =>
      areas.reduce(
        (sum, area, k) =>
          sum +
          (cuts[k + 1] > cuts[k]
            ? (area * Math.max(0, Math.min(1, (x - cuts[k]) / (cuts[k + 1] - cuts[k])))) / exp(logTotal)
            : 0),
        0,
      ),
    kinks: cuts,
    range: [cuts[0], cuts[cuts.length - 1]],
  });
}

describe("the exact audit of two densities", () => {
  it("finds that Laplace noise of scale sensitivity / epsilon needs exactly epsilon, and of that sigma 1.414 epsilon", () => {
    for (const epsilon of [0.1, 0.5, 1, 2]) {
      const [right, wrong] = [1 / epsilon, 1 / (Math.SQRT2 * epsilon)];
      const pairOf = (scale: number) => ({ first: laplace(0, scale), second: laplace(1, scale) });
      const shape = (scale: number) => ({ kind: "monotone", limits: [1 / scale, -1 / scale] }) as const;
      const found = continuousEpsilon(pairOf(right), shape(right));
      expect(Math.abs(found.lower - epsilon)).toBeLessThan(1e-14);
      expect(found.upper).toBe(found.lower);
      expect(auditContinuous(pairOf(right), { epsilon, delta: 0, shape: shape(right) }).verdict).toBe("holds");
      const broken = auditContinuous(pairOf(wrong), { epsilon, delta: 0, shape: shape(wrong) });
      expect(broken.verdict).toBe("violated");
      expect(Math.abs(broken.lowerBound / (Math.SQRT2 * epsilon) - 1)).toBeLessThan(1e-13);
    }
  });

  it("integrates delta of Laplace pairs to the closed form 1 - e^((epsilon - shift / scale) / 2)", () => {
    for (const scale of [0.2, 1, 50])
      for (const epsilon of [0, 0.5 / scale, 0.99 / scale]) {
        const exact = -expm1((epsilon - 1 / scale) / 2);
        const found = continuousDelta({ first: laplace(7, scale), second: laplace(8, scale) }, epsilon);
        expect(Math.abs(found / exact - 1)).toBeLessThan(1e-9);
      }
    expect(continuousDelta({ first: laplace(0, 1), second: laplace(1, 1) }, 1.001)).toBeLessThan(1e-13);
  });

  it("integrates delta of Gaussian pairs to the closed form, 0.12694 at mu = 1, epsilon = 1", () => {
    const pair = { first: normal(0), second: normal(1), points: [0, 1] };
    for (const epsilon of [0, 0.5, 1, 3]) {
      const exact = normalCdf(0.5 - epsilon) - exp(epsilon) * normalCdf(-0.5 - epsilon);
      expect(Math.abs(continuousDelta(pair, epsilon) / exact - 1)).toBeLessThan(1e-9);
    }
    expect(Math.abs(continuousDelta(pair, 1) - 0.12694)).toBeLessThan(5e-6); // claim delta-role
    expect(continuousEpsilon(pair, { kind: "monotone", limits: [Infinity, -Infinity] }).lower).toBe(Infinity);
    const shape = { kind: "unknown" } as const;
    expect(auditContinuous(pair, { epsilon: 1, delta: 0.127, shape }).verdict).toBe("not-refuted");
    const known = { kind: "monotone", limits: [-Infinity, Infinity] } as const;
    expect(auditContinuous(pair, { epsilon: 1, delta: 0.127, shape: known }).verdict).toBe("holds");
    expect(auditContinuous(pair, { epsilon: 1, delta: 0.1269, shape }).verdict).toBe("violated");
    expect(auditContinuous(pair, { epsilon: 5, delta: 0, shape }).verdict).toBe("violated");
  });

  it("does not say that delta holds where nothing is known of the ratio: a peak between all points", () => {
    // 0.9 N(0, 1) + 0.1 N(5.3, 1e-6) against N(0, 1): the true delta at 1 is 0.1.
    const [spike, width] = [5.3, 1e-3];
    const base = normal(0);
    const law: ContinuousLaw = {
      ...base,
      logDensity: (x) => log(0.9 * exp(base.logDensity(x)) + (0.1 / width) * normalDensity((x - spike) / width)),
      cdf: (x) => 0.9 * normalCdf(x) + 0.1 * normalCdf((x - spike) / width),
    };
    const claim = { epsilon: 1, delta: 0.01 };
    const blind = { first: law, second: base };
    expect(auditContinuous(blind, { ...claim, shape: { kind: "unknown" } }).verdict).not.toBe("holds");
    const seen = { ...blind, points: [spike - 0.01, spike, spike + 0.01] };
    expect(auditContinuous(seen, { ...claim, shape: { kind: "unknown" } }).verdict).toBe("violated");
  });

  it("counts a peak that the quadrature misses by the cumulative functions, where the ratio is known to be monotone", () => {
    // A narrow normal law far out against itself moved by ten deviations; no point is named.
    const narrow = (centre: number): ContinuousLaw => ({
      ...normal(0),
      logDensity: (x) => logNormalDensity((x - centre) / 1e-4) - log(1e-4),
      cdf: (x) => normalCdf((x - centre) / 1e-4),
    });
    const pair = { first: narrow(3.217), second: narrow(3.218), points: [3.2175] };
    const shape = { kind: "monotone", limits: [Infinity, -Infinity] } as const;
    expect(auditContinuous(pair, { epsilon: 1, delta: 0.5, shape }).verdict).toBe("violated");
  });

  it.each([1e-6, 1, 1e4, 1e9])(
    "finds the delta of normal laws of deviation %d, wherever their middle is said to be",
    (scale) => {
      const law = (centre: number): ContinuousLaw => ({
        ...normal(0),
        logDensity: (x) => logNormalDensity((x - centre) / scale) - log(scale),
        cdf: (x) => normalCdf((x - centre) / scale),
      });
      const shape = { kind: "monotone", limits: [Infinity, -Infinity] } as const;
      for (const points of [[0], [scale / 2], []]) {
        const pair = { first: law(0), second: law(scale / 2), points };
        // delta at 0.5 of mu = 0.5 is 0.05244.
        expect(auditContinuous(pair, { epsilon: 0.5, delta: 0.0262, shape }).verdict).toBe("violated");
        expect(auditContinuous(pair, { epsilon: 0.5, delta: 0.0525, shape }).verdict).toBe("holds");
      }
    },
  );

  it.each([0.5, 50, 300])("does not refute the exact delta of Laplace noise next to its epsilon of %d", (shift) => {
    const pair = { first: laplace(0, 1), second: laplace(shift, 1) };
    const epsilon = 0.999999 * shift;
    const delta = -expm1((epsilon - shift) / 2);
    const shape = { kind: "monotone", limits: [shift, -shift] } as const;
    expect(auditContinuous(pair, { epsilon, delta, shape }).verdict).not.toBe("violated");
    expect(auditContinuous(pair, { epsilon, delta: 0.99 * delta, shape }).verdict).toBe("violated");
  });

  it("takes laws whose functions are methods of a class", () => {
    class Normal {
      readonly kind = "continuous";
      readonly kinks: readonly number[] = [];
      readonly range = line;
      readonly #centre: number;
      constructor(centre: number) {
        this.#centre = centre;
      }
      logDensity(x: number): number {
        return logNormalDensity(x - this.#centre);
      }
      cdf(x: number): number {
        return normalCdf(x - this.#centre);
      }
    }
    const delta = continuousDelta({ first: new Normal(0), second: new Normal(1) }, 1);
    expect(Math.abs(delta - 0.12694)).toBeLessThan(5e-6);
  });

  it("has a delta at an epsilon beyond the exponents of float64", () => {
    const pair = { first: normal(0), second: normal(40), points: [0, 40] };
    expect(continuousDelta(pair, 720)).toBeCloseTo(0.97583, 4); // mpmath
  });

  it("sees each direction by itself: a part of the line where only one law has mass", () => {
    const wide = steps([0, 1, 2], [0, 0]);
    const narrow = steps([0, 1], [0]);
    expect(Math.abs(continuousHockeyStick({ first: wide, second: narrow }, 3) - 0.5)).toBeLessThan(1e-12);
    expect(continuousHockeyStick({ first: narrow, second: wide }, 3)).toBe(0);
    expect(Math.abs(continuousDelta({ first: wide, second: narrow }, 3) - 0.5)).toBeLessThan(1e-12);
    expect(Math.abs(continuousDelta({ first: narrow, second: wide }, 3) - 0.5)).toBeLessThan(1e-12);
    expect(continuousEpsilon({ first: narrow, second: wide }, { kind: "monotone" }).lower).toBe(Infinity);
  });

  it("says holds only with an argument: a grid alone does not do", () => {
    const pair = { first: laplace(0, 1), second: laplace(1, 1) };
    expect(auditContinuous(pair, { epsilon: 1, delta: 0, shape: { kind: "unknown" } }).verdict).toBe("not-refuted");
    expect(auditContinuous(pair, { epsilon: 1, delta: 0, shape: { kind: "monotone" } }).verdict).toBe("not-refuted");
    expect(auditContinuous(pair, { epsilon: 0.9, delta: 0, shape: { kind: "unknown" } }).verdict).toBe("violated");
  });

  it("accepts a slope instead: the bound is the grid maximum and half a step of the steepest climb", () => {
    // Densities proportional to e^(-x^2 s) on [0, 1]; their log-ratio is (t - s) x^2 + constant, of slope at most 2 |t - s|.
    const bell = (s: number): ContinuousLaw => {
      let total = 0;
      for (let k = 0; k < 100_000; k++) total += exp(-s * ((k + 0.5) / 100_000) * ((k + 0.5) / 100_000)) / 100_000;
      const logTotal = log(total);
      return continuousLaw({
        logDensity: (x) => -s * x * x - logTotal,
        cdf: (x) => x,
        kinks: [],
        range: [0, 1],
      });
    };
    const pair = { first: bell(1), second: bell(1.5) };
    const exact = continuousEpsilon(pair, { kind: "monotone" }).upper;
    const found = continuousEpsilon(pair, { kind: "lipschitz", constant: 1, cells: 1000 });
    expect(found.upper).toBeGreaterThan(exact);
    expect(Math.abs(found.upper - found.lower - 5e-4)).toBeLessThan(1e-12); // slope 1, step 1e-3, half of it
    expect(found.upper - exact).toBeLessThan(6e-4);
    const lipschitz = { kind: "lipschitz", constant: 1, cells: 1000 } as const;
    expect(auditContinuous(pair, { epsilon: exact + 1e-3, delta: 0, shape: lipschitz }).verdict).toBe("holds");
    expect(auditContinuous(pair, { epsilon: exact + 1e-4, delta: 0, shape: lipschitz }).verdict).toBe("not-refuted");
    expect(auditContinuous(pair, { epsilon: exact - 1e-3, delta: 0, shape: lipschitz }).verdict).toBe("violated");
  });

  it("finds the worst data for the exponential median: 0.990 of epsilon = 1 with sensitivity 2, 1.977 with 1 (claim jointexp)", () => {
    const median = (records: readonly number[], sensitivity: number) => {
      const cuts = [0, ...[...records].sort((a, b) => a - b), 1];
      return steps(
        cuts,
        cuts.slice(1).map((_, rank) => -Math.abs(rank - records.length / 2) / sensitivity),
      );
    };
    const universe = [0, 0.01, 0.5, 0.99, 1];
    const loss = (size: number, sensitivity: number) =>
      worstPair({ universe, size, neighbours: "swap" }, (x, y) => {
        const pair = { first: median(x, sensitivity), second: median(y, sensitivity) };
        return continuousEpsilon(pair, { kind: "monotone" }).upper;
      }).loss;
    expect(Math.abs(loss(3, 2) - 0.99)).toBeLessThan(5e-4);
    expect(Math.abs(loss(3, 1) - 1.977)).toBeLessThan(5e-4);
  });

  it("refuses a monotone claim that the samples contradict, a Lipschitz claim on the whole line and bad numbers", () => {
    const pair = { first: normal(0), second: laplace(0, 1) };
    expect(() => continuousEpsilon(pair, { kind: "monotone", limits: [-1, 1] })).toThrow(/log p - log q/);
    expect(() => continuousEpsilon(pair, { kind: "lipschitz", constant: 1, cells: 10 })).toThrow(/range/);
    expect(() => continuousDelta(pair, Number.NaN)).toThrow(/epsilon must be finite/);
    expect(() => continuousDelta({ ...pair, points: [Infinity] }, 1)).toThrow(/point/);
    expect(() => auditContinuous(pair, { epsilon: -1, delta: 0, shape: { kind: "unknown" } })).toThrow(/epsilon/);
  });
});

describe("the audit of correct mechanisms with densities, nothing known of their ratio", () => {
  const shape = { kind: "unknown" } as const;
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const parameters = fc.record({
    epsilon: number(0.05, 20),
    sensitivity: fc.oneof(number(0.01, 100), fc.constantFrom(1, 1 / 3, 0.1)),
    centre: fc.oneof(number(-1000, 1000), fc.constantFrom(0, 1, 0.3, -7)),
  });
  const verdictOf = (first: ContinuousLaw, second: ContinuousLaw, epsilon: number) =>
    auditContinuous({ first, second }, { epsilon, delta: 0, shape }).verdict;

  it("does not take a misplaced kink for a ratio: staircases of any share of the upper step, and a tenth less noise is seen", () => {
    fc.assert(
      fc.property(parameters, number(0.001, 0.999), number(0, 1), (given, gamma, share) => {
        const { epsilon, sensitivity, centre } = given;
        const law = (x: number, factor = 1) =>
          staircaseLaw({ centre: x, sensitivity: factor * sensitivity, epsilon, gamma });
        for (const shift of [sensitivity, -sensitivity, share * sensitivity])
          expect(verdictOf(law(centre), law(centre + shift), epsilon)).toBe("not-refuted");
        expect(verdictOf(law(centre, 0.9), law(centre + sensitivity, 0.9), epsilon)).toBe("violated");
      }),
      { numRuns: 12 },
    );
  });

  it("finds the whole epsilon of a staircase, and no more", () => {
    fc.assert(
      fc.property(parameters, ({ epsilon, sensitivity, centre }) => {
        const mechanism = staircase({ epsilon, sensitivity, neighbours: "swap" });
        const [first, second] = [centre, centre + sensitivity].map((x) => mechanism.law(x));
        expect(Math.abs(continuousEpsilon({ first, second }, shape).lower / epsilon - 1)).toBeLessThan(1e-9);
      }),
      { numRuns: 30 },
    );
  });

  it("does not refute Laplace noise, and sees a tenth less of it", () => {
    fc.assert(
      fc.property(parameters, ({ epsilon, sensitivity, centre }) => {
        const scale = sensitivity / epsilon;
        const pair = (factor: number) =>
          [laplaceLaw(centre, factor * scale), laplaceLaw(centre + sensitivity, factor * scale)] as const;
        expect(verdictOf(...pair(1), epsilon)).toBe("not-refuted");
        expect(verdictOf(...pair(0.9), epsilon)).toBe("violated");
      }),
    );
  });

  const instances = ALL_INSTANCES.flatMap(({ title, mechanism, off, tight }) => {
    const inputs = mechanism.worstPair();
    const laws = [mechanism, off ?? mechanism].flatMap((each) => inputs.map((input) => each.law(input)));
    const densities = laws.filter((law) => law.kind === "continuous");
    if (densities.length < laws.length || mechanism.guarantee.kind !== "pure") return [];
    return [{ title, densities, tight, epsilon: mechanism.guarantee.epsilon }];
  });

  it.each(instances)("does not refute $title, and sees a tenth less of its noise", ({ densities, tight, epsilon }) => {
    const [first, second, less, lessToo] = densities;
    expect(verdictOf(first, second, epsilon)).toBe("not-refuted");
    if (tight) expect(verdictOf(less, lessToo, epsilon)).toBe("violated");
  });

  it("has tried all the mechanisms that have such laws", () => {
    expect(instances.length).toBeGreaterThanOrEqual(8);
  });
});
