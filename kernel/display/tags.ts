/** Tags: template literals, or strings, that show themselves, as `html`, `md`, `svg` and `tex`. Each may stand inside another. */
import type { DisplayMarkup, DisplayTag } from "./cell-globals.ts";
import { displaySymbol } from "./rich-value.ts";

class Markup implements DisplayMarkup {
  readonly type: string;
  readonly source: string;

  constructor(type: string, source: string) {
    this.type = type;
    this.source = source;
  }

  toString(): string {
    return this.source;
  }

  [displaySymbol](): Record<string, string> {
    return { [this.type]: this.source };
  }
}

/** Values are put in as they are, arrays joined: what is shown is the author's own. A string has its escapes behind it. */
function tag(type: string, templateText: (raw: string) => string, text = (source: string) => source): DisplayTag {
  return (first: unknown, ...values: readonly unknown[]) => {
    if (!isTemplate(first)) return new Markup(type, text(inserted(first)));
    const pieces = templateText(first.raw.join(VALUE)).split(VALUE);
    return new Markup(type, pieces.map((piece, index) => piece + inserted(values[index])).join(""));
  };
}

function isTemplate(value: unknown): value is TemplateStringsArray {
  return Array.isArray(value) && "raw" in value;
}

/** Stands for a value while the text around it is read: no text that can be shown has it. */
const VALUE = "\0";
const FORMULA = /((?<!\\)\$\$[\s\S]+?\$\$|(?<!\\)\$(?!\s)[^$\n]+?(?<![\s\\])\$(?!\d))/;
const ESCAPE = /\\(u\{[\dA-Fa-f]{1,6}\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|\r?\n|[ntr\\`$"'])/g;
const SIGNS: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\n": "", "\r\n": "" };

/**
 * The common escapes of a text mean what they mean in a string; all else keeps its backslash, as in `\alpha` and `\frac`. In formulas
 * between dollars all do, and one that is doubled before a letter is one, as in a string.
 */
function markup(raw: string): string {
  return raw
    .split(FORMULA)
    .map((part, index) => (index % 2 === 1 ? part.replace(/\\\\(?=[A-Za-z])/g, "\\") : part.replace(ESCAPE, unescaped)))
    .join("");
}

function unescaped(_whole: string, sign: string): string {
  const [code] = /[\dA-Fa-f]+/.exec(sign.slice(1)) ?? [];
  return code === undefined ? (SIGNS[sign] ?? sign) : String.fromCodePoint(Number.parseInt(code, 16));
}

export const html: DisplayTag = tag("text/html", markup);
export const md: DisplayTag = tag("text/markdown", markup);
export const svg: DisplayTag = tag("image/svg+xml", markup);
/** In a template backslashes need no doubling. */
export const tex: DisplayTag = tag("text/latex", formula, formula);

/** What has no dollars of its own is set as one formula. */
function formula(text: string): string {
  return /\$|\\begin\{|\\\[/.test(text) ? text : `$$${text}$$`;
}

function inserted(value: unknown): string {
  if (Array.isArray(value)) return value.map(inserted).join("");
  return value === undefined || value === null ? "" : String(value);
}
