import { describe, expect, it } from "vitest";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { logAddExp } from "../../numerics/log-sum.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { divergence, listedDivergence } from "../../oracles/renyi-quadrature.ts";
import { type Stream, stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";
import { repeatRenyi } from "../conversions/composition.ts";
import { pureToRenyi } from "../conversions/pure-conversions.ts";
import { RENYI_ORDERS, renyiToApproximate } from "../conversions/renyi-conversions.ts";
import { pure, type RenyiGuarantee } from "../guarantees/guarantee.ts";
import { discretePld } from "../loss/discrete-pld.ts";
import { compose } from "./composed-privacy.ts";
import { poissonRenyi } from "./poisson-renyi.ts";
import { binaryResponseRenyi, gaussianRenyi, laplaceRenyi, randomizedResponseRenyi } from "./renyi-curves.ts";
import { poissonGaussianRenyi } from "./renyi-subsampled.ts";
import { batchSampled, poissonSampled } from "./sampled-event.ts";
import { withoutReplacementRenyi } from "./without-replacement-renyi.ts";

/** A law on the line, by its density, or on a few outcomes. */
interface KnownLaw {
  readonly logMass: (x: number) => number;
  readonly outcomes?: readonly number[];
}

interface Integrated {
  readonly from: number;
  readonly to: number;
  readonly kinks: readonly number[];
}

const gaussianAt = (mean: number, sigma: number): KnownLaw => ({
  logMass: (x) => (-0.5 * ((x - mean) * (x - mean))) / (sigma * sigma) - log(sigma * 2.5066282746310002),
});

const laplaceAt = (mean: number, scale: number): KnownLaw => ({
  logMass: (x) => -Math.abs(x - mean) / scale - log(2 * scale),
});

const responseAt = (truth: number, noise: number, categories: number): KnownLaw => ({
  logMass: (x) => log(noise / categories + (x === truth ? 1 - noise : 0)),
  outcomes: Array.from({ length: categories }, (_, k) => k),
});

const mixture = (rate: number, one: KnownLaw, other: KnownLaw): KnownLaw => ({
  ...other,
  logMass: (x) => logAddExp(log(rate) + one.logMass(x), log1p(-rate) + other.logMass(x)),
});

function divergenceOf(first: KnownLaw, second: KnownLaw, order: number, range: Integrated): number {
  const ratio = { logRatio: (x: number) => first.logMass(x) - second.logMass(x), logBase: second.logMass };
  return second.outcomes === undefined
    ? divergence({ ...ratio, ...range }, order)
    : listedDivergence(ratio, second.outcomes, order);
}

interface Point {
  readonly kind: number;
  readonly noise: number;
  readonly rate: number;
  readonly order: number;
}

/** Random points: the mechanism, its noise, the rate, and an order that is an integer in half of them. */
function points(count: number, random: Stream): readonly Point[] {
  return Array.from({ length: count }, (_, k) => {
    const order = 1.2 + 12 * sampleUniform(random);
    return {
      kind: k % 3,
      noise: 0.6 + 3 * sampleUniform(random),
      rate: exp(-5 * sampleUniform(random)),
      order: k % 2 === 0 ? Math.max(2, Math.round(order)) : order,
    };
  });
}

const reach = (noise: number, order: number): Integrated => ({
  from: -order - 30 * noise,
  to: 1 + order + 30 * noise,
  kinks: [-order, 0, 0.5, 1, 1 + order],
});

const SLACK = 1 - 1e-7;

describe("poissonRenyi", () => {
  const sampled = (guarantee: RenyiGuarantee, samplingRate: number) =>
    poissonRenyi({ guarantee, samplingRate, neighbours: "add-remove" });

  it("is never below the divergence of the sampled laws, in either order, at 100 random points", () => {
    const gaps: number[] = [];
    for (const { kind, noise, rate, order } of points(100, stream(20261117, "poisson"))) {
      const [curve, present, absent] = [
        [gaussianRenyi({ sigma: noise, sensitivity: 1 }), gaussianAt(1, noise), gaussianAt(0, noise)] as const,
        [laplaceRenyi({ scale: noise, sensitivity: 1 }), laplaceAt(1, noise), laplaceAt(0, noise)] as const,
        [
          binaryResponseRenyi(log(4 / noise + 1)),
          responseAt(1, noise / (noise + 2), 2),
          responseAt(0, noise / (noise + 2), 2),
        ] as const,
      ][kind];
      const bound = sampled(curve, rate).epsilonAt(order);
      const sampledLaw = mixture(rate, present, absent);
      const forth = divergenceOf(sampledLaw, absent, order, reach(noise, order));
      const back = divergenceOf(absent, sampledLaw, order, reach(noise, order));
      expect(bound).toBeGreaterThanOrEqual(Math.max(forth, back) * SLACK);
      if (Number.isInteger(order)) gaps.push(bound / forth);
    }
    // At integers it is attained by these pairs, whose curves are those of one pair in both orders.
    expect(Math.max(...gaps)).toBeLessThan(1 + 1e-6);
  });

  it("rests on an inequality that holds at every ratio, and fails with a little less weight on the other order", () => {
    const random = stream(20261117, "inequality");
    let failed = 0;
    for (let k = 0; k < 20_000; k++) {
      const q = sampleUniform(random);
      const a = 2 + (k % 3 === 0 ? Math.floor(30 * sampleUniform(random)) : 30 * sampleUniform(random));
      const r = exp(12 * (sampleUniform(random) - 0.5));
      const [u, v] = [1 - q + q * r, 1 - q + q / r];
      const power = (x: number, y: number) => exp(y * log(x));
      const f = power(u, a) - 1 - a * q * (r - 1);
      const g = r * power(v, a) - 1 - (1 - a * q) * (r - 1);
      const h = power(u, 1 - a) - 1 + (a - 1) * q * (r - 1);
      const t = ((2 * a - 1) * q) / (3 * (1 - q) + (2 * a - 1) * q);
      const rounding = 1e-13 * (1 + Math.abs(f) + Math.abs(g) + a * Math.abs(r - 1));
      expect(h).toBeLessThanOrEqual((1 - t) * f + t * g + rounding);
      if (h > (1 - 0.9 * t) * f + 0.9 * t * g + rounding) failed++;
    }
    expect(failed).toBeGreaterThan(100);
  });

  it("is the exact curve of the sampled Gaussian at integers, and above it between them", () => {
    const curve = sampled(gaussianRenyi({ sigma: 2, sensitivity: 1 }), 0.1);
    const exact = poissonGaussianRenyi({ noiseMultiplier: 2, samplingRate: 0.1 });
    for (const order of [2, 3, 17, 256]) expect(curve.epsilonAt(order) / exact.epsilonAt(order)).toBeCloseTo(1, 11);
    for (const order of [1.5, 2.5, 17.7]) expect(curve.epsilonAt(order)).toBeGreaterThan(exact.epsilonAt(order));
    // Beyond 1024 the moments of the base lie on chords.
    const beyond = curve.epsilonAt(3001) / exact.epsilonAt(3001);
    expect(beyond).toBeGreaterThanOrEqual(1 - 1e-12);
    expect(beyond).toBeLessThan(1.0001);
  });

  it("is never above the curve without sampling, nor for a pure guarantee above that of the amplified epsilon", () => {
    const base = laplaceRenyi({ scale: 0.2, sensitivity: 1 });
    for (const order of [1.1, 2, 9.5, 400, 65_536])
      expect(sampled(base, 0.7).epsilonAt(order)).toBeLessThanOrEqual(base.epsilonAt(order));
    const bounded = poissonRenyi({ guarantee: pure(2), samplingRate: 0.1, neighbours: "add-remove" });
    expect(bounded.epsilonAt(1e5)).toBeLessThanOrEqual(log1p(0.1 * expm1(2)));
    expect(poissonRenyi({ guarantee: pure(0), samplingRate: 0.1, neighbours: "add-remove" }).epsilonAt(7.5)).toBe(0);
  });

  it("passes over orders at which the base is infinite", () => {
    const cut: RenyiGuarantee = { kind: "renyi", epsilonAt: (order) => (order < 5 ? order / 2 : Infinity) };
    expect(sampled(cut, 0.1).epsilonAt(4)).toBeLessThan(0.5);
    expect(sampled(cut, 0.1).epsilonAt(4.5)).toBe(2.25);
    expect(sampled(cut, 0.1).epsilonAt(6)).toBe(Infinity);
  });

  it("refuses other relations, rates, kinds and orders", () => {
    const guarantee = laplaceRenyi({ scale: 1, sensitivity: 1 });
    expect(() => poissonRenyi({ guarantee, samplingRate: 0.1, neighbours: "swap" })).toThrow('must be "add-remove"');
    expect(() => sampled(guarantee, 0)).toThrow("samplingRate must be above 0");
    expect(() => sampled({ kind: "gaussian", mu: 1 } as never, 0.1)).toThrow("guarantee.kind");
    expect(() => sampled(guarantee, 0.1).epsilonAt(1)).toThrow("order must be above 1");
    const nothing: RenyiGuarantee = { kind: "renyi", epsilonAt: () => Number.NaN };
    expect(() => sampled(nothing, 0.1).epsilonAt(2)).toThrow("epsilonAt(2) must be at least 0");
  });
});

describe("withoutReplacementRenyi", () => {
  it("is never below the divergence of a batch, at 100 random points and three places of the changed record", () => {
    for (const { kind, noise, rate, order } of points(100, stream(20261117, "batches"))) {
      const records = 1000;
      const batch = Math.max(1, Math.round(records * rate));
      // The sums with the record before and after, and without it: each at most 1 from each other.
      const [before, after, without] = [1, 0, [0, 0.5, 1][Math.floor(order) % 3]];
      const options = noise / (noise + 1);
      const [curve, laws] = [
        [
          gaussianRenyi({ sigma: noise, sensitivity: 1 }),
          [before, after, without].map((x) => gaussianAt(x, noise)),
        ] as const,
        [
          laplaceRenyi({ scale: noise, sensitivity: 1 }),
          [before, after, without].map((x) => laplaceAt(x, noise)),
        ] as const,
        [
          randomizedResponseRenyi({ noise: options, categories: 3, against: "record" }),
          [0, 1, 2].map((x) => responseAt(x, options, 3)),
        ] as const,
      ][kind];
      const bound = withoutReplacementRenyi({
        guarantee: curve,
        batchSize: batch,
        size: records,
        neighbours: "swap",
      }).epsilonAt(order);
      const [first, second] = [laws[0], laws[1]].map((law) => mixture(batch / records, law, laws[2]));
      const range = reach(noise, order);
      expect(bound).toBeGreaterThanOrEqual(divergenceOf(first, second, order, range) * SLACK);
      expect(bound).toBeGreaterThanOrEqual(divergenceOf(second, first, order, range) * SLACK);
    }
  });

  it("would be caught with the curve of Poisson sampling in its place: three answers, one record of two drawn", () => {
    const laws = [0, 1, 2].map((x) => responseAt(x, 0.1, 3));
    const guarantee = randomizedResponseRenyi({ noise: 0.1, categories: 3, against: "record" });
    const truth = divergenceOf(mixture(0.05, laws[0], laws[2]), mixture(0.05, laws[1], laws[2]), 2, reach(1, 2));
    const wrong = poissonRenyi({ guarantee, samplingRate: 0.05, neighbours: "add-remove" }).epsilonAt(2);
    const right = withoutReplacementRenyi({ guarantee, batchSize: 1, size: 20, neighbours: "swap" }).epsilonAt(2);
    expect(truth).toBeGreaterThan(1.2 * wrong);
    expect(truth).toBeLessThan(right);
  });

  it("uses a pure guarantee: e^D_2 (e^epsilon - 1)^2 at order 2, or the curve of the amplified epsilon where that is less", () => {
    for (const epsilon of [0.1, 0.6, 3]) {
      const curve = withoutReplacementRenyi({ guarantee: pure(epsilon), batchSize: 1, size: 100, neighbours: "swap" });
      const excess = expm1(pureToRenyi(pure(epsilon)).epsilonAt(2));
      const reach = expm1(epsilon) * expm1(epsilon);
      const ternary = log1p(1e-4 * Math.min(4 * excess, (1 + excess) * Math.min(2, reach)));
      const amplified = pureToRenyi(pure(log1p(0.01 * expm1(epsilon))));
      expect(curve.epsilonAt(2)).toBeCloseTo(Math.min(ternary, amplified.epsilonAt(2)), 14);
      expect(curve.epsilonAt(50)).toBeLessThanOrEqual(amplified.epsilonAt(50));
    }
  });

  it("is the base with all records in the batch, and refuses other relations and sizes", () => {
    const guarantee = laplaceRenyi({ scale: 1, sensitivity: 1 });
    const all = withoutReplacementRenyi({ guarantee, batchSize: 9, size: 9, neighbours: "swap" });
    expect(all.epsilonAt(3)).toBe(guarantee.epsilonAt(3));
    const sample = { guarantee, batchSize: 1, size: 9 };
    expect(() => withoutReplacementRenyi({ ...sample, neighbours: "add-remove" })).toThrow('must be "swap"');
    expect(() => withoutReplacementRenyi({ ...sample, batchSize: 10, neighbours: "swap" })).toThrow(
      "batchSize must be at most",
    );
    expect(() => withoutReplacementRenyi({ ...sample, batchSize: 0, neighbours: "swap" })).toThrow("batch");
  });
});

describe("batchSampled", () => {
  const gaussian = { kind: "gaussian", sigma: 4, sensitivity: 1 } as const;
  const sample = { batchSize: 10, size: 1000, times: 100 };

  it("is accounted by the curve without replacement, and by the amplified epsilon where there is one", () => {
    const { rows } = compose([batchSampled(gaussian, sample)]).compare({ delta: 1e-5 });
    const curve = withoutReplacementRenyi({
      guarantee: gaussianRenyi({ sigma: 4, sensitivity: 1 }),
      batchSize: 10,
      size: 1000,
      neighbours: "swap",
    });
    const { epsilon } = renyiToApproximate(repeatRenyi(curve, 100), { delta: 1e-5, orders: RENYI_ORDERS });
    expect(rows.find(({ accountant }) => accountant === "renyi")?.epsilon).toBe(epsilon);
    const all = compose([{ mechanism: gaussian, times: 100 }]).epsilonAt(1e-5).upper;
    expect(compose([batchSampled(gaussian, sample)]).epsilonAt(1e-5).upper).toBeLessThan(all / 10);
    const [basic] = compose([batchSampled(pure(1), sample)]).compare().rows;
    expect(basic.epsilon).toBeCloseTo(100 * log1p(0.01 * expm1(1)), 12);
  });

  it("never says less than the truth: ten batches of one record of two, its answer one of three", () => {
    const response = { kind: "randomized-response", noise: 0.3, categories: 3 } as const;
    const event = batchSampled(response, { batchSize: 1, size: 2, times: 10 });
    const laws = [0, 1, 2].map((x) => responseAt(x, 0.3, 3));
    const [first, second] = [laws[0], laws[1]].map((law) => mixture(0.5, law, laws[2]));
    const masses = [first, second].map(({ logMass }) => [0, 1, 2].map(logMass));
    const truth = compose([{ mechanism: discretePld(masses[0], masses[1]), times: 10 }]).epsilonAt(1e-3);
    expect(compose([event]).epsilonAt(1e-3).upper).toBeGreaterThan(truth.upper);
  });

  it("is for swap, and no event with it composes with one under add-remove", () => {
    const laplaceLike = { name: "box", neighbours: "add-remove", guarantee: pure(1) } as const;
    expect(() => batchSampled(laplaceLike, sample)).toThrow('must be "swap"');
    expect(() => batchSampled(gaussian, { ...sample, batchSize: 2000 })).toThrow("batchSize must be at most");
    expect(() =>
      compose([batchSampled(gaussian, sample), poissonSampled(gaussian, { samplingRate: 0.1, times: 1 })]),
    ).toThrow("neighbours");
    expect(compose([batchSampled(gaussian, { batchSize: 9, size: 9, times: 1 })]).neighbours).toBe("swap");
  });

  it("leaves no sampled release worse than its curve without sampling", () => {
    const event = poissonSampled({ kind: "laplace", scale: 2, sensitivity: 1 }, { samplingRate: 0.01, times: 1000 });
    const known = compose([event]).compare({ delta: 1e-5 }).rows;
    const of = (name: string) => known.find(({ accountant }) => accountant === name)?.epsilon ?? Number.NaN;
    const amplified = repeatRenyi(pureToRenyi(pure(log1p(0.01 * expm1(0.5)))), 1000);
    const { epsilon } = renyiToApproximate(amplified, { delta: 1e-5, orders: RENYI_ORDERS });
    expect(of("renyi")).toBeLessThanOrEqual(epsilon);
    expect(of("renyi")).toBeGreaterThan(of("privacy-loss distribution"));
  });
});
