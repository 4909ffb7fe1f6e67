import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "./reference/notebook.ts";

let notebook: Notebook;
beforeAll(() => {
  notebook = new Notebook();
});
afterAll(() => notebook.close());

describe("builtins newer than the Node that runs", () => {
  it.each([
    ["JSON.stringify(Object.groupBy([1, 2, 3], (x) => (x % 2 ? 'odd' : 'even')))", `'{"odd":[1,3],"even":[2]}'`],
    ["Map.groupBy([1, 2, 3], (x) => x > 1).get(true)?.length", "2"],
    ["const later = Promise.withResolvers<number>(); later.resolve(7); await later.promise", "7"],
    ["await Promise.try(() => 8)", "8"],
    ["(await Array.fromAsync((async function* () { yield 1; yield 2 })())).length", "2"],
    ["new ArrayBuffer(4).transfer(8).byteLength", "8"],
    ["[...new Set([1, 2]).union(new Set([2, 3]))].join()", "'1,2,3'"],
    ["[...new Set([1, 2]).symmetricDifference(new Set([2, 3]))].join()", "'1,3'"],
    ["new Set([1]).isSubsetOf(new Set([1, 2]))", "true"],
    ["[1, 2, 3].values().map((x) => 2 * x).filter((x) => x > 2).take(1).toArray().join()", "'4'"],
    ["new Map([[1, 2]]).keys().reduce((sum, x) => sum + x, 10)", "11"],
    ["Iterator.from({ next: () => ({ done: true, value: 1 }) }).toArray().length", "0"],
    ["function* twice() { yield 1; yield 1 } twice() instanceof Iterator", "true"],
    [
      "let closed = 0; { using stack = new DisposableStack(); stack.defer(() => closed++); stack.defer(() => closed++) } closed",
      "2",
    ],
    ["RegExp.escape('a.b').includes('.b')", "true"],
    ["Math.sumPrecise([1e20, 0.1, -1e20])", "0.1"],
    ["new Uint8Array([255, 0]).toHex()", "'ff00'"],
    ["Error.isError(new SuppressedError(1, 2, 'both'))", "true"],
  ])("%s", async (code, shown) => {
    const { text, errors } = await notebook.run(code);
    expect([errors, text]).toEqual([[], shown]);
  });

  it("look as the builtin does once used, and can be replaced", async () => {
    const described = "JSON.stringify(Object.getOwnPropertyDescriptor(Set.prototype, 'union'))";
    await notebook.run("new Set().union");
    expect((await notebook.run(described)).text).toBe(`'{"writable":true,"enumerable":false,"configurable":true}'`);
    expect(
      (await notebook.run("Set.prototype.difference = () => new Set([9]); new Set().difference(new Set()).size")).text,
    ).toBe("1");
    expect((await notebook.run("const own = []; for (const name in new Set()) own.push(name); own.length")).text).toBe(
      "0",
    );
  });
});
