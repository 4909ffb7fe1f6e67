import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Dealer, XSubscriber } from "zeromq";
import { type Channel, type Connection, channels } from "../protocol/connection.ts";
import { Signature } from "../protocol/signature.ts";
import { encode } from "../protocol/wire-format.ts";
import { ownAddress } from "../reference/own-address.ts";
import { Front } from "./front.ts";
import { History } from "./history.ts";
import { Client, freeConnection } from "./reference/client.ts";
import { type Script, scriptedRuntime } from "./reference/scripted-runtime.ts";
import { silentLanguage } from "./reference/silent-language.ts";
import { RuntimeHost } from "./runtime-host.ts";
import { Sockets } from "./sockets.ts";
import { Wire } from "./wire.ts";

const messages = 10_000;
/** What the heartbeat takes in one message. */
const largestPing = 4096;

function sizeOf(frames: readonly (Uint8Array | string)[]): number {
  return frames.reduce((sum, frame) => sum + Buffer.byteLength(frame) + 16, 0);
}

/** A sequence of numbers below `bound` that is the same on every run. */
function sequence(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * bound);
  };
}

describe("ten thousand bad messages on every socket", () => {
  let sockets: Sockets;
  let client: Client;
  let script: Script;
  let connection: Connection;

  beforeAll(async () => {
    ({ connection } = await freeConnection());
    sockets = new Sockets();
    const wire = new Wire(sockets, connection);
    script = scriptedRuntime();
    const history = new History(undefined);
    const parts = { wire, runtime: new RuntimeHost(script.start, wire), language: silentLanguage, history };
    const front = new Front({ ...parts, checkTime: "off", onShutdown: () => script.orders.push("shutdown") });
    wire.listen((request) => front.handle(request));
    await sockets.bind(connection);
    client = new Client(connection);
    await client.connect();
  });
  afterAll(async () => {
    client.close();
    await sockets.close();
  });

  /** What an attacker who lacks the key, or a broken client who has it, might send. */
  function badFrames(below: (bound: number) => number): (Uint8Array | string)[] {
    const types = ["execute_request", "shutdown_request", "interrupt_request", "input_reply", "comm_open"];
    const type = types[below(types.length)] as string;
    const good = encode(client.message(type, { code: "print stolen", value: "stolen" }), [], client.signature);
    const noise = (length: number) => Uint8Array.from({ length }, () => below(256));
    const hexadecimal = Array.from({ length: 64 }, () => below(16).toString(16)).join("");
    switch (below(9)) {
      case 0:
        return Array.from({ length: 1 + below(8) }, () => noise(below(64)));
      case 1:
        return good.slice(0, 1 + below(good.length - 1)); // truncated
      case 2:
        return good.with(1, ""); // unsigned
      case 3:
        return good.with(1, hexadecimal);
      case 4:
        return encode(client.message(type, { code: "print stolen" }), [], new Signature("guessed", "hmac-sha256"));
      case 5:
        return good.with(5, `${good[5]} `); // altered after it was signed
      case 6:
        return good.with(5, "x".repeat(1 << below(14)));
      case 7: {
        const parts = [["{", "null", "[]", '{"msg_id":1}', ""][below(5)] as string, "{}", "{}", "{}"];
        return ["<IDS|MSG>", client.signature.sign(parts), ...parts]; // signed, and no message
      }
      default:
        return ["<IDS|MSG>", "<IDS|MSG>", noise(64), ...good.slice(2)];
    }
  }

  /** By a connection of its own, since the kernel ends it: the others do not wait for it to be made again. */
  async function sendAlone(channel: Channel, frames: (Uint8Array | string)[]): Promise<void> {
    const socket = new Dealer({ linger: 1000 });
    socket.connect(connection.endpoints[channel]);
    await socket.send(frames);
    socket.close();
  }

  async function flood(channel: Channel, seed: number, times: number): Promise<void> {
    const below = sequence(seed);
    const socket = channel === "iopub" ? new XSubscriber({ linger: 0 }) : new Dealer({ linger: 0 });
    socket.connect(connection.endpoints[channel]);
    for (let count = 0; count < times; count++) {
      const frames =
        channel === "iopub" ? [Uint8Array.from([below(3), ...Buffer.from(`${below(50)}`)])] : badFrames(below);
      if (channel === "hb" && sizeOf(frames) > largestPing) await sendAlone(channel, frames);
      else await socket.send(frames);
      if (count % 100 === 0) await client.ping(`${count}`); // the kernel answers all the while
    }
    if (channel === "hb" || channel === "iopub") await socket.send([Buffer.alloc(1 << 20)]); // oversized
    socket.close();
    for (let count = 0; count < 20; count++) {
      const raw = connect(Number(new URL(connection.endpoints[channel]).port), ownAddress);
      raw.on("error", () => undefined).resume();
      await once(raw, "connect");
      raw.end(Uint8Array.from({ length: 1 + below(300) }, () => below(256))); // not even ZeroMQ
      await once(raw, "close");
    }
  }

  it.each(channels)(
    "execute nothing, lose nothing and fill no memory: %s",
    async (channel) => {
      await flood(channel, 1, messages / 10);
      globalThis.gc?.();
      const before = process.memoryUsage().rss;
      await flood(channel, 2, messages);
      globalThis.gc?.();
      const grown = process.memoryUsage().rss - before;
      expect(script.orders).not.toContain("print stolen");
      expect(script.orders).not.toContain("shutdown");
      expect(await client.execute(`print after ${channel}`)).toMatchObject({ status: "ok" });
      expect(client.lastOutput()).toContain(`stdout after ${channel}`);
      // The signed ones among them are remembered against replay: 2 of 9, at 60 bytes; the rest is the collector's slack.
      expect(grown).toBeLessThan(64 * 2 ** 20);
    },
    600_000,
  );

  it("make no second use of a genuine one", async () => {
    const frames = encode(client.message("execute_request", { code: "print once" }), [], client.signature);
    for (let count = 0; count < messages; count++) await client.raw("shell", frames);
    await client.execute("print end");
    expect(script.orders.filter((code) => code === "print once")).toHaveLength(1);
  });

  it("of a client that has the key but no manners are read as the protocol's defaults", async () => {
    const before = script.orders.length;
    for (const content of [{}, { code: 7 }, { code: null, silent: "x" }, { code: [], user_expressions: [1] }]) {
      expect(await client.ask("shell", "execute_request", content)).toMatchObject({ status: "ok" });
    }
    expect(script.orders.length).toBe(before);
    for (const type of ["complete_request", "inspect_request", "is_complete_request", "history_request", "comm_msg"]) {
      await client.idle(await client.send("shell", type, { code: {}, cursor_pos: "x", comm_id: 3, n: "all" }));
    }
  });
});
