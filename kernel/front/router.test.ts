import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { UnfinishedBudget } from "../protocol/unfinished-budget.ts";
import { encodeMessage } from "../protocol/zmtp.ts";
import { freeConnection } from "./reference/client.ts";
import { handshakeOf, RawPeer } from "./reference/raw-peer.ts";
import { Router } from "./router.ts";

const message = (...frames: string[]) => Buffer.concat(encodeMessage(frames));
const opening = handshakeOf("ROUTER").length;

/** Has it listen at an endpoint of its own, which is given. */
async function bound(router: Router): Promise<string> {
  const { endpoints } = (await freeConnection()).connection;
  await router.server.bind(endpoints.shell, Promise.resolve());
  return endpoints.shell;
}

describe("a router", () => {
  const peers: RawPeer[] = [];
  let endpoint: string;
  let requests: Buffer[][];
  let router: Router;

  beforeEach(async () => {
    requests = [];
    router = new Router({ frame: 100, message: 100, unfinished: new UnfinishedBudget(1000) }, (frames) => {
      requests.push(frames);
      if (`${frames[1]}` === "echo") router.post(frames);
      return false;
    });
    endpoint = await bound(router);
  });
  afterEach(async () => {
    for (const peer of peers.splice(0)) peer.close();
    await router.server.close(0);
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

  it("answers whom it heard, and whoever has the name when that one has gone", async () => {
    const first = await peerOf("DEALER", "ada");
    const second = await peerOf("DEALER", "ada");
    const [[name] = []] = requests;
    expect(`${name}`).toBe("ada");
    router.post([name as Buffer, "to the first"]);
    await first.until(message("to the first").length);
    first.close();
    await first.closed;
    while (router.server.peers.size > 1) await new Promise((resolve) => setImmediate(resolve));
    router.post([name as Buffer, "to the other"]);
    await second.until(message("to the other").length);
    expect(second.received).toEqual(message("to the other"));
  });

  it("forgets the names of those who have gone", async () => {
    const peer = await peerOf("DEALER", "ada");
    peer.close();
    while (router.server.peers.size > 0) await new Promise((resolve) => setImmediate(resolve));
    router.post(["ada", "lost"]);
    router.post([]);
    const next = await peerOf("DEALER", "ada");
    router.post(["ada", "found"]);
    await next.until(message("found").length);
    expect(next.received).toEqual(message("found"));
  });
});

describe("a router whose budget is spent", () => {
  const peers: RawPeer[] = [];
  let endpoint: string;
  let router: Router;
  const unfinished = new UnfinishedBudget(20_000);

  beforeEach(async () => {
    router = new Router({ frame: 12_000, message: 12_000, unfinished }, (frames) => {
      router.post(frames);
      return `${frames[1]}` === "authentic";
    });
    endpoint = await bound(router);
  });
  afterEach(async () => {
    for (const peer of peers.splice(0)) peer.close();
    await router.server.close(0);
  });

  async function newPeer(): Promise<RawPeer> {
    const peer = await RawPeer.connect(endpoint, handshakeOf("DEALER"));
    peers.push(peer);
    await peer.until(opening);
    return peer;
  }

  /** One that holds so many bytes of a message without an end. */
  async function holder(length: number): Promise<RawPeer> {
    const peer = await newPeer();
    const before = unfinished.total;
    await peer.send(message("x".repeat(length)).subarray(0, -1));
    while (unfinished.total < before + length) await new Promise((resolve) => setImmediate(resolve));
    return peer;
  }

  async function expectEcho(peer: RawPeer, text: string): Promise<void> {
    peer.chunks.length = 0;
    const whole = message(text);
    const half = whole.length / 2;
    const before = unfinished.total;
    await peer.send(whole.subarray(0, half));
    await new Promise((resolve) => setTimeout(resolve, 10)); // it comes in two chunks
    await peer.send(whole.subarray(half));
    await peer.until(whole.length);
    expect(peer.received).toEqual(whole);
    expect(unfinished.total).toBeLessThanOrEqual(before);
  }

  it("drops the stranger who holds most, and hears the one who comes", async () => {
    const large = await holder(11_000);
    const small = await holder(7000);
    await expectEcho(await newPeer(), "a".repeat(4000));
    await large.closed;
    await small.send(Buffer.from("x"));
    await small.until(opening + 7000);
  });

  it("hears a client that was authentic, however much it sends and others hold", async () => {
    const owner = await newPeer();
    await expectEcho(owner, "authentic");
    const strangers = [await holder(10_000), await holder(9000)];
    await expectEcho(owner, "a".repeat(12_000));
    for (const peer of strangers) expect(peer.socket.closed).toBe(false);
  });
});
