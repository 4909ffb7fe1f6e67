import { describe, expect, it } from "vitest";
import type { Axis } from "./axis.ts";
import { formatDate, formatNumber, scientific, shortNumber } from "./number-format.ts";
import { linearAxis } from "./reference/linear-axis.ts";
import { ticksOf } from "./ticks.ts";

/** The labels, lines separated by a slash. */
function labels(part: Partial<Axis>): string[] {
  return ticksOf(linearAxis(part), 12).ticks.map(({ label }) =>
    label.map((line) => line.map(({ text }) => text).join("")).join("/"),
  );
}

describe("the ticks of an axis", () => {
  it("are round numbers with as many decimals as they need", () => {
    expect(labels({ range: [0, 10] })).toEqual(["0", "2", "4", "6", "8", "10"]);
    expect(labels({ range: [-0.31, 0.29] })).toEqual(["−0.3", "−0.2", "−0.1", "0", "0.1", "0.2"]);
    expect(labels({ range: [0.95, 2.05] })).toEqual(["1.0", "1.2", "1.4", "1.6", "1.8", "2.0"]);
  });

  it("are short where numbers are large or small", () => {
    expect(labels({ range: [0, 50_000] })).toEqual(["0", "10k", "20k", "30k", "40k", "50k"]);
    expect(labels({ range: [0, 2e6] })).toEqual(["0", "0.5M", "1M", "1.5M", "2M"]);
    expect(labels({ range: [0, 6e-7] })).toEqual(["0", "10⁻⁷", "2×10⁻⁷", "3×10⁻⁷", "4×10⁻⁷", "5×10⁻⁷", "6×10⁻⁷"]);
  });

  it("are the same on an axis that runs backwards", () => {
    expect(labels({ range: [10, 0] })).toEqual(labels({ range: [0, 10] }));
  });

  it("of a log axis are decades, or parts of them where there are few", () => {
    expect(labels({ kind: "log", range: [-6, 2] })).toEqual([
      "10⁻⁶",
      "10⁻⁵",
      "10⁻⁴",
      "0.001",
      "0.01",
      "0.1",
      "1",
      "10",
      "100",
    ]);
    expect(labels({ kind: "log", range: [0, 2] })).toEqual(["1", "2", "5", "10", "20", "50", "100"]);
    expect(labels({ kind: "log", range: [Math.log10(20), Math.log10(70)] })).toEqual([
      "20",
      "30",
      "40",
      "50",
      "60",
      "70",
    ]);
    expect(labels({ kind: "log", range: [-300, 300] })).toEqual([
      "10⁻³⁰⁰",
      "10⁻²⁰⁰",
      "10⁻¹⁰⁰",
      "1",
      "10¹⁰⁰",
      "10²⁰⁰",
      "10³⁰⁰",
    ]);
  });

  it("of a date axis are calendar units, with those above where they change", () => {
    const range = (...dates: readonly string[]) => dates.map((date) => Date.parse(date)) as unknown as [number, number];
    expect(labels({ kind: "date", range: range("1951", "2019") })).toEqual([
      "1960",
      "1970",
      "1980",
      "1990",
      "2000",
      "2010",
    ]);
    expect(labels({ kind: "date", range: range("2023-10-15", "2024-03-20") })).toEqual([
      "Nov/2023",
      "Dec",
      "Jan/2024",
      "Feb",
      "Mar",
    ]);
    expect(labels({ kind: "date", range: range("2024-02-28T12:00Z", "2024-03-01T18:00Z") })).toEqual(
      expect.arrayContaining(["00:00/Feb 29, 2024", "12:00"]),
    );
  });

  it("of categories are turned where there are many, and left out at last", () => {
    const names = (count: number) => new Map(Array.from({ length: count }, (_, k) => [`category ${k}`, k]));
    const of = (count: number) =>
      ticksOf(linearAxis({ kind: "category", categories: names(count), range: [-0.5, count - 0.5] }), 12);
    expect(of(5)).toMatchObject({ angle: 0, ticks: { length: 5 } });
    expect(of(12)).toMatchObject({ angle: 30, ticks: { length: 12 } });
    expect(of(30)).toMatchObject({ angle: 90, ticks: { length: 30 } });
    expect(of(10_000).ticks.length).toBeLessThan(40);
    expect(of(10_000).ticks.length).toBeGreaterThan(10);
  });

  it("are those that the settings tell", () => {
    expect(labels({ settings: { tickvals: [0, 0.5, 9], ticktext: ["none", "half", "far"] } })).toEqual([
      "none",
      "half",
    ]);
    expect(labels({ settings: { tickformat: ".0%" } })).toEqual(["0%", "20%", "40%", "60%", "80%", "100%"]);
    expect(labels({ settings: { dtick: 0.25, tickprefix: "$", ticksuffix: "m" } })).toEqual([
      "$0m",
      "$0.25m",
      "$0.50m",
      "$0.75m",
      "$1.00m",
    ]);
  });
});

describe("a number", () => {
  /** As d3-format documents its types, with its minus sign. */
  it.each([
    [".0%", 0.256, "26%"],
    [".2f", Math.PI, "3.14"],
    [",d", 1234567.4, "1,234,567"],
    [",.2f", -1234.5, "−1,234.50"],
    ["+.1f", 2, "+2.0"],
    [".3s", 12_345, "12.3k"],
    ["~s", 1500, "1.5k"],
    [".1e", 12_345, "1.2e+4"],
    ["$.2f", 3, "$3.00"],
  ])("by the format %s", (format, value, text) => expect(formatNumber(format, value)).toBe(text));

  it("has no such format where we know none", () => expect(formatNumber("nonsense", 1)).toBeUndefined());

  it("is written shortly", () => {
    expect(scientific(-0.00002)).toBe("−2×10⁻⁵");
    expect(shortNumber(1 / 3)).toBe("0.333333");
    expect(shortNumber(0)).toBe("0");
  });
});

describe("a date", () => {
  it("is written by the letters of strftime, in UTC", () => {
    const time = Date.UTC(2024, 1, 9, 15, 4, 5, 6);
    expect(formatDate("%Y-%m-%d %H:%M:%S.%L", time)).toBe("2024-02-09 15:04:05.006");
    expect(formatDate("%a %-e %b %y, %I %p, day %j %q", time)).toBe("Fri 9 Feb 24, 03 PM, day 040 %q");
  });
});
