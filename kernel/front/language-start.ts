/**
 * When the language server is started: so that it takes no processor time from a user who waits.
 *
 * It starts shortly after the first request, if no cell has come by then: a client that sends its first cell only when the kernel
 * is idle, as jupyter_client does, finds the server warm. If cells come at once they have the processor to themselves: the server
 * is started when the runtime is ready and no cell has come for a while. A question about code starts it at once.
 */
import { availableParallelism } from "node:os";

/** In milliseconds; with a core to spare the server takes nothing from others while there is no cell. */
export const quietDelay = availableParallelism() > 2 ? 0 : 20;
export const busyDelay = 200;

export class LanguageStart {
  readonly #start: () => void;
  #timer: NodeJS.Timeout | undefined;
  #hasCells = false;
  #isReady = false;

  constructor(start: () => void) {
    this.#start = start;
  }

  /** A request came. */
  requested(isCell: boolean): void {
    this.#hasCells ||= isCell;
    if (!this.#hasCells) this.#after(quietDelay);
    else if (isCell) this.#afterCells();
  }

  /** The runtime is ready. */
  ready(): void {
    this.#isReady = true;
    if (this.#hasCells) this.#afterCells();
  }

  #afterCells(): void {
    clearTimeout(this.#timer);
    if (this.#isReady) this.#after(busyDelay);
  }

  #after(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#start, milliseconds).unref();
  }
}
