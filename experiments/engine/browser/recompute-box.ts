/**
 * Recompute box: the part of a page in which a reader has a result, what is stored of one claim, or one cell computed again: a sample or
 * all of it, on all cores, with a bar, a pause, how many blocks are equal, and each difference with both values.
 *
 * The page itself computes nothing and loads no program of an experiment: its workers do, and what they report is shown as text, never as
 * markup.
 */
import { sharedWork, type UnitWorker, type WorkerReply } from "../execution/shared-work.ts";
import type { Unit } from "../execution/unit.ts";
import type { Spec } from "../format/spec.ts";
import { clock } from "../machine/clock.ts";
import { messageOf } from "../text/thrown.ts";
import { browser, type PageElement, type PageWorker } from "./dom.ts";
import type { RecomputeOrder, RecomputeQuestion, RecomputeReport } from "./recompute-server.ts";
import type { StoredTexts } from "./stored-texts.ts";
import type { UnitOrder } from "./unit-server.ts";

/** Where a page has its workers and the files of its results. */
interface RecomputeHost {
  /** The files of a result, by its experiment and run. */
  texts(experiment: string, run: string): Promise<StoredTexts>;
  /** Starts workers. */
  workers(): Promise<() => PageWorker<unknown, unknown>>;
}

type Asked = Pick<RecomputeQuestion, "part" | "cell" | "isSample">;

/** A box is an element with the data of what is asked; its buttons are named by what they do. */
export function openBox(box: PageElement, host: RecomputeHost): void {
  const { experiment = "", run = "", id = "", part } = box.dataset;
  const view = new BoxView(box);
  let current: Recomputation | undefined;
  const begin = (asked: Asked) => {
    if (current !== undefined) return;
    view.started();
    current = new Recomputation(view, () => {
      current = undefined;
      view.ended();
    });
    const own = part === undefined ? asked : { ...asked, part };
    void current.begin(host, async () => ({ ...own, id, texts: await host.texts(experiment, run) }));
  };
  view.on("sample", () => begin({ isSample: true }));
  view.on("all", () => begin({ isSample: false }));
  view.on("pause", () => view.paused(current?.turn() === true));
  view.on("stop", () => current?.stop());
  for (const button of box.querySelectorAll("[data-cell]"))
    button.addEventListener("click", () => begin({ isSample: false, cell: Number(button.dataset.cell) }));
}

type Judge = PageWorker<RecomputeOrder, RecomputeReport>;
type Hand = PageWorker<UnitOrder, WorkerReply>;

/** One time that a reader asks: the workers that compute, the one that judges, and what was found so far. */
class Recomputation {
  readonly #view: BoxView;
  readonly #onEnd: () => void;
  readonly #began = clock.milliseconds();
  readonly #found = { blocks: 0, equal: 0, faults: 0, differences: 0 };
  readonly #workers: PageWorker<unknown, unknown>[] = [];
  #resume: (() => void) | undefined;
  #resumed = Promise.resolve();
  #isOver = false;

  constructor(view: BoxView, onEnd: () => void) {
    this.#view = view;
    this.#onEnd = onEnd;
  }

  async begin(host: RecomputeHost, ask: () => Promise<Omit<RecomputeQuestion, "size">>): Promise<void> {
    try {
      const [question, start] = await Promise.all([ask(), host.workers()]);
      if (this.#isOver) return;
      const count = Math.max(1, browser.navigator.hardwareConcurrency);
      const judge = this.#start(start) as Judge;
      let compute: (unit: Unit) => Promise<string> = () => Promise.reject(new Error("no spec was sent"));
      judge.onerror = ({ message }) => this.#refuse(`a worker failed: ${message}`);
      judge.onmessage = ({ data }) => {
        if ("spec" in data) compute = this.#pool(start, count, data.spec);
        else if ("unit" in data) void this.#answer(judge, data.unit, compute);
        else this.#hear(data);
      };
      judge.postMessage({ question: { ...question, size: 2 * count } });
    } catch (error) {
      this.#refuse(messageOf(error));
    }
  }

  #start(start: () => PageWorker<unknown, unknown>): PageWorker<unknown, unknown> {
    const worker = start();
    this.#workers.push(worker);
    return worker;
  }

  #pool(start: () => PageWorker<unknown, unknown>, count: number, spec: Spec): (unit: Unit) => Promise<string> {
    const hands = Array.from({ length: count }, (): UnitWorker => {
      const worker = this.#start(start) as Hand;
      worker.postMessage({ spec });
      return {
        post: (unit) => worker.postMessage({ unit }),
        listen: (onReply, onFailure) => {
          worker.onmessage = ({ data }) => onReply(data);
          worker.onerror = ({ message }) => onFailure(new Error(`a worker failed: ${message}`));
        },
        end: async () => worker.terminate(),
      };
    });
    return sharedWork(hands).compute;
  }

  /** A unit is computed when there is no pause. */
  async #answer(judge: Judge, unit: Unit, compute: (unit: Unit) => Promise<string>): Promise<void> {
    await this.#resumed;
    try {
      judge.postMessage({ unit, outcome: await compute(unit) });
    } catch (error) {
      judge.postMessage({ unit, failure: messageOf(error) });
    }
  }

  #hear(report: Exclude<RecomputeReport, { readonly spec: Spec } | { readonly unit: Unit }>): void {
    if (this.#isOver) return;
    if ("expected" in report) this.#view.expects(report.expected);
    else if ("block" in report) {
      this.#found.blocks++;
      if (report.block === "equal") this.#found.equal++;
      this.#view.counts(this.#found, this.#counts());
    } else if ("difference" in report) {
      this.#found.differences++;
      this.#view.lists(report.difference);
    } else if ("fault" in report) {
      this.#found.faults++;
      this.#view.lists(report.fault);
    } else if ("failure" in report) this.#view.lists(report.failure);
    else if ("refused" in report) this.#refuse(report.refused);
    else {
      const { cells, of } = report.settled;
      this.#end(`${this.#verdict(cells)}: ${this.#counts()}, in ${cells} of ${of} cells`);
    }
  }

  /** What is changed shows in a difference; a cell that could not be computed is none. */
  #verdict(cells: number): string {
    if (this.#found.differences > 0) return "different";
    if (this.#found.faults > 0) return "the stored files were changed";
    return cells === 0 ? "nothing was computed" : "the same bits";
  }

  #counts(): string {
    const { equal, blocks } = this.#found;
    const seconds = (clock.milliseconds() - this.#began) / 1000;
    return `${equal} of ${blocks} blocks equal, ${seconds.toFixed(1)} s`;
  }

  #refuse(message: string): void {
    this.#end(message);
  }

  stop(): void {
    this.#end(`stopped: ${this.#counts()}`);
  }

  /** Begins a pause or ends it; says whether there is one. */
  turn(): boolean {
    if (this.#resume === undefined) {
      this.#resumed = new Promise((resolve) => {
        this.#resume = resolve;
      });
      return true;
    }
    this.#resume();
    this.#resume = undefined;
    return false;
  }

  #end(text: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const worker of this.#workers) worker.terminate();
    this.#view.says(text);
    this.#onEnd();
  }
}

const MOST_LISTED = 20;

/** What a reader sees of it. */
class BoxView {
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

  ended(): void {
    this.#show(false);
    this.#one("progress").hidden = true;
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
