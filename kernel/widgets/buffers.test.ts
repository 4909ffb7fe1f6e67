import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { putBuffers, takeBuffers } from "./buffers.ts";

describe("buffers", () => {
  it("are taken out of a state with their paths, whatever view they have", () => {
    const state = { a: new Uint8Array([1]), b: [1, { c: new Float64Array([2]) }], d: new ArrayBuffer(3), e: "x" };
    const split = takeBuffers(state);
    expect(split.state).toEqual({ a: null, b: [1, { c: null }], d: null, e: "x" });
    expect(split.paths).toEqual([["a"], ["b", 1, "c"], ["d"]]);
    expect(split.buffers.map(({ length }) => length)).toEqual([1, 8, 3]);
    expect(state.a).toEqual(new Uint8Array([1]));
  });

  it("come back to their places", () => {
    const bytes = fc.uint8Array({ maxLength: 4 });
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        bytes,
        fc.integer(),
        fc.array(tie("value")),
        fc.dictionary(fc.string(), tie("value")),
      ),
    })).value;
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (state) => {
        const { state: rest, paths, buffers } = takeBuffers(state);
        const received = JSON.parse(JSON.stringify(rest));
        putBuffers(received, JSON.parse(JSON.stringify(paths)), buffers);
        expect(received).toEqual(JSON.parse(JSON.stringify(rest)) && state);
      }),
    );
  });

  it.each([
    [[["missing", "x"]]],
    [[["list", 5]]],
    [[["list", "length"]]],
    [[["list", -1]]],
    [[["__proto__", "polluted"]]],
    [[["constructor", "prototype", "polluted"]]],
    [[["list", "__proto__", "polluted"]]],
    [[[{}]]],
    [[[]]],
    [[7]],
    [7],
  ])("go nowhere by the path %j", (paths) => {
    const state = { list: [1], text: "x" };
    putBuffers(state, paths, [new Uint8Array([1])]);
    expect(state).toEqual({ list: [1], text: "x" });
    expect(Object.getPrototypeOf(state)).toBe(Object.prototype);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    expect(Reflect.get([], "polluted")).toBeUndefined();
  });
});
