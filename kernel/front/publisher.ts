/**
 * Publisher: a socket whose messages go to all who subscribed to a beginning of their first frame, as ZeroMQ's PUB does.
 *
 * A client that is not subscribed when a message is posted does not get it.
 * Limits: a topic that was subscribed twice is cancelled at once; no client of Jupyter cancels any.
 */
import type { Peer } from "../protocol/peer.ts";
import { encodeMessage, type Frames } from "../protocol/zmtp.ts";
import { PeerServer } from "./peer-server.ts";

const mostTopics = 64;
const largestSubscription = 1024;

export class Publisher extends PeerServer {
  readonly #topics = new WeakMap<Peer, Set<string>>();
  readonly #onSubscription: (topic: string) => void;

  constructor(onSubscription: (topic: string) => void) {
    super({ type: "PUB", largestMessage: largestSubscription });
    this.#onSubscription = onSubscription;
  }

  post(frames: Frames): void {
    const topic = `${frames[0]}`;
    const wants = (peer: Peer) => [...(this.#topics.get(peer) ?? [])].some((beginning) => topic.startsWith(beginning));
    const receivers = [...this.peers].filter(wants);
    const pieces = receivers.length > 0 ? encodeMessage(frames) : [];
    for (const peer of receivers) peer.post(pieces);
  }

  protected joined(peer: Peer): void {
    this.#topics.set(peer, new Set());
  }

  /** The first byte is 1 for a subscription and 0 for its end; other messages mean nothing. */
  protected received(peer: Peer, [frame]: Buffer[]): void {
    const topics = this.#topics.get(peer);
    const topic = `${frame?.subarray(1)}`;
    if (frame?.[0] === 0) topics?.delete(topic);
    if (frame?.[0] !== 1) return;
    topics?.add(topic);
    if (topics !== undefined && topics.size > mostTopics) peer.drop();
    else this.#onSubscription(topic);
  }
}
