import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Publisher, Reply, Router, XPublisher } from "zeromq";
import { ownAddress } from "../reference/own-address.ts";
import { placeOf } from "./endpoint.ts";
import { freePorts } from "./kernel-client.ts";
import type { Frames } from "./zmtp.ts";
import { ZmtpClient } from "./zmtp-client.ts";

const byTcp = async () => `tcp://${ownAddress}:${(await freePorts(1, ownAddress))[0]}`;
const texts = (frames: readonly Uint8Array[]) => frames.map((frame) => Buffer.from(frame).toString("latin1"));

/** Listens until this many have connected, and tells each of them this at most. */
async function hungUp(endpoint: string, times: number, text = ""): Promise<void> {
  const server = createServer().listen(placeOf(endpoint));
  for (let count = 0; count < times; count++) {
    const [socket] = await once(server, "connection");
    socket.on("error", () => undefined).end(text, () => socket.destroy());
  }
  await new Promise((resolve) => server.close(resolve));
}

describe("a client", () => {
  const ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });

  function client(type: "DEALER" | "SUB", endpoint: string) {
    const received: string[][] = [];
    const socket = new ZmtpClient(endpoint, type, (frames) => received.push(texts(frames)));
    ends.unshift(() => socket.close());
    const until = (count: number) => vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), 20_000);
    return { send: (frames: Frames) => socket.send(frames), close: () => socket.close(), received, until };
  }

  async function bound<Server extends Router | Publisher | XPublisher | Reply>(
    server: Server,
    endpoint: string,
  ): Promise<Server> {
    await server.bind(endpoint);
    ends.unshift(() => server.close());
    return server;
  }

  const router = (endpoint: string) =>
    bound(new Router({ linger: 0, sendHighWaterMark: 0, receiveHighWaterMark: 0, receiveTimeout: 20_000 }), endpoint);

  it("is a DEALER to the ROUTER of ZeroMQ, whatever the sizes of frames", async () => {
    const endpoint = await byTcp();
    const server = await router(endpoint);
    const dealer = client("DEALER", endpoint);
    const sizes = [0, 1, 255, 256, 16_383, 16_384, 1 << 20];
    for (const size of sizes) dealer.send([`${size}`, Buffer.alloc(size, size), "é", ""]);
    for (const size of sizes) {
      const [name, ...frames] = await server.receive();
      expect(frames.map(({ length }) => length)).toEqual([`${size}`.length, size, 2, 0]);
      await server.send([name as Buffer, ...frames]);
    }
    await dealer.until(sizes.length);
    expect(dealer.received.map((frames) => frames.map(({ length }) => length))).toEqual(
      sizes.map((size) => [`${size}`.length, size, 2, 0]),
    );
  });

  it("is a DEALER to the REP of ZeroMQ, with the frame that ends a route", async () => {
    const endpoint = await byTcp();
    const server = await bound(new Reply({ linger: 0, receiveTimeout: 20_000 }), endpoint);
    const dealer = client("DEALER", endpoint);
    dealer.send(["", "ping"]);
    expect(texts(await server.receive())).toEqual(["ping"]);
    await server.send("pong");
    await dealer.until(1);
    expect(dealer.received).toEqual([["", "pong"]]);
  });

  it("is a SUB to the PUB of ZeroMQ, and hears everything in order", async () => {
    const endpoint = await byTcp();
    const server = await bound(new XPublisher({ linger: 0, sendHighWaterMark: 0, receiveTimeout: 20_000 }), endpoint);
    const subscriber = client("SUB", endpoint);
    expect(texts(await server.receive())).toEqual(["\x01"]); // it subscribed to all
    const sent = Array.from({ length: 5000 }, (_, index) => [`topic ${index}`, "x".repeat(index % 700)]);
    for (const frames of sent) await server.send(frames);
    await subscriber.until(sent.length);
    expect(subscriber.received).toEqual(sent);
  });

  it("takes the pings that libzmq puts between the frames of a message", async () => {
    const endpoint = await byTcp();
    const server = await bound(
      new Router({ linger: 0, heartbeatInterval: 1, heartbeatTimeout: 60_000, receiveTimeout: 20_000 }),
      endpoint,
    );
    const dealer = client("DEALER", endpoint);
    const frames = Array.from({ length: 5000 }, () => Buffer.alloc(9000));
    for (let time = 1; time <= 3; time++) {
      dealer.send(["next"]);
      const [name] = await server.receive();
      await server.send([name as Buffer, ...frames]);
      await dealer.until(time);
      expect(dealer.received.at(-1)).toHaveLength(frames.length);
    }
  });

  it("keeps what is sent before anybody listens", async () => {
    const endpoint = await byTcp();
    const dealer = client("DEALER", endpoint);
    dealer.send(["early"]);
    await hungUp(endpoint, 2);
    dealer.send(["later"]);
    const server = await router(endpoint);
    expect(texts((await server.receive()).slice(1))).toEqual(["early"]);
    expect(texts((await server.receive()).slice(1))).toEqual(["later"]);
  });

  it("connects again, and subscribes again, when the connection is lost", async () => {
    const endpoint = await byTcp();
    const subscriber = client("SUB", endpoint);
    for (const word of ["first", "second"]) {
      const server = new XPublisher({ linger: 1000, receiveTimeout: 20_000 });
      // ZeroMQ closes the port of the first in a thread of its own, at some time after it was unbound.
      await vi.waitFor(() => server.bind(endpoint), 20_000);
      expect(texts(await server.receive())).toEqual(["\x01"]);
      await server.send(word);
      await subscriber.until(word === "first" ? 1 : 2);
      await server.unbind(endpoint);
      server.close();
    }
    expect(subscriber.received).toEqual([["first"], ["second"]]);
  });

  it("has nothing to do with a socket of another kind, or with what is no ZeroMQ", async () => {
    const endpoint = await byTcp();
    const publisher = await bound(new Publisher({ linger: 0 }), endpoint);
    const handshakes = vi.fn();
    publisher.events.on("handshake", handshakes);
    const dealer = client("DEALER", endpoint);
    const other = await byTcp();
    const subscriber = client("SUB", other);
    await hungUp(other, 2, "HTTP/1.1 400 Bad Request\r\n\r\n");
    expect([dealer.received, subscriber.received, handshakes.mock.calls]).toEqual([[], [], []]);
  });

  it("that is closed sends and hears nothing more, and lets its process end", async () => {
    const endpoint = await byTcp();
    const server = await router(endpoint);
    const dealer = client("DEALER", endpoint);
    dealer.send(["before"]);
    const [name] = await server.receive();
    dealer.close();
    dealer.close();
    dealer.send(["after"]);
    await server.send([name as Buffer, "late"]);
    const next = client("DEALER", endpoint);
    next.send(["next"]);
    expect(texts((await server.receive()).slice(1))).toEqual(["next"]);
    expect(dealer.received).toEqual([]);
  });

  it("refuses an endpoint of no form that it knows", () => {
    expect(() => client("DEALER", "inproc://here")).toThrow("must be tcp://HOST:PORT, got inproc://here");
  });
});
