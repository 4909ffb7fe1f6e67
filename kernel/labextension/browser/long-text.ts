/**
 * Long text: printed text in the page, in parts, of which the browser lays out those that are seen.
 *
 * JupyterLab draws all text of an output again whenever some is added, and the browser lays all of it out: a million lines take
 * it ten seconds each time. Here a part that is full stays as it is, and only what is new is drawn, for a few milliseconds at a
 * time, so that the page answers meanwhile. All text is in the page: it can be selected, copied and searched.
 * Limits: parts end where lines end, so one line is one part, however long, and a colour ends with the part that sets it; outside the part
 * that is seen, heights are those of lines that need not be broken.
 */
import type { PageElement } from "./dom.ts";

/** Draws a text into an element as JupyterLab does. */
export type DrawText = (host: PageElement, text: string) => void;

/** How many characters a part has at least, but for the last. */
const partCharacters = 16_384;
/** How long to draw before the page may do something else, in milliseconds. */
const drawingTime = 25;

interface Part {
  readonly start: number;
  readonly end: number;
  readonly element: PageElement;
}

export class LongText {
  readonly #host: PageElement;
  readonly #draw: DrawText;
  readonly #parts: Part[] = [];
  /** What is to be shown, and of which text the parts are. */
  #text = "";
  #drawing: Promise<void> | undefined;

  constructor(host: PageElement, draw: DrawText) {
    this.#host = host;
    this.#draw = draw;
    host.replaceChildren();
  }

  /** Shows a text in place of the one before. Resolves once all is drawn. */
  show(text: string): Promise<void> {
    this.#keepEqual(text);
    this.#text = text;
    this.#drawing ??= this.#drawSome() ? undefined : this.#drawRest();
    return this.#drawing ?? Promise.resolve();
  }

  /** Draws no more. */
  end(): void {
    this.#text = "";
  }

  /** Takes away the parts that are different in another text, and the last, which may be longer there. */
  #keepEqual(text: string): void {
    const isSame = ({ start, end }: Part) => text.slice(start, end) === this.#text.slice(start, end);
    const firstOther = this.#parts.findIndex((part) => !isSame(part) || endOfPart(text, part.start) !== part.end);
    if (firstOther < 0) return;
    for (const { element } of this.#parts.splice(firstOther)) element.remove();
  }

  async #drawRest(): Promise<void> {
    do await new Promise<void>((resolve) => setTimeout(resolve, 0));
    while (!this.#drawSome());
    this.#drawing = undefined;
  }

  /** Whether nothing is left to draw. */
  #drawSome(): boolean {
    const end = performance.now() + drawingTime;
    for (;;) {
      const start = this.#parts.at(-1)?.end ?? 0;
      if (start >= this.#text.length) return true;
      this.#add(start);
      if (performance.now() > end) return false;
    }
  }

  #add(start: number): void {
    const end = endOfPart(this.#text, start);
    const text = this.#text.slice(start, end);
    const element = this.#host.ownerDocument.createElement("div");
    const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
    const height = `calc(${lines} * var(--jp-code-line-height) * var(--jp-code-font-size))`;
    Object.assign(element.style, { contentVisibility: "auto", containIntrinsicHeight: `auto ${height}` });
    this.#draw(element, text);
    this.#host.append(element);
    this.#parts.push({ start, end, element });
  }
}

/** Where the line ends at which a part is full. */
function endOfPart(text: string, start: number): number {
  const last = text.indexOf("\n", start + partCharacters - 1);
  return last < 0 ? text.length : last + 1;
}
