import { describe, expect, it } from "vitest";
import { sequenceOf, styleAfter, usualStyle } from "./terminal-style.ts";

const begin = "\u001b[";
/** What holds after a text, as the sequence that sets it. */
const heldAfter = (...texts: readonly string[]) =>
  sequenceOf(texts.reduce((style, text) => styleAfter(style, text), usualStyle));

describe("the terminal style after a text", () => {
  it.each([
    ["nothing was set", "plain\n", ""],
    ["a colour is open", `${begin}31mred`, `${begin}31m`],
    ["a bright colour and a background are open", `${begin}97;104mx`, `${begin}97;104m`],
    ["a colour was replaced", `${begin}31mred${begin}32mgreen`, `${begin}32m`],
    ["a colour was ended", `${begin}31mred${begin}39m`, ""],
    ["a background was ended, but not the weight", `${begin}1;44mx${begin}49m`, `${begin}1m`],
    ["bold, underline and inverse are open", `${begin}1m${begin}4m${begin}7m`, `${begin}1;4;7m`],
    ["bold, underline and inverse were ended", `${begin}1;4;7m${begin}22;24;27m`, ""],
    ["all was ended", `${begin}1;31;44mx${begin}0m`, ""],
    ["all was ended in short", `${begin}1;31;44mx${begin}m`, ""],
    ["a colour of 256 is open", `${begin}38;5;208mx`, `${begin}38;5;208m`],
    ["a colour of three parts is open, and what follows it", `${begin}48;2;1;31;3;4mx`, `${begin}48;2;1;31;3;4m`],
    ["the cursor was moved", `${begin}2K${begin}1A`, ""],
  ])("is told where %s", (_, text, sequence) => {
    expect(heldAfter(text)).toBe(sequence);
  });

  it("goes on from text to text", () => {
    expect(heldAfter(`${begin}31mred`, "still red", `${begin}1mand bold`)).toBe(`${begin}31;1m`);
  });

  it("is the same for its own sequence", () => {
    const text = `${begin}38;2;9;8;7;45;1;4;7mx`;
    expect(heldAfter(heldAfter(text))).toBe(heldAfter(text));
  });
});
