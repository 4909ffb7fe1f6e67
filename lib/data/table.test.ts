import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { categoryColumn, type Domain, domain, flagColumn, integerColumn, numberColumn } from "./domain.ts";
import { irisTable } from "./iris-table.ts";
import { jupyterDisplay } from "./jupyter-display.ts";
import { exactColumn, exactCount, type Table, tableFrom } from "./table.ts";

const size = numberColumn({ lower: 0, upper: 10 });
const one = (column = size): Domain<{ x: typeof column }> => domain({ columns: { x: column }, person: "row" });
const persons = (atMost: number) => domain({ columns: { x: size }, person: { column: "who", atMost, keep: "first" } });
const values = (table: Table<{ x: typeof size }>) => Array.from(exactColumn(table, "x"));

describe("a domain", () => {
  it("is a frozen plain value, which JSON holds, with the size of each column of categories", () => {
    const declared = domain({
      columns: {
        kind: categoryColumn(["a", "b"], { other: { as: "b" }, missing: { as: "a" } }),
        yes: flagColumn({ missing: "drop" }),
        rank: integerColumn({ lower: -0, upper: 3 }),
      },
      person: { column: "who", atMost: 2, keep: "first" },
    });
    expect([declared.columns.kind.size, declared.columns.yes.size]).toEqual([2, 2]);
    expect(Object.is(declared.columns.rank.lower, 0)).toBe(true);
    expect(domain(JSON.parse(JSON.stringify(declared)))).toEqual(declared);
    for (const value of [declared, declared.columns, declared.columns.kind, declared.columns.kind.categories])
      expect(Object.isFrozen(value)).toBe(true);
  });

  it("does not change with the array that its categories were given in", () => {
    const words: [string, string] = ["a", "b"];
    const column = categoryColumn(words);
    words[0] = "z";
    expect(column.categories).toEqual(["a", "b"]);
  });

  it.each<[string, () => unknown]>([
    ["upper must be above lower (10), got 0", () => numberColumn({ lower: 10, upper: 0 })],
    ["upper must be above lower (1), got 1", () => numberColumn({ lower: 1, upper: 1 })],
    ["lower must be between -1e+100 and 1e+100, got NaN", () => numberColumn({ lower: Number.NaN, upper: 1 })],
    ["upper must be between -1e+100 and 1e+100, got Infinity", () => numberColumn({ lower: 0, upper: Infinity })],
    ['lower must be between -1e+100 and 1e+100, got "0"', () => numberColumn({ lower: "0" as never, upper: 1 })],
    ["upper must be between -1e+100 and 1e+100, got 1e+200", () => numberColumn({ lower: 0, upper: 1e200 })],
    ["lower must be an integer, got 0.5", () => integerColumn({ lower: 0.5, upper: 1 })],
    ["missing.as must be a number from 0 to 1, got 2", () => numberColumn({ lower: 0, upper: 1, missing: { as: 2 } })],
    ["missing.as must be an integer, got 0.5", () => integerColumn({ lower: 0, upper: 1, missing: { as: 0.5 } })],
    ['missing must be "refuse", "drop" or', () => flagColumn({ missing: "ignore" as never })],
    ["categories must be an array of at least one word, got an array of length 0", () => categoryColumn([])],
    ["upper - lower must be at least 1e-100, got 5e-324", () => numberColumn({ lower: 0, upper: 5e-324 })],
    ['categories[1] must be declared once, got "a"', () => categoryColumn(["a", "a"])],
    ["categories[0] must be a word, got 1", () => categoryColumn([1 as never])],
    ['other must be "refuse" or', () => categoryColumn(["a"], { other: { as: "b" as never } })],
    ["columns must be an object of at least one column", () => domain({ columns: {}, person: "row" })],
    ['columns["x"]: upper must be above', () => domain({ columns: { x: { ...size, lower: 20 } }, person: "row" })],
    ['columns["x"] must be a column, got 1', () => domain({ columns: { x: 1 as never }, person: "row" })],
    ['columns["x"]: kind must be number', () => domain({ columns: { x: { kind: "date" } as never }, person: "row" })],
    // What looks like a column of that name is a prototype.
    ["columns must be a plain object", () => domain({ columns: { __proto__: size } as never, person: "row" })],
    ['person must be "row" or', () => domain({ columns: { x: size }, person: "who" as never })],
    ["person.atMost must be an integer of at least 1, got 0", () => persons(0)],
    ["person.atMost must be an integer of at least 1, got 1.5", () => persons(1.5)],
    [
      "person.column must be a column that `columns` does not declare",
      () => domain({ columns: { x: size }, person: { column: "x", atMost: 1, keep: "first" } }),
    ],
    [
      'person.keep must be "first", got "last"',
      () => domain({ columns: { x: size }, person: { column: "who", atMost: 1, keep: "last" as never } }),
    ],
  ])("is refused in one line: %s", (message, call) => {
    expect(call).toThrow(RangeError);
    expect(call).toThrow(message);
    try {
      call();
    } catch (error) {
      expect((error as Error).message).not.toContain("\n");
    }
  });
});

describe("a table", () => {
  it("is the same from records and from columns, and looks at what is declared only", () => {
    const records = [{ x: 1, y: "secret" }, { x: 2 }];
    expect(values(tableFrom(records, one()))).toEqual([1, 2]);
    expect(values(tableFrom({ x: [1, 2], y: 7 } as never, one()))).toEqual([1, 2]);
    expect(values(tableFrom({ x: Float64Array.of(1, 2) }, one()))).toEqual([1, 2]);
  });

  it("clamps what lies beyond its bounds, the infinities too, and turns -0 into 0", () => {
    const table = tableFrom({ x: [-5, -0, 3, 1e308, Infinity, -Infinity, 12n] }, one());
    expect(values(table)).toEqual([0, 0, 3, 10, 10, 0, 10]);
    expect(Object.is(values(table)[1], 0)).toBe(true);
    expect(exactCount(table, { clamped: "x" })).toBe(5);
  });

  it("takes null, undefined, NaN and a hole for missing, and does what the domain says", () => {
    // biome-ignore lint/suspicious/noSparseArray: a hole is what is tried
    const raw = [1, null, undefined, Number.NaN, , 2];
    expect(values(tableFrom({ x: raw }, one(numberColumn({ ...size, missing: "drop" }))))).toEqual([1, 2]);
    const filled = tableFrom({ x: raw }, one(numberColumn({ ...size, missing: { as: 5 } })));
    expect(values(filled)).toEqual([1, 5, 5, 5, 5, 2]);
    expect(exactCount(filled, { missing: "x" })).toBe(4);
    expect(() => tableFrom({ x: raw }, one())).toThrow(
      'column "x", row 2 must be given (or declare `missing: "drop"` or a value), got a value that is not shown',
    );
  });

  it("leaves a row out of what reads its missing value, and of nothing else", () => {
    const declared = domain({ columns: { x: size, y: numberColumn({ ...size, missing: "drop" }) }, person: "row" });
    const table = tableFrom({ x: [1, 2], y: [null, 3] }, declared);
    expect([exactCount(table, "rows"), exactColumn(table, "x").length, exactColumn(table, "y").length]).toEqual([
      2, 2, 1,
    ]);
  });

  it("keeps the first rows of each person, in the order of the data", () => {
    const data = { who: [..."abaabb"], x: [1, 2, 3, 4, 5, 6] };
    expect(values(tableFrom(data, persons(1)))).toEqual([1, 2]);
    expect(values(tableFrom(data, persons(2)))).toEqual([1, 2, 3, 5]);
    expect(values(tableFrom(data, persons(99)))).toEqual([1, 2, 3, 4, 5, 6]);
    const table = tableFrom({ who: [..."aaabbc"], x: [1, 2, 3, 4, 5, 6] }, persons(2));
    expect((["rows", "persons", "shortened"] as const).map((of) => exactCount(table, of))).toEqual([5, 3, 1]);
    expect(values(tableFrom({ who: [1, 2, 1n, 1], x: [1, 2, 3, 4] }, persons(1)))).toEqual([1, 2]);
    expect(values(tableFrom({ who: ["1", "01", "1"], x: [1, 2, 3] }, persons(1)))).toEqual([1, 2]);
    expect(values(tableFrom({ who: ["__proto__", "toString"], x: [1, 2] }, persons(1)))).toEqual([1, 2]);
  });

  it.each<[string, () => unknown]>([
    ['column "x" must be in the data, got "y", "z"', () => tableFrom([{ y: 1, z: 2 }], one())],
    ['column "x" must be in the data, got "y"', () => tableFrom({ y: [1] }, one())],
    [
      '"s", "t" and 6 more',
      () => tableFrom(Object.fromEntries([..."abcdefghijklmnopqrstuvwyzA"].map((name) => [name, [4242]])), one()),
    ],
    ['column "who" must be in the data, got "x"', () => tableFrom({ x: [1] }, persons(1))],
    [
      'column "who" must be as long as column "x", got another length',
      () => tableFrom({ who: ["a"], x: [1, 2] }, persons(1)),
    ],
    ['column "x" must be an array, got "number"', () => tableFrom({ x: 5 } as never, one())],
    ["row 2 must be an object", () => tableFrom([{ x: 1 }, null as never], one())],
    ["data must be an array of records or an object of columns", () => tableFrom(null as never, one())],
    ['column "x", row 1 must be a number', () => tableFrom({ x: ["4242"] }, one())],
    ['column "x", row 2 must be a number', () => tableFrom({ x: [1, [4242]] }, one())],
    ['column "x", row 1 must be a number', () => tableFrom({ x: [{ valueOf: () => 4242 }] }, one())],
    ['column "x", row 1 must be an integer', () => tableFrom({ x: [4242.5] }, one(integerColumn(size) as never))],
    ['column "x", row 1 must be true or false', () => tableFrom({ x: [4242] }, one(flagColumn() as never))],
    [
      'column "x", row 1 must be a number (a column of true and false is declared by `flagColumn()`), got a value that is not shown',
      () => tableFrom({ x: [true] }, one(numberColumn({ lower: 0, upper: 1 }) as never)),
    ],
    [
      'column "x", row 1 must be one of the declared categories (or declare `other`) ' +
        "(a column of true and false is declared by `flagColumn()`)",
      () => tableFrom({ x: [false] }, one(categoryColumn(["true", "false"]) as never)),
    ],
    ["categories[0] must be a word (for true and false: `flagColumn()`)", () => categoryColumn([true, false] as never)],
    [
      'column "x", row 1 must be one of the declared',
      () => tableFrom({ x: ["4242"] }, one(categoryColumn(["a"]) as never)),
    ],
    [
      'column "x", row 1 must be one of the declared',
      () => tableFrom({ x: ["toString"] }, one(categoryColumn(["a"]) as never)),
    ],
    [
      'column "who", row 1 must be given, for it names the person',
      () => tableFrom({ who: [null], x: [1] }, persons(1)),
    ],
    [
      'column "who", row 1 must be a text, or an integer below 2^53',
      () => tableFrom({ who: [4242.5], x: [1] }, persons(1)),
    ],
    [
      'column "who", row 1 must be a text, or an integer below 2^53',
      () => tableFrom({ who: [4242 * 1e300], x: [1] }, persons(1)),
    ],
    [
      'column "who", row 2 must be an integer as in the rows before',
      () => tableFrom({ who: [4242, "4242"], x: [1, 1] }, persons(1)),
    ],
  ])("is refused in one line that shows no value: %s", (message, call) => {
    expect(call).toThrow(message);
    try {
      call();
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
      expect((error as Error).message).not.toMatch(/4242|\n/);
    }
  });

  it("reads own properties only, one named __proto__ too, and each of them once", () => {
    const declared = domain({ columns: { ["__proto__"]: size }, person: "row" });
    const record = JSON.parse('{"__proto__": 4}');
    expect(Array.from(exactColumn(tableFrom([record], declared), "__proto__"))).toEqual([4]);
    expect(() => tableFrom([{}], declared)).toThrow('column "__proto__" must be in the data');
    expect(() => tableFrom([{ y: 1 }], domain({ columns: { toString: size } as never, person: "row" }))).toThrow(
      'column "toString" must be in the data',
    );
    let reads = 0;
    const turning = {
      get x() {
        reads++;
        return reads;
      },
    };
    expect(values(tableFrom([turning], one()))).toEqual([1]);
    expect(reads).toBe(1);
  });

  it("does not change with the arrays it was made of, nor with those it gives", () => {
    const x = [1, 2];
    const table = tableFrom({ x }, one());
    x[0] = 9;
    exactColumn(table, "x")[0] = 7;
    expect(values(table)).toEqual([1, 2]);
    expect(Object.isFrozen(table)).toBe(true);
  });

  it("shows its declaration and no record, nor how many there are, in whatever way it is shown", () => {
    const declared = domain({
      columns: {
        "a <b>": numberColumn({ lower: 0, upper: 9000, unit: "kg", missing: "drop" }),
        kind: categoryColumn(["p", "q"]),
      },
      person: { column: "who", atMost: 3, keep: "first" },
    });
    const rows = (count: number) => new Array(count).fill({ "a <b>": 4242, kind: "p", who: "secret" });
    const shown = (table: Table) => [
      inspect(table, { depth: 9, showHidden: true }),
      JSON.stringify(table),
      String(table),
      Object.values(table[jupyterDisplay]()).join(),
      JSON.stringify(Object.entries(table)),
    ];
    const first = shown(tableFrom(rows(1), declared));
    expect(first).toEqual(shown(tableFrom(rows(7), declared)));
    expect(first.join()).not.toMatch(/4242|secret/);
    expect(first[2]).toBe(
      [
        'Table: the column "who" names the person, whose first 3 rows count',
        "  column  values                   missing",
        "  a <b>   clamped to [0, 9000] kg  the row is left out",
        "  kind    p, q                     refused",
      ].join("\n"),
    );
    expect(first[3]).toContain("a &lt;b&gt;");
  });

  it("is iris, whose flowers are persons", () => {
    const table = irisTable();
    expect(exactCount(table, "persons")).toBe(150);
    expect(exactCount(table, { clamped: "petalLength" })).toBe(0);
    expect(Array.from(exactColumn(table, "kind")).filter((place) => place === 2)).toHaveLength(50);
    expect(exactColumn(table, "sepalWidth").reduce((a, b) => a + b)).toBeCloseTo(458.6, 9);
  });
});
