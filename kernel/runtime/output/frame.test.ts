import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeFrame, FrameReader } from "./frame.ts";

function encoded(number: number, message: object): Buffer {
  return Buffer.from(encodeFrame(number, message));
}

/** Ends a line that was cut off. */
const end = Buffer.from("\n");

/** What a reader makes of these bytes, given in pieces of the given sizes. */
function read(bytes: Buffer, sizes: readonly number[]): unknown[] {
  const received: unknown[] = [];
  const reader = new FrameReader((message) => received.push(message));
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length];
    reader.push(bytes.subarray(at, at + size));
    at += size;
  }
  return received;
}

const kinds = fc.constantFrom("execute", "result", "done", "stream", "comm");
const messages = fc.array(
  fc
    .record({
      kind: kinds,
      text: fc.string({ unit: "binary", maxLength: 40 }),
      data: fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value))), // without -0, which JSON does not have
      bytes: fc.uint8Array({ maxLength: 30 }),
    })
    .map(({ bytes, ...message }) => (message.kind === "comm" ? { ...message, buffers: [bytes] } : message)),
);
const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 });

describe("frames", () => {
  it("of any length come out as they went in, also after one that was cut off", () => {
    const large = (letter: string, length: number) => ({ kind: "stream", text: letter.repeat(length) });
    const sent = [large("a", 10), large("b", 3 << 20), large("c", 1 << 20), large("d", 5 << 20), large("e", 7)];
    const whole = sent.map((message, index) => encoded(index + 1, message));
    const cut = Buffer.concat([...whole.slice(0, 3), whole[3].subarray(0, 2 << 20), end, ...whole.slice(3)]);
    for (const size of [65_536, 1_000_003, 4 << 20, 100 << 20])
      for (const bytes of [Buffer.concat(whole), cut]) expect(read(bytes, [size])).toEqual(sent);
  });

  it("come out as they went in, however the bytes are cut", () => {
    fc.assert(
      fc.property(messages, sizes, (sent, pieces) => {
        const bytes = Buffer.concat(sent.map((message, index) => encoded(index + 1, message)));
        expect(read(bytes, pieces)).toEqual(sent);
      }),
    );
  });

  it("are not lost or doubled when the writer was cut off at any byte and said the frame again", () => {
    const frames = ["one", "two", "three"].map((text, index) => encoded(index + 1, { text }));
    for (let cut = 0; cut <= frames[1].length; cut++) {
      const bytes = Buffer.concat([frames[0], frames[1].subarray(0, cut), end, frames[1], frames[2]]);
      for (const size of [1, 7, 1000]) {
        expect(read(bytes, [size])).toEqual([{ text: "one" }, { text: "two" }, { text: "three" }]);
      }
    }
  });

  it("survive being cut off twice", () => {
    const frame = encoded(1, { text: "long enough to be cut" });
    const again = Buffer.concat([end, frame]);
    for (let cut = 0; cut <= again.length; cut++) {
      const bytes = Buffer.concat([
        frame.subarray(0, 11),
        again.subarray(0, cut),
        end,
        again,
        encoded(2, { text: "next" }),
      ]);
      expect(read(bytes, [13])).toEqual([{ text: "long enough to be cut" }, { text: "next" }]);
    }
  });
});
