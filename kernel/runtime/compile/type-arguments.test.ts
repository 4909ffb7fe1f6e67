import { describe, expect, it } from "vitest";
import { mayOpenTypeArguments } from "./type-arguments.ts";

const mayOpen = (source: string) => mayOpenTypeArguments(source, source.indexOf("<"));

describe("a `<` may open type arguments", () => {
  it.each([
    ["f<a>(b)"],
    ["f(a < b, c > d)"],
    ["a < b | c[] > d"],
    ["a << b > c"],
    ["a < { b; c } > d"],
    ["a < 'b;' > c"],
    ["a < b /* ; */ > c"],
    ["a < (b, c) => d > e"],
  ])("if a `>` can close them: %s", (source) => {
    expect(mayOpen(source)).toBe(true);
  });

  it.each([
    ["a < b"],
    ["for (let i = 0; i < n; i++) if (a > b) c()"],
    ["if (a < b) c > d"],
    ["a < b && c > d"],
    ["a < b || c > d"],
    ["a < b ?? c > d"],
    ["a < b + c > d"],
    ["a < b === c > d"],
    ["list.filter((a) => a < b).map((c) => c)"],
    ["x[a < b] > c"],
  ])("but not if what no type contains comes first: %s", (source) => {
    expect(mayOpen(source)).toBe(false);
  });
});
