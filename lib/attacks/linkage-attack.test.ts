import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { domain, flagColumn, integerColumn } from "../data/domain.ts";
import { tableFrom } from "../data/table.ts";
import { linkageAttack } from "./linkage-attack.ts";

const people = domain({
  columns: {
    year: integerColumn({ lower: 0, upper: 4 }),
    woman: flagColumn(),
    code: integerColumn({ lower: 0, upper: 999 }),
  },
  person: "row",
});
const person = fc.record({ year: fc.integer({ min: 0, max: 4 }), woman: fc.boolean(), code: fc.constant(7) });
const register = fc.array(person, { minLength: 1, maxLength: 12 });
const columns = ["year", "woman"];

describe("the linkage attack", () => {
  it("finds what a comparison of every row with every person finds", () => {
    fc.assert(
      fc.property(register, register, (list, rows) => {
        const same = (a: (typeof list)[number], b: (typeof list)[number]) => a.year === b.year && a.woman === b.woman;
        const found = linkageAttack({ list: tableFrom(list, people), release: tableFrom(rows, people), columns });
        expect([...found.candidates]).toEqual(list.map((one) => rows.filter((other) => same(one, other)).length));
        const expected = list.flatMap((one, who) => {
          const fits = rows.flatMap((other, row) => (same(one, other) ? [row] : []));
          const doubles = list.filter((other) => same(one, other)).length;
          return fits.length === 1 && doubles === 1 ? [{ person: who, row: fits[0] }] : [];
        });
        expect(found.matches).toEqual(expected);
      }),
    );
  });

  it("names rows rightly where the list holds everybody of the release", () => {
    fc.assert(
      fc.property(register, fc.infiniteStream(fc.boolean()), (list, coins) => {
        const chosen = list.map((one, code) => ({ ...one, code })).filter(() => coins.next().value as boolean);
        if (chosen.length === 0) return;
        const { matches } = linkageAttack({
          list: tableFrom(list, people),
          release: tableFrom(chosen, people),
          columns,
        });
        for (const match of matches) expect(chosen[match.row].code).toBe(match.person);
      }),
    );
  });

  it("refuses columns that are not there, twice there, or declared otherwise, and empty tables", () => {
    const table = tableFrom([{ year: 1, woman: true, code: 1 }], people);
    const link = (names: readonly string[], release = table) => linkageAttack({ list: table, release, columns: names });
    expect(() => link([])).toThrow("columns must be an array of at least one column");
    expect(() => link(["town"])).toThrow('column must be one of "year", "woman", "code", got "town"');
    expect(() => link(["year", "year"])).toThrow('columns[1] must be named once, got "year"');
    expect(() => link(["year"], tableFrom({ year: [], woman: [], code: [] }, people))).toThrow("at least 1");
    const other = domain({ columns: { year: integerColumn({ lower: 0, upper: 9 }) }, person: "row" });
    expect(() => link(["year"], tableFrom({ year: [3] }, other) as never)).toThrow(
      "columns[0] must be declared the same",
    );
    const dropping = domain({
      columns: { year: integerColumn({ lower: 0, upper: 4, missing: "drop" }) },
      person: "row",
    });
    expect(() => link(["year"], tableFrom({ year: [3, null] }, dropping) as never)).toThrow(
      'declared without `missing: "drop"`',
    );
  });
});
