/**
 * Figure view: one figure in one element of the page, from its first picture to its end.
 *
 * Until Plotly is there, and if it fails, the still picture of the bundle is shown. Plotly measures text, so it draws only once
 * the element has a width: an output outside the visible part of a notebook waits. A new width is followed. The caption, and a
 * sentence on what was left out of the figure, are text of the page below the picture, as wide as that. On a dark page, what is
 * drawn on white paper is turned round by a style: black and white change places, and turning the hue by half a circle brings
 * colours back to what they were called. Still pictures are known by their class, which JupyterLab leaves to HTML of notebooks that
 * nobody has trusted.
 */
import type { JsonObject } from "../../protocol/json-object.ts";
import { browser, type Page, type PageElement } from "./dom.ts";
import { MIME_TYPE, type Plot, plotOf } from "./plot.ts";

/** The part of plotly.js that is called. */
export interface Plotly {
  react(element: PageElement, plot: Pick<Plot, "data" | "layout" | "config" | "frames">): Promise<unknown>;
  purge(element: PageElement): void;
}

const STILL_PICTURE = "epsilab-still-picture";
/** The class of a figure that has no paper and no ink of its own. */
const FOLLOWS_PAGE = "epsilab-follows-page";
const DARK_STYLE = `[data-jp-theme-light="false"] :is(img.${STILL_PICTURE}, .${FOLLOWS_PAGE}) { filter: invert(0.93) hue-rotate(180deg); }`;
const USUAL_HEIGHT = 400;
const LEAST_SCALE = 0.5;
const CAPTION_STYLE = {
  margin: "4px 8px 8px",
  color: "var(--jp-content-font-color1)",
  fontFamily: "var(--jp-content-font-family)",
  fontSize: "13px",
  lineHeight: "1.45",
};

export function styleDarkPages(page: Page): void {
  const style = page.createElement("style");
  style.textContent = DARK_STYLE;
  page.head.append(style);
}

export class FigureView {
  readonly #host: PageElement;
  readonly #load: () => Promise<Plotly>;
  readonly #canvas: PageElement;
  readonly #texts: readonly PageElement[];
  readonly #resizes = new browser.ResizeObserver(() => void this.#drawInTurn().catch(() => undefined)); // it stays as it was
  #plotly: Plotly | undefined;
  /** What is to be drawn; undefined if nothing can be. */
  #plot: Plot | undefined;
  #drawnSize: Size | undefined;
  #drawing: Promise<void> = Promise.resolve();

  constructor(host: PageElement, load: () => Promise<Plotly>) {
    this.#host = host;
    this.#load = load;
    this.#canvas = host.ownerDocument.createElement("div");
    this.#texts = [0, 1].map(() => host.ownerDocument.createElement("p"));
    for (const text of this.#texts) Object.assign(text.style, CAPTION_STYLE);
  }

  /** Shows the figure of a bundle, in place of the one before. Resolves once it is drawn, or waits to be seen. */
  async show(bundle: JsonObject): Promise<void> {
    const text = bundle["text/plain"];
    this.#host.setAttribute("role", "figure");
    this.#host.setAttribute("aria-label", typeof text === "string" ? text : "Plotly figure");
    if (this.#plotly === undefined) this.#host.replaceChildren(...this.#picture(bundle));
    try {
      const plot = plotOf(bundle[MIME_TYPE]);
      this.#plotly = await this.#load();
      this.#plot = plot;
      this.#drawnSize = undefined;
      await this.#drawInTurn();
    } catch (error) {
      this.#plot = undefined;
      const line = this.#host.ownerDocument.createElement("p");
      line.textContent = `The interactive figure cannot be shown: ${error instanceof Error ? error.message : error}`;
      line.style.color = "var(--jp-error-color1)";
      this.#host.replaceChildren(...this.#picture(bundle), line);
    }
  }

  end(): void {
    this.#plot = undefined;
    this.#resizes.disconnect();
    this.#plotly?.purge(this.#canvas);
  }

  /** Draws after the drawing before: Plotly must not be asked for a second one while it is busy. */
  #drawInTurn(): Promise<void> {
    const drawing = this.#drawing.then(() => this.#draw());
    this.#drawing = drawing.catch(() => undefined);
    return drawing;
  }

  async #draw(): Promise<void> {
    if (this.#plot === undefined) return;
    const { caption, note, followsPage, layout, ...plot } = this.#plot;
    const room = this.#host.clientWidth;
    const size = sizeOf(layout, room);
    if (this.#drawnSize === undefined || room === 0) {
      this.#resizes.disconnect();
      this.#resizes.observe(this.#host); // observed again, the element reports its width as soon as it has one
    }
    if (room === 0 || JSON.stringify(size) === JSON.stringify(this.#drawnSize)) return;
    const { width, height, scale } = size;
    this.#drawnSize = size;
    Object.assign(this.#canvas.style, {
      width: `${width}px`,
      height: `${height}px`,
      transform: scale < 1 ? `scale(${scale})` : "",
      transformOrigin: "0 0",
      marginBottom: `${(scale - 1) * height}px`,
    });
    this.#host.style.overflow = scale * width <= room + 1 ? "hidden" : "auto hidden"; // what is made smaller still counts with its size
    for (const [index, text] of [caption, note].entries()) {
      this.#texts[index].textContent = text;
      this.#texts[index].style.maxWidth = `${scale * width - 16}px`;
    }
    this.#canvas.classList.toggle(FOLLOWS_PAGE, followsPage);
    this.#host.replaceChildren(this.#canvas, ...this.#texts.filter(({ textContent }) => textContent !== ""));
    await this.#plotly?.react(this.#canvas, { ...plot, layout: { ...layout, width, height, autosize: false } });
  }

  /** The still picture; none if the bundle has none. */
  #picture({ "image/png": png }: JsonObject): PageElement[] {
    if (typeof png !== "string") return [];
    const image = this.#host.ownerDocument.createElement("img");
    image.setAttribute("src", `data:image/png;base64,${png}`);
    image.setAttribute("alt", "");
    image.classList.toggle(STILL_PICTURE, true);
    image.style.maxWidth = "100%";
    return [image];
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

/**
 * How wide a figure is drawn in the room there is, and how much it is then made smaller.
 *
 * Without a width it takes all the room; with `autosize` its width is the least. Where there is less room, the picture is made
 * smaller as a whole, so that no label runs into another, but not below half of its size, where nothing could be read: it can then
 * be moved sideways.
 */
export function sizeOf({ width, height, autosize }: JsonObject, room: number): Size {
  const least = typeof width === "number" ? width : 0;
  const drawn = least === 0 || autosize === true ? Math.max(least, room) : least;
  return {
    width: drawn,
    height: typeof height === "number" ? height : USUAL_HEIGHT,
    scale: Math.max(LEAST_SCALE, Math.min(1, room / drawn)),
  };
}
