/**
 * Parent requests: the request behind each number that the runtime was given, so that even late output goes to its own cell.
 *
 * Limits: the newest ten thousand are remembered; output of an older one goes to the newest.
 */
import type { Header } from "../protocol/message.ts";
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
    const latest = this.#known.get(number - 1)?.request;
    const { channel } = request;
    const header = latest === undefined ? request.header : sharing(request.header, latest.header);
    const identities = latest !== undefined && isSame(request, latest) ? latest.identities : request.identities;
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

/** The header with the texts of another where they are equal: a client says most of them again with every request. */
function sharing(header: Header, other: Header): Header {
  return {
    ...header,
    session: header.session === other.session ? other.session : header.session,
    username: header.username === other.username ? other.username : header.username,
    msg_type: header.msg_type === other.msg_type ? other.msg_type : header.msg_type,
    version: header.version === other.version ? other.version : header.version,
  };
}

function isSame({ identities: one }: Request, { identities: other }: Request): boolean {
  return one.length === other.length && one.every((part, index) => Buffer.compare(part, other[index] ?? part) === 0);
}
