import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { POWER_OFFSET, powersOfTwo } from "./float64.ts";
import { convolutionKernel, OnlineConvolution } from "./online-convolution.ts";
import { pow } from "./power.ts";

const UNIT = powersOfTwo[POWER_OFFSET - 53];
const GRAIN = powersOfTwo[POWER_OFFSET - 52];
/** Kernels that fall slowly and fast, and one that ends. */
const KERNELS = {
  slow: (d: number) => 0.08 / Math.sqrt(d + 1),
  fast: (d: number) => 0.43749 / pow(d + 1, 1.6),
  flat: () => 0.3,
} as const;
const listed = (at: (d: number) => number, end = Infinity) =>
  convolutionKernel((count) => Float64Array.from({ length: Math.min(count, end) }, (_, d) => at(d)));

/** Numbers from 0 to 2^32 - 1 without a pattern. */
const scrambled = (t: number) => Math.imul(Math.imul(t + 1, 0x9e3779b1) ^ (t >>> 3), 0x85ebca6b) >>> 0;
const amountsOf = (length: number, share: number) =>
  Float64Array.from({ length }, (_, t) => (scrambled(t) < share * 4294967296 ? 1 + (scrambled(t) % 3) : 0));

/** The sum at a position, in whole multiples of 2^-52, in which the values of the kernel are given: exact up to the last rounding. */
function directSum(amounts: Float64Array, at: (d: number) => number, position: number): number {
  let sum = 0n;
  for (let s = 0; s <= position; s++) {
    if (amounts[s] !== 0) sum += BigInt(amounts[s]) * BigInt(at(position - s) / GRAIN);
  }
  return Number(sum) * GRAIN;
}

/** Values at every position; amounts[s] is added before the value at s is read. */
function valuesOf(convolution: OnlineConvolution, amounts: Float64Array, from = 0): number[] {
  return Array.from(amounts.subarray(from), (amount, k) => {
    if (k > 0) convolution.advance();
    convolution.add(amount);
    return convolution.value;
  });
}

describe("an online convolution", () => {
  it.each(Object.entries(KERNELS))("with a %s kernel is the direct sum, within its error", (_, at) => {
    // Values of the kernel are multiples of 2^-52, so that the sum in integers is exact.
    const rounded = (d: number) => Math.round(at(d) / GRAIN) * GRAIN;
    const amounts = amountsOf(5000, 0.3);
    const convolution = new OnlineConvolution(listed(rounded));
    let [largest, used] = [0, 0];
    amounts.forEach((amount, position) => {
      if (position > 0) convolution.advance();
      convolution.add(amount);
      if (position % 7 !== 0 && position < 4990) return;
      const { value, transformError } = convolution;
      if (value === 0) return;
      const error = Math.abs(value - directSum(amounts, rounded, position));
      expect(error).toBeLessThanOrEqual(transformError + 100 * UNIT * value);
      largest = Math.max(largest, transformError / value);
      used = Math.max(used, error / (transformError + 100 * UNIT * value));
    });
    // The bound is a real one: neither huge nor far from what happens.
    expect(largest).toBeLessThan(1e-10);
    expect(used).toBeGreaterThan(1e-4);
  });

  it("is the same sum when amounts come by and by at one position", () => {
    const [once, often] = [new OnlineConvolution(listed(KERNELS.fast)), new OnlineConvolution(listed(KERNELS.fast))];
    for (let t = 0; t < 300; t++) {
      once.add(3);
      for (let i = 0; i < 3; i++) often.add(1);
      expect(often.value).toBe(once.value);
      once.advance();
      often.advance();
    }
  });

  it("continues from its amounts with the same bits", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1500 }), fc.integer({ min: 0, max: 300 }), (before, after) => {
        const amounts = amountsOf(before + after, 0.2);
        const kernel = listed(KERNELS.slow);
        const values = valuesOf(new OnlineConvolution(kernel), amounts);
        const resumed = OnlineConvolution.at(kernel, amounts.subarray(0, before));
        expect(resumed.position).toBe(before - 1);
        expect(resumed.value).toBe(values[before - 1]);
        for (let t = before; t < amounts.length; t++) {
          resumed.advance();
          resumed.add(amounts[t]);
          expect(resumed.value).toBe(values[t]);
        }
        const whole = new OnlineConvolution(kernel);
        valuesOf(whole, amounts);
        expect(resumed.transformError).toBe(whole.transformError);
      }),
      { numRuns: 30 },
    );
  });

  it("takes a kernel that ends for one of zeros behind", () => {
    const amounts = amountsOf(700, 0.5);
    const ended = valuesOf(new OnlineConvolution(listed(KERNELS.slow, 500)), amounts);
    const zeros = valuesOf(new OnlineConvolution(listed((d) => (d < 500 ? KERNELS.slow(d) : 0))), amounts);
    expect(ended).toEqual(zeros);
  });

  it("refuses an amount below 0 and stays as it was", () => {
    const convolution = new OnlineConvolution(listed(KERNELS.fast));
    convolution.add(2);
    expect(() => convolution.add(-1)).toThrow("amount must be non-negative and finite, got -1");
    expect(() => convolution.add(Number.NaN)).toThrow("amount");
    expect(convolution.amounts).toEqual(Float64Array.of(2));
  });
});
