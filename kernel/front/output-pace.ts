/**
 * Output pace: when a broadcast may leave so that a Jupyter server passes it on.
 *
 * The server drops what exceeds 1000 messages or a million bytes of text a second, averaged over the last three seconds, as it
 * reads them; a status `idle` begins its count anew. It reads late when it is busy, and then more at once than was sent: so we
 * send in any five seconds at most nine tenths of what it takes in three.
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

export class OutputPace {
  /** What was sent within the window, oldest first. */
  readonly #sent: { readonly time: number; readonly bytes: number }[] = [];
  #bytes = 0;

  /** 0 if one more message fits now, else milliseconds until to ask again. One that alone is too large fits where no other text is. */
  delay(now: number, bytes: number): number {
    for (
      let [oldest] = this.#sent;
      oldest !== undefined && now - oldest.time >= pace.milliseconds;
      [oldest] = this.#sent
    ) {
      this.#sent.shift();
      this.#bytes -= oldest.bytes;
    }
    const fits = bytes === 0 || this.#bytes === 0 || this.#bytes + bytes <= pace.bytes;
    const [oldest] = this.#sent;
    return oldest === undefined || (fits && this.#sent.length < pace.messages)
      ? 0
      : oldest.time + pace.milliseconds - now;
  }

  sent(now: number, bytes: number): void {
    this.#sent.push({ time: now, bytes });
    this.#bytes += bytes;
  }

  /** The server counts anew. */
  restart(): void {
    this.#sent.length = 0;
    this.#bytes = 0;
  }
}
