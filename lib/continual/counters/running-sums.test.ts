/** Every counter against dense linear algebra, its sessions, and its refusals. */
import { describe, expect, it } from "vitest";
import { audit } from "../../auditing/mechanism-audit.ts";
import { solveLinear } from "../../numerics/linear-algebra.ts";
import { approximate, gaussianDp, pure, zeroConcentrated } from "../../privacy/guarantees/guarantee.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import { stream } from "../../random/stream.ts";
import { bandedSum } from "./banded-sum.ts";
import { bufferedSum } from "./buffered-sum.ts";
import { doublingTreeSum } from "./doubling-tree-sum.ts";
import { freshNoiseSum } from "./fresh-noise-sum.ts";
import { noisyRecordsSum } from "./noisy-records-sum.ts";
import type { RecordRange } from "./record-range.ts";
import { refinedTreeSum } from "./refined-tree-sum.ts";
import type { RunningSumOf, RunningSumParameters } from "./running-sum.ts";
import { squareRootSum } from "./square-root-sum.ts";
import { treeSum } from "./tree-sum.ts";

type Build = <Range extends RecordRange>(parameters: RunningSumParameters<Range>) => RunningSumOf<Range>;

/** Those whose C is square: B is A C^-1 and nothing else. */
const SQUARE: readonly (readonly [string, Build])[] = [
  ["freshNoiseSum", freshNoiseSum],
  ["noisyRecordsSum", noisyRecordsSum],
  ["treeSum", treeSum],
  ["squareRootSum", squareRootSum],
  [
    "bandedSum, square root",
    (given) => bandedSum({ ...given, bands: Math.min(3, given.horizon), coefficients: "square-root" }),
  ],
  [
    "bandedSum, optimised",
    (given) => bandedSum({ ...given, bands: Math.min(3, given.horizon), coefficients: "optimised" }),
  ],
  ["bufferedSum", (given) => bufferedSum({ ...given, buffers: 2 })],
  ["doublingTreeSum, restart", ({ horizon: _, ...given }) => doublingTreeSum({ ...given, totals: 0 })],
  ["doublingTreeSum, hybrid", ({ horizon: _, ...given }) => doublingTreeSum({ ...given, totals: 0.4 })],
];
const ALL: readonly (readonly [string, Build])[] = [...SQUARE, ["refinedTreeSum", refinedTreeSum]];
const BITS = { lower: 0, upper: 1 };
const HORIZONS = [1, 2, 3, 7, 8, 13, 16];
const GUARANTEES = [pure(0.7), gaussianDp(0.7)];

const unit = (length: number, at: number) => Float64Array.from({ length }, (_, k) => (k === at ? 1 : 0));
const centres = (counter: RunningSumOf<RecordRange>, records: ArrayLike<number>) =>
  Float64Array.from(counter.measured.law?.(records).coordinates ?? [], (law: ContinuousLaw) => {
    if (law.family === undefined) throw new Error("a law without a centre");
    return law.family.centre;
  });

/** The columns of C, from the centres of the laws on unit records. */
function columnsOf(counter: RunningSumOf<RecordRange>, length: number): Float64Array[] {
  return Array.from({ length }, (_, at) => centres(counter, unit(length, at)));
}

const norms = (vector: Float64Array) => ({
  l1: vector.reduce((sum, x) => sum + Math.abs(x), 0),
  l2: Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0)),
});

describe.each(SQUARE)("%s", (_, build) => {
  it.each(HORIZONS)("is A x + B z with the B and the variances of dense algebra, at every time up to %i", (horizon) => {
    for (const guarantee of GUARANTEES) {
      const counter = build({ horizon, records: BITS, guarantee, neighbours: "event" });
      const columns = columnsOf(counter, horizon);
      const transposed = columns.map((column) => [...column]);
      const records = Float64Array.from({ length: horizon }, (_, k) => ((3 * k) % 7) / 7);
      const noisy = counter.measured.release(records, stream(5, "dense"));
      const exact = centres(counter, records);
      const estimates = counter.release(records, stream(5, "dense"));
      const oneDraw = counter.noise.scale * counter.noise.scale * (guarantee.kind === "pure" ? 2 : 1);
      let sum = 0;
      for (let t = 1; t <= horizon; t++) {
        // Row t of B solves B C = A: C^T b = (1, ..., 1, 0, ..., 0).
        const row = solveLinear(
          transposed,
          Array.from({ length: horizon }, (_, k) => (k < t ? 1 : 0)),
        );
        const square = row.reduce((total, x) => total + x * x, 0);
        expect(Math.abs(counter.variance(t) / (oneDraw * square) - 1)).toBeLessThan(1e-10);
        sum += records[t - 1];
        const noise = row.reduce((total, x, k) => total + x * (noisy[k] - exact[k]), 0);
        expect(Math.abs(estimates[t - 1] - sum - noise)).toBeLessThan(1e-9 * counter.noise.scale);
      }
    }
  });
});

describe.each(ALL)("%s", (_, build) => {
  it("takes noise for the largest column of C, and its audit finds all of the guarantee on its worst pair", () => {
    for (const horizon of HORIZONS) {
      for (const guarantee of GUARANTEES) {
        const counter = build({ horizon, records: BITS, guarantee, neighbours: "event" });
        const kind = guarantee.kind === "pure" ? "l1" : "l2";
        const largest = Math.max(...columnsOf(counter, horizon).map((column) => norms(column)[kind]));
        expect(largest / counter.noise.scale).toBeLessThan(0.7 * (1 + 1e-12));
        const [first, second] = counter.worstPair().map((records) => centres(counter, records));
        const change = norms(second.map((x, k) => x - first[k]))[kind];
        expect(Math.abs(change / counter.noise.scale / 0.7 - 1)).toBeLessThan(1e-12);
      }
      const { measured } = build({ horizon, records: BITS, guarantee: pure(0.7), neighbours: "event" });
      expect(audit(measured).verdict).toBe("holds");
      expect(audit({ ...measured, guarantee: pure(0.69) }).verdict).toBe("violated");
    }
  });

  it("gives the same bits one by one and all at once, numbers and vectors, and no push moves what it refuses", () => {
    for (const guarantee of [pure(1), zeroConcentrated(0.3), approximate(1, 1e-6)]) {
      const scalar = build({ horizon: 40, records: { lower: -1, upper: 3 }, guarantee, neighbours: "event" });
      const numbers = Float64Array.from({ length: 40 }, (_, k) => ((5 * k) % 9) - 3);
      const [session, random] = [scalar.start(), stream(1, "bits")];
      const one = Array.from(numbers, (x) => session.push(x, random));
      expect(one).toEqual([...scalar.release(numbers, stream(1, "bits"))]);
      const given = { dimension: 3, radius: 2 };
      const vectorial = build({ horizon: 40, records: given, guarantee, neighbours: "zero-out" });
      const flat = Float64Array.from({ length: 120 }, (_, k) => ((5 * k) % 9) / 3 - 1);
      const [other, source] = [vectorial.start(), stream(2, "bits")];
      const rows: number[] = [];
      for (let t = 0; t < 40; t++) {
        const { position } = source;
        expect(() => other.push(new Float64Array(2), source)).toThrow("the record must be of length 3");
        expect(() => other.push(Float64Array.of(1, Number.NaN, 0), source)).toThrow(
          "a record must be of finite coordinates, got a value that is not shown",
        );
        expect([other.time, source.position]).toEqual([t, position]);
        rows.push(...other.push(flat.slice(3 * t, 3 * t + 3), source));
      }
      expect(rows).toEqual([...vectorial.release(flat, stream(2, "bits"))]);
      if (vectorial.horizon > 40) continue;
      const { position } = random;
      expect(() => session.push(1, random)).toThrow("the number of records must be at most the horizon, 40, got 41");
      expect(() => session.push(Number.NaN, random)).toThrow(RangeError);
      expect([session.time, random.position]).toEqual([40, position]);
      expect(() => scalar.release(new Float64Array(41), random)).toThrow("the number of records must be at most");
    }
  });

  it("brings records to their range, and refuses what is no number without showing it", () => {
    const counter = build({ horizon: 4, records: { lower: -1, upper: 1 }, guarantee: pure(1), neighbours: "event" });
    const clipped = counter.release([5, -7, 0.5, 1], stream(1, "clip"));
    expect(clipped).toEqual(counter.release([1, -1, 0.5, 1], stream(1, "clip")));
    expect(() => counter.start().push(Number.NaN, stream(1, "clip"))).toThrow(
      "a record must be finite, got a value that is not shown",
    );
    const vectors = build({
      horizon: 4,
      records: { dimension: 2, radius: 1 },
      guarantee: gaussianDp(1),
      neighbours: "event",
    });
    const [long, short] = [
      [3e200, 4e200],
      [0.6, 0.8],
    ].map((record) => vectors.release(record, stream(1, "clip")));
    for (const i of [0, 1]) expect(Math.abs(long[i] - short[i])).toBeLessThan(1e-11);
  });
});

describe("refinedTreeSum", () => {
  it("has the variance of generalised least squares on the blocks inside each block", () => {
    const counter = refinedTreeSum({ horizon: 31, records: BITS, guarantee: gaussianDp(1), neighbours: "event" });
    const oneDraw = counter.noise.scale * counter.noise.scale;
    for (let t = 1; t <= 31; t++) {
      let sum = 0;
      for (let size = 1; size <= t; size *= 2) if ((t & size) !== 0) sum += leastSquaresVariance(size);
      expect(Math.abs(counter.variance(t) / (oneDraw * sum) - 1)).toBeLessThan(1e-11);
    }
  });

  it("errs as its variance says, and one a tenth off is told apart", () => {
    const counter = refinedTreeSum({ horizon: 7, records: BITS, guarantee: gaussianDp(1), neighbours: "event" });
    const draws = 40_000;
    const squares = new Float64Array(7);
    const random = stream(3, "refined");
    for (let k = 0; k < draws; k++) {
      const estimates = counter.release(new Float64Array(7), random);
      for (let t = 0; t < 7; t++) squares[t] += estimates[t] * estimates[t];
    }
    // The mean of squares of this many normal draws deviates by sqrt(2 / draws) = 0.7 %.
    for (let t = 1; t <= 7; t++)
      expect(Math.abs(squares[t - 1] / draws / counter.variance(t) - 1)).toBeLessThan(5 * Math.sqrt(2 / draws));
  });
});

/** The least variance of a linear unbiased estimate of a block's sum from unit noise on all dyadic blocks inside it. */
function leastSquaresVariance(size: number): number {
  const normal = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => {
      let common = 0;
      for (let block = 1; block <= size; block *= 2) if (Math.floor(i / block) === Math.floor(j / block)) common++;
      return common;
    }),
  );
  return solveLinear(normal, new Array<number>(size).fill(1)).reduce((sum, x) => sum + x, 0);
}

describe("the parameters of a counter", () => {
  const good = { horizon: 4, records: BITS, guarantee: pure(1), neighbours: "event" } as const;

  it.each([
    ["horizon must be an integer from 1 to 1073741824, got 0", { horizon: 0 }],
    ["horizon must be an integer from 1 to 1073741824, got 2000000000", { horizon: 2e9 }],
    ["upper must be above lower, 0, got 0", { records: { lower: 0, upper: 0 } }],
    [
      "lower must be at most 0, the null record of zero-out, got 1",
      { records: { lower: 1, upper: 2 }, neighbours: "zero-out" },
    ],
    [
      "upper must be at least 0, the null record of zero-out, got -1",
      { records: { lower: -2, upper: -1 }, neighbours: "zero-out" },
    ],
    ["radius must be positive and finite, got 0", { records: { dimension: 2, radius: 0 } }],
    ["dimension must be an integer from 1 to 16777216, got 0", { records: { dimension: 0, radius: 1 } }],
    ['neighbours must be event or zero-out, got "swap"', { neighbours: "swap" }],
    ["epsilon must be positive and finite, got 0", { guarantee: pure(0) }],
    ["mu must be positive and finite, got 0", { guarantee: gaussianDp(0) }],
    ["guarantee must be pure or approximate or zero-concentrated or gaussian", { guarantee: { kind: "renyi" } }],
  ])("are refused: %s", (message, bad) => {
    expect(() => treeSum({ ...good, ...bad } as never)).toThrow(message);
  });

  it("set the sensitivity: the width or 2 radius for an event, the largest size for zero-out", () => {
    const scale = (records: RecordRange, neighbours: "event" | "zero-out") =>
      noisyRecordsSum({ ...good, records, neighbours }).noise.scale;
    expect(scale({ lower: -1, upper: 3 }, "event")).toBe(4);
    expect(scale({ lower: -1, upper: 3 }, "zero-out")).toBe(3);
    expect(scale({ lower: -5, upper: 3 }, "zero-out")).toBe(5);
    expect(scale({ dimension: 4, radius: 1.5 }, "event")).toBe(3);
    expect(scale({ dimension: 4, radius: 1.5 }, "zero-out")).toBe(1.5);
  });

  it("refuse a time beyond the horizon", () => {
    expect(() => treeSum(good).variance(0)).toThrow("t must be an integer of at least 1, got 0");
    expect(() => treeSum(good).variance(5)).toThrow("t must be at most the horizon, 4, got 5");
  });
});

describe("what is no description of a counter", () => {
  const shared = { records: { lower: 0, upper: 1 }, guarantee: pure(1), neighbours: "event" } as const;

  it.each([null, undefined, 1])("is refused by name: %s as records or guarantee", (value) => {
    for (const parameter of ["records", "guarantee"]) {
      const given = { ...shared, [parameter]: value };
      for (const build of [
        () => treeSum({ ...given, horizon: 4 } as never),
        () => doublingTreeSum({ ...given, totals: 0 } as never),
      ]) {
        expect(build).toThrow(RangeError);
        // Without a guarantee the first of its shorthands is missed.
        const named = parameter === "guarantee" && value === undefined ? "epsilon" : parameter;
        expect(build).toThrow(new RegExp(`^${named} must be .*, got ${value}$`));
      }
    }
  });
});
