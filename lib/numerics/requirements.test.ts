import { describe, expect, it } from "vitest";
import {
  refuse,
  refuseData,
  requireFiniteData,
  requireIntegerData,
  requireList,
  requirePositive,
} from "./requirements.ts";

describe("a refusal", () => {
  it("names the parameter and shows its value", () => {
    expect(() => requirePositive({ epsilon: -1 })).toThrow("epsilon must be positive and finite, got -1");
    expect(() => refuse("rule", "a name", "x")).toThrow('rule must be a name, got "x"');
  });

  it("says what sort of value an object or a function is, whatever it is made of", () => {
    const hostile = { toString: () => "Infinity" };
    for (const value of [{ a: 1 }, Object.create(null), hostile]) {
      expect(() => refuse("names", "a list", value)).toThrow(new RangeError("names must be a list, got an object"));
    }
    expect(() => refuse("column", "a column", Boolean)).toThrow("column must be a column, got a function");
  });

  it("of data names it and does not show it", () => {
    const hidden = "got a value that is not shown";
    expect(() => refuseData("a record", "a bit")).toThrow(`a record must be a bit, ${hidden}`);
    expect(() => requireFiniteData({ value: Number.NaN })).toThrow(`value must be finite, ${hidden}`);
    expect(() => requireIntegerData({ value: 0.5 }, Number.MIN_SAFE_INTEGER)).toThrow(
      `value must be an integer, ${hidden}`,
    );
    expect(() => requireIntegerData({ count: -3 }, 0)).toThrow(`count must be an integer of at least 0, ${hidden}`);
  });
});

describe("requireList", () => {
  it("takes arrays and typed arrays, of a length if one is given", () => {
    expect(() => requireList("records", [])).not.toThrow();
    expect(() => requireList("records", Float64Array.of(1, 2), 2)).not.toThrow();
    expect(() => requireList("records", [undefined], 1)).not.toThrow();
    expect(() => requireList("bits", [1, 0], 3)).toThrow("bits must be of length 3, got an array of length 2");
  });

  it("refuses holes by their place, and what is no list by its kind", () => {
    const holed = [1, 2, 3];
    delete holed[1];
    expect(() => requireList("records", holed)).toThrow("records[1] must be given, got a hole");
    expect(() => requireList("records", undefined as never)).toThrow(
      "records must be an array or a typed array, got undefined",
    );
    expect(() => requireList("records", "a-secret" as never)).toThrow("got a string");
    expect(() => requireList("records", { length: 2 } as never)).toThrow("got an object");
  });
});
