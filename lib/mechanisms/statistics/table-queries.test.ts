import { describe, expect, it } from "vitest";
import { largestLoss } from "../../../testing/contract/audit.ts";
import { gridRatioCells } from "../../../testing/contract/grid-oracles.ts";
import { ratioCells } from "../../../testing/contract/oracles.ts";
import { categoryColumn, type Domain, domain, integerColumn, numberColumn } from "../../data/domain.ts";
import { exactColumn, exactCount, type Table, tableFrom } from "../../data/table.ts";
import { basicFilter } from "../../privacy/accounting/privacy-filter.ts";
import type { PureGuarantee } from "../../privacy/guarantees/guarantee.ts";
import type { Mechanism } from "../../privacy/guarantees/mechanism.ts";
import type { AnyLaw, DiscreteLaw } from "../../privacy/loss/law.ts";
import { secureRandom } from "../../random/secure.ts";
import { type Stream, stream } from "../../random/stream.ts";
import { histogram } from "./histogram.ts";
import { noisyCount } from "./noisy-count.ts";
import { noisyMean } from "./noisy-mean.ts";
import { noisySum } from "./noisy-sum.ts";
import { quantile } from "./quantile.ts";
import { quantiles } from "./quantiles.ts";

const columns = {
  size: numberColumn({ lower: -1, upper: 2, missing: "drop" }),
  kind: categoryColumn(["a", "b", "c"], { other: { as: "c" } }),
};
type Declared = typeof columns;
type Small = Table<Declared>;

/** What a row may hold: within the bounds, beyond them, missing; a category or a word that is none. */
const CONTENTS = [
  { size: -1, kind: "a" },
  { size: 0.5, kind: "b" },
  { size: 7, kind: "z" },
  { size: null, kind: "a" },
];
const PERSONS = ["p", "q"];

interface Row {
  readonly who: string;
  readonly size: number | null;
  readonly kind: string;
}

const ROWS: readonly Row[] = PERSONS.flatMap((who) => CONTENTS.map((content) => ({ who, ...content })));

/** All lists of up to `most` rows. */
function listsUpTo(most: number): Row[][] {
  let last: Row[][] = [[]];
  const all = [...last];
  for (let size = 1; size <= most; size++) {
    last = last.flatMap((list) => ROWS.map((row) => [...list, row]));
    all.push(...last);
  }
  return all;
}

const LISTS = listsUpTo(4);

function personDomain(atMost: number): Domain<Declared> {
  return domain({ columns, person: { column: "who", atMost, keep: "first" } });
}

const known = new Map<Domain<Declared>, (readonly [Small, Small])[]>();

/** All neighbours: a table, and what is left of it without one person. Those whose kept rows are alike are looked at once. */
function neighbours(declared: Domain<Declared>): (readonly [Small, Small])[] {
  const before = known.get(declared);
  if (before !== undefined) return before;
  const seen = new Set<string>();
  const all = LISTS.flatMap((list) =>
    PERSONS.filter((who) => list.some((row) => row.who === who)).flatMap((who) => {
      const rest = list.filter((row) => row.who !== who);
      const key = JSON.stringify([list.map((row) => [row.who === who, row.size, row.kind]), rest.length]);
      if (seen.has(key)) return [];
      seen.add(key);
      return [[tableFrom(list, declared), tableFrom(rest, declared)] as const];
    }),
  );
  known.set(declared, all);
  return all;
}

/** The largest loss over all neighbours, in units of epsilon. */
function worst(declared: Domain<Declared>, loss: (first: Small, second: Small) => number, epsilon: number): number {
  return neighbours(declared).reduce((most, [first, second]) => Math.max(most, loss(first, second)), 0) / epsilon;
}

/** The loss at the corners far out, where that of independent discrete Laplace noise is largest. */
function cornerLoss(first: DiscreteLaw<readonly number[]>, second: DiscreteLaw<readonly number[]>): number {
  const far = [-50, 50];
  const corners = far.flatMap((a) => far.flatMap((b) => far.map((c) => [a, b, c])));
  return Math.max(...corners.map((corner) => Math.abs(first.logMass(corner) - second.logMass(corner))));
}

const epsilon = 0.8;
const byLaw = (law: (table: Small) => AnyLaw) => (first: Small, second: Small) => largestLoss(law(first), law(second));

describe.each([1, 2, 3])("queries to a table of %s rows a person", (atMost) => {
  const declared = personDomain(atMost);

  it.each([
    ["rows", atMost],
    ["persons", 1],
    ["shortened", 1],
    [{ clamped: "size" }, atMost],
    [{ clamped: "kind" }, atMost],
    [{ missing: "size" }, atMost],
  ] as const)("count of %j: a person changes it by at most the sensitivity, which is attained", (of, sensitivity) => {
    const changes = neighbours(declared).map(([first, second]) => exactCount(first, of) - exactCount(second, of));
    expect(Math.max(...changes)).toBe(sensitivity);
    expect(Math.min(...changes)).toBeGreaterThanOrEqual(0);
    // The mass far out tells the scale: a loss of epsilon at a distance of one sensitivity.
    const { law, worstPair } = noisyCount({ domain: declared, epsilon, of });
    const farLoss = (first: Small, second: Small) =>
      Math.abs(law(first).logMass(-50) - law(second).logMass(-50)) / epsilon;
    expect(Math.max(...neighbours(declared).map(([first, second]) => farLoss(first, second)))).toBeCloseTo(1, 9);
    expect(farLoss(...worstPair())).toBeCloseTo(1, 9);
  });

  it("sum, histogram and median keep epsilon on all small neighbours, and sum and histogram attain it", () => {
    const sum = noisySum({ domain: declared, column: "size", epsilon });
    expect(worst(declared, byLaw(sum.law), epsilon)).toBeCloseTo(1, 9);
    // On a grid far out, where the loss of whole noise is largest: the ends -1 and 2 are -4 and 8 steps of a quarter.
    const step = { numerator: 1, denominator: 4 };
    const exact = noisySum({ domain: declared, column: "size", epsilon, step });
    const farSum = (first: Small, second: Small) =>
      Math.max(...[-90, 90].map((at) => Math.abs(exact.law(first).logMass(at) - exact.law(second).logMass(at))));
    expect(worst(declared, farSum, epsilon)).toBeCloseTo(1, 9);
    expect(farSum(...exact.worstPair()) / epsilon).toBeCloseTo(1, 9);
    const kinds = histogram({ domain: declared, column: "kind", epsilon });
    const cornered = (first: Small, second: Small) => cornerLoss(kinds.law(first), kinds.law(second));
    expect(worst(declared, cornered, epsilon)).toBeCloseTo(1, 9);
    const median = quantile({ domain: declared, column: "size", probability: 0.5, epsilon });
    expect(worst(declared, byLaw(median.law), epsilon)).toBeLessThanOrEqual(1 + 1e-9);
  });

  it.each([0.1, 0.5, 0.8])(
    "the score of the quantile %s changes by at most its sensitivity, which is attained",
    (q) => {
      const score = (table: Small, t: number) => {
        const values = exactColumn(table, "size");
        return Math.abs(values.filter((value) => value <= t).length - q * values.length);
      };
      const changes = neighbours(declared).flatMap(([first, second]) =>
        [-1, 0.5, 1].map((t) => Math.abs(score(first, t) - score(second, t))),
      );
      expect(Math.max(...changes)).toBeCloseTo(atMost * Math.max(q, 1 - q), 12);
    },
  );

  it("mean and quantiles, at epsilon over the rows of a person, keep epsilon on all small neighbours", () => {
    const each = { epsilon: epsilon / atMost, lower: -1, upper: 2, neighbours: "add-remove" } as const;
    const values = (table: Small) => Array.from(exactColumn(table, "size"));
    const laws = new Map<string, AnyLaw>();
    const cells = ratioCells(noisyMean(each), each);
    const lawOf = (table: Small) => {
      const key = values(table).toSorted().join();
      const law = laws.get(key) ?? cells.law(values(table));
      laws.set(key, law);
      return law;
    };
    expect(worst(declared, byLaw(lawOf), epsilon)).toBeLessThanOrEqual(1 + 1e-6);
    const probabilities = [0.3, 0.6];
    const joint = quantiles({ ...each, probabilities });
    const points = [-0.9, 0.2, 0.6, 1.9]
      .flatMap((a) => [-0.8, 0.3, 0.7, 1.95].map((b) => [a, b]))
      .filter(([a, b]) => a < b);
    const densities = new Map<string, number[]>();
    const densitiesOf = (table: Small) => {
      const key = values(table).toSorted().join();
      const found = densities.get(key) ?? points.map((at) => joint.logDensity(values(table), at));
      densities.set(key, found);
      return found;
    };
    const jointLoss = (first: Small, second: Small) => {
      const other = densitiesOf(second);
      return Math.max(...densitiesOf(first).map((density, k) => Math.abs(density - other[k])));
    };
    expect(worst(declared, jointLoss, epsilon)).toBeLessThanOrEqual(1 + 1e-9);
    // These are what the mechanisms draw from.
    const table = tableFrom(LISTS[2000], declared);
    const draw = (release: (random: Stream) => unknown) => release(stream(7, "same"));
    expect(draw((random) => noisyMean({ domain: declared, column: "size", epsilon }).release(table, random))).toBe(
      draw((random) => noisyMean(each).release(values(table), random)),
    );
    expect(
      draw((random) => quantiles({ domain: declared, column: "size", probabilities, epsilon }).release(table, random)),
    ).toEqual(draw((random) => joint.release(values(table), random)));
  });

  it("mean and quantiles on a grid, at epsilon over the rows of a person, keep epsilon on all small neighbours", () => {
    const step = { numerator: 1, denominator: 2 };
    const given = { domain: declared, column: "size", epsilon, step } as const;
    const [third, half] = [3, 2].map((denominator) => ({ numerator: 1, denominator }));
    const once = (law: (table: Small) => AnyLaw) => {
      const known = new Map<string, number>();
      return (first: Small, second: Small) => {
        const key = [first, second].map((table) => exactColumn(table, "size").toSorted().join()).join(" | ");
        const found = known.get(key) ?? largestLoss(law(first), law(second));
        known.set(key, found);
        return found;
      };
    };
    const { law } = quantile({ ...given, probability: third });
    const lost = worst(declared, once(law), epsilon);
    expect(lost).toBeLessThanOrEqual(1 + 1e-9);
    // Noise for one row of three would lose more than epsilon.
    expect(3 * lost).toBeGreaterThan(1.2);
    const two = quantiles({ ...given, probabilities: [third, half] });
    expect(worst(declared, once(two.law), epsilon)).toBeLessThanOrEqual(1 + 1e-9);
    const share = { epsilon: { numerator: 4, denominator: 5 * atMost }, step, lower: -1, upper: 2 } as const;
    const ofRows = { ...share, neighbours: "add-remove" } as const;
    const cells = gridRatioCells(noisyMean(ofRows), ofRows);
    const values = (table: Small) => Array.from(exactColumn(table, "size"));
    expect(
      worst(
        declared,
        once((table) => cells.law(values(table))),
        epsilon,
      ),
    ).toBeLessThanOrEqual(1 + 1e-9);
    // The mechanisms of the table draw as those of its rows do at their share of epsilon.
    const table = tableFrom(LISTS[2000], declared);
    const [one, several] = [{ probability: third }, { probabilities: [third, half] }];
    for (let draw = 0; draw < 5; draw++) {
      const drawn = <Input, Output>({ release }: Mechanism<Input, Output, Stream>, input: Input) =>
        release(input, stream(draw));
      expect(drawn(noisyMean(given), table)).toBe(drawn(noisyMean(ofRows), values(table)));
      expect(drawn(quantile({ ...given, ...one }), table)).toBe(drawn(quantile({ ...ofRows, ...one }), values(table)));
      expect(drawn(quantiles({ ...given, ...several }), table)).toEqual(
        drawn(quantiles({ ...ofRows, ...several }), values(table)),
      );
    }
  });
});

describe("a broken twin", () => {
  /** Noise for one row, on tables in which a person has up to three. */
  const declared = personDomain(3);

  it("with noise for rows in place of persons is caught: it loses three times epsilon", () => {
    const twins = {
      count: noisyCount({ domain: declared, epsilon: 3 * epsilon, of: "rows" }).law,
      sum: noisySum({ domain: declared, column: "size", epsilon: 3 * epsilon }).law,
    };
    expect(worst(declared, byLaw(twins.sum), epsilon)).toBeCloseTo(3, 9);
    const step = { numerator: 1, denominator: 4 };
    const onGrid = noisySum({ domain: declared, column: "size", epsilon: 3 * epsilon, step }).law;
    const farSum = (first: Small, second: Small) => Math.abs(onGrid(first).logMass(90) - onGrid(second).logMass(90));
    expect(worst(declared, farSum, epsilon)).toBeCloseTo(3, 9);
    const far = (first: Small, second: Small) =>
      Math.abs(twins.count(first).logMass(-50) - twins.count(second).logMass(-50));
    expect(worst(declared, far, epsilon)).toBeCloseTo(3, 9);
    const { law } = histogram({ domain: declared, column: "kind", epsilon: 3 * epsilon });
    expect(worst(declared, (first, second) => cornerLoss(law(first), law(second)), epsilon)).toBeCloseTo(3, 9);
  });

  it("that keeps rows by their number, which moves when somebody leaves, is caught: more than three rows change", () => {
    const keptEven = (list: readonly Row[]) => list.filter((_, row) => row % 2 === 0);
    const list = LISTS[LISTS.length - 1];
    const mixed = list.map((row, k) => ({ ...row, who: k === 0 ? "p" : "q", size: k % 2 }));
    const first = keptEven(mixed);
    const second = keptEven(mixed.filter(({ who }) => who !== "p"));
    // Nobody but p left, and yet the kept rows of q are others.
    expect(first.filter(({ who }) => who === "q")).not.toEqual(second);
    const kept = (rows: readonly Row[]) => Array.from(exactColumn(tableFrom(rows, personDomain(2)), "size"));
    expect(kept(mixed).slice(1)).toEqual(kept(mixed.filter(({ who }) => who !== "p")));
  });
});

describe("the source of a release", () => {
  const declared = domain({
    columns: { ...columns, rank: integerColumn({ lower: 1, upper: 3 }) },
    person: "row",
  });
  const table = tableFrom([{ size: 1, kind: "a", rank: 3 }], declared);

  it("may be the secure one for counts and histograms, which are integers", () => {
    const counted = noisyCount({ domain: declared, epsilon: 0.1 }).release(table, secureRandom());
    const histograms = [
      histogram({ domain: declared, column: "kind", epsilon: 0.1 }),
      histogram({ domain: declared, column: "rank", epsilon: 0.1 }),
      histogram({ domain: declared, column: "size", epsilon: 0.1, bins: 3 }),
    ].flatMap((mechanism) => mechanism.release(table, secureRandom()));
    expect(histograms).toHaveLength(9);
    for (const number of [counted, ...histograms]) expect(Number.isSafeInteger(number)).toBe(true);
  });

  it("is refused by the others, by type and when it runs, with the reason", () => {
    const given = { domain: declared, column: "size", epsilon: 1 } as const;
    const secure = secureRandom();
    // @ts-expect-error a sum in float64 takes a stream
    const sum = () => noisySum(given).release(table, secure);
    // @ts-expect-error so does a mean
    const mean = () => noisyMean(given).release(table, secure);
    // @ts-expect-error and a quantile
    const median = () => quantile({ ...given, probability: 0.5 }).release(table, secure);
    // @ts-expect-error and several
    const several = () => quantiles({ ...given, probabilities: [0.5] }).release(table, secure);
    expect(sum).toThrow(
      "random must be a stream for a sum without a step, which is drawn in float64, got the secure source: " +
        "with one, such as step: { numerator: 1, denominator: 100 }, the draw is exact and takes it",
    );
    for (const [words, call] of Object.entries({ "a mean": mean, "a quantile": median, quantiles: several }))
      expect(call).toThrow(
        new RegExp(`^random must be a stream for ${words} without a step, wh.* got the secure source`),
      );
  });

  it("must be one: what is none is refused before anything is drawn", () => {
    const given = { domain: declared, column: "size", epsilon: 1 } as const;
    const queries = [
      noisyCount({ domain: declared, epsilon: 1 }),
      histogram({ ...given, bins: 2 }),
      noisySum(given),
      noisyMean(given),
    ];
    for (const query of queries)
      for (const none of [undefined, null, {}])
        for (const call of [() => query.check(table, none as never), () => query.release(table, none as never)])
          expect(call).toThrow("random must be a source such as secureRandom() or stream(seed), got");
    const wrapped = { uint32: () => 7 } as never;
    expect(() => noisySum(given).release(table, wrapped)).toThrow("got a source that is not reproducible");
  });

  it("gives a guarantee of the very epsilon that was asked", () => {
    for (const each of [0.1, 0.3, 1 / 3, 1, 2.5])
      expect(noisyCount({ domain: declared, epsilon: each }).guarantee).toEqual({ kind: "pure", epsilon: each });
  });

  it("may be any for a sum on a grid, whose answers are its multiples", () => {
    const sum = noisySum({ domain: declared, column: "size", epsilon: 0.1, step: { numerator: 1, denominator: 4 } });
    for (let draw = 0; draw < 20; draw++) expect(Number.isInteger(4 * sum.release(table, secureRandom()))).toBe(true);
    const random = stream(3, "grid sum");
    const [first, many] = [sum.release(table, stream(3, "grid sum")), new Float64Array(3)];
    expect(sum.releaseMany(table, many, random)[0]).toBe(first);
    expect(sum.law(table).logMass(first)).toBeGreaterThan(-Infinity);
    expect(sum.law(table).logMass(0.1)).toBe(-Infinity);
  });

  it("may be any for a mean and quantiles on a grid", () => {
    const given = { domain: declared, column: "size", epsilon: 0.5, step: { numerator: 1, denominator: 4 } } as const;
    const third = { numerator: 1, denominator: 3 };
    const [mean, lowest, both] = [
      noisyMean(given),
      quantile({ ...given, probability: third }),
      quantiles({ ...given, probabilities: [third, { numerator: 1, denominator: 2 }] }),
    ];
    expect(lowest.query).toBe("quantile 1/3 of size");
    expect(both.query).toBe("quantiles 1/3, 1/2 of size");
    for (let draw = 0; draw < 20; draw++) {
      expect(Math.abs(mean.release(table, secureRandom()) - 0.5)).toBeLessThanOrEqual(1.5);
      for (const point of [lowest.release(table, secureRandom()), ...both.release(table, secureRandom())])
        expect(Number.isInteger(4 * point)).toBe(true);
    }
    expect(both.law(table).logMass(both.release(table, stream(3)))).toBeGreaterThan(-Infinity);
    for (const { guarantee } of [mean, lowest, both]) expect(guarantee).toEqual({ kind: "pure", epsilon: 0.5 });
    expect(() => noisyMean({ ...given, rho: 1 } as never)).toThrow('got "rho"');
    expect(() => quantile({ ...given, probability: 0.5 } as never)).toThrow("probability must be");
  });

  it("takes a fraction as an epsilon: 1/10 is 0.1, with the same draws, and ten of them are 1", () => {
    const tenth = { numerator: 1, denominator: 10 };
    const asked = [
      (epsilon: number | typeof tenth) => noisyCount({ domain: declared, epsilon }),
      (epsilon: number | typeof tenth) => histogram({ domain: declared, column: "kind", epsilon }),
      (epsilon: number | typeof tenth) => noisySum({ domain: declared, column: "size", epsilon, step: tenth }),
      (epsilon: number | typeof tenth) => noisyMean({ domain: declared, column: "size", epsilon, step: tenth }),
    ];
    for (const build of asked) {
      const [fraction, number] = [build(tenth), build(0.1)];
      expect(fraction.guarantee).toEqual({ kind: "pure", epsilon: 0.1 });
      expect(fraction.release(table, stream(4))).toEqual(number.release(table, stream(4)));
    }
    const filter = basicFilter({ epsilon: 1, delta: 0 });
    for (let round = 0; round < 10; round++)
      filter.spend(noisyCount({ domain: declared, epsilon: tenth }).guarantee as PureGuarantee);
    expect(filter.spent().epsilon).toBe(1);
    expect(() => noisyCount({ domain: declared, epsilon: { numerator: 0, denominator: 1 } })).toThrow(
      "the numerator of epsilon must be",
    );
  });
});

describe("a query", () => {
  const declared = personDomain(2);

  it("refuses a column of the wrong kind by type", () => {
    // @ts-expect-error categories have no sum
    expect(() => noisySum({ domain: declared, column: "kind", epsilon: 1 })).toThrow(
      "column must be a column of numbers",
    );
    // @ts-expect-error there is no such column
    expect(() => noisyMean({ domain: declared, column: "weight", epsilon: 1 })).toThrow(
      'column must be one of "size", "kind", got "weight"',
    );
    // @ts-expect-error nor is it one to count in
    expect(() => noisyCount({ domain: declared, epsilon: 1, of: { clamped: "weight" } })).toThrow(
      "column must be one of",
    );
  });

  it("refuses a table of wider bounds or more rows a person, whose noise would be too small", () => {
    const mechanism = noisySum({ domain: declared, column: "size", epsilon: 1 });
    const wider = domain({ ...declared, columns: { ...columns, size: numberColumn({ lower: -1, upper: 200 }) } });
    for (const other of [personDomain(3), wider])
      expect(() => mechanism.release(tableFrom([], other) as Small, stream(1))).toThrow(
        "table must be of the domain that the mechanism was built for",
      );
    const same = tableFrom([], JSON.parse(JSON.stringify(declared)) as typeof declared);
    expect(mechanism.release(same, stream(1))).toBeTypeOf("number");
  });

  it("answers on an empty table as on any other", () => {
    const empty = tableFrom([], declared);
    const given = { domain: declared, column: "size", epsilon: 1 } as const;
    const answers = [
      noisyCount({ domain: declared, epsilon: 1 }).release(empty, stream(1)),
      noisySum(given).release(empty, stream(1)),
      noisyMean(given).release(empty, stream(1)),
      quantile({ ...given, probability: 0.1 }).release(empty, stream(1)),
      ...quantiles({ ...given, probabilities: [0.1, 0.9] }).release(empty, stream(1)),
      ...histogram({ ...given, bins: 4 }).release(empty, stream(1)),
    ];
    for (const answer of answers) expect(Number.isFinite(answer)).toBe(true);
  });

  it("fails for all tables or for none: an epsilon that large datasets would fail at is refused with its value", () => {
    const given = { domain: declared, column: "size", probability: 0.3 } as const;
    expect(() => quantile({ ...given, epsilon: 1e308 })).toThrow("epsilon must be at most 1e292, got 5e+307");
    const widest = quantile({ ...given, epsilon: 1e292 });
    for (const rows of [0, 1, 500]) {
      const full = tableFrom(new Array<object>(rows).fill({ who: "p", size: 0, kind: "a" }), declared);
      expect(Number.isFinite(widest.release(full, stream(1)))).toBe(true);
    }
  });

  it("puts every value into one bin, the ends of the bounds too", () => {
    const one = domain({ columns: { x: numberColumn({ lower: 0, upper: 0.3 }) }, person: "row" });
    const mechanism = histogram({ domain: one, column: "x", bins: 3, epsilon: 1e6 });
    const table = tableFrom({ x: [-5, 0, 0.09, mechanism.edges?.[1], 0.15, 0.3, 99, Infinity] }, one);
    expect(mechanism.release(table, stream(1))).toEqual([3, 2, 3]);
    expect(mechanism.bins).toEqual(["0 to 0.1", "0.1 to 0.2", "0.2 to 0.3"]);
  });
});
