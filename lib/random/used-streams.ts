/**
 * Used streams: which words of which streams have given noise, so that none gives it twice.
 *
 * Two answers with the same noise are together worth far more than the sum of their costs: where both have noise of one scale,
 * their difference has none. So whatever states the total of several releases (a ledger, a filter that draws, a session) takes each
 * stream through this record. A stream may go on from where it stands, as often as it likes. Another one with the same key, such as
 * `stream(1, "a")` written twice, is refused unless it stands at or behind the last word used of that key. A child has a key of its
 * own, and the secure source repeats nothing. A stream that a release makes as it draws, such as a child with a name of its own, is
 * looked at when the release is done, whose answer is withheld if another has had that noise.
 * Limits: a stream that a mechanism of one's own has kept from elsewhere is not seen. What is drawn elsewhere from the same seed is
 * not known here: two ledgers, or one over a table with a person fewer, share their noise if they share a seed.
 * Seeded noise is for study; release with `secureRandom()`.
 */
import type { Random } from "./random.ts";
import { Stream } from "./stream.ts";

export class UsedStreams {
  /** Of each key the end of what was used. */
  readonly #ends = new Map<string, number>();
  /** Streams that are being drawn from, the innermost last. */
  readonly #running: Stream[] = [];
  #last: Stream | undefined;
  /** All that were taken: one that a release makes and hands on to another release is looked at there. */
  readonly #taken = new WeakSet<Stream>();

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
    this.#taken.add(random);
  }

  /**
   * Refuses as `requireFresh` does, and records what `draw` draws from the source and from the streams that it makes, also if it
   * fails. A source that is no stream is left alone.
   */
  use<Output>(random: unknown, draw: () => Output): Output {
    const made: Stream[] = [];
    let output: Output;
    try {
      output = Stream.noteMade(made, () => (Stream.isStream(random) ? this.#follow(random, draw) : draw()));
    } catch (error) {
      this.#recordMade(made);
      throw error;
    }
    const repeated = this.#recordMade(made);
    if (repeated === undefined) return output;
    throw new RangeError(
      `random must give new noise to each release, got one that drew from ${repeated.name}, as an earlier one did: equal noise cancels`,
    );
  }

  #follow<Output>(random: Stream, draw: () => Output): Output {
    this.take(random);
    this.#running.push(random);
    try {
      return draw();
    } finally {
      this.#running.pop();
      this.#record(random);
    }
  }

  /** Records the streams that a release made, and gives one whose words were used before, if there is any. */
  #recordMade(made: readonly Stream[]): Stream | undefined {
    const drawn = made.filter((stream) => stream.position > 0 && !this.#taken.has(stream));
    const repeated = drawn.find(({ key }) => this.#endOf(key) > 0);
    for (const stream of drawn) this.#record(stream);
    return repeated;
  }

  #endOf(key: string): number {
    return Math.max(this.#ends.get(key) ?? 0, this.#last?.key === key ? this.#last.position : 0);
  }

  #requireUnused(random: Stream): void {
    if (random === this.#last) return;
    const { key, position, name } = random;
    // One that is being drawn from may go on to any word.
    const shared = this.#running.some((other) => other !== random && other.key === key);
    const end = this.#endOf(key);
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
