import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Connection, channels } from "../protocol/connection.ts";
import { encodeCommand, encodeGreeting, encodeMessage, encodeReady } from "../protocol/zmtp.ts";
import { freeConnection } from "./reference/client.ts";
import { handshakeOf, RawPeer } from "./reference/raw-peer.ts";
import { Sockets } from "./sockets.ts";

const announce = (flags: number, length: bigint) => {
  const bytes = Buffer.alloc(9);
  bytes[0] = flags;
  bytes.writeBigUInt64BE(length, 1);
  return bytes;
};
const message = (...frames: (string | Uint8Array)[]) => Buffer.concat(encodeMessage(frames));
const dealer = handshakeOf("DEALER");
const subscriber = handshakeOf("SUB");
/** What the kernel says first, on a channel of requests. */
const opening = encodeGreeting().length + encodeReady({ "Socket-Type": "ROUTER" }).length;
const publisherOpening = encodeGreeting().length + encodeReady({ "Socket-Type": "PUB" }).length;

describe("the sockets among strangers", () => {
  let sockets: Sockets;
  let connection: Connection;
  let requests: string[][];
  let topics: string[];
  const errors = vi.spyOn(process.stderr, "write");

  beforeEach(async () => {
    ({ connection } = await freeConnection());
    sockets = new Sockets();
    requests = [];
    topics = [];
    sockets.listen({
      request: (channel, frames) => {
        requests.push(frames.slice(1).map(String));
        sockets.post(channel, frames);
        return `${frames[1]}` === "authentic";
      },
      subscription: (topic) => topics.push(topic),
    });
    await sockets.bind(connection);
    errors.mockClear();
  });
  afterEach(async () => {
    expect(errors).not.toHaveBeenCalled();
    await sockets.close();
  });

  /** A genuine client is served all the while. */
  async function expectService(): Promise<void> {
    for (const channel of ["shell", "hb"] as const) {
      const peer = await RawPeer.connect(connection.endpoints[channel], dealer, message("", "still there?"));
      await peer.until(opening + message("", "still there?").length);
      expect(peer.received.subarray(opening)).toEqual(message("", "still there?"));
      peer.close();
    }
  }

  it.each([
    ["shell", "no ZeroMQ", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
    ["shell", "ZMTP 2.0", Buffer.of(0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 1, 5)],
    ["control", "another mechanism", Buffer.from(encodeGreeting()).fill("PLAIN", 12, 17)],
    ["shell", "a message before the handshake", Buffer.concat([encodeGreeting(), message("a")])],
    [
      "shell",
      "another command instead of the handshake",
      Buffer.concat([encodeGreeting(), encodeCommand("PING", Buffer.alloc(2))]),
    ],
    ["shell", "a second handshake", Buffer.concat([dealer, dealer.subarray(64)])],
    ["shell", "a name that is reserved", handshakeOf("DEALER", "\0abcd")],
    ["shell", "a name that is too long", handshakeOf("DEALER", "a".repeat(256))],
    ["shell", "an error", Buffer.concat([dealer, encodeCommand("ERROR", Buffer.of(0))])],
    ["shell", "a ping without its time", Buffer.concat([dealer, encodeCommand("PING", Buffer.alloc(1))])],
    ["shell", "a ping that is too long", Buffer.concat([dealer, encodeCommand("PING", Buffer.alloc(19))])],
    ["shell", "a first request of more than 16 MiB", Buffer.concat([dealer, announce(2, 2n ** 24n + 1n)])],
    [
      "shell",
      "a request of more than 256 MiB",
      Buffer.concat([dealer, message("authentic"), announce(2, 2n ** 28n + 1n)]),
    ],
    ["control", "the largest length there is", Buffer.concat([dealer, announce(3, 2n ** 64n - 1n)])],
    ["hb", "a ping of more than 4096 bytes", Buffer.concat([dealer, announce(2, 4097n)])],
    ["iopub", "a subscription of more than 1024 bytes", Buffer.concat([subscriber, announce(2, 1025n)])],
  ] as const)("%s disconnects who sends %s, and nobody else", async (channel, _, bytes) => {
    const peer = await RawPeer.connect(connection.endpoints[channel], bytes);
    await peer.closed;
    expect(requests.filter(([text]) => text !== "authentic")).toEqual([]);
    expect(topics).toEqual([]);
    await expectService();
  });

  it("take whatever is cut off as nothing", async () => {
    const whole = Buffer.concat([handshakeOf("DEALER", "ada"), message("a", "b".repeat(300))]);
    for (let length = 0; length < whole.length; length += 3) {
      const peer = await RawPeer.connect(connection.endpoints.shell, whole.subarray(0, length));
      peer.socket.end();
      await peer.closed;
    }
    expect(requests).toEqual([]);
    await expectService();
  });

  it("read a request that comes byte by byte", async () => {
    const peer = await RawPeer.connect(connection.endpoints.shell);
    for (const byte of Buffer.concat([dealer, message("slow")])) await peer.send(Buffer.of(byte));
    await peer.until(opening + message("slow").length);
    expect(requests).toEqual([["slow"]]);
    peer.close();
  });

  it("are none the worse for 10 000 connections of garbage", async () => {
    const one = async (seed: number) => {
      const noise = Buffer.from({ length: 1 + (seed % 200) }).map((_, index) => (index * seed * 31 + seed) % 256);
      const bytes = seed % 2 === 0 ? noise : Buffer.concat([encodeGreeting(), noise]);
      const peer = await RawPeer.connect(connection.endpoints[channels[seed % 5] ?? "shell"], bytes);
      peer.socket.end();
      await peer.closed;
    };
    const before = process.memoryUsage().rss;
    for (let seed = 0; seed < 10_000; seed += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, index) => one(seed + index)));
    }
    expect(requests).toEqual([]);
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * 2 ** 20);
    await expectService();
  }, 60_000);

  it("serve others while hundreds never finish their handshake", async () => {
    const others: RawPeer[] = [];
    for (let count = 0; count < 400; count++)
      others.push(await RawPeer.connect(connection.endpoints.shell, encodeGreeting()));
    await expectService();
    await vi.waitFor(
      () => expect(others.filter(({ socket }) => !socket.closed).length).toBeLessThanOrEqual(256),
      20_000,
    );
    for (const peer of others) peer.close();
  });

  it("hear who comes among a crowd of strangers, and drop neither who was there before nor who is no stranger", async () => {
    const { shell, iopub } = connection.endpoints;
    const crowd: RawPeer[] = [];
    const quiet = await RawPeer.connect(shell, dealer);
    const early = await RawPeer.connect(iopub, subscriber, message(Buffer.of(1)));
    await Promise.all([quiet.until(opening), early.until(publisherOpening)]);
    const join = async (count: number) => {
      for (let number = 0; number < count; number++) {
        const isDealer = number % 2 === 0;
        const peer = await RawPeer.connect(isDealer ? shell : iopub, isDealer ? dealer : subscriber);
        crowd.push(peer);
        await peer.until(isDealer ? opening : publisherOpening);
      }
    };
    await join(200);
    const owner = await RawPeer.connect(shell, dealer, message("authentic"));
    await owner.until(opening + message("authentic").length);
    await join(2400);
    const late = await RawPeer.connect(iopub, subscriber, message(Buffer.of(1)));
    await vi.waitFor(() => expect(topics).toHaveLength(2), 20_000);
    await expectService();
    for (const peer of [quiet, owner]) {
      peer.chunks.length = 0;
      await peer.send(message("here"));
      await peer.until(message("here").length);
      expect(peer.received).toEqual(message("here"));
    }
    for (const peer of [early, late]) peer.chunks.length = 0;
    sockets.post("iopub", ["news"]);
    for (const peer of [early, late]) await peer.until(message("news").length);
    expect(crowd.filter((peer) => !peer.socket.closed).length).toBeLessThanOrEqual(512);
    for (const peer of [...crowd, quiet, early, owner, late]) peer.close();
  }, 30_000);

  it("answer a ping with its context, and ignore commands they do not know", async () => {
    const ping = encodeCommand("PING", Buffer.from("\0\x10context"));
    const peer = await RawPeer.connect(
      connection.endpoints.shell,
      dealer,
      encodeCommand("JOIN", Buffer.from("x")),
      ping,
    );
    const pong = encodeCommand("PONG", Buffer.from("context"));
    await peer.until(opening + pong.length);
    expect(peer.received.subarray(opening)).toEqual(pong);
    peer.close();
  });

  it.each([
    [
      "shell",
      encodeCommand("PING", Buffer.alloc(18)),
      encodeCommand("PING", Buffer.from("\0\0last")),
      "\x04\x09\x04PONGlast",
    ],
    ["hb", message(Buffer.alloc(4000)), message("last"), "\0\x04last"],
  ] as const)("keep no echo for whom does not read it: %s", async (channel, ping, last, echo) => {
    const peer = await RawPeer.connect(connection.endpoints[channel], dealer);
    await peer.until(opening);
    peer.socket.pause();
    const many = Buffer.concat(Array<Uint8Array>(Math.ceil(2 ** 21 / ping.length)).fill(ping));
    for (let count = 0; count < 16; count++) await peer.send(many);
    await expectService();
    peer.socket.resume();
    while (!peer.received.subarray(-echo.length).equals(Buffer.from(echo, "latin1"))) {
      await peer.send(last);
      await new Promise((resolve) => setImmediate(resolve));
    }
    // Half of all at most: what the system takes in on both sides of a connection is 4 to 10 MiB.
    expect(peer.received.length).toBeLessThan(2 ** 24);
    peer.close();
  });
});
