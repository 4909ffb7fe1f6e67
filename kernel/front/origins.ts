/**
 * Origins: the request behind each number that the runtime was given, so that even late output goes to its own cell.
 *
 * Limits: the newest ten thousand are remembered; what is older speaks for the newest.
 */
import type { Request } from "./wire.ts";

export interface Origin {
  /** Undefined only before the first request. */
  readonly request: Request | undefined;
  readonly silent: boolean;
  readonly executionCount: number;
}

const nothing: Origin = { request: undefined, silent: false, executionCount: 0 };

export class Origins {
  readonly #known = new Map<number, Origin>();
  readonly #capacity: number;
  #newest = 0;

  constructor(capacity = 10_000) {
    this.#capacity = capacity;
  }

  /** Remembers a request; gives its number, which no other has. */
  add(request: Request, { silent, executionCount }: Omit<Origin, "request">): number {
    const number = ++this.#newest;
    // Only what an answer needs: code and buffers may be large.
    const kept = { ...request, content: {}, metadata: {}, buffers: [] };
    this.#known.set(number, { request: kept, silent, executionCount });
    if (this.#known.size > this.#capacity) {
      const [oldest] = this.#known.keys();
      this.#known.delete(oldest as number);
    }
    return number;
  }

  of(number: number | undefined): Origin {
    return this.#known.get(number ?? this.#newest) ?? this.#known.get(this.#newest) ?? nothing;
  }
}
