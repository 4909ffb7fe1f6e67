import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeReady, encodeCommand, encodeGreeting, encodeMessage, encodeReady } from "./zmtp.ts";

const hex = (pieces: Uint8Array | readonly Uint8Array[]) => Buffer.concat([pieces].flat()).toString("hex");

describe("a greeting", () => {
  it("is that of ZMTP 3.0 with the mechanism NULL", () => {
    const signature = "ff00000000000000007f";
    expect(hex(encodeGreeting())).toBe(`${signature}0300${"4e554c4c".padEnd(40, "0")}${"0".repeat(64)}`);
  });
});

describe("a message", () => {
  it("has the bytes that libzmq 4.3.5 makes of it", () => {
    expect(hex(encodeMessage(["a", "", "x".repeat(300)]))).toBe(`010161010002000000000000012c${"78".repeat(300)}`);
    expect(hex(encodeMessage([Buffer.of(1), "kernel"]))).toBe("01010100066b65726e656c");
  });

  it("changes to long lengths above 255 bytes, counted in UTF-8", () => {
    expect(hex(encodeMessage(["é".repeat(127)])).slice(0, 4)).toBe("00fe");
    expect(hex(encodeMessage(["x".repeat(255)])).slice(0, 4)).toBe("00ff");
    expect(hex(encodeMessage(["é".repeat(128)])).slice(0, 18)).toBe("020000000000000100");
  });

  it("hands on buffers without a copy", () => {
    const large = Buffer.alloc(1 << 20, 7);
    const pieces = encodeMessage(["a", large, "b", large]);
    expect(pieces.map((piece) => piece.byteLength)).toEqual([2, 1, 9, 1 << 20, 2, 1, 9, 1 << 20]);
    expect(pieces[3]).toBe(large);
    expect(hex(pieces.slice(0, 3))).toBe("010161030000000000100000");
    expect(hex(pieces.slice(4, 7))).toBe("010162020000000000100000");
  });
});

describe("a command", () => {
  it("has the bytes that libzmq 4.3.5 makes of it", () => {
    expect(hex(encodeCommand("SUBSCRIBE", Buffer.from("kernel")))).toBe("0410095355425343524942456b65726e656c");
    expect(hex(encodeReady({ "Socket-Type": "DEALER", Identity: "ada" }))).toBe(
      "042c0552454144590b536f636b65742d54797065000000064445414c4552084964656e7469747900000003616461",
    );
  });

  it("READY is read back, whatever the letters of its names, and refused where a length is wrong", () => {
    const body = Buffer.from(encodeReady({ "SOCKET-type": "REQ", Identity: "" }).subarray(2 + 6));
    const properties = decodeReady(body);
    expect(properties?.get("socket-type")?.toString()).toBe("REQ");
    expect(properties?.get("identity")?.length).toBe(0);
    for (let length = 1; length < body.length; length++) {
      const cut = decodeReady(body.subarray(0, length));
      expect(cut === undefined || cut.size === 1).toBe(true);
    }
    expect(decodeReady(Buffer.from("\x01a\xff\xff\xff\xffb", "latin1"))).toBeUndefined();
    expect(decodeReady(Buffer.from("\0\0\0\0\0"))).toBeUndefined();
    expect(decodeReady(Buffer.alloc(0))?.size).toBe(0);
  });

  it("READY of any bytes at all is read or refused, never thrown at", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => void decodeReady(Buffer.from(bytes))));
  });
});
