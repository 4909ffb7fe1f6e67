/**
 * Memory of the signatures already seen, so that a recorded message cannot be sent a second time.
 *
 * Limits: the newest `capacity` signatures are remembered, at about 60 bytes each; a message older than that many is
 * accepted again, as it is by jupyter_client, whose default capacity is the same. The memory ends with the process, while a
 * kernel that is restarted keeps its key: who can record what a client sends (root on this machine, or the network between
 * where the connection is neither local nor in a tunnel) can send it once more after a restart. The date in a header is no
 * remedy: it is that of the browser, whose clock may be wrong by hours, or left out, and a kernel that does not answer its
 * owner is worse. Where the network is not trusted, a tunnel is needed anyway, since nothing on it is encrypted.
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
