import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../protocol/json-object.ts";
import type { Header } from "../protocol/message.ts";
import { isPaced, PacedBroadcast, pace } from "./paced-broadcast.ts";
import { type Request, Wire } from "./wire.ts";

const header = (type: string, id: string): Header => ({
  msg_id: id,
  session: "client",
  username: "",
  date: "",
  msg_type: type,
  version: "5.4",
});
const cell = header("execute_request", "cell");
const asked = (of: Header): Request => ({
  channel: "shell",
  header: of,
  parent: {},
  metadata: {},
  content: {},
  buffers: [],
  identities: [Buffer.from("client")],
});

interface Seen {
  readonly time: number;
  readonly channel: string;
  readonly type: string;
  readonly content: JsonObject;
  readonly parent: string | undefined;
  readonly bytes: number;
}

describe("a paced broadcast", () => {
  let seen: Seen[];
  let full: boolean[];
  let broadcast: PacedBroadcast;
  let wire: Wire;
  let closed = false;
  beforeEach(() => {
    vi.useFakeTimers({ now: 1000 });
    seen = [];
    full = [];
    closed = false;
    const sockets = {
      post: (channel: string, frames: readonly (Uint8Array | string)[]) => {
        const parts = frames.slice(3).map(String);
        const [head, parent, , content] = parts.map((part) => JSON.parse(part));
        const bytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
        const time = performance.now();
        seen.push({ time, channel, type: head.msg_type, content, parent: parent.msg_id, bytes });
      },
      listen: () => undefined,
      close: async () => {
        closed = true;
      },
    };
    broadcast = new PacedBroadcast(sockets, (isFull) => full.push(isFull));
    const ports = { shell: 1, iopub: 2, stdin: 3, control: 4, hb: 5 };
    wire = new Wire(broadcast, { key: "", signatureScheme: "hmac-sha256", ports, endpoints: {} } as never);
  });
  afterEach(() => vi.useRealTimers());

  const print = (text: string) => wire.publish("stream", { name: "stdout", text }, cell);
  const flood = (messages: number) => {
    for (let index = 0; index < messages; index++) print("x".repeat(100_000));
  };
  const types = () => seen.map(({ type }) => type);

  it("sends at once what is below the limits, whatever it is", () => {
    wire.status("busy", cell);
    wire.publish("execute_input", { code: "" }, cell);
    flood(20);
    for (let index = 0; index < 600; index++) wire.publish("display_data", { data: {} }, cell);
    wire.reply(asked(cell), { status: "ok" });
    wire.status("idle", cell);
    expect(seen).toHaveLength(624);
  });

  it("sends everything in its order, the reply after the output and idle last, and never too much of it", () => {
    const size = fc.oneof(fc.nat({ max: 200 }), fc.nat({ max: 150_000 }));
    const load = fc.array(fc.record({ gap: fc.nat({ max: 300 }), size, shown: fc.boolean() }), { maxLength: 100 });
    const property = fc.property(load, (outputs) => {
      seen.length = 0;
      wire.status("busy", cell);
      for (const [index, { gap, size: length, shown }] of outputs.entries()) {
        if (shown) wire.publish("display_data", { data: {}, index }, cell);
        else wire.publish("stream", { name: "stdout", text: "x".repeat(length), index }, cell);
        vi.advanceTimersByTime(gap);
      }
      wire.reply(asked(cell), { status: "ok" });
      wire.status("idle", cell);
      vi.advanceTimersByTime(120_000);
      expect(seen.slice(1, -2).map(({ content }) => content.index)).toEqual(outputs.map((_, index) => index));
      expect(types().slice(-2)).toEqual(["execute_reply", "status"]);
      const text = seen.filter(({ type }) => type === "stream");
      for (const { time } of text) {
        const window = text.filter((each) => each.time <= time && time - each.time < pace.milliseconds);
        expect(window.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(pace.bytes);
      }
    });
    fc.assert(property, { numRuns: 50 });
  });

  it("never sends more than a server takes in three seconds, though it reads up to two seconds late", () => {
    const gap = fc.oneof(fc.constant(0), fc.nat({ max: 4000 }));
    const loads = fc.array(fc.record({ gap, bytes: fc.nat({ max: 1_200_000 }) }), { minLength: 1, maxLength: 30 });
    const property = fc.property(loads, fc.array(fc.nat({ max: 2000 }), { minLength: 1 }), (load, lags) => {
      wire.status("idle", cell);
      seen.length = 0;
      for (const { gap: milliseconds, bytes } of load) {
        vi.advanceTimersByTime(milliseconds);
        print("x".repeat(bytes));
      }
      vi.advanceTimersByTime(300_000);
      expect(seen).toHaveLength(load.length);
      let read = 0;
      const arrivals = seen.map(({ time, bytes }, index) => {
        read = Math.max(read, time + (lags[index % lags.length] as number));
        return { read, bytes };
      });
      for (const { read: end } of arrivals) {
        const window = arrivals.filter((each) => each.read <= end && end - each.read < 3000);
        const sum = window.reduce((bytes, each) => bytes + each.bytes, 0);
        if (window.length > 1) expect(sum).toBeLessThanOrEqual(3_000_000);
      }
    });
    fc.assert(property, { numRuns: 30 });
  });

  it("delays nothing of a load that stays below the pace", () => {
    for (let index = 0; index < 200; index++) {
      print("x".repeat(index % 2 === 0 ? 400_000 : 100_000));
      expect(seen).toHaveLength(index + 1);
      vi.advanceTimersByTime(pace.milliseconds / 9);
    }
  });

  it("sends as many small messages at once as a server takes, and the rest later", () => {
    for (let index = 0; index < 4000; index++) wire.publish("display_data", { data: {} }, cell);
    expect(seen).toHaveLength(2700);
    vi.advanceTimersByTime(60_000);
    expect(seen).toHaveLength(4000);
    for (const { time } of seen)
      expect(seen.filter((each) => each.time <= time && time - each.time < 5000).length).toBeLessThanOrEqual(2700);
  });

  it("sends a message that alone is too large when nothing else was sent", () => {
    print("x".repeat(5_000_000));
    print("x");
    expect(seen).toHaveLength(1);
    vi.advanceTimersByTime(2 * pace.milliseconds);
    expect(seen).toHaveLength(2);
  });

  it("lets answers to questions overtake, with their busy and idle, but not the reply to a cell", () => {
    wire.status("busy", cell);
    flood(30);
    const question = header("complete_request", "question");
    wire.status("busy", question);
    wire.reply(asked(question), { status: "ok" });
    wire.status("idle", question);
    wire.reply(asked(cell), { status: "ok" });
    expect(types().slice(-3)).toEqual(["status", "complete_reply", "status"]);
    expect(types()).not.toContain("execute_reply");
    vi.advanceTimersByTime(10_000);
    expect(types().filter((type) => type === "stream")).toHaveLength(30);
    expect(types().at(-1)).toBe("execute_reply");
  });

  it("keeps a message of a widget behind the output, and its idle behind that", () => {
    flood(30);
    const widget = header("comm_msg", "widget");
    wire.status("busy", widget);
    wire.publish("display_data", { data: {} }, widget);
    wire.status("idle", widget);
    expect(seen.some(({ parent }) => parent === "widget")).toBe(false);
    vi.advanceTimersByTime(20_000);
    expect(types().slice(-3)).toEqual(["status", "display_data", "status"]);
  });

  it("begins again after a cell, as the server does", () => {
    flood(20);
    wire.status("idle", cell);
    flood(20);
    expect(seen).toHaveLength(41);
  });

  it("asks for less while much waits, and for more when half of it is gone", () => {
    flood(40);
    expect(full).not.toContain(true);
    flood(20);
    expect(full.at(-1)).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(full.at(-1)).toBe(false);
    expect(seen).toHaveLength(60);
  });

  it("sends all that waits before the sockets are closed", async () => {
    flood(60);
    wire.status("idle", cell);
    const end = broadcast.close();
    expect(types().at(-1)).toBe("status");
    expect(seen).toHaveLength(61);
    await end;
    expect(closed).toBe(true);
  });
});

describe("broadcasts are paced", () => {
  const folder = mkdtempSync(join(tmpdir(), "epsilab-rate-"));
  beforeAll(() => writeFileSync(join(folder, "jpserver-77.json"), "{}"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ["for a notebook of a server", { JPY_SESSION_NAME: "a.ipynb", JPY_PARENT_PID: "1" }, true],
    ["for a kernel that a server started without a notebook", { JPY_PARENT_PID: "77" }, true],
    ["not for a client that is no server", { JPY_PARENT_PID: "78" }, false],
    ["not where nobody says who started the kernel", {}, false],
    ["not for a server that drops nothing", { JPY_PARENT_PID: "77", EPSILAB_OUTPUT_RATE: "unlimited" }, false],
  ])("%s", (_, environment, expected) => {
    expect(isPaced(join(folder, "kernel-1.json"), environment)).toBe(expected);
  });
});
