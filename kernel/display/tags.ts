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
const ESCAPE = /\\(u\{[\da-f]{1,6}\}|u[\da-f]{4}|x[\da-f]{2}|\r?\n|[\s\S])/gi;
const CONTROLS: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\\": "\\", "`": "`", $: "$" };

/**
 * The escapes of a text mean what they mean in a string, but for those that nobody writes on purpose: `\alpha` and `\frac` keep their
 * backslashes. In formulas between dollars all do, and one that is doubled before a letter is one, as in a string.
 */
function markup(raw: string, keepsPunctuation: boolean): string {
  return raw
    .split(FORMULA)
    .map((part, index) =>
      index % 2 === 1
        ? part.replace(/\\\\(?=[A-Za-z])/g, "\\")
        : part.replace(ESCAPE, (whole, sign: string) => unescaped(whole, sign, keepsPunctuation)),
    )
    .join("");
}

function unescaped(whole: string, sign: string, keepsPunctuation: boolean): string {
  const code = Number.parseInt(/^[ux]\{?([\da-f]+)\}?$/i.exec(sign)?.[1] ?? "", 16);
  if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
  if (sign.endsWith("\n")) return ""; // the line goes on
  return CONTROLS[sign] ?? (/[a-z]/i.test(sign) || keepsPunctuation ? whole : sign);
}

export const html: DisplayTag = tag("text/html", (raw) => markup(raw, false));
/** In Markdown a backslash before a sign makes it an ordinary one. */
export const md: DisplayTag = tag("text/markdown", (raw) => markup(raw, true));
export const svg: DisplayTag = tag("image/svg+xml", (raw) => markup(raw, false));
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
