/**
 * Recompute box: the part of a page in which a reader has a result, or what is stored of one claim, computed again: a sample or all of it,
 * on all cores, with a bar, a pause, how many blocks are equal, and each difference with both values.
 *
 * What is shown of a stored file is text, never markup.
 */
import { type Plan, planOf } from "../execution/plan.ts";
import { sharedWork, type UnitWorker, type WorkerPool } from "../execution/shared-work.ts";
import { clock } from "../machine/clock.ts";
import { messageOf } from "../text/thrown.ts";
import { browser, type PageElement, type PageWorker } from "./dom.ts";
import { type CellFinding, cellsOf, countBlocks, recomputeCells, sampleOf } from "./recomputation.ts";
import { readTexts, type StoredReading, type StoredTexts } from "./stored-texts.ts";
import type { BuiltExperiments } from "./unit-server.ts";

/** What a page is built with. */
export interface RecomputeHost {
  readonly experiments: BuiltExperiments;
  /** The files of a result, by its experiment and run. */
  texts(experiment: string, run: string): Promise<StoredTexts>;
  worker(): PageWorker;
}

/** A sample takes seconds. */
const SAMPLE = 12;
const MOST_SHOWN = 20;

interface Asked {
  readonly experiment: string;
  readonly run: string;
  readonly part?: string;
}

/** A box is an element with the data of what is asked; its buttons are named by what they do. */
export function openBox(box: PageElement, host: RecomputeHost): void {
  const { experiment = "", run = "", part } = box.dataset;
  const asked: Asked = { experiment, run, ...(part === undefined ? {} : { part }) };
  const view = new BoxView(box);
  let state: "idle" | "running" | "paused" = "idle";
  let resume: () => void = () => undefined;
  let paused = Promise.resolve();
  let stop = new AbortController();
  const begin = (isSample: boolean) => {
    if (state !== "idle") return;
    state = "running";
    stop = new AbortController();
    view.started();
    recompute(asked, host, { isSample, view, signal: stop.signal, resumed: () => paused })
      .catch((error: unknown) => view.failed(messageOf(error)))
      .finally(() => {
        state = "idle";
        view.ended();
      });
  };
  view.on("sample", () => begin(true));
  view.on("all", () => begin(false));
  view.on("pause", () => {
    if (state === "running") {
      state = "paused";
      paused = new Promise((resolve) => {
        resume = resolve;
      });
    } else if (state === "paused") {
      state = "running";
      resume();
    }
    view.paused(state === "paused");
  });
  view.on("stop", () => {
    stop.abort();
    resume();
  });
}

interface Circumstances {
  readonly isSample: boolean;
  readonly view: BoxView;
  readonly signal: AbortSignal;
  resumed(): Promise<void>;
}

async function recompute(asked: Asked, host: RecomputeHost, circumstances: Circumstances): Promise<void> {
  const { isSample, view, signal, resumed } = circumstances;
  const stored = readTexts(await host.texts(asked.experiment, asked.run));
  for (const fault of stored.faults.slice(0, MOST_SHOWN)) view.differs(fault);
  const { default: experiment } = await host.experiments[asked.experiment]();
  const plan = planOf(experiment, stored.spec);
  const every = cellsOf(plan, asked.part === undefined ? {} : { part: asked.part });
  const cells = isSample ? chosen(plan, every, stored) : every;
  const pool = poolOf(host, stored);
  const began = clock.milliseconds();
  const found = { blocks: 0, equal: 0, cells: 0 };
  view.expects(countBlocks(plan, cells, stored));
  try {
    await recomputeCells(plan, stored, cells, pool, {
      signal,
      resumed,
      blockDone: (isEqual) => {
        found.blocks++;
        if (isEqual) found.equal++;
        view.counts({ ...found, seconds: (clock.milliseconds() - began) / 1000 });
      },
      cellDone: (finding) => {
        found.cells++;
        for (const difference of finding.differences) view.differs(`${placeIn(plan, finding)}: ${difference}`);
        view.counts({ ...found, seconds: (clock.milliseconds() - began) / 1000 });
      },
    });
    view.settled({
      ...found,
      of: every.length,
      isStopped: signal.aborted,
      seconds: (clock.milliseconds() - began) / 1000,
    });
  } finally {
    await pool.dismiss();
  }
}

/** Cells that were changed are never left out. */
function chosen(plan: Plan, cells: readonly number[], stored: StoredReading): readonly number[] {
  const lines = stored.faults.flatMap((fault) => /^cells\.jsonl, line (\d+)/.exec(fault)?.[1] ?? []);
  const changed = cells.filter((cell) => lines.includes(`${cell + 1}`)).slice(0, MOST_SHOWN);
  const choose = (count: number) => crypto.getRandomValues(new Uint32Array(1))[0] % count;
  const others = cells.filter((cell) => !changed.includes(cell));
  return [...changed, ...sampleOf(plan, others, stored, { most: SAMPLE, choose })];
}

function placeIn(plan: Plan, { cell }: CellFinding): string {
  const { part, control, cell: values } = plan.cells[cell];
  const place = Object.entries(values).map(([axis, value]) => `${axis}=${value}`);
  return [part, ...(control === undefined ? [] : [`control ${control}`]), ...place].join(", ");
}

function poolOf(host: RecomputeHost, { spec }: StoredReading): WorkerPool {
  const count = Math.max(1, browser.navigator.hardwareConcurrency);
  return sharedWork(
    Array.from({ length: count }, (): UnitWorker => {
      const worker = host.worker();
      worker.postMessage({ spec });
      return {
        post: (unit) => worker.postMessage({ unit }),
        listen: (onReply, onFailure) => {
          worker.onmessage = ({ data }) => onReply(data);
          worker.onerror = ({ message }) => onFailure(new Error(`a worker failed: ${message}`));
        },
        end: async () => worker.terminate(),
      };
    }),
  );
}

interface Counts {
  readonly blocks: number;
  readonly equal: number;
  readonly cells: number;
  readonly seconds: number;
}

/** What a reader sees of it. */
class BoxView {
  readonly #box: PageElement;

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
    for (const name of ["sample", "all"]) this.#one(`[data-do="${name}"]`).disabled = isRunning;
    for (const name of ["pause", "stop"]) this.#one(`[data-do="${name}"]`).hidden = !isRunning;
  }

  started(): void {
    this.#show(true);
    this.paused(false);
    this.#one("progress").hidden = false;
    this.#one("output").textContent = "reading what is stored …";
    this.#one("ul").replaceChildren();
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

  counts({ blocks, equal, seconds }: Counts): void {
    this.#one("progress").value = blocks;
    this.#one("output").textContent = `${equal} of ${blocks} blocks equal, ${seconds.toFixed(1)} s`;
  }

  settled({
    blocks,
    equal,
    cells,
    of,
    isStopped,
    seconds,
  }: Counts & { readonly of: number; readonly isStopped: boolean }): void {
    const bits = equal === blocks ? "the same bits" : `${blocks - equal} different`;
    const stopped = isStopped ? ", stopped" : "";
    this.#one("output").textContent =
      `${bits}: ${equal} of ${blocks} blocks equal, in ${cells} of ${of} cells, ${seconds.toFixed(1)} s${stopped}`;
  }

  differs(text: string): void {
    const list = this.#one("ul");
    const line = browser.document.createElement("li");
    line.textContent = text;
    list.append(line);
  }

  failed(message: string): void {
    this.#one("output").textContent = message;
  }
}
