import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeCommand, encodeGreeting, encodeMessage } from "./zmtp.ts";
import { ZmtpReader } from "./zmtp-reader.ts";

/** The same on every run. What fails is large, and is shown as it is. */
const settings = { seed: 20_261_115, numRuns: 300, endOnFailure: true };
const largestMessage = 5000;

/** One frame as it may be, or may not be: any flags, and a length that is right or is not. */
const frame = fc
  .record({
    flags: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(0, 1, 1, 1) }, fc.integer({ min: 0, max: 9 })),
    body: fc.uint8Array({ maxLength: 600 }),
    excess: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: -3, max: 4000 })),
    isLong: fc.boolean(),
  })
  .map(({ flags, body, excess, isLong }) => {
    const length = Math.max(0, body.length + excess);
    if (!isLong && length < 256) return Buffer.concat([Buffer.of(flags & ~2, length), body]);
    const header = Buffer.alloc(9);
    header[0] = flags | 2;
    header.writeBigUInt64BE(BigInt(length), 1);
    return Buffer.concat([header, body]);
  });
const command = fc
  .tuple(fc.constantFrom("PING", "PONG", "SUBSCRIBE", "READY", "ERROR", ""), fc.uint8Array({ maxLength: 40 }))
  .map(([name, body]) => Buffer.from(encodeCommand(name, body)));
const noise = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
const item = fc.oneof({ weight: 6, arbitrary: frame }, { weight: 2, arbitrary: command }, noise);
/** What a stranger says, most of them after a greeting; some only hold what they can. */
const holding = fc
  .array(fc.integer({ min: 0, max: 1200 }), { maxLength: 4, size: "max" })
  .map((lengths) =>
    Buffer.concat(encodeMessage([...lengths, 1].map((length) => Buffer.alloc(length)))).subarray(0, -1),
  );
const speech = fc
  .tuple(fc.integer({ min: 0, max: 9 }), fc.array(item, { maxLength: 12 }), fc.oneof(holding, noise))
  .map(([greeted, items, end]) => Buffer.concat([greeted > 0 ? encodeGreeting() : Buffer.alloc(0), ...items, end]));
const genuine = fc.array(
  fc.array(fc.uint8Array({ maxLength: 900, size: "max" }), { minLength: 1, maxLength: 5, size: "max" }),
  { maxLength: 6, size: "max" },
);
/** Who speaks next, and how many bytes come. */
const turns = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 900 })), { maxLength: 120, size: "max" });

class Listener {
  readonly heard: string[][] = [];
  readonly reader = new ZmtpReader(largestMessage, {
    command: () => true,
    message: (frames) => this.heard.push(frames.map((each) => each.toString("latin1"))) > 0,
  });
}

describe("readers of any bytes, cut anywhere and in any order", () => {
  it("throw nothing, and hear a client as if it were alone", () => {
    const given = { speeches: fc.array(speech, { minLength: 1, maxLength: 8, size: "max" }), genuine, turns };
    fc.assert(
      fc.property(fc.record(given), ({ speeches, genuine, turns }) => {
        const owner = new Listener();
        expect(owner.reader.push(Buffer.from(encodeGreeting()))).toBe(true);
        const own = Buffer.concat(genuine.flatMap((frames) => encodeMessage(frames)));
        const speakers = [own, ...speeches].map((bytes, index) => ({
          listener: index === 0 ? owner : new Listener(),
          rest: bytes,
        }));
        const take = (index: number, length: number) => {
          const speaker = speakers[index % speakers.length] as (typeof speakers)[0];
          const { reader } = speaker.listener;
          if (!reader.push(speaker.rest.subarray(0, length))) speaker.listener = new Listener(); // it was disconnected
          speaker.rest = speaker.rest.subarray(length);
        };
        for (const [index, length] of turns) take(index, length);
        for (let index = 0; index < speakers.length; index++)
          while ((speakers[index]?.rest.length ?? 0) > 0) take(index, 700);
        expect(owner.heard).toEqual(
          genuine.map((frames) => frames.map((each) => Buffer.from(each).toString("latin1"))),
        );
      }),
      settings,
    );
  });

  it("give no message but those that the bytes hold", () => {
    fc.assert(
      fc.property(speech, turns, (bytes, turns) => {
        const whole = new Listener();
        whole.reader.push(Buffer.from(bytes));
        const parts = new Listener();
        let offset = 0;
        for (const [, length] of [...turns, [0, bytes.length] as const]) {
          if (!parts.reader.push(bytes.subarray(offset, offset + length))) break;
          offset += length;
        }
        expect(parts.heard).toEqual(whole.heard);
      }),
      settings,
    );
  });
});
