import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "./message.ts";
import { CAPACITY, ReplayGuard } from "./replay-guard.ts";
import { Signature } from "./signature.ts";
import { decode, encode } from "./wire-format.ts";

const key = "a0436f6c-1916-498b-8eb9-e81ab9368e84";
const signature = new Signature(key, "hmac-sha256");
const header = {
  msg_id: "m1",
  session: "5e55",
  username: "ada",
  date: "2026-11-15T06:00:00.000000Z",
  msg_type: "execute_request",
  version: "5.4",
};
const headerText = JSON.stringify(header).replaceAll('":', '": ').replaceAll(',"', ', "');

/** What jupyter_client 8.10.0 makes of two messages: Session(key, session="5e55", username="ada").serialize(...). */
const known = [
  {
    frames: [
      "\0client",
      "<IDS|MSG>",
      "7202d46c30c0a2ae7bd8cc36fefc1bf6fcefca4acdb9d4dffa38f7f7db0dce0f",
      headerText,
      "{}",
      "{}",
      '{"code": "1 + 1", "silent": false}',
    ],
    identities: ["\0client"],
    metadata: {},
    content: { code: "1 + 1", silent: false },
    buffers: [],
  },
  {
    frames: [
      "<IDS|MSG>",
      "3519ce04d03184eab5ebe47aa792ce84831b3b94ec20b050061a15cd29003449",
      headerText,
      "{}",
      '{"cellId": "c1"}',
      String.raw`{"code": "const 𝒳 = 'é😀\\n'"}`,
      "\0buffer",
      "",
    ],
    identities: [],
    metadata: { cellId: "c1" },
    content: { code: "const 𝒳 = 'é😀\\n'" },
    buffers: ["\0buffer", ""],
  },
];

const framesOf = (texts: readonly (string | Uint8Array)[]) => texts.map((text) => Buffer.from(text as string));
const textsOf = (frames: readonly Uint8Array[]) => frames.map((frame) => Buffer.from(frame).toString());
const read = (frames: readonly Uint8Array[]) => decode(frames, signature, new ReplayGuard());
const message: Message = { header, parent: {}, metadata: {}, content: { code: "1" }, buffers: [] };

describe("decode", () => {
  it.each(known)("reads what jupyter_client sends: $content", ({ frames, identities, metadata, content, buffers }) => {
    const found = read(framesOf(frames));
    expect(found).toMatchObject({ header, parent: {}, metadata, content });
    expect(textsOf(found?.identities ?? [])).toEqual(identities);
    expect(textsOf(found?.buffers ?? [])).toEqual(buffers);
  });

  it("drops a message with any part altered, and the signature alone stands for none", () => {
    const { frames } = known[0] as (typeof known)[0];
    for (let index = 2; index < frames.length; index++) {
      const altered = framesOf(frames);
      altered[index] = Buffer.from(`${frames[index]} `);
      expect(read(altered), `frame ${index}`).toBeUndefined();
    }
    for (const forged of ["", "0".repeat(64), frames[2]?.toUpperCase() ?? "", frames[2]?.slice(0, 63) ?? ""])
      expect(read(framesOf(frames.with(2, forged))), forged).toBeUndefined();
  });

  it("drops a message signed with another key", () => {
    const stranger = new Signature("another key", "hmac-sha256");
    expect(read(framesOf(encode(message, [], stranger)))).toBeUndefined();
    expect(read(framesOf(encode(message, [], signature)))).toBeDefined();
  });

  it("accepts a message once only, whatever its routing prefix and buffers", () => {
    const replays = new ReplayGuard();
    const frames = framesOf(encode(message, ["one"], signature));
    expect(decode(frames, signature, replays)).toBeDefined();
    expect(decode(frames, signature, replays)).toBeUndefined();
    expect(decode([Buffer.from("two"), ...frames.slice(1)], signature, replays)).toBeUndefined();
  });

  it("drops signed parts that are no JSON objects", () => {
    const parts = [JSON.stringify(header), "{}", "{}", "{}"];
    const signed = (texts: readonly string[]) => framesOf(["<IDS|MSG>", signature.sign(texts), ...texts]);
    expect(read(signed(parts))).toBeDefined();
    for (const bad of ["", "{", "null", "[]", "7", '"text"', "{}"])
      expect(read(signed(parts.with(0, bad)))).toBeUndefined();
    for (const bad of ["", "{", "null", "[]", "7"]) expect(read(signed(parts.with(3, bad)))).toBeUndefined();
  });

  it("never throws on frames that are no message", () => {
    const frame = fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.constantFrom(...framesOf(known[0]?.frames ?? [])));
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 9 }), (frames) => {
        const found = read(frames);
        return found === undefined || found.header.msg_id === "m1";
      }),
    );
  });

  it("takes unsigned messages exactly if the key is empty", () => {
    const open = new Signature("", "hmac-sha256");
    const frames = framesOf(encode(message, [], open));
    expect(frames[1]?.length).toBe(0);
    expect(decode(frames, open, new ReplayGuard())).toMatchObject({ content: { code: "1" } });
    expect(read(frames)).toBeUndefined();
  });
});

describe("encode", () => {
  it("makes what decode reads, for any content", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue()), (content) => {
        const plain = JSON.parse(JSON.stringify(content));
        expect(read(framesOf(encode({ ...message, content: plain }, ["id"], signature)))?.content).toEqual(plain);
      }),
    );
  });

  it("signs the bytes that it sends", () => {
    const [, signed, ...parts] = framesOf(encode({ ...message, content: { text: "é😀" } }, [], signature));
    expect(signature.verify(parts, signed as Buffer)).toBe(true);
  });

  it("sends half a surrogate pair as U+FFFD, and text about one as it is", () => {
    const content = { half: "a\ud83d!", other: "\ude00", pair: "😀", told: "\\ud83d", both: "\\\ud83d" };
    const frames = framesOf(encode({ ...message, content }, [], signature));
    const expected = { half: "a\ufffd!", other: "\ufffd", pair: "😀", told: "\\ud83d", both: "\\\ufffd" };
    expect(read(frames)?.content).toEqual(expected);
  });
});

describe("a signature", () => {
  it.each(["hmac-md5", "hmac-sha1", "", "none"])("by the scheme %j is refused", (scheme) =>
    expect(() => new Signature(key, scheme)).toThrow(RangeError),
  );
});

describe("the replay guard", () => {
  it("remembers as many signatures as it may, the newest", () => {
    const guard = new ReplayGuard();
    const numbers = Array.from({ length: CAPACITY + 1 }, (_, index) => Buffer.from(`${index}`));
    expect(numbers.every((number) => guard.admit(number))).toBe(true);
    expect([1, 2, CAPACITY].map((index) => guard.admit(numbers[index] as Buffer))).toEqual([false, false, false]);
    expect(guard.admit(numbers[0] as Buffer)).toBe(true);
  });
});
