import { describe, expect, it } from "vitest";
import { textWidth } from "../../text-width.ts";
import { plainText, shortened } from "./plain-text.ts";

describe("a text", () => {
  it.each([
    ["<b>n</b><sup>2</sup><br/>below", "n²<br>below"],
    ["x<sub>10</sub>, e<sup>-t</sup>", "x₁₀, e^(-t)"],
    ["&lt;&amp;&#956;&constructor;", "<&μ&constructor;"],
    ["a <a href='b'>link</a>", "a link"],
    ["one\ntwo", "one<br>two"],
  ])("%s is drawn as %s", (source, text) => expect(plainText(source)).toBe(text));

  it("that only looks like a tag is kept", () => {
    expect(plainText("a<b & c>d").replaceAll("\u200a", "")).toBe("a<b & c>d");
    expect(plainText("1 < 2")).toBe("1 < 2");
  });

  it("has nothing that XML cannot hold, and an end", () => {
    expect(plainText("\u0007\ud800\u0000x")).toBe("   x");
    expect(plainText("y".repeat(1e6)).length).toBe(401);
  });

  it("is cut to its room", () => {
    const short = shortened("a rather long name, number 17", { size: 12, width: 120 });
    expect(textWidth(short, 12)).toBeLessThanOrEqual(120);
    expect(short).toMatch(/^a rather.*…$/);
  });
});
