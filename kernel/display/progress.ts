/** Progress: a bar that follows a loop, `for (const x of progress(items)) ...`, with the time that is left. */
import type * as cell from "./cell-globals.ts";
import { display } from "./display.ts";
import { escapeHtml } from "./escape.ts";
import { runningCell } from "./running-cell.ts";

const REFRESH_MILLISECONDS = 100;
const TEXT_WIDTH = 30;

/** Iterates what it is given, a number as 0 to number - 1, and shows how far it came. */
export const progress = ((items: unknown, choices: cell.ProgressChoices = {}): unknown => {
  if (typeof items === "number") requireCount("the number of steps", items);
  if (typeof choices.total === "number") requireCount("total", choices.total);
  const source = (typeof items === "number" ? range(items) : items) as Iterable<unknown> & AsyncIterable<unknown>;
  const { total = sizeOf(items), label = "" } = choices;
  const makeBar = () =>
    new Bar({
      total: () => (typeof total === "function" ? requireCount("total", total()) : total),
      label: () => (typeof label === "function" ? String(label()) : label),
    });
  if (typeof source?.[Symbol.asyncIterator] === "function") return asyncSteps(source, makeBar);
  if (typeof source?.[Symbol.iterator] === "function") return steps(source, makeBar);
  throw new TypeError(`progress needs a number or an iterable, got ${items === null ? "null" : typeof items}`);
}) as typeof cell.progress;

function requireCount(name: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`${name} must be a non-negative integer, got ${String(value)}`);
  }
  return value;
}

function* range(count: number): Generator<number> {
  for (let index = 0; index < count; index++) yield index;
}

function sizeOf(items: unknown): number | undefined {
  if (typeof items === "number") return items;
  const { length, size } = Object(items) as { readonly length?: unknown; readonly size?: unknown };
  return [length, size].find((each) => typeof each === "number");
}

function* steps(source: Iterable<unknown>, makeBar: () => Bar): Generator<unknown> {
  const bar = makeBar();
  try {
    for (const item of source) {
      yield item;
      bar.advance();
    }
    bar.end(true);
  } finally {
    bar.end(false);
  }
}

async function* asyncSteps(source: AsyncIterable<unknown>, makeBar: () => Bar): AsyncGenerator {
  const bar = makeBar();
  try {
    for await (const item of source) {
      yield item;
      bar.advance();
    }
    bar.end(true);
  } finally {
    bar.end(false);
  }
}

interface BarTexts {
  readonly total: () => number | undefined;
  readonly label: () => string;
}

/** An interrupt ends it, too: the loop is then gone without a word. */
class Bar {
  readonly #texts: BarTexts;
  readonly #signal = runningCell()?.signal;
  readonly #stop = () => this.end(false);
  readonly #start = performance.now();
  readonly #handle: cell.DisplayHandle;
  #shownAt = this.#start;
  #count = 0;
  #isOver = false;

  constructor(texts: BarTexts) {
    this.#texts = texts;
    this.#handle = display(this.#bundle("", texts.total()), { raw: true });
    this.#signal?.addEventListener("abort", this.#stop, { once: true });
  }

  advance(): void {
    this.#count++;
    const now = performance.now();
    if (this.#isOver || now - this.#shownAt < REFRESH_MILLISECONDS) return;
    this.#shownAt = now;
    const elapsed = now - this.#start;
    const total = this.#texts.total();
    const left = total === undefined ? undefined : (elapsed / this.#count) * Math.max(0, total - this.#count);
    this.#show(`${duration(elapsed)}${left === undefined ? "" : `, ${duration(left)} left`}`, total);
  }

  end(isComplete: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#signal?.removeEventListener("abort", this.#stop);
    const total = this.#texts.total() ?? (isComplete ? this.#count : undefined); // one that did not know how far it had to go is full
    // Without a time once it is complete: the same run leaves the same bytes in a notebook.
    this.#show(isComplete ? "" : `stopped after ${duration(performance.now() - this.#start)}`, total);
  }

  #show(time: string, total: number | undefined): void {
    this.#handle.update(this.#bundle(time, total), { raw: true });
  }

  #bundle(time: string, total: number | undefined): Record<string, string> {
    const count = this.#count;
    const share = total === undefined ? undefined : total === 0 ? 1 : Math.min(1, count / total);
    const counted = share === undefined ? [`${count}`] : [`${count}/${total}`, `${Math.floor(share * 100)} %`];
    const words = [this.#texts.label(), ...counted, time].filter((word) => word !== "").join(" · ");
    const filled = Math.round((share ?? 0) * TEXT_WIDTH);
    const drawn = share === undefined ? "" : `[${"#".repeat(filled)}${"-".repeat(TEXT_WIDTH - filled)}] `;
    const value = share === undefined && !this.#isOver ? "" : ` value="${share ?? 0}"`; // a bar without a value moves without end
    const bar = `<progress max="1"${value} style="width:20em;vertical-align:middle"></progress>`;
    return { "text/html": `<div>${bar} <span>${escapeHtml(words)}</span></div>`, "text/plain": drawn + words };
  }
}

function duration(milliseconds: number): string {
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const pad = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}
