/**
 * Publisher: a socket whose messages go to all who subscribed to a beginning of their first frame, as ZeroMQ's PUB does.
 *
 * A client that is not subscribed when a message is posted does not get it. Subscriptions are counted, so that each must be cancelled as
 * often as it was made. They come as messages in ZMTP 3.0 and as commands in 3.1; both are understood, whatever the version.
 */

import type { Peer } from "../protocol/peer.ts";
import { encodeMessage, type Frames } from "../protocol/zmtp.ts";
import type { ReaderLimits } from "../protocol/zmtp-reader.ts";
import { PeerServer } from "./peer-server.ts";

const longestTopic = 256;
const mostTopics = 1024;

export class Publisher {
  readonly server: PeerServer;
  /** How often each peer subscribed to which topics, whose bytes are written in Latin-1. */
  readonly #subscriptions = new WeakMap<Peer, Map<string, number>>();
  readonly #onSubscription: (topic: string) => void;

  constructor(limits: ReaderLimits, onSubscription: (topic: string) => void) {
    this.#onSubscription = onSubscription;
    const role = { type: "PUB", partners: ["SUB", "XSUB"], limits } as const;
    this.server = new PeerServer(role, {
      joined: (peer) => void this.#subscriptions.set(peer, new Map()),
      message: (peer, [frame]) => {
        if (frame?.[0] === 1) return this.#subscribe(peer, frame.subarray(1));
        if (frame?.[0] === 0) return this.#cancel(peer, frame.subarray(1));
        return true; // a message to the publisher, which nobody reads
      },
      command: (peer, name, topic) => {
        if (name === "SUBSCRIBE") return this.#subscribe(peer, topic);
        if (name === "CANCEL") return this.#cancel(peer, topic);
        return true;
      },
    });
  }

  post(frames: Frames): void {
    const receivers = [...this.server.peers].filter((peer) => this.#wants(peer, frames[0] ?? ""));
    const pieces = receivers.length > 0 ? encodeMessage(frames) : [];
    for (const peer of receivers) peer.post(pieces);
  }

  #wants(peer: Peer, first: Uint8Array | string): boolean {
    const topics = this.#subscriptions.get(peer);
    if (topics === undefined || topics.size === 0) return false;
    if (topics.has("")) return true;
    const topic = Buffer.from(first as Uint8Array).toString("latin1");
    for (const beginning of topics.keys()) if (topic.startsWith(beginning)) return true;
    return false;
  }

  #subscribe(peer: Peer, topic: Buffer): boolean {
    const topics = this.#subscriptions.get(peer);
    if (topics === undefined || topic.length > longestTopic) return false;
    const key = topic.toString("latin1");
    topics.set(key, (topics.get(key) ?? 0) + 1);
    if (topics.size > mostTopics) return false;
    this.#onSubscription(topic.toString("utf8"));
    return true;
  }

  #cancel(peer: Peer, topic: Buffer): boolean {
    const topics = this.#subscriptions.get(peer);
    const key = topic.toString("latin1");
    const times = topics?.get(key) ?? 0;
    if (times > 1) topics?.set(key, times - 1);
    else topics?.delete(key);
    return true;
  }
}
