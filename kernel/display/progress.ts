/** Progress: a bar that follows a loop, `for (const x of progress(items)) ...`, with the time that is left. */
import { type DisplayHandle, display } from "./display.ts";
import { escapeHtml } from "./escape.ts";

export interface ProgressChoices {
  /** How many there will be, where the iterable does not tell. */
  readonly total?: number;
  readonly label?: string;
}

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
  if (choices.total !== undefined) requireCount("total", choices.total);
  return isAsyncIterable(source) ? asyncSteps(source, total, label) : steps(source, total, label);
}

function requireCount(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`${name} must be a non-negative integer, got ${String(value)}`);
  }
}

function* steps(source: Iterable<unknown>, total: number | undefined, label: string): Generator<unknown> {
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

async function* asyncSteps(source: AsyncIterable<unknown>, total: number | undefined, label: string): AsyncGenerator {
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

class Bar {
  private total: number | undefined;
  private readonly label: string;
  private readonly start = performance.now();
  private readonly handle: DisplayHandle;
  private shownAt = this.start;
  private count = 0;
  private isOver = false;

  constructor(total: number | undefined, label: string) {
    this.total = total;
    this.label = label;
    this.handle = display(this.bundle(""), { raw: true });
  }

  advance(): void {
    this.count++;
    const now = performance.now();
    if (now - this.shownAt < REFRESH_MILLISECONDS) return;
    this.shownAt = now;
    const elapsed = now - this.start;
    const left = this.total === undefined ? undefined : (elapsed / this.count) * Math.max(0, this.total - this.count);
    this.show(`${duration(elapsed)}${left === undefined ? "" : `, ${duration(left)} left`}`);
  }

  end(isComplete: boolean): void {
    if (this.isOver) return;
    this.isOver = true;
    if (isComplete) this.total ??= this.count; // so that a bar that did not know how far it had to go is full
    this.show(`${isComplete ? "" : "stopped after "}${duration(performance.now() - this.start)}`);
  }

  private show(time: string): void {
    this.handle.update(this.bundle(time), { raw: true });
  }

  private bundle(time: string): Record<string, string> {
    const { count, total, label } = this;
    const of = total === undefined ? `${count}` : `${count}/${total}`;
    const share = total === undefined ? undefined : total === 0 ? 1 : Math.min(1, count / total);
    const percent = share === undefined ? "" : `${Math.floor(share * 100)} %`;
    const words = [label, of, percent, time].filter((word) => word !== "");
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
