import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import type { Rich } from "./mime-bundle.ts";
import { displaySymbol, richOf } from "./rich-value.ts";

/** The first eight bytes of every PNG (W3C PNG specification, section 5.2). */
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

function dataOf(value: unknown): Rich["data"] {
  return (richOf(value) as Rich).data;
}

describe("a value", () => {
  it("shows itself by the display symbol, with a text for those who know nothing better", () => {
    const figure = { [displaySymbol]: () => ({ "image/png": png, "application/x+json": { a: [1] } }) };
    const data = dataOf(figure);
    expect(data["image/png"]).toBe(Buffer.from(png).toString("base64"));
    expect(data["application/x+json"]).toEqual({ a: [1] });
    expect(typeof data["text/plain"]).toBe("string");
  });

  it("that is a proxy is shown without its traps", () => {
    const calls: string[] = [];
    const trap = (name: string) => () => {
      calls.push(name);
      throw new Error(name);
    };
    const names = ["get", "has", "ownKeys", "getPrototypeOf", "getOwnPropertyDescriptor"];
    const traps = Object.fromEntries(names.map((name) => [name, trap(name)]));
    for (const target of [{ a: 1 }, [{ a: 1 }], { data: [], layout: {} }, () => 1]) {
      const proxy: unknown = new Proxy(target, traps);
      expect(Object.keys(dataOf(proxy))).toEqual(["text/plain"]);
      expect(dataOf([proxy])["text/plain"]).toBeTypeOf("string");
    }
    expect(calls).toEqual([]);
    expect(dataOf(new Proxy({ a: 1 }, traps))["text/plain"]).toBe("{ a: 1 }");
  });

  it("of a million properties is shown by its first ones", () => {
    const large = Object.fromEntries(Array.from({ length: 1_000_000 }, (_, index) => [`key${index}`, index]));
    const text = String(dataOf(large)["text/plain"]);
    expect(text.startsWith("{\n  key0: 0,\n")).toBe(true);
    expect(text.length).toBeLessThan(110_000);
    expect(text).toMatch(/\n {2}key\d+: \d+,\n\.\.\. \d+ more characters$/);
  });

  it("may promise its display", async () => {
    const rich = richOf({ [displaySymbol]: async () => ({ "text/plain": "later" }) });
    expect(rich).toBeInstanceOf(Promise);
    expect(await rich).toEqual({ data: { "text/plain": "later" }, metadata: {} });
  });

  it("may give metadata", () => {
    const value = { [displaySymbol]: () => ({ data: { "text/plain": "x" }, metadata: { width: 3 } }) };
    expect(richOf(value)).toEqual({ data: { "text/plain": "x" }, metadata: { width: 3 } });
  });

  it("whose display is no bundle is refused", () => {
    expect(() => richOf({ [displaySymbol]: () => 5 })).toThrow("a display must be an object of MIME types, got 5");
  });

  it.each([
    ["image/png", [...png]],
    ["image/jpeg", [0xff, 0xd8, 0xff, 0xe0]],
    ["image/gif", [...Buffer.from("GIF89a")]],
  ])("that begins as %s is an image", (type, bytes) => {
    expect(dataOf(Uint8Array.from(bytes))[type]).toBe(Buffer.from(bytes).toString("base64"));
  });

  it("with data and layout is a Plotly figure with a picture", async () => {
    const figure = { data: [{ type: "scatter", y: new Float64Array([1, 2]) }], layout: { title: "t" } };
    const { data, metadata } = await richOf(figure);
    expect(data["application/vnd.plotly.v1+json"]).toEqual({
      data: [{ type: "scatter", y: [1, 2] }],
      layout: { title: "t" },
    });
    expect(String(data["image/png"])).toMatch(/^iVBORw0KGgo/); // the signature of a PNG in base64
    expect(metadata).toEqual({ "image/png": { width: 700, height: 450 } });
    expect(data["text/plain"]).toBe('Plotly figure "t": 1 trace (scatter).');
    expect(dataOf({ data: 1, layout: {} })["application/vnd.plotly.v1+json"]).toBeUndefined();
  });

  it("that cannot be shown better is shown as text", async () => {
    const fail = () => {
      throw new Error("trap");
    };
    const circular: { data: object[]; layout: object; self?: object } = { data: [{ y: [1n] }], layout: {} };
    circular.self = circular;
    circular.layout = { circular };
    class Secret {
      kept = 1;
      [Symbol.for("nodejs.util.inspect.custom")](): string {
        throw new Error("inspect");
      }
    }
    const texts = new Map<unknown, RegExp>([
      [{ data: [{ y: [1n] }], layout: {} }, /Plotly figure|1n/],
      [circular, /Circular/],
      [Object.defineProperty({ layout: {} }, "data", { get: fail, enumerable: true }), /Getter/],
      [[Object.defineProperty({}, "a", { get: fail, enumerable: true })], /a: \[Getter\]/],
      [new Secret(), /Secret \{ kept: 1 \}/],
      [new Proxy({ a: 1 }, { get: fail, has: fail, getPrototypeOf: fail, ownKeys: fail }), /a: 1/],
      [new Proxy(() => 0, { get: fail, getPrototypeOf: fail }), /Function/],
    ]);
    for (const [value, text] of texts) {
      const { data } = await richOf(value);
      expect(stripVTControlCharacters(String(data["text/plain"]))).toMatch(text);
    }
  });

  it("that is lone is plain text, a structure coloured text", () => {
    expect(dataOf(42)).toEqual({ "text/plain": "42" });
    expect(dataOf("x")).toEqual({ "text/plain": "'x'" });
    expect(dataOf({ a: 1 })["text/plain"]).toBe("{ a: 1 }");
    expect(stripVTControlCharacters(String(dataOf(new Map([["k", [1]]]))["text/plain"]))).toBe(
      "Map(1) { 'k' => [ 1 ] }",
    );
  });
});
