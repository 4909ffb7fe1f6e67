import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { libraryNames } from "../reference/library-names.ts";
import { Notebook } from "../reference/notebook.ts";

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
    [
      "const gone = new ArrayBuffer(8); gone.transfer(); [gone.detached, new ArrayBuffer(1).detached]",
      "[ true, false ]",
    ],
    ["const view = new DataView(new ArrayBuffer(2)); view.setFloat16(0, 1.5); view.getFloat16(0)", "1.5"],
    [
      "const counts = new Map([['a', 1]]); [counts.getOrInsert('a', 5), counts.getOrInsertComputed('b', () => 6)]",
      "[ 1, 6 ]",
    ],
    ["const bytes = new Uint8Array(2); [bytes.setFromHex('ff01').written, bytes[0]]", "[ 2, 255 ]"],
    ["let ended = 0; { using one = (function* () { try { yield 1 } finally { ended++ } })(); one.next() } ended", "1"],
    ["[Symbol.metadata.toString(), (class {})[Symbol.metadata]]", "[ 'Symbol(Symbol.metadata)', null ]"],
    ["const odd = [].values(); odd.flatMap = 7; [odd.flatMap, typeof [].values().flatMap]", "[ 7, 'function' ]"],
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

/** Not in core-js, and too much to make: an error tells whoever uses them where Node lacks them. */
const missing = [
  "Temporal.",
  "Atomics.pause",
  "AsyncIteratorObject.[Symbol.asyncDispose]",
  "Date.toTemporalInstant",
  "Float16Array",
  "Intl.DurationFormat",
  "Intl.Locale.get",
  "SuppressedError.error", // an error's own
  "SuppressedError.suppressed",
];

describe("what the newest declarations name", () => {
  it("is there", async () => {
    const names = libraryNames();
    expect(names.length).toBeGreaterThan(150);
    for (const each of ["ArrayBuffer.detached", "Set.union", "IteratorObject.map", ".Iterator", "Array.flatMap"])
      expect([each, names.some(({ owner, name }) => `${owner}.${name}` === each)]).toEqual([
        each,
        each !== "Array.flatMap",
      ]);
    const code = `
      const absent = [];
      const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
      const asyncIterators = Object.getPrototypeOf(Object.getPrototypeOf((async function* () {}).prototype));
      const special = { IteratorObject: iterators, AsyncIteratorObject: asyncIterators };
      for (const { owner, namespace, name } of ${JSON.stringify(names)}) {
        const scope = namespace === "" ? globalThis : (globalThis[namespace] ?? {});
        const made = owner.replace(/Constructor$/, "");
        const one = scope[owner];
        const place =
          owner === "" ? scope
          : special[owner] ?? (typeof one === "function" ? one.prototype : one ?? (made === owner ? undefined : scope[made]));
        if (place === undefined || place === null) continue; // a type alone
        const key = name.startsWith("[") ? Symbol[name.slice(8, -1)] : name;
        if (key === undefined || !(key in place)) absent.push([namespace, owner, name].filter(Boolean).join("."));
      }
      JSON.stringify(absent)`;
    const { text = "", errors } = await notebook.run(code);
    expect(errors).toEqual([]);
    const absent = JSON.parse(text.slice(1, -1)) as string[];
    expect(absent.filter((name) => !missing.some((one) => name.startsWith(one)))).toEqual([]);
  });
});
