import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { categoryColumn, domain, flagColumn, integerColumn, numberColumn } from "../data/domain.ts";
import { tableFrom } from "../data/table.ts";
import { stream } from "../random/stream.ts";
import { attributeSpace, codedRecords } from "./attribute-space.ts";
import { allCells, cellModel, summed } from "./cell-model.ts";
import { codeInCell, exactMarginal, kWayMarginals, marginalQuery } from "./marginal.ts";
import { tableModel } from "./marginal-quality.ts";
import { plainColumns, totalSpent } from "./synthesiser.ts";

const people = domain({
  columns: {
    age: integerColumn({ lower: 17, upper: 89 }),
    work: categoryColumn(["private", "public", "none"]),
    pay: numberColumn({ lower: 0, upper: 100 }),
    owner: flagColumn(),
    rank: integerColumn({ lower: -1, upper: 2 }),
  },
  person: "row",
});
const space = attributeSpace({ domain: people, bins: { age: 8, pay: 4 } });
const rows = [
  { age: 17, work: "none", pay: 0, owner: false, rank: -1 },
  { age: 26, work: "public", pay: 25, owner: true, rank: 2 },
  { age: 89, work: "private", pay: 100, owner: true, rank: 0 },
  { age: 25, work: "none", pay: 24.99, owner: false, rank: -1 },
];
const table = tableFrom(rows, people);

describe("the attribute space", () => {
  it("has a code for each value, the bins closed below", () => {
    expect(space.attributes.map(({ size }) => size)).toEqual([8, 3, 4, 2, 4]);
    expect(codedRecords(space, table).map((codes) => [...codes])).toEqual([
      [0, 1, 7, 0],
      [2, 1, 0, 2],
      [0, 1, 3, 0],
      [0, 1, 1, 0],
      [0, 3, 1, 0],
    ]);
  });

  it("draws from every code a value that has it", () => {
    const random = stream(20261116, "values");
    const codes = space.attributes.map(({ size }) => Int32Array.from({ length: 400 }, (_, row) => row % size));
    const { table: drawn, columns } = plainColumns(space, codes, random);
    expect(codedRecords(space, drawn)).toEqual(codes);
    // The ages of the first bin are 17 to 25, all of them.
    expect([...new Set(columns.age.filter((age) => (age as number) < 26))].sort()).toEqual([
      17, 18, 19, 20, 21, 22, 23, 24, 25,
    ]);
    expect(columns.age).toContain(89);
  });

  it("has as many bins of integers as are asked, each with an integer", () => {
    for (let bins = 1; bins <= 60; bins++) {
      const declared = domain({ columns: { rank: integerColumn({ lower: 0, upper: bins }) }, person: "row" });
      expect(attributeSpace({ domain: declared, bins: { rank: bins } }).attributes[0].codeOf(bins - 1)).toBe(bins - 1);
    }
  });

  it("refuses what it cannot code, by name and in one line", () => {
    const number = { pay: numberColumn({ lower: 0, upper: 1 }) };
    const declared = domain({ columns: number, person: "row" });
    expect(() => attributeSpace({ domain: declared })).toThrow('bins["pay"] must be given, for a column of numbers');
    expect(() => attributeSpace({ domain: declared, bins: { pay: 0 } })).toThrow('bins["pay"] must be an integer of');
    expect(() => attributeSpace({ domain: declared, bins: { age: 2 } as never })).toThrow(
      'bins must be of columns among "pay", got "age"',
    );
    const few = domain({ columns: { rank: integerColumn({ lower: 0, upper: 2 }) }, person: "row" });
    expect(() => attributeSpace({ domain: few, bins: { rank: 5 } })).toThrow('bins["rank"] must be so few');
  });

  it("has a record for each row that has a value of every column, however many a person has", () => {
    const person = { column: "who", atMost: 2, keep: "first" } as const;
    const declared = domain({ columns: { owner: flagColumn({ missing: "drop" }), old: flagColumn() }, person });
    const rows = [true, null, false, true].map((owner, k) => ({ owner, old: k === 0, who: k < 3 ? "p" : "q" }));
    const codes = codedRecords(attributeSpace({ domain: declared }), tableFrom(rows, declared));
    // Of p the first two rows count, of which one has no owner.
    expect(codes.map((each) => [...each])).toEqual([
      [1, 1],
      [1, 0],
    ]);
  });
});

describe("marginals", () => {
  it("count the records of each combination, the last column fastest, whatever the order of the names", () => {
    const query = marginalQuery(space, ["owner", "work"]);
    expect(query.columns).toEqual(["work", "owner"]);
    expect([...exactMarginal(table, query)]).toEqual([0, 1, 0, 1, 2, 0]);
  });

  it("are the sums of the marginal of all columns", () => {
    const whole = allCells(space);
    const counts = exactMarginal(table, whole);
    for (const columns of [...kWayMarginals(space, 1), ...kWayMarginals(space, 3)]) {
      const part = marginalQuery(space, columns);
      expect(summed(whole, counts, part)).toEqual(exactMarginal(table, part));
    }
  });

  it("find the codes of a cell again", () => {
    const query = marginalQuery(space, ["age", "pay", "rank"]);
    fc.assert(
      fc.property(fc.nat(query.cells - 1), (cell) => {
        const sum = query.strides.reduce((total, stride, k) => total + stride * codeInCell(query, cell, k), 0);
        expect(sum).toBe(cell);
      }),
    );
  });

  it("lists the sets of k columns: 56 of 3 among 8", () => {
    const bits = domain({
      columns: Object.fromEntries([..."abcdefgh"].map((name) => [name, flagColumn()])),
      person: "row",
    });
    const eight = attributeSpace({ domain: bits });
    const sets = kWayMarginals(eight, 3);
    expect(sets.length).toBe(56);
    expect(new Set(sets.map((set) => set.join(""))).size).toBe(56);
    expect(sets.every((set) => set.length === 3)).toBe(true);
    expect(kWayMarginals(eight, 8)).toEqual([[..."abcdefgh"]]);
  });

  it("refuse a product that overflows, an unknown column, a column named twice and no column", () => {
    const many = domain({
      columns: Object.fromEntries(Array.from({ length: 1100 }, (_, k) => [`c${k}`, flagColumn()])),
      person: "row",
    });
    const wide = attributeSpace({ domain: many });
    expect(marginalQuery(wide, ["c7", "c1000"]).cells).toBe(4);
    expect(() => allCells(wide)).toThrow(
      "the number of cells of 1100 columns must be at most 16777216 (fewer columns or bins), got Infinity",
    );
    expect(() => kWayMarginals(wide, 3)).toThrow("ways must be of at most 65536 marginals, got 3");
    expect(() => kWayMarginals(space, 6)).toThrow("ways must be at most 5, the number of columns, got 6");
    expect(() => marginalQuery(space, ["height"])).toThrow(
      'columns must be among "age", "work", "pay", "owner", "rank", got "height"',
    );
    expect(() => marginalQuery(space, ["age", "age"])).toThrow('columns must be each named once, got "age, age"');
    expect(() => marginalQuery(space, [])).toThrow("columns must be one or more names, got an array of length 0");
    const other = domain({ columns: { age: integerColumn({ lower: 0, upper: 9 }) }, person: "row" });
    expect(() => exactMarginal(tableFrom([], other), marginalQuery(space, ["age"]))).toThrow(
      "table must be of the domain",
    );
  });
});

describe("a space, a query or a table that is none", () => {
  const query = marginalQuery(space, ["owner"]);
  it.each<[string, () => unknown]>([
    ["space must be one made by `attributeSpace`, got undefined", () => marginalQuery(undefined as never, ["owner"])],
    ["space must be one made by `attributeSpace`", () => marginalQuery({} as never, ["owner"])],
    ["space must be one made by `attributeSpace`, got null", () => kWayMarginals(null as never, 1)],
    ["space must be one made by `attributeSpace`, got null", () => codedRecords(null as never, table)],
    ["space must be one made by `attributeSpace`, got undefined", () => tableModel(undefined as never, table)],
    ["query must be one made by `marginalQuery`, got undefined", () => exactMarginal(table, undefined as never)],
    ["query must be one made by `marginalQuery`", () => exactMarginal(table, {} as never)],
    ["table must be a table made by `tableFrom`", () => exactMarginal(null as never, query)],
  ])("is refused by name: %s", (message, call) => {
    expect(call).toThrow(RangeError);
    expect(call).toThrow(message);
  });
});

describe("the model of all cells", () => {
  it("answers marginals that sum to the number of records, and is uniform where nothing is known", () => {
    const whole = allCells(space);
    const model = cellModel(whole, exactMarginal(table, whole), 8);
    expect([...model.marginal(["work", "owner"])]).toEqual([0, 2, 0, 2, 4, 0]);
    expect([...cellModel(whole, new Float64Array(whole.cells), 12).marginal(["owner"])]).toEqual([6, 6]);
  });

  it("draws records of its cells in proportion to their weights", () => {
    const whole = allCells(space);
    const model = cellModel(whole, exactMarginal(table, whole), 4);
    const drawn = model.draw(40_000, stream(20261116, "cell-model"));
    // The code of work: none, with probability 1/2; five deviations of a share of 40000.
    const share = drawn[1].filter((code) => code === 2).length / 40_000;
    expect(Math.abs(share - 0.5)).toBeLessThan(0.0125);
    expect(drawn[0].every((age, row) => age !== 7 || drawn[2][row] === 3)).toBe(true);
  });
});

describe("what was spent", () => {
  it("adds epsilons, or rhos, and refuses to add one to the other", () => {
    const selection = { kind: "selection", options: 2, columns: ["a"] } as const;
    const epsilon = { ...selection, guarantee: { kind: "pure", epsilon: 0.25 } } as const;
    const rho = { ...selection, guarantee: { kind: "zero-concentrated", rho: 0.5 } } as const;
    expect(totalSpent([epsilon, epsilon])).toEqual({ kind: "pure", epsilon: 0.5 });
    expect(totalSpent([rho, rho, rho])).toEqual({ kind: "zero-concentrated", rho: 1.5 });
    expect(() => totalSpent([epsilon, rho])).toThrow("spent must be of guarantees of one kind");
    expect(() => totalSpent([])).toThrow("spent must be one query or more");
    expect(() => totalSpent(undefined as never)).toThrow("spent must be an array or a typed array, got undefined");
    const kind = "guarantee.kind must be pure or zero-concentrated, got";
    expect(() => totalSpent([{}] as never)).toThrow(`spent[0].${kind} undefined`);
    expect(() => totalSpent([epsilon, { guarantee: { kind: "x" } }] as never)).toThrow(`spent[1].${kind} "x"`);
  });
});
