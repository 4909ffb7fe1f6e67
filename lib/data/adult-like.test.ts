import { describe, expect, it } from "vitest";
import { stream } from "../random/stream.ts";
import { adultLike, adultLikeDomain } from "./adult-like.ts";
import { exactColumn, tableFrom } from "./table.ts";

describe("adult-like records", () => {
  const people = adultLike(20_000, stream(20261116, "adult-like"));

  it("fit their domain, every declared value being there", () => {
    const table = tableFrom(people, adultLikeDomain);
    for (const [name, column] of Object.entries(adultLikeDomain.columns)) {
      const found = new Set(exactColumn(table, name as "age"));
      const size = column.kind === "integer" ? column.upper - column.lower + 1 : column.size;
      expect(found.size, name).toBe(size);
    }
  });

  it("depend on each other: income on education and marriage, marriage on age", () => {
    const share = (of: readonly boolean[], among: readonly boolean[]) =>
      of.filter((is, row) => is && among[row]).length / among.filter(Boolean).length;
    const { highIncome, education, marital, age } = people;
    const married = marital.map((status) => status === "married");
    expect(
      share(
        highIncome,
        education.map((level) => level === "master"),
      ),
    ).toBeGreaterThan(
      2 *
        share(
          highIncome,
          education.map((level) => level === "school"),
        ),
    );
    expect(share(highIncome, married)).toBeGreaterThan(
      2 *
        share(
          highIncome,
          married.map((is) => !is),
        ),
    );
    expect(
      share(
        married,
        age.map((years) => years < 25),
      ),
    ).toBeLessThan(0.12);
    expect(
      share(
        married,
        age.map((years) => years > 45),
      ),
    ).toBeGreaterThan(0.5);
  });

  it("are the same for the same stream, and refuse a number that is none", () => {
    expect(adultLike(5, stream(1, "a"))).toEqual(adultLike(5, stream(1, "a")));
    expect(() => adultLike(-1, stream(1))).toThrow("size must be an integer of at least 0, got -1");
    expect(() => adultLike(3, undefined as never)).toThrow(
      "random must be a stream such as stream(seed), got undefined",
    );
    expect(() => adultLike(33_554_432, stream(1))).toThrow("size must be at most 16777216, got 33554432");
  });
});
