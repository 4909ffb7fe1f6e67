import { describe, expect, it } from "vitest";
import { answerIsComplete, questionOf } from "./inquiries.ts";
import { silentLanguage } from "./reference/silent-language.ts";

it("a language server that is still starting leaves nobody waiting who has pressed Enter", async () => {
  const language = { ...silentLanguage, isComplete: () => new Promise<never>(() => {}) };
  const before = performance.now();
  expect(await answerIsComplete(language, { code: "1 +" })).toEqual({ status: "unknown" });
  expect(performance.now() - before).toBeGreaterThan(100);
});

describe("a question about a name", () => {
  it.each([
    ["laplace?", "laplace", 0],
    ["?laplace", "laplace", 0],
    [" ??\tMath.max \n", "Math.max", 1],
    ["\n Math.max ?? ", "Math.max", 1],
  ])("is %j", (code, name, detail) => {
    expect(questionOf(code)).toEqual({ name, detail });
  });

  it.each(["laplace", "?laplace?", "? 1", "a b?", "laplace ? ?", "???a", ""])("is not %j", (code) => {
    expect(questionOf(code)).toBeUndefined();
  });

  it("is looked for once in a cell, however much of it is blank", () => {
    const blank = "\n ".repeat(1_000_000);
    for (const code of [`a${blank}+ 1`, `${blank}+ 1`, `?${blank}+ 1`, `${"a".repeat(1e6)}${blank}- 1`])
      expect(questionOf(code)).toBeUndefined();
    expect(questionOf(`${blank}a${blank}?${blank}`)).toEqual({ name: "a", detail: 0 });
  });
});
