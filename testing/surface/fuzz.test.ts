import { describe, expect, it } from "vitest";
import * as library from "../../lib/index.ts";
import { stream } from "../../lib/random/index.ts";
import { positive, record } from "./arguments.ts";
import { fuzz, takes, useStreams } from "./fuzz.ts";
import { functionsOf, SURFACE } from "./surface.ts";

const RUNS = 24;

useStreams((seed) => stream(seed, "fuzz"));

describe("the registry of public functions", () => {
  it.each(SURFACE)("knows how to call every function of lib/$folder, and no other", ({ functions, entries }) => {
    expect(Object.keys(entries).toSorted()).toEqual(Object.keys(functions).toSorted());
  });

  it("has every function of the first door behind a door of its own", () => {
    const known = new Set(SURFACE.flatMap(({ functions }) => Object.values(functions)));
    expect(Object.values(functionsOf(library)).filter((each) => !known.has(each))).toEqual([]);
  });
});

describe.each(SURFACE)(
  "every function of lib/$folder answers in its range or refuses by name",
  ({ functions, entries }) => {
    it.each(Object.keys(entries))("%s", (name) => {
      fuzz(functions[name], entries[name], RUNS);
    });
  },
);

describe("the fuzz", () => {
  const entry = takes([positive], { range: [0, 1] });

  it.each([
    ["NaN", () => Number.NaN],
    ["undefined", () => undefined],
    ["Infinity", () => Infinity],
    ["a number out of range", () => 1.5],
    ["an error that names nothing", () => new Array(-1).length],
    ["NaN for an argument passed over", () => 0.5],
    ["NaN within what is returned", () => ({ mean: [0, Number.NaN] })],
    ["a law whose mass is NaN", () => ({ kind: "discrete", support: [0], neglected: 0, logMass: () => Number.NaN })],
    ["an interval upside down", () => ({ lower: 1, upper: 0 })],
  ])("catches %s", (_, broken) => {
    expect(() => fuzz(broken, entry, 100)).toThrow("Property failed");
  });

  const good = (x: unknown) => {
    if (!(typeof x === "number" && x > 0 && x < Infinity)) throw new RangeError(`x must be positive, got ${String(x)}`);
    return x / (1 + x) || 0;
  };
  const named = takes([record({ x: positive })], { range: [0, 1], infinite: true });

  it.each<readonly [string, (given: never) => unknown, typeof entry, string]>([
    ["a flag for a number", (x: unknown) => good(x === true ? 1 : x), entry, "0: boolean in place of number taken"],
    ["a list for a number", (x: unknown) => good(Array.isArray(x) ? 1 : x), entry, "0: list in place of number taken"],
    ["a plain TypeError", ({ x }: { x: number }) => good(x), named, "0: undefined in place of object TypeError: "],
    [
      "a name that nothing reads",
      (given: { x: number } | undefined) => good(given?.x),
      named,
      "0: a name that nothing reads was passed over",
    ],
  ])("catches %s", (_, broken, of, fault) => {
    expect(() => fuzz(broken as never, of, 1)).toThrow(fault);
  });

  it("lets a function pass that answers or refuses", () => {
    expect(() => fuzz(good, takes([positive], { range: [0, 1], infinite: true, free: /./ }), 100)).not.toThrow();
  });
});
