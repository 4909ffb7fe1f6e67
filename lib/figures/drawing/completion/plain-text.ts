/**
 * Plain text: a text of a figure without the tags that Plotly reads in it, but for line breaks.
 *
 * Raised and lowered digits become those of Unicode; bold, italic and links lose their tags alone.
 * Limits: ends after 400 characters; formulas in dollar signs stay as written.
 */
import { textWidth } from "../../text-width.ts";

const LONGEST = 400;
const TAGS = /<\/?(?:b|strong|i|em|u|s|sup|sub|a|span)(?:\s+[a-z-]+=[^<>]*)?>/gi;
const RAISED: Readonly<Record<string, string>> = charactersOf("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ");
const LOWERED: Readonly<Record<string, string>> = charactersOf("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎");
const ENTITIES: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  nbsp: "\u00a0",
  times: "×",
};

export function plainText(source: string): string {
  const written = source
    .slice(0, 10 * LONGEST)
    .replace(/<br\s*\/?>|\r\n/gi, "\n")
    .replace(/<(sup|sub)>([^<>]*)<\/\1>/gi, (_, kind: string, content: string) =>
      scripted(content, kind.toLowerCase() === "sup"),
    )
    .replace(TAGS, "")
    .replace(/&([a-z]+);/g, (whole, name: string) => (Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : whole))
    .replace(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code)));
  const characters = [...written];
  const short = characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("")}…` : written;
  return short
    .split("\n")
    .map((line) => line.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, " "))
    .map((line) => line.replace(/<(?=[a-z/])/gi, "<\u200a")) // a hair's breadth makes it no tag
    .join("<br>");
}

/** As it is if it is not wider than that, else its beginning. */
export function shortened(text: string, { size, width }: { readonly size: number; readonly width: number }): string {
  if (textWidth(text, size) <= width) return text;
  const characters = [...text.replaceAll("<br>", " ")];
  while (characters.length > 1 && textWidth(`${characters.join("")}…`, size) > width) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}

/** Between brackets where Unicode has no such character. */
function scripted(content: string, isRaised: boolean): string {
  const table = isRaised ? RAISED : LOWERED;
  const characters = [...content];
  if (characters.every((character) => Object.hasOwn(table, character)))
    return characters.map((character) => table[character]).join("");
  return `${isRaised ? "^" : "_"}${characters.length > 1 ? `(${content})` : content}`;
}

function charactersOf(from: string, to: string): Record<string, string> {
  const changed = [...to];
  return Object.fromEntries([...from].map((character, k) => [character, changed[k]]));
}
