import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kernels } from "../assembly/kernels.ts";
import { convolve, fourier, inverseFourier, inverseRealFourier, realFourier, selfConvolve } from "./fourier.ts";
import { compiledFourier } from "./fourier-compiled.ts";
import { plainFourier } from "./fourier-plain.ts";
import { fourierPlan } from "./fourier-plan.ts";
import { readReference } from "./reference/reference.ts";

const reference = readReference("fourier.json");
const SHORT_LENGTHS = [1, 2, 4, 8, 32, 64, 128, 1024];
const EPSILON = 2.220446049250313e-16;
const TWO_64 = 4294967296 * 4294967296;

/** A small generator: uniform on [-1, 1), all 32 bits used. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state / 2147483648;
  };
}

function drawn(length: number, seed: number): Float64Array {
  return Float64Array.from({ length }, generator(seed));
}

function rootMeanSquare(...parts: readonly Float64Array[]): number {
  let sum = 0;
  for (const part of parts) for (const value of part) sum += value * value;
  return Math.sqrt(sum / parts[0].length);
}

function difference(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => value - b[i]);
}

function referenceTransform(length: number) {
  const rows = reference[`length-${length}`].map(({ arguments: [x, y, re], value }) => [x, y, re, value]);
  const [x, y, re, im] = [0, 1, 2, 3].map((i) => Float64Array.from(rows, (row) => row[i]));
  return { x, y, re, im };
}

function bits(values: Float64Array): BigInt64Array {
  return new BigInt64Array(values.buffer, values.byteOffset, values.length);
}

describe("the roots of unity of a plan", () => {
  it("are within two units in the last place of the nearest float64, exact at the eighths", () => {
    let compared = 0;
    for (const point of reference.root) {
      const [m, n, re] = point.arguments;
      const { roots, rootBits } = fourierPlan(n);
      const fine = 1 << rootBits;
      if (m >= fine && m % fine !== 0) continue;
      const at = m < fine ? 2 * m : 2 * (fine + m / fine);
      const slack = (8 * m) % n === 0 ? 0 : EPSILON;
      expect(Math.abs(roots[at] - re)).toBeLessThanOrEqual(slack * Math.abs(re));
      expect(Math.abs(roots[at + 1] - point.value)).toBeLessThanOrEqual(slack * Math.abs(point.value));
      compared++;
    }
    expect(compared).toBeGreaterThanOrEqual(200);
  });
});

describe("fourier", () => {
  it.each(SHORT_LENGTHS)("agrees with the definition in 40 digits at length %i", (length) => {
    const { x, y, re, im } = referenceTransform(length);
    const got = fourier(x, y);
    const error = rootMeanSquare(difference(got.re, re), difference(got.im, im)) / rootMeanSquare(re, im);
    expect(error).toBeLessThan(2.5e-16);
  });

  it.each(SHORT_LENGTHS)("is undone by inverseFourier at length %i", (length) => {
    const { x, y, re, im } = referenceTransform(length);
    const back = inverseFourier(re, im);
    expect(rootMeanSquare(difference(back.re, x), difference(back.im, y))).toBeLessThan(5e-16 * rootMeanSquare(x, y));
  });

  it("comes back at length 2^20 within 5e-16, and keeps the energy", () => {
    const re = drawn(1 << 20, 1);
    const im = drawn(1 << 20, 2);
    const there = fourier(re, im);
    const back = inverseFourier(there.re, there.im);
    expect(rootMeanSquare(difference(back.re, re), difference(back.im, im))).toBeLessThan(
      5e-16 * rootMeanSquare(re, im),
    );
    const ratio = rootMeanSquare(there.re, there.im) / (1024 * rootMeanSquare(re, im));
    expect(Math.abs(ratio - 1)).toBeLessThan(1e-13);
  });

  it.each([16, 256, 4096])("turns a shifted impulse into a pure tone, and back, at length %i", (length) => {
    const table = fourierPlan(length);
    for (const shift of [0, 1, length / 2, length - 1]) {
      const impulse = new Float64Array(length);
      impulse[shift] = 1;
      const tone = fourier(impulse, new Float64Array(length));
      for (let k = 0; k < length; k++)
        expect(Math.abs(tone.re[k] * tone.re[k] + tone.im[k] * tone.im[k] - 1)).toBeLessThan(2e-15);
      const fine = 1 << table.rootBits;
      if (shift === 1) {
        for (let k = 0; k < fine; k++) expect(Math.abs(tone.re[k] - table.roots[2 * k])).toBeLessThan(1e-15);
      }
      const back = fourier(tone.re, tone.im);
      for (let m = 0; m < length; m++) {
        const wanted = m === (length - shift) % length ? length : 0;
        expect(Math.abs(back.re[m] - wanted)).toBeLessThan(4e-15 * length);
      }
    }
  });

  it("is linear", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 12 }),
        fc.integer(),
        fc.double({ min: -4, max: 4, noNaN: true }),
        (log, seed, factor) => {
          const length = 1 << log;
          const [a, b, c, d] = [1, 2, 3, 4].map((i) => drawn(length, seed + i));
          const one = fourier(a, b);
          const other = fourier(c, d);
          const both = fourier(
            a.map((value, i) => value + factor * c[i]),
            b.map((value, i) => value + factor * d[i]),
          );
          const re = difference(both.re, one.re).map((value, i) => value - factor * other.re[i]);
          const im = difference(both.im, one.im).map((value, i) => value - factor * other.im[i]);
          expect(rootMeanSquare(re, im)).toBeLessThan(1e-14 * Math.sqrt(length) * (1 + Math.abs(factor)));
        },
      ),
      { seed: 20261115, numRuns: 40 },
    );
  });
});

describe("realFourier", () => {
  it.each(SHORT_LENGTHS)("agrees with the definition in 40 digits at length %i", (length) => {
    const { x, re, im } = referenceTransform(length);
    const bins = (length >> 1) + 1;
    // The spectrum of the real parts alone is the Hermitian part of the whole.
    const wantedRe = re.slice(0, bins).map((value, k) => (value + re[(length - k) % length]) / 2);
    const wantedIm = im.slice(0, bins).map((value, k) => (value - im[(length - k) % length]) / 2);
    const got = realFourier(x);
    expect(got.re.length).toBe(bins);
    expect(got.im.length).toBe(bins);
    const error = rootMeanSquare(difference(got.re, wantedRe), difference(got.im, wantedIm));
    expect(error).toBeLessThan(2.5e-16 * rootMeanSquare(wantedRe, wantedIm));
  });

  it.each([1, 2, 4, 8, 16, 32, 64, 128, 512, 2048, 1 << 16, 1 << 20])(
    "is undone by inverseRealFourier at length %i",
    (length) => {
      const values = drawn(length, 7);
      const { re, im } = realFourier(values);
      const back = inverseRealFourier(re, im);
      expect(back.length).toBe(length);
      expect(rootMeanSquare(difference(back, values))).toBeLessThan(5e-16 * rootMeanSquare(values));
    },
  );

  it("finds one frequency in a sampled cosine", () => {
    const length = 4096;
    const { roots, rootBits } = fourierPlan(length * length);
    const step = 1 << rootBits; // exp(-2 pi i m / length) stands at regular steps
    const tone = Float64Array.from({ length }, (_, m) => roots[2 * (step + ((37 * m) % length))]);
    const { re, im } = realFourier(tone);
    for (let k = 0; k <= length / 2; k++) {
      expect(Math.abs(re[k] - (k === 37 ? length / 2 : 0))).toBeLessThan(1e-12);
      expect(Math.abs(im[k])).toBeLessThan(1e-12);
    }
  });

  it("does not read the imaginary parts that must vanish when it goes back", () => {
    const { re, im } = realFourier(drawn(256, 3));
    const wanted = inverseRealFourier(re, im);
    im[0] = 5;
    im[128] = -7;
    expect(bits(inverseRealFourier(re, im))).toEqual(bits(wanted));
    expect(im[0]).toBe(5);
  });
});

describe("convolve", () => {
  it.each([1, 2, 4, 8, 16, 64, 128, 512])("agrees with the sum of products at length %i", (length) => {
    const [a, b] = [drawn(length, 11), drawn(length, 12)];
    const got = convolve(a, b);
    for (let m = 0; m < length; m++) {
      let wanted = 0;
      for (let j = 0; j < length; j++) wanted += a[j] * b[(m - j + length) % length];
      expect(Math.abs(got[m] - wanted)).toBeLessThan(4 * EPSILON * length);
    }
  });

  it.each([1, 2, 4, 64, 1024])("raises to a power as repeated products do at length %i", (length) => {
    const values = drawn(length, 21).map((value) => Math.abs(value) / length);
    let wanted: Float64Array = values;
    for (let times = 1; times <= 9; times++) {
      const got = selfConvolve(values, times);
      for (let m = 0; m < length; m++) expect(Math.abs(got[m] - wanted[m])).toBeLessThan(1e-15);
      wanted = convolve(wanted, values);
    }
  });

  it("keeps the mass of 1000 fair steps, which are binomial", () => {
    const step = new Float64Array(1 << 11);
    step[0] = 0.5;
    step[1] = 0.5;
    const law = selfConvolve(step, 1000);
    // A spectrum value's relative error is at most 1000 (3 epsilon), and the absolute values sum up to n times the largest mass.
    const tolerance = 3000 * EPSILON * law[500];
    let choose = 1n; // the exact masses are choose(1000, m) 2^-1000
    for (let m = 0; m <= 1000; m++) {
      const wanted = Number((choose << 64n) >> 1000n) / TWO_64;
      expect(Math.abs(law[m] - wanted)).toBeLessThan(tolerance);
      choose = (choose * BigInt(1000 - m)) / BigInt(m + 1);
    }
  });
});

describe("the compiled transforms", () => {
  const available = kernels();

  it.each([64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536])(
    "give the plain ones' bits at length %i",
    (length) => {
      if (available === undefined) throw new Error("this engine has no WebAssembly");
      const compiled = compiledFourier(available);
      const plan = fourierPlan(length);
      const [re, im] = [drawn(length, length), drawn(length, length + 1)];
      const half = { re: re.slice(0, length / 2 + 1), im: im.slice(0, length / 2 + 1) };
      const small = re.map((value) => Math.abs(value) / length);
      const pairs = [compiled, plainFourier].map((engine) => {
        const complex = engine.complex(plan, { re, im }, 0.25);
        const real = engine.real(plan, re);
        const back = engine.inverseReal(plan, half);
        const product = engine.convolve(plan, re, im);
        const power = engine.selfConvolve(plan, small, 1000);
        return [complex.re, complex.im, real.re, real.im, back, product, power].map(bits);
      });
      for (let i = 0; i < pairs[0].length; i++)
        expect(Buffer.from(pairs[0][i].buffer).equals(Buffer.from(pairs[1][i].buffer))).toBe(true);
    },
  );

  it("take lengths up to 2^22", () => {
    const impulse = new Float64Array(1 << 22);
    impulse[3] = 1;
    const { re, im } = realFourier(impulse);
    expect(re[0]).toBe(1);
    expect(Math.abs(re[1 << 20])).toBeLessThan(1e-15); // a quarter turn for each step: exp(-3 pi i / 2)
    expect(Math.abs(im[1 << 20] - 1)).toBeLessThan(1e-15);
  });
});

describe("bad arguments", () => {
  it("are refused by name", () => {
    const three = new Float64Array(3);
    const four = new Float64Array(4);
    expect(() => fourier(three, three)).toThrow(
      "length must be a power of two from 1 to 16777216 (pad with zeros), got 3",
    );
    expect(() => realFourier(new Float64Array(0))).toThrow("length must be a power of two");
    expect(() => fourier(four, three)).toThrow("im must be of the same length as re, 4, got an array of length 3");
    expect(() => inverseRealFourier(four, four)).toThrow("length must be a power of two");
    expect(() => realFourier([1, 2] as unknown as Float64Array)).toThrow("values must be a Float64Array");
    expect(() => selfConvolve(four, 0)).toThrow("times must be an integer from 1 to 2^31 - 1, got 0");
    expect(() => selfConvolve(four, 1.5)).toThrow(RangeError);
    expect(() => realFourier(Float64Array.of(1, NaN, 2, 3))).toThrow("the sum of the values must be finite, got NaN");
    expect(() => convolve(four, Float64Array.of(1, Infinity, 2, 3))).toThrow(RangeError);
    const large = drawn(256, 1);
    large[200] = Number.NEGATIVE_INFINITY;
    expect(() => fourier(large, large)).toThrow(RangeError);
    expect(() => inverseRealFourier(large.subarray(0, 129), large.subarray(127))).toThrow(RangeError);
  });
});
