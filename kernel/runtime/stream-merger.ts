/**
 * Stream merger: joins texts of one cell that come fast, and keeps the order with everything else.
 *
 * What child processes print comes here as well as what the runtime says. Limits: as those of stream-segments.ts.
 */
import type { FromRuntime } from "./channel.ts";
import { joinText, type Segment } from "./stream-segments.ts";

const WINDOW_MILLISECONDS = 20;
const LARGEST_CHARACTERS = 65_536;
const SEGMENTS = 50;

export class StreamMerger {
  private readonly deliver: (message: FromRuntime) => void;
  private waiting: Segment[] = [];
  private characters = 0;
  private timer: NodeJS.Timeout | undefined;
  private lastDelivery = Number.NEGATIVE_INFINITY;

  constructor(deliver: (message: FromRuntime) => void) {
    this.deliver = deliver;
  }

  add(message: FromRuntime): void {
    if (message.kind !== "stream") {
      this.flush();
      this.deliver(message);
      return;
    }
    if (this.waiting.length > 0 && this.waiting[0].cell !== message.cell) this.flush();
    joinText(this.waiting, message, SEGMENTS);
    this.characters += message.text.length;
    const isDue = performance.now() - this.lastDelivery >= WINDOW_MILLISECONDS;
    if (isDue || this.characters >= LARGEST_CHARACTERS) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), WINDOW_MILLISECONDS);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { waiting } = this;
    if (waiting.length === 0) return;
    this.waiting = [];
    this.characters = 0;
    this.lastDelivery = performance.now();
    for (const each of waiting) this.deliver(each);
  }
}
