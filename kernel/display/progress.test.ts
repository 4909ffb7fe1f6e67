import { describe, expect, it } from "vitest";
import { progress } from "./progress.ts";
import { type Shown, setScreen } from "./screen.ts";

/** What the bar of a loop looks like after it. */
function lastOf(loop: () => void): Readonly<Record<string, unknown>> {
  const shown: Shown[] = [];
  setScreen({ show: (each) => void shown.push(each), clear: () => {}, waitFor: () => {} });
  loop();
  return shown.at(-1)?.data ?? {};
}

function* letters(): Generator<string> {
  yield* ["a", "b", "c"];
}

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

  it("ends with a full bar, also where it did not know how many there would be", () => {
    const full = lastOf(() => {
      for (const _ of progress(letters()));
    });
    expect(full["text/html"]).toContain('value="1"');
    expect(full["text/plain"]).toMatch(/^\[#{30}\] 3\/3 · 100 % · /);
  });

  it("ends with a bar that does not move where it was left early", () => {
    const left = lastOf(() => {
      for (const _ of progress(letters())) break;
    });
    expect(left["text/html"]).toContain('value="0"');
    expect(left["text/plain"]).toMatch(/^0 · stopped after /);
  });
});
