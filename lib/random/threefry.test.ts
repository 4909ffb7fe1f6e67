import { describe, expect, it } from "vitest";
import { int32, kernels, scratch } from "../assembly/kernels.ts";
import { threefry } from "./threefry.ts";

const F = 0xffffffff;
// Known answers of Random123 1.14 (tests/kat_vectors, "threefry4x32 20"): counter, key, result.
const KNOWN: readonly (readonly [number[], number[], number[]])[] = [
  [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0x9c6ca96a, 0xe17eae66, 0xfc10ecd4, 0x5256a7d8],
  ],
  [
    [F, F, F, F],
    [F, F, F, F],
    [0x2a881696, 0x57012287, 0xf6c7446e, 0xa16a6732],
  ],
  [
    [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
    [0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89],
    [0x59cd1dbb, 0xb8879579, 0x86b5d00c, 0xac8b6d84],
  ],
];

function compiled(key: readonly number[], counter: readonly number[]): number[] {
  const at = scratch(64);
  int32().set(key, at >> 2);
  const [c0, c1, c2, c3] = counter;
  kernels()?.threefry(at, c0, c1, c2, c3, at + 16);
  return [...int32().subarray((at >> 2) + 4, (at >> 2) + 8)].map((word) => word >>> 0);
}

function plain(key: readonly number[], counter: readonly number[]): number[] {
  const block = Int32Array.from(counter, (word) => word | 0);
  threefry(
    Int32Array.from(key, (word) => word | 0),
    block,
  );
  return [...block].map((word) => word >>> 0);
}

describe("threefry", () => {
  it.each(KNOWN)("answers Random123's known counter %j", (counter, key, result) => {
    expect(plain(key, counter)).toEqual(result);
    expect(compiled(key, counter)).toEqual(result);
  });

  it("is the same function compiled and plain on 2000 counters and keys", () => {
    let key = [1, 2, 3, 4];
    let counter = [5, 6, 7, 8];
    for (let i = 0; i < 2000; i++) {
      const next = plain(key, counter);
      expect(compiled(key, counter)).toEqual(next);
      key = counter;
      counter = next;
    }
  });
});
