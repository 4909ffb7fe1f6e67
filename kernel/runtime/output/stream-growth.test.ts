import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pace } from "../../front/output-pace.ts";
import { charactersAfter, isTooMuch, mostBytesOf, waitAfter } from "./stream-growth.ts";

describe("the growth of stream messages", () => {
  it("lets the first text wait for 20 ms, and none for more than a second", () => {
    expect([0, 1000, 20_000].map(waitAfter)).toEqual([20, 20, 20]);
    expect([100_000, 1e6, 1e9].map(waitAfter)).toEqual([100, 1000, 1000]);
  });

  it("joins as much as went before, from a quarter of a million characters on", () => {
    expect([0, 500_000, 1e9].map(charactersAfter)).toEqual([262_144, 500_000, 786_000]);
  });

  it("makes few messages of a million lines", () => {
    let printed = 0;
    let messages = 0;
    for (; printed < 11_888_890; messages++) printed += charactersAfter(printed);
    expect(messages).toBeLessThan(20);
  });

  it("bounds the size of a message from above", () => {
    const codeUnit = fc.oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0xffff }));
    const text = fc.array(codeUnit, { maxLength: 20 }).map((units) => String.fromCharCode(...units));
    fc.assert(fc.property(text, (each) => Buffer.byteLength(JSON.stringify(each)) - 2 <= mostBytesOf(each)));
  });

  it("leaves no message larger than what a Jupyter server takes, with room for its headers", () => {
    const headers = 10_000;
    expect(isTooMuch(pace.bytes - headers)).toBe(true);
    const said = 65_600; // what the runtime says at once, of a flood
    const characters = said * Math.ceil(charactersAfter(Number.MAX_VALUE) / said);
    const usual = "line 123456\n".repeat(characters / 12);
    expect(3 * Buffer.byteLength(JSON.stringify(usual))).toBeLessThan(pace.bytes - headers);
    expect(isTooMuch(mostBytesOf(usual))).toBe(false);
  });
});
