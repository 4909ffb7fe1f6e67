import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillGumbel, sampleGumbel } from "./gumbel.ts";
import { fillLaplace, sampleLaplace } from "./laplace.ts";
import { fillNormal, sampleNormal } from "./normal.ts";
import { secureRandom } from "./secure.ts";
import { type Stream, stream } from "./stream.ts";
import { fillUniform, sampleUniform } from "./uniform.ts";

// Computed apart, in Python: hashlib for the key, Threefry and sfc64 from their papers.
const KNOWN = ["cd95c4aec52ca882", "4c1a93dd85f63135", "56c347ee4ea2c0ba"];

function words(count: number, random: Stream): string[] {
  return Array.from({ length: count }, () => {
    random.next();
    return [random.high, random.low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  });
}

describe("stream", () => {
  it("gives the words it has always given", () => {
    expect(words(3, stream(20261115, "known answer", 7))).toEqual(KNOWN);
  });

  it("depends on every part of its name, and on how the name is cut into steps", () => {
    const names = [
      stream(1),
      stream(2),
      stream("1"),
      stream(1, 0),
      stream(1, "0"),
      stream(1, "a", "b"),
      stream(1, "ab"),
      stream(1, "b", "a"),
      stream(1, "a", "b", 0),
      stream(1, -1),
      stream(18446744073709551615n),
      stream(9223372036854775808n),
      stream(""),
      stream("", ""),
    ];
    expect(new Set(names.map((random) => words(2, random).join())).size).toBe(names.length);
  });

  it("takes a seed as number or bigint alike", () => {
    expect(words(4, stream(5n))).toEqual(words(4, stream(5)));
  });

  it("splits by path, whatever was drawn from the parent before", () => {
    const parent = stream(1, "a");
    const before = words(5, parent.child("b", 3));
    words(1000, parent);
    expect(words(5, parent.child("b").child(3))).toEqual(before);
    expect(words(5, stream(1, "a", "b", 3))).toEqual(before);
  });

  it.each([[-1], [1.5], [Number.NaN], [9007199254740992], [-1n], [18446744073709551616n]])(
    "refuses the seed %s",
    (seed) => {
      expect(() => stream(seed)).toThrow(/seed must be a string or an integer/);
    },
  );

  it.each([[1.5], [Number.NaN], [Infinity]])("refuses the step %s", (step) => {
    expect(() => stream(1, step)).toThrow(/path must be a string or a safe integer/);
  });

  const pairs: [string, (out: Float64Array, r: Stream) => Float64Array, (r: Stream) => number][] = [
    ["uniform", fillUniform, sampleUniform],
    ["laplace", (out, r) => fillLaplace(0.7, out, r), (r) => sampleLaplace(0.7, r)],
    [
      "normal",
      (out, r) => fillNormal({ mean: 3, sigma: 0.7 }, out, r),
      (r) => sampleNormal({ mean: 3, sigma: 0.7 }, r),
    ],
    [
      "gumbel",
      (out, r) => fillGumbel({ location: 3, scale: 0.7 }, out, r),
      (r) => sampleGumbel({ location: 3, scale: 0.7 }, r),
    ],
  ];

  it.each(pairs)("gives the same %s draws in batches of any sizes and one by one", (name, fill, sample) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 6000 }), { maxLength: 12 }), (sizes) => {
        const batched = stream(1, name);
        const single = stream(1, name);
        for (const [turn, size] of sizes.entries()) {
          const out = new Float64Array(size);
          if (turn % 3 === 2) for (let i = 0; i < size; i++) out[i] = sample(batched);
          else fill(out, batched);
          for (let i = 0; i < size; i++) if (!Object.is(out[i], sample(single))) return false;
        }
        return batched.position === single.position;
      }),
      { numRuns: 30, seed: 1 },
    );
  });

  it("fills a part of a larger array and leaves the rest", () => {
    const whole = new Float64Array(10).fill(-1);
    fillUniform(whole.subarray(3, 6), stream(1));
    expect([...whole].map((x) => x === -1)).toEqual([true, true, true, false, false, false, true, true, true, true]);
  });

  it("has no more than chance correlation between neighbouring paths", () => {
    const count = 100_000;
    const rows = Array.from({ length: 6 }, (_, step) => {
      const out = new Float64Array(count);
      return fillNormal({ mean: 0, sigma: 1 }, out, stream(1, step));
    });
    for (let i = 0; i < rows.length; i++) {
      for (let j = 0; j < i; j++) {
        let sum = 0;
        for (let k = 0; k < count; k++) sum += rows[i][k] * rows[j][k];
        // Fifteen pairs: six standard errors are exceeded by chance once in 3e7 seeds.
        expect(Math.abs(sum) / Math.sqrt(count)).toBeLessThan(6);
      }
    }
  });
});

describe("secureRandom", () => {
  it("says that it is secure, and gives uniform 32-bit words beyond one buffer", () => {
    const random = secureRandom();
    expect(random.mode).toBe("secure");
    const bits = new Float64Array(32);
    const count = 40_000;
    for (let i = 0; i < count; i++) {
      const word = random.uint32();
      for (let bit = 0; bit < 32; bit++) bits[bit] += (word >>> bit) & 1;
    }
    // Seven standard errors for each of 32 bits: exceeded by chance once in 1e10 runs.
    for (const ones of bits) expect(Math.abs(ones - count / 2)).toBeLessThan(3.5 * Math.sqrt(count));
  });
});

describe("the name of a stream", () => {
  it("is its seed and path as they are written, and its key that of its words", () => {
    const names = [stream(20261115, "a b", 3), stream("seed").child("x").child(-1), stream(18446744073709551615n)];
    expect(names.map(({ name }) => name)).toEqual([
      'stream(20261115, "a b", 3)',
      'stream("seed", "x", -1)',
      "stream(18446744073709551615n)",
    ]);
    const moved = stream(5);
    moved.next();
    expect(moved.key).toBe(stream(5n).key);
    expect(stream(5).key).not.toBe(stream("5").key);
  });
});
