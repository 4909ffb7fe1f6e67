import { describe, expect, it } from "vitest";
import { axisScale, coordinateOn, valueOn } from "./axis-scale.ts";
import { rangeOf } from "./axis-view.ts";
import { dateOf, dateTicks } from "./calendar.ts";

const scale = (settings: object, ...lists: (readonly unknown[])[]) =>
  axisScale({ name: "x", settings: { ...settings } }, lists);

describe("the kind of an axis", () => {
  it.each([
    [[1, 2, null], "linear"],
    [["1", "2.5"], "linear"],
    [["2024-01-01", "2024-01-02 12:00", null], "date"],
    [["2024-01", "2024-02"], "date"],
    [["a", "b", 3], "category"],
    [[], "linear"],
    [[{}, []], "linear"],
  ])("follows from values such as %j", (values, kind) => expect(scale({}, values).kind).toBe(kind));

  it("is what the settings say", () => {
    expect(scale({ type: "log" }, ["a"]).kind).toBe("log");
    expect(scale({ type: "nonsense" }, ["a"]).kind).toBe("category");
  });
});

describe("a value", () => {
  it("has its place on the axis, or none", () => {
    expect(valueOn(scale({}), "2.5")).toBe(2.5);
    expect(valueOn(scale({}), 1e305)).toBeNaN();
    expect(coordinateOn(scale({ type: "log" }), 1000)).toBe(3);
    expect(valueOn(scale({ type: "log" }), 0)).toBeNaN();
    expect(valueOn(scale({}, ["pear", "apple"]), "apple")).toBe(1);
    expect(valueOn(scale({ categoryorder: "category ascending" }, ["pear", "apple"]), "apple")).toBe(0);
    expect(valueOn(scale({ categoryarray: ["b", "a"] }, ["a", "c"]), "c")).toBe(2);
  });
});

describe("the range of an axis", () => {
  const reach = { low: 0, high: 10, airBelow: true, airAbove: true };

  it("shows all with a little air, but none below bars that stand on zero", () => {
    const [low, high] = rangeOf(scale({}), [reach]);
    expect([low < 0, low > -1, high > 10, high < 11]).toEqual([true, true, true, true]);
    expect(rangeOf(scale({}), [{ ...reach, airBelow: false }])[0]).toBe(0);
  });

  it("is what the layout tells, as far as that can be shown", () => {
    expect(rangeOf(scale({ range: [1, 2] }), [reach])).toEqual([1, 2]);
    expect(rangeOf(scale({ range: [null, 20] }), [{ ...reach, airBelow: false }])).toEqual([0, 20]);
    expect(rangeOf(scale({ range: ["a", "b"] }), [reach])).toEqual(rangeOf(scale({}), [reach]));
    const [start, end] = rangeOf(scale({ autorange: "reversed" }), [reach]);
    expect(start).toBeGreaterThan(end);
  });

  it.each([0, 5e-324, 3, -3, 1e15, 1e299])("of %d alone is wide enough to be labelled", (value) => {
    const [low, high] = rangeOf(scale({}), [{ low: value, high: value, airBelow: true, airAbove: true }]);
    expect(high - low).toBeGreaterThan(1e-10 * Math.abs(value));
    expect([low < value, high > value]).toEqual([true, true]);
  });
});

describe("a date", () => {
  it("is shown as it is written, whatever its zone", () => {
    const noon = 1_709_641_815_250; // GNU date
    for (const text of ["2024-03-05 12:30:15.25", "2024-03-05T12:30:15.250Z", "2024-03-05T12:30:15.250+02:00"]) {
      expect(dateOf(text)).toBe(noon);
    }
    expect(dateOf("2024-03")).toBe(1_709_251_200_000);
    expect(dateOf("no date")).toBeNaN();
    expect(dateOf(5)).toBeNaN();
  });

  /** GNU date: date -u -d ... +%s, over 86400. */
  it.each([
    ["0050-01-01", -701_265],
    ["1899-12-31", -25_568],
    ["1900-02-28", -25_509],
    ["1970-01-01", 0],
    ["2000-02-29", 11_016],
    ["2024-02-29", 19_782],
    ["2100-03-01", 47_541],
  ])("is this many days from 1970: %s", (text, days) => expect(dateOf(text)).toBe(days * 864e5));

  it("labels an axis in calendar units, and names the unit above where it begins", () => {
    const ticks = [...dateTicks([dateOf("2023-11-15"), dateOf("2024-03-15")])];
    const months = ticks.find(({ texts }) => texts.includes("Feb"));
    expect(months?.texts).toEqual(["Dec<br>2023", "Jan<br>2024", "Feb", "Mar"]);
    expect(months?.values[1]).toBe(dateOf("2024-01-01"));
    const [hours] = dateTicks([dateOf("1969-12-31 22:30"), dateOf("1970-01-01 01:30")]);
    expect(hours.texts.slice(0, 2)).toEqual(["22:30<br>Dec 31, 1969", "22:31"]);
  });
});
