/** Stream merger: joins neighbouring texts of one cell and stream, and keeps the order with everything else. */
import type { FromRuntime, StreamOutput } from "./channel.ts";

const WINDOW_MILLISECONDS = 20;
const LARGEST_CHARACTERS = 65_536;

export class StreamMerger {
  private readonly deliver: (message: FromRuntime) => void;
  private waiting: StreamOutput | undefined;
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
    const { waiting } = this;
    if (waiting !== undefined && (waiting.cell !== message.cell || waiting.name !== message.name)) this.flush();
    this.waiting = this.waiting === undefined ? message : { ...this.waiting, text: this.waiting.text + message.text };
    const isDue = performance.now() - this.lastDelivery >= WINDOW_MILLISECONDS;
    if (isDue || this.waiting.text.length >= LARGEST_CHARACTERS) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), WINDOW_MILLISECONDS);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { waiting } = this;
    if (waiting === undefined) return;
    this.waiting = undefined;
    this.lastDelivery = performance.now();
    this.deliver(waiting);
  }
}
