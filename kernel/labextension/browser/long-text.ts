/**
 * Long text: what cells print, as JupyterLab is given it to show: a short text as it always does, a long one in parts, of which the browser
 * lays out those that are seen.
 *
 * JupyterLab draws all text of an output again whenever some is added, and the browser lays all of it out: a million lines take
 * it ten seconds each time. Here a part that is full stays as it is, and only what is new is drawn, for a few milliseconds at a
 * time, so that the page answers meanwhile. All text is in the page: it can be selected, copied and searched. Parts are drawn by
 * JupyterLab's own functions, so links and look are the same, for every kernel.
 * Limits: parts end where lines end, so one line is one part, however long, and a colour ends with the part that sets it; outside the part
 * that is seen, heights are those of lines that need not be broken.
 */
import type { PageElement } from "./dom.ts";

/** From how many characters on a text is long. */
const LONG_CHARACTERS = 50_000;
/** How many characters a part has at least, but for the last. */
const PART_CHARACTERS = 16_384;
/** How long to draw before the page may do something else, in milliseconds. */
const DRAWING_TIME = 25;

interface Part {
  readonly start: number;
  readonly end: number;
  readonly element: PageElement;
}

export class LongText {
  readonly #host: PageElement;
  readonly #draw: (host: PageElement, text: string) => void;
  readonly #parts: Part[] = [];
  /** What is to be shown, and of which text the parts are. */
  #text = "";
  #drawing: Promise<void> | undefined;

  constructor(host: PageElement, draw: (host: PageElement, text: string) => void) {
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
    const end = performance.now() + DRAWING_TIME;
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
  const last = text.indexOf("\n", start + PART_CHARACTERS - 1);
  return last < 0 ? text.length : last + 1;
}

interface MimeModel {
  readonly data: Readonly<Record<string, unknown>>;
}

/** A renderer of JupyterLab. */
interface Renderer {
  readonly node: PageElement;
  renderModel(model: MimeModel, keepExisting?: boolean): Promise<void>;
  render(model: MimeModel): Promise<void>;
  dispose(): void;
}
type RendererClass = new (options: object) => Renderer;

type Draw = (text: { readonly host: PageElement; readonly source: string }) => Promise<void>;

/** The package @jupyterlab/rendermime, as far as it is used. */
export interface Rendermime {
  readonly RenderedText: RendererClass;
  readonly RenderedError: RendererClass;
  readonly renderText: Draw;
  readonly renderError: Draw;
}

/** None for a JupyterLab before 4.1, which lacks some of what is used. */
export function longTextExtensions(rendermime: Partial<Rendermime>): unknown[] {
  const { RenderedText, RenderedError, renderText, renderError } = rendermime;
  if (!(RenderedText && RenderedError && renderText && renderError)) return [];
  return [
    extension({ stream: "stdout", Usual: RenderedText, draw: renderText, rank: 120 }),
    extension({ stream: "stderr", Usual: RenderedError, draw: renderError, rank: 110 }),
  ];
}

/** The ranks are those of JupyterLab's renderers of the same types. */
function extension(parts: { stream: string; Usual: RendererClass; draw: Draw; rank: number }): unknown {
  const { stream, draw, rank } = parts;
  const mimeType = `application/vnd.jupyter.${stream}`;
  class RenderedStream extends parts.Usual {
    readonly #options: object;
    #long: LongText | undefined;

    constructor(options: object) {
      super(options);
      this.#options = options;
    }

    override renderModel(model: MimeModel): Promise<void> {
      const isLong = String(model.data[mimeType]).length > LONG_CHARACTERS;
      if (!isLong) this.#end();
      else this.#long ??= new LongText(this.node, (host, source) => void draw({ ...this.#options, host, source }));
      return super.renderModel(model, isLong);
    }

    override render(model: MimeModel): Promise<void> {
      return this.#long?.show(String(model.data[mimeType])) ?? super.render(model);
    }

    override dispose(): void {
      this.#end();
      super.dispose();
    }

    #end(): void {
      this.#long?.end();
      this.#long = undefined;
    }
  }

  return {
    id: `@epsilab/plotly:${stream}`,
    description: `Shows much text on ${stream} while the page answers.`,
    rendererFactory: {
      safe: true,
      mimeTypes: [mimeType],
      createRenderer: (options: object) => new RenderedStream(options),
    },
    rank,
    dataType: "string",
  };
}
