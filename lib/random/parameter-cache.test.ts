import { describe, expect, it } from "vitest";
import { parameterCache } from "./parameter-cache.ts";

describe("parameterCache", () => {
  it("builds once for the same parameters, and keeps no more than the last sixteen or so", () => {
    let built = 0;
    const sum = parameterCache((first, second) => {
      built++;
      return first + second;
    });
    for (let round = 0; round < 3; round++) for (let i = 0; i < 10; i++) expect(sum(i, 5)).toBe(i + 5);
    expect(built).toBe(10);
    for (let i = 0; i < 1000; i++) expect(sum(i, 7)).toBe(i + 7);
    expect(sum(999, 7)).toBe(1006);
    expect(built).toBe(1010);
    expect(sum(0, 5)).toBe(5);
    expect(built).toBe(1011);
  });
});
