/**
 * Latest only: runs work that is requested more often than it can be done. All requests during a run are answered by one more run
 * after it.
 *
 * An interrupt ends work at any point and without notice. So nothing is marked as running while it is not awaited, and what is
 * awaited can be given up.
 */
import { isThenable } from "./listeners.ts";

export class LatestOnly {
  readonly #later: (work: () => void) => void;
  readonly #work: () => unknown;
  #isPlanned = false;
  #isWanted = false;
  #awaited: object | undefined;

  /** `later` calls a function from the event loop. Work that returns a promise is awaited. Errors are the work's own to catch. */
  constructor(later: (work: () => void) => void, work: () => unknown) {
    this.#later = later;
    this.#work = work;
  }

  request(): void {
    this.#isWanted = true;
    if (this.#isPlanned || this.#awaited !== undefined) return;
    this.#isPlanned = true;
    this.#later(() => {
      this.#isPlanned = false;
      if (this.#awaited === undefined && this.#isWanted) this.now();
    });
  }

  /** Does the work now, and gives what it returned. */
  now(): unknown {
    this.#isWanted = false;
    const outcome = this.#work();
    if (!isThenable(outcome)) return outcome;
    const mark = {};
    this.#awaited = mark;
    const end = () => {
      if (this.#awaited !== mark) return;
      this.#awaited = undefined;
      if (this.#isWanted) this.request();
    };
    outcome.then(end, end);
    return outcome;
  }

  /** Waits no longer for what an interrupt may have ended. */
  giveUp(): void {
    this.#awaited = undefined;
    if (this.#isWanted) this.request();
  }
}
