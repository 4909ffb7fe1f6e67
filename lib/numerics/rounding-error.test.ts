import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { productError, sumError } from "./rounding-error.ts";

fc.configureGlobal({ seed: 20261115 });

/** Integers of 53 bits, so that BigInt can hold the exact answer. */
const integer = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });

describe("sumError", () => {
  it("is what rounding the sum lost, in either order of the terms", () => {
    fc.assert(
      fc.property(integer, integer, fc.integer({ min: 0, max: 60 }), (a, b, shift) => {
        const large = Number(BigInt(a) << BigInt(shift));
        const sum = large + b;
        const lost = BigInt(large) + BigInt(b) - BigInt(sum);
        expect(BigInt(sumError(large, b, sum))).toBe(lost);
        expect(BigInt(sumError(b, large, sum))).toBe(lost);
      }),
    );
  });
});

describe("productError", () => {
  it("is what rounding the product lost", () => {
    fc.assert(
      fc.property(integer, integer, (a, b) => {
        expect(BigInt(productError(a, b, a * b))).toBe(BigInt(a) * BigInt(b) - BigInt(a * b));
      }),
    );
  });
});
