import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Dealer, Subscriber } from "zeromq";
import type { Connection } from "../protocol/connection.ts";
import { encodeGreeting, encodeMessage, encodeReady } from "../protocol/zmtp.ts";
import { ownAddress } from "../reference/own-address.ts";
import { freeConnection } from "./reference/client.ts";
import { handshakeOf, RawPeer } from "./reference/raw-peer.ts";
import { Sockets } from "./sockets.ts";

const project = fileURLToPath(new URL("../..", import.meta.url));
const python = process.env.EPSILAB_PYTHON ?? join(project, ".venv", "bin", "python");
const subscribeToAll = Buffer.concat(encodeMessage([Buffer.of(1)]));
const mebibyte = 1 << 20;

describe("the sockets", () => {
  const ends: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  /** Sockets that answer each request with itself. */
  async function echo() {
    const { connection } = await freeConnection();
    const sockets = new Sockets();
    const topics: string[] = [];
    sockets.listen({
      request: (channel, frames) => {
        sockets.post(channel, frames);
        if (`${frames[1]}` !== "publish") return true;
        for (const topic of ["kernel.a", "kernel.b", "other", "end"]) sockets.post("iopub", [topic, "text"]);
        return true;
      },
      subscription: (topic) => topics.push(topic),
    });
    await sockets.bind(connection);
    ends.unshift(() => sockets.close());
    const subscribed = (count: number) => vi.waitFor(() => expect(topics.length).toBeGreaterThanOrEqual(count), 20_000);
    return { sockets, connection, subscribed, topics };
  }

  async function rawSubscriber({ endpoints }: Connection): Promise<RawPeer> {
    const peer = await RawPeer.connect(endpoints.iopub, handshakeOf("SUB"), subscribeToAll);
    ends.unshift(() => peer.close());
    return peer;
  }

  function subscriber({ endpoints }: Connection): Subscriber {
    const socket = new Subscriber({ linger: 0, receiveHighWaterMark: 0, receiveTimeout: 20_000 });
    socket.subscribe();
    socket.connect(endpoints.iopub);
    ends.unshift(() => socket.close());
    return socket;
  }

  it("lose nothing of what a client sends before they are bound", async () => {
    const { connection } = await freeConnection();
    const dealer = new Dealer({ linger: 0 });
    dealer.connect(connection.endpoints.shell); // before there is anything to connect to
    await dealer.send("early");
    const sockets = new Sockets();
    const requests: string[] = [];
    sockets.listen({ request: (_, [, text]) => requests.push(`${text}`) < 0, subscription: () => undefined });
    await sockets.bind(connection);
    await vi.waitFor(() => expect(requests).toEqual(["early"]), 20_000);
    dealer.close();
    await sockets.close();
  });

  it("are ROUTER, PUB and an echo to pyzmq", async () => {
    const { connection } = await echo();
    const { shell, iopub, hb } = connection.endpoints;
    const program = fileURLToPath(new URL("reference/peers.py", import.meta.url));
    const { stdout } = await promisify(execFile)(python, [program, shell, iopub, hb]);
    expect(stdout.split("\n")).toEqual(["dealers 5", "sizes", "heartbeat", "subscriptions", "pings", "reconnects", ""]);
  });

  it("take the pings that libzmq puts between the frames of a message", async () => {
    const { connection } = await echo();
    const dealer = new Dealer({ linger: 0, heartbeatInterval: 1, heartbeatTimeout: 60_000, receiveTimeout: 20_000 });
    dealer.connect(connection.endpoints.shell);
    ends.unshift(() => dealer.close());
    const frames = Array.from({ length: 5000 }, () => Buffer.alloc(9000));
    await dealer.send("first");
    await dealer.receive();
    for (let time = 0; time < 3; time++) {
      await dealer.send(frames);
      expect(await dealer.receive()).toHaveLength(frames.length);
    }
  });

  it("ask every client of a name where the question is no answer, and nobody where there is none", async () => {
    const { sockets, connection } = await echo();
    const dealers = ["ada", "ada", "eve"].map((routingId) => {
      const dealer = new Dealer({ routingId, linger: 0, receiveTimeout: 20_000 });
      dealer.connect(connection.endpoints.stdin);
      ends.unshift(() => dealer.close());
      return dealer;
    });
    for (const dealer of dealers) {
      await dealer.send("here");
      expect(`${await dealer.receive()}`).toBe("here");
    }
    sockets.post("stdin", ["nobody", "lost"]);
    sockets.post("stdin", [Buffer.from("ada"), "name?"]);
    sockets.post("stdin", ["eve", "age?"]);
    expect((await Promise.all(dealers.map((dealer) => dealer.receive()))).map(String)).toEqual([
      "name?",
      "name?",
      "age?",
    ]);
  });

  it("send what is posted in one turn in one piece, without waiting for a timer", async () => {
    const { sockets, connection, subscribed } = await echo();
    const peer = await rawSubscriber(connection);
    await subscribed(1);
    await peer.until(encodeGreeting().length + encodeReady({ "Socket-Type": "PUB" }).length);
    peer.chunks.length = 0;
    const messages = Array.from({ length: 100 }, (_, index) => [`kernel.${index}`, "text"]);
    for (const frames of messages) sockets.post("iopub", frames);
    const [chunk] = await once(peer.socket, "data");
    expect(chunk).toEqual(Buffer.concat(messages.flatMap((frames) => encodeMessage(frames))));
  });

  it("broadcast to who has subscribed, from then on, and tell of it once", async () => {
    const { sockets, connection, subscribed, topics } = await echo();
    const silent = await RawPeer.connect(connection.endpoints.iopub, handshakeOf("SUB"));
    ends.unshift(() => silent.close());
    sockets.post("iopub", ["before"]);
    const peer = await rawSubscriber(connection);
    await subscribed(1);
    await peer.send(...encodeMessage(["\x01other"]), ...encodeMessage([""]), ...encodeMessage(["\0other"]));
    sockets.post("iopub", ["news"]);
    const opening = encodeGreeting().length + encodeReady({ "Socket-Type": "PUB" }).length;
    const news = Buffer.concat(encodeMessage(["news"]));
    await peer.until(opening + news.length);
    expect(peer.received.subarray(opening)).toEqual(news);
    expect(silent.received.length).toBeLessThanOrEqual(opening);
    expect(topics).toEqual([""]);
  });

  it("keep everything, in order and without copies, for clients that do not read for a while", async () => {
    const { sockets, connection, subscribed } = await echo();
    const slow = await Promise.all([rawSubscriber(connection), rawSubscriber(connection)]);
    const quick = subscriber(connection);
    await subscribed(3);
    for (const peer of slow) peer.socket.pause();
    const before = process.memoryUsage().arrayBuffers;
    const buffers = Array.from({ length: 64 }, (_, index) => Buffer.alloc(mebibyte, index));
    for (const [index, buffer] of buffers.entries()) {
      sockets.post("iopub", [`${index}`, buffer]);
      const [topic, frame] = await quick.receive(); // one that reads is not kept waiting
      expect(`${topic}`).toBe(`${index}`);
      expect(frame?.length).toBe(mebibyte);
    }
    // The buffers themselves and what the reader was given; one copy for either of the others would be as much again.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan((64 + 64 + 32) * mebibyte);
    const expected = Buffer.concat(buffers.flatMap((buffer, index) => encodeMessage([`${index}`, buffer])));
    const opening = slow.map((peer) => peer.received.length);
    for (const [index, peer] of slow.entries()) {
      peer.socket.resume();
      await peer.until((opening[index] as number) + expected.length);
      expect(peer.received.subarray(opening[index]).equals(expected)).toBe(true);
    }
  });

  it("disconnect a client that leaves 1 GiB unread, and no other", async () => {
    const { sockets, connection, subscribed } = await echo();
    const slow = await rawSubscriber(connection);
    const quick = await rawSubscriber(connection);
    await subscribed(2);
    slow.socket.pause();
    const piece = Buffer.alloc(64 * mebibyte);
    let read = 0;
    quick.socket.removeAllListeners("data").on("data", (chunk) => {
      read += chunk.length;
    });
    for (let count = 1; count <= 16; count++) {
      sockets.post("iopub", ["much", piece]);
      await vi.waitFor(() => expect(read).toBeGreaterThan(count * piece.length), 20_000);
    }
    expect(slow.socket.destroyed).toBe(false);
    sockets.post("iopub", ["much", piece]);
    slow.socket.removeAllListeners("data").resume();
    await slow.closed;
    await vi.waitFor(() => expect(read).toBeGreaterThan(17 * piece.length), 20_000);
  }, 30_000);

  it("hand over all that was posted before they close", async () => {
    const { sockets, connection, subscribed } = await echo();
    const reader = subscriber(connection);
    await subscribed(1);
    const texts = Array.from({ length: 20_000 }, (_, index) => `${index} ${"x".repeat(500)}`);
    for (const text of texts) sockets.post("iopub", [text]);
    await sockets.close();
    const received: string[] = [];
    while (received.length < texts.length) received.push(`${await reader.receive()}`);
    expect(received).toEqual(texts);
  });

  it("wait one second, and no longer, for a client that does not read", async () => {
    const { sockets, connection, subscribed } = await echo();
    const peer = await rawSubscriber(connection);
    await subscribed(1);
    peer.socket.pause();
    sockets.post("iopub", [Buffer.alloc(64 * mebibyte)]);
    const started = performance.now();
    await sockets.close();
    expect(performance.now() - started).toBeGreaterThan(900);
    expect(performance.now() - started).toBeLessThan(20_000); // the client never reads
  });

  it("name the port that is taken", async () => {
    const { connection } = await freeConnection();
    const port = Number(new URL(connection.endpoints.stdin).port);
    const other = createServer().listen(port, ownAddress);
    await once(other, "listening");
    const sockets = new Sockets();
    await expect(sockets.bind(connection)).rejects.toThrow(
      `cannot bind tcp://${ownAddress}:${port}: the address is in use`,
    );
    await sockets.close();
    await new Promise((resolve) => other.close(resolve));
  });
});

const message = (...frames: string[]) => Buffer.concat(encodeMessage(frames));
const opening = encodeGreeting().length + encodeReady({ "Socket-Type": "ROUTER" }).length;

describe("a socket of requests", () => {
  const peers: RawPeer[] = [];
  let endpoint: string;
  let requests: Buffer[][];
  let sockets: Sockets;

  beforeEach(async () => {
    requests = [];
    sockets = new Sockets();
    sockets.listen({
      request: (channel, frames) => {
        requests.push(frames as Buffer[]);
        sockets.post(channel, frames);
        return `${frames[1]}` === "authentic";
      },
      subscription: () => undefined,
    });
    const { connection } = await freeConnection();
    await sockets.bind(connection);
    endpoint = connection.endpoints.shell;
  });
  afterEach(async () => {
    for (const peer of peers.splice(0)) peer.close();
    await sockets.close();
  });

  /** A peer that has joined. */
  async function peerOf(type: string, name = ""): Promise<RawPeer> {
    const peer = await RawPeer.connect(endpoint, handshakeOf(type, name), message("echo"));
    peers.push(peer);
    await peer.until(opening + message("echo").length);
    peer.chunks.length = 0;
    return peer;
  }

  it("names those who have no name by five bytes that begin with zero, each otherwise", async () => {
    for (const type of ["DEALER", "REQ", "ROUTER"]) await peerOf(type);
    const names = requests.map(([name]) => name as Buffer);
    expect(names.map((name) => [name.length, name[0]])).toEqual([
      [5, 0],
      [5, 0],
      [5, 0],
    ]);
    expect(new Set(names.map((name) => name.toString("hex"))).size).toBe(3);
  });

  it("answers the peer it heard, and the next with that name when it has gone", async () => {
    const first = await peerOf("DEALER", "ada");
    const second = await peerOf("DEALER", "ada");
    const [[name] = []] = requests;
    expect(`${name}`).toBe("ada");
    sockets.post("shell", [name as Buffer, "to the first"]);
    await first.until(message("to the first").length);
    first.close();
    await first.closed;
    const text = message("to the other");
    while (second.received.length < text.length) {
      sockets.post("shell", [name as Buffer, "to the other"]); // lost as long as the socket has not seen the first go
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(second.received.subarray(0, text.length)).toEqual(text);
  });

  it("forgets the names of those who have gone", async () => {
    const peer = await peerOf("DEALER", "ada");
    peer.close();
    await peer.closed;
    sockets.post("shell", ["ada", "lost"]);
    sockets.post("shell", []);
    const next = await peerOf("DEALER", "ada");
    sockets.post("shell", ["ada", "found"]);
    await next.until(message("found").length);
    expect(next.received).toEqual(message("found"));
  });

  it("takes large messages only of a peer that has sent an authentic one", async () => {
    const large = message("x".repeat(2 ** 24 + 1));
    const [stranger, owner] = [await peerOf("DEALER"), await peerOf("DEALER")];
    await stranger.send(large);
    await stranger.closed;
    await owner.send(message("authentic"), large);
    await owner.until(message("authentic").length + large.length);
    expect(owner.received.equals(Buffer.concat([message("authentic"), large]))).toBe(true);
  });
});
