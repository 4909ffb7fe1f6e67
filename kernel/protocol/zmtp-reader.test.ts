import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { UnfinishedBudget } from "./unfinished-budget.ts";
import { encodeCommand, encodeGreeting, encodeMessage } from "./zmtp.ts";
import { ZmtpReader } from "./zmtp-reader.ts";

/** What libzmq 4.3.5 sends: a DEALER named ada with a message of three frames, a SUB that subscribes and cancels. */
const greeting = `ff00000000000000047f0301${"4e554c4c".padEnd(40, "0")}${"0".repeat(64)}`;
const dealer = `${greeting}042c0552454144590b536f636b65742d54797065000000064445414c4552084964656e7469747900000003616461010161010002000000000000012c${"78".repeat(300)}`;
const subscriber = `${greeting}04190552454144590b536f636b65742d54797065000000035355420410095355425343524942456b65726e656c040d0643414e43454c6b65726e656c`;

type Event = readonly ["command", string, string] | readonly ["message", readonly string[]];

/** Reads chunks; gives what was in them, and whether the peer may go on. */
function read(chunks: readonly Uint8Array[]) {
  const limits = { frame: 1000, message: 2000, unfinished: new UnfinishedBudget(2 ** 26) };
  const events: Event[] = [];
  const reader = new ZmtpReader(limits, {
    command: (name, body) => events.push(["command", name, body.toString("latin1")]) > 0,
    message: (frames) => events.push(["message", frames.map((frame) => frame.toString("latin1"))]) > 0,
    givenUp: () => undefined,
  });
  const goesOn = chunks.every((chunk) => reader.push(Buffer.from(chunk)));
  return { events, goesOn };
}

/** Cuts bytes at places that are told by fractions. */
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
const ping = encodeCommand("PING", Buffer.alloc(18));
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
    ["ZMTP 1.0, at its first byte", Buffer.of(1)],
    ["a signature that does not end as one", Buffer.concat([start.subarray(0, 9), Buffer.of(0x7e, 3)])],
    ["ZMTP 2.0, at its version", Buffer.concat([start.subarray(0, 10), Buffer.of(1)])],
    ["another mechanism", Buffer.from(start).fill("CURVE", 12, 17)],
    ["flags that mean nothing", Buffer.concat([start, frame(8)])],
    ["a command in parts", Buffer.concat([start, frame(5)])],
    ["a command without a name", Buffer.concat([start, frame(4, 0)])],
    ["a name with no letters", Buffer.concat([start, frame(4, 1, 0)])],
    ["a name beyond its command", Buffer.concat([start, frame(4, 2, 9, 65)])],
    ["a large command, at its length", Buffer.concat([start, long(6, 4097n)])],
    ["a large frame, at its length", Buffer.concat([start, long(2, 1001n)])],
    ["the largest length there is", Buffer.concat([start, long(2, 2n ** 64n - 1n)])],
    ["frames that are too much together", Buffer.concat([start, ...Array(3).fill(part)])],
  ])("ends with %s", (_, bytes) => expect(read([bytes]).goesOn).toBe(false));

  it("takes later versions of the protocol", () => {
    const later = Buffer.from(start);
    later.set([4, 2], 10);
    expect(read([later, Buffer.concat(encodeMessage(["a"]))]).events).toEqual([["message", ["a"]]]);
  });

  it("ends with more frames than any message has", () => {
    const parts = Buffer.alloc(2 * 65_536, Buffer.of(1, 0));
    expect(read([start, parts]).goesOn).toBe(true);
    expect(read([start, parts, frame(1, 0)]).goesOn).toBe(false);
  });

  it("takes no memory for what is announced and does not come", () => {
    const limits = { frame: 2 ** 28, message: 2 ** 28, unfinished: new UnfinishedBudget(2 ** 28) };
    const before = process.memoryUsage().arrayBuffers;
    const readers = Array.from({ length: 100 }, () => {
      const reader = new ZmtpReader(limits, { command: () => true, message: () => true, givenUp: () => undefined });
      expect(reader.push(Buffer.concat([start, long(2, 2n ** 28n), Buffer.alloc(1000)]))).toBe(true);
      return reader;
    });
    expect(readers).toHaveLength(100);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 23);
  });

  it("keeps nothing of the chunks in which the beginning of a message came", () => {
    const limits = { frame: 2 ** 20, message: 2 ** 20, unfinished: new UnfinishedBudget(2 ** 20) };
    const seen: string[] = [];
    const reader = new ZmtpReader(limits, {
      command: () => true,
      message: (frames) => seen.push(frames.join("")) > 0,
      givenUp: () => undefined,
    });
    const filling = Buffer.concat(Array(2600).fill(ping));
    expect(reader.push(Buffer.from(start))).toBe(true);
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 500; count++)
      expect(reader.push(Buffer.concat([frame(1, 1, 97 + (count % 26)), filling]))).toBe(true);
    globalThis.gc?.();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 23); // of 32 MB
    expect(reader.push(frame(0, 1, 46))).toBe(true);
    const letters = Array.from({ length: 500 }, (_, index) => String.fromCharCode(97 + (index % 26)));
    expect(seen).toEqual([`${letters.join("")}.`]);
  });

  it("takes a ping within a message, as libzmq sends it, and no other command", () => {
    const commands = (name: string) => Buffer.concat([start, frame(1, 1, 97), encodeCommand(name, Buffer.alloc(2))]);
    const { events, goesOn } = read([commands("PING"), frame(0, 1, 98)]);
    expect(goesOn).toBe(true);
    expect(events).toEqual([
      ["command", "PING", "\0\0"],
      ["message", ["a", "b"]],
    ]);
    for (const name of ["SUBSCRIBE", "READY", "X"]) expect(read([commands(name)]).goesOn, name).toBe(false);
  });

  describe("that shares its budget with others", () => {
    const unfinished = new UnfinishedBudget(20_000);
    const limits = { frame: 2 ** 20, message: 2 ** 20, unfinished };
    let gone: string[] = [];
    const another = (name: string) => {
      const reader = new ZmtpReader(limits, {
        command: () => true,
        message: () => true,
        givenUp: () => gone.push(name),
      });
      expect(reader.push(Buffer.from(start))).toBe(true);
      return reader;
    };
    /** The beginning of a frame that is not finished. */
    const beginning = (length: number) => Buffer.concat([long(2, BigInt(length + 100)), Buffer.alloc(length - 100)]);
    afterEach(() => {
      expect(unfinished.total).toBe(0);
      gone = [];
    });

    it("gives back what it held", () => {
      const reader = another("one");
      expect(reader.push(beginning(4000))).toBe(true);
      expect(unfinished.total).toBeGreaterThanOrEqual(3900);
      expect(reader.push(Buffer.alloc(200))).toBe(true); // its end
      expect(unfinished.total).toBe(0);
      expect(reader.push(Buffer.concat(Array(10).fill(part)))).toBe(true);
      expect(unfinished.total).toBeGreaterThan(9000);
      expect(reader.push(Buffer.of(0, 0))).toBe(true);
      expect(unfinished.total).toBe(0);
      expect(reader.push(beginning(4000))).toBe(true);
      reader.close();
      expect(reader.push(Buffer.alloc(200))).toBe(false);
    });

    it("goes when it holds most, not when it comes last", () => {
      const [large, small, late] = [another("large"), another("small"), another("late")];
      expect(large.push(beginning(12_000))).toBe(true);
      expect(small.push(beginning(5000))).toBe(true);
      expect(late.push(beginning(6000))).toBe(true);
      expect(gone).toEqual(["large"]);
      expect(large.push(Buffer.alloc(200))).toBe(false);
      for (const reader of [small, late]) expect(reader.push(Buffer.alloc(200))).toBe(true);
    });

    it("goes by itself when it alone holds too much", () => {
      const reader = another("one");
      expect(reader.push(beginning(20_000))).toBe(false);
      expect(gone).toEqual(["one"]);
    });

    it("is not counted once its peer is trusted", () => {
      const [owner, ...strangers] = [another("owner"), another("first"), another("second")] as const;
      expect(owner.push(beginning(15_000))).toBe(true);
      owner.trust();
      owner.trust();
      expect(unfinished.total).toBe(0);
      for (const reader of strangers) expect(reader.push(beginning(12_000))).toBe(true);
      expect(gone).toEqual(["first"]);
      expect(owner.push(Buffer.concat([Buffer.alloc(200), beginning(50_000)]))).toBe(true);
      for (const reader of [owner, ...strangers]) reader.close();
    });
  });

  it("stops at once when it is told to", () => {
    const seen: string[] = [];
    const reader = new ZmtpReader(
      { frame: 9, message: 9, unfinished: new UnfinishedBudget(999) },
      { command: () => true, message: ([first]) => seen.push(`${first}`) < 2, givenUp: () => undefined },
    );
    expect(reader.push(Buffer.concat([start, ...["a", "b", "c"].flatMap((text) => encodeMessage([text]))]))).toBe(
      false,
    );
    expect(seen).toEqual(["a", "b"]);
  });
});
