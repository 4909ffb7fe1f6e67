import { describe, expect, it } from "vitest";
import { isTest, typeScriptUnder } from "./project-files.ts";

/** Every element becomes an argument, and a hundred thousand of them overflow the stack. */
const SPREAD_CALL = /(?:Math\.(?:max|min)|\.push|\.unshift|fromCharCode|fromCodePoint)\((?:[^(){}]*,\s*)?\.\.\./;
const COMMENT = /^\s*(?:\*|\/\/|\/\*)/;

describe("data is never spread over the arguments of a call", () => {
  it("finds such a call", () => {
    expect(SPREAD_CALL.test("Math.max(...values)")).toBe(true);
    expect(SPREAD_CALL.test("Math.min(0, ...values)")).toBe(true);
    expect(SPREAD_CALL.test("drawn.push(...markers)")).toBe(true);
    expect(SPREAD_CALL.test("Math.max(a, b); f(...c)")).toBe(false);
  });

  it.each(["lib", "experiments"])("%s has none: `largestOf`, `leastOf` and loops take any number", (folder) => {
    const found = typeScriptUnder([folder])
      .filter(({ path }) => !isTest(path))
      .flatMap(({ path, text }) =>
        text
          .split("\n")
          .flatMap((line, k) =>
            SPREAD_CALL.test(line) && !COMMENT.test(line) ? [`${path}:${k + 1}: ${line.trim()}`] : [],
          ),
      );
    expect(found).toEqual([]);
  });
});
