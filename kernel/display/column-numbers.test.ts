import { describe, expect, it } from "vitest";
import { columnFormat, requireDigits } from "./column-numbers.ts";

const column = (numbers: readonly number[], digits?: number) => numbers.map(columnFormat(numbers, digits));

describe("the numbers of a column", () => {
  it.each<[readonly number[], number | undefined, readonly string[]]>([
    [[1, 10, -3], undefined, ["1", "10", "-3"]],
    [[0.1, 0.5, 1], undefined, ["0.1", "0.5", "1.0"]],
    [[1 / 3, 2 / 3], undefined, ["0.333333", "0.666667"]],
    [[1 / 3, 1234.5], 3, ["0.333", "1234.500"]],
    [[22 / 7], 3, ["3.14"]],
    [[9.9996], 4, ["10"]],
    [[0, 0.25, Number.NaN, -Infinity], undefined, ["0.00", "0.25", "NaN", "-Infinity"]],
    [[1e-12, 0.5], undefined, ["1e-12", "5e-1"]],
    [[1.5e-12, 2], undefined, ["1.5e-12", "2.0e+0"]],
    [[1e21, 0.5], undefined, ["1e+21", "5e-1"]],
    [[], undefined, []],
  ])("%j to %s digits are %j", (numbers, digits, texts) => expect(column(numbers, digits)).toEqual(texts));

  it("have their points below each other, and show their digits", () => {
    const numbers = [Math.PI, 100 * Math.E, -0.001234567];
    const texts = column(numbers);
    expect(new Set(texts.map((text) => text.length - text.indexOf("."))).size).toBe(1);
    texts.forEach((text, k) => {
      expect(Number(Number(text).toPrecision(6))).toBe(Number(numbers[k].toPrecision(6)));
    });
  });

  it.each([0, 18, 2.5, "3", Number.NaN])("have no %j digits", (digits) => {
    expect(() => requireDigits(digits)).toThrow(`digits must be a whole number from 1 to 17, got ${String(digits)}`);
  });
});
