import { describe, expect, it } from "vitest";
import { categoryColumn, domain, flagColumn, integerColumn, numberColumn } from "../data/domain.ts";
import { tableFrom } from "../data/table.ts";
import { InfeasibleProgramError } from "../numerics/linear-program.ts";
import { allCounts } from "../oracles/all-lists.ts";
import { stream } from "../random/stream.ts";
import { blindGuess } from "./blind-guess.ts";
import { consistentTables } from "./consistent-tables.ts";
import { cellCounts, publishedTables, recordsInCommon, tableRecords } from "./published-tables.ts";
import { certainRecords, tableReconstruction } from "./table-reconstruction.ts";

const people = domain({
  columns: { sex: categoryColumn(["female", "male"]), age: integerColumn({ lower: 3, upper: 5 }), owner: flagColumn() },
  person: "row",
});
const VIEWS = [
  ["sex", "age"],
  ["owner", "sex"],
] as const;

function block(size: number, name: string) {
  const random = stream(20261115, "block", name);
  const records = Array.from({ length: size }, () => ({
    sex: random.uint32() % 2 === 0 ? "female" : "male",
    age: 3 + (random.uint32() % 3),
    owner: random.uint32() % 4 === 0,
  }));
  return { records, table: tableFrom(records, people) };
}

function marginsOf(counts: readonly number[]): number[][] {
  const [sexAge, ownerSex] = [new Array<number>(6).fill(0), new Array<number>(4).fill(0)];
  counts.forEach((count, cell) => {
    const [sex, age, owner] = [Math.floor(cell / 6), Math.floor(cell / 2) % 3, cell % 2];
    sexAge[3 * sex + age] += count;
    ownerSex[2 * owner + sex] += count;
  });
  return [sexAge, ownerSex];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe("published tables", () => {
  it("count the records, the last column fastest, whatever the order of the columns", () => {
    const { records, table } = block(30, "counts");
    const [sexAge, ownerSex] = publishedTables(table, VIEWS).tables;
    const count = (fits: (record: (typeof records)[number]) => boolean) => records.filter(fits).length;
    expect(sexAge.counts).toEqual(
      ["female", "male"].flatMap((sex) =>
        [3, 4, 5].map((age) => count((each) => each.sex === sex && each.age === age)),
      ),
    );
    expect(ownerSex.counts).toEqual(
      [false, true].flatMap((owner) =>
        ["female", "male"].map((sex) => count((each) => each.sex === sex && each.owner === owner)),
      ),
    );
  });

  it("of all columns are the records again", () => {
    const { records, table } = block(30, "records");
    const key = (each: object) => JSON.stringify(each);
    expect(tableRecords(people, cellCounts(table)).map(key).sort()).toEqual(records.map(key).sort());
    expect(tableFrom([{ sex: "male", age: 4, owner: true }], people)).toBeDefined();
    expect(recordsInCommon([2, 0, 3], [1, 5, 4])).toBe(4);
  });

  it("refuse unknown columns, numbers, too many cells and counts of another length", () => {
    const { table } = block(3, "refusals");
    expect(() => publishedTables(table, [])).toThrow(
      "views must be at least one list of columns, got an array of length 0",
    );
    expect(() => publishedTables(table, [["sex", "sex"]])).toThrow('columns must be each named once, got "sex, sex"');
    expect(() => publishedTables(table, [["income" as "sex"]])).toThrow(
      'column must be one of "sex", "age", "owner", got "income"',
    );
    expect(() => tableRecords(people, new Array<number>(12).fill(1e15))).toThrow(
      "the sum of counts must be at most 1000000, got 12000000000000000",
    );
    const real = domain({ columns: { income: numberColumn({ lower: 0, upper: 1 }) }, person: "row" });
    expect(() => tableRecords(real, [1])).toThrow(
      'column "income" must be one of categories, flags or integers, got "number"',
    );
    const wide = domain({ columns: { id: integerColumn({ lower: 0, upper: 1e15 }) }, person: "row" });
    expect(() => tableRecords(wide, [1])).toThrow("the cells of the domain must be at most 4096, got 1000000000000001");
    expect(() => consistentTables({ domain: people, tables: [{ columns: ["sex"], counts: [1] }] })).toThrow(
      "tables[0].counts must be of length 2, got an array of length 1",
    );
    expect(() => consistentTables({ domain: people, tables: [{ columns: ["sex"], counts: [1, 0.5] }] })).toThrow(
      "tables[0].counts[1] must be an integer, got 0.5",
    );
  });
});

describe("reconstruction from tables", () => {
  it("finds all lists that fit, as trying every list does", async () => {
    for (const [size, name] of [
      [3, "a"],
      [4, "b"],
      [6, "c"],
    ] as const) {
      const { table } = block(size, name);
      const published = publishedTables(table, VIEWS);
      const fitting = allCounts(size, 12).filter(
        (counts) => String(marginsOf(counts)) === String(published.tables.map(({ counts }) => counts)),
      );
      const least = fitting.reduce((one, other) => one.map((count, k) => Math.min(count, other[k])));
      const most = fitting.reduce((one, other) => one.map((count, k) => Math.max(count, other[k])));
      expect(consistentTables(published)).toEqual({ count: fitting.length, least, most });
      const certain = await certainRecords(published);
      expect(certain.least).toEqual(least);
      expect(certain.unique).toBe(fitting.length === 1);
      expect(fitting.map(String)).toContain(String(certain.counts));
    }
  });

  it("returns the records themselves where the tables are all that there is to know", async () => {
    const { table } = block(25, "whole");
    const published = publishedTables(table, [["owner", "sex", "age"]]);
    expect(await tableReconstruction({ ...published, fit: "exact" })).toEqual({ counts: cellCounts(table), misfit: 0 });
    expect((await certainRecords(published)).unique).toBe(true);
  });

  it("finds the nearest tables where they contradict each other, as trying every list does", async () => {
    const { table } = block(5, "noisy");
    const exact = publishedTables(table, VIEWS);
    const tables = exact.tables.map(({ columns, counts }, t) => ({
      columns,
      counts: counts.map((count, k) => count + (((k + t) * 7) % 3) - 1),
    }));
    const exactly = tableReconstruction({ domain: people, tables, fit: "exact" });
    await expect(exactly).rejects.toBeInstanceOf(InfeasibleProgramError);
    await expect(exactly).rejects.toThrow(/^tables must be consistent, got counts that no list of records has$/);
    await expect(certainRecords({ domain: people, tables })).rejects.toThrow("tables must be consistent");
    await expect(tableReconstruction({ ...exact, fit: "exact", size: 6 })).rejects.toThrow(
      /^tables must be consistent, got counts that no list of 6 records has$/,
    );
    expect(() => consistentTables({ domain: people, tables })).toThrow(
      "the tables must be consistent, got counts that no list of records has",
    );
    const misfitOf = (counts: number[]) =>
      sum(marginsOf(counts).map((own, t) => sum(own.map((count, k) => Math.abs(count - tables[t].counts[k])))));
    const best = Math.min(...allCounts(5, 12).map(misfitOf));
    const found = await tableReconstruction({ domain: people, tables, fit: "nearest", size: 5 });
    expect(sum(found.counts)).toBe(5);
    expect(found.misfit).toBe(best);
    expect(misfitOf([...found.counts])).toBe(best);
    expect(await tableReconstruction({ domain: people, tables, fit: "nearest", size: 5 })).toEqual(found);
    const free = await tableReconstruction({ domain: people, tables, fit: "nearest" });
    expect(free.misfit).toBeLessThanOrEqual(best);
  });

  it("refuses a fit that is none, and a number of records that is none", () => {
    const published = publishedTables(block(3, "refusals").table, VIEWS);
    expect(() => tableReconstruction({ ...published, fit: "near" as never })).toThrow(
      'fit must be exact or nearest, got "near"',
    );
    expect(() => tableReconstruction({ ...published, fit: "exact", size: -1 })).toThrow(
      "size must be an integer of at least 0, got -1",
    );
  });

  it("counts over as many cells as a domain may have, and refuses by its steps alone", () => {
    const halves = domain({
      columns: { a: integerColumn({ lower: 1, upper: 2 }), b: integerColumn({ lower: 1, upper: 2048 }) },
      person: "row",
    });
    const none = new Array<number>(4096).fill(0);
    expect(consistentTables({ domain: halves, tables: [{ columns: ["a"], counts: [0, 0] }] })).toEqual({
      count: 1,
      least: none,
      most: none,
    });
    expect(() => consistentTables({ domain: halves, tables: [{ columns: ["a"], counts: [1, 0] }] })).toThrow(
      new RangeError('the tables must be so narrow that 5000000 steps find all lists that fit, got "more"'),
    );
  });

  it("refuses a table of nobody, and rows that would be left out", () => {
    const left = domain({
      columns: { sex: categoryColumn(["female", "male"], { missing: "drop" }), owner: flagColumn() },
      person: "row",
    });
    const table = tableFrom({ sex: ["male", null], owner: [true, true] }, left);
    const dropped = 'columns[0] must be declared without `missing: "drop"`, got "sex"';
    expect(() => cellCounts(table)).toThrow(new RangeError(dropped));
    expect(() => publishedTables(table, [["owner"]])).toThrow(new RangeError(dropped));
    const empty = "the number of rows of the table must be at least 1, got a value that is not shown";
    expect(() => cellCounts(tableFrom([], people))).toThrow(new RangeError(empty));
    expect(() => publishedTables(tableFrom([], people), [["sex"]])).toThrow(new RangeError(empty));
  });

  it("refuses to count what takes too long", () => {
    const wide = domain({
      columns: { a: integerColumn({ lower: 0, upper: 5 }), b: integerColumn({ lower: 0, upper: 5 }) },
      person: "row",
    });
    const counts = new Array<number>(6).fill(30);
    const tables = [
      { columns: ["a"], counts },
      { columns: ["b"], counts },
    ];
    expect(() => consistentTables({ domain: wide, tables })).toThrow(
      "the tables must be so narrow that 5000000 steps find all lists that fit",
    );
  });
});

describe("a blind guess", () => {
  it("is the best of all guesses, in the mean over all draws", () => {
    const probabilities = [0.45, 0.3, 0.15, 0.1];
    const draws = allCounts(5, 4).map((counts) => {
      const factorials = [1, 1, 2, 6, 24, 120];
      const ways = counts.reduce((ways, count) => ways / factorials[count], 120);
      const mass = counts.reduce((mass, count, k) => {
        let power = mass;
        for (let i = 0; i < count; i++) power *= probabilities[k];
        return power;
      }, ways);
      return { counts, mass };
    });
    const meanOf = (guess: readonly number[]) =>
      sum(draws.map(({ counts, mass }) => mass * recordsInCommon(guess, counts)));
    const best = Math.max(...draws.map(({ counts }) => meanOf(counts)));
    const found = blindGuess({ size: 5, probabilities });
    expect(found.expected).toBeCloseTo(best, 12);
    expect(meanOf(found.counts)).toBeCloseTo(best, 12);
  });

  it("refuses probabilities that do not add up, and no records", () => {
    expect(() => blindGuess({ size: 2, probabilities: [0.5, 0.4] })).toThrow(
      "the sum of probabilities must be 1, got 0.9",
    );
    expect(() => blindGuess({ size: 0, probabilities: [1] })).toThrow("size must be an integer from 1 to 10000, got 0");
  });
});
