import { describe, expect, it } from "vitest";
import { glob } from "./glob.ts";

/** Expected is what SQLite 3.40.1 gives for `text GLOB pattern`. */
const cases: readonly (readonly [pattern: string, text: string, expected: boolean])[] = [
  ["*", "", true],
  ["", "", true],
  ["", "a", false],
  ["a", "A", false],
  ["a?c", "abc", true],
  ["a?c", "ac", false],
  ["*b*", "abc\nb", true],
  ["a*b*c", "a-c-b", false],
  ["a*b*c", "a-b-b-c", true],
  ["a*a", "a", false],
  ["a*a", "aa", true],
  ["*aab*", "aaab", true],
  ["*abac*", "ababac", true],
  ["*ab*ab", "ab", false],
  ["**a**", "bab", true],
  ["?*?", "a", false],
  ["?*?", "ab", true],
  ["?", "😀", true],
  ["*?x", "😀x", true],
  ["1.2", "1x2", false],
  ["a+(b|c)$", "a+(b|c)$", true],
  ["[a-c]x", "bx", true],
  ["[a-c]x", "dx", false],
  ["[^a-c]x", "dx", true],
  ["[^a-c]x", "bx", false],
  ["[^a]", "", false],
  ["[]]", "]", true],
  ["[^]]", "]", false],
  ["[]a]", "a", true],
  ["[a^]", "^", true],
  ["[a-]", "-", true],
  ["[-a]", "-", true],
  ["[a-c-e]", "-", true],
  ["[a-c-e]", "d", false],
  ["[c-a]", "b", false],
  ["[*]", "*", true],
  ["[*]", "a", false],
  ["[?]", "?", true],
  ["*[[]*", "a[b", true],
  ["[😀-😂]", "😁", true],
  ["[a", "[a", false],
  ["[a", "a", false],
  ["*[]", "]", false],
  ["a]", "a]", true],
];

describe("a glob", () => {
  it.each(cases)("%j on %j gives %s", (pattern, text, expected) => expect(glob(pattern)(text)).toBe(expected));

  it.each([
    ["with three stars", "*a*a*b", "a"],
    ["with three hundred stars", "*".repeat(300), "a"],
    ["with a thousand stars and letters", `${"*a".repeat(1000)}*b`, "a"],
    ["with a long text between stars", `*${"a".repeat(10_000)}b*`, "a"],
    ["with question marks between stars", `*${"?a".repeat(400)}b*`, "a"],
  ])("%s is soon done with a text of 20 000 characters", (_, pattern, letter) => {
    expect(glob(pattern)(letter.repeat(20_000))).toBe(!pattern.includes("b"));
  });

  it.each([31, 32, 33, 63, 64, 65, 100])(
    "finds a piece of %i question marks or sets and a letter between stars",
    (length) => {
      const marks = glob(`*${"?".repeat(length)}x*`);
      expect(marks(`${"a".repeat(length)}x!`)).toBe(true);
      expect(marks(`${"a".repeat(length - 1)}xa`)).toBe(false);
      const sets = glob(`*[bc]${"a".repeat(length)}[^a]*`);
      expect(sets(`aac${"a".repeat(length)}d`)).toBe(true);
      expect(sets(`aac${"a".repeat(length + 1)}d`)).toBe(false);
      expect(sets(`aad${"a".repeat(length)}d`)).toBe(false);
    },
  );

  it("of sets and question marks is soon done with a text of a million characters", () => {
    expect(glob(`*${"[^c]a".repeat(160)}b?*`)("a".repeat(1_000_000))).toBe(false);
  });

  it("refuses a long pattern with question marks, in a sentence that names the limit", () => {
    expect(() => glob(`*${"?a".repeat(500)}*`)).toThrow(
      new RangeError("pattern must have at most 1000 characters if ? or [ is among them, has 1002"),
    );
    expect(glob(`${"?a".repeat(499)}*`)("ba".repeat(499))).toBe(true);
  });
});
