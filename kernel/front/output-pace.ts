/**
 * Output pace: when a broadcast may leave so that a Jupyter server passes it on.
 *
 * The server drops what exceeds 1000 messages or a million bytes of text a second, averaged over the last three seconds, as it
 * reads them; a status `idle` begins its count anew. It reads late when it is busy, and then more at once than was sent: so we
 * send in any five seconds at most nine tenths of what it takes in three, and once something had to wait, evenly.
 * Source: `_limit_rate` of jupyter_server 2 (services/kernels/connection/channels.py), with its default settings.
 * Limits: a server that stands still for more than two seconds while text flows, or that has lower limits, may still drop some.
 */
const serverSeconds = 3;
const share = 0.9;

export const pace = {
  milliseconds: 5000,
  messages: share * serverSeconds * 1000,
  bytes: share * serverSeconds * 1_000_000,
} as const;

/** How far an even flow may fall behind and catch up, in milliseconds. */
const slack = 20;

export class OutputPace {
  /** What was sent within the window, oldest first. */
  readonly #sent: { readonly time: number; readonly bytes: number }[] = [];
  #bytes = 0;
  /** When an even flow goes on. */
  #next = 0;

  /** Milliseconds until one more message fits; one that alone is too large fits where no other text is. */
  delay(now: number, bytes: number): number {
    this.#forget(now);
    let count = this.#sent.length;
    let sum = this.#bytes;
    let end = now;
    for (const each of this.#sent) {
      if (count < pace.messages && (bytes === 0 || sum === 0 || sum + bytes <= pace.bytes)) break;
      count -= 1;
      sum -= each.bytes;
      end = each.time + pace.milliseconds;
    }
    return end - now;
  }

  /** The same for a message that had to wait. */
  evenDelay(now: number, bytes: number): number {
    return Math.max(this.delay(now, bytes), this.#next - now);
  }

  sent(now: number, bytes: number): void {
    this.#sent.push({ time: now, bytes });
    this.#bytes += bytes;
    const time = Math.max(bytes / pace.bytes, 1 / pace.messages) * pace.milliseconds;
    this.#next = Math.min(now, Math.max(this.#next, now - slack)) + time;
  }

  /** The server counts anew. */
  restart(): void {
    this.#sent.length = 0;
    this.#bytes = 0;
  }

  #forget(now: number): void {
    const kept = this.#sent.findIndex(({ time }) => now - time < pace.milliseconds);
    const gone = this.#sent.splice(0, kept < 0 ? this.#sent.length : kept);
    for (const { bytes } of gone) this.#bytes -= bytes;
  }
}
