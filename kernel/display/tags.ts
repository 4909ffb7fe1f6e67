/** Tags: template literals that show themselves, as `html`, `md`, `svg` and `tex`. Each may stand inside another. */
import { displaySymbol } from "./rich-value.ts";

/** A text of one MIME type. */
export class Markup {
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

export type Tag = (strings: TemplateStringsArray, ...values: readonly unknown[]) => Markup;

/** Values are put in as they are, arrays joined: what is shown is the author's own. */
function tag(type: string, around: (source: string) => string = (source) => source): Tag {
  return (strings, ...values) => {
    const source = strings.raw.reduce((text, raw, index) => {
      const literal = type === "text/latex" ? raw : strings[index];
      return text + literal + (index < values.length ? inserted(values[index]) : "");
    }, "");
    return new Markup(type, around(source));
  };
}

export const html: Tag = tag("text/html");
export const md: Tag = tag("text/markdown");
export const svg: Tag = tag("image/svg+xml");
/** Backslashes need no doubling; a formula without dollars of its own is set as one. */
export const tex: Tag = tag("text/latex", (source) => (/\$|\\begin\{|\\\[/.test(source) ? source : `$$${source}$$`));

function inserted(value: unknown): string {
  if (Array.isArray(value)) return value.map(inserted).join("");
  return value === undefined || value === null ? "" : String(value);
}
