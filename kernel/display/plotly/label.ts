/**
 * Label: a text of a figure with the tags that Plotly reads in it (b, i, sup, sub, br), measured and drawn.
 *
 * Limits: links and styles are left out, their content is drawn; formulas in dollar signs are drawn as written. Labels end after 400 characters.
 */
import { entryOf } from "./attributes.ts";
import type { Color } from "./color.ts";
import { advanceOf, CAPITAL_HEIGHT, FONT_FAMILY } from "./font.ts";
import { coordinate, escaped, painted } from "./svg.ts";

interface Run {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  /** 1 raised, -1 lowered. */
  readonly script: number;
}

export type Label = readonly (readonly Run[])[];

export interface LabelPlace {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly color: Color;
  readonly anchor?: "start" | "middle" | "end";
  /** What of the block of lines lies at the place. */
  readonly vertical?: "top" | "middle" | "bottom";
  /** Clockwise, in degrees, about the place. */
  readonly angle?: number;
}

export interface Room {
  readonly size: number;
  readonly width: number;
  readonly without?: "end" | "middle";
}

export const LINE_HEIGHT = 1.3;
const LONGEST = 400;
const SCRIPT_SIZE = 0.7;
/** Bold letters are wider; measured over the alphabet. */
const BOLD_WIDTH = 1.1;

const ENTITIES: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  nbsp: "\u00a0",
  times: "×",
};
const TAG = /<(\/?)(b|strong|i|em|u|s|sup|sub|br|a|span)(?:\s+[a-z-]+=[^<>]*)?\s*\/?>/gi;

export function parseLabel(source: string): Label {
  const lines: Run[][] = [[]];
  let style = { bold: false, italic: false, script: 0 };
  let rest = LONGEST;
  const add = (raw: string) => {
    const all = [...decoded(raw).slice(0, 2 * rest)];
    const text = all.length > rest ? `${all.slice(0, rest).join("")}…` : all.join("");
    rest = Math.max(0, rest - all.length);
    if (all.length > 0 && text !== "") lines.at(-1)?.push({ text, ...style });
  };
  let end = 0;
  const short = source.slice(0, 10 * LONGEST);
  for (const match of short.matchAll(TAG)) {
    if (rest === 0) break;
    add(short.slice(end, match.index));
    end = match.index + match[0].length;
    const [isOpen, name] = [match[1] === "", (match[2] as string).toLowerCase()];
    if (name === "br") lines.push([]);
    if (name === "b" || name === "strong") style = { ...style, bold: isOpen };
    if (name === "i" || name === "em") style = { ...style, italic: isOpen };
    if (name === "sup" || name === "sub") style = { ...style, script: isOpen ? (name === "sup" ? 1 : -1) : 0 };
  }
  if (rest > 0) add(short.slice(end));
  return lines;
}

export function labelWidth(label: Label, size: number): number {
  return Math.max(...label.map((line) => line.reduce((sum, run) => sum + runWidth(run), 0))) * size;
}

export function labelHeight(label: Label, size: number): number {
  return label.length * LINE_HEIGHT * size;
}

/** The label without its end, or without its middle where ends tell names apart, as wide as is allowed. */
export function shortened(source: string, { size, width, without = "end" }: Room): Label {
  const label = parseLabel(source);
  if (labelWidth(label, size) <= width) return label;
  const characters = [...label.map((line) => line.map(({ text }) => text).join("")).join(" ")];
  const tail = without === "middle" ? characters.slice(-Math.ceil(Math.min(characters.length / 2, 12))).join("") : "";
  const rest = width / size - advanceOf(`…${tail}`);
  let [head, taken] = ["", 0];
  for (const character of characters) {
    taken += advanceOf(character);
    if (taken > rest) break;
    head += character;
  }
  return [[{ text: `${head.trimEnd()}…${tail.trimStart()}`, bold: false, italic: false, script: 0 }]];
}

export function drawLabel(label: Label, place: LabelPlace): string {
  const { x, y, size, color, anchor = "middle", vertical = "middle", angle = 0 } = place;
  const step = LINE_HEIGHT * size;
  const height = label.length * step;
  const start = y - (vertical === "top" ? 0 : vertical === "middle" ? height / 2 : height);
  const turn = angle === 0 ? "" : ` transform="rotate(${coordinate(angle)} ${coordinate(x)} ${coordinate(y)})"`;
  return label
    .map((line, k) => {
      if (line.length === 0) return "";
      const baseline = start + k * step + (step + CAPITAL_HEIGHT * size) / 2;
      return `<text x="${coordinate(x)}" y="${coordinate(baseline)}" text-anchor="${anchor}" font-family="${FONT_FAMILY}" font-size="${coordinate(size)}"${painted({ fill: color })}${turn}>${spans(line, size)}</text>`;
    })
    .join("");
}

/** Each span moves the baseline by what its script differs from the one before. */
function spans(line: readonly Run[], size: number): string {
  const shift = (script: number) => (script > 0 ? -0.35 : script < 0 ? 0.2 : 0) * size;
  let level = 0;
  return line
    .map(({ text, bold, italic, script }) => {
      const move = shift(script) - level;
      level = shift(script);
      const attributes =
        (move === 0 ? "" : ` dy="${coordinate(move)}"`) +
        (script === 0 ? "" : ` font-size="${coordinate(size * SCRIPT_SIZE)}"`) +
        (bold ? ' font-weight="bold"' : "") +
        (italic ? ' font-style="italic"' : "");
      return `<tspan${attributes}>${escaped(text)}</tspan>`;
    })
    .join("");
}

function runWidth({ text, bold, script }: Run): number {
  return advanceOf(text) * (bold ? BOLD_WIDTH : 1) * (script === 0 ? 1 : SCRIPT_SIZE);
}

function decoded(text: string): string {
  return text
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hexadecimal, name) => {
      if (name !== undefined) return entryOf(ENTITIES, name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/\s/g, (space) => (space === "\u00a0" ? space : " "));
}
