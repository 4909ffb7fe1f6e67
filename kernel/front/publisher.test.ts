import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { encodeGreeting, encodeMessage, encodeReady } from "../protocol/zmtp.ts";
import { Publisher } from "./publisher.ts";
import { freeConnection } from "./reference/client.ts";
import { handshakeOf, RawPeer } from "./reference/raw-peer.ts";

const say = (name: "SUBSCRIBE" | "CANCEL", topic: string) =>
  Buffer.concat(encodeMessage([`${name === "SUBSCRIBE" ? "\x01" : "\0"}${topic}`]));
const opening = encodeGreeting().length + encodeReady({ "Socket-Type": "PUB" }).length;

describe("a publisher", () => {
  let endpoint: string;
  let topics: string[];
  let publisher: Publisher;
  let peer: RawPeer;

  beforeEach(async () => {
    topics = [];
    publisher = new Publisher((topic) => topics.push(topic));
    const { connection } = await freeConnection();
    endpoint = connection.endpoints.iopub;
    await publisher.bind(endpoint);
    peer = await RawPeer.connect(endpoint, handshakeOf("SUB"));
    await peer.until(opening);
  });
  afterEach(async () => {
    peer.close();
    await publisher.close(0);
  });

  /** What of some topics arrives after the peer has said something. */
  async function received(...said: Buffer[]): Promise<string[]> {
    const known = topics.length;
    await peer.send(...said, say("SUBSCRIBE", "end"));
    while (topics.lastIndexOf("end") < known) await new Promise((resolve) => setImmediate(resolve));
    peer.chunks.length = 0;
    for (const topic of ["a.1", "a.2", "b.1", "é", "end"]) publisher.post([topic]);
    while (!peer.received.toString().endsWith("end")) await new Promise((resolve) => setImmediate(resolve));
    return ["a.1", "a.2", "b.1", "é"].filter((topic) => peer.received.includes(topic));
  }

  it("sends what begins as a subscription says, from then on", async () => {
    publisher.post(["a.0"]);
    expect(await received()).toEqual([]);
    expect(await received(say("SUBSCRIBE", "a."))).toEqual(["a.1", "a.2"]);
    expect(await received(say("SUBSCRIBE", "é"))).toEqual(["a.1", "a.2", "é"]);
    expect(await received(say("SUBSCRIBE", ""))).toEqual(["a.1", "a.2", "b.1", "é"]);
    expect(peer.received.includes("a.0")).toBe(false);
    expect(topics).toEqual(["end", "a.", "end", "é", "end", "", "end"]);
  });

  it("sends it once to who subscribed in several ways, until each is cancelled", async () => {
    const both = [say("SUBSCRIBE", "a."), say("SUBSCRIBE", "a.1")];
    expect(await received(...both)).toEqual(["a.1", "a.2"]);
    expect(peer.received).toEqual(Buffer.concat(["a.1", "a.2", "end"].flatMap((topic) => encodeMessage([topic]))));
    expect(await received(say("CANCEL", "a."))).toEqual(["a.1"]);
    expect(await received(say("CANCEL", "a."), say("CANCEL", "never made"))).toEqual(["a.1"]);
    expect(await received(say("CANCEL", "a.1"))).toEqual([]);
  });

  it("ignores what is neither", async () => {
    const noise = [Buffer.concat(encodeMessage(["\x02a.", "\x01a."])), Buffer.concat(encodeMessage([""]))];
    expect(await received(...noise)).toEqual([]);
  });
});
