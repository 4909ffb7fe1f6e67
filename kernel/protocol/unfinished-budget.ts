/**
 * Budget of unfinished messages: how much all readers of a socket together may keep of messages whose end has not come.
 *
 * When it is spent, the reader that keeps most loses all of it. If the latest reader lost it instead, unauthenticated peers that
 * keep much could shut out all others.
 */
export interface Holder {
  /** Lets go of all that it holds, which is no longer counted, and takes nothing more. */
  giveUp(): void;
}

export class UnfinishedBudget {
  readonly #limit: number;
  readonly #held = new Map<Holder, number>();
  #total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The bytes that are held by all. */
  get total(): number {
    return this.#total;
  }

  /** Notes how many bytes a holder holds now. */
  hold(holder: Holder, bytes: number): void {
    this.#note(holder, bytes);
    while (this.#total > this.#limit) {
      const largest = this.#largest();
      this.#note(largest, 0);
      largest.giveUp();
    }
  }

  #note(holder: Holder, bytes: number): void {
    this.#total += bytes - (this.#held.get(holder) ?? 0);
    if (bytes > 0) this.#held.set(holder, bytes);
    else this.#held.delete(holder);
  }

  /** The first of those who hold most. */
  #largest(): Holder {
    return [...this.#held].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
  }
}
