import { describe, expect, it } from "vitest";
import { bareSession } from "../reference/bare-session.ts";

describe("a property with the name of a keyword that is written with escapes", () => {
  it.each([
    ["({ v\\u0061r: 4 }).var", 4],
    ["({ v\\u0061\\u0072: 4 }).v\\u{61}r", 4],
    ["({ \\u0069f: 4 }).i\\u{0066}", 4],
    ["class A { static cl\\u0061ss = 4 } A.class", 4],
    ["const { n\\u0065w: four } = { new: 4 }; four", 4],
    ["({ t\\u0072ue() { return 4 } })?.tr\\u0075e()", 4],
    ["'v\\u0061r' + /v\\u0061r/.test('var') + `v\\u0061r` + ({ v\\u0061r: 4 }).var", "vartruevar4"],
    ["let v\\u0061riable = 3; variable + ({ v\\u0061r: 1 }).var", 4],
  ])("is one: %s", (code, value) => {
    expect(bareSession()(code)).toBe(value);
  });

  it.each(["v\\u0061r x = 1", "0;\nlet cl\\u0061ss = 1", "ret\\u0075rn"])("is no keyword elsewhere: %s", (code) => {
    expect(() => bareSession()(code)).toThrow(expect.objectContaining({ name: "SyntaxError" }));
  });
});
