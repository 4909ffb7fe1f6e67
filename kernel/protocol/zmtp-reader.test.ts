import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeCommand, encodeGreeting, encodeMessage } from "./zmtp.ts";
import { ZmtpReader } from "./zmtp-reader.ts";

/** What libzmq 4.3.5 sends: a DEALER named ada with a message of three frames, a SUB that subscribes and cancels. */
const greeting = `ff00000000000000047f0301${"4e554c4c".padEnd(40, "0")}${"0".repeat(64)}`;
const ready = "0552454144590b536f636b65742d54797065000000";
const dealer =
  `${greeting}042c${ready}064445414c4552084964656e7469747900000003616461` +
  `010161010002000000000000012c${"78".repeat(300)}`;
const subscriber = `${greeting}0419${ready}035355420410095355425343524942456b65726e656c040d0643414e43454c6b65726e656c`;

type Event = readonly ["command", string, string] | readonly ["message", readonly string[]];

/** Reads chunks; gives what was in them, and whether the peer may go on. */
function read(chunks: readonly Uint8Array[]) {
  const events: Event[] = [];
  const reader = new ZmtpReader(2000, {
    command: (name, body) => events.push(["command", name, body.toString("latin1")]) > 0,
    message: (frames) => events.push(["message", frames.map((frame) => frame.toString("latin1"))]) > 0,
  });
  const goesOn = chunks.every((chunk) => reader.push(Buffer.from(chunk)));
  return { events, goesOn };
}

/** Cuts bytes at places given as fractions. */
function cut(bytes: Buffer, fractions: readonly number[]): Buffer[] {
  const places = fractions.map((fraction) => Math.round(fraction * bytes.length)).sort((a, b) => a - b);
  return [0, ...places].map((place, index) => bytes.subarray(place, places[index] ?? bytes.length));
}

const fractions = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
const start = encodeGreeting();
const frame = (flags: number, ...bytes: number[]) => Buffer.of(flags, ...bytes);
const long = (flags: number, length: bigint) => {
  const bytes = Buffer.alloc(9);
  bytes[0] = flags;
  bytes.writeBigUInt64BE(length, 1);
  return bytes;
};
/** A frame of a message that goes on. */
const part = Buffer.concat([long(3, 900n), Buffer.alloc(900)]);

describe("a reader", () => {
  it("reads what libzmq sends, byte by byte as well as at once", () => {
    const ready = "\x0bSocket-Type\0\0\0\x06DEALER\x08Identity\0\0\0\x03ada";
    const said = [
      ["command", "READY", ready],
      ["message", ["a", "", "x".repeat(300)]],
    ];
    const bytes = Buffer.from(dealer, "hex");
    expect(read([bytes])).toEqual({ events: said, goesOn: true });
    expect(read([...bytes].map((byte) => Buffer.of(byte)))).toEqual({ events: said, goesOn: true });
    expect(read([Buffer.from(subscriber, "hex")]).events.slice(1)).toEqual([
      ["command", "SUBSCRIBE", "kernel"],
      ["command", "CANCEL", "kernel"],
    ]);
  });

  it("gives back any messages and commands, wherever their bytes are cut", () => {
    const frames = fc.array(fc.uint8Array({ maxLength: 400 }), { minLength: 1, maxLength: 5 });
    const command = fc.tuple(fc.stringMatching(/^[A-Z]{1,9}$/), fc.uint8Array({ maxLength: 300 }));
    const items = fc.array(fc.oneof(frames, command), { maxLength: 6 });
    fc.assert(
      fc.property(items, fractions, (sent, places) => {
        const isCommand = (item: (typeof sent)[number]): item is [string, Uint8Array<ArrayBuffer>] =>
          typeof item[0] === "string";
        const parts = sent.map((item) =>
          isCommand(item) ? encodeCommand(...item) : Buffer.concat(encodeMessage(item as Uint8Array[])),
        );
        const expected = sent.map((item) =>
          isCommand(item)
            ? ["command", item[0], Buffer.from(item[1]).toString("latin1")]
            : ["message", (item as Uint8Array[]).map((each) => Buffer.from(each).toString("latin1"))],
        );
        const { events, goesOn } = read(cut(Buffer.concat([start, ...parts]), places));
        expect(goesOn).toBe(true);
        expect(events).toEqual(expected);
      }),
    );
  });

  it("says the same of any bytes at all, wherever they are cut, and throws nothing", () => {
    fc.assert(
      fc.property(fc.boolean(), fc.uint8Array({ maxLength: 200 }), fractions, (greeted, noise, places) => {
        const bytes = Buffer.concat([greeted ? start : Buffer.alloc(0), noise]);
        expect(read(cut(bytes, places))).toEqual(read([bytes]));
      }),
    );
  });

  it.each([
    ["ZMTP 1.0", Buffer.alloc(11, 1)],
    ["a signature that does not end as one", Buffer.concat([start.subarray(0, 9), Buffer.of(0x7e, 3)])],
    ["ZMTP 2.0, at its version", Buffer.concat([start.subarray(0, 10), Buffer.of(1)])],
    ["another mechanism", Buffer.from(start).fill("CURVE", 12, 17)],
    ["flags that mean nothing", Buffer.concat([start, frame(8)])],
    ["a command in parts", Buffer.concat([start, frame(5)])],
    ["a command without a name", Buffer.concat([start, frame(4, 0)])],
    ["a name with no letters", Buffer.concat([start, frame(4, 1, 0)])],
    ["a name beyond its command", Buffer.concat([start, frame(4, 2, 9, 65)])],
    ["a large command, at its length", Buffer.concat([start, long(6, 4097n)])],
    ["a large frame, at its length", Buffer.concat([start, long(2, 2001n)])],
    ["the largest length there is", Buffer.concat([start, long(2, 2n ** 64n - 1n)])],
    ["frames that are too much together", Buffer.concat([start, ...Array(3).fill(part)])],
  ])("ends with %s", (_, bytes) => expect(read([bytes]).goesOn).toBe(false));

  it("takes later versions of the protocol", () => {
    const later = Buffer.from(start);
    later.set([4, 2], 10);
    expect(read([later, Buffer.concat(encodeMessage(["a"]))]).events).toEqual([["message", ["a"]]]);
  });

  it("ends with more frames than a message of its size can have", () => {
    const parts = Buffer.alloc(2 * 125, Buffer.of(1, 0));
    expect(read([start, parts]).goesOn).toBe(true);
    expect(read([start, parts, frame(1, 0), frame(1, 0)]).goesOn).toBe(false);
  });

  it("takes no memory for what is announced and does not come", () => {
    const before = process.memoryUsage().arrayBuffers;
    const readers = Array.from({ length: 100 }, () => {
      const reader = new ZmtpReader(2 ** 28, { command: () => true, message: () => true });
      expect(reader.push(Buffer.concat([start, long(2, 2n ** 28n), Buffer.alloc(1000)]))).toBe(true);
      return reader;
    });
    expect(readers).toHaveLength(100);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 23);
  });

  it("takes larger messages once it may", () => {
    const seen: number[] = [];
    const reader = new ZmtpReader(1000, {
      command: () => true,
      message: ([first]) => seen.push(first?.length ?? 0) > 0,
    });
    expect(reader.push(Buffer.concat([start, ...encodeMessage([Buffer.alloc(1000)])]))).toBe(true);
    reader.largestMessage = 2000;
    expect(reader.push(Buffer.concat(encodeMessage([Buffer.alloc(2000)])))).toBe(true);
    expect(seen).toEqual([1000, 2000]);
  });

  it("takes a ping within a message, as libzmq sends it", () => {
    const ping = encodeCommand("PING", Buffer.alloc(2));
    const { events, goesOn } = read([start, frame(1, 1, 97), ping, frame(0, 1, 98)]);
    expect(goesOn).toBe(true);
    expect(events).toEqual([
      ["command", "PING", "\0\0"],
      ["message", ["a", "b"]],
    ]);
  });

  it("stops at once when asked to", () => {
    const seen: string[] = [];
    const reader = new ZmtpReader(9, { command: () => true, message: ([first]) => seen.push(`${first}`) < 2 });
    expect(reader.push(Buffer.concat([start, ...["a", "b", "c"].flatMap((text) => encodeMessage([text]))]))).toBe(
      false,
    );
    expect(seen).toEqual(["a", "b"]);
  });
});
