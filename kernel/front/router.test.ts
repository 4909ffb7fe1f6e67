import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { encodeGreeting, encodeMessage, encodeReady } from "../protocol/zmtp.ts";
import { freeConnection } from "./reference/client.ts";
import { handshakeOf, RawPeer } from "./reference/raw-peer.ts";
import { Router } from "./router.ts";

const message = (...frames: string[]) => Buffer.concat(encodeMessage(frames));
const opening = encodeGreeting().length + encodeReady({ "Socket-Type": "ROUTER" }).length;

/** Has it listen at an endpoint of its own, which is given. */
async function bound(router: Router): Promise<string> {
  const { endpoints } = (await freeConnection()).connection;
  await router.bind(endpoints.shell);
  return endpoints.shell;
}

describe("a router", () => {
  const peers: RawPeer[] = [];
  let endpoint: string;
  let requests: Buffer[][];
  let router: Router;

  beforeEach(async () => {
    requests = [];
    router = new Router(2 ** 25, (frames) => {
      requests.push(frames);
      router.post(frames);
      return `${frames[1]}` === "authentic";
    });
    endpoint = await bound(router);
  });
  afterEach(async () => {
    for (const peer of peers.splice(0)) peer.close();
    await router.close(0);
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
    await new Promise((resolve) => setTimeout(resolve, 50)); // the router sees it go
    router.post([name as Buffer, "to the other"]);
    await second.until(message("to the other").length);
    expect(second.received).toEqual(message("to the other"));
  });

  it("forgets the names of those who have gone", async () => {
    const peer = await peerOf("DEALER", "ada");
    peer.close();
    await peer.closed;
    router.post(["ada", "lost"]);
    router.post([]);
    const next = await peerOf("DEALER", "ada");
    router.post(["ada", "found"]);
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
