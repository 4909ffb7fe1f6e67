import { describe, expect, it } from "vitest";
import { badArgumentsOf } from "../../../../testing/surface/declared.ts";
import { staircase } from "../../../mechanisms/noise/staircase.ts";
import { exp, expm1 } from "../../../numerics/exponential.ts";
import { log, log1p } from "../../../numerics/logarithm.ts";
import { panelRule } from "../../loss/gauss-panel.ts";
import { gaussianPld } from "../../loss/gaussian-pld.ts";
import { gaussianDelta } from "../../loss/gaussian-profile.ts";
import { laplacePld } from "../../loss/laplace-pld.ts";
import { pldProfile } from "../../loss/pld-profile.ts";
import type { PldPair, PrivacyLoss, ReleaseName } from "../../loss/privacy-loss.ts";
import { largestLoss } from "../../loss/single-loss.ts";
import { gaussianTradeOff } from "../../trade-off/trade-off.ts";
import { compose } from "../composed-privacy.ts";
import { laplaceRenyi } from "../renyi-curves.ts";
import { poissonSampled } from "../sampled-event.ts";
import { LAPLACE } from "./laplace.ts";
import type { ReleaseKind } from "./release-kind.ts";
import { kindOf, type NamedRelease, RELEASE_KINDS } from "./release-kinds.ts";
import { STAIRCASE } from "./staircase.ts";

/** A release of each kind. */
const EXAMPLES: { readonly [Kind in NamedRelease["kind"]]: Extract<NamedRelease, { kind: Kind }> } = {
  pure: { kind: "pure", epsilon: 0.7 },
  approximate: { kind: "approximate", epsilon: 0.4, delta: 1e-3 },
  gaussian: { kind: "gaussian", sigma: 1.5, sensitivity: 2 },
  laplace: { kind: "laplace", scale: 2, sensitivity: 1.5 },
  "discrete-laplace": { kind: "discrete-laplace", scale: 2, sensitivity: 3 },
  "discrete-gaussian": { kind: "discrete-gaussian", sigma: 1.5, sensitivity: 2 },
  "randomized-response": { kind: "randomized-response", noise: 0.4, categories: 3 },
  "bounded-range": { kind: "bounded-range", epsilon: 0.8 },
  staircase: { kind: "staircase", epsilon: 0.9, gamma: 0.3 },
  "zero-concentrated": { kind: "zero-concentrated", rho: 0.1 },
  "truncated-concentrated": { kind: "truncated-concentrated", rho: 0.1, omega: 20 },
  renyi: { kind: "renyi", epsilonAt: (order) => 0.05 * order },
  "trade-off": { kind: "trade-off", curve: gaussianTradeOff(0.5) },
  "privacy-loss": { kind: "privacy-loss", loss: gaussianPld({ sigma: 2, sensitivity: 1 }) },
};

const ORDERS = [1.5, 2, 6];
const EPSILONS = [0.1, 0.4, 1.1];

/** The divergence of an order from the pieces of a loss: log E e^((order - 1) loss) / (order - 1). */
function divergenceOf(loss: PrivacyLoss, order: number): number {
  const { atoms, densities, infinite } = loss.pieces(1e-40);
  if (infinite > 0) return Infinity;
  let moment = atoms.reduce((sum, atom) => sum + atom.mass * exp((order - 1) * atom.loss), 0);
  for (const piece of densities) {
    const { nodes, weights, panels } = panelRule(piece);
    const radius = (piece.to - piece.from) / (2 * panels);
    for (let k = 0; k < panels; k++)
      for (let node = 0; node < nodes.length; node++) {
        const x = piece.from + (2 * k + 1) * radius + radius * nodes[node];
        moment += radius * weights[node] * piece.density(x) * exp((order - 1) * piece.loss(x));
      }
  }
  return log(moment) / (order - 1);
}

const worstDivergence = ({ remove, add }: PldPair, order: number) =>
  Math.max(divergenceOf(remove, order), divergenceOf(add, order));

/** What the parts of a record must be to each other: everything else follows from the loss, by sums and integrals over its pieces. */
function requireRecord<Release extends ReleaseName>(kind: ReleaseKind<Release>, release: Release): void {
  const pair = kind.loss?.(release);
  const isExact = kind.isAttained?.(release) ?? true;
  const budget = kind.budget?.(release);
  if (pair !== undefined && budget !== undefined) {
    if (budget.delta === 0)
      for (const loss of [pair.remove, pair.add])
        expect(largestLoss(loss)).toBeLessThanOrEqual(budget.epsilon * (1 + 1e-12));
    expect(pldProfile(pair).deltaAt(budget.epsilon * (1 + 1e-12)).lower).toBeLessThanOrEqual(budget.delta);
  }
  for (const order of ORDERS) {
    const [curve, rho] = [kind.renyi?.(release).epsilonAt(order), kind.rho?.(release)];
    if (pair === undefined) continue;
    const truth = worstDivergence(pair, order);
    if (curve !== undefined && isExact) expect(Math.abs(curve / truth - 1)).toBeLessThan(1e-9);
    if (curve !== undefined && !isExact) expect(curve).toBeLessThanOrEqual(truth * (1 + 1e-9));
    if (rho !== undefined) expect(truth).toBeLessThanOrEqual(rho * order * (1 + 1e-9));
  }
  for (const epsilon of EPSILONS) {
    const mu = kind.mu?.(release);
    if (pair === undefined) continue;
    const whole = pldProfile(pair).deltaAt(epsilon);
    if (mu !== undefined) {
      expect(whole.lower).toBeLessThanOrEqual(gaussianDelta({ epsilon, mu }) * (1 + 1e-12));
      expect(whole.upper).toBeGreaterThanOrEqual(gaussianDelta({ epsilon, mu }) * (1 - 1e-12));
    }
    for (const rate of [0.05, 0.5]) {
      const sampled = kind.poissonLoss?.(release, rate);
      if (sampled === undefined) continue;
      // Amplification: delta(log(1 + rate (e^epsilon - 1))) is rate times that without sampling, exactly.
      const { lower, upper } = pldProfile(sampled).deltaAt(log1p(rate * expm1(epsilon)));
      expect(upper).toBeGreaterThanOrEqual(rate * whole.lower * (1 - 1e-9));
      expect(lower).toBeLessThanOrEqual(rate * whole.upper * (1 + 1e-9));
      const curve = kind.poissonRenyi?.(release, rate);
      for (const order of curve === undefined ? [] : ORDERS)
        expect(Math.abs((curve?.epsilonAt(order) ?? 0) / worstDivergence(sampled, order) - 1)).toBeLessThan(1e-8);
      const alone = kind.poissonGroup?.(release, { size: 1, samplingRate: rate });
      if (alone !== undefined)
        expect(pldProfile(alone).deltaAt(epsilon).estimate).toBeCloseTo(
          pldProfile(sampled).deltaAt(epsilon).estimate,
          12,
        );
    }
    // A group of two is a chain of two neighbours: (2 epsilon, delta (1 + e^epsilon)) of one record.
    const group = kind.group?.(release, 2);
    if (group !== undefined && kind.loss !== undefined) {
      expect(pldProfile(kind.loss(group)).deltaAt(2 * epsilon).lower).toBeLessThanOrEqual(
        whole.upper * (1 + exp(epsilon)),
      );
      expect(pldProfile(kind.loss(group)).deltaAt(epsilon).upper).toBeGreaterThanOrEqual(whole.lower);
    }
  }
}

describe.each(Object.entries(EXAMPLES))("the kind %s", (name, example) => {
  const kind = kindOf(example) as ReleaseKind<ReleaseName>;

  it("has a record whose parts agree", () => {
    requireRecord(kind, example);
    const { epsilonAt } = compose([{ mechanism: example, times: 2 }]);
    const [two, one] = [epsilonAt(0.01).upper, compose(example).epsilonAt(0.01).upper];
    expect(two).toBeGreaterThanOrEqual(one);
    expect(two).toBeLessThan(Infinity);
  });

  it("refuses parameters that it does not declare, and bad ones", () => {
    expect(() => compose({ ...example, magic: 1 } as never)).toThrow(`parameters of ${name} must be among`);
    for (const [parameter, bad] of badArgumentsOf(kind.parameters))
      expect(() => compose({ ...example, [parameter]: bad } as never)).toThrow(/must be/);
  });
});

describe("the table of kinds", () => {
  it("knows its kinds by name, and no other", () => {
    expect(Object.keys(EXAMPLES).sort()).toEqual(Object.keys(RELEASE_KINDS).sort());
    expect(kindOf({ kind: "toString" })).toBe(undefined);
  });

  it("finds a record out that says too little: a curve, an epsilon, a sample, a group that are not its own", () => {
    const release = EXAMPLES.laplace;
    const broken: readonly Partial<typeof LAPLACE>[] = [
      { renyi: ({ scale, sensitivity }) => laplaceRenyi({ scale: 1.01 * scale, sensitivity }) },
      { budget: ({ scale, sensitivity }) => ({ epsilon: (0.99 * sensitivity) / scale, delta: 0 }) },
      { poissonLoss: ({ scale, sensitivity }, rate) => laplacePld({ scale, sensitivity, samplingRate: 0.99 * rate }) },
      { group: (each) => ({ ...each, sensitivity: 0.5 * each.sensitivity }) },
      { rho: () => 0.01 },
    ];
    requireRecord(LAPLACE, release);
    for (const part of broken) expect(() => requireRecord({ ...LAPLACE, ...part }, release)).toThrow();
  });
});

describe("staircase noise", () => {
  /**
   * The hockey-stick divergence of two staircases `move` apart, in units of the sensitivity: a sum over all cells on which both are
   * constant.
   */
  function deltaOf(move: number, { epsilon, gamma, at }: { epsilon: number; gamma: number; at: number }): number {
    const height = (x: number) => {
      const [step, part] = [Math.floor(Math.abs(x)), Math.abs(x) - Math.floor(Math.abs(x))];
      return exp(-epsilon * (part < gamma ? step : step + 1));
    };
    const ends = Array.from({ length: 161 }, (_, k) => k - 80).flatMap((k) =>
      [k, k + gamma, k - gamma].flatMap((end) => [end, end + move]),
    );
    ends.sort((a, b) => a - b);
    let [excess, total] = [0, 0];
    for (let k = 1; k < ends.length; k++) {
      const [width, middle] = [ends[k] - ends[k - 1], 0.5 * (ends[k] + ends[k - 1])];
      total += width * height(middle);
      excess += width * Math.max(0, height(middle) - exp(at) * height(middle - move));
    }
    return excess / total;
  }

  it("has the delta of two staircases a sensitivity apart, cell by cell, and nearer ones have less", () => {
    for (const [epsilon, gamma] of [
      [1, 0.2],
      [1, 1 / (1 + exp(0.5))],
      [0.6, 0.5],
      [1.5, 0.8],
    ] as const)
      for (const at of [0, 0.3, 0.55]) {
        const { lower, upper } = pldProfile(STAIRCASE.loss?.({ kind: "staircase", epsilon, gamma }) as PldPair).deltaAt(
          at,
        );
        const worst = deltaOf(1, { epsilon, gamma, at });
        expect(lower).toBeLessThanOrEqual(worst * (1 + 1e-9));
        expect(upper).toBeGreaterThanOrEqual(worst * (1 - 1e-9));
        for (const move of [0.1, 0.45, 0.9]) expect(deltaOf(move, { epsilon, gamma, at })).toBeLessThan(upper);
        // A staircase of another shape is not this one.
        expect(deltaOf(1, { epsilon, gamma: 0.5 * gamma, at })).not.toBeCloseTo(worst, 3);
      }
  });

  it("is the mechanism's own noise by default, and loses less than randomized response", () => {
    const mechanism = staircase({ epsilon: 1, sensitivity: 3, neighbours: "add-remove" });
    const release = { kind: "staircase", epsilon: 1 } as const;
    expect(compose({ mechanism: release, times: 5 }).deltaAt(1).upper).toBeCloseTo(
      compose({ mechanism, times: 5 }).deltaAt(1).upper,
      12,
    );
    const sampled = compose(poissonSampled(release, { samplingRate: 0.1, times: 20 })).epsilonAt(1e-4);
    expect(sampled.lower).toBeGreaterThan(0);
    expect(sampled.upper).toBeLessThan(
      compose(poissonSampled(mechanism, { samplingRate: 0.1, times: 20 })).epsilonAt(1e-4).upper * 1.001,
    );
  });
});
