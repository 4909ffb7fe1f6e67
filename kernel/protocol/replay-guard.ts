/**
 * Memory of the signatures already seen, so that a recorded message cannot be sent a second time.
 *
 * Limits: the newest `capacity` signatures are remembered, at about 60 bytes each; a message older than that many is
 * accepted again, as it is by jupyter_client, whose default capacity is the same. A kernel that is restarted keeps its key, and
 * what it saw is left to the next one (front/replay-memory.ts), but not where it was killed: who can record what a client sends (root
 * on this machine, or the network between where the connection is neither local nor in a tunnel) can send it once more after that.
 * The date in a header is no remedy: it is that of the browser, whose clock may be wrong by hours, or left out, and a kernel that
 * does not answer its owner is worse. Where the network is not trusted, a tunnel is needed anyway, since nothing on it is encrypted.
 */
export class ReplayGuard {
  static readonly digestLength = 16;
  readonly capacity: number;
  readonly #seen = new Set<string>();

  constructor(capacity = 65_536) {
    this.capacity = capacity;
  }

  /** Remembers a signature; false if it was seen before. */
  admit(signature: Uint8Array): boolean {
    // Half of the hexadecimal digits, packed: 128 bits tell any two messages apart.
    const digits = Buffer.from(signature).toString("latin1", 0, 2 * ReplayGuard.digestLength);
    return this.#add(Buffer.from(digits, "hex").toString("latin1"));
  }

  get size(): number {
    return this.#seen.size;
  }

  /** All that is remembered, from the oldest on. */
  get digests(): Buffer {
    return Buffer.from([...this.#seen].join(""), "latin1");
  }

  restore(digests: Buffer): void {
    const { digestLength } = ReplayGuard;
    for (let at = 0; at + digestLength <= digests.length; at += digestLength)
      this.#add(digests.toString("latin1", at, at + digestLength));
  }

  #add(digest: string): boolean {
    if (this.#seen.has(digest)) return false;
    this.#seen.add(digest);
    if (this.#seen.size > this.capacity) {
      const [oldest] = this.#seen;
      this.#seen.delete(oldest as string);
    }
    return true;
  }
}
