/**
 * Used streams: which words of which streams have given noise, so that none gives it twice.
 *
 * Two answers with the same noise are together worth far more than the sum of their costs: where both have noise of one scale,
 * their difference has none. So whatever states the total of several releases (a ledger, a filter that draws, a session) takes each
 * stream through this record. A stream may go on from where it stands, as often as it likes. Another one with the same key, such as
 * `stream(1, "a")` written twice, is refused unless it stands at or behind the last word used of that key. A child has a key of its
 * own, and the secure source repeats nothing.
 * Limits: what is drawn elsewhere from the same seed is not known here: two ledgers, or one over a table with a person fewer, share
 * their noise if they share a seed. Seeded noise is for study; release with `secureRandom()`.
 */
import type { Random } from "./random.ts";
import { Stream } from "./stream.ts";

export class UsedStreams {
  /** Of each key the end of what was used. */
  readonly #ends = new Map<string, number>();
  /** Streams that are being drawn from, the innermost last. */
  readonly #running: Stream[] = [];
  #last: Stream | undefined;

  /** Refuses a stream whose next words may have been used, and one whose use could not be followed. Nothing is recorded. */
  requireFresh(random: Random): void {
    if (Stream.isStream(random)) this.#requireUnused(random);
    else if (random?.mode !== "secure")
      throw new RangeError(
        "random must be secureRandom(), or a stream made by stream(seed, ...names), got another source, whose use cannot be followed",
      );
  }

  /** Refuses as `requireFresh` does, and records what is drawn from the stream until another is taken. */
  take(random: Stream): void {
    if (random === this.#last || !Stream.isStream(random)) return;
    this.#requireUnused(random);
    if (this.#last !== undefined) this.#record(this.#last);
    this.#last = random;
  }

  /**
   * Refuses as `requireFresh` does, and records what `draw` draws from the source, also if it fails. Sources that are no streams
   * are left alone.
   */
  use<Output>(random: unknown, draw: () => Output): Output {
    if (!Stream.isStream(random)) return draw();
    this.take(random);
    this.#running.push(random);
    try {
      return draw();
    } finally {
      this.#running.pop();
      this.#record(random);
    }
  }

  #requireUnused(random: Stream): void {
    if (random === this.#last) return;
    const { key, position, name } = random;
    // One that is being drawn from may go on to any word.
    const shared = this.#running.some((other) => other !== random && other.key === key);
    const end = Math.max(this.#ends.get(key) ?? 0, this.#last?.key === key ? this.#last.position : 0);
    if (!shared && position >= end) return;
    const used = shared ? "another of that name is in use" : `the first ${end} words of that name were used before`;
    throw new RangeError(
      `random must be secureRandom(), or one stream that goes on, got ${name} at word ${position}, but ${used}: equal noise cancels`,
    );
  }

  #record(random: Stream): void {
    const { key, position } = random;
    this.#ends.set(key, Math.max(position, this.#ends.get(key) ?? 0));
  }
}
