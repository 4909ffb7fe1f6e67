/**
 * Recompute box: the part of a page in which a reader has a result, what is stored of one claim, or one cell computed again: a sample or
 * all of it, on all cores, with a bar, a pause, how many blocks are equal, and each difference with both values.
 *
 * The page itself computes nothing and loads no program of an experiment: its workers do, and what they report is shown as text, never as
 * markup.
 */
import { browser, type PageElement } from "./dom.ts";
import { PageRecomputation, type RecomputeHost, type RecomputeView } from "./page-recomputation.ts";
import type { RecomputeQuestion } from "./recompute-server.ts";

type Asked = Pick<RecomputeQuestion, "part" | "cell" | "sample">;

const SAMPLE = { blocks: 8, milliseconds: 5_000 } as const;

/** A box is an element with the data of what is asked; its buttons are named by what they do. */
export function openBox(box: PageElement, host: RecomputeHost): void {
  const { experiment = "", run = "", id = "", part } = box.dataset;
  const view = new BoxView(box);
  let current: PageRecomputation | undefined;
  const begin = (asked: Asked) => {
    if (current !== undefined) return;
    view.started();
    current = new PageRecomputation(view, () => {
      current = undefined;
    });
    const own = part === undefined ? asked : { ...asked, part };
    void current.begin(host, async () => ({ ...own, id, texts: await host.texts(experiment, run) }));
  };
  view.on("sample", () => begin({ sample: SAMPLE }));
  view.on("all", () => begin({}));
  view.on("pause", () => view.paused(current?.turn() === true));
  view.on("stop", () => current?.stop());
  for (const button of box.querySelectorAll("[data-cell]"))
    button.addEventListener("click", () => begin({ cell: Number(button.dataset.cell) }));
}

const MOST_LISTED = 20;

/** What a reader sees of it. */
class BoxView implements RecomputeView {
  readonly #box: PageElement;
  #listed = 0;

  constructor(box: PageElement) {
    this.#box = box;
  }

  #one(selector: string): PageElement {
    const found = this.#box.querySelector(selector);
    if (found === null) throw new Error(`the box has no ${selector}`);
    return found;
  }

  on(name: string, act: () => void): void {
    this.#one(`[data-do="${name}"]`).addEventListener("click", act);
  }

  #show(isRunning: boolean): void {
    // Not disabled, which would take the focus of a reader at the keyboard away.
    for (const button of this.#box.querySelectorAll('[data-do="sample"], [data-do="all"], [data-cell]'))
      button.ariaDisabled = `${isRunning}`;
    for (const name of ["pause", "stop"]) this.#one(`[data-do="${name}"]`).hidden = !isRunning;
  }

  started(): void {
    this.#show(true);
    this.paused(false);
    this.expects(1);
    this.#one("progress").value = 0;
    this.#one("progress").hidden = false;
    this.says("reading what is stored …");
    this.#one("ul").replaceChildren();
    this.#listed = 0;
  }

  paused(isPaused: boolean): void {
    this.#one('[data-do="pause"]').textContent = isPaused ? "Go on" : "Pause";
  }

  expects(blocks: number): void {
    this.#one("progress").max = Math.max(1, blocks);
  }

  /** Beside the bar, which is what a screen reader hears of it. */
  counts({ blocks }: { readonly blocks: number }, text: string): void {
    this.#one("progress").value = blocks;
    this.#one("[data-counts]").textContent = text;
  }

  ends(text: string): void {
    this.says(text);
    this.#show(false);
    this.#one("progress").hidden = true;
  }

  says(text: string): void {
    this.#one("[data-counts]").textContent = "";
    this.#one("output").textContent = text;
  }

  lists(text: string): void {
    if (++this.#listed > MOST_LISTED + 1) return;
    const line = browser.document.createElement("li");
    line.textContent = this.#listed > MOST_LISTED ? "and more" : text;
    this.#one("ul").append(line);
  }
}
