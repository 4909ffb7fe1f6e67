import { describe, expect, it } from "vitest";
import { storedResult } from "./stored-result.ts";

describe("a stored result", () => {
  it("is found by its experiment and cited by its hash", async () => {
    const result = await storedResult("membership-tradeoff");
    expect(result.citation).toMatch(/^epsilab:membership-tradeoff\/[0-9a-f]{12}#[0-9a-f]{16}$/);
    expect((await storedResult(result.citation)).id).toBe(result.id);
    expect(result.figures.size).toBeGreaterThan(0);
  });

  it("gives its numbers by their keys, long or short, with or without the experiment", async () => {
    const { entry, number } = await storedResult("membership-tradeoff");
    const long = entry("membership-tradeoff/attack/laplace/epsilon=1/accuracy");
    expect(long.estimate).toBeGreaterThan(0.5);
    expect(number("laplace/epsilon=1/accuracy")).toBe(long.estimate);
    expect(number("membership-tradeoff/laplace/epsilon=1/accuracy")).toBe(long.estimate);
  });

  it("refuses a key that it does not have, with those most like it, and a number of a verdict", async () => {
    const { entry, number } = await storedResult("membership-tradeoff");
    expect(() => entry("laplace/epsilon=1/acuracy")).toThrow(/did you mean .*laplace\/epsilon=1\/accuracy/);
    expect(() => number("attack")).toThrow(/names a verdict/);
  });

  it("refuses a name that no result has", async () => {
    await expect(storedResult("astrology")).rejects.toThrow(/got "astrology"/);
  });
});
