/**
 * Parent requests: the request behind each number that the runtime was given, so that even late output goes to its own cell.
 *
 * Limits: the newest ten thousand are remembered; output of an older one goes to the newest.
 */
import type { Request } from "./wire.ts";

export interface ParentRequest {
  /** Undefined only before the first request. */
  readonly request: Request | undefined;
  readonly silent: boolean;
  readonly executionCount: number;
}

/** What no answer needs, one for all requests: code and buffers may be large, and even empty objects add up. */
const left = { parent: {}, content: {}, metadata: {}, buffers: [] } as const;
const nothing: ParentRequest = { request: undefined, silent: false, executionCount: 0 };

export class ParentRequests {
  readonly #known = new Map<number, ParentRequest>();
  readonly #capacity: number;
  #newest = 0;

  constructor(capacity = 10_000) {
    this.#capacity = capacity;
  }

  /** Remembers a request; gives its number, which no other has. */
  add(request: Request, { silent, executionCount }: Omit<ParentRequest, "request">): number {
    const number = ++this.#newest;
    const { header, identities, channel } = request;
    this.#known.set(number, { request: { header, identities, channel, ...left }, silent, executionCount });
    if (this.#known.size > this.#capacity) {
      const [oldest] = this.#known.keys();
      this.#known.delete(oldest as number);
    }
    return number;
  }

  of(number: number | undefined): ParentRequest {
    return this.#known.get(number ?? this.#newest) ?? this.#known.get(this.#newest) ?? nothing;
  }
}
