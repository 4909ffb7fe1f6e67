import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Connection, channels } from "../protocol/connection.ts";
import { encodeCommand, encodeGreeting, encodeMessage } from "../protocol/zmtp.ts";
import { freeConnection } from "./reference/client.ts";
import { handshakeOf, RawPeer } from "./reference/raw-peer.ts";
import { Sockets } from "./sockets.ts";

/** The same on every run. What fails is shown as it is. */
const settings = { seed: 20_261_115, numRuns: 60, endOnFailure: true };
const message = (...frames: (string | Uint8Array)[]) => Buffer.concat(encodeMessage(frames));

const bytes = (maxLength: number) => fc.uint8Array({ maxLength, size: "max" }).map((each) => Buffer.from(each));
const beginnings = fc.constantFrom(
  ...["DEALER", "REQ", "ROUTER", "SUB", "XSUB", "PUB"].map((type) => handshakeOf(type)),
  encodeGreeting(),
  Buffer.alloc(0),
);
const frames = fc.array(bytes(2000), { minLength: 1, maxLength: 6 }).map((each) => message(...each));
const unfinished = frames.map((each) => each.subarray(0, -1));
const subscription = bytes(20).map((topic) => message(Buffer.concat([Buffer.of(1), topic])));
const command = fc
  .tuple(fc.constantFrom("PING", "SUBSCRIBE", "CANCEL", "JOIN", "ERROR", "READY"), bytes(30))
  .map(([name, body]) => Buffer.from(encodeCommand(name, body)));
const item = fc.oneof(frames, frames, unfinished, subscription, command, bytes(300));
/** What a stranger says to which socket, in what portions, and whether it reads and how it leaves. */
const stranger = fc.record({
  channel: fc.constantFrom(...channels),
  /** Half of them begin as a partner of the socket does, by the name of another where they can. */
  beginning: fc.option(beginnings, { freq: 1 }),
  items: fc.oneof(fc.array(item, { maxLength: 8, size: "max" }), fc.array(frames, { maxLength: 4 })),
  portion: fc.constantFrom(1, 7, 64, 1000, 100_000),
  reads: fc.boolean(),
  leaves: fc.constantFrom("ends", "resets", "stays"),
});

type Stranger = typeof stranger extends fc.Arbitrary<infer T> ? T : never;

describe("the sockets among strangers who say anything", () => {
  let sockets: Sockets;
  let connection: Connection;
  let owner: RawPeer;
  let reader: RawPeer;
  const staying: RawPeer[] = [];
  const errors = vi.spyOn(process.stderr, "write");
  let heard: string[] = [];

  beforeAll(async () => {
    ({ connection } = await freeConnection());
    sockets = new Sockets();
    let subscriptions = 0;
    sockets.listen({
      request: (channel, [name, first = Buffer.alloc(0), ...rest]) => {
        const isAuthentic = `${first}` === "authentic";
        if (!isAuthentic) return false;
        heard.push(rest.join());
        sockets.post(channel, [name as Buffer, ...rest]);
        sockets.post("iopub", ["news", ...rest]);
        return true;
      },
      subscription: () => subscriptions++,
    });
    await sockets.bind(connection);
    owner = await RawPeer.connect(connection.endpoints.shell, handshakeOf("DEALER", "owner"));
    reader = await RawPeer.connect(connection.endpoints.iopub, handshakeOf("SUB"), message("\x01news"));
    await vi.waitFor(() => expect(subscriptions).toBe(1), 20_000);
    errors.mockClear();
  });
  afterAll(async () => {
    for (const peer of [...staying, owner, reader]) peer.close();
    await sockets.close();
    errors.mockRestore();
  });

  async function meet({ channel, beginning, items, portion, reads, leaves }: Stranger): Promise<void> {
    const fitting = channel === "iopub" ? handshakeOf("SUB") : handshakeOf("DEALER", "owner");
    const peer = await RawPeer.connect(connection.endpoints[channel], beginning ?? fitting);
    if (!reads) peer.socket.pause();
    const said = Buffer.concat(items);
    const length = Math.max(portion, Math.ceil(said.length / 40));
    for (let offset = 0; offset < said.length && !peer.socket.destroyed; offset += length) {
      peer.socket.write(said.subarray(offset, offset + length));
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (leaves === "stays") staying.push(peer);
    else if (leaves === "resets") peer.socket.resetAndDestroy();
    else peer.socket.end();
  }

  /** Sends a request in two portions; all that was said of it comes back, on both sockets. */
  async function expectAnswer(texts: readonly string[], cut: number): Promise<void> {
    for (const peer of [owner, reader]) peer.chunks.length = 0;
    heard = [];
    const request = message("authentic", ...texts);
    const place = Math.floor(cut * request.length);
    await owner.send(request.subarray(0, place));
    await new Promise((resolve) => setImmediate(resolve));
    await owner.send(request.subarray(place));
    await Promise.all([owner.until(message(...texts).length), reader.until(message("news", ...texts).length)]);
    expect(owner.received).toEqual(message(...texts));
    expect(reader.received).toEqual(message("news", ...texts));
    expect(heard).toEqual([texts.join()]);
  }

  it("serve the owner, throw nothing, say nothing and fill no memory", async () => {
    const texts = fc.array(fc.string({ maxLength: 3000, size: "max" }), { minLength: 1, maxLength: 4 });
    const cut = fc.double({ min: 0, max: 1, noNaN: true });
    await expectAnswer(["first"], 0.5);
    const before = process.memoryUsage().rss;
    const crowd = fc.array(stranger, { minLength: 1, maxLength: 12, size: "max" });
    await fc.assert(
      fc.asyncProperty(crowd, texts, cut, async (strangers, said, place) => {
        await Promise.all([...strangers.map(meet), expectAnswer(said, place)]);
      }),
      settings,
    );
    await expectAnswer(["last"], 0.5);
    expect(errors).not.toHaveBeenCalled();
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * 2 ** 20);
  }, 60_000);
});
