import { describe, expect, it } from "vitest";
import { adultLike, adultLikeDomain } from "../data/adult-like.ts";
import { domain, flagColumn } from "../data/domain.ts";
import { exactCount, tableFrom } from "../data/table.ts";
import { exp } from "../numerics/exponential.ts";
import { approximate, pure, zeroConcentrated } from "../privacy/guarantees/guarantee.ts";
import { secureRandom } from "../random/secure.ts";
import { stream } from "../random/stream.ts";
import { aim } from "./aim.ts";
import { attributeSpace } from "./attribute-space.ts";
import { independentMarginals } from "./independent-marginals.ts";
import { largestNoise } from "./largest-noise.ts";
import { kWayMarginals } from "./marginal.ts";
import { marginalQuality, tableModel } from "./marginal-quality.ts";
import { mwem } from "./mwem.ts";
import { mwemErrorBound } from "./mwem-error-bound.ts";
import { noisyHistogram } from "./noisy-histogram.ts";
import { privatePgm } from "./private-pgm.ts";
import { type Synthesiser, totalSpent } from "./synthesiser.ts";

const bins = { age: 4 };
const space = attributeSpace({ domain: adultLikeDomain, bins });
const people = tableFrom(adultLike(2000, stream(20261116, "people")), adultLikeDomain);
const workload = kWayMarginals(space, 2);
const shared = { domain: adultLikeDomain, bins, neighbours: "swap", size: 2000 } as const;
type People = typeof adultLikeDomain.columns;

const synthesisers: readonly (readonly [string, Synthesiser<People>])[] = [
  ["noisyHistogram", noisyHistogram({ ...shared, epsilon: 4 })],
  ["mwem", mwem({ ...shared, workload, rounds: 12, epsilon: 4 })],
  ["independentMarginals, pure", independentMarginals({ ...shared, guarantee: pure(4) })],
  ["independentMarginals, zero-concentrated", independentMarginals({ ...shared, guarantee: zeroConcentrated(0.5) })],
];

describe.each(synthesisers)("%s", (name, synthesiser) => {
  const released = synthesiser.release(people, stream(20261116, name));

  it("spends what it guarantees, query by query", () => {
    const { spent, guarantee } = released;
    const total = totalSpent(spent);
    expect(guarantee).toEqual(synthesiser.guarantee);
    expect(total.kind).toBe(guarantee.kind);
    const value = (given: typeof guarantee) => (given.kind === "pure" ? given.epsilon : given.rho);
    expect(value(total)).toBeLessThanOrEqual(value(guarantee));
    expect(value(total)).toBeGreaterThan(value(guarantee) * (1 - 1e-14));
  });

  it("gives a table of as many records, of the same domain, the plain columns being its records", () => {
    const { table, columns } = released;
    expect(exactCount(table, "rows")).toBe(2000);
    const again = tableFrom(columns, adultLikeDomain);
    const quality = marginalQuality({ exact: tableModel(space, again), model: tableModel(space, table), workload });
    expect(quality.maxError).toBe(0);
  });

  it("has a model whose marginals sum to n, fit together, and are those of the records up to sampling", () => {
    const { model, table } = released;
    const whole = model.marginal(["sex", "hours"]);
    const part = model.marginal(["sex"]);
    expect(Math.abs(whole.reduce((sum, count) => sum + count) - 2000)).toBeLessThan(1e-6);
    expect(Math.abs(whole[0] + whole[1] + whole[2] - part[0])).toBeLessThan(1e-6);
    // Five deviations of a count of 2000 draws.
    const drawn = tableModel(space, table).marginal(["sex"]);
    expect(Math.abs(drawn[0] - part[0])).toBeLessThan(5 * Math.sqrt(500));
  });

  it("refuses a table of another size, of another domain, and a secure source, showing no record", () => {
    const few = tableFrom(adultLike(7, stream(1, "few")), adultLikeDomain);
    const other = tableFrom([], domain({ columns: { a: flagColumn() }, person: "row" }));
    const random = stream(1);
    const size = "the size of the table must be the declared size (2000), got a value that is not shown";
    expect(() => synthesiser.release(few, random)).toThrow(size);
    expect(() => synthesiser.release(tableFrom([], adultLikeDomain), random)).toThrow(size);
    expect(() => synthesiser.release(other as never, random)).toThrow("table must be of the domain");
    expect(() => synthesiser.release(people, secureRandom() as never)).toThrow("random must be a stream");
  });
});

describe("under add-remove", () => {
  const unknown = { domain: adultLikeDomain, bins, neighbours: "add-remove" } as const;
  it.each([
    ["noisyHistogram", noisyHistogram({ ...unknown, epsilon: 4 })],
    ["independentMarginals", independentMarginals({ ...unknown, guarantee: pure(4) })],
  ])("%s knows the number of records with noise only, and takes the empty table", (name, synthesiser) => {
    const { model, table } = synthesiser.release(people, stream(20261116, name));
    // The sum of 3840 cells with noise of scale 1/4 has a deviation of 22; a marginal of 3 of scale 7/4, less.
    expect(Math.abs(model.size - 2000)).toBeLessThan(110);
    expect(model.size).not.toBe(2000);
    expect(exactCount(table, "rows")).toBe(Math.round(model.size));
    const empty = synthesiser.release(tableFrom([], adultLikeDomain), stream(2, name));
    expect(empty.model.size).toBeLessThan(110);
  });

  it("refuses a declared number, which would be public", () => {
    expect(() => noisyHistogram({ ...unknown, epsilon: 1, size: 5 })).toThrow("size must be left out");
    expect(() => noisyHistogram({ ...unknown, epsilon: 1, neighbours: "swap" })).toThrow("size must be an integer");
  });
});

describe("mwem", () => {
  it("comes near to the table where epsilon is large, and the histogram nearer", () => {
    const quality = (synthesiser: Synthesiser<People>) =>
      marginalQuality({
        exact: tableModel(space, people),
        model: synthesiser.release(people, stream(3, "large")).model,
        workload,
      });
    const after = [1, 50, 1000].map((rounds) => quality(mwem({ ...shared, workload, rounds, epsilon: 1e6, draws: 0 })));
    expect(after[1].maxVariation).toBeLessThan(after[0].maxVariation);
    expect(after[2].maxVariation).toBeLessThan(after[0].maxVariation / 2);
    expect(quality(noisyHistogram({ ...shared, epsilon: 1e6 })).maxError).toBeLessThan(0.1);
  });

  it("gives after one round the uniform model: the average stops before the last measurement", () => {
    const { model, spent } = mwem({ ...shared, workload, rounds: 1, epsilon: 1 }).release(people, stream(4));
    for (const count of model.marginal(["sex"])) expect(Math.abs(count - 1000)).toBeLessThan(1e-9);
    expect(spent.map(({ kind }) => kind)).toEqual(["selection", "measurement"]);
  });

  it("is the average of the weights before each round, replayed by hand from what it measured", () => {
    const pets = domain({ columns: { cat: flagColumn(), dog: flagColumn() }, person: "row" });
    const table = tableFrom({ cat: [true, true, false], dog: [false, false, true] }, pets);
    const given = { domain: pets, workload: [["cat"], ["dog"]], rounds: 3, epsilon: 6, size: 3 };
    const { model, spent } = mwem({ ...given, neighbours: "swap" }).release(table, stream(5));
    // The cells are cat, dog = 00, 01, 10, 11.
    let weights = [3 / 4, 3 / 4, 3 / 4, 3 / 4];
    const average = [0, 0, 0, 0];
    for (const look of spent) {
      if (look.kind === "selection") continue;
      weights.forEach((weight, x) => {
        average[x] += weight / 3;
      });
      const bit = (x: number) => (look.columns[0] === "cat" ? x >> 1 : x & 1);
      const answer = weights.reduce((sum, weight, x) => (bit(x) === look.cell ? sum + weight : sum), 0);
      const moved = weights.map((weight, x) =>
        bit(x) === look.cell ? weight * exp((look.values[0] - answer) / 6) : weight,
      );
      const total = moved.reduce((sum, weight) => sum + weight);
      weights = moved.map((weight) => (3 * weight) / total);
    }
    const found = model.marginal(["cat", "dog"]);
    average.forEach((weight, x) => {
      expect(Math.abs(found[x] - weight)).toBeLessThan(1e-12);
    });
    expect(Math.abs(found[0] - weights[0])).toBeGreaterThan(1e-3);
  });

  it("has the bound of the theorem: 2.09 n, 0.97 n, 0.45 n at best (claim mwem)", () => {
    const best = (records: number) => {
      const bounds = Array.from({ length: 400 }, (_, t) =>
        mwemErrorBound({ size: records, cells: 256, queries: 448, rounds: t + 1, epsilon: 1 }),
      );
      return bounds.reduce((one, other) => (other.error < one.error ? other : one));
    };
    const few = { size: 1000, cells: 256, queries: 448, rounds: 9 };
    expect(mwemErrorBound({ ...few, guarantee: pure(0.7) })).toEqual(mwemErrorBound({ ...few, epsilon: 0.7 }));
    expect((best(1e3).error / 1e3).toFixed(2)).toBe("2.09");
    expect((best(1e4).error / 1e4).toFixed(2)).toBe("0.97");
    expect((best(1e5).error / 1e5).toFixed(2)).toBe("0.45");
    // There the theorem has no probability left.
    expect(best(1e5).probability).toBe(0);
    expect(best(1e4).probability).toBeGreaterThan(0.75);
  });

  it("refuses a workload it cannot ask, by name", () => {
    const given = { ...shared, rounds: 3, epsilon: 1 };
    expect(() => mwem({ ...given, workload: [["income"]] })).toThrow('workload[0]: columns must be among "age"');
    expect(() => mwem({ ...given, workload: [] })).toThrow("workload must be one set of columns or more");
    expect(() => mwem({ ...given, workload: [["age"], ["age"]] })).toThrow("workload must be each set of columns once");
    // 2^36 steps over 3840 cells and 21 marginals.
    expect(() => mwem({ ...given, workload, rounds: 852177 })).toThrow(
      "rounds must be at most 852176 for 3840 cells and 21 marginals, got 852177",
    );
    expect(() => mwem({ ...given, workload, neighbours: "add-remove" as never })).toThrow(
      "neighbours must be swap or zero-out",
    );
  });
});

describe("equal parts of a budget", () => {
  it("never add up to more than it, whatever the number of rounds", () => {
    const pets = domain({ columns: { cat: flagColumn() }, person: "row" });
    const table = tableFrom({ cat: [true, false] }, pets);
    for (let rounds = 1; rounds <= 40; rounds++) {
      const given = {
        domain: pets,
        workload: [["cat"]],
        rounds,
        epsilon: 0.1,
        neighbours: "swap",
        size: 2,
      } as const;
      const total = totalSpent(mwem(given).release(table, stream(rounds)).spent);
      if (total.kind !== "pure") throw new Error("MWEM states an epsilon");
      expect(total.epsilon).toBeLessThanOrEqual(0.1);
      expect(total.epsilon).toBeGreaterThan(0.1 * (1 - 1e-14));
    }
  });

  it("are paid for by the noise: what it costs is never above the guarantee", () => {
    for (let columns = 1; columns <= 30; columns++) {
      const names = Array.from({ length: columns }, (_, k) => `c${k}`);
      const wide = domain({ columns: Object.fromEntries(names.map((each) => [each, flagColumn()])), person: "row" });
      const table = tableFrom(Object.fromEntries(names.map((each) => [each, [true]])), wide);
      for (const guarantee of [pure(0.1), zeroConcentrated(0.1), zeroConcentrated(0.3)]) {
        const synthesis = independentMarginals({ domain: wide, guarantee, neighbours: "add-remove", draws: 0 });
        const { spent } = synthesis.release(table, stream(columns));
        const value = (given: typeof guarantee) => (given.kind === "pure" ? given.epsilon : given.rho);
        expect(value(totalSpent(spent))).toBeLessThanOrEqual(value(guarantee));
        const [{ noise }] = spent.flatMap((each) => (each.kind === "measurement" ? [each] : []));
        const cost = noise.kind === "laplace" ? columns / noise.scale : columns / (2 * noise.sigma * noise.sigma);
        expect(cost).toBeLessThanOrEqual(value(guarantee));
      }
    }
  });
});

describe("what a synthesiser refuses", () => {
  const given = { ...shared, guarantee: zeroConcentrated(1) };

  it.each<[string, () => unknown]>([
    [
      "draws must be at most 2396745, for 7 columns of 2^24 values together, got 2396746",
      () => independentMarginals({ ...given, draws: 2396746 }),
    ],
    [
      "draws must be at most 2396745, for 7 columns of 2^24 values together, got 16777216",
      () => noisyHistogram({ ...shared, epsilon: 1, size: 16777216 }),
    ],
    [
      "rho must be between 1e-100 and 1000000000000, got 1e+308",
      () => independentMarginals({ ...given, guarantee: zeroConcentrated(1e308) }),
    ],
    [
      "rho must be between 1e-100 and 1000000000000, got 2000000000000",
      () => privatePgm({ ...given, marginals: workload, guarantee: zeroConcentrated(2e12) }),
    ],
    [
      "epsilon must be such that with delta it gives a rho between 1e-100 and 1000000000000, got 1e-300",
      () => aim({ ...given, workload, guarantee: approximate(1e-300, 1e-5) }),
    ],
    [
      "epsilon must be such that with delta it gives a rho between 1e-100 and 1000000000000, got 1e+60",
      () => aim({ ...given, workload, guarantee: approximate(1e60, 0.5) }),
    ],
    [
      'guarantee must be zero-concentrated or approximate, got "x"',
      () => aim({ ...given, workload, guarantee: "x" as never }),
    ],
    [
      "guarantee must be zero-concentrated or approximate, got ",
      () => privatePgm({ ...given, marginals: workload, guarantee: {} as never }),
    ],
    [
      "guarantee must be pure or zero-concentrated, got null",
      () => independentMarginals({ ...given, guarantee: null as never }),
    ],
  ])("is one line that says what is wanted: %s", (message, call) => {
    expect(call).toThrow(RangeError);
    expect(call).toThrow(message);
  });

  it("is not a table of more values than it may draw, if it is asked for fewer", () => {
    expect(independentMarginals({ ...given, size: 16777216, draws: 2396745 }).name).toBe("independent-marginals");
  });
});

describe("the largest noise", () => {
  it("has the tail of the closed form, and quantiles that undo it", () => {
    for (const cells of [1, 10, 1e6]) {
      const { tail, quantile } = largestNoise({ cells, scale: 2 });
      for (const beta of [1e-9, 0.05, 0.5, 0.999])
        expect(Math.abs(tail(quantile(1 - beta)) / beta - 1)).toBeLessThan(1e-6);
    }
    // One cell: e^-x. Two: 1 - (1 - e^-x)^2.
    expect(Math.abs(largestNoise({ cells: 1, scale: 1 }).tail(3) - exp(-3))).toBeLessThan(1e-15);
    const two = 2 * exp(-3) - exp(-6);
    expect(Math.abs(largestNoise({ cells: 2, scale: 1 }).tail(3) - two)).toBeLessThan(1e-15);
    expect(largestNoise({ cells: 2, scale: 1 }).tail(0)).toBe(1);
  });
});

describe("the quality of marginals", () => {
  it("is computed by hand: one record of four moved", () => {
    const pets = domain({ columns: { cat: flagColumn(), dog: flagColumn() }, person: "row" });
    const own = attributeSpace({ domain: pets });
    const of = (cat: readonly boolean[]) => tableFrom({ cat, dog: [true, true, true, false] }, pets);
    const model = tableModel(own, of([true, true, false, false]));
    const table = of([true, true, true, false]);
    // cat: 1, 3 against 2, 2; dog: the same. Errors 1, 1, 0, 0; variations 1/4 and 0.
    expect(marginalQuality({ exact: tableModel(own, table), model, workload: kWayMarginals(own, 1) })).toEqual({
      maxError: 1,
      meanError: 0.5,
      maxVariation: 0.25,
      meanVariation: 0.125,
    });
  });

  it("refuses what is no model, and counts that no model has", () => {
    const exact = tableModel(space, people);
    const model = (records: number, ...counts: number[]) => ({
      space,
      size: records,
      marginal: () => Float64Array.from(counts),
    });
    const quality = (given: object) => () => marginalQuality({ exact, workload: [["sex"]], ...given } as never);
    expect(quality({})).toThrow(
      "model must be a model with marginals, such as `tableModel(space, table)`, got undefined",
    );
    expect(quality({ model: model(Number.NaN, 1, 1) })).toThrow("the number of records of model must be non-negative");
    expect(quality({ model: model(2, Number.NaN, 1) })).toThrow("the counts of model, of the columns sex, must be");
    expect(quality({ model: model(2, 3, -1) })).toThrow("the counts of model, of the columns sex, must be");
    const twice = { model: exact, workload: [["sex"], ["sex"]] };
    expect(quality(twice)).toThrow("workload must be each set of columns once");
    expect(quality({ model: exact, workload: ["sex"] })).toThrow("workload[0]: columns must be an array");
  });

  it("refuses an empty table", () => {
    const empty = tableFrom([], adultLikeDomain);
    const model = tableModel(space, people);
    expect(() => marginalQuality({ exact: tableModel(space, empty), model, workload })).toThrow(
      "the number of records of exact must be one or more, got a value that is not shown",
    );
  });
});
