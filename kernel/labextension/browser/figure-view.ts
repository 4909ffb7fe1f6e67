/**
 * Figure view: one figure in one element of the page, from its first picture to its end.
 *
 * Until Plotly is there, and if it fails, the still picture of the bundle is shown. Plotly measures text, so it draws only once
 * the element has a width: an output outside the visible part of a notebook waits. A new width or theme is followed; a theme's
 * style sheet arrives after its name, so what is drawn is compared with the styles whenever something was loaded, and the time
 * without any style sheet is waited out. Plotly is never asked for a second drawing while it is busy with the first. The caption is
 * text of the page below the picture, as wide as that.
 */
import { browser, type PageElement } from "./dom.ts";
import { type Place, placeOf } from "./place.ts";
import { MIME_TYPE, type Plot, plotOf } from "./plot.ts";
import type { Plotly } from "./plotly.ts";
import { STILL_PICTURE } from "./still-pictures.ts";
import { isStyled, type PageColours, pageColours } from "./theme.ts";

export type Bundle = Readonly<Record<string, unknown>>;

const LEAST_HEIGHT = "400px";
/**
 * JupyterLab takes a cell off the page for a moment when it lays its notebook out again. A width that is back by the end of the
 * frame is one that no observer of sizes reports, so the next frames are looked at too; what is hidden for longer is reported.
 */
const MOST_BLANK_FRAMES = 10;
const CAPTION_STYLE = {
  margin: "4px 8px 8px",
  color: "var(--jp-content-font-color1)",
  fontFamily: "var(--jp-content-font-family)",
  fontSize: "13px",
  lineHeight: "1.45",
};
const THEME_ATTRIBUTES = ["data-jp-theme-name", "data-jp-theme-light"];

export class FigureView {
  readonly #host: PageElement;
  readonly #load: () => Promise<Plotly>;
  readonly #canvas: PageElement;
  readonly #caption: PageElement;
  readonly #resizes = new browser.ResizeObserver(() => this.#soon());
  readonly #themes = new browser.MutationObserver(() => this.#soon());
  readonly #onLoad = () => this.#soon();
  #bundle: Bundle = {};
  #plotly: Plotly | undefined;
  #drawn: Plot | undefined;
  #place: Place | undefined;
  #drawnSize = "";
  #drawnColours: PageColours | undefined;
  #updates: Promise<void> = Promise.resolve();
  #waiting = false;
  #blankFrames = 0;
  #failed = false;
  #ended = false;

  constructor(host: PageElement, load: () => Promise<Plotly>) {
    const page = host.ownerDocument;
    this.#host = host;
    this.#load = load;
    this.#canvas = page.createElement("div");
    this.#caption = page.createElement("p");
    Object.assign(this.#caption.style, CAPTION_STYLE);
    this.#resizes.observe(host);
    this.#themes.observe(page.body, { attributeFilter: THEME_ATTRIBUTES });
    page.addEventListener("load", this.#onLoad, true);
  }

  /** Shows the figure of a bundle, in place of the one before. Resolves once it is drawn, or waits to be seen. */
  async show(bundle: Bundle): Promise<void> {
    this.#bundle = bundle;
    this.#drawn = undefined;
    this.#failed = false;
    const text = bundle["text/plain"];
    this.#host.setAttribute("role", "figure");
    this.#host.setAttribute("aria-label", typeof text === "string" ? text : "Plotly figure");
    if (this.#plotly === undefined) this.#showPicture("");
    try {
      this.#plotly = await this.#load();
    } catch (error) {
      this.#fail(error);
    }
    await this.#inTurn();
  }

  end(): void {
    this.#ended = true;
    this.#resizes.disconnect();
    this.#themes.disconnect();
    this.#host.ownerDocument.removeEventListener("load", this.#onLoad, true);
    this.#plotly?.purge(this.#canvas);
  }

  /** Updates when the update before, if there is one, is over. */
  #inTurn(): Promise<void> {
    this.#updates = this.#updates.then(() => this.#update()).catch((error: unknown) => this.#fail(error));
    return this.#updates;
  }

  /** Draws what is not drawn yet, fits what no longer fits. */
  async #update(): Promise<void> {
    if (this.#ended || this.#failed || this.#plotly === undefined) return;
    if (this.#host.clientWidth === 0) {
      this.#blankFrames += 1;
      if (this.#blankFrames < MOST_BLANK_FRAMES) this.#soon();
      return;
    }
    this.#blankFrames = 0;
    const style = browser.getComputedStyle(this.#host);
    const styleOf = (property: string) => style.getPropertyValue(property);
    const colours = pageColours(styleOf);
    const room = this.#host.clientWidth;
    if (this.#drawn !== undefined && (!isStyled(styleOf) || isSame(colours, this.#drawnColours))) {
      const place = placeOf(this.#drawn.layout, room);
      if (place === undefined) return this.#resize(this.#plotly);
      if (isSame(place, this.#place)) return;
      if (place.width === this.#place?.width) return this.#put(place);
    }
    const plot = plotOf(this.#bundle[MIME_TYPE], colours);
    const place = placeOf(plot.layout, room);
    this.#drawn = plot;
    this.#drawnColours = colours;
    this.#put(place);
    this.#canvas.style.minHeight = plot.layout.height === undefined ? LEAST_HEIGHT : "";
    this.#caption.textContent = plot.caption;
    this.#host.replaceChildren(this.#canvas, ...(plot.caption === "" ? [] : [this.#caption]));
    this.#drawnSize = this.#size();
    const { data, layout, config, frames } = plot;
    const size = place === undefined ? {} : { width: place.width, autosize: false };
    await this.#plotly.react(this.#canvas, { data, layout: { ...layout, ...size }, config, frames });
  }

  /** Lets Plotly fit the figure to its element. */
  async #resize(plotly: Plotly): Promise<void> {
    if (this.#size() === this.#drawnSize) return;
    this.#drawnSize = this.#size();
    await plotly.Plots.resize(this.#canvas).catch(() => undefined); // it was hidden meanwhile
  }

  /** Gives the figure the size of its place; without one it fills the element. */
  #put(place: Place | undefined): void {
    this.#place = place;
    const { width, height, scale = 1 } = place ?? {};
    const isSmaller = scale < 1;
    Object.assign(this.#canvas.style, {
      width: width === undefined ? "100%" : `${width}px`,
      height: height === undefined ? "100%" : `${height}px`,
      transform: isSmaller ? `scale(${scale})` : "",
      transformOrigin: "0 0",
      marginBottom: isSmaller && height !== undefined ? `${(scale - 1) * height}px` : "",
    });
    const isWhole = width === undefined || scale * width <= this.#host.clientWidth + 1;
    this.#host.style.overflow = isWhole ? "hidden" : "auto hidden"; // what is made smaller still counts with its size
    this.#caption.style.maxWidth = width === undefined ? "" : `${scale * width - 16}px`;
  }

  #fail(error: unknown): void {
    this.#failed = true;
    this.#showPicture(`The interactive figure cannot be shown: ${error instanceof Error ? error.message : error}`);
  }

  #size(): string {
    return `${this.#canvas.clientWidth} x ${this.#canvas.clientHeight}`;
  }

  /** Updates before the next frame, once for all that happened until then. */
  #soon(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    browser.requestAnimationFrame(() => {
      this.#waiting = false;
      this.#inTurn();
    });
  }

  #showPicture(note: string): void {
    const page = this.#host.ownerDocument;
    const children: PageElement[] = [];
    const png = this.#bundle["image/png"];
    if (typeof png === "string") {
      const image = page.createElement("img");
      image.setAttribute("src", `data:image/png;base64,${png}`);
      image.setAttribute("alt", "");
      image.className = STILL_PICTURE;
      image.style.maxWidth = "100%";
      children.push(image);
    }
    if (note !== "") {
      const line = page.createElement("p");
      line.textContent = note;
      line.style.color = "var(--jp-error-color1)";
      children.push(line);
    }
    this.#host.replaceChildren(...children);
  }
}

function isSame(one: PageColours | Place, other: PageColours | Place | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
