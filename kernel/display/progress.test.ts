import { describe, expect, it } from "vitest";
import { progress } from "./progress.ts";
import { type Shown, setScreen } from "./screen.ts";

/** What the bar of a loop looks like after it. */
function lastOf(loop: () => void): Readonly<Record<string, unknown>> {
  const shown: Shown[] = [];
  setScreen({ show: (each) => void shown.push(each), clear: () => {}, waitFor: () => {}, nextId: () => "id" });
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
    expect(full["text/plain"]).toMatch(/^\[#{30}\] 3\/3 · 100 %$/);
  });

  it("asks functions for the total and the label whenever it is drawn", () => {
    let total = 2;
    let label = "first";
    const shown: Shown[] = [];
    setScreen({ show: (each) => void shown.push(each), clear: () => {}, waitFor: () => {}, nextId: () => "id" });
    for (const _ of progress(["a", "b", "c", "d"], { total: () => total, label: () => label })) {
      total = 4;
      label = "second";
    }
    const texts = shown.map(({ data }) => data["text/plain"]);
    expect(texts[0]).toBe(`[${"-".repeat(30)}] first · 0/2 · 0 %`);
    expect(texts.at(-1)).toMatch(/^\[#{30}\] second · 4\/4 · 100 %$/);
    expect(() => [...progress([1], { total: () => -1 })]).toThrow(
      new RangeError("total must be a non-negative integer, got -1"),
    );
  });

  it("ends when the cell is interrupted, and stays as it is then", () => {
    const controller = new AbortController();
    const key = Symbol.for("Jupyter.cell");
    Object.defineProperty(globalThis, key, { value: { signal: controller.signal }, configurable: true });
    try {
      const shown: Shown[] = [];
      setScreen({ show: (each) => void shown.push(each), clear: () => {}, waitFor: () => {}, nextId: () => "id" });
      const iterator = progress(letters())[Symbol.iterator]();
      iterator.next();
      controller.abort();
      expect(shown.at(-1)?.data["text/plain"]).toMatch(/^0 · stopped after /);
      const { length } = shown;
      for (let step = iterator.next(); !step.done; step = iterator.next());
      expect(shown.length).toBe(length);
    } finally {
      Reflect.deleteProperty(globalThis, key);
    }
  });

  it("ends with a bar that does not move where it was left early", () => {
    const left = lastOf(() => {
      for (const _ of progress(letters())) break;
    });
    expect(left["text/html"]).toContain('value="0"');
    expect(left["text/plain"]).toMatch(/^0 · stopped after /);
  });
});
