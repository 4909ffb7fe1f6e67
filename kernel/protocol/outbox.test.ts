import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Outbox } from "./outbox.ts";

const mebibyte = 1 << 20;
const minute = 60_000;
/** Shared by all that waits: how much of it there is costs nothing. */
const piece = Buffer.alloc(16 * mebibyte, 7);

describe("an outbox", () => {
  let server: Server;
  let reader: Socket;
  let socket: Socket;
  let outbox: Outbox;
  let overdue: number;
  let received: number;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    overdue = 0;
    received = 0;
    server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const connected = once(server, "connection");
    reader = connect((server.address() as { port: number }).port, "127.0.0.1");
    reader.on("data", (chunk) => {
      received += chunk.length;
    });
    reader.pause();
    [socket] = await connected;
    socket.on("error", () => undefined);
    outbox = new Outbox(socket, () => overdue++);
  });
  afterEach(() => {
    reader.destroy();
    socket.destroy();
    server.close();
    vi.useRealTimers();
  });

  /** Posts, and waits until the system takes no more of it. */
  async function post(mebibytes: number): Promise<void> {
    outbox.post(Array(mebibytes / 16).fill(piece));
    for (let before = -1; before !== outbox.unread; await new Promise((resolve) => setTimeout(resolve, 20)))
      before = outbox.unread;
  }

  /** Reads as long as somebody needs more. */
  async function read(bytes: number): Promise<void> {
    const end = received + bytes;
    reader.resume();
    while (received < end) await once(reader, "data");
    reader.pause();
    await new Promise((resolve) => setTimeout(resolve, 20)); // what the system has taken is told by then
  }

  it("waits for ever for a client that has up to 256 MiB to read", async () => {
    await post(256);
    vi.advanceTimersByTime(1000 * minute);
    expect(overdue).toBe(0);
    expect(outbox.unread).toBeGreaterThan(240 * mebibyte);
  });

  it("waits a minute for one that has more to read, and reads nothing", async () => {
    await post(16);
    await post(272);
    vi.advanceTimersByTime(minute - 1);
    expect(overdue).toBe(0);
    await post(16);
    vi.advanceTimersByTime(1);
    expect(overdue).toBe(1);
  });

  it("counts the minute of one that was sent too much in one go, too", async () => {
    await post(320);
    vi.advanceTimersByTime(2 * minute); // in the first of them the system filled its own buffers
    expect(overdue).toBeGreaterThan(0);
  });

  it("waits for one that reads, however slowly, and forgives one that has caught up", async () => {
    await post(16);
    await post(304);
    for (let time = 0; time < 5; time++) {
      await read(8 * mebibyte);
      vi.advanceTimersByTime(minute);
      expect(overdue).toBe(0);
    }
    await read(60 * mebibyte);
    vi.advanceTimersByTime(10 * minute);
    expect(overdue).toBe(0);
    await post(160);
    vi.advanceTimersByTime(minute);
    expect(overdue).toBe(1);
  });

  it("waits for nobody who has more than 2 GiB to read", async () => {
    await post(2048);
    expect(overdue).toBe(0);
    await post(32);
    expect(overdue).toBeGreaterThan(0);
  });

  it("keeps nothing once it is discarded or the client has gone", async () => {
    await post(64);
    outbox.discard();
    await post(64);
    expect(outbox.unread).toBeLessThan(4 * mebibyte);
    socket.destroy();
    await once(socket, "close");
    outbox.post([piece]);
    outbox.flush();
    expect(outbox.unread).toBe(0);
  });

  it("sends pieces of all sizes in their order, at whatever pace they are read", async () => {
    const chunks: Buffer[] = [];
    reader.on("data", (chunk) => chunks.push(chunk));
    const sizes = [0, 1, 100, 16_384, 16_385, mebibyte, 3 * mebibyte + 5];
    const pieces = Array.from({ length: 60 }, (_, index) => Buffer.alloc(sizes[index % 7] as number, index));
    const total = pieces.reduce((sum, each) => sum + each.length, 0);
    for (const [index, each] of pieces.entries()) {
      outbox.post([each]);
      if (index % 4 === 0) await new Promise((resolve) => setImmediate(resolve));
      if (index % 10 === 9) await read(mebibyte);
    }
    outbox.close();
    reader.resume();
    while (received < total) await once(reader, "data");
    expect(Buffer.concat(chunks).equals(Buffer.concat(pieces))).toBe(true);
  });
});
