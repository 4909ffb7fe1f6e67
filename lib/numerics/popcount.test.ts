import fc from "fast-check";
import { expect, it } from "vitest";
import { popcount } from "./popcount.ts";

it("counts the ones of the binary form, of any 32 bits", () => {
  for (const [bits, count] of [
    [0, 0],
    [1, 1],
    [0x80000000, 1],
    [-1, 32],
    [0xffffffff, 32],
    [0b1011, 3],
  ])
    expect(popcount(bits)).toBe(count);
  fc.assert(fc.property(fc.nat(0xffffffff), (bits) => popcount(bits) === bits.toString(2).replaceAll("0", "").length));
});
