import { describe, expect, it } from "vitest";
import {
  type Axis,
  axisKind,
  collectCategories,
  coordinateOf,
  dateOf,
  pixelOf,
  rangeOf,
  smallestStep,
} from "./axis.ts";

function axis(part: Partial<Axis> = {}): Axis {
  return {
    letter: "y",
    name: "y",
    kind: "linear",
    settings: {},
    categories: new Map(),
    range: [0, 1],
    pixels: [100, 0],
    ...part,
  };
}

describe("the kind of an axis", () => {
  it.each([
    [[1, 2, null], "linear"],
    [["1", "2.5"], "linear"],
    [["2024-01-01", "2024-01-02 12:00", null], "date"],
    [["2024-01", "2024-02"], "date"],
    [["a", "b", 3], "category"],
    [[], "linear"],
    [[{}, []], "category"],
  ])("is told by values such as %j", (values, kind) => expect(axisKind({}, [values])).toBe(kind));

  it("is what the settings say", () => {
    expect(axisKind({ type: "log" }, [["a"]])).toBe("log");
    expect(axisKind({ type: "nonsense" }, [["a"]])).toBe("category");
  });
});

describe("a date", () => {
  it("is shown as it is written, whatever its zone", () => {
    const noon = Date.UTC(2024, 2, 5, 12, 30, 15, 250);
    for (const text of ["2024-03-05 12:30:15.25", "2024-03-05T12:30:15.250Z", "2024-03-05T12:30:15.250+02:00"]) {
      expect(dateOf(text)).toBe(noon);
    }
    expect(dateOf("2024-03")).toBe(Date.UTC(2024, 2, 1));
    expect(dateOf("0050-01-01")).toBe(Date.parse("0050-01-01"));
    expect(dateOf("no date")).toBeNaN();
    expect(dateOf(5)).toBeNaN();
  });
});

describe("a value", () => {
  it("has its place on the axis", () => {
    expect(coordinateOf(axis(), "2.5")).toBe(2.5);
    expect(coordinateOf(axis({ kind: "log" }), 1000)).toBe(3);
    expect(coordinateOf(axis({ kind: "log" }), 0)).toBeNaN();
    expect(coordinateOf(axis(), null)).toBeNaN();
    expect(pixelOf(axis({ range: [10, 20] }), 12.5)).toBe(75);
    const named = axis({ kind: "category" });
    collectCategories(named, [
      ["b", "a"],
      ["a", 7, null],
    ]);
    expect(["b", "a", 7, null].map((value) => coordinateOf(named, value))).toEqual([0, 1, 2, Number.NaN]);
  });
});

describe("the range of an axis", () => {
  const reach = { low: 0, high: 10, padded: true };

  it("has room around what it shows, but not below what stands on zero", () => {
    const [low, high] = rangeOf(axis(), [reach]);
    expect([low < 0, high > 10]).toEqual([true, true]);
    expect(rangeOf(axis(), [{ ...reach, fromZero: true }])[0]).toBe(0);
    expect(rangeOf(axis(), [{ ...reach, padded: false }])).toEqual([0, 10]);
  });

  it("is what the settings say, in part or whole", () => {
    expect(rangeOf(axis({ settings: { range: [-5, 5] } }), [reach])).toEqual([-5, 5]);
    expect(rangeOf(axis({ settings: { range: [null, 50] } }), [{ ...reach, padded: false }])).toEqual([0, 50]);
    expect(rangeOf(axis({ settings: { autorange: "reversed" } }), [{ ...reach, padded: false }])).toEqual([10, 0]);
    expect(rangeOf(axis({ kind: "date", settings: { range: ["2024-01-01", "2024-01-02"] } }), [])[0]).toBe(
      Date.UTC(2024, 0, 1),
    );
    expect(rangeOf(axis({ settings: { rangemode: "tozero" } }), [{ low: 3, high: 4, padded: true }])[0]).toBe(0);
  });

  it("is never empty", () => {
    for (const reaches of [[], [{ low: 3, high: 3, padded: true }], [{ low: Number.NaN, high: 1, padded: true }]]) {
      for (const kind of ["linear", "log", "date", "category"] as const) {
        const [low, high] = rangeOf(axis({ kind, settings: { range: [5, 5] } }), reaches);
        expect(high).toBeGreaterThan(low);
      }
    }
  });
});

it("the smallest step is that between neighbours", () => {
  expect(smallestStep(axis(), [3, 1, 1, 1.5])).toBe(0.5);
  expect(smallestStep(axis(), [2])).toBe(1);
  expect(smallestStep(axis({ kind: "category" }), [0, 5])).toBe(1);
});
