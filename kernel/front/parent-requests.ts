/**
 * Parent requests: the request behind each number that the runtime was given, so that even late output goes to its own cell.
 *
 * Limits: the newest ten thousand are remembered; output of an older one goes to the newest.
 */
import type { Sender } from "./wire.ts";

export interface ParentRequest {
  /** Undefined only before the first request. */
  readonly sender: Sender | undefined;
  readonly silent: boolean;
  readonly executionCount: number;
}

const nothing: ParentRequest = { sender: undefined, silent: false, executionCount: 0 };

export class ParentRequests {
  readonly #known = new Map<number, ParentRequest>();
  readonly #capacity: number;
  #newest = 0;

  constructor(capacity = 10_000) {
    this.#capacity = capacity;
  }

  /** Remembers a request, without its content, which may be large; gives its number, which no other has. */
  add({ header, identities, channel }: Sender, choices: Omit<ParentRequest, "sender">): number {
    this.#known.delete(++this.#newest - this.#capacity);
    this.#known.set(this.#newest, { sender: { header, identities, channel }, ...choices });
    return this.#newest;
  }

  of(number: number | undefined): ParentRequest {
    return this.#known.get(number ?? this.#newest) ?? this.#known.get(this.#newest) ?? nothing;
  }
}
