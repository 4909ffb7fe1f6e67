/**
 * ZMTP 3, the transport protocol of ZeroMQ: greeting, frames and commands as bytes, with the mechanism NULL.
 *
 * Why not libzmq: each message would pass through one more thread, every send would have to be awaited, and a native module would
 * be loaded at start. A kernel needs little of ZeroMQ; the tests run against the real one.
 * Source: rfc.zeromq.org/spec/23 (ZMTP 3.0).
 * Limits: peers of ZMTP 1.0 and 2.0 are refused; libzmq has spoken 3.0 since version 4.0 of 2013.
 */

/** What becomes one message; a string is sent as UTF-8. */
export type Frames = readonly (Uint8Array | string)[];

/** The first byte of a frame. */
export const frameFlags = { more: 1, long: 2, command: 4 } as const;
const LONGEST_SHORT_FRAME = 255;

export const GREETING_LENGTH = 64;
export const mechanism = Buffer.from("NULL".padEnd(20, "\0"), "latin1");

/** What each side says first: signature, version, mechanism. */
export function encodeGreeting(): Uint8Array {
  const bytes = Buffer.alloc(GREETING_LENGTH);
  bytes[0] = 0xff;
  bytes[9] = 0x7f;
  bytes[10] = 3;
  bytes.set(mechanism, 12);
  return bytes;
}

/** A message as the pieces to be written one after the other; bytes are not copied. */
export function encodeMessage(frames: Frames): Uint8Array[] {
  return frames.flatMap((frame, index) => {
    const body = typeof frame === "string" ? Buffer.from(frame) : frame;
    return [encodeHeader(body.byteLength, index + 1 < frames.length ? frameFlags.more : 0), body];
  });
}

export function encodeCommand(name: string, body: Uint8Array): Uint8Array {
  const header = encodeHeader(1 + name.length + body.byteLength, frameFlags.command);
  return Buffer.concat([header, Buffer.of(name.length), Buffer.from(name), body]);
}

/** The command that ends the handshake, with what a peer says of itself. */
export function encodeReady(properties: Readonly<Record<string, string>>): Uint8Array {
  const parts = Object.entries(properties).map(([name, value]) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(value.length);
    return Buffer.concat([Buffer.of(name.length), Buffer.from(name), size, Buffer.from(value, "latin1")]);
  });
  return encodeCommand("READY", Buffer.concat(parts));
}

/** The properties in the body of READY, by their names in small letters; undefined if it is malformed. */
export function decodeReady(body: Buffer): ReadonlyMap<string, Buffer> | undefined {
  const properties = new Map<string, Buffer>();
  for (let offset = 0; offset < body.length; ) {
    const nameEnd = offset + 1 + (body[offset] as number);
    if (nameEnd + 4 > body.length || nameEnd === offset + 1) return undefined;
    const valueEnd = nameEnd + 4 + body.readUInt32BE(nameEnd);
    if (valueEnd > body.length) return undefined;
    const name = body.toString("latin1", offset + 1, nameEnd).toLowerCase();
    properties.set(name, body.subarray(nameEnd + 4, valueEnd));
    offset = valueEnd;
  }
  return properties;
}

function encodeHeader(length: number, flags: number): Buffer {
  if (length <= LONGEST_SHORT_FRAME) return Buffer.of(flags, length);
  const header = Buffer.alloc(9, flags | frameFlags.long);
  header.writeBigUInt64BE(BigInt(length), 1);
  return header;
}
