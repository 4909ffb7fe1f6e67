import { describe, expect, it } from "vitest";
import { progress } from "./progress.ts";

describe("progress", () => {
  it.each([-1, 2.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses %d steps", (count) => {
    expect(() => progress(count)).toThrow(
      new RangeError(`the number of steps must be a non-negative integer, got ${count}`),
    );
    expect(() => progress([], { total: count })).toThrow(
      new RangeError(`total must be a non-negative integer, got ${count}`),
    );
  });

  it.each([
    [null, "null"],
    [undefined, "undefined"],
    [{ length: 2 }, "object"],
    [true, "boolean"],
  ])("refuses %j, which has no steps", (items, name) => {
    expect(() => progress(items as never)).toThrow(
      new TypeError(`progress needs a number or an iterable, got ${name}`),
    );
  });
});
