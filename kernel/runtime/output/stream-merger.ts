/**
 * Stream merger: joins texts of one cell that come fast, and keeps the order with everything else.
 *
 * What child processes print comes here as well as what the runtime says. The more text an output has, the more is joined
 * (stream-growth.ts). JupyterLab makes an output of every change from one stream to the other, and shows no more than fifty of
 * a cell: so where the stream changes often, texts wait a while longer.
 * Limits: the order across the streams is exact for 20 changes in 200 ms, for two where there were more before; beyond that
 * only the order within each stream is.
 */
import type { FromRuntime } from "./channel.ts";
import { charactersAfter, isTooMuch, mostBytesOf, waitAfter } from "./stream-growth.ts";
import { joinText, type Segment } from "./stream-segments.ts";

/** How long texts wait at least where the stream changes often, in milliseconds. */
const CROWDED_WAIT = 200;
const CHANGES = { usual: 20, crowded: 2 };

export class StreamMerger {
  private readonly deliver: (message: FromRuntime) => void;
  private waiting: Segment[] = [];
  /** Of what waits; and how many characters of the same output went before. */
  private characters = 0;
  private mostBytes = 0;
  private printed = 0;
  private isInOrder = true;
  private timer: NodeJS.Timeout | undefined;
  private lastDelivery = Number.NEGATIVE_INFINITY;
  private last: Pick<Segment, "cell" | "name"> | undefined;
  /** How often the stream changed since then, how often it may, and whether it would have oftener. */
  private start = Number.NEGATIVE_INFINITY;
  private changes = 0;
  private mostChanges = CHANGES.usual;
  private isExceeded = false;

  constructor(deliver: (message: FromRuntime) => void) {
    this.deliver = deliver;
  }

  add(message: FromRuntime): void {
    if (message.kind !== "stream") {
      this.flush();
      if (beginsOutput(message)) this.printed = 0;
      this.deliver(message);
      return;
    }
    const bytes = mostBytesOf(message.text);
    if (this.waiting.length > 0 && (this.waiting[0].cell !== message.cell || isTooMuch(this.mostBytes + bytes)))
      this.flush();
    const now = performance.now();
    this.count(message.cell, now);
    const left = this.mostChanges - this.changes;
    if (!joinText(this.waiting, message, Math.max(2, left))) {
      this.isInOrder = false;
      this.isExceeded = true;
    }
    this.characters += message.text.length;
    this.mostBytes += bytes;
    const milliseconds = Math.max(waitAfter(this.printed), left <= CHANGES.crowded ? CROWDED_WAIT : 0);
    if (now - this.lastDelivery >= milliseconds || this.characters >= charactersAfter(this.printed)) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), milliseconds);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { waiting, isInOrder } = this;
    if (waiting.length === 0) return;
    this.waiting = [];
    this.characters = 0;
    this.mostBytes = 0;
    this.isInOrder = true;
    this.lastDelivery = performance.now();
    // Where the order is lost, that one is first which makes no change.
    if (!isInOrder && waiting.length === 2 && waiting[0].name !== this.last?.name) waiting.reverse();
    for (const each of waiting) {
      if (each.name !== this.last?.name) this.changes++;
      this.last = each;
      this.printed += each.text.length;
      this.deliver(each);
    }
  }

  private count(cell: number, now: number): void {
    const isNew = cell !== this.last?.cell;
    if (now - this.start < CROWDED_WAIT && !isNew) return;
    if (isNew) this.printed = 0;
    this.mostChanges = this.isExceeded && !isNew ? CHANGES.crowded : CHANGES.usual;
    this.isExceeded = false;
    this.changes = 0;
    this.start = now;
  }
}

/** Whether text that follows is shown in an output of its own. */
function beginsOutput(message: FromRuntime): boolean {
  if (message.kind === "display") return !message.update;
  return message.kind === "result" || message.kind === "error" || message.kind === "clear";
}
