/**
 * Memory of the signatures already seen, so that a recorded message cannot be sent a second time.
 *
 * Limits: the newest 65 536 are remembered, as by jupyter_client. A restarted kernel keeps its key and begins with nothing: who can
 * record what a client sends (root on this machine, or somebody on the network between) can send it once more then. The date in a
 * header is no remedy: a browser's clock may be wrong by hours, and a kernel that does not answer its owner is worse.
 */
export const CAPACITY = 65_536;

export class ReplayGuard {
  readonly #seen = new Set<string>();

  /** Remembers a signature; false if it was seen before. */
  admit(signature: Uint8Array): boolean {
    const text = Buffer.from(signature).toString("latin1");
    if (this.#seen.has(text)) return false;
    this.#seen.add(text);
    if (this.#seen.size > CAPACITY) this.#seen.delete(this.#seen.values().next().value as string);
    return true;
  }
}
