/** Progress: a bar that follows a loop, `for (const x of progress(items)) ...`, with the time that is left. */
import { type DisplayHandle, display } from "./display.ts";
import { escapeHtml } from "./escape.ts";
import { runningCell } from "./running-cell.ts";

/** A function is asked whenever the bar is drawn. */
export interface ProgressChoices {
  /** How many there will be, where the iterable does not tell. */
  readonly total?: number | (() => number);
  readonly label?: string | (() => string);
}

type Total = () => number | undefined;
type Label = () => string;

const REFRESH_MILLISECONDS = 100;
const TEXT_WIDTH = 30;

/** Iterates what it is given, a number as 0 to number - 1, and shows how far it came. */
export function progress(count: number, choices?: ProgressChoices): Iterable<number>;
export function progress<Item>(items: Iterable<Item>, choices?: ProgressChoices): Iterable<Item>;
export function progress<Item>(items: AsyncIterable<Item>, choices?: ProgressChoices): AsyncIterable<Item>;
export function progress(items: unknown, choices: ProgressChoices = {}): unknown {
  if (typeof items === "number") requireCount("the number of steps", items);
  const source = typeof items === "number" ? range(items) : items;
  if (!isAsyncIterable(source) && !isIterable(source)) {
    throw new TypeError(`progress needs a number or an iterable, got ${items === null ? "null" : typeof items}`);
  }
  const { total = sizeOf(items), label = "" } = choices;
  if (typeof choices.total === "number") requireCount("total", choices.total);
  const totalNow = typeof total === "function" ? () => requireCount("total", total()) : () => total;
  const labelNow = typeof label === "function" ? () => String(label()) : () => label;
  return isAsyncIterable(source) ? asyncSteps(source, totalNow, labelNow) : steps(source, totalNow, labelNow);
}

function requireCount(name: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`${name} must be a non-negative integer, got ${String(value)}`);
  }
  return value;
}

function* steps(source: Iterable<unknown>, total: Total, label: Label): Generator<unknown> {
  const bar = new Bar(total, label);
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

async function* asyncSteps(source: AsyncIterable<unknown>, total: Total, label: Label): AsyncGenerator {
  const bar = new Bar(total, label);
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

/** An interrupt ends it, too: the loop is then gone without a word. */
class Bar {
  private readonly total: Total;
  private readonly label: Label;
  private readonly signal = runningCell()?.signal;
  private readonly stop = () => this.end(false);
  private readonly start = performance.now();
  private readonly handle: DisplayHandle;
  private shownAt = this.start;
  private count = 0;
  private isOver = false;

  constructor(total: Total, label: Label) {
    this.total = total;
    this.label = label;
    this.handle = display(this.bundle("", total()), { raw: true });
    this.signal?.addEventListener("abort", this.stop, { once: true });
  }

  advance(): void {
    this.count++;
    const now = performance.now();
    if (this.isOver || now - this.shownAt < REFRESH_MILLISECONDS) return;
    this.shownAt = now;
    const elapsed = now - this.start;
    const total = this.total();
    const left = total === undefined ? undefined : (elapsed / this.count) * Math.max(0, total - this.count);
    this.show(`${duration(elapsed)}${left === undefined ? "" : `, ${duration(left)} left`}`, total);
  }

  end(isComplete: boolean): void {
    if (this.isOver) return;
    this.isOver = true;
    this.signal?.removeEventListener("abort", this.stop);
    const total = this.total() ?? (isComplete ? this.count : undefined); // one that did not know how far it had to go is full
    this.show(`${isComplete ? "" : "stopped after "}${duration(performance.now() - this.start)}`, total);
  }

  private show(time: string, total: number | undefined): void {
    this.handle.update(this.bundle(time, total), { raw: true });
  }

  private bundle(time: string, total: number | undefined): Record<string, string> {
    const { count } = this;
    const of = total === undefined ? `${count}` : `${count}/${total}`;
    const share = total === undefined ? undefined : total === 0 ? 1 : Math.min(1, count / total);
    const percent = share === undefined ? "" : `${Math.floor(share * 100)} %`;
    const words = [this.label(), of, percent, time].filter((word) => word !== "");
    const filled = Math.round((share ?? 0) * TEXT_WIDTH);
    const drawn = share === undefined ? "" : `[${"#".repeat(filled)}${"-".repeat(TEXT_WIDTH - filled)}] `;
    const value = share === undefined && !this.isOver ? "" : ` value="${share ?? 0}"`; // one without moves for ever
    const bar = `<progress max="1"${value} style="width:20em;vertical-align:middle"></progress>`;
    return {
      "text/html": `<div>${bar} <span>${escapeHtml(words.join(" · "))}</span></div>`,
      "text/plain": drawn + words.join(" · "),
    };
  }
}

function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const pad = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

function* range(count: number): Generator<number> {
  for (let index = 0; index < count; index++) yield index;
}

function sizeOf(items: unknown): number | undefined {
  if (typeof items === "number") return items;
  const { length, size } = items as { readonly length?: unknown; readonly size?: unknown };
  if (typeof length === "number") return length;
  return typeof size === "number" ? size : undefined;
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof (value as Iterable<unknown> | null | undefined)?.[Symbol.iterator] === "function";
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof (value as AsyncIterable<unknown> | null | undefined)?.[Symbol.asyncIterator] === "function";
}
