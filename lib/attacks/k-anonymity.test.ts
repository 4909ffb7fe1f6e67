import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { categoryColumn, domain, flagColumn, integerColumn, numberColumn } from "../data/domain.ts";
import { tableFrom } from "../data/table.ts";
import { exp } from "../numerics/exponential.ts";
import { solveLinearProgram } from "../numerics/linear-program.ts";
import { log } from "../numerics/logarithm.ts";
import { backgroundAttack } from "./background-attack.ts";
import { generalisation, isAbove } from "./generalisation.ts";
import { generalisedTable } from "./generalised-table.ts";
import { homogeneityAttack } from "./homogeneity-attack.ts";
import { intersectionAttack } from "./intersection-attack.ts";
import { kAnonymity } from "./k-anonymity.ts";
import { lDiversity } from "./l-diversity.ts";
import { minimalGeneralisations } from "./minimal-generalisations.ts";
import { tCloseness } from "./t-closeness.ts";

const TOWNS = ["a", "b", "c", "d"] as const;
const ILLNESSES = ["none", "flu", "gout"] as const;
const people = domain({
  columns: {
    town: categoryColumn(TOWNS),
    age: integerColumn({ lower: 10, upper: 27 }),
    woman: flagColumn(),
    illness: categoryColumn(ILLNESSES),
  },
  person: "row",
});
const lattice = generalisation(people, {
  town: [{ north: ["a", "b"], south: ["c", "d"] }],
  age: { widths: [3, 9] },
  woman: [],
});

interface Person {
  readonly town: (typeof TOWNS)[number];
  readonly age: number;
  readonly woman: boolean;
  readonly illness: (typeof ILLNESSES)[number];
}

const person: fc.Arbitrary<Person> = fc.record({
  town: fc.constantFrom(...TOWNS),
  age: fc.integer({ min: 10, max: 27 }),
  woman: fc.boolean(),
  illness: fc.constantFrom(...ILLNESSES),
});
const register = fc.array(person, { minLength: 1, maxLength: 14 });

/** The labels of a record at a node, written again: strings, not codes. */
function labelled({ town, age, woman }: Person, node: Readonly<Record<string, number>>): string {
  const towns = [town, "ab".includes(town) ? "north" : "south", "*"];
  const range = (width: number) => {
    const start = 10 + width * Math.floor((age - 10) / width);
    return `${start}-${Math.min(27, start + width - 1)}`;
  };
  const ages = [String(age), range(3), range(9), "*"];
  return [towns[node.town], ages[node.age], [String(woman), "*"][node.woman]].join("|");
}

function classesByHand(records: readonly Person[], node: Readonly<Record<string, number>>): Map<string, Person[]> {
  const classes = new Map<string, Person[]>();
  for (const record of records) {
    const key = labelled(record, node);
    classes.set(key, [...(classes.get(key) ?? []), record]);
  }
  return classes;
}

const node = fc.constantFrom(...lattice.nodes());
const releaseOf = (records: readonly Person[], at: Readonly<Record<string, number>>, suppressBelow = 1) =>
  generalisedTable(tableFrom(records, people), { generalisation: lattice, node: at, suppressBelow });
const countsOf = (records: readonly Person[]) =>
  ILLNESSES.map((name) => records.filter((r) => r.illness === name).length);

describe("a generalised table", () => {
  it("has the classes that grouping by the written labels gives, and finds everybody's", () => {
    fc.assert(
      fc.property(register, node, fc.integer({ min: 1, max: 4 }), (records, at, least) => {
        const expected = [...classesByHand(records, at)].filter(([, members]) => members.length >= least);
        const release = releaseOf(records, at, least);
        const found = release.classes.map(({ labels, members }) => [
          [labels.town, labels.age, labels.woman].join("|"),
          members.map((row) => records[row]),
        ]);
        expect(new Map(found as never)).toEqual(new Map(expected));
        expect(release.suppressed).toBe(
          records.length - expected.reduce((sum, [, members]) => sum + members.length, 0),
        );
        for (const [row, record] of records.entries()) {
          const place = release.classes.findIndex(({ members }) => members.includes(row));
          expect(release.classOf({ ...record })).toBe(place);
        }
        expect(release.counts("illness").map((own) => own.reduce((a, b) => a + b, 0))).toEqual(
          release.classes.map(({ members }) => members.length),
        );
      }),
    );
  });

  it("refuses what is no node, an empty table and another domain, and shows no record", () => {
    const records: Person[] = [{ town: "a", age: 12, woman: true, illness: "gout" }];
    expect(() => releaseOf(records, { town: 3, age: 0, woman: 0 })).toThrow(
      new RangeError('the level of "town" must be an integer from 0 to 2, got 3'),
    );
    expect(() => releaseOf(records, { town: 0, age: 0 })).toThrow('the level of "woman"');
    expect(() => releaseOf(records, { town: 0, age: 0, woman: 0, illness: 0 })).toThrow(
      "node must be of quasi-identifiers alone",
    );
    expect(() =>
      generalisedTable(tableFrom({ town: [], age: [], woman: [], illness: [] }, people), {
        generalisation: lattice,
        node: lattice.heights,
      }),
    ).toThrow(new RangeError("the number of rows of the table must be at least 1, got a value that is not shown"));
    const release = releaseOf(records, { town: 0, age: 0, woman: 0 });
    expect(() => release.classOf({ town: "a", age: 99, woman: true })).toThrow(
      new RangeError('record["age"] must be a value that the column declares, got a value that is not shown'),
    );
    expect(() => homogeneityAttack(release, { sensitive: "age" })).toThrow(
      "sensitive must be a column that is no quasi-identifier",
    );
    expect(() => homogeneityAttack(release, { sensitive: "weight" })).toThrow("column must be one of");
    const other = domain({ columns: { town: categoryColumn(["x"]) }, person: "row" });
    expect(() =>
      generalisedTable(tableFrom({ town: ["x"] }, other), {
        generalisation: generalisation(domain({ columns: { town: categoryColumn(["x", "y"]) }, person: "row" }), {
          town: [],
        }),
        node: { town: 0 },
      }),
    ).toThrow("generalisation must be of the table's domain");
  });
});

describe("a generalisation", () => {
  it.each([
    [{}, "levels must be an object with the levels of at least one column"],
    [{ weight: [] }, 'column must be one of "town", "age", "woman", "illness", got "weight"'],
    [
      { town: [{ north: ["a", "b"], south: ["c"] }] },
      'levels["town"][0] must be groups that cover every category, got "none for d"',
    ],
    [
      { town: [{ north: ["a", "b"], south: ["b", "c", "d"] }] },
      'levels["town"][0] must be groups that share no category, got "b"',
    ],
    [{ town: [{ north: ["e"] }] }, 'levels["town"][0]["north"] must be of declared categories, got "e"'],
    [
      {
        town: [
          { x: ["a", "b"], y: ["c", "d"] },
          { x: ["a"], y: ["b", "c", "d"] },
        ],
      },
      'levels["town"][1] must be of groups that keep "b" with "a", got "others"',
    ],
    [{ age: { widths: [0] } }, 'levels["age"].widths[0] must be an integer of at least 2, got 0'],
    [{ age: { widths: [3, 10] } }, 'levels["age"].widths[1] must be a multiple of the width before (3), got 10'],
    [{ age: { widths: [3, 3] } }, 'levels["age"].widths[1] must be wider than the one before, got 3'],
    [{ age: [] }, 'levels["age"] must be an object with `widths`'],
    [{ woman: [{ all: [] }] }, 'levels["woman"] must be an empty array, for a flag'],
  ])("refuses %j", (levels, message) => {
    expect(() => generalisation(people, levels as never)).toThrow(message);
  });

  it("refuses columns of numbers, and lattices that are too large", () => {
    const wide = domain({ columns: { weight: numberColumn({ lower: 0, upper: 9 }) }, person: "row" });
    expect(() => generalisation(wide, { weight: { widths: [2] } })).toThrow('levels["weight"] must be of a column of');
    const names = Array.from({ length: 18 }, (_, k) => `f${k}`);
    const many = domain({ columns: Object.fromEntries(names.map((name) => [name, flagColumn()])), person: "row" });
    expect(() => generalisation(many, Object.fromEntries(names.map((name) => [name, []])))).toThrow(
      "the number of nodes of the lattice must be at most 100000, got 262144",
    );
  });
});

describe("the predicates", () => {
  it("are those of their definitions, on every small table", () => {
    fc.assert(
      fc.property(register, node, fc.integer({ min: 1, max: 4 }), (records, at, asked) => {
        const groups = [...classesByHand(records, at).values()];
        const release = releaseOf(records, at);
        const sizes = groups.map((members) => members.length);
        expect(kAnonymity(release, { k: asked })).toEqual({
          holds: sizes.every((size) => size >= asked),
          attained: Math.min(...sizes),
        });
        const distinct = groups.map((members) => new Set(members.map(({ illness }) => illness)).size);
        expect(lDiversity(release, { sensitive: "illness", l: asked, kind: "distinct" })).toEqual({
          holds: distinct.every((count) => count >= asked),
          attained: Math.min(...distinct),
        });
        const perplexity = groups.map((members) =>
          countsOf(members).reduce(
            (product, count) =>
              product * (count === 0 ? 1 : exp((count / members.length) * log(members.length / count))),
            1,
          ),
        );
        expect(lDiversity(release, { sensitive: "illness", l: asked, kind: "entropy" }).attained).toBeCloseTo(
          Math.min(...perplexity),
          10,
        );
        const c = 1.5;
        const recursive = groups.every((members) => {
          const sorted = countsOf(members).toSorted((a, b) => b - a);
          return sorted[0] < c * sorted.slice(asked - 1).reduce((sum, count) => sum + count, 0);
        });
        expect(lDiversity(release, { sensitive: "illness", l: asked, kind: "recursive", c }).holds).toBe(recursive);
      }),
    );
  });

  it("measure t-closeness by the cheapest transport, as a linear program finds it", async () => {
    await fc.assert(
      fc.asyncProperty(
        register,
        node,
        fc.constantFrom("equal" as const, "ordered" as const),
        async (records, at, ground) => {
          const groups = [...classesByHand(records, at).values()];
          const share = (members: readonly Person[]) => countsOf(members).map((count) => count / members.length);
          const whole = share(records);
          const transports = await Promise.all(
            groups.map((members) => {
              const own = share(members);
              const costs = ILLNESSES.flatMap((_, i) =>
                ILLNESSES.map((__, j) => (ground === "equal" ? Number(i !== j) : Math.abs(i - j) / 2)),
              );
              const row = (fits: (i: number, j: number) => boolean) =>
                ILLNESSES.flatMap((_, i) => ILLNESSES.map((__, j) => Number(fits(i, j))));
              return cheapest(
                costs,
                [...ILLNESSES.keys()].flatMap((v) => [
                  { row: row((i) => i === v), right: own[v] },
                  { row: row((_, j) => j === v), right: whole[v] },
                ]),
              );
            }),
          );
          const { attained } = tCloseness(releaseOf(records, at), { sensitive: "illness", t: 0.5, ground });
          expect(Math.abs(attained - Math.max(...transports))).toBeLessThan(1e-6);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("still hold after coarsening: k, l and t", () => {
    fc.assert(
      fc.property(register, node, node, (records, one, other) => {
        if (!isAbove(other, one)) return;
        const [fine, coarse] = [releaseOf(records, one), releaseOf(records, other)];
        expect(kAnonymity(coarse, { k: 1 }).attained).toBeGreaterThanOrEqual(kAnonymity(fine, { k: 1 }).attained);
        for (const kind of ["distinct", "entropy"] as const) {
          const asked = { sensitive: "illness", l: 1, kind };
          expect(lDiversity(coarse, asked).attained).toBeGreaterThanOrEqual(lDiversity(fine, asked).attained - 1e-12);
        }
        const recursive = { sensitive: "illness", l: 1, kind: "recursive", c: 1.5 } as const;
        expect(lDiversity(coarse, recursive).attained).toBeGreaterThanOrEqual(lDiversity(fine, recursive).attained);
        for (const ground of ["equal", "ordered"] as const) {
          const asked = { sensitive: "illness", t: 0.5, ground };
          expect(tCloseness(coarse, asked).attained).toBeLessThanOrEqual(tCloseness(fine, asked).attained + 1e-12);
        }
      }),
    );
  });

  it("refuse a k of 0, an l below 1, and kinds that are none", () => {
    const release = releaseOf([{ town: "a", age: 12, woman: true, illness: "gout" }], lattice.heights);
    expect(() => kAnonymity(release, { k: 0 })).toThrow("k must be an integer of at least 1, got 0");
    expect(() => lDiversity(release, { sensitive: "illness", l: 0.5, kind: "distinct" })).toThrow(
      "l must be at least 1 and finite, got 0.5",
    );
    expect(() => lDiversity(release, { sensitive: "illness", l: 1, kind: "loud" as never })).toThrow("kind must be");
    expect(() => tCloseness(release, { sensitive: "illness", t: 0.1, ground: "hills" as never })).toThrow(
      "ground must be",
    );
    expect(() =>
      kAnonymity(releaseOf([{ town: "a", age: 12, woman: true, illness: "gout" }], lattice.heights, 2), { k: 1 }),
    ).toThrow('release must be of at least one class, got "none"');
  });
});

describe("the search for minimal generalisations", () => {
  it("finds what a look at every node finds", () => {
    fc.assert(
      fc.property(register, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 3 }), (records, k, suppress) => {
        const good = lattice.nodes().filter((at) => {
          const sizes = [...classesByHand(records, at).values()].map((members) => members.length);
          const left = sizes.filter((size) => size < k).reduce((sum, size) => sum + size, 0);
          return left <= suppress && left < records.length;
        });
        const minimal = good.filter((at) => !good.some((below) => below !== at && isAbove(at, below)));
        const found = minimalGeneralisations(tableFrom(records, people), { generalisation: lattice, k, suppress });
        expect(new Set(found.map((at) => JSON.stringify(at)))).toEqual(
          new Set(minimal.map((at) => JSON.stringify(at))),
        );
      }),
      { numRuns: 60 },
    );
  });

  it("takes a further predicate that coarsening keeps", () => {
    const records: Person[] = ["none", "none", "flu", "none"].map((illness, k) => ({
      town: TOWNS[k],
      age: 12,
      woman: true,
      illness: illness as "flu",
    }));
    const diverse = (l: number) =>
      minimalGeneralisations(tableFrom(records, people), {
        generalisation: lattice,
        k: 2,
        also: (release) => lDiversity(release, { sensitive: "illness", l, kind: "distinct" }).holds,
      });
    expect(diverse(1)).toEqual([{ town: 1, age: 0, woman: 0 }]);
    expect(diverse(2)).toEqual([{ town: 2, age: 0, woman: 0 }]);
    expect(diverse(3)).toEqual([]);
    expect(() =>
      minimalGeneralisations(tableFrom(records, people), {
        generalisation: lattice,
        k: 2,
        suppress: 1,
        also: () => true,
      }),
    ).toThrow("suppress must be 0 where `also` is given, got 1");
  });
});

describe("the attacks on a k-anonymous table", () => {
  it("reveal by homogeneity exactly those whose class has one value", () => {
    fc.assert(
      fc.property(register, node, (records, at) => {
        const classes = classesByHand(records, at);
        const exposed = records.filter((record) =>
          (classes.get(labelled(record, at)) ?? []).every(({ illness }) => illness === record.illness),
        );
        const found = homogeneityAttack(releaseOf(records, at), { sensitive: "illness" });
        expect(found.revealed).toBe(exposed.length);
        expect(found.share).toBeCloseTo(exposed.length / records.length, 12);
      }),
    );
  });

  it("reveal by background knowledge what the worst choice of values to rule out does", () => {
    fc.assert(
      fc.property(register, node, fc.integer({ min: 0, max: 2 }), (records, at, ruledOut) => {
        let [posterior, revealed] = [0, 0];
        for (const members of classesByHand(records, at).values()) {
          for (const { illness } of members) {
            let best = 0;
            for (let set = 0; set < 8; set++) {
              const excluded = ILLNESSES.filter((_, v) => (set >> v) % 2 === 1);
              if (excluded.length > ruledOut || excluded.includes(illness)) continue;
              const left = members.filter((each) => !excluded.includes(each.illness));
              best = Math.max(best, left.filter((each) => each.illness === illness).length / left.length);
            }
            posterior = Math.max(posterior, best);
            if (best === 1) revealed++;
          }
        }
        const found = backgroundAttack(releaseOf(records, at), { sensitive: "illness", ruledOut });
        expect(found.posterior).toBeCloseTo(posterior, 12);
        expect(found.revealed).toBe(revealed);
      }),
    );
  });

  it("leave after two releases the values that both classes have", () => {
    fc.assert(
      fc.property(register, register, person, node, node, (first, second, target, one, other) => {
        const [mine, yours] = [
          [...first, target],
          [...second, target],
        ];
        const appearances = [
          { release: releaseOf(mine, one), record: { ...target } },
          { release: releaseOf(yours, other), record: { ...target } },
        ];
        const values = (records: readonly Person[], at: Readonly<Record<string, number>>) =>
          new Set((classesByHand(records, at).get(labelled(target, at)) ?? []).map(({ illness }) => illness));
        const expected = ILLNESSES.filter((name) => values(mine, one).has(name) && values(yours, other).has(name));
        const left = intersectionAttack(appearances, { sensitive: "illness" });
        expect(left).toEqual(expected);
        expect(left).toContain(target.illness);
      }),
    );
    expect(() => intersectionAttack([], { sensitive: "illness" })).toThrow("appearances must be at least one");
  });
});

/** The least cost of a plan of non-negative amounts under equations. */
async function cheapest(
  costs: readonly number[],
  equations: readonly { readonly row: readonly number[]; readonly right: number }[],
): Promise<number> {
  const rows = equations.map(({ row, right }) => ({
    columns: [...row.keys()],
    values: row,
    lower: right,
    upper: right,
  }));
  const { values } = await solveLinearProgram({ costs, rows });
  return costs.reduce((sum, cost, k) => sum + cost * values[k], 0);
}
