import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shownValue } from "./shown-value.ts";

/** What Node prints, on one line. */
function byNode(value: unknown): string {
  return inspect(value, { depth: 8, breakLength: Infinity, compact: 8, maxArrayLength: 1000 });
}
const plain = (text: string) => text.replaceAll(/\s+/g, " ");

class Table {
  readonly rows = 2;
  readonly #secret = 1;
  get secret() {
    return this.#secret;
  }
}
const holed = [1, 2, 3, 4];
delete holed[1];
delete holed[2];

describe("a shown value", () => {
  it.each<readonly [string, unknown]>([
    ["numbers", [0, -0, 1.5, 1e-300, NaN, -Infinity, 10n]],
    ["texts", ["a", "it's", `it's "so"`, "a\nb\\"]],
    ["nothing", [undefined, null, true, Symbol("a")]],
    ["objects", { a: 1, "b-c": { d: [[]] }, 3: {}, f() {}, g: () => 1, H: Table }],
    ["lists", [Float64Array.of(1, -0), new Uint8Array(0), holed, new Array(2), Object.assign([1], { size: 1 })]],
    ["collections", [new Map<unknown, unknown>([["a", { b: 1 }]]), new Set([1, "a"]), new Map(), new Set()]],
    ["classes", [new Table(), Object.create(null), Object.assign(Object.create(null), { a: 1 }), /a/g]],
    [
      "getters",
      {
        get a() {
          return 1;
        },
        set b(_: number) {},
        get c() {
          return 1;
        },
        set c(_: number) {},
      },
    ],
    ["depth", [[[[[[[[[[[[1]]]]]]]]]]]]],
    ["length", Array.from({ length: 1003 }, (_, k) => k)],
    ["functions", [() => 1, function named() {}, async () => 1, class {}]],
  ])("is as Node prints it: %s", (_, value) => {
    expect(plain(shownValue(value))).toBe(plain(byNode(value)));
  });

  it("is as Node prints it, whatever JSON holds", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(plain(shownValue(value))).toBe(plain(byNode(value)));
      }),
    );
  });

  it("has an end where a value has none, throws, or shows itself", () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(shownValue(circle)).toBe("{ self: [Circular *1] }");
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no");
        },
      },
    );
    expect(shownValue([hostile])).toBe("[ [unreadable] ]");
    expect(shownValue("a".repeat(30_000))).toMatch(/^'a{19999} \.\.\. 10002 more letters$/);
    expect(shownValue({ [Symbol.for("nodejs.util.inspect.custom")]: () => "a table" })).toBe("a table");
    expect(shownValue(new RangeError("epsilon is -1"))).toBe("RangeError: epsilon is -1");
  });
});
