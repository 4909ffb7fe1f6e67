/**
 * Memory of the signatures already seen, so that a recorded message cannot be sent a second time.
 *
 * Limits: the newest `capacity` signatures are remembered, at about 60 bytes each; a message older than that many is
 * accepted again, as it is by jupyter_client, whose default capacity is the same.
 */
export class ReplayGuard {
  readonly #seen = new Set<string>();
  readonly #capacity: number;

  constructor(capacity = 65_536) {
    this.#capacity = capacity;
  }

  /** Remembers a signature; false if it was seen before. */
  admit(signature: Uint8Array): boolean {
    // Half of the hexadecimal digits, packed: 128 bits tell any two messages apart.
    const digest = Buffer.from(Buffer.from(signature).toString("latin1", 0, 32), "hex").toString("latin1");
    if (this.#seen.has(digest)) return false;
    this.#seen.add(digest);
    if (this.#seen.size > this.#capacity) {
      const [oldest] = this.#seen;
      this.#seen.delete(oldest as string);
    }
    return true;
  }

  get size(): number {
    return this.#seen.size;
  }
}
